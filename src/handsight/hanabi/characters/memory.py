"""What a character remembers: everything is read off the events, so it is exactly as public as they are."""

from collections.abc import Iterator

from handsight.hanabi.board import Board
from handsight.hanabi.events import Clued, Discarded, Played

Deed = Clued | Played | Discarded


def deeds(board: Board) -> Iterator[Deed]:
    """Yield what was done, the latest first."""
    return (event for event in reversed(board.events) if isinstance(event, Deed))


def _clues_since(board: Board, seat: int) -> Iterator[Clued]:
    """Yield the clues that a seat received since its own last turn."""
    for deed in deeds(board):
        if deed.seat == seat:
            return
        if isinstance(deed, Clued) and deed.target == seat:
            yield deed


def was_clued(board: Board, seat: int) -> bool:
    """Whether a seat received a clue since its own last turn."""
    return any(_clues_since(board, seat))


def newest_was_clued(board: Board, seat: int) -> bool:
    """Whether a clue touched a seat's newest card since its own last turn (in which alone hands change)."""
    newest = board.hands[seat][:1]
    return any(order in clued.touched for clued in _clues_since(board, seat) for order in newest)


def last_kind(board: Board, seat: int) -> str | None:
    """Return the kind of the clue that a seat gave last."""
    return next((deed.kind for deed in deeds(board) if isinstance(deed, Clued) and deed.seat == seat), None)


def insisted(board: Board, seat: int) -> tuple[int, ...] | None:
    """Return the cards of which a seat must clue one again, or None while it is free."""
    cards: tuple[int, ...] | None = None
    for event in board.events:
        if isinstance(event, Clued) and event.seat == seat and cards is None:
            cards = event.touched
        elif isinstance(event, Played | Discarded) and cards and event.order in cards:
            cards = None
    return cards


def just_played(board: Board, seat: int) -> bool:
    """Whether a seat played a card in its own last turn."""
    return isinstance(next((deed for deed in deeds(board) if deed.seat == seat), None), Played)


def last_deed(board: Board, _seat: int) -> str:
    """Return what kind of thing was done last, by anyone."""
    return type(next(deeds(board), None)).__name__


def _half_way(board: Board, seat: int) -> Deed | None:
    """Return the first half of a turn of two actions: in no other case has the seat to move just acted."""
    last = next(deeds(board), None)
    return last if last and last.seat == seat == board.seat else None


def second_target(board: Board, seat: int) -> int | None:
    """Return whom a seat that is half way through two clues has clued."""
    first = _half_way(board, seat)
    return first.target if isinstance(first, Clued) else None


def half_way(board: Board, seat: int) -> bool:
    """Whether a seat has done the first half of a turn of two actions."""
    return _half_way(board, seat) is not None


def turned(board: Board, seat: int) -> bool:
    """Whether a seat has had an odd number of turns, each of which turned the order of play round."""
    return sum(deed.seat == seat for deed in deeds(board)) % 2 == 1
