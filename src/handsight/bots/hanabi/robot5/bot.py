"""Robot 5: a partner for people. It reads clues as good players mean them, looks ahead, and says why."""

from collections.abc import Mapping
from functools import lru_cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from handsight.bots.bot import Decision
from handsight.bots.hanabi.bot import HanabiBot
from handsight.bots.hanabi.convention_bot import CarefulRobot
from handsight.bots.hanabi.robot5 import reasons
from handsight.bots.hanabi.robot5.action_choice import Search
from handsight.bots.hanabi.robot5.clue_beliefs import SharedBeliefs, beliefs_of
from handsight.bots.hanabi.robot5.weights import ROBOT6_WEIGHTS, WEIGHTS, Weights
from handsight.conventions.interpreter.public_state import (
    PublicState,
    advance,
    check_supported,
    public_state_after_deal,
)
from handsight.errors import InputError
from handsight.game import Dice
from handsight.hanabi import Action, ClueGiven, Terms, View
from handsight.hanabi.actions import MoveEvent

if TYPE_CHECKING:  # 0.5 s that only a compiled game needs
    from handsight.hanabi.compiled.game_loop import CompiledBot


class PublicMoment:
    """A public state of a game and the beliefs that follow from it, computed once for all seats."""

    def __init__(self, public: PublicState, beliefs: SharedBeliefs) -> None:
        self.public = public
        self.beliefs = beliefs
        self._next: tuple[MoveEvent, PublicMoment] | None = None

    def following(self, event: MoveEvent) -> "PublicMoment":
        """Return the moment after an action; the last one asked for is kept for the other seats."""
        known = self._next
        if known is None or known[0] != event:
            then = advance(self.public, event)
            known = self._next = event, PublicMoment(then, self._read(event, then))
        return known[1]

    def _read(self, event: MoveEvent, then: PublicState) -> SharedBeliefs:
        """Return the beliefs after an action; a clue adds what it meant."""
        beliefs = self.beliefs
        meant = {card.order: card.meant for hand in beliefs.hands for card in hand}
        if isinstance(event, ClueGiven) and event.clue:
            heard = beliefs.hand_after_clue(event.target, event.clue, event.touched)
            meant |= {card.order: card.meant for card in heard}
        return beliefs_of(then, meant, beliefs.weights)


@lru_cache(maxsize=1 << 4)
def _after_deal(terms: Terms, weights: Weights) -> PublicMoment:
    public = public_state_after_deal(terms)
    return PublicMoment(public, beliefs_of(public, {}, weights))


class Robot5(HanabiBot):
    """Values every action by what the table will be worth when the next seat has acted.

    Where stacks or clues are hidden, clues have no agreed meaning, and it plays as `careful` does.
    """

    weights: Mapping[int, Weights] = MappingProxyType({})
    """By number of players: its weights; WEIGHTS for any other number."""

    def __init__(self, terms: Terms, seat: int, dice: Dice) -> None:
        super().__init__(terms, seat, dice)
        self._weights = self.weights.get(terms.players, WEIGHTS)
        self._careful: CarefulRobot | None = None
        self._events_read = terms.players * terms.hand_size
        try:
            self._moment = _after_deal(terms, self._weights)
        except InputError:  # not everybody sees the same
            self._careful = CarefulRobot(terms, seat, dice)

    def decide(self, view: View) -> Decision[Action]:
        """Take the action of highest value, or decide as `careful` where something public is hidden."""
        if self._careful:
            return self._careful.decide(view)
        search = self._search(view)
        action = search.best()
        return Decision(action, partial(reasons.why, search, action))

    def rule_of(self, view: View, action: Action) -> str:
        """Return which of `reasons.STEPS` an action would be; "" where it plays as `careful`."""
        return "" if self._careful else reasons.step(self._search(view), action)

    def _search(self, view: View) -> Search:
        """Read the events up to a view, and return the search in it."""
        for event in view.events[self._events_read :]:
            if isinstance(event, MoveEvent):
                self._moment = self._moment.following(event)
        self._events_read = len(view.events)
        return Search(view, self._moment.beliefs, self._weights)


class Robot6(Robot5):
    """Decides as Robot 5 does, but with two players by its own rules and weights.

    A touched card is not taken for what another is known to be, and a colour clue never saves.
    """

    weights = MappingProxyType(ROBOT6_WEIGHTS)


ROBOTS = MappingProxyType({"robot5": Robot5, "robot6": Robot6})


def compile_robot(name: str, terms: Terms) -> "CompiledBot":
    """Return the compiled version of `robot5` or `robot6`, or raise InputError."""
    check_supported(terms)
    from handsight.bots.hanabi.robot5.compiled.action_choice import ROBOT5, ROBOT6
    from handsight.hanabi.compiled.terms_layout import terms_array

    terms_array(terms)
    return {"robot5": ROBOT5, "robot6": ROBOT6}[name]
