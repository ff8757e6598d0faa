"""The bot that searches: it believes that its partners play a blueprint, and looks for something better.

One seat searches. Where several do, each takes the others for the blueprint; their actions may then prove
what is not so, and what nothing explains is not counted. A forgiving seat (`ForgivingBelief`) lets no single
action prove anything. See `docs/explanation/search.md`.
"""

from functools import partial

import numpy as np

from handsight.bots.bot import Decision
from handsight.bots.hanabi.bot import HanabiBot
from handsight.bots.spec import BotSpec
from handsight.compiled.jit import Ints
from handsight.game import Dice
from handsight.game.seeded_dice import SEARCH, stream_start
from handsight.hanabi import Action, ClueGiven, Terms, View
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.state_conversion import to_action
from handsight.search.belief import Belief, Hands
from handsight.search.blueprint import Blueprint, blueprint
from handsight.search.budget import Budget
from handsight.search.endgame import Endgame, solve_endgame
from handsight.search.forgiving_belief import ForgivingBelief
from handsight.search.history import History
from handsight.search.race import Race, Verdict, actions_to_try
from handsight.search.reasons import why
from handsight.search.threads import threads


class Searcher(HanabiBot):
    """Searches on a blueprint in one seat.

    Args:
        terms: What was agreed.
        seat: The seat's index.
        dice: Thrown once, for the key from which all its deals follow.
        spec: The bot that is the blueprint.
        budget: How much it may do at a move.

    Raises:
        InputError: The blueprint has no compiled version for these terms.
    """

    def __init__(self, terms: Terms, seat: int, dice: Dice, spec: BotSpec, budget: Budget) -> None:
        super().__init__(terms, seat, dice)
        self.blueprint: Blueprint = blueprint(spec, terms)
        self.budget = budget
        self.history = History(self.blueprint, seat)
        self._key = dice.fair(1 << 64)
        kind = ForgivingBelief if budget.forgiving else Belief
        self.belief: Belief = kind(self.blueprint, self.history, budget, self._key)
        self._threads = threads()
        self._events_read = 0

    def decide(self, view: View) -> Decision[Action]:
        """Take the action that the search finds best."""
        verdict = self.search(view)
        action = to_action(self.terms, self.history.now, verdict.action)
        forgiving = self.budget.forgiving
        return Decision(action, partial(why, verdict, self.blueprint, self.doubts(), forgiving=forgiving))

    def search(self, view: View) -> Verdict:
        """Read the events up to this view, and search at the own turn."""
        self.catch_up(view)
        self.belief.start_turn()
        self.belief.settle()
        hands, state = self.belief.now(), self.history.now.copy()
        self._throw_dice(state)
        actions = self.actions(hands, state)
        if len(actions) > 1 and (solved := self.endgame(hands, state)) is not None:
            return solved.verdict()
        race = Race(self.blueprint, state, hands, self.budget, key=self._key, threads=self._threads)
        return race.run(actions)

    def endgame(self, hands: Hands, state: Ints) -> Endgame | None:
        """Work out all actions over all deals, at the own turn; None where that is too much."""
        whole = self.belief.listed is not None and not self.belief.thinned
        return solve_endgame(self.blueprint, state, hands, self.budget.endgame) if whole else None

    def doubts(self) -> int:
        """Return how many actions of partners nothing explains."""
        return self.belief.doubts()

    def catch_up(self, view: View) -> None:
        """Read the events that are new in a view."""
        self.history.see(view)
        for event in view.events[self._events_read :]:
            action = self.history.number(event)
            if action is None:
                continue
            orders = self.history.own_orders()
            masks = self.history.own_masks(orders, event if isinstance(event, ClueGiven) else None)
            self.belief.start_turn()
            if int(self.history.now[st.SEAT]) == self.seat:
                self.belief.saw_own(orders, masks)
            else:
                self.belief.saw_partner(action, orders, masks)
            self.history.add(action)
            self.belief.moved(orders)
        self._events_read = len(view.events)

    def actions(self, hands: Hands, state: Ints) -> list[int]:
        """Return the actions worth trying, the blueprint's first; plays that hardly ever fit are left out."""
        return actions_to_try(self.blueprint, state, hands, self.budget.fits)

    def _throw_dice(self, state: Ints) -> None:
        """Give the seats of a state dice of this search, for a blueprint that throws some."""
        words = state.view(np.uint64)
        for seat in range(self.terms.players):
            words[st.DICE + seat] = stream_start(self._key, self.history.turn, seat, f"{SEARCH} dice")
