"""The 2,426 variants of hanab.live as data, compiled into the tables that the rules use.

`catalogue` finds a variant by name or number, in families that combine `suits` and `rule_changes`;
`stacks` and `variant` compile them, and a `Variant` is the result.
"""

from handsight.hanabi.variants.catalogue import variant_names
from handsight.hanabi.variants.variant import Clue, Variant, tiny

__all__ = ["Clue", "Variant", "tiny", "variant_names"]
