"""A bot that takes any legal action, all equally likely."""

from handsight.bots.hanabi.bot import HanabiBot
from handsight.hanabi import Action, View, legal


class RandomBot(HanabiBot):
    """Takes a random legal action."""

    def decide(self, view: View) -> Action:
        """Choose a random legal action."""
        actions = list(legal(view))
        return actions[self.dice.below(len(actions))]
