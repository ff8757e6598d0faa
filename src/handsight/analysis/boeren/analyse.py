"""The analysis of rounds of Boeren Bridge: expected points of each bid and card, and where a bid was lost.

Values are in the mover's eyes: the mean of its points over deals that fit what it sees, in which all seats go
on by the rule graphs, as in the sampler's rollouts. Chances that a card takes the trick are exact.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any

import numpy as np

from handsight.analysis.analysis_page import page, sentence, turn_table
from handsight.analysis.analysis_rows import (
    BLUNDER,
    INACCURACY,
    MISTAKE,
    GameJob,
    GameWithRows,
    NamedGame,
    Row,
    arrow_table,
    by_player,
    call_of,
    loss_of,
    loss_table,
    losses_of,
    worst_rows,
)
from handsight.analysis.boeren.compiled.move_trials import try_actions
from handsight.boeren import SEATS, Action, Bid, ChangeBid, Play, Setup, State, legal, view
from handsight.boeren import BoerenRecord as Round
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_conversion import to_array, to_number
from handsight.bots.boeren.compiled import owner_chances as chances
from handsight.errors import InputError
from handsight.game.recorded_game import seat_in, turn_in
from handsight.game.seeded_dice import Seed, as_seed, stream_start
from handsight.lab.job_runner import RunSettings, whole_jobs
from handsight.lab.result_summary import TextTable
from handsight.search.action_values import mean_and_error
from handsight.search.compiled.possible_hands import one_die
from handsight.text.counting_from_one import counted, turn_number
from handsight.text.wrapping import fitted

BLUEPRINT = "full-kripke"
"""Who goes on after a move, in every seat."""
DEFAULT_DEALS, MOST_DEALS = 400, 1_000_000
LEAST_LOSS = {BLUNDER: 5.0, MISTAKE: 2.5, INACCURACY: 1.0}
"""From which loss on, in points, a move is called something: a met bid of 1 is worth 12."""
PURPOSE = "boeren analysis"
DECIMALS = 2
TOO_MANY, TOO_FEW = CAUSES = "too-many", "too-few"
CAUSE_WORDS = {TOO_MANY: "took a trick too many", TOO_FEW: "too few tricks were left"}


@dataclass(frozen=True)
class AnalysisSettings:
    """What an analysis depends on."""

    deals: int = DEFAULT_DEALS
    seed: Seed = 0
    by: str = BLUEPRINT

    def __post_init__(self) -> None:
        as_seed(self.seed)
        if self.by != BLUEPRINT:
            raise InputError(f"rounds are played on by {BLUEPRINT} alone; leave out --by")
        if not 2 <= self.deals <= MOST_DEALS:
            raise InputError(f"{self.deals:,} deals are not possible; ask for 2 to {MOST_DEALS:,}")


@dataclass(frozen=True)
class AnalysedGame(GameWithRows[Round, AnalysisSettings]):
    """A round with the rows of its turns."""

    @property
    def caption(self) -> str:
        """Which round it is, and how it was analysed."""
        points = ", ".join(map(str, (self.game.final.terms.bidding and _points(self.game.final)) or ()))
        ended = f"; points {points}" if points else ""
        return (
            f"{self.label}: {counted(self.game.setup.terms.hand_size, 'card')}{ended}; {_how(self.settings)}"
        )


def _points(state: State) -> tuple[int, ...]:
    from handsight.boeren import score  # the name is common

    return score(state) or ()


def _how(settings: AnalysisSettings) -> str:
    return (
        f"expected points in the mover's eyes, {settings.by} goes on, {counted(settings.deals, 'deal')}, seed"
        f" {settings.seed}"
    )


def settings(
    *,
    by: str | None,
    deals: int | None,
    seconds: float | None,
    seed: Seed,
    believe: bool,
    open: bool,  # noqa: A002  as the option is called
) -> AnalysisSettings:
    """Return the settings that a command asks for; None stands for the default."""
    for name, value in (("seconds", seconds), ("believe", believe), ("open", open)):
        if value:
            raise InputError(f"--{name} is not there for Boeren Bridge; leave it out")
    return AnalysisSettings(DEFAULT_DEALS if deals is None else deals, seed, by or BLUEPRINT)


def chosen_turns(game: Round, turn: int | str | None = None, seat: int | str | None = None) -> list[int]:
    """Return the turns that are asked for: one, those of a seat, or all."""
    if game.is_position:
        raise InputError("this is a position without bids, whose points nobody can tell; analyse a round")
    if turn is not None:
        at = turn_in(game, turn)
        if game.states[at].over:
            raise InputError(f"nobody moves there: the round is over after {at} moves; name an earlier turn")
        return [at]
    turns = list(range(len(game.actions)))
    mover = None if seat is None else seat_in(game.seats, seat)
    return [at for at in turns if mover is None or game.states[at].seat == mover]


def analyse(
    game: Round,
    deals: int = DEFAULT_DEALS,
    seed: Seed = 0,
    *,
    by: str = BLUEPRINT,
    turn: int | str | None = None,
    seat: int | str | None = None,
) -> AnalysedGame:
    """Say what every bid and card of a round was worth to its player; see `handsight.analysis.analyse`."""
    asked = AnalysisSettings(deals, seed, by)
    rows = [analyse_turn(game, at, asked) for at in chosen_turns(game, turn, seat)]
    return AnalysedGame("this round", game, rows, asked)


def move_text(action: Action) -> str:
    """Return a move as JSON has it: ``bid 2``, ``change 3``, ``play KC``."""
    match action:
        case Bid(tricks):
            return f"bid {tricks}"
        case ChangeBid(tricks):
            return f"change {tricks}"
        case Play(card):
            return f"play {card}"


def analyse_turn(game: Round, turn: int, asked: AnalysisSettings) -> Row:
    """Analyse one turn; `turn` is how many actions were taken before the move."""
    state = game.states[turn]
    seen = view(state, state.seat)
    array = to_array(seen)
    actions = list(legal(seen))
    numbers = [to_number(action) for action in actions]
    scores = np.zeros((asked.deals, st.CARDS), np.int16)
    try_actions(array, one_die(stream_start(asked.seed, turn, 0, PURPOSE)), scores)
    played = game.actions[turn] if turn < len(game.actions) else None
    moves = _moves(actions, scores[:, numbers].astype(np.int64))
    row = next((move for move in moves if played is not None and move["move"] == move_text(played)), None)
    call = call_of(row["loss"], row["loss_error"], LEAST_LOSS) if row else None
    facts = facts_of(game, turn) if played is not None else []
    known = _known(array, played)
    return {
        "turn": turn,
        "seat": state.seat,
        "by": asked.by,
        "deals": asked.deals,
        "seed": asked.seed,
        "eyes": "mover",
        "value": moves[0]["value"],
        "error": moves[0]["error"],
        "best": [move["move"] for move in moves if move["loss"] <= move["loss_error"]],
        "played": None if played is None else move_text(played),
        "moves": moves,
        "facts": facts,
        "known": known,
        "call": call,
        "text": _text(moves, row, call, known),
        "why": _takes(known),
        "player": game.seats[state.seat],
        "phase": "bids" if state.bidding else "cards",
    }


def _moves(actions: Sequence[Action], scores: Any) -> list[Row]:
    """Return every legal move with its figures, the best first."""
    deals = len(scores)
    totals = scores.sum(0)
    best = int(max(range(len(actions)), key=lambda at: (int(totals[at]), -at)))
    value = round(int(totals[best]) / deals, DECIMALS)
    rows = []
    for at, action in enumerate(actions):
        loss, loss_error = mean_and_error(scores[:, best] - scores[:, at])
        rows.append(
            {
                "move": move_text(action),
                "words": move_text(action),
                "value": round(value - round(loss, DECIMALS), DECIMALS),
                "error": round(mean_and_error(scores[:, at])[1], DECIMALS),
                "loss": abs(round(loss, DECIMALS)),
                "loss_error": round(loss_error, DECIMALS),
                "deals": deals,
            }
        )
    first = rows[best]
    return sorted(rows, key=lambda row: (row is not first, -row["value"]))


def facts_of(game: Round, turn: int) -> list[Row]:
    """Return the bids that can no longer be met after a move, of whichever seat; by the rules alone."""
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
    """Whether a seat can still take as many tricks as it bid."""
    bid = state.bids[seat]
    left = state.terms.hand_size - sum(state.won)
    return bid is None or state.bidding or state.won[seat] <= bid <= state.won[seat] + left


def _known(array: Any, played: Action | None) -> list[Row]:
    """Return the exact chance that the card that was played takes the trick, in its player's eyes."""
    if not isinstance(played, Play):
        return []
    chance = float(chances.chance_unbeaten(array, played.card.identity))
    return [{"kind": "chance-takes", "card": str(played.card), "chance": round(chance, 12)}]


def _text(moves: Sequence[Row], row: Row | None, call: str | None, known: Sequence[Row]) -> str:
    best = moves[0]
    if row is None:
        return f"best: {best['words']} ({best['value']:.2f})"
    takes = f"; {_takes(known)}" if known else ""
    if row["loss"] <= row["loss_error"]:
        return f"{row['words']}: {row['value']:.2f}, as good as any{takes}"
    said = f"{row['words']}: {row['value']:.2f}; {best['words']}: {best['value']:.2f}"
    if call is None:
        return f"{said} (a difference of {row['loss']:.2f} ± {row['loss_error']:.2f}){takes}"
    return f"{call}, {row['loss']:.2f} ± {row['loss_error']:.2f} points: {said}{takes}"


def _takes(known: Sequence[Row]) -> str:
    """Say how likely the card that was played takes the trick; empty where none was."""
    return "; ".join(f"{one['card']} takes the trick with chance {one['chance']:.0%}" for one in known)


@lru_cache(maxsize=4)
def _round(setup: Setup, actions: tuple[Action, ...], names: tuple[str, ...]) -> Round:
    return Round.replay(setup, actions, names)


class RoundJob(GameJob):
    """The turns of a recorded round, to be analysed."""

    def analyse_turn(self, turn: int) -> Row:
        """Return what is said about a turn."""
        return analyse_turn(_round(self.setup, self.actions, self.names), turn, self.settings)

    def columns(self, row: Row) -> Row:
        """Return the columns that Parquet has of a row."""
        return columns(row)


def columns(row: Row) -> Row:
    """Return the columns that Parquet has of a row."""
    names = ("game", "turn", "seat", "player", "by", "deals", "value", "error", "played", "call", "phase")
    return {
        **{name: row[name] for name in names},
        "best": " | ".join(row["best"]),
        "loss": loss_of(row),
        "bids_lost": len(row["facts"]),
        "text": row["text"],
    }


def analyse_games(
    games: Sequence[NamedGame[Round]], asked: AnalysisSettings, run: RunSettings
) -> Iterator[AnalysedGame]:
    """Analyse rounds, and yield each as soon as it and all before it are done."""
    jobs = [
        RoundJob(label, game.setup, game.actions, game.names, asked, max(1, len(turns)))
        for label, game, turns in games
    ]
    wanted = [(job, one.turns) for job, one in zip(jobs, games, strict=True)]
    for one, rows in zip(games, whole_jobs(wanted, run), strict=True):
        yield AnalysedGame(one.label, one.game, rows, asked)


def to_arrow(games: Sequence[AnalysedGame]) -> Any:
    """Return a row for each turn as an Arrow table."""
    return arrow_table([row for game in games for row in game.rows], columns)


def _line(row: Row) -> str:
    facts = "".join(f" FACT: {fact['text']}." for fact in row["facts"])
    return f"{turn_number(row['turn']):>3} {row['player']}: {row['text']}{facts}"


def game_text(one: AnalysedGame, width: int | None) -> str:
    """Return the analysis of a round as text."""
    lines = [fitted(one.caption, width)]
    worst = worst_rows(one.rows)
    if worst and len(one.rows) > 1:
        lines += ["", "the turns that lost most:", *(fitted(f"  {_line(row)}", width, 4) for row in worst)]
    lines += ["", *(fitted(_line(row), width, 4) for row in one.rows)]
    if len(one.rows) == 1:
        row = one.rows[0]
        for move in row["moves"]:
            mark = "▸" if move["move"] == row["played"] else "★" if move["move"] in row["best"] else " "
            lines.append(f"  {mark} {move['words']:<12} {move['value']:6.2f} ± {move['error']:.2f}")
        return "\n".join(lines)
    return "\n".join([*lines, "", *(table.fitted(width) for table in _tables([one])), *_lost_bids(one)])


def _lost_bids(one: AnalysedGame) -> list[str]:
    return [
        f"turn {turn_number(row['turn'])}: {fact['text']}" for row in one.rows for fact in row["facts"]
    ] or ["no bid was lost for certain before the last trick"]


def _tables(games: Sequence[AnalysedGame]) -> list[TextTable]:
    rows = [row for one in games for row in one.rows]
    phases = [losses_of(phase, [row for row in rows if row["phase"] == phase]) for phase in ("bids", "cards")]
    return [loss_table("player", by_player(games)), loss_table("phase", phases)]


def collection_text(games: Sequence[AnalysedGame], width: int | None) -> str:
    """Return the analysis of many rounds as text."""
    lost = [fact["cause"] for one in games for row in one.rows for fact in row["facts"]]
    head = f"{counted(len(games), 'round')}; {_how(games[0].settings)}"
    causes = ", ".join(f"{CAUSE_WORDS[cause]}: {lost.count(cause)}" for cause in CAUSES)
    rows = [row for one in games for row in one.rows]
    tables = [loss_table("all moves", [losses_of("all", rows)]), *_tables(games)]
    said = [fitted(head, width), *(table.fitted(width) for table in tables)]
    return "\n\n".join([*said, fitted(f"bids lost: {len(lost)} ({causes})", width)])


def report(games: Sequence[AnalysedGame], replays: Mapping[str, str] | None = None) -> str:
    """Write the analysis of rounds as one page of HTML."""
    replays = replays or {}
    title = f"Analysis of {games[0].label}" if len(games) == 1 else f"Analysis of {len(games)} rounds"
    body = [f"<h1>{escape(title)}</h1>", f"<p>{escape(sentence(_how(games[0].settings)))}</p>"]
    body += [table.html for table in _tables(games)]
    for one in games:
        body.append(f"<h2>{escape(one.label)}</h2><p>{escape(one.caption)}</p>")
        body.append("<ul>" + "".join(f"<li>{escape(text)}</li>" for text in _lost_bids(one)) + "</ul>")
        body.append(turn_table(one.rows, replays.get(one.label)))
    return page(title, body)
