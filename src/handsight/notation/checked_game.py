"""What reading a file gives, for any game: games as far as they are valid, and problems.

A reader makes a `ParsedGame` of its own game: anything that can be written down, legal or not. Validation
plays it by the rules once and makes a `CheckedGame`: the legal part, with its states, and every problem.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypedDict, TypeVar

from msgspec import Struct

from handsight.errors import HandsightError, InputError
from handsight.text.diagnostics import Position, Problem, problem_json

GameT = TypeVar("GameT")
StateT = TypeVar("StateT")


class Written(NamedTuple):
    """A game as text, and what that format could not hold."""

    text: str
    lost: tuple[str, ...] = ()


class ReadOptions(Struct, frozen=True):
    """How files are to be read and validated; Boeren Bridge refuses the options that only Hanabi has."""

    players: int | None = None
    """How many play, where a file does not say."""
    rules: Any = None
    """A rule set of the game, by name or as a value; it overrules what the file says."""
    switches: Sequence[tuple[str, str]] = ()
    """Single rule switches and their values, such as ("refund_five", "no"); they overrule the rule set."""
    partial: bool = False
    """Whether a deck that lists too few cards is accepted."""
    keep_going: bool = False
    """Whether actions that are not legal are skipped, instead of ending the game there."""
    compare: bool = False
    """Whether results that a file states are compared with those of the rules."""


class ReadKeywords(TypedDict, total=False):
    """The fields of `ReadOptions`, as keywords of functions."""

    players: int | None
    rules: Any
    switches: Sequence[tuple[str, str]]
    partial: bool
    keep_going: bool
    compare: bool


class CheckedGame(Struct, Generic[GameT], frozen=True):
    """A game as far as it is valid, and what is wrong with the rest."""

    label: str
    """Which file it is from, and its number there: `game.json:1`."""
    game: GameT | None
    problems: tuple[Problem, ...] = ()
    notices: tuple[str, ...] = ()
    """What a person should know though nothing is wrong."""

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong."""
        return self.game is not None and not self.problems

    def valid_game(self) -> GameT:
        """Return the game if nothing is wrong with it, or raise its first problem.

        Raises:
            InputError: no game could be read.
            HandsightError: the game breaks the rules.
        """
        if self.game is None:
            raise InputError(f"{self.label}: {self.problems[0]}")
        if self.problems:
            raise HandsightError(f"{self.label}: {self.problems[0]}")
        return self.game

    def json(self, figures: dict[str, Any]) -> dict[str, Any]:
        """Return what `check --json` prints of a game: its figures between its label and its problems."""
        row = {"game": self.label, "valid": self.valid, **figures}
        row["error"] = problem_json(self.problems[0]) if self.problems else None
        if len(self.problems) > 1:
            row["errors"] = [problem_json(problem) for problem in self.problems]
        if self.notices:
            row["notices"] = list(self.notices)
        return row


def unreadable(label: str, error: InputError) -> CheckedGame[Any]:
    """Return a `CheckedGame` without a game, whose problem says why a file cannot be read."""
    position = Position(error.line, error.column) if error.line else None
    return CheckedGame(f"{label}:1", None, (Problem("unreadable", error.message, position=position),))


def in_order(*problems: Problem) -> tuple[Problem, ...]:
    """Sort problems by position; those without one come first."""

    def place(problem: Problem) -> tuple[int, int]:
        line, column, _ = problem.position or Position(0)
        return line, column or 0

    return tuple(sorted(problems, key=place))


def play_moves(
    state: StateT,
    moves: Iterable[Any],
    problem_of: Callable[[StateT, int, Any], Problem | None],
    play: Callable[[StateT, Any], StateT],
    *,
    keep_going: bool = False,
) -> tuple[tuple[Any, ...], tuple[StateT, ...], list[Problem]]:
    """Play moves, each with its `action`, by the rules, once, until one is not legal.

    *problem_of* says what is wrong with a move (given a state, its index, the move); with *keep_going* such
    a move is skipped, unless the game is over. Returns the legal actions, the states after 0, 1, 2, … of
    them, and the problems.
    """
    legal, states, problems = [], [state], list[Problem]()
    for index, move in enumerate(moves):
        problem = problem_of(states[-1], index, move)
        if problem is None:
            legal.append(move.action)
            states.append(play(states[-1], move.action))
            continue
        problems.append(problem)
        if not keep_going or problem.code == "game-over":
            break
    return tuple(legal), tuple(states), problems
