"""The hands that a seat may hold, as it knows from what it sees, from clues, and from what its partners did.

The hands that the evidence leaves are

1. *sampled*, while too many fit the clues to list them: hidden cards are dealt to the slots at random, and
   hands that fail a clue or an action are thrown away;
2. *listed*, once they are few enough. From then on every event removes hands, or adds what was drawn;
3. *thinned* to a random part where a list grows too long again, and listed anew when little is left of it.

A listed hand weighs as many deals as it stands for, counted anew each time with the copies that are hidden
then; so the weights follow from the cards that are seen. A sample needs no such weights. Either is multiplied
by how likely the hand is by the actions of partners (`ActionEvidence`).

A partner who plays the blueprint shows with every action that the seat holds a hand with which the blueprint
chooses that action. With any other hand the action is a *mismatch*. A hand is a word; above its cards stand
its mismatches, as a mark. `EXACT` evidence makes a hand with a mismatch impossible, and where every hand has
one, the action is not counted. `FORGIVING` evidence makes it 64 times less likely for each mismatch, and
drops it when it has more than two mismatches more than the hand with fewest; the partners' memory must be
public: a bot that remembers the hands it saw would have to be played anew from the deal for every hand.
What knows more than "this or not" (a network's chances) is another object with the same methods.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from handsight.compiled.jit import Ints
from handsight.errors import HandsightError
from handsight.game.seeded_dice import SEARCH, Seed, stream_start
from handsight.hanabi import ClueGiven, Event, View
from handsight.hanabi.compiled import state_layout as st
from handsight.knowledge.hanabi.evidence import clue_masks
from handsight.search.compiled.possible_hands import (
    TOO_MANY,
    count_ways,
    draw_hands,
    list_hands,
    one_die,
    thin,
)
from handsight.search.search_settings import BeliefLimits
from handsight.search.seat_history import History, Kept

FEW_HANDS = 256
NO_LIMIT = 1 << 40
MARKS_AT = 56
"""A hand is a word with its cards in 8 bits each. From this bit on it has its mark."""
CARDS = (1 << MARKS_AT) - 1


@dataclass(frozen=True)
class ActionEvidence:
    """By what factor a mismatch makes a hand less likely, and how many more than the fewest it may have."""

    less_likely: int = 1
    most_mismatches: int = 0

    @property
    def exact(self) -> bool:
        """Whether a mismatch makes a hand impossible."""
        return self.most_mismatches == 0

    def explained(self, history: History, turn: int, action: int, orders: Ints, hands: Ints) -> Kept:
        """Return, for each hand of the searching seat, whether a partner would then have taken an action."""
        return history.agreeing(turn, action, orders, hands)

    def marked(self, hands: Ints, explained: Kept) -> Ints:
        """Return the hands, with a mismatch added to those that do not explain an action; drop the worst."""
        hands = hands + (np.where(explained, 0, 1) << MARKS_AT)
        mismatches = hands >> MARKS_AT
        kept: Kept = mismatches <= mismatches.min() + self.most_mismatches
        return hands[kept]

    def likely(self, hands: Ints) -> Ints:
        """Return the relative likelihoods of hands, as whole numbers; 0 for too many mismatches."""
        if not len(hands):
            return hands
        mismatches = hands >> MARKS_AT
        steps = self.most_mismatches + mismatches.min() - mismatches
        return np.where(steps < 0, 0, self.less_likely ** np.maximum(0, steps))


EXACT = ActionEvidence()
FORGIVING = ActionEvidence(64, 2)
"""Why 64: partners who leave the blueprint at one move in seven, for any of ten other actions, follow it 60
times as often as they take a given one of those."""


class WeightedHands(NamedTuple):
    """The hands that a seat may hold, with the running sums of their weights."""

    orders: Ints
    """The orders of the cards in the hand, newest card first."""
    hands: Ints
    """Each hand as a word."""
    sums: Ints
    whole: bool
    """Whether these are all hands that are possible."""

    @property
    def arrays(self) -> tuple[Ints, Ints, Ints]:
        """Orders, hands and sums, as kernels take them."""
        return self.orders, self.hands, self.sums

    @property
    def weights(self) -> Ints:
        """The weight of each hand."""
        return np.diff(self.sums, prepend=0)


class Belief:
    """What a seat believes about its hand.

    It also adds every action to the history. Without evidence it concludes nothing from partners' actions.
    Whatever is random follows from the key, and from the turn.
    """

    def __init__(
        self, history: History, evidence: ActionEvidence | None, limits: BeliefLimits, key: Seed = 0
    ) -> None:
        self.history = history
        self.evidence = None if history.blueprint.bot.throws else evidence
        self.limits = limits
        self.not_counted = list[int]()
        """The turns of partners whose action is ignored: evidence is exact, and no hand explains it."""
        self.listed: Ints | None = None
        """Every hand that the seat may hold (a part of them, if thinned), with its mark; None if too many."""
        self.thinned = False
        self._key = key
        self._telling = list[int]()
        """The turns whose actions count."""
        self._newest = 0
        self._least_mismatches = 0
        self._events_read = 0
        self._die = one_die(1)

    # What the seat sees.

    def catch_up(self, view: View) -> None:
        """Follow the events that are new in a view, one by one."""
        self.history.see(view)
        for event in view.events[self._events_read :]:
            action = self.history.number(event)
            if action is not None:
                self._follow(event, action)
        self._events_read = len(view.events)

    def join(self, view: View) -> None:
        """Take in all events of a view at once, to judge a single turn of a game."""
        history = self.history
        history.see(view)
        orders = np.array(view.hands[view.viewer], np.int64)
        clued, everything = clue_masks(view, view.viewer)[0], view.terms.variant.everything
        masks = np.array([clued.get(order, everything) for order in orders.tolist()], np.int64)
        history.suppose(orders, self._any_hand(orders, masks))
        for event in view.events:
            action = history.number(event)
            if action is not None:
                if self._tells(int(history.now[st.SEAT])):
                    self._telling.append(history.turn)
                history.add(action)
        self._events_read = len(view.events)

    def _tells(self, mover: int) -> bool:
        return self.evidence is not None and mover != self.history.seat

    def _follow(self, event: Event, action: int) -> None:
        """Take in the next action, and add it to the history."""
        history, turn = self.history, self.history.turn
        orders = history.own_orders()
        masks = history.own_masks(orders, event if isinstance(event, ClueGiven) else None)
        self._throw_dice()
        self._keep_possible(orders, masks)
        if self._tells(int(history.now[st.SEAT])):
            self._telling.append(turn)
            self._newest = action
            if self.listed is not None:
                self._take_in(self.listed, orders, turn)
        self._suppose(orders, masks, turn)
        history.add(action)
        self._follow_hand(orders)

    def _follow_hand(self, before: Ints) -> None:
        """Follow the seat's hand after an action: cards have left, moved or been drawn."""
        if self.listed is None:
            return
        orders = self.history.own_orders()
        old, added = before.tolist(), 0
        hands = self.listed & ~CARDS
        for slot, order in enumerate(orders.tolist()):
            if order in old:
                hands |= (self.listed >> 8 * old.index(order) & 63) << 8 * slot
            else:
                added = 8 * slot
        if set(orders.tolist()) - set(old):
            new = np.flatnonzero(self.history.hidden_copies(orders) > 0).astype(np.int64)
            most = max(1, self.limits.longest // len(new))
            if len(hands) > most:
                hands, self.thinned = self._shortened(hands, most), True
            hands = (hands[:, None] | new[None, :] << added).ravel()
        self.listed = np.ascontiguousarray(hands)

    # What it believes.

    def now(self) -> WeightedHands:
        """Return the hands that the seat may hold at its turn, and their weights."""
        self._throw_dice()
        orders = self.history.own_orders()
        masks, copies = self.history.own_masks(orders), self.history.hidden_copies(orders)
        self._keep_possible(orders, masks)
        self._suppose(orders, masks, None)
        if self.listed is None or (self.thinned and not self._are_enough([self.listed], self.limits.thin)):
            found = self._list(masks, copies)
            if found is not None:
                self.listed, self.thinned = self._judged(found, orders, forced=True), False
        if self.listed is not None:
            self.listed = np.sort(self.listed)  # in the same order, however the list came about
            hands, ways = _with_ways(self.listed, len(orders), copies)
        else:
            self._throw_dice(f"{SEARCH} hands")
            hands = self._sample(orders, masks, copies, self.limits.sample)
            ways = np.ones(len(hands), np.int64)
        self._least_mismatches = int((hands >> MARKS_AT).min())
        exact = self.evidence is None or self.evidence.exact
        whole = exact and self.listed is not None and not self.thinned
        return WeightedHands(orders, hands & CARDS, np.cumsum(ways * self._likely(hands)), whole)

    def doubts(self) -> int:
        """Return the number of partners' actions that even the best hand does not explain."""
        return len(self.not_counted) + self._least_mismatches

    def share_explaining(self, turn: int, hands: WeightedHands) -> float:
        """Return the share of the hands' weight, from 0 to 1, that explains a partner's action at a turn."""
        weights = hands.weights
        explained = self._explained(hands.hands, hands.orders, turn)
        return float(weights[explained].sum() / weights.sum())

    # Lists.

    def _keep_possible(self, orders: Ints, masks: Ints) -> None:
        """Keep the listed hands that fit the masks and the copies; a list with none left is given up.

        A hand that there are no copies for must never reach a bot: it would leave a partner no hand at all.
        """
        if self.listed is not None:
            fitting = self.listed[_fit_masks(self.listed, masks)]
            fitting, _ = _with_ways(fitting, len(orders), self.history.hidden_copies(orders))
            self.listed = fitting if len(fitting) else None

    def _take_in(self, listed: Ints, orders: Ints, turn: int) -> None:
        """Keep the listed hands that a partner's action leaves; give up a thinned list if it leaves none."""
        explained = self._explained(listed, orders, turn)
        if not explained.any() and self.thinned:
            self.listed = None
        else:
            self.listed = self._after(listed, explained, turn)

    def _after(self, hands: Ints, explained: Kept, turn: int) -> Ints:
        """Return the hands that an action leaves; with exact evidence, ignore an action that leaves none."""
        assert self.evidence is not None  # noqa: S101  or no turn would tell anything
        if self.evidence.exact and not explained.any():
            self._telling.remove(turn)
            self.not_counted.append(turn)
            return hands
        return self.evidence.marked(hands, explained)

    def _explained(self, hands: Ints, orders: Ints, turn: int) -> Kept:
        """Return, for each hand, whether the partner at a turn would have acted as it did."""
        past = self.history.actions
        action = past[turn] if turn < len(past) else self._newest
        assert self.evidence is not None  # noqa: S101  as above
        return self.evidence.explained(self.history, turn, action, orders, hands)

    def _judged(self, hands: Ints, orders: Ints, *, forced: bool = False) -> Ints:
        """Return the hands that all actions of partners leave, with their marks.

        With exact evidence there may be none. If some must be left (*forced*), an action that no hand
        explains is ignored.
        """
        for turn in reversed(self._telling.copy()):
            if not len(hands):
                break
            explained = self._explained(hands, orders, turn)
            if not forced and not explained.any() and self.evidence is not None and self.evidence.exact:
                return hands[:0]
            hands = self._after(hands, explained, turn)
        return hands

    def _list(self, masks: Ints, copies: Ints) -> Ints | None:
        """List the hands that fit the masks and copies; None if there are too many."""
        room = np.empty(self.limits.hands, np.int64)
        found = list_hands(masks, copies, room)
        if found == 0:
            raise HandsightError("no hand fits what this seat has seen")
        return None if found == TOO_MANY else room[:found].copy()

    def _shortened(self, hands: Ints, most: int) -> Ints:
        """Return at most *most* of the hands: first those with most mismatches go, then some at random."""
        mismatches = hands >> MARKS_AT
        for worst in range(int(mismatches.max()), int(mismatches.min()), -1):
            if len(hands) > most:
                hands = hands[hands >> MARKS_AT < worst]
        hands = np.ascontiguousarray(hands)
        if len(hands) > most:
            thin(hands, most, self._die)
        return hands[:most]

    def _likely(self, hands: Ints) -> Ints:
        return np.ones(len(hands), np.int64) if self.evidence is None else self.evidence.likely(hands)

    # Samples.

    def _sample(self, orders: Ints, masks: Ints, copies: Ints, wanted: int) -> Ints:
        """Draw *wanted* hands that the evidence leaves; if `tries` draws find none, ignore some actions."""
        drawn, passed, pile = list[Ints](), list[Ints](), np.empty(int(copies.sum()), np.int64)
        while sum(map(len, drawn)) < self.limits.tries and not self._are_enough(passed, wanted):
            room = np.empty(FEW_HANDS if wanted == 1 else 4 * wanted, np.int64)
            draw_hands(masks, copies, NO_LIMIT, self._die, pile, room)
            drawn.append(room)
            passed.append(self._judged(room, orders))
        hands = np.concatenate(passed)
        return hands if len(hands) else self._judged(np.concatenate(drawn), orders, forced=True)

    def _are_enough(self, passed: Sequence[Ints], wanted: int) -> bool:
        """Whether hands weigh as much together as *wanted* hands of the likeliest kind."""
        if not passed:
            return False
        likely = self._likely(np.concatenate(passed))
        return len(likely) > 0 and int(likely.sum()) >= wanted * int(likely.max())

    def _any_hand(self, orders: Ints, masks: Ints) -> int:
        """Return a hand that the evidence leaves, while none are listed."""
        copies = self.history.hidden_copies(orders)
        fitting = self._list(masks, copies)
        if fitting is None:
            return int(self._sample(orders, masks, copies, 1)[0])
        for at in range(0, len(fitting), FEW_HANDS):
            passed = self._judged(fitting[at : at + FEW_HANDS], orders)
            if len(passed):
                return int(passed[0])
        return int(self._judged(fitting, orders, forced=True)[0])

    def _suppose(self, orders: Ints, masks: Ints, turn: int | None) -> None:
        """Make sure that the supposed hand of the history fits, by supposing another if need be.

        With exact evidence, it must also explain a partner's action at *turn*, unless that is ignored: what
        a bot remembers may depend on the hand. Without, the partners' memory is public.
        """
        history, copies = self.history, self.history.hidden_copies(orders)
        hand = np.array([history.supposed(orders)], np.int64)
        fits = _fit_masks(hand, masks).all() and len(_with_ways(hand, len(orders), copies)[0])
        counted = turn in self._telling and self.evidence is not None and self.evidence.exact
        if fits and (not counted or self._explained(hand, orders, history.turn).all()):
            return
        chosen = self._any_hand(orders, masks) if self.listed is None else int(self.listed[0])
        history.suppose(orders, chosen)

    def _throw_dice(self, purpose: str = SEARCH) -> None:
        """Use the dice of the present turn, for a purpose, from now on."""
        self._die = one_die(stream_start(self._key, self.history.turn, 0, purpose))


def _fit_masks(hands: Ints, masks: Ints) -> Kept:
    """Return, for each hand, whether the masks allow it."""
    keep: Kept = np.ones(len(hands), np.bool_)
    for slot, mask in enumerate(masks.tolist()):
        keep &= (mask >> (hands >> 8 * slot & 63) & 1).astype(np.bool_)
    return keep


def _with_ways(hands: Ints, slots: int, copies: Ints) -> tuple[Ints, Ints]:
    """Return the hands for which there are enough copies, and for how many deals each stands."""
    ways = np.empty(len(hands), np.int64)
    count_ways(hands, slots, copies, ways)
    there = ways > 0
    return hands[there], ways[there]
