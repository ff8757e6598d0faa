"""The documentation's tables that hold the figures of the source documents beside ours."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from bench.tables.hanabi_bots import shared_run
from bench.tables.table_request import TableRequest
from handsight.lab import statistics as stats
from handsight.lab.hanabi.simulate_games import Run
from handsight.lab.result_summary import TextTable, interval_text, mean_text
from handsight.version import __version__

PLAYERS, RULES = 3, "explorer"
MINIMAL_HISTOGRAM = (
    *(0, 10, 18, 27, 29, 36, 38, 27, 27, 38, 18, 26, 39),
    *(39, 30, 52, 116, 333, 785, 1455, 2167, 2537, 2008, 145, 0, 0),
)
"""How many of the 10,000 games of the document Minimal Convention had score 0, 1, … 25."""
RARE_DISTANCE = 0.028
"""Two samples of 10,000 games of one distribution are further apart in one of 100 cases; usually 0.017."""


def total_variation(one: Sequence[int], other: Sequence[int]) -> float:
    """Return the distance of two histograms: half the sum of differences, each histogram scaled to 1."""
    mine, others = sum(one), sum(other)
    rows = zip_longest(one, other, fillvalue=0)
    return sum(abs(a / mine - b / others) for a, b in rows) / 2


class Reading(NamedTuple):
    """A way to read the document: a convention, the number of players, a rule set, and what it changes."""

    bot: str
    players: int
    rules: str
    about: str


READINGS = (
    Reading("minimal", 3, "explorer", "position: the first playable card, seat by seat, from the front"),
    Reading("minimal order=rank", 3, "explorer", "rank: the lowest playable rank first, as the text says"),
    Reading(
        "minimal focus=reading", 3, "explorer", "a card that is marked already does not stand in the way"
    ),
    Reading("minimal", 2, "explorer", "two players"),
    Reading("minimal", 4, "explorer", "four players"),
    Reading("minimal", 5, "explorer", "five players"),
    Reading("minimal", 3, "stacks", "usual rules: a 5 returns a token, the last draw starts the last round"),
    Reading("minimal", 3, "official", "the same, and a third strike scores 0: the default of `simulate`"),
    Reading("save-clues", 3, "explorer", "save clues; critical: the last copy"),
    Reading("save-clues crit=one", 3, "explorer", "save clues; critical: one copy discarded, word for word"),
    Reading(
        "save-clues crit=reachable", 3, "explorer", "save clues; critical: last copy of what can still score"
    ),
    Reading("save-clues order=rank", 3, "explorer", "save clues; play clues for the lowest rank first"),
)


def minimal_histogram(request: TableRequest) -> str:
    """Write the histogram of Minimal Convention beside that of the same convention here."""
    run = shared_run(request, "minimal", PLAYERS, rules=RULES)
    games = sum(MINIMAL_HISTOGRAM)
    rows = [
        (str(score), f"{there:,}", f"{here:,}", f"{there / games:.2%}", f"{here / run.games:.2%}")
        for score, (there, here) in enumerate(zip(MINIMAL_HISTOGRAM, run.histogram, strict=True))
    ]
    rows.append(("mean", f"{stats.estimate_of(MINIMAL_HISTOGRAM).mean:.4f}", f"{run.mean:.4f}", "", ""))
    rows.append(("5–95 %", _spread(MINIMAL_HISTOGRAM), _spread(run.histogram), "", ""))
    rows.append(("best game", str(_best(MINIMAL_HISTOGRAM)), str(_best(run.histogram)), "", ""))
    apart = f"{total_variation(MINIMAL_HISTOGRAM, run.histogram):.4f}"
    said = f"{PLAYERS} players, {request.games:,} games, seed {request.seed}, `{RULES}` rules"
    caption = (
        f"Ours: {said}, handsight {__version__}. The two histograms are {apart} apart (total variation)."
    )
    heads = ("score", "document: games", "ours: games", "document", "ours")
    return f"{caption}\n\n{TextTable(heads, rows).markdown}"


def minimal_readings(request: TableRequest) -> str:
    """Write how other readings, numbers of players and rules change the figures of Minimal Convention."""
    heads = (
        "reading",
        "players",
        "rules",
        "what it means",
        "mean ± s.e.",
        "5–95 %",
        "best",
        "apart",
        "clues given",
    )
    rows = [_reading(request, reading) for reading in READINGS]
    caption = f"{request.games:,} games each, seed {request.seed}, handsight {__version__}:"
    return f"{caption}\n\n{TextTable(heads, rows).markdown}"


def _reading(request: TableRequest, reading: Reading) -> tuple[str, ...]:
    run: Run = shared_run(request, reading.bot, reading.players, rules=reading.rules)
    return (
        f"`{reading.bot}`",
        str(reading.players),
        f"`{reading.rules}`",
        reading.about,
        f"{run.mean:.3f} ± {run.stderr:.3f}",
        _spread(run.histogram),
        str(_best(run.histogram)),
        f"{total_variation(MINIMAL_HISTOGRAM, run.histogram):.3f}",
        f"{run.clues_given.mean:.1f} ({run.clue_percentiles['5']}–{run.clue_percentiles['95']})",
    )


def _spread(histogram: Sequence[int]) -> str:
    return f"{stats.percentile(histogram, 5)}–{stats.percentile(histogram, 95)}"


def _best(histogram: Sequence[int]) -> int:
    return max(score for score, count in enumerate(histogram) if count)


LOOKED_INTO = 200
"""Games in which discards of critical cards are counted, which takes the plain rules."""


class Figure(NamedTuple):
    """A figure of play that a document states or forecasts, and ours as the command prints it."""

    document: str
    what: str
    says: str
    ours: str
    command: str


def document_figures(request: TableRequest) -> str:
    """Write every figure of play that the documents state or forecast beside ours."""
    rows = [(*figure[:-1], f"`{figure.command}`") for figure in figures(request)]
    caption = f"{request.games:,} games each, seed {request.seed}, No Variant, handsight {__version__}:"
    heads = ("document", "what", "it says", "ours", "command, which prints it")
    return f"{caption}\n\n{TextTable(heads, rows).markdown}"


def figures(request: TableRequest) -> Iterator[Figure]:
    """Yield every figure of play of the documents, with the command that prints ours."""
    games = f"--games {request.games} --seed {request.seed}"
    for name, how in (("robot2-author", "their program, which peeks"), ("robot2-printed", "honest")):
        run = shared_run(request, name, 2, rules="official")
        command = f"handsight simulate {name} --players 2 {games}"
        yield Figure("001", f"robot 2: mean score ({how})", "about 14", mean_text(run.estimate), command)
        yield Figure("001", f"robot 2: games lost ({how})", "< 0.5 %", f"{run.struck_out:.2%}", command)
    minimal, saves = (shared_run(request, name, PLAYERS, rules=RULES) for name in ("minimal", "save-clues"))
    table = f"--players {PLAYERS} --rules {RULES} {games}"
    command = f"handsight simulate minimal {table}"
    lost, looked = f"{minimal.struck_out:.2%} struck out", min(LOOKED_INTO, request.games)
    critical = mean_text(minimal.losses(looked).critical, ".2f")
    for what, says, ours, more in (
        ("average of 10,000 games", "19.7", mean_text(minimal.estimate), ""),
        ("90 % of the games", "16 to 22", _percentiles(minimal), ""),
        ("highest score", "23", str(_best(minimal.histogram)), ""),
        ("games of 24 and 25 points", "0 and 0", _top(minimal), ""),
        ("expected: most games lost through misplays", "most", lost, ""),
        ("guessed: critical cards discarded in a game", "2 or 3", critical, f" --lost {looked}"),
        ("clues to work with in a game", "38 to 48", _clues(minimal), ""),
    ):
        yield Figure("002", what, says, ours, command + more)
    gain = stats.paired(saves.scores, minimal.scores)
    added = f"{gain.mean:+.3f} ({interval_text(gain)})"
    both, command = f"handsight compare save-clues minimal {table}", f"handsight simulate save-clues {table}"
    yield Figure("002", "forecast: save clues add", "1 or 2 points", added, both)
    for what, says, ours in (
        ("clues to work with, with save clues", "38 to 48", _clues(saves)),
        ("forecast: the lower 5 % stay", "16", str(saves.percentiles["5"])),
        ("forecast: some games of 25, five times as many of 24", "some", _top(saves)),
    ):
        yield Figure("002", what, says, ours, command)


def _percentiles(run: Run) -> str:
    return f"{run.percentiles['5']} to {run.percentiles['95']}"


def _top(run: Run) -> str:
    """Say how many games had 24 and 25 points."""
    found = [f"{run.histogram[score]:,} of {score}" for score in (24, 25) if run.histogram[score]]
    return " and ".join(found) or f"none; highest score {_best(run.histogram)}"


def _clues(run: Run) -> str:
    spread = run.clue_percentiles
    return f"{mean_text(run.clues_given, '.2f')} given ({spread['5']} to {spread['95']})"
