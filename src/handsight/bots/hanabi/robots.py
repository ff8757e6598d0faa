"""Robots 1 to 4, which are conventions, and who sits there where no convention can be kept."""

from typing import TYPE_CHECKING

from handsight.bots.hanabi.bot import Bot
from handsight.bots.hanabi.careful import Careful
from handsight.bots.hanabi.convention_bot import keeper
from handsight.bots.hanabi.public_record_bot import BLIND
from handsight.conventions import load
from handsight.conventions.interpreter.public_state import readable
from handsight.errors import InputError
from handsight.hanabi import Terms, View
from handsight.table import Dice

if TYPE_CHECKING:  # 0.5 s that only a compiled game needs
    from handsight.kernels.hanabi.compiled_bots import CompiledBot


class Sure(Careful):
    """Keeps to what is sure, and says so."""

    def explain(self, view: View) -> str:
        """Say why no clue means more than it says."""
        del view
        return BLIND


def robot(name: str, terms: Terms, seat: int, dice: Dice) -> Bot:
    """Make a robot; where stacks or clues are hidden, no clue means more than it says: it plays `careful`."""
    try:
        readable(terms)
    except InputError:
        return Sure(terms, seat, dice)
    return keeper(name).make(terms, seat, dice)


def compiled_robot(name: str, terms: Terms) -> "CompiledBot":
    """Make the compiled twin of a robot, for a table at which its convention can be kept."""
    from handsight.kernels.conventions import compiled_convention  # noqa: PLC0415  as above

    return compiled_convention(load(name).core, terms)
