"""The analysis of a whole game, turn by turn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from handsight.analysis import valued_moves
from handsight.analysis.analysis_rows import Losses, NamedGame, by_player
from handsight.analysis.hanabi.analysis_report import collection_text, game_text, notebook_html, report
from handsight.analysis.hanabi.many_games import (
    AnalysedGame,
    analyse_games,
    chosen_settings,
    to_arrow,
)
from handsight.analysis.hanabi.turn_analysis import (
    DEFAULT_BLUEPRINT,
    AnalysisSettings,
    GameAnalyser,
    TurnAnalysis,
    moved_turns,
)
from handsight.analysis.valued_moves import DEFAULT_DEALS
from handsight.game.seeded_dice import Seed
from handsight.hanabi import HanabiRecord as Game
from handsight.lab.job_runner import Progress, WorkerPool, finished
from handsight.search.search_settings import Stop
from handsight.text.counting_from_one import counted

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Analysis(Mapping[int, TurnAnalysis]):
    """The analysed turns of a game, by how many actions were taken before each."""

    game: Game
    settings: AnalysisSettings
    turns: Mapping[int, TurnAnalysis]
    reason: str = ""
    """Why this blueprint was chosen, where it was."""

    def __getitem__(self, turn: int) -> TurnAnalysis:
        return self.turns[turn]

    def __iter__(self) -> Iterator[int]:
        return iter(self.turns)

    def __len__(self) -> int:
        return len(self.turns)

    def __repr__(self) -> str:
        return f"<Analysis: {counted(len(self), 'turn')}, by {self.settings.by}, {self.settings.deals} deals>"

    def analysed(self, label: str = "this game") -> AnalysedGame:
        """Return the analysis as rows of JSON data, of which tables and reports are made."""
        rows = [{"game": label} | turn.to_json() for turn in self.turns.values()]
        return AnalysedGame(label, self.game, rows, self.settings, self.reason)

    @property
    def players(self) -> list[Losses]:
        """What the moves of each player lost, and how many are among the best."""
        return by_player([self.analysed()])

    def to_arrow(self) -> Any:
        """Return an Arrow table with a row for each turn."""
        return to_arrow([self.analysed()])

    def to_html(self) -> str:
        """Return a report: one page of HTML that needs nothing else."""
        return report([self.analysed()])

    def plot(self) -> "Figure":
        """Draw the expected score, the most that was possible, and what each move lost, turn by turn."""
        from handsight.lab.plots import paths  # 1 s that only a plot needs

        turns = list(self.turns.values())
        lines = {
            "the most possible": [float(turn.max_score[0]) for turn in turns],
            "expected": [turn.value for turn in turns],
        }
        title = f"expected score in the mover's eyes, by {self.settings.by}"
        return paths(lines, {"expected loss": [turn.loss for turn in turns]}, title)

    def __str__(self) -> str:
        return game_text(self.analysed(), None)

    def _repr_html_(self) -> str:
        return notebook_html(self.analysed())

    @property
    def curve(self) -> list[tuple[int, float]]:
        """The value of the best move, turn by turn."""
        return [(turn, found.value) for turn, found in self.turns.items()]


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
    deals = DEFAULT_DEALS if deals is None else deals
    return AnalysisSettings(by or DEFAULT_BLUEPRINT, deals, seed, seconds, believe, open)


def analyse(
    game: Game,
    by: str = DEFAULT_BLUEPRINT,
    deals: int = DEFAULT_DEALS,
    seed: Seed = 0,
    *,
    seconds: float | None = None,
    turn: int | str | None = None,
    seat: int | str | None = None,
    believe: bool = False,
    open: bool = False,  # noqa: A002  as the option is called
    workers: int = 1,
    progress: Progress | None = None,
) -> Analysis:
    """Say what every move of a game was worth in its mover's eyes; see `handsight.analysis.analyse`."""
    asked = AnalysisSettings(by, deals, seed, seconds, believe, open)
    turns = chosen_turns(game, turn, seat)
    chosen, reason = chosen_settings([NamedGame("", game, tuple(turns))], asked)
    analyser = GameAnalyser(game, chosen)
    found = dict(analyse_turns(analyser, turns, workers=workers, progress=progress))
    return Analysis(game, chosen, {at: found[at] for at in turns}, reason)


def chosen_turns(game: Game, turn: int | str | None = None, seat: int | str | None = None) -> list[int]:
    """Return the turns that are asked for: one, those of a seat, or all."""
    return valued_moves.chosen_turns(game, moved_turns(game), turn, seat)


def analyse_turns(
    analyser: GameAnalyser,
    turns: Sequence[int],
    *,
    workers: int = 1,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Iterator[tuple[int, TurnAnalysis]]:
    """Yield turns with their analysis as they are done; ends early where *stop* says so."""
    analyser.blueprint  # noqa: B018  compiled once, before threads ask for it
    engine = "here" if workers == 1 else "threads"  # kernels hold no lock
    tasks = finished(lambda turn: analyser.analyse(turn, stop), list(turns), WorkerPool(workers, engine))
    for done, (turn, found) in enumerate(tasks, 1):
        if found is None:
            return
        if progress:
            progress(done, len(turns))
        yield turn, found


__all__ = [
    "AnalysedGame",
    "Analysis",
    "AnalysisSettings",
    "GameAnalyser",
    "TurnAnalysis",
    "analyse",
    "analyse_games",
    "analyse_turns",
    "chosen_turns",
    "collection_text",
    "game_text",
    "report",
    "settings",
]
