"""A bot of Hanabi: `Bot` with Hanabi's types; and the simplest, which takes any legal action."""

from handsight.bots.bot import Bot
from handsight.hanabi import Action, Event, Terms, View, legal

HanabiBot = Bot[Terms, View, Event, Action]


class RandomBot(HanabiBot):
    """Takes a random legal action, all equally likely."""

    def decide(self, view: View) -> Action:
        """Choose a random legal action."""
        actions = list(legal(view))
        return actions[self.dice.below(len(actions))]
