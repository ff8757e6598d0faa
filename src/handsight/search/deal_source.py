"""Where the deals of a race come from."""

from dataclasses import dataclass

from handsight.compiled.jit import Ints
from handsight.game.seeded_dice import SEARCH, stream_start
from handsight.hanabi.compiled import state_layout as st
from handsight.search.belief import Hands
from handsight.search.blueprint import Blueprint


@dataclass(frozen=True)
class DealSource:
    """Deals at one turn, in blocks: each block follows from the key, the turn and its number."""

    blueprint: Blueprint
    """Who plays on, in every seat."""
    state: Ints
    """The state of the seat to move; its own hand in it does not matter."""
    hands: Hands
    """The hands that this seat may hold."""
    key: int
    block: int
    """The deals of a block."""

    def start(self, number: int) -> int:
        """Return the start of the dice of a block; the first has number 0."""
        return stream_start(self.key, int(self.state[st.TURN]), number + 1, SEARCH)
