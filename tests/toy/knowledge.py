"""What each seat of High Card knows: which cards the other seat may hold."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from handsight.errors import InputError
from handsight.knowledge import FormulaAnswer
from toy import rules
from toy.rules import State

ABOUT = "the other seat's card"
FORMULAS = "none"
__all__ = ["ABOUT", "FORMULAS", "State", "ask", "explain", "know", "sentences", "to_json"]


class Known(NamedTuple):
    """The cards that the other seat may hold, at a turn, and since when only one is left."""

    seat: int
    turn: int
    possible: tuple[int, ...]


def know(game: Any, *, seat: int | str, turn: int | None = None) -> Known:
    states = game.states if hasattr(game, "states") else (game,)
    turn = len(states) - 1 if turn is None else turn
    seen = rules.view(states[turn], int(seat)).seen
    return Known(int(seat), turn, tuple(card for card in rules.CARDS if card not in seen))


def explain(game: Any, *, seat: int | str, about: str, turn: int | None = None) -> Known:
    if about != "other":
        raise InputError(f"{about!r} cannot be explained; say other")
    return know(game, seat=seat, turn=turn)


def ask(game: Any, *, formula: str, turn: int | None = None) -> FormulaAnswer:
    del game, turn
    raise InputError(f"{formula!r} cannot be asked of High Card")


def to_json(answer: Known, names: Sequence[str]) -> dict[str, Any]:
    del names
    return {"seat": answer.seat, "other": list(answer.possible)}


def sentences(answer: Known, names: Sequence[str]) -> list[str]:
    cards = " or ".join(map(str, answer.possible))
    return [f"{names[answer.seat]}: {names[1 - answer.seat]} or the table has {cards}"]
