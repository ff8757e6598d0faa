"""The questions that `handsight know` answers for Hanabi alone: --of, --convention and --timeline."""

from collections.abc import Callable

from handsight.cli import arguments
from handsight.cli.know import Question
from handsight.errors import UsageError
from handsight.hanabi import view
from handsight.knowledge import information_gains, nested_knowledge
from handsight.knowledge.hanabi.sentences import timeline_sentences
from handsight.knowledge.hanabi.to_json import information_gain_json

SEVERAL = False


def _of(question: Question) -> None:
    """Print what a seat can say of what another seat knows."""
    other = arguments.seat_in(question.args.of, question.game.seats)
    if question.seat is None:
        raise UsageError("--of needs --seat: whose knowledge of another seat's knowledge is asked for")
    if other is None or question.seat == other:
        raise UsageError("--of must name another seat than --seat")
    question.print(nested_knowledge(view(question.state, question.seat), other))


def _convention(question: Question) -> None:
    from handsight.cli.hanabi.know_by_convention import know_by_convention

    know_by_convention(question)


def _timeline(question: Question) -> None:
    """Print move by move what it told each seat, up to a turn."""
    gains = (
        gain
        for gain in information_gains(question.game.states[: question.turn + 1])
        if question.seat is None or gain.seat == question.seat
    )
    if question.args.json:
        for gain in gains:
            print(arguments.json_line(information_gain_json(gain)))
    else:
        for line in timeline_sentences(question.game, gains):
            print(line)


QUESTIONS: dict[str, Callable[[Question], None]] = {
    "of": _of,
    "convention": _convention,
    "timeline": _timeline,
}
