"""Which card fits a stack next, as tables of states: up, down, up or down, sudoku."""

from functools import lru_cache
from typing import Literal, NamedTuple

from handsight.hanabi.cards import START

NO = -1
"""The next state for a card that does not fit."""

Shape = Literal["up", "down", "up_or_down", "sudoku"]


class StackRule(NamedTuple):
    """How a stack grows, as an automaton: state 0 is the empty stack."""

    steps: tuple[tuple[int, ...], ...]
    """By state and rank position, the next state, or NO."""
    height: tuple[int, ...]
    """By state, how many cards lie on the stack."""
    full: int
    """The height of a complete stack."""
    tops: tuple[int, ...]
    """By state, the rank on top; 0 when empty."""
    arrows: tuple[str, ...]
    """By state, an arrow for the direction; empty where that is simply up, or not yet decided."""
    starts: tuple[int, ...]
    """By state, the rank position with which the stack began, where that matters; otherwise NO."""
    spare: int = 0
    """The mask of rank positions any one of which an empty stack can do without."""

    def top(self, state: int) -> str:
        """Return the rank on top as text, with an arrow where the stack does not simply run up."""
        rank = self.tops[state]
        return ("-" if rank == 0 else "s" if rank == START else str(rank)) + self.arrows[state]


class _State(NamedTuple):
    height: int
    top: int
    fits: dict[int, int]
    """The ranks that fit, and the states they lead to."""
    arrow: str = ""
    start: int = NO


def _compiled(ranks: tuple[int, ...], states: list[_State], *, spare: tuple[int, ...] = ()) -> StackRule:
    return StackRule(
        steps=tuple(tuple(state.fits.get(rank, NO) for rank in ranks) for state in states),
        height=tuple(state.height for state in states),
        full=max(state.height for state in states),
        tops=tuple(state.top for state in states),
        arrows=tuple(state.arrow for state in states),
        starts=tuple(state.start for state in states),
        spare=sum(1 << ranks.index(rank) for rank in spare),
    )


@lru_cache
def up(size: int) -> StackRule:
    """Return the rule of a stack from 1 up to *size*."""
    states = [_State(height, height, {height + 1: height + 1}) for height in range(size + 1)]
    return _compiled(tuple(range(1, size + 1)), states)


@lru_cache
def down(size: int) -> StackRule:
    """Return the rule of a stack from *size* down to 1."""
    states = [_State(0, 0, {size: 1}, "↓")]
    states += [
        _State(height, top := size + 1 - height, {top - 1: height + 1}, "↓") for height in range(1, size + 1)
    ]
    return _compiled(tuple(range(1, size + 1)), states)


@lru_cache
def up_or_down() -> StackRule:
    """Return the rule of a stack from 1 up, from 5 down, or from START in either direction."""
    start, rising, falling = 1, 1, 6  # the states after START; before the first of an upward, a downward run
    states = [_State(0, 0, {1: rising + 1, 5: falling + 1, START: start})]
    states += [_State(1, START, {2: rising + 2, 4: falling + 2})]
    states += [_State(height, height, {height + 1: rising + height + 1}, "↑") for height in range(1, 6)]
    states += [_State(height, 6 - height, {5 - height: falling + height + 1}, "↓") for height in range(1, 6)]
    return _compiled((1, 2, 3, 4, 5, START), states, spare=(1, 5, START))


@lru_cache
def sudoku(size: int) -> StackRule:
    """Return the rule of a stack that starts at any rank and goes up, 1 after *size*, through every rank."""

    def after(start: int, height: int) -> int:
        return start * size + height  # the state of a stack of that height, begun at that rank position

    states = [_State(0, 0, {start + 1: after(start, 1) for start in range(size)})]
    for start in range(size):
        for height in range(1, size + 1):
            top, following = (start + height - 1) % size + 1, (start + height) % size + 1
            fits = {following: after(start, height + 1)} if height < size else {}
            states.append(_State(height, top, fits, start=start))
    return _compiled(tuple(range(1, size + 1)), states)


def rule(shape: Shape, size: int) -> StackRule:
    """Return the rule of a shape for stacks of *size* ranks."""
    return up_or_down() if shape == "up_or_down" else _SIZED[shape](size)


_SIZED = {"up": up, "down": down, "sudoku": sudoku}
