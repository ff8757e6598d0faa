"""Review a recorded game by a convention, move by move.

For each move: what it meant by the convention (who was promised what, who was asked to play), what the
convention would have done and by which rule, how the move broke it, and how many bits it told to whom. A move
breaks a convention by an untrue promise, by a contradiction (its promise is ruled out by the card's clues),
because a play was declined, a card was lost that the convention would have saved, a clue told nobody
anything, or simply by another move; none of these says that the move was bad. --report writes the
replay as one page that shows all of this beside the table. `handsight convention agree` counts
over many games, and `handsight convention explain` says why no earlier rule acts.
"""

from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from handsight.cli import shared_options as shared
from handsight.cli.command_parser import option
from handsight.cli.hanabi.options import named_convention
from handsight.cli.output import answer, check_page, say, write_output
from handsight.text.counting_from_one import counted

if TYPE_CHECKING:  # the help needs no interpreter
    from handsight.analysis.hanabi.convention_review import MoveReview, Review

EXAMPLE = """\
  handsight review game.json --by circle
  handsight review sample:first --by circle --turn 12
  handsight review game.json --by circle --report review.html"""
ARGUMENTS = (
    *shared.RECORDED_GAME,
    option("--by", "CONVENTION", "a name, a path, or either with changes", required=True),
    shared.ONE_MOVE,
    option("--report", "FILE", "write the replay, read by the convention, as a web page, .html"),
    shared.FORCE,
    shared.json_for("move"),
)


def run(args: Namespace) -> int:
    """Review a game; the status is 1 if only its valid beginning could be reviewed."""
    from handsight.analysis.hanabi.convention_review import Review
    from handsight.cli.convert import replay_page
    from handsight.conventions import load_convention, promised_knowledge

    check_page(args.report, force=args.force)
    convention = named_convention(args.by, load_convention)
    _, checked = shared.read_one(args)
    if checked.game is None:
        return 1
    review = Review(promised_knowledge(checked.game, convention))
    at = None if args.turn is None else shared.turn_in(args.turn, len(review.moves) - 1)
    for row, move in zip(review.to_json(), review.moves, strict=True):
        if at is None or move.turn == at:
            answer(args, row, *_lines(review, move))
    if at is None and not args.json:
        say(_total(review))
    if args.report and (page := replay_page("hanabi", review.game, args.by)):
        write_output(args.report, page.text, "the review", force=args.force)
    return 0 if checked.valid else 1


def _lines(review: "Review", move: "MoveReview") -> Iterator[str]:
    from handsight.analysis.hanabi.move_sentences import meaning_sentences

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
