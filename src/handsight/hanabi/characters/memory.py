"""What the rules of characters depend on in the past, read off the public events."""

from collections.abc import Iterator

from handsight.hanabi.board import Board
from handsight.hanabi.events import CardDiscarded, CardPlayed, ClueGiven, MoveEvent


def latest_moves(board: Board) -> Iterator[MoveEvent]:
    """Yield the moves made so far, the latest first."""
    return (event for event in reversed(board.events) if isinstance(event, MoveEvent))


def _clues_since(board: Board, seat: int) -> Iterator[ClueGiven]:
    """Yield the clues that a seat received since its own last turn."""
    for move in latest_moves(board):
        if move.seat == seat:
            return
        if isinstance(move, ClueGiven) and move.target == seat:
            yield move


def was_clued(board: Board, seat: int) -> bool:
    """Whether a seat received a clue since its own last turn."""
    return any(_clues_since(board, seat))


def newest_was_clued(board: Board, seat: int) -> bool:
    """Whether a clue touched a seat's newest card since its own last turn."""
    newest = board.hands[seat][:1]
    return any(order in clued.touched for clued in _clues_since(board, seat) for order in newest)


def last_kind(board: Board, seat: int) -> str | None:
    """Return the kind of the clue that a seat gave last."""
    return next(
        (move.kind for move in latest_moves(board) if isinstance(move, ClueGiven) and move.seat == seat), None
    )


def insisted(board: Board, seat: int) -> tuple[int, ...] | None:
    """Return the cards of which a seat must clue one again, or None if it need not."""
    cards: tuple[int, ...] | None = None
    for event in board.events:
        if isinstance(event, ClueGiven) and event.seat == seat and cards is None:
            cards = event.touched
        elif isinstance(event, CardPlayed | CardDiscarded) and cards and event.order in cards:
            cards = None
    return cards


def just_played(board: Board, seat: int) -> bool:
    """Whether a seat played a card in its own last turn."""
    return isinstance(next((move for move in latest_moves(board) if move.seat == seat), None), CardPlayed)


def last_move(board: Board, _seat: int) -> str:
    """Return the kind of the last move, by any seat."""
    return type(next(latest_moves(board), None)).__name__


def _half_way(board: Board, seat: int) -> MoveEvent | None:
    """Return the first action of a turn of two; only then has the seat to move just acted."""
    last = next(latest_moves(board), None)
    return last if last and last.seat == seat == board.seat else None


def second_target(board: Board, seat: int) -> int | None:
    """Return whom a seat has clued that must give a second clue in this turn, or None."""
    first = _half_way(board, seat)
    return first.target if isinstance(first, ClueGiven) else None


def half_way(board: Board, seat: int) -> bool:
    """Whether a seat has taken the first action of a turn of two."""
    return _half_way(board, seat) is not None


def turned(board: Board, seat: int) -> bool:
    """Whether a seat has had an odd number of turns, each of which reverses the order of play."""
    return sum(move.seat == seat for move in latest_moves(board)) % 2 == 1
