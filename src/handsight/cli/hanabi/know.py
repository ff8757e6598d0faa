"""What seats of Hanabi know of their own hands, as `handsight know` prints it."""

from argparse import Namespace
from collections.abc import Callable

from handsight.cli import arguments
from handsight.errors import UsageError
from handsight.hanabi import view
from handsight.knowledge import Knowledge, information_gains, nested_knowledge
from handsight.knowledge.hanabi.questions import ask, explain, sentences, to_json
from handsight.knowledge.hanabi.sentences import Answer, timeline_sentences
from handsight.notation import CheckedGame
from handsight.notation.hanabi.record import Game


def run(args: Namespace, games: list[CheckedGame[Game]]) -> int:
    """Answer the question that the options ask of one game."""
    question = arguments.at_most_one(args, *QUESTIONS)
    checked = arguments.one_game(args, games)
    arguments.report_problems(checked)
    game = checked.game
    if game is None:
        return 1
    args.seat = arguments.seat_in(args.seat, game.seats)
    args.of = arguments.seat_in(args.of, game.seats)
    turn = arguments.turn_in(args.turn, len(game.states) - 1)
    answer = QUESTIONS[question] if question else _hands
    answer(game, turn, args)
    return 0 if checked.valid else 1


def _print(answer: Answer, game: Game, args: Namespace) -> None:
    """Print an answer, as JSON or in sentences."""
    if args.json:
        print(arguments.json_line(to_json(answer, game.seats)))
    else:
        print("\n".join(sentences(answer, game.seats)))


def _hands(game: Game, turn: int, args: Namespace) -> None:
    """Print what each seat knows of every card in its hand."""
    state = game.states[turn]
    seats = range(len(game.seats)) if args.seat is None else [args.seat]
    hands = [Knowledge(view(state, seat)) for seat in seats]
    if args.json:
        print(arguments.json_line({"turn": turn, "seats": [to_json(hand) for hand in hands]}))
    else:
        print("\n".join(line for hand in hands for line in sentences(hand, game.seats)))


def _why(game: Game, turn: int, args: Namespace) -> None:
    """Print why a seat knows what it knows of one card, and since when."""
    seat = args.seat if args.seat is not None else game.states[turn].seat
    with arguments.usage_errors():
        explanation = explain(game, seat=seat, about=args.why, turn=turn)
    _print(explanation, game, args)


def _of(game: Game, turn: int, args: Namespace) -> None:
    """Print what a seat can say of what another seat knows."""
    if args.seat is None:
        raise UsageError("--of needs --seat: whose knowledge of another seat's knowledge is asked for")
    if args.seat == args.of:
        raise UsageError("--of must name another seat than --seat")
    _print(nested_knowledge(view(game.states[turn], args.seat), args.of), game, args)


def _ask(game: Game, turn: int, args: Namespace) -> None:
    """Answer a formula of knowledge, with worlds that show why it is false."""
    _print(ask(game, formula=args.ask, turn=turn), game, args)


def _convention(game: Game, turn: int, args: Namespace) -> None:
    from handsight.cli.hanabi.know_by_convention import know_by_convention

    know_by_convention(game, turn, args)


def _timeline(game: Game, turn: int, args: Namespace) -> None:
    """Print move by move what it told each seat, up to a turn."""
    gains = (
        gain
        for gain in information_gains(game.states[: turn + 1])
        if args.seat is None or gain.seat == args.seat
    )
    lines = (
        (arguments.json_line(to_json(gain)) for gain in gains)
        if args.json
        else timeline_sentences(game, gains)
    )
    for line in lines:
        print(line)


QUESTIONS: dict[str, Callable[[Game, int, Namespace], None]] = {
    "why": _why,
    "of": _of,
    "ask": _ask,
    "convention": _convention,
    "timeline": _timeline,
}
"""What each option asks."""
