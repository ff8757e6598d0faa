"""The documentation's tables that hold the figures of the source documents beside ours."""

from collections.abc import Sequence
from typing import NamedTuple

from handsight import __version__
from handsight.hanabi import Discard, card_value
from handsight.lab import stats
from handsight.lab.doc_tables import TableRequest
from handsight.lab.hanabi.doc_tables.bot_tables import shared_run
from handsight.lab.hanabi.published import MINIMAL_HISTOGRAM
from handsight.lab.hanabi.run import Run
from handsight.lab.text_tables import TextTable
from handsight.notation.hanabi.record import Game

PLAYERS, RULES = 3, "explorer"


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
    apart = f"{stats.total_variation(MINIMAL_HISTOGRAM, run.histogram):.4f}"
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
        f"{stats.total_variation(MINIMAL_HISTOGRAM, run.histogram):.3f}",
        f"{run.clues_given.mean:.1f} ({run.clue_percentiles['5']}–{run.clue_percentiles['95']})",
    )


def _spread(histogram: Sequence[int]) -> str:
    return f"{stats.percentile(histogram, 5)}–{stats.percentile(histogram, 95)}"


def _best(histogram: Sequence[int]) -> int:
    return max(score for score, count in enumerate(histogram) if count)


LOOKED_INTO = 200
"""Games in which discards of critical cards are counted, which takes the plain rules."""


def document_figures(request: TableRequest) -> str:
    """Write every figure of play that the documents state or forecast beside ours."""
    minimal, saves = (shared_run(request, name, PLAYERS, rules=RULES) for name in ("minimal", "save-clues"))
    author, printed = (
        shared_run(request, name, 2, rules="official") for name in ("robot2-author", "robot2-printed")
    )
    gain = stats.paired(saves.scores, minimal.scores)
    simulate = f"--games {request.games} --seed {request.seed}"
    explorer = f"`handsight simulate minimal --players 3 --rules explorer {simulate}`"
    with_saves = explorer.replace("minimal", "save-clues")
    robots = f"`handsight simulate robot2-author --players 2 {simulate}`"
    top = " and ".join(f"{minimal.histogram[score]} of {score}" for score in (24, 25))
    saved_top = " and ".join(f"{saves.histogram[score]} of {score}" for score in (24, 25))
    lost = f"{minimal.struck_out:.1%} struck out"
    rows = [
        ("001", "robot 2: mean score", "about 14", f"{_mean(author)}, honest {_mean(printed)}", robots),
        (
            "001",
            "robot 2: games lost",
            "< 0.5 %",
            f"{author.struck_out:.2%}, honest {printed.struck_out:.2%}",
            robots,
        ),
        ("002", "average of 10,000 games", "19.7", _mean(minimal), explorer),
        ("002", "90 % of the games", "16 to 22", _spread(minimal.histogram), explorer),
        ("002", "highest score", "23", str(_best(minimal.histogram)), explorer),
        ("002", "games of 24 and 25 points", "0 and 0", top, explorer),
        ("002", "expected: most games lost through misplays", "most", lost, explorer),
        ("002", "guessed: critical cards discarded in a game", "2 or 3", _critical(minimal), explorer),
        ("002", "clues to work with in a game", "38 to 48", _clues(minimal), explorer),
        ("002", "the same, with save clues", "38 to 48", _clues(saves), with_saves),
        (
            "002",
            "forecast: save clues add",
            "1 or 2 points",
            f"{gain.mean:+.2f} ± {gain.stderr:.2f}",
            with_saves,
        ),
        ("002", "forecast: the lower 5 % stay", "16", str(saves.percentiles["5"]), with_saves),
        ("002", "forecast: some games of 25, five times as many of 24", "some", saved_top, with_saves),
    ]
    caption = f"{request.games:,} games each, seed {request.seed}, No Variant, handsight {__version__}:"
    heads = ("document", "what", "it says", "ours", "command")
    return f"{caption}\n\n{TextTable(heads, rows).markdown}"


def _mean(run: Run) -> str:
    return f"{run.mean:.2f} ± {run.stderr:.2f}"


def _clues(run: Run) -> str:
    spread = run.clue_percentiles
    return f"{run.clues_given.mean:.1f} given ({spread['5']} to {spread['95']})"


def _critical(run: Run) -> str:
    """Count the discards of cards that were the last copy and still needed."""
    games = min(LOOKED_INTO, run.games)
    counts = [_critical_discards(run.plan.record_game(number)) for number in range(games)]
    found = stats.estimate(counts)
    return f"{found.mean:.2f} ± {found.stderr:.2f} ({games} games)"


def _critical_discards(game: Game) -> int:
    found = 0
    for before, action in zip(game.states, game.actions, strict=False):
        if isinstance(action, Discard):
            variant = game.setup.terms.variant
            _, _, critical = card_value.value_masks(variant, before.stacks, before.discarded_copies)
            found += critical >> variant.identity(game.setup.deck[action.order]) & 1
    return found
