"""Results as tables, for the terminal and for a report."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from handsight.lab import stats
from handsight.lab.hanabi.ablation import Ablation
from handsight.lab.hanabi.compare import Comparison
from handsight.lab.hanabi.crossplay import Crossplay
from handsight.lab.hanabi.losses import Lost
from handsight.lab.hanabi.run import Run

EIGHTHS = " ▏▎▍▌▋▊▉"
BAR_WIDTH = 40


class Table(NamedTuple):
    """Cells under heads; the first column holds names, the others figures."""

    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]

    @property
    def text(self) -> str:
        """The table in columns, for a terminal."""
        widths = [max(map(len, column)) for column in zip(self.heads, *self.rows, strict=True)]
        return "\n".join(_line(row, widths) for row in (self.heads, *self.rows))

    @property
    def html(self) -> str:
        """The table as HTML."""
        head = "".join(f"<th>{escape(cell)}</th>" for cell in self.heads)
        body = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in self.rows)
        return f"<table><tr>{head}</tr>{body}</table>"


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = (
        f"{cell:<{w}}" if at == 0 else f"{cell:>{w}}"
        for at, (cell, w) in enumerate(zip(row, widths, strict=True))
    )
    return "  " + "   ".join([first, *others]).rstrip()


def figures(runs: Sequence[Run]) -> Table:
    """Return what runs came to, one a row."""
    heads = ("", "mean", "± s.e.", "5 %", "50 %", "95 %", "perfect", "(95 %)", "struck out")
    return Table(heads, [_figures(run) for run in runs])


def _figures(run: Run) -> tuple[str, ...]:
    low, high = stats.wilson(run.perfect_games, run.games)
    return (
        " ".join(run.plan.names),
        f"{run.mean:.3f}",
        f"{run.stderr:.3f}",
        *map(str, run.percentiles.values()),
        f"{run.perfect:.2%}",
        f"{low:.2%}–{high:.2%}",
        f"{run.struck_out:.2%}",
    )


def pairs(found: Comparison) -> Table:
    """Return the difference of every pair of bots."""
    interval = f"{found.confidence:.0%} interval" + (" at any time" if found.sequential else "")
    heads = ("", "difference", interval, "p", "only one perfect", "p")
    rows = [
        (
            f"{pair.a} − {pair.b}",
            f"{pair.difference.mean:+.3f}",
            f"{pair.difference.low:+.3f} to {pair.difference.high:+.3f}",
            f"{pair.difference.p:.2g}",
            f"{pair.only_a_perfect} : {pair.only_b_perfect}",
            f"{pair.perfect_p:.2g}",
        )
        for pair in found.pairs
    ]
    return Table(heads, rows)


def worths(found: Ablation) -> Table:
    """Return what each choice of a convention is worth."""
    interval = f"{found.confidence:.0%} interval"
    value = "Shapley value" if found.every_way else "worth, last of all"
    more = ("first", "last") if found.every_way else ()
    rows = [
        (
            idea,
            f"{worth.mean:+.3f}",
            f"{worth.stderr:.3f}",
            f"{worth.low:+.3f} to {worth.high:+.3f}",
            *(f"{getattr(found, when)(idea).mean:+.3f}" for when in more),
        )
        for idea, worth in found.worth.items()
    ]
    return Table(("", value, "± s.e.", interval, *more), rows)


def lost(found: Lost) -> Table:
    """Return by what games lost points."""
    rows = [
        (cause, f"{loss.mean:.3f}", f"{loss.stderr:.3f}", f"{share:.1%}")
        for (cause, loss), share in zip(found.means.items(), _shares(found), strict=True)
    ]
    return Table(("points lost a game", "mean", "± s.e.", "games"), rows)


def _shares(found: Lost) -> list[float]:
    """The share of the games that lost points by each cause."""
    return [
        sum(any(loss.cause == cause for loss in game) for game in found.games) / len(found.games)
        for cause in found.means
    ]


def matrix(found: Crossplay) -> Table:
    """Return the mean of every guest (row) at every host's table (column)."""
    rows = [
        (guest, *(f"{run.mean:.2f} ± {run.stderr:.2f}" for run in runs))
        for guest, runs in zip(found.bots, found.runs, strict=True)
    ]
    return Table(("guest \\ hosts", *found.bots), rows)


def bars(run: Run) -> str:
    """Draw the distribution of the scores with letters."""
    scores = [score for score, count in enumerate(run.histogram) if count]
    most = max(run.histogram)
    shown = range(scores[0], scores[-1] + 1)
    return "\n".join(
        f"  {score:>2} {_bar(run.histogram[score] / most)} {run.histogram[score]:,}" for score in shown
    )


def _bar(share: float) -> str:
    whole, part = divmod(round(share * BAR_WIDTH * 8), 8)
    return "█" * whole + EIGHTHS[part].strip()
