"""Classic puzzles about knowledge, each a function that returns a model or a history of announcements.

`announcement_puzzles` (muddy children, logicians, cryptographers), `number_puzzles` (Cheryl, sum and
product), `russian_cards`, and `event_puzzles` (prisoners, coin, doormat, Sally and Anne, gossip).
"""

from handsight.logic.puzzles.announcement_puzzles import (
    cryptographers_parity_check,
    cryptographers_statement,
    cryptographers_structure,
    drinking_logicians,
    logicians_structure,
    muddy,
    muddy_children,
    muddy_children_structure,
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
    alice_announces,
    candidate_announcements,
    carol_is_ignorant,
    exchange_checks,
    russian_cards,
)

__all__ = [
    "CHERYL_DATES",
    "alice_announces",
    "all_counted",
    "candidate_announcements",
    "carol_is_ignorant",
    "cheryl_age",
    "cheryl_birthday",
    "coin_flip",
    "cryptographers_parity_check",
    "cryptographers_statement",
    "cryptographers_structure",
    "doormat",
    "drinking_logicians",
    "exchange_checks",
    "gossip",
    "interview",
    "interviews",
    "logicians_structure",
    "muddy",
    "muddy_children",
    "muddy_children_structure",
    "paid",
    "prisoners",
    "russian_cards",
    "sally_anne",
    "sum_and_product",
    "what_sum",
]
