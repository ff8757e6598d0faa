"""Check a convention file, print what it means, and try it on games.

FILE is the name of a convention or idea that ships with the package, or the path of a file; words after it,
in the same quotes, change it: "save-clues +no-duplicates -save-next crit=reachable save>point". check says
what is wrong, with line and column, and whether some rule always acts. show prints the whole convention as
one file, every idea in its place, every parameter settled. explain says
which rule acts at a turn of a game, why the rules before it do not, and which card, player or clue each
letter stands for; turns and slots count from 1, slots from the newest card. tell runs stories: a position,
one action, what must follow. ablate switches the choices of a convention off in turn (--all: in every way)
and measures what each is worth.

Three jobs hold conventions against recorded games. agree says how many moves a convention would have made
itself (move), how many of the same kind (kind), how many clues made true promises (sound), how many plays
promises had told (told), at how many turns a card was told playable that is not (false), and how much
promises tell about a touched card (bits); errors are over games. fit says which convention, with which
settings, explains the games best, on games that did not choose it. read says what a move meant.
"""

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handsight.cli import shared_options as shared
from handsight.cli.command_parser import Command, flag, job, option, repeated
from handsight.cli.hanabi.convention_games import GAME_JOBS, check_order, turns_asked
from handsight.cli.hanabi.options import experiment, named_convention
from handsight.cli.output import answer, print_json, progress, say
from handsight.cli.simulate import CONDITIONS, check_outputs, conditions, publish
from handsight.conventions.convention_loader import CheckedConvention, check_convention, load_convention
from handsight.conventions.library import read_text, shipped
from handsight.conventions.syntax.syntax_tree import BAD_CHANGE, NO_ACTION
from handsight.errors import InputError
from handsight.text.counting_from_one import turn_number
from handsight.text.diagnostics import Problem, problem_json

if TYPE_CHECKING:  # each for one job alone
    from handsight.conventions.convention_stories import Failure, Story

EXAMPLE = (
    "  handsight convention check my.convention\n"
    "  handsight convention show save-clues\n"
    "  handsight convention ablate careful-saves --all --players 3 --games 2000 --plot worth.svg\n"
    "  handsight convention agree pair circle games.jsonl --players 3"
)


def _check(args: Namespace) -> int:
    status = 0
    for name in args.file:
        checked = named_convention(name, check_convention)
        if checked.problems:  # a wrong file (1) outweighs wrong changes after a name (2)
            only_changes = all(problem.code == BAD_CHANGE for problem in checked.problems)
            status = 2 if status != 1 and only_changes else 1
        warnings = [_with_example(checked, problem) for problem in checked.warnings]
        if args.json:
            print_json(_row(checked, warnings))
            continue
        say(_sentence(checked))
        for remark in (*map(str, checked.problems), *(f"warning: {problem}" for problem in warnings)):
            print("  " + remark.replace("\n", "\n  "), file=sys.stderr)
        if checked.problems and checked.checked_on:
            print(
                f"  this idea names no convention, so it was checked on {checked.checked_on}; to check it"
                f' with another: handsight convention check "h-group-2 +{name}"',
                file=sys.stderr,
            )
    return status


def _with_example(checked: CheckedConvention, problem: Problem) -> Problem:
    """Add an example position to the warning that no rule may apply."""
    if problem.code != NO_ACTION or checked.convention is None:
        return problem
    from msgspec.structs import replace as changed

    from handsight.conventions.interpreter.convention_player import find_stuck_position

    found = find_stuck_position(checked.convention)
    if found:  # a position that was reached says more than the case in which a proof fails
        return changed(problem, message=f"in some positions no rule applies; for example: {found}")
    tried = "no game that was tried reached a position in which no rule applies"
    return changed(problem, message=f"{problem.message}; {tried}")


def _sentence(checked: CheckedConvention) -> str:
    convention = checked.convention
    if convention is None:
        count = len(checked.problems)
        return f"{checked.name}: {count} problem{'s' * (count > 1)}"
    core = convention.core
    sizes = ((len(core.promises), "flag"), (len(core.updates), "update rule"), (len(core.acts), "act rule"))
    parts = ", ".join(f"{count} {what}{'s' * (count != 1)}" for count, what in sizes)
    return f"{checked.name}: good ({parts}; {convention.identity[:12]})"


def _row(checked: CheckedConvention, warnings: list[Problem]) -> dict[str, Any]:
    made = checked.convention
    kinds = ("flags", "updates", "acts")
    return {
        "convention": checked.name,
        "valid": made is not None,
        "identity": made.identity if made else None,
        **{kind: [rule.name for rule in getattr(made, kind, ())] for kind in kinds},
        "uses": list(made.flat.uses) if made else [],
        "settings": made.flat.settings if made else {},
        "problems": [problem_json(problem) for problem in checked.problems],
        "warnings": [problem_json(problem) for problem in warnings],
    }


def _show(args: Namespace) -> int:
    convention = named_convention(args.file, load_convention)
    if args.json:
        print_json(_row(CheckedConvention(args.file, convention), []) | {"text": convention.text})
    else:
        print(convention.annotated_text(), end="")
    return 0


def _list(args: Namespace) -> int:
    for name in shipped():
        checked = check_convention(name)
        if checked.convention is None:
            raise InputError(f"{name}: {checked.problems[0]}")
        file = checked.convention.flat
        kind = "idea" if file.kind == "idea" else "convention"
        row = {"name": name, "kind": kind, "text": file.file.text, "uses": list(file.uses[:-1])}
        answer(args, row, f"{name:<20} {kind:<10}  {file.file.text}")
    return 0


def _explain(args: Namespace) -> int:
    from handsight.conventions.interpreter.convention_player import ConventionPlayer, Describer, letters_text
    from handsight.hanabi import view

    check_order(args)
    convention, (_, checked) = named_convention(args.file, load_convention), shared.read_one(args)
    game = checked.game
    if game is None:
        return 1
    last = len(game.states) - 1 - game.final.over  # at the end of an unfinished game there is a move to come
    for turn in turns_asked(args, last):
        state = game.states[turn]
        seen = view(state, state.seat)
        found = ConventionPlayer(convention).explain(seen, game.seats)
        action = None if found.action is None else Describer(seen, game.seats).action(found.action)
        row = {"turn": turn, "seat": state.seat, "rule": found.rule, "action": action, "why": found.text}
        others = [
            {"rule": one.rule, "why": one.reason, "letters": one.letters, "ways": one.ways}
            for one in found.passed
        ]
        why = f", {found.text}" if found.text else ""
        did = f"{found.rule}: {action}{letters_text(found.letters)}{why}" if found.rule else "nothing"
        answer(
            args,
            row | {"letters": found.letters, "passed": others},
            f"turn {turn_number(turn)}, {game.seats[state.seat]}: {did}",
            *(f"  not {one.rule}: {one.reason}{letters_text(one.letters, one.ways)}" for one in found.passed),
        )
    return 0 if checked.valid else 1


def _tell(args: Namespace) -> int:
    passed = True
    for name in args.file:
        for story, failures in _run_stories(name):
            passed &= not failures
            row = {"story": story.name, "line": story.line, "failures": list(map(str, failures))}
            told = [f"  {name}, {failure}" for failure in failures]
            answer(args, row, f"{'failed' if failures else 'passed'}: {story.name}", *told)
    return 0 if passed else 1


def _run_stories(name: str) -> "Iterator[tuple[Story, list[Failure]]]":
    """Yield the stories of a file with what fails in each; an error names the file."""
    from handsight.conventions.convention_stories import parse_stories, run_story

    text, empty = read_text(Path(name)), True
    try:
        for story in parse_stories(text):
            empty = False
            yield story, run_story(story)
    except InputError as error:
        raise InputError(f"{name}, {error}") from error
    if empty:
        raise InputError(f"{name}: there is no story in it; one begins with a line `story …`")


def _ablate(args: Namespace) -> int:
    """Switch the choices of a convention off, and measure what each is worth."""
    from handsight.lab import ablate

    check_outputs(args)
    named_convention(args.file, load_convention)
    with shared.usage_errors(), progress(args) as tell:
        chosen = experiment(args, "ablate") | conditions(args, tell)
        ablation = ablate(args.file, every_way=args.all, only=args.only, **chosen)
    publish(args, ablation.summary())
    return 0


_FILE = option("file", "FILE", "a name, a path, or either with changes")
_ONLY = repeated(
    "--only", "CHOICE", "switch only these; also a rule, bridge step or law of what it builds on"
)
JOBS = {
    "check": job(
        "say what is wrong with conventions, and where", _check, _FILE.changed(nargs="+"), shared.JSON
    ),
    "show": job("print a convention as one file, in plain words", _show, _FILE, shared.JSON),
    "list": job("the conventions and ideas that ship with the package", _list, shared.JSON),
    "explain": job(
        "which rule acts at each turn of a game, and why no other",
        _explain,
        *(_FILE, *shared.RECORDED_GAME, shared.ONE_MOVE, shared.JSON),
    ),
    "tell": job("run stories", _tell, _FILE.changed(nargs="+", metavar="STORY", help="stories"), shared.JSON),
    "ablate": job(
        "what each choice of a convention is worth",
        _ablate,
        _FILE,
        flag("--all", "every set of choices, and Shapley values"),
        *(_ONLY, shared.CONFIDENCE, *CONDITIONS),
    ),
    **GAME_JOBS,
}
COMMANDS = {"convention": Command("convention", __doc__, EXAMPLE, jobs=JOBS)}
