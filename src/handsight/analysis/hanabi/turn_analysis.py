"""The analysis of one turn: facts, what could have been known, values in the mover's eyes, and open hands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import monotonic
from typing import Any, NamedTuple

from handsight.analysis.hanabi import move_calls as words
from handsight.analysis.hanabi.could_have_known import Known, KnownCards
from handsight.analysis.hanabi.game_facts import Fact, facts_of
from handsight.analysis.hanabi.mover_position import ExplainedMoves, MoverPosition
from handsight.errors import InputError
from handsight.game.seeded_dice import Seed, as_seed
from handsight.hanabi import Action, view
from handsight.hanabi import HanabiRecord as Game
from handsight.roster.hanabi import find_bot
from handsight.search.action_race import value_actions
from handsight.search.action_values import Verdict
from handsight.search.blueprint import Blueprint, blueprint
from handsight.search.open_hands import move_text, solve_state
from handsight.search.search_settings import Stop as AskStop
from handsight.text.counting_from_one import turn_number

DEFAULT_BLUEPRINT, DEFAULT_DEALS = "robot5", 400
MOST_DEALS = 1_000_000
OPEN_NODES = 1_000_000
"""How many positions the solver looks at for each score, at each turn."""
DECIMALS = 2


@dataclass(frozen=True)
class AnalysisSettings:
    """What an analysis depends on: who goes on after a move, on how many deals, and what is asked."""

    by: str = DEFAULT_BLUEPRINT
    deals: int = DEFAULT_DEALS
    seed: Seed = 0
    seconds: float | None = None
    """A time for each turn, in place of a number of deals; what was done in it is recorded."""
    believe: bool = False
    """Whether the mover's hand is also judged by what its partners did."""
    open: bool = False
    """Whether the best score with all cards known is looked for, too."""

    def __post_init__(self) -> None:
        as_seed(self.seed)
        if not 2 <= self.deals <= MOST_DEALS:
            raise InputError(f"{self.deals:,} deals are not possible; ask for 2 to {MOST_DEALS:,}")
        if self.seconds is not None and not 0 < self.seconds <= 3600:
            raise InputError(
                f"{self.seconds:g} s a turn are not possible; ask for more than 0 and up to 3600"
            )


class MoveRow(NamedTuple):
    """A legal move with its value, in points and to two decimals."""

    move: str
    """As lines of `perft` have it: ``play 3``, ``discard 7``, ``clue 1 r``."""
    words: str
    value: float
    error: float
    loss: float
    """The best value less this one, on the same deals."""
    loss_error: float
    deals: int
    action: Action

    def to_json(self) -> dict[str, Any]:
        """Return the row as JSON data."""
        row = self._asdict()
        del row["action"]
        return row


class OpenHands(NamedTuple):
    """What a team that sees every card could still score, from the table before the move."""

    best: int
    proved: bool
    bound: int


@dataclass(frozen=True)
class TurnAnalysis:
    """What is said about one turn; `turn` is how many actions were taken before the move."""

    turn: int
    seat: int
    player: str
    by: str
    deals: int
    seed: Seed
    value: float
    error: float
    best: tuple[str, ...]
    """The moves whose loss is within one error."""
    played: str | None
    moves: tuple[MoveRow, ...]
    """Every legal move, the best first."""
    facts: tuple[Fact, ...]
    known: tuple[Known, ...]
    max_score: tuple[int, int]
    """The most that could be scored before and after the move, by the cards that are lost."""
    open: OpenHands | None
    call: str | None
    """inaccuracy, mistake or blunder; None where nothing is called."""
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
    def row(self) -> MoveRow | None:
        """The move that was played."""
        return next((row for row in self.moves if row.move == self.played), None)

    @property
    def loss(self) -> float:
        """What the move that was played lost in expectation."""
        return self.row.loss if self.row else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the turn as `analyse --json` prints it."""
        before, after = self.max_score
        return {
            "turn": self.turn,
            "seat": self.seat,
            "by": self.by,
            "deals": self.deals,
            "seed": self.seed,
            "eyes": "mover",
            "value": self.value,
            "error": self.error,
            "best": list(self.best),
            "played": self.played,
            "moves": [row.to_json() for row in self.moves],
            "facts": [fact.to_json() for fact in self.facts],
            "known": [known.to_json() for known in self.known],
            "max_score": {"before": before, "after": after},
            "open": self.open._asdict() if self.open else None,
            "call": self.call,
            "text": self.text,
            "exact": self.exact,
            "blueprint_move": self.blueprint_move,
            "player": self.player,
            "deck_left": self.deck_left,
            "wrong": self.wrong,
            "believe": self.beliefs._asdict() if self.beliefs else None,
            "why": self.why,
        }


def moved_turns(game: Game) -> range:
    """Return the turns at which somebody moved; breaking off is no move, and after the end none counts."""
    return range(sum(1 for _ in game.moves()))


class GameAnalyser:
    """Analyses the turns of one game, in any order; turns do not depend on each other.

    Args:
        game: The recorded game.
        settings: What is asked.

    Raises:
        InputError: The blueprint cannot play this game, or has no compiled version.
    """

    def __init__(self, game: Game, settings: AnalysisSettings) -> None:
        self.game = game
        self.settings = settings
        self.known = KnownCards(game)

    @cached_property
    def blueprint(self) -> Blueprint:
        """Who goes on after a move."""
        spec = find_bot(self.settings.by)
        if not spec.honest:
            raise InputError(f"{spec.name} is not honest, so it can judge nobody; choose another bot")
        return blueprint(spec, self.game.setup.terms)

    @cached_property
    def turns(self) -> range:
        """The turns at which somebody moved."""
        return moved_turns(self.game)

    def analyse(self, turn: int, stop: AskStop | None = None) -> TurnAnalysis | None:
        """Analyse a turn to the end; None if it was stopped."""
        *_, found = (None, *self.refine(turn, stop=stop))
        return None if stop is not None and stop() else found

    def refine(self, turn: int, *, threads: int = 1, stop: AskStop | None = None) -> Iterator[TurnAnalysis]:
        """Yield the analysis of a turn again and again, with more deals each time.

        The last one is yielded when it is settled, with more deals if need be, whether the move that was
        played is called something.

        Args:
            turn: How many actions were taken before it; the turn after the last move may be asked, too.
            threads: How many threads share the work.
            stop: Asked between blocks of deals; where it says so, nothing more is yielded.
        """
        game, settings = self.game, self.settings
        state = game.states[turn]
        if state.over:
            raise InputError(f"the game is over at turn {turn_number(turn)}; nobody can move")
        played = game.actions[turn] if turn in self.turns else None
        position = MoverPosition(self.blueprint, view(state, state.seat), settings.believe, settings.seed)
        known = self.known.statements(turn, played)
        opened = self.open_hands(turn) if settings.open else None
        deals = settings.deals if settings.seconds is None else MOST_DEALS
        end = None if settings.seconds is None else monotonic() + settings.seconds
        keep = () if played is None else (position.number(played),)
        race = value_actions(position.deals, words.precision(deals), keep=keep, threads=threads, stop=stop)
        for verdict in race:
            yield self._turn(turn, position, verdict, known, opened)
            if end is not None and monotonic() >= end:
                return

    def open_hands(self, turn: int) -> OpenHands:
        """Solve the table before a move with all cards known."""
        solved = solve_state(self.game.states[turn], nodes=OPEN_NODES)
        return OpenHands(solved.best, solved.proved, solved.bound)

    def _turn(
        self,
        turn: int,
        position: MoverPosition,
        values: Verdict,
        known: tuple[Known, ...],
        opened: OpenHands | None,
    ) -> TurnAnalysis:
        game, settings = self.game, self.settings
        state, variant = game.states[turn], game.setup.terms.variant
        played = game.actions[turn] if turn in self.turns else None
        rows = _rows(state, game.seats, position, values)
        row = next((row for row in rows if row.action == played), None)
        call = words.call_of(row.loss, row.loss_error) if row else None
        after = game.states[turn + 1] if played is not None else state
        own = position.position.blueprint_action
        move = None if own is None else position.action(own)
        why = _why(self, turn, rows, row, call, known, move)
        return TurnAnalysis(
            turn=turn,
            seat=state.seat,
            player=game.seats[state.seat],
            by=settings.by,
            deals=values.deals,
            seed=settings.seed,
            value=rows[0].value,
            error=rows[0].error,
            best=tuple(one.move for one in rows if one.loss <= one.loss_error),
            played=row.move if row else None,
            moves=rows,
            facts=facts_of(game, turn) if played is not None else (),
            known=known,
            max_score=(state.max_score, after.max_score),
            open=opened,
            call=call,
            text=_text(rows, row, call, why),
            exact=values.exact,
            blueprint_move=None if move is None else move_text(variant, move),
            deck_left=state.deck_left,
            wrong=words.kind_of_loss(row.action, rows[0].action, known)
            if row and row.loss > row.loss_error
            else None,
            beliefs=position.explained,
            why=why,
        )


def _rows(state: Any, names: Sequence[str], position: MoverPosition, values: Verdict) -> tuple[MoveRow, ...]:
    """Return the moves with their figures rounded, so that they agree with each other."""
    best = round(values.values[0].value, DECIMALS)
    rows = []
    for move in values.values:
        loss, action = abs(round(move.loss, DECIMALS)), position.action(move.action)
        rows.append(
            MoveRow(
                move_text(state.terms.variant, action),
                words.move_in_words(state, names, action),
                round(best - loss, DECIMALS),
                round(move.error, DECIMALS),
                loss,
                round(move.loss_error, DECIMALS),
                move.deals,
                action,
            )
        )
    return tuple(rows)


def _why(  # noqa: PLR0917  what a reason is made of
    analyser: GameAnalyser,
    turn: int,
    rows: Sequence[MoveRow],
    row: MoveRow | None,
    call: str | None,
    known: Sequence[Known],
    blueprint_move: Action | None,
) -> str:
    """Say why a move lost, as far as the mover could see it; empty where it did not, or nothing is known."""
    game, best = analyser.game, rows[0]
    if row is None or row.loss <= row.loss_error:
        return ""
    why = words.why_lost(game.states[turn], game.seats, row.action, best.action, known)
    if call and not why and blueprint_move == best.action:
        return f"`{analyser.settings.by}` would {best.words}"
    return why


def _text(rows: Sequence[MoveRow], row: MoveRow | None, call: str | None, why: str) -> str:
    """Say what the move was worth, and why."""
    best = rows[0]
    if row is None:
        return f"best: {best.words} ({best.value:.2f})"
    if row.loss <= row.loss_error:
        return f"{row.words}: {row.value:.2f}, as good as any"
    said = f"{row.words}: {row.value:.2f}; {best.words}: {best.value:.2f}"
    if call is None:
        said = f"{said} (a difference of {row.loss:.2f} ± {row.loss_error:.2f})"
    else:
        said = f"{call}, {row.loss:.2f} ± {row.loss_error:.2f} points: {said}"
    return f"{said}; {why}" if why else said
