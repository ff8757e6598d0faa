"""The bots that search: they believe that their partners play a blueprint, and look for something better.

One seat searches. If several do, each still takes the others for the blueprint, and may conclude what is not
true from their actions; an action that no hand explains is ignored. With forgiving evidence no single action
proves anything. See `docs/explanation/search.md`.
"""

from dataclasses import dataclass, field
from functools import partial

import numpy as np

from handsight.bots.bot import BotSpec, Decision, as_decision
from handsight.bots.hanabi.bot import HanabiBot
from handsight.game import Dice
from handsight.game.seeded_dice import SEARCH, stream_start
from handsight.hanabi import Action, Event, Terms, View
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.state_conversion import to_action
from handsight.notation.hanabi.table_text import clue_in_words
from handsight.search.action_race import Race, actions_to_try
from handsight.search.action_values import Verdict
from handsight.search.blueprint import Blueprint, blueprint
from handsight.search.exact_endgame import Endgame, solve_endgame
from handsight.search.hand_belief import EXACT, ActionEvidence, Belief
from handsight.search.rollouts import Deals, Rollouts, SeatPosition
from handsight.search.search_settings import NO_ENDGAME, BeliefLimits, Budget, EndgameLimits, threads
from handsight.search.seat_history import History
from handsight.text.counting_from_one import counted, slot_number


@dataclass(frozen=True)
class SearchSettings:
    """How a bot searches. The same settings and seed give the same moves, for any number of threads."""

    budget: Budget = field(default_factory=Budget)
    evidence: ActionEvidence = EXACT
    limits: BeliefLimits = field(default_factory=BeliefLimits)
    endgame: EndgameLimits = NO_ENDGAME
    """When actions are valued exactly, over all deals, instead of tried on some."""


class Searcher(HanabiBot):
    """Searches in one seat on the blueprint of *spec*; all its deals follow from one throw of its dice.

    Raises:
        InputError: The blueprint has no compiled version for these terms.
    """

    def __init__(
        self, terms: Terms, seat: int, dice: Dice, spec: BotSpec, settings: SearchSettings | None = None
    ) -> None:
        super().__init__(terms, seat, dice)
        self.settings = settings or SearchSettings()
        self.blueprint: Blueprint = blueprint(spec, terms)
        self.history = History(self.blueprint, seat)
        self._key = dice.fair(1 << 64)
        self.belief = Belief(self.history, self.settings.evidence, self.settings.limits, self._key)
        self._threads = threads()

    def decide(self, view: View) -> Decision[Action]:
        """Take the action that the search finds best."""
        verdict = self.search(view)
        action = to_action(self.terms, self.history.now, verdict.action)
        return Decision(action, partial(self.why, verdict, self.belief.doubts()))

    def search(self, view: View) -> Verdict:
        """Return what a search at this seat's turn finds."""
        position = self.position(view)
        actions = actions_to_try(position, self.settings.budget.fits)
        if len(actions) > 1 and (solved := self.endgame(position)) is not None:
            return solved.verdict
        return self.race(position, actions).run()

    def position(self, view: View) -> SeatPosition:
        """Read the events up to this view, and return the position to search from."""
        self.belief.catch_up(view)
        hands, state = self.belief.now(), self.history.now.copy()
        dice = state[st.DICE : st.DICE + self.terms.players].view(np.uint64)
        for seat in range(self.terms.players):  # of this search, for a blueprint that throws some
            dice[seat] = stream_start(self._key, self.history.turn, seat, f"{SEARCH} dice")
        return SeatPosition(self.blueprint, state, hands)

    def race(self, position: SeatPosition, actions: list[int]) -> Race:
        """Return a race between actions; the first must be the blueprint's."""
        return Race(Rollouts(Deals(position, self._key), self._threads), actions, self.settings.budget)

    def endgame(self, position: SeatPosition) -> Endgame | None:
        """Return the exact values of all actions over all deals; None if the limits do not allow it."""
        return solve_endgame(position, self.settings.endgame) if position.hands.whole else None

    def why(self, verdict: Verdict, doubts: int) -> str:
        """Say what the action is worth, what the blueprint would do, and on how many deals that was tried.

        *doubts* is the number of partners' actions that no hand explains.
        """
        name = f"`{self.blueprint.name}`"
        value = verdict.value(verdict.action)
        if value is None:
            said = [f"as {name} would; there is nothing else to try"]
        elif verdict.action == verdict.blueprint:
            said = [f"as {name} would, worth {value:.1f}"]
            others = [other for other in verdict.values if other.action != verdict.action]
            if others:
                unsure = ", not surely better" if others[0].value > value else ""
                other = in_words(others[0].action, self.blueprint)
                said.append(f"next best, {other}: {others[0].value:.1f}{unsure}")
        else:
            theirs = in_words(verdict.blueprint, self.blueprint)
            said = [
                f"worth {value:.1f}",
                f"{name} would {theirs}: {verdict.value(verdict.blueprint):.1f}",
            ]
        if verdict.deals:
            every = "all that are possible, " if verdict.exact else ""
            said.append(f"{every}{counted(verdict.deals, 'deal')}")
        if doubts:
            did = "did not fit" if doubts > 1 else "does not fit"
            then = "so I read nothing into that" if self.settings.evidence.exact else "whatever I hold"
            said.append(f"{counted(doubts, 'action')} of my partners {did} {name}, {then}")
        return "; ".join(said)


class EndgameBot(HanabiBot):
    """Plays like the bot of *spec* until few deals are left, and then the best action over all of them.

    It takes its partners for the same bot.

    Raises:
        InputError: The bot has no compiled version for these terms.
    """

    def __init__(self, terms: Terms, seat: int, dice: Dice, spec: BotSpec, limits: EndgameLimits) -> None:
        super().__init__(terms, seat, dice)
        self._searcher = Searcher(terms, seat, dice, spec, SearchSettings(endgame=limits))
        self._bot = spec.make(terms, seat, dice)

    def observe(self, event: Event) -> None:
        """Pass an event on to the bot."""
        self._bot.observe(event)

    def decide(self, view: View) -> Decision[Action]:
        """Do what the bot does, unless the endgame shows something better."""
        decision, searcher = as_decision(self._bot.decide(view)), self._searcher
        if view.deck_left > searcher.settings.endgame.deck:
            return decision
        found = searcher.endgame(searcher.position(view))
        if found is None or found.verdict.action == found.verdict.blueprint:
            return decision
        action = to_action(self.terms, searcher.history.now, found.verdict.action)
        return Decision(action, partial(searcher.why, found.verdict, searcher.belief.doubts()))


def in_words(action: int, blueprint: Blueprint) -> str:
    """Say an action as its player would: "play slot 1", "clue red", "clue 2 to the next player"."""
    packed_terms, terms = blueprint.packed_terms, blueprint.terms
    argument = int(packed_terms[tm.ACTION_ARGUMENT + action])
    if away := int(packed_terms[tm.ACTION_DISTANCE + action]):
        clue = clue_in_words(terms.variant, terms.variant.clues()[argument])
        seat = "the next player" if away == 1 else f"the player {away} seats on"
        return f"clue {clue}" if terms.players == 2 else f"clue {clue} to {seat}"
    what = "the last card" if argument == terms.hand_size else f"slot {slot_number(argument)}"
    return f"{'discard' if action >= packed_terms[tm.SLOTS] else 'play'} {what}"
