"""A bot that takes any legal action, all equally likely."""

from handsight.bots.hanabi.bot import Bot
from handsight.hanabi import Action, View, legal


class Random(Bot):
    """Plays by its dice alone."""

    def decide(self, view: View) -> Action:
        """Take any legal action."""
        actions = list(legal(view))
        return actions[self.dice.below(len(actions))]
