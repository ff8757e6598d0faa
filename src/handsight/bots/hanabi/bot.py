"""A bot of Hanabi: `Bot` with Hanabi's types; and the simplest, which takes any legal action."""

from typing import Protocol, runtime_checkable

from handsight.bots.bot import Bot
from handsight.hanabi import Action, Event, Terms, View, legal

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
