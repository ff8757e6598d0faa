"""A bot that plays as another until few deals are left, and then works out what is best over all of them."""

from handsight.bots.bot import Decision, as_decision
from handsight.bots.hanabi.bot import HanabiBot
from handsight.bots.spec import BotSpec
from handsight.game import Dice
from handsight.hanabi import Action, Event, Terms, View
from handsight.hanabi.compiled.state_conversion import to_action
from handsight.search.budget import Budget
from handsight.search.reasons import why
from handsight.search.searcher import Searcher


class EndgameBot(HanabiBot):
    """Plays as a bot with a compiled version, with exact endgames.

    Args:
        terms: What was agreed.
        seat: The seat's index.
        dice: For the bot, and for its beliefs.
        spec: The bot as which it plays, and for which it takes its partners.
        budget: When an endgame is worked out.

    Raises:
        InputError: The bot has no compiled version for these terms.
    """

    def __init__(self, terms: Terms, seat: int, dice: Dice, spec: BotSpec, budget: Budget) -> None:
        super().__init__(terms, seat, dice)
        self._searcher = Searcher(terms, seat, dice, spec, budget)
        self._bot = spec.make(terms, seat, dice)

    def observe(self, event: Event) -> None:
        """Pass an event on to the bot."""
        self._bot.observe(event)

    def decide(self, view: View) -> Decision[Action]:
        """Do what the bot does, unless the endgame shows something better."""
        decision, searcher = as_decision(self._bot.decide(view)), self._searcher
        if view.deck_left > searcher.budget.endgame.deck:
            return decision
        searcher.catch_up(view)
        searcher.belief.start_turn()
        searcher.belief.settle()
        found = searcher.endgame(searcher.belief.now(), searcher.history.now.copy())
        if found is None or found.action == found.blueprint:
            return decision
        action = to_action(self.terms, searcher.history.now, found.action)
        return Decision(action, lambda: why(found.verdict(), searcher.blueprint, searcher.doubts()))
