"""A bot of Hanabi: `Bot` with Hanabi's types, how they are written as text, and the simplest bot."""

from typing import Any, Protocol, runtime_checkable

from handsight import hanabi
from handsight.bots.bot import Bot
from handsight.bots.separate_process.json_protocol import SPECIAL, GameText, TextError
from handsight.hanabi import Action, Event, Terms, View, legal, variant
from handsight.hanabi.variants.variant import Variant

HanabiBot = Bot[Terms, View, Event, Action]
VARIANT_PARTS = ("name", "letters", "ranks", "colors", "numbers", "cards", "copies", "max_score")


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
        raise TextError(f"{value.name} is no variant of hanab.live, and bots apart know only those")
    tables = {name: getattr(value, name) for name in VARIANT_PARTS}
    return {**tables, "suits": [suit.name for suit in value.suits]}


SPECIAL["Variant"] = _variant_json, lambda value: variant(value["name"])
TEXT = GameText("hanabi", hanabi, Terms)
"""How views and actions are written for bots in other processes."""
