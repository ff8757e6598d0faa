"""What the core itself must pass: it does not cheat, every rule is reached, some rule always acts."""

from collections.abc import Iterator

from handsight.conventions.checks import secrecy
from handsight.conventions.checks.flatten import Flat
from handsight.conventions.checks.reachability import Case, reach
from handsight.conventions.checks.rules import Translated
from handsight.conventions.syntax.diagnostics import listed
from handsight.conventions.syntax.mistakes import NO_ACTION, SECRET, UNREACHABLE, Mistake

FACTS = {"clues": "clues left", "deck": "deck left", "turns": "turns left", "best": "best score"}


def gates(made: Translated, flat: Flat) -> Iterator[Mistake]:
    """Yield what does not pass."""
    yield from _cheats(made, flat)
    if not flat.file.acts:
        yield Mistake(flat.file.at, "a convention needs an act rule; only an idea may have none", NO_ACTION)
        return
    found = reach(made.core)
    for number, by in found.shadowed:
        yield _shadowed(made, flat, number, by)
    if found.open is not None:
        yield Mistake(flat.file.at, unproved(found.open), NO_ACTION, warning=True)


def unproved(case: Case) -> str:
    """Say that in some case nothing may be left to do."""
    shown = ", ".join(f"{FACTS.get(name, name)} {value}" for name, value in case.items())
    return f"it is not proved that some rule always acts: look at a position with {shown}"


def _cheats(made: Translated, flat: Flat) -> Iterator[Mistake]:
    promises, updates, acts = secrecy.cheats(made.core)
    spots = [
        *(flat.file.flags[number].at for number in promises),
        *(flat.file.updates[number].at for number in updates),
        *(flat.file.acts[number].at for number in acts),
    ]
    yield from (Mistake(spot, "this reads what it may not know", SECRET) for spot in spots)


def _shadowed(made: Translated, flat: Flat, number: int, by: tuple[int, ...]) -> Mistake:
    """Say why a rule is never reached: a mistake of the file itself, or a warning if others share in it."""
    act = flat.file.acts[number]
    names = [flat.file.acts[other].name for other in by]
    if names:
        always = f"`{'` and `'.join(names)}` always appl{'y' if len(names) > 1 else 'ies'}"
        why = f"before it {always}; move it before `{names[0]}`, or narrow that"
    else:
        why = f"it never applies{_flagless(made, flat, number)}"
    origins = {flat.act_origins[name] for name in (act.name, *names)}
    message = f"`{act.name}` is never reached: {why}"
    return Mistake(act.at, message, UNREACHABLE, warning=origins != {flat.uses[-1]})


def _flagless(made: Translated, flat: Flat, number: int) -> str:
    """Name the flags that a rule waits for and no update rule gives."""
    gained = {flag for rule in made.core.updates for flag in rule.gains}
    never = [flag.name for at, flag in enumerate(flat.file.flags) if at not in gained]
    words = " ".join(made.acts[number].words).replace(",", " ").split()
    waits = [name for name in never if name in words]
    return f", for no update rule gives {listed(waits)}" if waits else ""
