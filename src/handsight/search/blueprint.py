"""The compiled bot that everybody is taken to play, with room for its states."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from handsight.bots.bot import BotSpec
from handsight.compiled.jit import Ints
from handsight.errors import InputError
from handsight.hanabi import Terms
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.game_loop import CompiledBot
from handsight.hanabi.compiled.seat_knowledge import OWN_WORKSPACE
from handsight.hanabi.compiled.terms_layout import terms_array


@dataclass(frozen=True)
class Blueprint:
    """A compiled bot at one table."""

    name: str
    bot: CompiledBot
    terms: Terms

    @cached_property
    def packed_terms(self) -> Ints:
        """The terms as kernels read them."""
        return terms_array(self.terms)

    @property
    def words(self) -> int:
        """The number of words in a state with the bot's memory."""
        return st.MEMORY + self.bot.memory

    def workspace(self) -> Ints:
        """Return room for the bot's computations and for those of `seat_knowledge`, for one thread."""
        return np.zeros(max(self.bot.workspace, OWN_WORKSPACE), np.int64)

    def states(self, count: int) -> Ints:
        """Return room for *count* states, one a row, with the bot's memory."""
        return np.zeros((count, self.words), np.int64)

    def decide(self, state: Ints) -> int:
        """Return the action of the seat to move, as a number; the state stays as it is."""
        return int(self.bot.decide(self.packed_terms, state.copy(), self.workspace()))


def blueprint(spec: BotSpec, terms: Terms) -> Blueprint:
    """Compile a bot for these terms, which may take seconds.

    Raises:
        InputError: The bot has no compiled version for them; the message says why.
    """
    if why := unsuitable(spec, terms):
        raise InputError(f"{spec.name} does not play with {why}; choose another bot")
    if spec.compiler is None:
        raise InputError(f"{spec.name} has no compiled version, which rollouts need; choose another bot")
    return Blueprint(spec.name, spec.compiler(terms), terms)


def unsuitable(spec: BotSpec, terms: Terms) -> str:
    """Return what in these terms makes search with a bot impossible, in words; empty if nothing does."""
    variant = terms.variant
    if variant.face_down or variant.hides:
        return f"{'stacks' if variant.face_down else 'clues'} that {variant.name} hides"
    if terms.characters:
        return "characters"
    if why := spec.unsuitable(terms):
        return why
    try:
        terms_array(terms)
    except InputError as error:
        return f"this table ({error})"
    return ""
