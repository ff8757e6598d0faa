"""Review a recorded game by a convention, move by move.

For each move: what it meant by the convention (who was promised what, who was asked to play), what the
convention would have done and by which rule, how the move broke it, and how many bits it told to whom. A move
breaks a convention by an untrue promise, by a contradiction (its promise is ruled out by the card's clues),
because a play was declined, a card was lost that the convention would have saved, a clue told nobody
anything, or simply by another move; none of these says that the move was bad. --report writes a page, and
beside it the replay as one file, to which every move of the page leads. `handsight convention agree` counts
over many games, and `handsight convention explain` says why no earlier rule acts.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from handsight.cli import arguments, game_options
from handsight.cli.hanabi import options
from handsight.cli.output import say
from handsight.errors import UsageError
from handsight.notation import read_file
from handsight.text.counting import counted

if TYPE_CHECKING:  # the help needs no interpreter
    from handsight.conventions.review import MoveReview, Review

EXAMPLE = """\
  handsight review game.json --by circle
  handsight review sample:first --by circle --turn 12
  handsight review game.json --by circle --report review.html"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    arguments.add_source(parser)
    parser.add_argument(
        "--by", required=True, metavar="CONVENTION", help="a name, a path, or either with changes"
    )
    parser.add_argument(
        "--turn", type=int, metavar="T", help="only the T-th move, from 1 (default: every move)"
    )
    parser.add_argument("--report", metavar="FILE", help="write a page, .html, and the replay beside it")
    arguments.add_force(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object for each move")
    game_options.declare(parser, "review")
    parser.set_defaults(game="hanabi")


def run(args: Namespace) -> int:
    """Review a game; the status is 1 if only its valid beginning could be reviewed."""
    from handsight.conventions import load_convention, promised_knowledge
    from handsight.conventions.review import Review

    game_options.settle(args, ["hanabi"])
    replay = _check_report(args)
    with options.explain_bot_names([args.by]):
        convention = load_convention(args.by)
    arguments.keep_link_turn(args)
    checked = arguments.one_game(
        args, read_file(args.source, game="hanabi", fetch=args.fetch, **options.reading(args))
    )
    arguments.report_problems(checked)
    if checked.game is None:
        return 1
    review = Review(promised_knowledge(checked.game, convention))
    at = None if args.turn is None else arguments.turn_in(args.turn, len(review.moves) - 1)
    if args.json:
        for row in review.to_json():
            if at is None or row["turn"] == at:
                print(arguments.json_line(row))
    else:
        for move in review.moves:
            if at is None or move.turn == at:
                say("\n".join(_lines(review, move)))
        if at is None:
            say(_total(review))
    if replay is not None:
        _write_report(args, review, replay)
    return 0 if checked.valid else 1


def _check_report(args: Namespace) -> Path | None:
    """Return where the replay beside a report goes, or refuse files that could not be written."""
    if args.report is None:
        return None
    report = Path(args.report)
    if report.suffix != ".html":
        raise UsageError(f"--report writes a page; name a file that ends in .html, not {report.name}")
    replay = report.with_name(f"{report.stem}-replay.html")
    for path in (report, replay):
        arguments.check_file(path, "--report", force=args.force)
    return replay


def _lines(review: "Review", move: "MoveReview") -> Iterator[str]:
    from handsight.conventions.game_reading import meaning_sentences

    yield from meaning_sentences(move.meaning, review.reading)
    rule = f" by `{move.wanted.rule}`" if move.wanted.rule else ""
    if move.agrees:
        yield f"  {review.convention.name} does the same{rule}"
    else:
        same = ", which leaves the same flags" if move.leaves_same_flags else ""
        yield f"  {review.convention.name} would {move.wanted_text or 'find nothing to do'}{rule}{same}"
    for broken in move.broken:
        yield f"  broken, {broken.kind}: {review.whole_text(broken)}"


def _total(review: "Review") -> str:
    same = sum(move.agrees for move in review.moves)
    kinds = ", ".join(f"{kind} {count}" for kind, count in review.kinds.most_common())
    share = f"{same / len(review.moves):.0%}" if review.moves else "none"
    name = review.convention.name
    moves = counted(len(review.moves), "move")
    return f"{name} does the same in {same} of {moves} ({share}); broken: {kinds or 'never'}"


def _write_report(args: Namespace, review: "Review", replay: Path) -> None:
    from handsight.notation import CheckedGame
    from handsight.web.hanabi.game_replay import HanabiReplay
    from handsight.web.hanabi.review_report import review_report
    from handsight.web.single_file import single_file

    page = single_file(HanabiReplay(CheckedGame("", review.game), "", by=args.by)).decode()
    arguments.write_output(str(replay), page, "the replay", force=args.force)
    arguments.write_output(args.report, review_report(review, replay.name), "the review", force=args.force)
