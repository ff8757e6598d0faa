"""Analyses of many games of Hanabi: jobs for the runner, rows for Parquet, tables of where points go."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from handsight.analysis.analysis_rows import (
    GameJob,
    GameWithRows,
    Losses,
    NamedGame,
    Row,
    arrow_table,
    loss_of,
    losses_of,
    played_move,
)
from handsight.analysis.hanabi import move_calls as words
from handsight.analysis.hanabi.game_facts import CAUSE_WORDS
from handsight.analysis.hanabi.recorded_choices import best_fits
from handsight.analysis.hanabi.turn_analysis import AnalysisSettings, GameAnalyser
from handsight.hanabi import Action, Setup
from handsight.hanabi import HanabiRecord as Game
from handsight.lab.job_runner import RunSettings, whole_jobs
from handsight.lab.result_summary import TextTable
from handsight.roster.hanabi import find_bot
from handsight.text.counting_from_one import counted, turn_number

AUTO = "auto"
TURNS_AT_ONCE, MANY_GAMES = 4, 8
"""A worker takes this many turns at a time; with this many games, a whole game."""
PHASES = ("first third of the deck", "second third", "last third", "final round")


@lru_cache(maxsize=4)
def _analyser(
    setup: Setup, actions: tuple[Action, ...], names: tuple[str, ...], settings: AnalysisSettings
) -> GameAnalyser:
    return GameAnalyser(Game.replay(setup, actions, names), settings)


class HanabiGameJob(GameJob):
    """The turns of a recorded game of Hanabi, to be analysed."""

    def conditions(self) -> str:
        """Return everything that the rows depend on, besides Handsight itself."""
        bot = find_bot(self.settings.by).fingerprint()
        deck = [self.setup.terms.variant.text(card) for card in self.setup.deck]
        return repr((bot, self.title, self.setup.terms, deck, self.actions, self.names, self.settings))

    def analyse_turn(self, turn: int) -> Row:
        """Return what is said about a turn."""
        found = _analyser(self.setup, self.actions, self.names, self.settings).analyse(turn)
        assert found is not None  # noqa: S101  nobody asks it to stop
        return found.to_json()

    def columns(self, row: Row) -> Row:
        """Return the columns that Parquet has of a row."""
        return columns(row)


def chosen_settings(
    games: Sequence[NamedGame[Game]], settings: AnalysisSettings
) -> tuple[AnalysisSettings, str]:
    """Return the settings with the bot that fits the players, where one is to be chosen, and the reason."""
    if settings.by != AUTO:
        return settings, ""
    single = len(games) == 1 and len(games[0].turns) == 1
    turns = games[0].turns[0] if single else None
    ranked = best_fits([one.game for one in games], turns)
    best, agreed = ranked[0]
    others = ", ".join(f"{fit.bot} {fit.agreement.share:.0%}" for fit in ranked[1:4])
    reason = (
        f"{best} fits these players best: it would have made {agreed.agreed} of {agreed.moves} moves"
        f" ({agreed.share:.0%}; {others})"
        if agreed.moves
        else f"{best}, as there is no move yet to judge by"
    )
    return replace(settings, by=best), reason


@dataclass(frozen=True)
class AnalysedGame(GameWithRows[Game, AnalysisSettings]):
    """A game of Hanabi with the rows of its turns."""

    reason: str = ""
    """Why this blueprint was chosen, where it was."""

    @property
    def caption(self) -> str:
        """Which game it is, and how it was analysed."""
        return f"{self.label}: {self.outcome}; {how_found(self.settings)}"

    @property
    def outcome(self) -> str:
        """Who played what, and the score."""
        final, terms = self.game.final, self.game.setup.terms
        score = f"score {final.score} of {terms.variant.max_score}"
        return f"{terms.players} players, {terms.variant.name}, {score}"


def how_found(settings: AnalysisSettings) -> str:
    """Say what the values are: through whose eyes, with which blueprint, on how many deals."""
    amount = counted(settings.deals, "deal") if settings.seconds is None else f"{settings.seconds:g} s a turn"
    belief = ", conventions believed" if settings.believe else ""
    return (
        f"expected scores in the mover's eyes{belief}, {settings.by} goes on, {amount}, seed {settings.seed}"
    )


def analyse_games(
    games: Sequence[NamedGame[Game]], settings: AnalysisSettings, run: RunSettings
) -> Iterator[AnalysedGame]:
    """Analyse games, and yield each as soon as it and all before it are done.

    Raises:
        InputError: The blueprint cannot play one of the games.
    """
    settings, reason = chosen_settings(games, settings)
    for one in games:
        _ = GameAnalyser(one.game, settings).blueprint
    asked = [(game_job(one, settings, many=len(games) >= MANY_GAMES), one.turns) for one in games]
    for (label, game, _), rows in zip(games, whole_jobs(asked, run), strict=True):
        yield AnalysedGame(label, game, rows, settings, reason)


def game_job(one: NamedGame[Game], settings: AnalysisSettings, *, many: bool = False) -> HanabiGameJob:
    """Return the job of a game; where there are *many*, a worker takes a whole game at a time."""
    game, at_once = one.game, max(1, len(one.turns)) if many else TURNS_AT_ONCE
    moves = game.actions[: game.final.turn]
    return HanabiGameJob(one.label, game.setup, moves, game.names, settings, at_once)


def columns(row: Row) -> Row:
    """Return the columns that Parquet has of a row."""
    played = played_move(row)
    lost = Counter[str]()
    for fact in row["facts"]:
        lost[fact["cause"]] += fact["points"]
    names = ("game", "turn", "seat", "player", "by", "deals", "value", "error", "played", "call", "deck_left")
    return {
        **{name: row[name] for name in names},
        "seed": str(row["seed"]),
        "best": " | ".join(row["best"]),
        "is_best": row["played"] in row["best"],
        "played_value": played["value"] if played else None,
        "loss": played["loss"] if played else None,
        "loss_error": played["loss_error"] if played else None,
        "max_before": row["max_score"]["before"],
        "max_after": row["max_score"]["after"],
        "points_lost": sum(lost.values()),
        "cause": " ".join(lost) or None,
        "wrong": row["wrong"],
        "text": row["text"],
    }


def phase_of(row: Row, deck: int) -> str:
    """Return the phase in which a turn lies; *deck* is how many cards the deck had after the deal."""
    if row["deck_left"] == 0:
        return PHASES[-1]
    return PHASES[min(2, (deck - row["deck_left"]) * 3 // max(1, deck))]


def by_phase(games: Sequence[AnalysedGame]) -> list[Losses]:
    """Sum up the moves of each phase of the games."""
    found: dict[str, list[Row]] = {phase: [] for phase in PHASES}
    for one in games:
        deck = one.game.states[0].deck_left
        for row in one.rows:
            found[phase_of(row, deck)].append(row)
    return [losses_of(phase, rows) for phase, rows in found.items() if rows]


def by_kind(games: Sequence[AnalysedGame]) -> list[Losses]:
    """Sum up the moves by what was wrong with them; those that lost nothing are not counted."""
    rows = [row for game in games for row in game.rows if row["wrong"]]
    return [
        losses_of(text, found)
        for kind, text in words.LOSS_WORDS.items()
        if (found := [row for row in rows if row["wrong"] == kind])
    ]


def cause_table(games: Sequence[AnalysedGame]) -> TextTable:
    """Return the points that became impossible, by cause and phase; facts, without any error."""
    points: Counter[tuple[str, str]] = Counter()
    hit: Counter[str] = Counter()
    for one in games:
        deck, causes = one.game.states[0].deck_left, set[str]()
        for row in one.rows:
            for fact in row["facts"]:
                points[fact["cause"], phase_of(row, deck)] += fact["points"]
                causes.add(fact["cause"])
        hit.update(causes)
    rows = []
    for cause, text in CAUSE_WORDS.items():
        found = [points[cause, phase] / len(games) for phase in PHASES]
        rows.append(
            (text, f"{sum(found):.2f}", f"{hit[cause] / len(games):.0%}", *(f"{one:.2f}" for one in found))
        )
    return TextTable(("points lost a game, by cause (facts)", "points", "games", *PHASES), rows)


def lost_points(one: AnalysedGame) -> list[str]:
    """Say which points became impossible, and which unlikely, apart from each other."""
    said = [
        f"turn {turn_number(row['turn'])}, {row['player']}: {fact['text']}"
        for row in one.rows
        for fact in row["facts"]
    ]
    impossible = sum(fact["points"] for row in one.rows for fact in row["facts"])
    unlikely = sum(loss_of(row) for row in one.rows if row["call"])
    head = f"impossible: {counted(impossible, 'point')} (facts)"
    called = sum(bool(row["call"]) for row in one.rows)
    tail = f"unlikely: {unlikely:.1f} points in expectation, by {counted(called, 'move')} that are called"
    return [head, *(f"  {text}" for text in said), tail]


def open_sentence(rows: Sequence[Row]) -> str:
    """Say until when the highest score could still be made with all cards known; empty if nobody asked."""
    known = [row for row in rows if row["open"]]
    if not known:
        return ""
    first = known[0]["open"]
    reached = [row for row in known if row["open"]["best"] == first["best"]]
    last = turn_number(reached[-1]["turn"])
    sure = "" if all(row["open"]["proved"] for row in known) else " (some turns are not proved)"
    end = "to the end" if reached[-1] is known[-1] else f"until turn {last}"
    return f"with all cards known {first['best']} could still be made {end}{sure}"


def to_arrow(games: Sequence[AnalysedGame]) -> Any:
    """Return a row for each turn as an Arrow table."""
    return arrow_table([row for game in games for row in game.rows], columns)
