"""The analysis of rounds of Boeren Bridge: expected points of each bid and card, and where a bid was lost.

Values are in the mover's eyes: the mean of its points over deals that fit what it sees, in which all seats go
on by the rule graphs, as in the sampler's rollouts. Chances that a card takes the trick are exact.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from handsight.analysis import analysis_rows
from handsight.analysis.analysis_rows import (
    BLUNDER,
    DEFAULT_DEALS,
    INACCURACY,
    MISTAKE,
    AnalysedGame,
    GameJob,
    NamedGame,
    Row,
    check_settings,
    loss_table,
    losses_of,
    turn_values,
)
from handsight.analysis.boeren.compiled.move_trials import try_actions
from handsight.boeren import SEATS, Action, Bid, ChangeBid, Play, Setup, State, legal, score, view
from handsight.boeren import BoerenRecord as Round
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_conversion import to_array, to_number
from handsight.bots.boeren.compiled import owner_chances as chances
from handsight.errors import InputError
from handsight.game.seeded_dice import Seed, stream_start
from handsight.lab.job_runner import RunSettings, whole_jobs
from handsight.lab.result_summary import TextTable
from handsight.search.action_values import values_of
from handsight.search.compiled.possible_hands import one_die
from handsight.text.counting_from_one import counted, turn_number

BLUEPRINT = "full-kripke"
"""The bot that plays on after a move, in every seat."""
LEAST_LOSS = {BLUNDER: 5.0, MISTAKE: 2.5, INACCURACY: 1.0}
"""The smallest loss of each call, in points; to compare: a bid of 1 that is met scores 12."""
PURPOSE = "boeren analysis"
PHASES = "bids", "cards"
TOO_MANY, TOO_FEW = CAUSES = "too-many", "too-few"
CAUSE_WORDS = {TOO_MANY: "took a trick too many", TOO_FEW: "too few tricks were left"}


@dataclass(frozen=True)
class RoundSettings:
    """The settings of an analysis of rounds."""

    deals: int = DEFAULT_DEALS
    seed: Seed = 0
    by: str = BLUEPRINT

    def __post_init__(self) -> None:
        check_settings(self.deals, self.seed)
        if self.by != BLUEPRINT:
            raise InputError(f"Boeren Bridge is analysed by {BLUEPRINT} only; leave out --by")


@dataclass(frozen=True)
class AnalysedRound(AnalysedGame[Round, RoundSettings]):
    """A round with the rows of its turns."""

    noun: ClassVar[str] = "round"

    @property
    def outcome(self) -> str:
        """How many cards each player was dealt and, after the last trick, the points of each seat."""
        final = self.game.final
        points = ", ".join(map(str, (final.terms.bidding and score(final)) or ()))
        return counted(self.game.setup.terms.hand_size, "card") + (f"; points {points}" if points else "")

    @property
    def how_found(self) -> str:
        """How the values were found: as the mover sees it, with which blueprint, deals and seed."""
        deals, chosen = counted(self.settings.deals, "deal"), self.settings
        return f"expected points in the mover's eyes, {chosen.by} goes on, {deals}, seed {chosen.seed}"

    @property
    def lost(self) -> list[str]:
        """A line for each bid that could no longer be met, with the turn; one line if there was none."""
        return [
            f"turn {turn_number(row['turn'])}: {fact['text']}" for row in self.rows for fact in row["facts"]
        ] or ["no bid was lost for certain before the last trick"]

    @staticmethod
    def further_tables(games: "Sequence[AnalysedRound]") -> list[TextTable]:
        """Return a table of what bids and cards lost, and one of why bids could not be met."""
        rows = [row for one in games for row in one.rows]
        phases = [
            losses_of(name, [row for row in rows if row["phase"] == name]) for name in ("bids", "cards")
        ]
        lost = [fact["cause"] for row in rows for fact in row["facts"]]
        causes = [(CAUSE_WORDS[cause], str(lost.count(cause))) for cause in CAUSES]
        return [loss_table("phase", phases), TextTable(("bids lost, by cause (facts)", "bids"), causes)]


SETTINGS = RoundSettings


def chosen_turns(game: Round, turn: int | str | None = None, seat: int | str | None = None) -> list[int]:
    """Return the turns to analyse: the one asked for, those of a seat, or all; refuse a position."""
    if game.is_position:
        raise InputError("this is a position without bids, so it has no points to expect; analyse a round")
    return analysis_rows.chosen_turns(game, range(len(game.actions)), turn, seat)


def analyse(
    game: Round,
    deals: int = DEFAULT_DEALS,
    seed: Seed = 0,
    *,
    by: str = BLUEPRINT,
    turn: int | str | None = None,
    seat: int | str | None = None,
) -> AnalysedRound:
    """Return what every bid and card of a round was worth to its player; see `handsight.analysis.analyse`."""
    asked = RoundSettings(deals, seed, by)
    rows = [analyse_turn(game, at, asked) for at in chosen_turns(game, turn, seat)]
    return AnalysedRound("this round", game, rows, asked)


def move_text(action: Action) -> str:
    """Return a move as JSON has it: ``bid 2``, ``change 3``, ``play KC``."""
    match action:
        case Bid(tricks):
            return f"bid {tricks}"
        case ChangeBid(tricks):
            return f"change {tricks}"
        case Play(card):
            return f"play {card}"


def analyse_turn(game: Round, turn: int, asked: RoundSettings) -> Row:
    """Return the row of a turn; *turn* is the number of actions taken before the move."""
    state = game.states[turn]
    seen = view(state, state.seat)
    array = to_array(seen)
    actions = {to_number(action): action for action in legal(seen)}
    scores = np.zeros((asked.deals, st.CARDS), np.int16)
    try_actions(array, one_die(stream_start(asked.seed, turn, 0, PURPOSE)), scores)
    played = game.actions[turn] if turn < len(game.actions) else None
    numbers = list(actions)
    values = values_of(numbers, scores[:, numbers], [asked.deals] * len(numbers))
    found = turn_values(values, actions, played, lambda action: (move_text(action),) * 2, LEAST_LOSS)
    known = _known(array, played)
    return {
        "turn": turn,
        "seat": state.seat,
        "by": asked.by,
        "deals": asked.deals,
        "seed": asked.seed,
        "eyes": "mover",
        **found.to_json(),
        "facts": facts_of(game, turn) if played is not None else [],
        "known": known,
        "text": found.text(_takes(known)),
        "why": _takes(known),
        "player": game.seats[state.seat],
        "phase": "bids" if state.bidding else "cards",
    }


def facts_of(game: Round, turn: int) -> list[Row]:
    """Return a fact for each bid, of any seat, that a move made impossible to meet by the rules."""
    found, before, after = list[Row](), game.states[turn], game.states[turn + 1]
    for seat in range(SEATS):
        bid = after.bids[seat]
        if bid is None or not _can_meet(before, seat) or _can_meet(after, seat):
            continue
        cause = TOO_MANY if after.won[seat] > bid else TOO_FEW
        name = game.seats[seat]
        text = f"{name} bid {bid} and has {after.won[seat]}, so the bid is lost: {CAUSE_WORDS[cause]}"
        row = {"kind": "lost-bid", "seat": seat, "cause": cause, "bid": bid, "won": after.won[seat]}
        found.append(row | {"text": text})
    return found


def _can_meet(state: State, seat: int) -> bool:
    """Whether a seat can still take exactly the tricks that it bid; True before all have bid."""
    bid = state.bids[seat]
    left = state.terms.hand_size - sum(state.won)
    return bid is None or state.bidding or state.won[seat] <= bid <= state.won[seat] + left


def _known(array: Any, played: Action | None) -> list[Row]:
    """Return the exact chance, for its player, that the card played takes the trick; empty for a bid."""
    if not isinstance(played, Play):
        return []
    chance = float(chances.chance_unbeaten(array, played.card.identity))
    return [{"kind": "chance-takes", "card": str(played.card), "chance": round(chance, 12)}]


def _takes(known: Sequence[Row]) -> str:
    """Say how likely the card that was played takes the trick; empty if no card was played."""
    return "; ".join(f"{one['card']} takes the trick with chance {one['chance']:.0%}" for one in known)


@lru_cache(maxsize=4)
def _round(setup: Setup, actions: tuple[Action, ...], names: tuple[str, ...]) -> Round:
    return Round.replay(setup, actions, names)


class RoundJob(GameJob):
    """The turns of a recorded round, to be analysed."""

    def analyse_turn(self, turn: int) -> Row:
        """Return the row of a turn."""
        return analyse_turn(_round(self.setup, self.actions, self.names), turn, self.settings)


def analyse_games(
    games: Sequence[NamedGame[Round]], asked: RoundSettings, run: RunSettings
) -> Iterator[AnalysedRound]:
    """Analyse rounds, and yield each as soon as it and all before it are done."""
    jobs = [
        RoundJob(label, game.setup, game.actions, game.names, asked, max(1, len(turns)))
        for label, game, turns in games
    ]
    wanted = [(job, one.turns) for job, one in zip(jobs, games, strict=True)]
    for one, rows in zip(games, whole_jobs(wanted, run), strict=True):
        yield AnalysedRound(one.label, one.game, rows, asked)
