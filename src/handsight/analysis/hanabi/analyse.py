"""The analysis of recorded games of Hanabi: all turns of a game, jobs for the runner, where points go."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from handsight.analysis import analysis_rows
from handsight.analysis.analysis_report import game_text, notebook_html, report
from handsight.analysis.analysis_rows import (
    DEFAULT_DEALS,
    AnalysedGame,
    GameJob,
    Losses,
    NamedGame,
    Row,
    arrow_table,
    by_player,
    loss_of,
    loss_table,
    losses_of,
)
from handsight.analysis.hanabi.convention_agreement import best_fits
from handsight.analysis.hanabi.turn_analysis import (
    DEFAULT_BLUEPRINT,
    AnalysisSettings,
    GameAnalyser,
    TurnAnalysis,
    moved_turns,
)
from handsight.analysis.hanabi.turn_statements import CAUSE_WORDS, LOSS_WORDS
from handsight.game.seeded_dice import Seed
from handsight.hanabi import Action, Setup
from handsight.hanabi import HanabiRecord as Game
from handsight.lab.job_runner import Engine, Progress, RunSettings, finished, whole_jobs
from handsight.lab.result_summary import TextTable
from handsight.roster.hanabi import find_bot
from handsight.search.search_settings import Stop
from handsight.text.counting_from_one import counted, turn_number

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

AUTO = "auto"
TURNS_AT_ONCE, MANY_GAMES = 4, 8
"""A worker takes TURNS_AT_ONCE turns at a time or, from MANY_GAMES games on, all turns of a game."""
PHASES = ("first third of the deck", "second third", "last third", "final round")


@dataclass(frozen=True)
class AnalysedHanabi(AnalysedGame[Game, AnalysisSettings]):
    """A game of Hanabi with the rows of its turns."""

    @property
    def outcome(self) -> str:
        """The number of players, the variant and the score."""
        final, terms = self.game.final, self.game.setup.terms
        score = f"score {final.score} of {terms.variant.max_score}"
        return f"{terms.players} players, {terms.variant.name}, {score}"

    @property
    def how_found(self) -> str:
        """How the values were found: as the mover sees it, with which blueprint, deals and seed."""
        chosen = self.settings
        deals = counted(chosen.deals, "deal")
        eyes = "expected scores in the mover's eyes" + (", conventions believed" if chosen.believe else "")
        return f"{eyes}, {chosen.by} goes on, {deals}, seed {chosen.seed}"

    @property
    def lost(self) -> list[str]:
        """Lines on the points that became impossible, on those lost in expectation, and on open hands."""
        facts = [(row, fact) for row in self.rows for fact in row["facts"]]
        impossible = sum(fact["points"] for _, fact in facts)
        called = [row for row in self.rows if row["call"]]
        unlikely = f"{sum(map(loss_of, called)):.1f} points in expectation"
        return [
            f"impossible: {counted(impossible, 'point')} (facts)",
            *(f"  turn {turn_number(row['turn'])}, {row['player']}: {fact['text']}" for row, fact in facts),
            f"unlikely: {unlikely}, by {counted(len(called), 'move')} that are called",
            *open_sentences(self.rows),
        ]

    @staticmethod
    def further_tables(games: "Sequence[AnalysedHanabi]") -> list[TextTable]:
        """Return tables of losses by phase and by what was wrong, and of impossible points by cause."""
        kinds = "moves that lost, by what could be known"
        return [loss_table("phase", by_phase(games)), loss_table(kinds, by_kind(games)), cause_table(games)]


def phase_of(row: Row, deck: int) -> str:
    """Return the phase in which a turn lies; *deck* is how many cards the deck had after the deal."""
    if row["deck_left"] == 0:
        return PHASES[-1]
    return PHASES[min(2, (deck - row["deck_left"]) * 3 // max(1, deck))]


def by_phase(games: Sequence[AnalysedHanabi]) -> list[Losses]:
    """Sum up the losses of the moves in each phase of the games; phases without moves are left out."""
    found: dict[str, list[Row]] = {phase: [] for phase in PHASES}
    for one in games:
        deck = one.game.states[0].deck_left
        for row in one.rows:
            found[phase_of(row, deck)].append(row)
    return [losses_of(phase, rows) for phase, rows in found.items() if rows]


def by_kind(games: Sequence[AnalysedHanabi]) -> list[Losses]:
    """Sum up the losses of moves by what was wrong with them; moves that lost nothing are not counted."""
    rows = [row for game in games for row in game.rows if row["wrong"]]
    return [
        losses_of(text, found)
        for kind, text in LOSS_WORDS.items()
        if (found := [row for row in rows if row["wrong"] == kind])
    ]


def cause_table(games: Sequence[AnalysedHanabi]) -> TextTable:
    """Return a table of the points a game that became impossible, by cause and phase; they are facts."""
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


def open_sentences(rows: Sequence[Row]) -> list[str]:
    """Say until which turn the first best score with all cards known stayed possible; [] if not asked."""
    known = [row for row in rows if row["open"]]
    if not known:
        return []
    first = known[0]["open"]
    reached = [row for row in known if row["open"]["best"] == first["best"]]
    last = turn_number(reached[-1]["turn"])
    sure = "" if all(row["open"]["proved"] for row in known) else " (some turns are not proved)"
    end = "to the end" if reached[-1] is known[-1] else f"until turn {last}"
    return [f"with all cards known {first['best']} could still be made {end}{sure}"]


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
        """Return the row of a turn."""
        found = _analyser(self.setup, self.actions, self.names, self.settings).analyse(turn)
        assert found is not None  # noqa: S101  nobody asks it to stop
        return found.to_json()


def chosen_settings(
    games: Sequence[NamedGame[Game]], settings: AnalysisSettings
) -> tuple[AnalysisSettings, str]:
    """Return the settings, with the bot that agrees most with the players in place of `auto`, and why."""
    if settings.by != AUTO:
        return settings, ""
    single = len(games) == 1 and len(games[0].turns) == 1
    turns = games[0].turns[0] if single else None
    ranked = best_fits([one.game for one in games], turns)
    best, others = ranked[0], ", ".join(f"{fit.name} {fit.share:.0%}" for fit in ranked[1:4])
    agreed = sum(row.agreed for row in best.rows)
    reason = (
        f"{best.name} fits these players best: it would have made {agreed} of {best.moves} moves"
        f" ({best.share:.0%}; {others})"
        if best.moves
        else f"{best.name}, as there is no move yet to judge by"
    )
    return replace(settings, by=best.name), reason


def analyse_games(
    games: Sequence[NamedGame[Game]], settings: AnalysisSettings, run: RunSettings
) -> Iterator[AnalysedHanabi]:
    """Analyse games, and yield each as soon as it and all before it are done."""
    settings, reason = chosen_settings(games, settings)
    for one in games:
        _ = GameAnalyser(one.game, settings).blueprint
    asked = [(game_job(one, settings, many=len(games) >= MANY_GAMES), one.turns) for one in games]
    for (label, game, _), rows in zip(games, whole_jobs(asked, run), strict=True):
        yield AnalysedHanabi(label, game, rows, settings, reason)


def game_job(one: NamedGame[Game], settings: AnalysisSettings, *, many: bool = False) -> HanabiGameJob:
    """Return the job of a game; where there are *many*, a worker takes a whole game at a time."""
    game, at_once = one.game, max(1, len(one.turns)) if many else TURNS_AT_ONCE
    moves = game.actions[: game.final.turn]
    return HanabiGameJob(one.label, game.setup, moves, game.names, settings, at_once)


@dataclass(frozen=True)
class Analysis(Mapping[int, TurnAnalysis]):
    """The analysed turns of a game, by how many actions were taken before each."""

    game: Game
    settings: AnalysisSettings
    turns: Mapping[int, TurnAnalysis]
    reason: str = ""
    """Why this blueprint was chosen by `auto`; empty if it was named."""

    def __getitem__(self, turn: int) -> TurnAnalysis:
        return self.turns[turn]

    def __iter__(self) -> Iterator[int]:
        return iter(self.turns)

    def __len__(self) -> int:
        return len(self.turns)

    def __repr__(self) -> str:
        return f"<Analysis: {counted(len(self), 'turn')}, by {self.settings.by}, {self.settings.deals} deals>"

    def analysed(self, label: str = "this game") -> AnalysedHanabi:
        """Return the analysis as rows of JSON data, of which tables and reports are made."""
        rows = [{"game": label} | turn.to_json() for turn in self.turns.values()]
        return AnalysedHanabi(label, self.game, rows, self.settings, self.reason)

    @property
    def players(self) -> list[Losses]:
        """For each player, the mean loss of a move, the share that was best, and the number of each call."""
        return by_player([self.analysed()])

    def to_arrow(self) -> Any:
        """Return an Arrow table with a row for each turn."""
        return arrow_table(self.analysed().rows)

    def to_html(self) -> str:
        """Return a report as one self-contained page of HTML."""
        return report([self.analysed()])

    def plot(self) -> "Figure":
        """Draw, turn by turn, the expected score, the highest score still possible, and the move's loss."""
        return self.analysed().plot()

    def __str__(self) -> str:
        return game_text(self.analysed(), None)

    def _repr_html_(self) -> str:
        return notebook_html(self.analysed())

    @property
    def curve(self) -> list[tuple[int, float]]:
        """For each turn, the pair of its number (from 0) and the value of its best move."""
        return [(turn, found.value) for turn, found in self.turns.items()]


SETTINGS = AnalysisSettings


def analyse(
    game: Game,
    by: str = DEFAULT_BLUEPRINT,
    deals: int = DEFAULT_DEALS,
    seed: Seed = 0,
    *,
    turn: int | str | None = None,
    seat: int | str | None = None,
    believe: bool = False,
    open: bool = False,  # noqa: A002  as the option is called
    workers: int = 1,
    progress: Progress | None = None,
) -> Analysis:
    """Return what every move of a game was worth in its mover's eyes; see `handsight.analysis.analyse`."""
    asked = AnalysisSettings(by, deals, seed, believe, open)
    turns = chosen_turns(game, turn, seat)
    chosen, reason = chosen_settings([NamedGame("", game, tuple(turns))], asked)
    analyser = GameAnalyser(game, chosen)
    found = dict(analyse_turns(analyser, turns, workers=workers, progress=progress))
    return Analysis(game, chosen, {at: found[at] for at in turns}, reason)


def chosen_turns(game: Game, turn: int | str | None = None, seat: int | str | None = None) -> list[int]:
    """Return the turns to analyse: the one asked for, those of a seat, or all."""
    return analysis_rows.chosen_turns(game, moved_turns(game), turn, seat)


def analyse_turns(
    analyser: GameAnalyser,
    turns: Sequence[int],
    *,
    workers: int = 1,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Iterator[tuple[int, TurnAnalysis]]:
    """Yield each turn with its analysis as soon as it is done; end early once *stop* returns True."""
    analyser.blueprint  # noqa: B018  compiled once, before threads ask for it
    engine: Engine = "here" if workers == 1 else "threads"  # kernels hold no lock
    tasks = finished(lambda turn: analyser.analyse(turn, stop), list(turns), workers, engine)
    for done, (turn, found) in enumerate(tasks, 1):
        if found is None:
            return
        if progress:
            progress(done, len(turns))
        yield turn, found
