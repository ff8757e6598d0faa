"""Both seats of a table for two search, and each works out what the other's search would have done.

What a seat's search finds follows from what is public and from the hand it sees, because its dice are public,
too. So its partner searches in its place, once for every hand that it may hold itself, and keeps the hands
with which the search takes the action that was seen. Lists of hands are public (`PublicBelief`); a seat
crosses out what the hand it sees leaves no copies for.

That costs a search for each hand. While the partner may hold more hands than `Budget.replayed`, as everybody
sees it, nobody searches, and the blueprint's action is replayed instead.
"""

from collections import OrderedDict
from functools import partial

import numpy as np
from numpy.typing import NDArray

from handsight.bots.bot import Decision
from handsight.bots.hanabi.bot import HanabiBot
from handsight.bots.spec import BotSpec
from handsight.compiled.jit import Ints
from handsight.game import Dice
from handsight.hanabi import Action, ClueGiven, Terms, View
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.deal import replace_hand
from handsight.hanabi.compiled.state_conversion import to_action
from handsight.search.belief import Belief, Hands, weigh
from handsight.search.blueprint import Blueprint, blueprint
from handsight.search.budget import Budget
from handsight.search.endgame import solve_endgame
from handsight.search.history import History, orders_of
from handsight.search.public_belief import PUBLIC_KEY, PublicBelief
from handsight.search.race import Race, Verdict, actions_to_try
from handsight.search.reasons import NOTHING_ELSE, why
from handsight.search.threads import threads

MOST_KEPT = 64
_kept = OrderedDict[object, NDArray[np.bool_]]()
"""What both seats of a table would work out, each for itself, in one process."""


class Replayed(HanabiBot):
    """Searches in one of two seats, with a partner who does the same.

    Args:
        terms: What was agreed.
        seat: The seat's index.
        dice: Not thrown: the deals of a search are public.
        spec: The bot that is the blueprint; its memory must be public.
        budget: How much it may do at a move.

    Raises:
        InputError: The blueprint has no compiled version for these terms.
    """

    def __init__(self, terms: Terms, seat: int, dice: Dice, spec: BotSpec, budget: Budget) -> None:
        super().__init__(terms, seat, dice)
        self.blueprint: Blueprint = blueprint(spec, terms)
        self.budget = budget
        self.history = History(self.blueprint, seat)
        self.public = [PublicBelief(self.blueprint, self.history, owner, budget) for owner in range(2)]
        """What everybody knows about each hand."""
        self._own = Belief(self.blueprint, self.history, budget, PUBLIC_KEY)
        """Supposes an own hand that fits the clues; nothing else is asked of it."""
        self._threads = threads()
        self._events_read = 0

    def decide(self, view: View) -> Decision[Action]:
        """Take the action that the search finds best, or the blueprint's where nobody searches."""
        verdict = self.search(view)
        action = to_action(self.terms, self.history.now, verdict.action)
        doubts = len(self.public[self.seat].not_counted)
        untried = NOTHING_ELSE if self._searching() else "too many hands are possible, so nobody searches now"
        return Decision(action, partial(why, verdict, self.blueprint, doubts, untried))

    def search(self, view: View) -> Verdict:
        """Read the events up to this view, and search at the own turn."""
        self.catch_up(view)
        self._own.start_turn()
        self._own.settle()
        state = self.history.now
        if self._searching():
            partner = 1 - self.seat
            orders = orders_of(state, partner)
            hand = sum(int(state[st.DECK + order]) << 8 * slot for slot, order in enumerate(orders))
            verdict = self._verdict(hand)
            if verdict is not None:
                return verdict
        choice = self.blueprint.decide(state)
        if not rules.is_legal(self.blueprint.packed_terms, state, choice):
            hands = Hands(self.history.own_orders(), np.zeros(1, np.int64), np.ones(1, np.int64))
            choice = actions_to_try(self.blueprint, state, hands, 0.0)[0]
        return Verdict(choice, choice, (), 0, 0)

    def catch_up(self, view: View) -> None:
        """Read the events that are new in a view."""
        self.history.see(view)
        for event in view.events[self._events_read :]:
            action = self.history.number(event)
            if action is None:
                continue
            orders = self.history.own_orders()
            masks = self.history.own_masks(orders, event if isinstance(event, ClueGiven) else None)
            self._own.start_turn()
            actor, keep = int(self.history.now[st.SEAT]), self._taking(action)
            if actor == self.seat:
                self._own.saw_own(orders, masks)
            else:
                self._own.saw_partner(action, orders, masks, tells=False)
            self.history.add(action)
            self._own.moved(orders)
            turn = self.history.turn - 1
            for belief in self.public:
                belief.saw(turn, keep)
        self._events_read = len(view.events)

    def hands(self, partner: int | None = None) -> Hands | None:
        """Return the hands that the seat to move may hold, given its partner's; None if it knows none.

        Args:
            partner: The hand, or None for the one that this seat sees, which must be to move.
        """
        state = self.history.now
        mover = int(state[st.SEAT])
        listed, seen = self.public[mover].now(), orders_of(state, 1 - mover)
        if listed is None:
            return None
        copies = self.history.public_copies()
        for slot, order in enumerate(seen.tolist()):
            copies[int(state[st.DECK + order]) if partner is None else partner >> 8 * slot & 63] -= 1
        orders = orders_of(state, mover)
        if (copies < 0).any():
            return None
        found = Hands(orders, *weigh(listed, len(orders), copies))
        return found if len(found.hands) else None

    def _searching(self) -> bool:
        """Whether the seat to move searches: everybody knows the hands of both, and the partner's are few."""
        own, partner = self._lists()
        return own is not None and partner is not None and len(partner) <= self.budget.replayed

    def _lists(self) -> tuple[Ints | None, Ints | None]:
        """Return what everybody knows about the hands of the seat to move and of its partner."""
        mover = int(self.history.now[st.SEAT])
        return self.public[mover].now(), self.public[1 - mover].now()

    def _verdict(self, partner: int, wanted: int | None = None) -> Verdict | None:
        """Search in the seat to move, as if its partner held a hand; None if no own hand is possible then."""
        state = self.history.now.copy()
        mover = int(state[st.SEAT])
        hands = self.hands(partner)
        if hands is None:
            return None
        size = int(state[st.HAND_SIZES + 1 - mover])
        identities = np.array([partner >> 8 * slot & 63 for slot in range(size)], np.int64)
        replace_hand(self.blueprint.packed_terms, state, 1 - mover, identities)
        own = np.array([int(hands.hands[0]) >> 8 * slot & 63 for slot in range(len(hands.orders))], np.int64)
        replace_hand(self.blueprint.packed_terms, state, mover, own)
        if (solved := solve_endgame(self.blueprint, state, hands, self.budget.endgame)) is not None:
            return solved.verdict()
        actions = actions_to_try(self.blueprint, state, hands, self.budget.fits)
        if wanted is not None and wanted not in actions:
            return None
        race = Race(self.blueprint, state, hands, self.budget, key=PUBLIC_KEY, threads=self._threads)
        return race.run(actions, wanted)

    def _taking(self, action: int) -> "Taking | None":
        """Return which hands of the partner make the search of the seat to move take an action.

        None where it does not search.
        """
        own, partner = self._lists()
        if own is None or partner is None or not self._searching():
            return None
        known = self._public_words(), own.tobytes(), partner.tobytes()
        key = self.blueprint.name, self.terms, self.budget, known, action
        taken = _kept.get(key)
        if taken is None:
            verdicts = [self._verdict(hand, action) for hand in partner.tolist()]
            taken = np.array([found is not None and found.action == action for found in verdicts], np.bool_)
            _kept[key] = taken
            while len(_kept) > MOST_KEPT:
                _kept.popitem(last=False)
        return Taking(partner, taken)

    def _public_words(self) -> bytes:
        """Return everything public about the present state."""
        state = self.history.now.copy()
        shown = int(state[st.PLAYED]) | int(state[st.DISCARDED])
        hidden = [order for order in range(st.MAX_CARDS) if not shown >> order & 1]
        state[st.DECK + np.array(hidden, np.int64)] = 0
        state[st.HAND_CLUES : st.CLUE_MASKS] = 0
        return state.tobytes()


class Taking:
    """Which hands of a list would have brought an action."""

    def __init__(self, hands: Ints, taken: NDArray[np.bool_]) -> None:
        self._hands = hands
        self._taken = taken

    def __call__(self, hands: Ints) -> NDArray[np.bool_]:
        """Say which of the hands, all from that list, would have."""
        keep: NDArray[np.bool_] = self._taken[np.searchsorted(self._hands, hands)]
        return keep
