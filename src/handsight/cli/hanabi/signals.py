"""Say what hints for a hand can surely say: which are legal, and the largest partition, with proofs.

A partition divides the hints into blocks so that each block contains a legal hint, whatever the hand is; so a
hint can say which block it is from. TABLE is typed: a word for each card, newest first, with a letter for
each colour that the card can have, a digit for each rank (RW12 is red or white, 1 or 2), * for anything.
TABLE may also be a file with such rows, or `-`. With --seat it is a recorded game instead, and the hand of
that seat is looked at, as everybody knows it: by clues, and by the cards that were played or discarded.
"""

from argparse import Namespace
from pathlib import Path

from handsight.cli import shared_options as shared
from handsight.cli.command_parser import count, option
from handsight.cli.output import answer
from handsight.errors import InputError, UsageError
from handsight.notation import open_source
from handsight.signals import public_table, read_table, sentences, signals_json, study
from handsight.signals.hint_table import HINT_KINDS, HintTable
from handsight.signals.partition_search import STEPS
from handsight.text.counting_from_one import turn_number

EXAMPLE = """\
  handsight signals --hints RWYGB RWYG WY YG R
  handsight signals "RB WY W RB" --left "R=1 W=2 Y=2 G=0 B=1"
  handsight signals sample:first --turn 31 --seat Bob --kind colours"""
LONGEST_TABLE = 64_000
"""Characters of a table that is typed or read from a file."""
ARGUMENTS = (
    option(
        "source", "TABLE|GAME", f"the rows of a table; with --seat, a game: {shared.SOURCE_HELP}", nargs="+"
    ),
    option("--kind", "", "hints of which kind", choices=HINT_KINDS, default="both"),
    option("--left", "COUNTS", "table: how many copies are left, as 'R=1 W=2 Y=0'"),
    option("--hints", "HINTS", "table: all hints, as RWYGB or red,blue (default: those of the rows)"),
    option("--seat", "S", f"game: whose hand: {shared.SEAT_HELP}"),
    shared.TURN,
    shared.NUMBER.changed(help="game: which one of a file that holds several, from 1"),
    count("--steps", "N", "how long to search for each partition", 0, default=STEPS),
    shared.FETCH,
    shared.JSON,
)


def run(args: Namespace) -> int:
    """Study a table, or the hand of a seat at a turn of a game."""
    heading, table, valid = _typed(args) if args.seat is None else _public(args)
    found = study(table, steps=args.steps)
    answer(
        args, heading[1] | signals_json(found), *([heading[0], ""] if heading[0] else []), *sentences(found)
    )
    return 0 if valid else 1


Heading = tuple[str, dict[str, object]]
"""What is said of a hand before its table: as a line, and as JSON."""


def _typed(args: Namespace) -> tuple[Heading, HintTable, bool]:
    """Read the table of the command line, or that of a file."""
    if args.turn is not None or args.number is not None:
        option = "--turn" if args.turn is not None else "--number"
        raise UsageError(f"{option} is about a game; say with --seat whose hand of it is meant")
    typed = " ".join(args.source)
    from_file = typed == "-" or _is_file(typed)
    text, label = open_source(typed) if from_file else (typed, "the table")
    if len(text) > LONGEST_TABLE:
        raise InputError(f"{label}: a table may have {LONGEST_TABLE} characters, this one has {len(text)}")
    try:
        table = read_table(text, left=args.left, hints=args.hints or "", kind=args.kind)
        table.problem(joint=table.copies is not None)  # raises an error where no hand fits
    except InputError as error:
        remedy = "; if this is a game, name the hand with --turn and --seat" if _like_a_game(text) else ""
        if from_file:
            raise InputError(f"{label}: {error}{remedy}") from None
        raise UsageError(f"{error}{remedy}") from None
    if args.hints and (unlisted := [hint for hint in table.hints if hint not in args.hints]):
        raise UsageError(f"the rows name {unlisted[0]}, which is not among --hints {args.hints}; add it")
    return ("", {}), table, True


def _is_file(source: str) -> bool:
    try:
        return Path(source).is_file()
    except (OSError, ValueError):  # too long for a path, or no path at all
        return False


def _like_a_game(text: str) -> bool:
    return any(sign in text for sign in ":{/.") or "Players" in text


def _public(args: Namespace) -> tuple[Heading, HintTable, bool]:
    """Read the public table of a hand in a game."""
    if len(args.source) > 1:
        raise UsageError(f"name one game with --seat, not {len(args.source)}")
    args.source = args.source[0]
    for name in ("left", "hints"):
        if getattr(args, name) is not None:
            raise UsageError(f"--{name} is about a typed table; in a game everything is counted")
    _, checked = shared.read_one(args)
    game = checked.game
    if game is None:
        raise InputError(f"{checked.label}: no turn of this game can be read")
    turn = shared.turn_in(args.turn, len(game.states) - 1)
    seat = shared.seat_in(args.seat, game.seats)
    if seat is None:
        raise UsageError("name a seat with --seat")
    with shared.usage_errors(" (--kind)"):
        table = public_table(game, seat=seat, turn=turn, kind=args.kind)
    variant = game.setup.terms.variant.name
    line = (
        f"{game.seats[seat]}'s hand (seat {seat}) as everybody knows it, turn {turn_number(turn)}, {variant}"
    )
    return (
        (line, {"turn": turn, "seat": seat, "name": game.seats[seat], "variant": variant}),
        table,
        checked.valid,
    )
