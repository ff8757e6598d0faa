"""Check the core as a whole: no rule reads secrets, every rule can be reached, some rule always applies."""

from collections.abc import Iterator

from handsight.conventions.checks import secrecy
from handsight.conventions.checks.checker import CheckedFile
from handsight.conventions.checks.flatten_ideas import FlatConvention
from handsight.conventions.checks.reachability import Case, check_reachability
from handsight.conventions.syntax.problems import NO_ACTION, SECRET, UNREACHABLE, FileProblem
from handsight.text.suggestions import listed

_FACT_NAMES = {"clues": "clues left", "deck": "deck left", "turns": "turns left", "best": "best score"}


def check_core(checked: CheckedFile, flat: FlatConvention) -> Iterator[FileProblem]:
    """Yield the problems of a core."""
    yield from _secrets(checked, flat)
    if not flat.file.acts:
        yield FileProblem(
            flat.file.at, "a convention needs an act rule; only an idea may have none", NO_ACTION
        )
        return
    found = check_reachability(checked.core)
    for number, by in found.unreachable:
        yield _unreachable(checked, flat, number, by)
    if found.open_case is not None:
        yield FileProblem(flat.file.at, unproved(found.open_case), NO_ACTION, warning=True)


def unproved(case: Case) -> str:
    """Say in which case possibly no rule applies."""
    facts = ", ".join(f"{_FACT_NAMES.get(name, name)} {value}" for name, value in case.items())
    return f"it is not proved that some rule always applies: look at a position with {facts}"


def _secrets(checked: CheckedFile, flat: FlatConvention) -> Iterator[FileProblem]:
    promises, updates, acts = secrecy.rules_that_read_secrets(checked.core)
    locations = [
        *(flat.file.flags[number].at for number in promises),
        *(flat.file.updates[number].at for number in updates),
        *(flat.file.acts[number].at for number in acts),
    ]
    yield from (FileProblem(at, "this reads facts that it must not use", SECRET) for at in locations)


def _unreachable(checked: CheckedFile, flat: FlatConvention, number: int, by: tuple[int, ...]) -> FileProblem:
    """Say why a rule is never reached; only a warning if the rules come from several files."""
    act = flat.file.acts[number]
    names = [flat.file.acts[other].name for other in by]
    if names:
        always = f"`{'` and `'.join(names)}` always appl{'y' if len(names) > 1 else 'ies'}"
        why = f"before it {always}; move it before `{names[0]}`, or narrow that"
    else:
        why = f"it never applies{_never_given(checked, flat, number)}"
    origins = {flat.act_origins[name] for name in (act.name, *names)}
    message = f"`{act.name}` is never reached: {why}"
    return FileProblem(act.at, message, UNREACHABLE, warning=origins != {flat.uses[-1]})


def _never_given(checked: CheckedFile, flat: FlatConvention, number: int) -> str:
    """Name the flags that a rule needs and no update rule gives."""
    gained = {flag for rule in checked.core.updates for flag in rule.gains}
    never = [flag.name for at, flag in enumerate(flat.file.flags) if at not in gained]
    words = " ".join(checked.acts[number].failures).replace(",", " ").split()
    needed = [name for name in never if name in words]
    return f", because no update rule gives {listed(needed)}" if needed else ""
