"""A bot whose clues speak to everybody at once: hat guessing, with public tables that all keep alike.

A clue shows a number, the sum of what all the others should learn; each takes away what it sees in the other
hands and keeps its own part. See `docs/explanation/hat.md`; the kernels are in `kernels/hat`.
"""

from typing import TYPE_CHECKING

from handsight.bots.hanabi.bot import Bot
from handsight.bots.hanabi.careful import Careful
from handsight.errors import InputError
from handsight.hanabi import Action, Terms, View
from handsight.hanabi.variants.stacks import up
from handsight.table import Dice

if TYPE_CHECKING:  # 0.5 s that only a hat player needs
    from handsight.kernels.hanabi.compiled_bots import CompiledBot

MOST_COPIES, MOST_HAND = 3, 7


class Hat(Bot):
    """Speaks to all at once by hat guessing; at a table that is not plain it plays as `careful` does."""

    def __init__(self, terms: Terms, seat: int, dice: Dice) -> None:
        super().__init__(terms, seat, dice)
        if unplain(terms):
            self._decide = Careful(terms, seat, dice).decide
        else:
            from handsight.kernels.hat.seat_bot import Seated  # noqa: PLC0415  as above

            self._decide = Seated(terms, seat).decide

    def decide(self, view: View) -> Action:
        """Do what the convention says."""
        return self._decide(view)


def unplain(terms: Terms) -> str:
    """Say what keeps the convention from a table: it wants plain suits and ranks, all seen; or nothing."""
    variant = terms.variant
    ranks, suits = len(variant.ranks), len(variant.suits)
    colors = tuple((1 << ranks) - 1 << ranks * suit for suit in range(suits))
    column = sum(1 << ranks * suit for suit in range(suits))
    odd = (
        ("its clues", variant.color_touch != colors),
        ("its clues", variant.number_touch != tuple(column << rank for rank in range(ranks))),
        ("its stacks", any(rule != up(ranks) for rule in variant.stacks)),
        ("its copies", max(variant.copies) > MOST_COPIES),
        ("hidden news", bool(variant.hides or variant.face_down)),
        ("its tokens", variant.starved or variant.alternating or not terms.max_clues),
        ("large hands", terms.hand_size > MOST_HAND),
        ("characters", bool(terms.characters)),
        ("an option", terms.deck_plays or terms.empty_clues or terms.card_cycle or terms.all_or_nothing),
    )
    return next((what for what, is_odd in odd if is_odd), "")


def compiled(terms: Terms) -> "CompiledBot":
    """Return the compiled player for a table, or raise InputError."""
    if what := unplain(terms):
        raise InputError(
            f"hat has no convention for {what} at this table; use a plain variant and no options"
        )
    from handsight.kernels.hat.player import HAT  # noqa: PLC0415  as above

    return HAT
