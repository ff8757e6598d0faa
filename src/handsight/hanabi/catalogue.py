"""Every variant by name and by number."""

from functools import lru_cache

from handsight.errors import InputError
from handsight.hanabi.suits import SUITS
from handsight.hanabi.variant import Recipe, Variant, build


@lru_cache
def variant(name: str | int = "No Variant") -> Variant:
    """The variant with this name or number."""
    if name not in ("No Variant", 0):
        raise InputError(f"there is no variant {name!r}")
    suits = tuple(SUITS[name] for name in ("Red", "Yellow", "Green", "Blue", "Purple"))
    return build(Recipe("No Variant", suits, family="plain", number=0))
