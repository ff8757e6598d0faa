"""The classic puzzles of knowledge, ready to be asked."""

from handsight.logic.puzzles.announcement_puzzles import (
    cryptographers_law,
    cryptographers_merged,
    cryptographers_statement,
    drinking_logicians,
    logicians_law,
    muddy,
    muddy_children,
    muddy_law,
    paid,
)
from handsight.logic.puzzles.event_puzzles import (
    all_counted,
    coin_flip,
    doormat,
    gossip,
    interview,
    interviews,
    prisoners,
    sally_anne,
)
from handsight.logic.puzzles.number_puzzles import (
    CHERYL_DATES,
    cheryl_age,
    cheryl_birthday,
    sum_and_product,
    what_sum,
)
from handsight.logic.puzzles.russian_cards import (
    alice_tells,
    carol_is_ignorant,
    checks,
    lists_of_hands,
    russian_cards,
)

__all__ = [
    "CHERYL_DATES",
    "alice_tells",
    "all_counted",
    "carol_is_ignorant",
    "checks",
    "cheryl_age",
    "cheryl_birthday",
    "coin_flip",
    "cryptographers_law",
    "cryptographers_merged",
    "cryptographers_statement",
    "doormat",
    "drinking_logicians",
    "gossip",
    "interview",
    "interviews",
    "lists_of_hands",
    "logicians_law",
    "muddy",
    "muddy_children",
    "muddy_law",
    "paid",
    "prisoners",
    "russian_cards",
    "sally_anne",
    "sum_and_product",
    "what_sum",
]
