"""Who of several searching seats may leave the blueprint when, and what an action then tells its partners.

Each protocol is known to all seats. `search(pair)` alone has none: it takes its partners for the blueprint.
`search(pair, forgiving)` takes them for a blueprint that they leave now and then (`ForgivingBelief`).
`Replayed`, in which a seat works out what its partner's search would have done, is a bot of its own.
"""

from collections.abc import Sequence
from typing import Protocol

from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.search.blueprint import Blueprint
from handsight.search.budget import Budget
from handsight.search.history import History, orders_of
from handsight.search.public_belief import PublicBelief
from handsight.search.reasons import NOTHING_ELSE


class SearchProtocol(Protocol):
    """What all searching seats of a table have agreed on."""

    untried: str
    """Says why nothing but the blueprint's action may be tried."""

    def allowed(self, actions: Sequence[int]) -> Sequence[int]:
        """Return which of the actions worth trying may be taken now; the blueprint's comes first."""

    def tells(self, seat: int) -> bool:
        """Whether the next action of a partner is sure to be the blueprint's, or known not to be."""

    def saw(self, turn: int) -> None:
        """Take note of an action that has been added to the history."""


class Alone:
    """Any action may be taken at any time; partners are taken for the blueprint."""

    untried = NOTHING_ELSE

    def allowed(self, actions: Sequence[int]) -> Sequence[int]:
        """Allow all."""
        return actions

    def tells(self, seat: int) -> bool:
        """Take every action for the blueprint's."""
        del seat
        return True

    def saw(self, turn: int) -> None:
        """Take note of nothing."""


class Turns:
    """The seats take turns in searching: one in each round. Its action then tells nothing but its clue."""

    untried = "in this round another seat searches, or there is nothing else to try"

    def __init__(self, history: History) -> None:
        self._history = history
        self._players = history.blueprint.terms.players

    def allowed(self, actions: Sequence[int]) -> Sequence[int]:
        """Allow only the blueprint's action while another seat searches."""
        return actions if self._searches(self._history.seat) else actions[:1]

    def tells(self, seat: int) -> bool:
        """Read nothing into the action of a seat while it searches."""
        return not self._searches(seat)

    def saw(self, turn: int) -> None:
        """Take note of nothing."""

    def _searches(self, seat: int) -> bool:
        return self._history.turn // self._players % self._players == seat


LATE_DECK = 2
"""With at most so many cards in the deck it is late."""


class Late:
    """The first seat searches throughout, the others only late in the game; before, they play the blueprint.

    So what the first seat reads into their actions is right until then. They read nothing into its actions
    but the clues, and late in the game nobody reads anything else into an action.
    """

    untried = "it is too early for this seat to search, or there is nothing else to try"

    def __init__(self, history: History, deck: int = LATE_DECK) -> None:
        self._history = history
        self._deck = deck

    def allowed(self, actions: Sequence[int]) -> Sequence[int]:
        """Allow only the blueprint's action to all but the first seat, until it is late."""
        return actions if self._history.seat == 0 or self._is_late() else actions[:1]

    def tells(self, seat: int) -> bool:
        """Read nothing into the action of a seat that may search."""
        return seat != 0 and not self._is_late()

    def saw(self, turn: int) -> None:
        """Take note of nothing."""

    def _is_late(self) -> bool:
        deck_size = int(self._history.blueprint.packed_terms[tm.DECK_SIZE])
        return deck_size - int(self._history.now[st.DRAWN]) <= self._deck


class Clear:
    """The blueprint is left only by an action that no hand of the partner explains, as everybody sees it.

    So the partner notices, and reads nothing into that action; every other action is surely the blueprint's.
    While the hands of the partner are too many to be listed, the blueprint is not left. For two seats.
    """

    untried = "my partner could take anything else for that, too"

    def __init__(self, blueprint: Blueprint, history: History, budget: Budget) -> None:
        self._history = history
        self._partner = PublicBelief(blueprint, history, 1 - history.seat, budget)

    def allowed(self, actions: Sequence[int]) -> Sequence[int]:
        """Allow the blueprint's action, and those that it would take for no hand of the partner."""
        hands = self._partner.now()
        if hands is None:
            return actions[:1]
        turn, partner = self._history.turn, self._partner
        explained = set(partner.answers(hands, orders_of(self._history.now, partner.seat), turn).tolist())
        return [actions[0], *(action for action in actions[1:] if action not in explained)]

    def tells(self, seat: int) -> bool:
        """Take every action for the blueprint's; what no hand explains is not counted anyway."""
        del seat
        return True

    def saw(self, turn: int) -> None:
        """Follow what everybody knows about the partner's hand."""
        self._partner.saw(turn)
