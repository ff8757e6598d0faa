"""How views and actions of Hanabi are written as text for bots in other processes."""

from typing import Any

from handsight import hanabi
from handsight.bots.separate_process.json_protocol import GameText, Special, TextError
from handsight.hanabi import Terms, variant
from handsight.hanabi.variants.variant import Variant


def _variant_json(value: Variant) -> dict[str, Any]:
    """Return a variant by its name, with what a program in another language needs to know of it."""
    if value.id is None:
        raise TextError(f"{value.name} is no variant of hanab.live, and bots apart know only those")
    return {
        "name": value.name,
        "suits": [suit.name for suit in value.suits],
        "letters": value.letters,
        "ranks": list(value.ranks),
        "colors": list(value.colors),
        "numbers": list(value.numbers),
        "cards": [list(card) for card in value.cards],
        "copies": list(value.copies),
        "max_score": value.max_score,
    }


def _read_variant(value: Any) -> Variant:
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        raise TextError("a variant is an object with a name")
    return variant(value["name"])


TEXT = GameText("hanabi", hanabi, Terms, {Variant: Special(_variant_json, _read_variant)})
