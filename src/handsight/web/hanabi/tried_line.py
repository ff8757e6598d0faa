"""A line of moves tried in a replay in place of the game's own: a hypothetical.

In an address it is the turn (from 1) at which it departs and its moves: ``12.p31.d22.c1n3`` plays card 31 at
turn 12, then discards card 22, then gives seat 1 a three. A colour is written by its index, as ``c1c0``.
"""

import re
from typing import NamedTuple

from msgspec.structs import replace

from handsight.errors import HandsightError, InputError
from handsight.hanabi import Action, Clue, Discard, GiveClue, Play, play
from handsight.hanabi import HanabiRecord as Game
from handsight.text.counting_from_one import turn_number

MOST_MOVES = 100
_MOVE = re.compile(r"(?:(?P<verb>[pd])(?P<order>\d{1,3})|c(?P<seat>\d)(?P<kind>[cn])(?P<value>\d))", re.ASCII)


class Line(NamedTuple):
    """Moves from a turn on (an index: the number of actions taken before), and how an address writes them."""

    turn: int
    moves: tuple[Action, ...]
    text: str

    def played(self, game: Game) -> Game:
        """Return a game in which these moves are made from that turn on, or raise InputError."""
        states, actions = list(game.states[: self.turn + 1]), list(game.actions[: self.turn])
        for move in self.moves:
            try:
                states.append(play(states[-1], move))
            except HandsightError as error:
                raise InputError(
                    f"this move cannot be tried at turn {turn_number(len(actions))}: {error}"
                ) from None
            actions.append(move)
        reasons, own = game.reasons[: self.turn], None  # on hanab.live the number is that of the game itself
        return replace(game, actions=tuple(actions), states=tuple(states), reasons=reasons, id=own)


def read_line(text: str) -> Line:
    """Read a line as an address writes it, or raise InputError.

    >>> read_line("12.p31.c1n3").moves
    (Play(order=31), GiveClue(seat=1, clue=Clue(kind='number', value=3)))
    """
    start, *words = text.split(".")
    if not (start.isascii() and start.isdecimal() and 1 <= int(start[:5]) <= 1000) or len(words) > MOST_MOVES:
        raise InputError(f"{text[:40]!r} is no line of moves; one is written like 12.p31.d22.c1n3")
    return Line(int(start[:5]) - 1, tuple(map(_move, words)), text)


def move_word(action: Action) -> str:
    """Return a move as an address writes it, or raise InputError if it stops the game.

    >>> [move_word(move) for move in read_line("12.p31.d2.c1n3").moves]
    ['p31', 'd2', 'c1n3']
    """
    match action:
        case Play(order):
            return f"p{order}"
        case Discard(order):
            return f"d{order}"
        case GiveClue(seat, clue):
            return f"c{seat}{'c' if clue.kind == 'color' else 'n'}{clue.value}"
    raise InputError("stopping a game is no move that can be tried")


def _move(word: str) -> Action:
    found = _MOVE.fullmatch(word)
    if found is None:
        raise InputError(
            f"{word[:20]!r} is no move; p31 plays card 31, d31 discards it, "
            "c1n3 gives seat 1 a three, c1c0 gives it the first colour"
        )
    if found["verb"]:
        order = int(found["order"])
        return Play(order) if found["verb"] == "p" else Discard(order)
    value = int(found["value"])
    clue = Clue("color", value) if found["kind"] == "c" else Clue("number", value)
    return GiveClue(int(found["seat"]), clue)
