"""Say what seats know: possible cards with exact probabilities, and why.

By the rules alone: every deal that fits what the seat saw is equally likely. --why gives a reason from which
no fact can be left out, and since when it has been known. --ask answers a formula of knowledge. Turns and
slots count from 1, slots from the newest card: --turn 13 is the table before the thirteenth move.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from handsight.cli import arguments, game_options
from handsight.cli.games import GAMES
from handsight.cli.output import say
from handsight.errors import UsageError
from handsight.knowledge import GameKnowledge, knowledge_of

EXAMPLE = (
    "  handsight know game.json --turn 13 --seat 0 --why 2\n"
    "  handsight know --hand BG BR RG RY RY --left B=1 G=2 R=1 Y=1"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    arguments.add_source(parser, optional=True)
    arguments.add_turn(parser)
    parser.add_argument("--seat", metavar="S", help=f"only this seat: {arguments.SEAT}")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments.add_game(parser, "know")


@dataclass(frozen=True)
class Question:
    """What is asked of one game of a file; *turn* and *seat* are indices, seat None asks of all seats."""

    args: Namespace
    game: Any  # a recorded game of any kind
    label: str
    turn: int
    seat: int | None
    knowledge: GameKnowledge
    several: bool
    """Whether a file of this game may be asked as a whole, so that answers name their game."""

    @property
    def state(self) -> Any:
        """The table at that turn."""
        return self.game.states[self.turn]

    @property
    def one_seat(self) -> int:
        """The seat that is asked about; the seat that is to act, where none was named."""
        return int(self.state.seat) if self.seat is None else self.seat

    def print(self, answer: Any) -> None:
        """Print an answer of the game's knowledge, as JSON or in sentences."""
        names = self.game.seats
        if self.args.json:
            row = self.knowledge.to_json(answer, names)
            print(arguments.json_line({"id": self.label} | row if self.several else row))
            return
        first, *more = self.knowledge.sentences(answer, names)
        say("\n".join([f"{self.label}, {first}" if self.several else first, *more]))


def run(args: Namespace) -> int:
    """Answer for one turn, or for the whole game."""
    if args.source is None:
        return _without_file(args)
    game, games = arguments.read_games(args)
    own = GAMES[game].optional_module("know")
    questions = QUESTIONS | (own.QUESTIONS if own else {})
    for option in getattr(own, "WITHOUT_FILE_OPTIONS", ()):
        if getattr(args, option) is not None:
            raise UsageError(f"--{option} goes with a hand by itself, without a file; leave out one of them")
    option = arguments.at_most_one(args, *questions)
    several = bool(own and own.SEVERAL)
    valid = True
    for checked in arguments.chosen_games(args, games) if several else [arguments.one_game(args, games)]:
        arguments.report_problems(checked)
        valid &= checked.valid
        record = checked.game
        if record is None:
            continue
        turn = arguments.turn_in(args.turn, len(record.states) - 1)
        seat = arguments.seat_in(args.seat, record.seats, GAMES[game].module("options").SEAT_NAMES)
        question = Question(args, record, checked.label, turn, seat, knowledge_of(game), several)
        answer = questions[option] if option else own.answer if hasattr(own, "answer") else _hands
        answer(question)
    return 0 if valid else 1


def _without_file(args: Namespace) -> int:
    """Answer what is asked with all its facts on the command line, in the game that has such a question."""
    asked = {
        option: game
        for game, commands in GAMES.items()
        if (own := commands.optional_module("know"))
        for option in getattr(own, "WITHOUT_FILE", {})
    }
    given = [option for option in asked if getattr(args, option, None) is not None]
    if not given:
        options = " or ".join(f"--{option}" for option in asked)
        raise UsageError(f"name a game: {arguments.SOURCE}; or give a hand by itself with {options}")
    game_options.settle(args, [asked[given[0]]])
    own = GAMES[asked[given[0]]].optional_module("know")
    question = arguments.at_most_one(args, *(QUESTIONS | own.QUESTIONS))
    for option in ("seat", "turn", "number", question):
        if option and getattr(args, option) is not None:
            raise UsageError(f"--{option} is about a game; name the game's file, or leave --{option} out")
    with arguments.usage_errors():
        own.WITHOUT_FILE[given[0]](args)
    return 0


def _hands(question: Question) -> None:
    """Print what each seat knows."""
    seats = range(len(question.game.seats)) if question.seat is None else [question.seat]
    knowledge = question.knowledge
    hands = [knowledge.know(question.game, seat=seat, turn=question.turn) for seat in seats]
    if question.args.json:
        rows = [knowledge.to_json(hand, question.game.seats) for hand in hands]
        print(arguments.json_line({"turn": question.turn, "seats": rows}))
    else:
        for hand in hands:
            question.print(hand)


def _why(question: Question) -> None:
    """Print why a seat knows what it knows of one card, and since when."""
    if question.seat is None:
        who = f"{question.game.seats[question.one_seat]} (seat {question.one_seat})"
        print(f"no --seat was given: this is about {who}, who is to act", file=sys.stderr)
    with arguments.usage_errors():
        explanation = question.knowledge.explain(
            question.game, seat=question.one_seat, about=question.args.why, turn=question.turn
        )
    question.print(explanation)


def _ask(question: Question) -> None:
    """Answer a formula of knowledge, with worlds that show why it is false."""
    if question.seat is not None:
        name = question.game.seats[question.seat]
        raise UsageError(
            f"--seat does not go with --ask: a formula names whose knowledge it is about, as in K[{name}]"
        )
    question.print(question.knowledge.ask(question.game, formula=question.args.ask, turn=question.turn))


QUESTIONS: dict[str, Callable[[Question], None]] = {"why": _why, "ask": _ask}
"""What each option asks, in every game that declares it; a game adds questions of its own."""
