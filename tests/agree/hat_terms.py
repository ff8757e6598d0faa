"""The terms under which hat bots are compared with the reference implementation."""

from handsight.hanabi import Terms, rule_set, variant
from handsight.hanabi.variants.variant import tiny

TABLES = [
    *(Terms(players, rules=rule_set("stacks")) for players in (2, 3, 4, 5, 6)),
    Terms(6, hand_size=4),
    Terms(3, rules=rule_set("explorer")),
    Terms(4, variant("6 Suits")),
    Terms(3, tiny(3, 4)),
]


def named(terms: Terms) -> str:
    """Return the name of a test with these terms."""
    return f"{terms.players}-{terms.hand_size}-{terms.rules.name}-{terms.variant.name}"
