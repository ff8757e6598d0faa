"""A bot whose clues tell everybody something at once, by hat guessing.

`docs/explanation/hat.md` explains how; the kernels are in `hat/compiled`.
"""

from typing import TYPE_CHECKING

from handsight.bots.hanabi.bot import HanabiBot
from handsight.errors import InputError
from handsight.game import Dice
from handsight.hanabi import Terms
from handsight.hanabi.variants.stacks import up

if TYPE_CHECKING:  # 0.5 s that only a hat player needs
    from handsight.hanabi.compiled.game_loop import CompiledBot

MOST_COPIES, MOST_HAND = 3, 7


def make_hat(terms: Terms, seat: int, dice: Dice) -> HanabiBot:
    """Make the bot, or raise InputError for terms that do not suit it."""
    _check(terms)
    from handsight.bots.hanabi.hat.compiled.hat_bot import Hat

    return Hat(terms, seat, dice)


def unsuitable(terms: Terms) -> str:
    """Return what makes terms unsuitable; "" for plain suits and ranks where nothing public is hidden."""
    variant = terms.variant
    ranks, suits = len(variant.ranks), len(variant.suits)
    colors = tuple((1 << ranks) - 1 << ranks * suit for suit in range(suits))
    column = sum(1 << ranks * suit for suit in range(suits))
    odd = (
        ("the clues of this variant", variant.color_touch != colors),
        ("the clues of this variant", variant.number_touch != tuple(column << rank for rank in range(ranks))),
        ("the stacks of this variant", any(rule != up(ranks) for rule in variant.stacks)),
        ("more than 3 copies of a card", max(variant.copies) > MOST_COPIES),
        ("clues or stacks that are hidden", bool(variant.hides or variant.face_down)),
        ("the clue tokens of this table", variant.starved or variant.alternating or not terms.max_clues),
        ("hands of more than 7 cards", terms.hand_size > MOST_HAND),
        ("characters", bool(terms.characters)),
        (
            "the options of this table",
            terms.deck_plays or terms.empty_clues or terms.card_cycle or terms.all_or_nothing,
        ),
    )
    return next((what for what, is_odd in odd if is_odd), "")


def _check(terms: Terms) -> None:
    if what := unsuitable(terms):
        raise InputError(f"hat cannot play with {what}; use a plain variant and no options")


def compile_hat(terms: Terms) -> "CompiledBot":
    """Return the compiled version for some terms, or raise InputError."""
    _check(terms)
    from handsight.bots.hanabi.hat.compiled.hat_bot import HAT

    return HAT
