"""The analysis of one turn: facts, what could have been known, values in the mover's eyes, and open hands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from handsight.analysis.analysis_rows import (
    BLUNDER,
    DEFAULT_DEALS,
    INACCURACY,
    MISTAKE,
    SURE,
    TurnValues,
    ValuedMove,
    check_settings,
    turn_values,
)
from handsight.analysis.hanabi import turn_statements as words
from handsight.analysis.hanabi.turn_statements import Fact, Known, KnownCards, facts_of
from handsight.errors import InputError
from handsight.game.seeded_dice import Seed
from handsight.hanabi import Action, State, View, view
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.state_conversion import to_action, to_number
from handsight.roster.hanabi import find_bot
from handsight.search.action_race import value_actions
from handsight.search.action_values import Verdict
from handsight.search.blueprint import Blueprint, blueprint
from handsight.search.hand_belief import FORGIVING, Belief, WeightedHands
from handsight.search.open_hands import move_text, solve_state
from handsight.search.rollouts import Deals, SeatPosition
from handsight.search.search_settings import BeliefLimits, Precision
from handsight.search.search_settings import Stop as AskStop
from handsight.search.seat_history import History
from handsight.text.counting_from_one import turn_number

LEAST_LOSS = {BLUNDER: 1.5, MISTAKE: 0.7, INACCURACY: 0.3}
"""The smallest loss of each call, in points."""
SETTLED_ON = 1_600
"""The most deals that may be tried to settle whether a move is an inaccuracy or worse."""

BY_RULES = BeliefLimits(hands=200_000, sample=1_024)
"""How many hands are looked at where only the rules and clues count, …"""
BY_ACTIONS = BeliefLimits(hands=2_000, sample=500, tries=2_000)
"""… and where each is also held against what the partners did."""


def precision(deals: int) -> Precision:
    """Return the stopping rule of a race: *deals* deals, or more while it is in doubt what to call a move."""
    return Precision(deals, LEAST_LOSS[INACCURACY], SURE, SETTLED_ON)


class ExplainedMoves(NamedTuple):
    """How many of the past moves the blueprint explains, if its conventions are believed."""

    moves: int
    """How many moves were made."""
    explained: int
    """How many of them the blueprint would have made, by more than half of the believed hands' weight."""


@dataclass(frozen=True)
class MoverPosition:
    """A turn as the seat to move sees it; the deals follow from the seed and the turn."""

    blueprint: Blueprint
    """The bot that plays on after the move, in every seat."""
    view: View
    believe: bool = False
    """Whether the hands that the seat may hold are also weighed by what its partners did."""
    seed: Seed = 0

    @cached_property
    def belief(self) -> Belief:
        """What the seat believes about its hand."""
        history = History(self.blueprint, self.view.viewer)
        evidence, limits = (FORGIVING, BY_ACTIONS) if self.believe else (None, BY_RULES)
        belief = Belief(history, evidence, limits, self.seed)
        belief.join(self.view)
        return belief

    @cached_property
    def hands(self) -> WeightedHands:
        """The hands from which deals are drawn."""
        return self.belief.now()

    @cached_property
    def explained(self) -> ExplainedMoves | None:
        """How many past moves the blueprint explains; None if conventions are not believed."""
        if not self.believe:
            return None
        history, explained = self.belief.history, 0
        for turn, action in enumerate(() if self.blueprint.bot.throws else history.actions):
            before = history.before(turn)
            if int(before[st.SEAT]) == self.view.viewer:
                explained += self.blueprint.decide(before) == action
            else:
                explained += self.belief.share_explaining(turn, self.hands) > 0.5
        return ExplainedMoves(len(history.actions), explained)

    @cached_property
    def position(self) -> SeatPosition:
        """The position that moves are tried from. Readings are kept only if every past move is explained."""
        bot, history, hands = self.blueprint.bot, self.belief.history, self.hands
        fits = self.explained is not None and self.explained.moves == self.explained.explained
        return SeatPosition(
            self.blueprint,
            history.now,
            hands,
            np.array(history.actions, np.int64) if bot.reads_hands else None,
            None if fits else bot.readings.packed(),
        )

    @cached_property
    def deals(self) -> Deals:
        """The deals on which moves are tried."""
        return Deals(self.position, self.seed)

    def action(self, number: int) -> Action:
        """Return a move by its number."""
        return to_action(self.blueprint.terms, self.position.state, number)

    def number(self, action: Action) -> int:
        """Return the number of a move."""
        return to_number(self.blueprint.terms, self.position.state, action)


DEFAULT_BLUEPRINT = "robot5"
OPEN_NODES = 1_000_000
"""How many positions the solver looks at for each score, at each turn."""


@dataclass(frozen=True)
class AnalysisSettings:
    """The settings of an analysis: the bot that plays on, the number of deals, the seed, what is asked."""

    by: str = DEFAULT_BLUEPRINT
    deals: int = DEFAULT_DEALS
    seed: Seed = 0
    believe: bool = False
    """Whether the hands that the mover may hold are also weighed by what its partners did."""
    open: bool = False
    """Whether the best score with all cards known is looked for, too."""

    def __post_init__(self) -> None:
        check_settings(self.deals, self.seed)


class OpenHands(NamedTuple):
    """What a team that sees every card could still score, from the table before the move."""

    best: int
    proved: bool
    bound: int


@dataclass(frozen=True)
class TurnAnalysis:
    """The analysis of one turn; `turn` is how many actions were taken before the move."""

    turn: int
    seat: int
    player: str
    by: str
    deals: int
    seed: Seed
    value: float
    error: float
    best: tuple[str, ...]
    """The moves whose loss is at most one standard error."""
    played: str | None
    moves: tuple[ValuedMove, ...]
    """Every legal move, the best first."""
    facts: tuple[Fact, ...]
    known: tuple[Known, ...]
    max_score: tuple[int, int]
    """The highest score still possible before and after the move, given the cards that are lost."""
    open: OpenHands | None
    call: str | None
    """What the played move is: an inaccuracy, mistake or blunder; None if it is none of these."""
    text: str
    """The move in a sentence, by what the mover could see."""
    exact: bool
    """Whether every deal was tried."""
    blueprint_move: str | None
    deck_left: int
    wrong: str | None
    """What was wrong with a move that lost, one of `words.KINDS_OF_LOSS`; None where nothing was lost."""
    beliefs: ExplainedMoves | None = None
    why: str = ""
    """The end of `text`: why the move lost, as far as the mover could see; empty where nothing is known."""

    @property
    def row(self) -> ValuedMove | None:
        """The entry of `moves` for the move that was played; None if none was played."""
        return next((row for row in self.moves if row.move == self.played), None)

    @property
    def loss(self) -> float:
        """The expected loss of the move that was played, in points; 0 if none was played."""
        return self.row.loss if self.row else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the turn as `analyse --json` prints it."""
        before, after = self.max_score
        row = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "beliefs"}
        return row | {
            "eyes": "mover",
            "best": list(self.best),
            "moves": [move.to_json() for move in self.moves],
            "facts": [{"kind": "lost-points"} | fact._asdict() for fact in self.facts],
            "known": [known.to_json() for known in self.known],
            "max_score": {"before": before, "after": after},
            "open": self.open._asdict() if self.open else None,
            "believe": self.beliefs._asdict() if self.beliefs else None,
        }


def moved_turns(game: Game) -> range:
    """Return the turns at which somebody moved; stopping the game is no move, nor is any after its end."""
    return range(sum(1 for _ in game.moves()))


class GameAnalyser:
    """Analyses the turns of one game, in any order; turns do not depend on each other."""

    def __init__(self, game: Game, settings: AnalysisSettings) -> None:
        self.game = game
        self.settings = settings
        self.known = KnownCards(game)

    @cached_property
    def blueprint(self) -> Blueprint:
        """The bot that plays on after a move; InputError if it is not honest or cannot play this game."""
        spec = find_bot(self.settings.by)
        if not spec.honest:
            raise InputError(f"{spec.name} is not honest, so it cannot judge moves; choose another bot")
        return blueprint(spec, self.game.setup.terms)

    @cached_property
    def turns(self) -> range:
        """The turns at which somebody moved."""
        return moved_turns(self.game)

    def analyse(self, turn: int, stop: AskStop | None = None) -> TurnAnalysis | None:
        """Return the finished analysis of a turn; None if *stop* ended it."""
        *_, found = (None, *self.refine(turn, stop=stop))
        return None if stop is not None and stop() else found

    def refine(self, turn: int, *, threads: int = 1, stop: AskStop | None = None) -> Iterator[TurnAnalysis]:
        """Yield the analysis of a turn again and again, with more deals each time.

        The last one may take up to `SETTLED_ON` deals, to settle whether the move that was played is an
        inaccuracy or worse.
        *turn* may also be the one after the last move. *stop* is called between blocks of deals; once it
        returns True, nothing more is yielded.
        """
        game, settings = self.game, self.settings
        state = game.states[turn]
        if state.over:
            raise InputError(f"the game is over at turn {turn_number(turn)}; nobody can move")
        played = game.actions[turn] if turn in self.turns else None
        position = MoverPosition(self.blueprint, view(state, state.seat), settings.believe, settings.seed)
        known = self.known.statements(turn, played)
        opened = self.open_hands(turn) if settings.open else None
        keep = () if played is None else (position.number(played),)
        race = value_actions(position.deals, precision(settings.deals), keep=keep, threads=threads, stop=stop)
        for verdict in race:
            yield self._turn(turn, position, verdict, known, opened)

    def open_hands(self, turn: int) -> OpenHands:
        """Return what the team could still score before a move if it saw all cards."""
        solved = solve_state(self.game.states[turn], nodes=OPEN_NODES)
        return OpenHands(solved.best, solved.proved, solved.bound)

    def _turn(
        self,
        turn: int,
        position: MoverPosition,
        verdict: Verdict,
        known: tuple[Known, ...],
        opened: OpenHands | None,
    ) -> TurnAnalysis:
        game, settings = self.game, self.settings
        state, variant = game.states[turn], game.setup.terms.variant
        played = game.actions[turn] if turn in self.turns else None
        actions = {value.action: position.action(value.action) for value in verdict.values}

        def said(action: Action) -> tuple[str, str]:
            return move_text(variant, action), words.move_in_words(state, game.seats, action)

        found = turn_values(verdict.values, actions, played, said, LEAST_LOSS)
        row, best = found.played, found.moves[0]
        after = game.states[turn + 1] if played is not None else state
        own = position.position.blueprint_action
        move = None if own is None else actions[own]
        why = self._why(state, found, known, move)
        return TurnAnalysis(
            turn=turn,
            seat=state.seat,
            player=game.seats[state.seat],
            by=settings.by,
            deals=verdict.deals,
            seed=settings.seed,
            value=best.value,
            error=best.error,
            best=found.best,
            played=row.move if row else None,
            moves=found.moves,
            facts=facts_of(game, turn) if played is not None else (),
            known=known,
            max_score=(state.max_score, after.max_score),
            open=opened,
            call=found.call,
            text=found.text(why),
            exact=verdict.exact,
            blueprint_move=None if move is None else move_text(variant, move),
            deck_left=state.deck_left,
            wrong=words.kind_of_loss(row.action, best.action, known) if row and row.lost else None,
            beliefs=position.explained,
            why=why,
        )

    def _why(
        self, state: State, found: TurnValues, known: Sequence[Known], blueprint_move: Action | None
    ) -> str:
        """Say why a move lost points, by what the mover could see; empty if it lost none or nobody knows."""
        row, best = found.played, found.moves[0]
        if row is None or not row.lost:
            return ""
        why = words.why_lost(state, self.game.seats, row.action, best.action, known)
        if found.call and not why and blueprint_move == best.action:
            return f"`{self.settings.by}` would {best.words}"
        return why
