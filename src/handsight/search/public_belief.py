"""The hands that a seat may hold for someone who sees no hand: what both seats of a table for two know.

Every action of the other seat is evidence, as for a `Belief`: with each hand the blueprint does one thing.
The seat itself, its partner and a spectator come to the same list, because only what is public goes into it.
Hands are listed once they are few enough; before, nothing is known publicly but the clues.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from handsight.compiled.jit import Ints
from handsight.game.seeded_dice import SEARCH, stream_start
from handsight.hanabi.compiled import state_layout as st
from handsight.search.belief import fit_masks, weigh
from handsight.search.blueprint import Blueprint
from handsight.search.budget import Budget
from handsight.search.compiled.evidence import answers
from handsight.search.compiled.hand_lists import TOO_MANY, list_hands, one_die, thin
from handsight.search.history import History, orders_of

Agreeing = Callable[[Ints], NDArray[np.bool_]]
"""Says with which hands an action would have been taken."""
PUBLIC_KEY = 0
"""What is random here follows from the turn alone, so that it is the same for everybody."""


class PublicBelief:
    """What is publicly known about the hand of one of two seats.

    Args:
        blueprint: What the other seat is taken to play; its memory must be public.
        history: The game; only what is public in it is read.
        seat: Whose hand it is.
        budget: When hands are listed.
    """

    def __init__(self, blueprint: Blueprint, history: History, seat: int, budget: Budget) -> None:
        self.seat = seat
        self.not_counted = list[int]()
        """The turns of the other seat whose action no hand explains."""
        self.listed: Ints | None = None
        """Every hand that passes, once they are listed."""
        self._blueprint = blueprint
        self._history = history
        self._budget = budget
        self._evidence = list[int]()
        self._room = blueprint.states(1)[0]
        self._workspace = blueprint.workspace()

    def now(self) -> Ints | None:
        """Return the hands that are possible now, in ascending order; None while there are too many."""
        if self.listed is None:
            orders = orders_of(self._history.now, self.seat)
            masks = self._history.now[st.CLUE_MASKS + orders]
            room = np.empty(self._budget.hands, np.int64)
            found = list_hands(masks, self._history.public_copies(), room)
            if found not in (TOO_MANY, 0):
                self.listed = np.sort(self._explained(room[:found].copy(), orders))
        return self.listed

    def saw(self, turn: int, agreeing: Agreeing | None = None) -> None:
        """Take the action of a turn, which is in the history already.

        Args:
            turn: The turn.
            agreeing: Says which hands explain the action, where the other seat did not play the blueprint.
        """
        before, after = self._history.before(turn), self._history.before(turn + 1)
        orders = orders_of(before, self.seat)
        if int(before[st.SEAT]) != self.seat:
            if agreeing is None:
                self._evidence.append(turn)
            if self.listed is not None:
                keep = agreeing(self.listed) if agreeing else self._agreeing(self.listed, orders, turn)
                if keep.any():
                    self.listed = self.listed[keep]
                else:
                    self._do_not_count(turn)
        if self.listed is None:
            return
        masks = after[st.CLUE_MASKS + orders]
        left = orders == after[st.ORDER]
        masks[left] &= 1 << after[st.DECK + orders[left]]
        self._move(self.listed[fit_masks(self.listed, masks)], orders, after)

    def answers(self, hands: Ints, orders: Ints, turn: int) -> Ints:
        """Return what the blueprint does at a turn for each hand; NO_ACTION for an impossible one."""
        actions = np.empty(len(hands), np.int64)
        answers(
            self._blueprint.bot.decide,
            self._blueprint.packed_terms,
            self._history.before(turn),
            self.seat,
            orders,
            np.ascontiguousarray(hands),
            actions,
            self._room,
            self._workspace,
        )
        return actions

    def _agreeing(self, hands: Ints, orders: Ints, turn: int) -> NDArray[np.bool_]:
        keep: NDArray[np.bool_] = self.answers(hands, orders, turn) == self._history.actions[turn]
        return keep

    def _explained(self, hands: Ints, orders: Ints) -> Ints:
        """Return the hands that the actions of the other seat allow; one that allows none is not counted."""
        for turn in reversed(self._evidence.copy()):
            keep = self._agreeing(hands, orders, turn)
            if keep.any():
                hands = hands[keep]
            else:
                self._do_not_count(turn)
        return hands

    def _do_not_count(self, turn: int) -> None:
        self._evidence = [other for other in self._evidence if other != turn]
        self.not_counted.append(turn)

    def _move(self, listed: Ints, before: Ints, after: Ints) -> None:
        """Follow the hand after an action: cards have left, moved or been drawn."""
        orders, old, added = orders_of(after, self.seat), before.tolist(), 0
        copies = self._history.public_copies()
        hands = np.zeros_like(listed)
        for slot, order in enumerate(orders.tolist()):
            if order in old:
                hands |= (listed >> 8 * old.index(order) & 63) << 8 * slot
            else:
                added = 8 * slot
        if set(orders.tolist()) - set(old):
            new = np.flatnonzero(copies > 0).astype(np.int64)
            most = max(1, self._budget.longest // len(new))
            if len(hands) > most:
                die = one_die(stream_start(PUBLIC_KEY, self._history.turn, self.seat, f"{SEARCH} public"))
                hands = np.sort(hands)
                thin(hands, most, die)
                hands = hands[:most]
            hands = (hands[:, None] | new[None, :] << added).ravel()
        found, _ = weigh(np.ascontiguousarray(hands), len(orders), copies)
        self.listed = np.sort(found) if len(found) else None
