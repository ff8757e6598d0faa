"""The hands that a seat may hold, as it knows from what it sees, from clues, and from what its partners did.

A partner who follows the blueprint shows with every action that the seat holds a hand with which the
blueprint chooses that action. The hands that pass are

1. *sampled*, while too many fit the clues to list them: hidden cards are dealt to the slots at random, and
   hands that fail a clue or an action are thrown away;
2. *listed*, once they are few enough. From then on every event removes hands, or adds what was drawn;
3. *thinned* to a random part where a list grows too long again, and listed anew when little is left of it.

A listed hand weighs as many deals as it stands for, counted anew each time with the copies that are hidden
then; so the weights follow from the cards that are seen. A sample needs no weights.

Where no hand explains an action, the partner has left the blueprint, and the action is not counted.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.compiled.jit import Ints
from handsight.errors import HandsightError
from handsight.game.seeded_dice import SEARCH, stream_start
from handsight.search.blueprint import Blueprint
from handsight.search.budget import Budget
from handsight.search.compiled.evidence import agree
from handsight.search.compiled.hand_lists import TOO_MANY, count_ways, draw_hands, list_hands, one_die, thin
from handsight.search.history import History

Kept = NDArray[np.bool_]
FEW_HANDS = 256
MARKS_AT = 56
"""A hand is a word with its cards in 8 bits each. From this bit on it may carry a mark."""
CARDS = (1 << MARKS_AT) - 1
NO_LIMIT = 1 << 40


class Hands(NamedTuple):
    """Hands of a seat, with the sum of their weights up to each."""

    orders: Ints
    """The cards, by slot."""
    hands: Ints
    sums: Ints

    @property
    def weights(self) -> Ints:
        """The weight of each hand."""
        return np.diff(self.sums, prepend=0)


class Belief:
    """What one seat believes about its own hand.

    Args:
        blueprint: What the partners are taken to play.
        history: The game as the seat saw it.
        budget: When hands are listed, and how many are sampled.
        key: Whatever is random follows from it, and from the turn.
    """

    def __init__(self, blueprint: Blueprint, history: History, budget: Budget, key: int) -> None:
        self.budget = budget
        self.not_counted = list[int]()
        """The turns of partners whose action no hand explains."""
        self.listed: Ints | None = None
        """Every hand that passes (a part of them, if thinned), while they are listed; it may carry a mark."""
        self.thinned = False
        self._blueprint = blueprint
        self._history = history
        self._key = key
        self._evidence = list[int]()
        self._room = blueprint.states(1)[0]
        self._workspace = blueprint.workspace()
        self._die = one_die(1)

    def start_turn(self) -> None:
        """Throw the dice of this turn from now on."""
        self._die = one_die(stream_start(self._key, self._history.turn, 0, SEARCH))

    def saw_partner(self, action: int, orders: Ints, masks: Ints) -> None:
        """Take the next action of a partner as evidence, before it is added to the history."""
        turn, telling = self._history.turn, not self._blueprint.bot.throws
        if telling:
            self._evidence.append(turn)
        self._keep_possible(orders, masks)
        if self.listed is not None and telling:
            self._take_in(self.listed, orders, turn, action)
        self._suppose(orders, masks, action if telling else None)

    def saw_own(self, orders: Ints, masks: Ints) -> None:
        """Take what the seat's own next action shows, before it is added to the history."""
        self._keep_possible(orders, masks)
        self._suppose(orders, masks, None)

    def moved(self, before: Ints) -> None:
        """Follow the own hand after an action: cards have left, moved or been drawn."""
        if self.listed is None:
            return
        orders = self._history.own_orders()
        old, added = before.tolist(), 0
        hands = self.listed & ~CARDS
        for slot, order in enumerate(orders.tolist()):
            if order in old:
                hands |= (self.listed >> 8 * old.index(order) & 63) << 8 * slot
            else:
                added = 8 * slot
        drawn = set(orders.tolist()) - set(old)
        if drawn:
            copies = self._history.hidden_copies(orders)
            new = np.flatnonzero(copies > 0).astype(np.int64)
            most = max(1, self.budget.longest // len(new))
            if len(hands) > most:
                hands, self.thinned = self._shortened(hands, most), True
            hands = (hands[:, None] | new[None, :] << added).ravel()
        self.listed = np.ascontiguousarray(hands)

    def doubts(self) -> int:
        """Return how many actions of partners nothing explains."""
        return len(self.not_counted)

    def settle(self) -> None:
        """Suppose a hand that fits everything so far."""
        orders = self._history.own_orders()
        masks = self._history.own_masks(orders)
        self._keep_possible(orders, masks)
        self._suppose(orders, masks, None)

    def now(self) -> Hands:
        """Return the hands that the seat may hold, and their weights, after `settle`."""
        orders = self._history.own_orders()
        masks, copies = self._history.own_masks(orders), self._history.hidden_copies(orders)
        if self.listed is None or (self.thinned and not self._are_enough([self.listed], self.budget.thin)):
            found = self._list(masks, copies, self.budget.hands)
            if found is not None:
                self.listed, self.thinned = self._explained(found, orders), False
        if self.listed is not None:
            self.listed = np.sort(self.listed)  # in the same order, however the list came about
            hands, sums = weigh(self.listed, len(orders), copies)
            return self._weighted(orders, hands, np.diff(sums, prepend=0))
        self._die = one_die(stream_start(self._key, self._history.turn, 0, f"{SEARCH} hands"))
        sample = self._sample(orders, masks, copies, self.budget.sample)
        return self._weighted(orders, sample, np.ones(len(sample), np.int64))

    def _weighted(self, orders: Ints, hands: Ints, ways: Ints) -> Hands:
        """Return hands that stand for so many deals each."""
        return Hands(orders, hands, np.cumsum(ways))

    def _shortened(self, hands: Ints, most: int) -> Ints:
        """Return so many of the hands, at random."""
        hands = np.ascontiguousarray(hands)
        if len(hands) > most:
            thin(hands, most, self._die)
        return hands[:most]

    def _keep_possible(self, orders: Ints, masks: Ints) -> None:
        """Keep the listed hands that fit the masks and the copies; a list with none left is given up.

        A hand that there are no copies for must never reach a bot: it would leave a partner no hand at all.
        """
        if self.listed is not None:
            fitting = self.listed[fit_masks(self.listed, masks)]
            fitting, _ = weigh(fitting, len(orders), self._history.hidden_copies(orders))
            self.listed = fitting if len(fitting) else None

    def _take_in(self, listed: Ints, orders: Ints, turn: int, action: int) -> None:
        """Take an action of a partner as evidence about the listed hands."""
        keep = self._agreeing(listed, orders, turn, action)
        if keep.any():
            self.listed = listed[keep]
        elif self.thinned:
            self.listed = None
        else:
            self._do_not_count(turn)

    def _do_not_count(self, turn: int) -> None:
        self._evidence.remove(turn)
        self.not_counted.append(turn)

    def _agreeing(self, hands: Ints, orders: Ints, turn: int, action: int) -> Kept:
        """Say with which hands the partner at a turn would have taken an action."""
        keep: Kept = np.ones(len(hands), np.bool_)
        agree(
            self._blueprint.bot.decide,
            self._blueprint.packed_terms,
            self._history.before(turn),
            self._history.seat,
            orders,
            hands,
            action,
            keep,
            self._room,
            self._workspace,
        )
        return keep

    def _action(self, turn: int) -> int:
        """Return the action of a turn of the past, or the one that is being looked at."""
        return self._history.actions[turn] if turn < self._history.turn else self._newest

    _newest = 0

    def _passing(self, hands: Ints, orders: Ints) -> Ints:
        """Return the hands that every action of a partner allows."""
        for turn in reversed(self._evidence):
            if not len(hands):
                break
            hands = hands[self._agreeing(hands, orders, turn, self._action(turn))]
        return hands

    def _explained(self, hands: Ints, orders: Ints) -> Ints:
        """Return the hands that the actions of partners allow; an action that allows none is not counted."""
        for turn in reversed(self._evidence.copy()):
            keep = self._agreeing(hands, orders, turn, self._action(turn))
            if keep.any():
                hands = hands[keep]
            else:
                self._do_not_count(turn)
        return hands

    def _list(self, masks: Ints, copies: Ints, most: int) -> Ints | None:
        """List the hands that fit the masks and copies; None if there are too many."""
        room = np.empty(most, np.int64)
        found = list_hands(masks, copies, room)
        if found == 0:
            raise HandsightError("no hand fits what this seat has seen")
        return None if found == TOO_MANY else room[:found].copy()

    def _sample(self, orders: Ints, masks: Ints, copies: Ints, wanted: int) -> Ints:
        """Draw hands that pass, at least as many as wanted; where none does, some actions do not count."""
        drawn, passed, pile = list[Ints](), list[Ints](), np.empty(int(copies.sum()), np.int64)
        while sum(map(len, drawn)) < self.budget.tries and not self._are_enough(passed, wanted):
            room = np.empty(FEW_HANDS if wanted == 1 else 4 * wanted, np.int64)
            draw_hands(masks, copies, NO_LIMIT, self._die, pile, room)
            drawn.append(room)
            passed.append(self._passing(room, orders))
        hands = np.concatenate(passed)
        return hands if len(hands) else self._explained(np.concatenate(drawn), orders)

    def _are_enough(self, passed: Sequence[Ints], wanted: int) -> bool:
        """Whether so many hands have been found."""
        return sum(map(len, passed)) >= wanted

    def _any_hand(self, orders: Ints, masks: Ints, copies: Ints) -> int:
        """Return a hand that passes, while none are listed."""
        fitting = self._list(masks, copies, self.budget.hands)
        if fitting is None:
            return int(self._sample(orders, masks, copies, 1)[0])
        for at in range(0, len(fitting), FEW_HANDS):
            passed = self._passing(fitting[at : at + FEW_HANDS], orders)
            if len(passed):
                return int(passed[0])
        return int(self._explained(fitting, orders)[0])

    def _suppose(self, orders: Ints, masks: Ints, action: int | None) -> None:
        """Make sure that the supposed hand fits, also the action of a partner that is being looked at."""
        history = self._history
        copies, hand = history.hidden_copies(orders), np.array([history.supposed(orders)], np.int64)
        fits = fit_masks(hand, masks).all() and len(weigh(hand, len(orders), copies)[0])
        if action is not None:
            self._newest = action
        counted = action is not None and history.turn in self._evidence
        if fits and (not counted or self._agreeing(hand, orders, history.turn, self._newest).all()):
            return
        if self.listed is not None:
            history.suppose(orders, int(self.listed[0]))
            return
        history.suppose(orders, self._any_hand(orders, masks, copies))


def fit_masks(hands: Ints, masks: Ints) -> Kept:
    """Say which hands the masks allow."""
    keep: Kept = np.ones(len(hands), np.bool_)
    for slot, mask in enumerate(masks.tolist()):
        keep &= (mask >> (hands >> 8 * slot & 63) & 1).astype(np.bool_)
    return keep


def weigh(hands: Ints, slots: int, copies: Ints) -> tuple[Ints, Ints]:
    """Return the hands that there are copies for, and the sums of the deals that they stand for."""
    ways = np.empty(len(hands), np.int64)
    count_ways(hands, slots, copies, ways)
    there = ways > 0
    return hands[there], np.cumsum(ways[there])
