"""What a compiled bot is: two kernels, and how much room they need."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from handsight.compiled.jit import Ints
from handsight.hanabi.compiled import seat_knowledge
from handsight.hanabi.compiled.game_loop import read_nothing


class Readings(NamedTuple):
    """Where a bot's memory holds what it reads into cards, so that a wrong reading can be dropped.

    Places are words of the state. A block has a word for each order, 64 in all.
    """

    flags: tuple[int, ...] = ()
    """Words that are sets of cards."""
    allowed: tuple[int, ...] = ()
    """Blocks of masks: what each card is taken for."""
    ruled_out: tuple[int, ...] = ()
    """Blocks of masks: what each card is taken not to be."""
    questions: int = 0
    """Where open readings begin (see `conventions.compiler.compiled.open_readings`); 0 if there are none."""

    def packed(self) -> Ints:
        """Return the places as kernels read them: how many of each kind, the questions, then the others."""
        places = (self.flags, self.allowed, self.ruled_out)
        flat = [place for some in places for place in some]
        return np.array([*map(len, places), self.questions, *flat], np.int64)


class CompiledBot(NamedTuple):
    """Two kernels as `game_loop` calls them, and how many words of memory and of workspace they need."""

    decide: Callable[[Ints, Ints, Ints], int]
    read: Callable[[Ints, Ints, Ints], None] = read_nothing
    memory: int = 0
    workspace: int = seat_knowledge.OWN_WORKSPACE
    throws: bool = False
    """Whether it throws its dice, so that its actions do not follow from what it sees."""
    readings: Readings = Readings()
    """Where its memory holds what it reads into cards."""
    restart: Callable[[Ints, Ints, Ints], None] = read_nothing
    """Begins anew, from what is public by the rules, where the past does not fit the bot's convention."""
    reads_hands: bool = False
    """Whether its memory depends on the cards in hands, not on what is public alone."""
