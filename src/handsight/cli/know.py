"""Say what seats know: possible cards with exact probabilities, and why.

By the rules alone: every deal that fits what the seat saw is equally likely. --why gives a reason from which
no fact can be left out, and since when it has been known. --ask answers a formula of knowledge. Turns and
slots count from 1, slots from the newest card: --turn 13 is the table before the thirteenth move.
"""

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from handsight.cli import shared_options as shared
from handsight.cli.games import GAMES, settle
from handsight.cli.output import answer, print_json
from handsight.errors import UsageError
from handsight.knowledge import GameKnowledge, knowledge_of

EXAMPLE = (
    "  handsight know game.json --turn 13 --seat 0 --why 2\n"
    "  handsight know --hand BG BR RG RY RY --left B=1 G=2 R=1 Y=1"
)
ARGUMENTS = (
    *(shared.SOURCE.changed(nargs="?"), shared.NUMBER, shared.FETCH, shared.TURN),
    *(shared.SEAT, shared.JSON, shared.GAME),
)


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
    """Whether all games of a file are asked at once, so that each answer names its game."""

    @property
    def state(self) -> Any:
        """The table at that turn."""
        return self.game.states[self.turn]

    @property
    def one_seat(self) -> int:
        """The seat that is asked about; if none was named, the seat to move."""
        return int(self.state.seat) if self.seat is None else self.seat

    def print(self, found: Any) -> None:
        """Print an answer of the game's knowledge, as JSON or in sentences."""
        names = self.game.seats
        row, (first, *more) = found.to_json(names), found.sentences(names)
        if self.several:
            row, first = {"id": self.label} | row, f"{self.label}, {first}"
        answer(self.args, row, first, *more)


@dataclass(frozen=True)
class GameQuestions:
    """The questions of `know` that a game answers beside those of all games."""

    asked: Mapping[str, Callable[[Question], None]]
    """By option, the function that answers."""
    answer: Callable[[Question], None] | None = None
    """Answers if no option asks anything; by default, what each seat knows is printed."""
    several: bool = False
    """Whether all games of a file are asked at once."""
    hand_options: tuple[str, ...] = ()
    """Options for a hand without a game, the first of which gives the cards; they are refused with a file."""
    answer_hand: Callable[[Namespace], None] = lambda _: None
    """Answers for such a hand."""


def questions_of(game: str) -> GameQuestions:
    """Return the questions of `know` that a game answers beside those of all games."""
    name = GAMES[game].know
    found: GameQuestions = GAMES[game].module(name).know_questions() if name else GameQuestions({})
    return found


def run(args: Namespace) -> int:
    """Answer what was asked of one game, or of all games of a file; the status is 1 if one is not valid."""
    if args.source is None:
        return _without_file(args)
    game, games = shared.read_games(args)
    own = questions_of(game)
    for name in shared.given(args, *own.hand_options):
        raise UsageError(f"--{name} is for a hand without a game; leave out --{name} or the file")
    asked = {**QUESTIONS, **own.asked}
    option = shared.at_most_one(args, *asked)
    valid = True
    for checked in shared.chosen_games(args, games) if own.several else [shared.one_game(args, games)]:
        shared.report_problems(checked)
        valid &= checked.valid
        record = checked.game
        if record is None:
            continue
        turn = shared.turn_in(args.turn, len(record.states) - 1)
        seat = shared.asked_seat(args, game, record)
        question = Question(args, record, checked.label, turn, seat, knowledge_of(game), own.several)
        (asked[option] if option else own.answer or _hands)(question)
    return 0 if valid else 1


def _without_file(args: Namespace) -> int:
    """Answer about a hand that is typed on the command line, by the game that has an option for it."""
    able = {own.hand_options[0]: game for game in GAMES if (own := questions_of(game)).hand_options}
    game = next((able[name] for name in shared.given(args, *able)), None)
    if game is None:
        options = " or ".join(f"--{name}" for name in able)
        raise UsageError(f"name a game: {shared.SOURCE_HELP}; or give a hand by itself with {options}")
    settle(args, [game])
    own = questions_of(game)
    for name in shared.given(args, "seat", "turn", "number", *QUESTIONS, *own.asked):
        raise UsageError(f"--{name} is about a game; name the game's file, or leave --{name} out")
    with shared.usage_errors():
        own.answer_hand(args)
    return 0


def _hands(question: Question) -> None:
    """Print what each seat knows."""
    seats = range(len(question.game.seats)) if question.seat is None else [question.seat]
    knowledge = question.knowledge
    hands = [knowledge.know(question.game, seat=seat, turn=question.turn) for seat in seats]
    if question.args.json:
        rows = [hand.to_json(question.game.seats) for hand in hands]
        print_json({"turn": question.turn, "seats": rows})
    else:
        for hand in hands:
            question.print(hand)


def _why(question: Question) -> None:
    """Print why a seat knows what it knows of one card, and since when."""
    if question.seat is None:
        who = f"{question.game.seats[question.one_seat]} (seat {question.one_seat})"
        print(f"no --seat was given: this is about {who}, who is to act", file=sys.stderr)
    with shared.usage_errors():
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
