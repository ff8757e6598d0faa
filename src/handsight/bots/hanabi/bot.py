"""A bot of Hanabi: `Bot` with Hanabi's types, how they are written as text, and the simplest bot."""

from typing import Any, Protocol, runtime_checkable

from handsight import hanabi
from handsight.bots.bot import Bot
from handsight.bots.separate_process.json_protocol import SPECIAL, GameText, SpecialType, TextError
from handsight.hanabi import Action, Event, Terms, View, legal, variant
from handsight.hanabi.variants.variant import Variant

HanabiBot = Bot[Terms, View, Event, Action]


@runtime_checkable
class HasRules(Protocol):
    """A bot whose actions come from rules, or steps, that have names."""

    def rule_of(self, view: View, action: Action) -> str:
        """Name the rule by which the bot takes an action, or would if no rule before it applied; "" if none.

        Views come in the order of the game, as for `decide`.
        """


class RandomBot(HanabiBot):
    """Takes a random legal action, all equally likely."""

    def decide(self, view: View) -> Action:
        """Choose a random legal action."""
        actions = list(legal(view))
        return actions[self.dice.below(len(actions))]


def _variant_json(value: Variant) -> dict[str, Any]:
    """Return a variant as JSON: its name, and what a program in another language needs to know about it."""
    if value.id is None:
        raise TextError(f"{value.name} is no variant of hanab.live, as bots in other processes need")
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
        raise TextError("a variant must be a JSON object with a name")
    return variant(value["name"])


SPECIAL[Variant] = SpecialType(_variant_json, _read_variant)
TEXT = GameText("hanabi", hanabi, Terms)
"""How views and actions are written for bots in other processes."""
