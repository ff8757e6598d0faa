"""Files of High Card: a title, then a line for each game, such as ``2 1 3: keep swap``."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from handsight.errors import InputError
from handsight.game import RecordedGame
from handsight.notation import CheckedGame, Format, ReadOptions, Written
from handsight.notation.checked_game import play_moves
from handsight.text.diagnostics import Position, Problem
from handsight.text.suggestions import did_you_mean, listed
from toy_game import rules
from toy_game.rules import Action, Setup, State

TITLE, SUFFIX = "High Card", ".highcard"
FORMATS = {"log": Format("log", "a line for each game", SUFFIX, "toy_game.notation", "write", several=True)}
SAMPLES = None
ABOUT_SAMPLES: dict[str, str] = {}
DEAL = re.compile(r"\s*(\d)\s+(\d)\s+(\d)\s*:")


class Recorded(RecordedGame[Setup, Action, State], frozen=True):
    """A recorded game of High Card."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The name of each seat."""
        return rules.SEAT_NAMES


def recognise(text: str, label: str = "") -> bool:
    """Whether a text is of this game."""
    return label.endswith(SUFFIX) or text.lstrip().startswith(TITLE)


def link(_source: str) -> None:
    """Return None: games of High Card are not on the web."""


def read(text: str, label: str, options: ReadOptions) -> Iterator[CheckedGame[Recorded]]:
    """Read and validate every game of a text."""
    lines = [(at, line) for at, line in enumerate(text.splitlines(), 1) if line.strip() not in ("", TITLE)]
    for number, (at, line) in enumerate(lines, 1):
        yield _read_line(f"{label}:{number}", at, line, options)


class _Word(NamedTuple):
    """A word of a line where a move should be."""

    found: re.Match[str]

    @property
    def action(self) -> Action:
        return Action(self.found[0])


def _read_line(label: str, at: int, line: str, options: ReadOptions) -> CheckedGame[Recorded]:
    dealt = DEAL.match(line)
    setup = tuple(map(int, dealt.groups())) if dealt else ()
    if dealt is None or sorted(setup) != list(rules.CARDS):
        message = "a game begins with its deal: the cards 1, 2 and 3 in any order, as in `2 1 3: keep swap`"
        return CheckedGame(label, None, (Problem("bad-deal", message, position=Position(at, 1, line)),))
    words = map(_Word, re.compile(r"\S+").finditer(line, dealt.end()))
    start, problem_of = rules.deal(setup), partial(_problem, at, line)
    actions, states, problems = play_moves(
        start, words, problem_of, rules.play, keep_going=options.keep_going
    )
    game = Recorded(setup, actions, states)
    return CheckedGame(label, game, tuple(problems))


def _problem(at: int, line: str, state: State, turn: int, said: _Word) -> Problem | None:
    """Say what is wrong with a move, and where, or return None."""
    word = said.found
    position = Position(at, word.start() + 1, line)
    if word[0] not in list(Action):
        hint = did_you_mean(word[0], list(Action), f"a move is {listed(Action)}")
        return Problem("bad-word", f"{word[0]!r} is no move; {hint}", turn, position)
    if state.over:
        return Problem("game-over", "the game is over: both seats have acted", turn, position)
    return None


def write(*games: Recorded) -> Written:
    """Write games, a line for each."""
    lines = (f"{' '.join(map(str, game.setup))}: {' '.join(game.actions)}".rstrip() for game in games)
    return Written("\n".join([TITLE, *lines, ""]))


def to_score(games: Iterable[CheckedGame[Recorded]]) -> Iterable[CheckedGame[Recorded]]:
    """Return all games: each of them has a score, or none yet."""
    return games


def summary(checked: CheckedGame[Recorded]) -> dict[str, Any]:
    """Return the row of `check --json`."""
    return checked.json({"score": checked.game and rules.score(checked.game.final)})


def sentence(checked: CheckedGame[Recorded]) -> str:
    """Say in one line how a game stands."""
    if not checked.valid or checked.game is None:
        return f"{checked.label}: not valid"
    score = rules.score(checked.game.final)
    return f"{checked.label}: {'unfinished' if score is None else f'{winner(score)} wins'}"


def winner(score: tuple[int, ...]) -> str:
    """Return the name of the seat that won."""
    return rules.SEAT_NAMES[score.index(1)]


def read_action(_state: State, _names: Sequence[str], text: str) -> Action:
    """Return the action that a person typed."""
    if text not in list(Action):
        raise InputError(f"{text!r} is no move; type {listed(Action)}")
    return Action(text)


def action_text(_state: State, _names: Sequence[str], action: Action) -> str:
    """Say an action."""
    return str(action)


def advice(_state: State, _action: Action, _code: str, sentence: str, _names: Sequence[str] = ()) -> str:
    """Say what is wrong with an action."""
    return sentence


def event_sentence(event: rules.Acted, names: Sequence[str]) -> str:
    """Say what happened."""
    return f"{names[event.seat]}: {event.action}"
