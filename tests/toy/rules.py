"""The rules of High Card."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from handsight.errors import IllegalActionError

SEATS = 2
CARDS = (1, 2, 3)
KEEP, SWAP = "keep", "swap"
Action = str


@dataclass(frozen=True)
class Done:
    """What happened: a seat kept its card, or swapped it."""

    turn: int
    seat: int
    action: Action


@dataclass(frozen=True)
class State:
    """The table: the cards of both seats, the card between them, and what happened."""

    cards: tuple[int, ...]
    events: tuple[Done, ...] = ()

    @property
    def turn(self) -> int:
        return len(self.events)

    @property
    def seat(self) -> int:
        return self.turn % SEATS

    @property
    def over(self) -> bool:
        return self.turn == SEATS


@dataclass(frozen=True)
class View:
    """What a seat sees: its own card, the card it gave away, and what happened."""

    viewer: int
    seen: frozenset[int]
    card: int
    events: tuple[Done, ...]


def deal(setup: tuple[int, ...]) -> State:
    return State(setup)


def legal(state: State) -> Iterator[Action]:
    if not state.over:
        yield from (KEEP, SWAP)


def play(state: State, action: Action) -> State:
    if state.over or action not in (KEEP, SWAP):
        raise IllegalActionError("not-legal", f"{action!r} is no move here; keep or swap")
    cards = list(state.cards)
    if action == SWAP:
        cards[state.seat], cards[2] = cards[2], cards[state.seat]
    return replace(state, cards=tuple(cards), events=(*state.events, Done(state.turn, state.seat, action)))


def view(state: State, seat: int) -> View:
    seen = {state.cards[seat]}
    if any(event.seat == seat and event.action == SWAP for event in state.events):
        given = state.cards[2]
        if seat == 0 and state.events[-1].seat == 1 and state.events[-1].action == SWAP:
            given = state.cards[1]  # the other seat has taken it
        seen.add(given)
    return View(seat, frozenset(seen), state.cards[seat], state.events)


def score(state: State) -> tuple[int, ...] | None:
    return points(state) if state.over else None


def points(state: State) -> tuple[int, ...]:
    """1 for the seat with the higher card, 0 for the other."""
    return tuple(int(state.cards[seat] > state.cards[1 - seat]) for seat in range(SEATS))
