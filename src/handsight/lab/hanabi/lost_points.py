"""Where games lost points: at which turn, and by what, a higher score became impossible."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from handsight.errors import InputError
from handsight.hanabi import CardDiscarded, CardPlayed, Discard, End, card_value
from handsight.hanabi import HanabiRecord as Game
from handsight.lab import statistics as stats
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.lab.result_summary import TextTable, error_text, finite
from handsight.text.counting_from_one import counted

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

DISCARDED, MISPLAYED, WRONG_WAY, STRUCK_OUT, NO_TURNS_LEFT = CAUSES = (
    "discarded",
    "misplayed",
    "wrong way",
    "struck out",
    "no turns left",
)
"""How points are lost, as JSON has it."""
CAUSE_WORDS = {
    DISCARDED: "last copy of a card discarded",
    MISPLAYED: "last copy of a card misplayed",
    WRONG_WAY: "stack turned (up or down) away from the cards left",
    STRUCK_OUT: "last strike",
    NO_TURNS_LEFT: "no turns left",
}
"""How points are lost, in words."""
SAMPLE = 100
"""How many games are analysed by default; each is played once more."""


class Loss(NamedTuple):
    """Points that became impossible with the action of a turn (from 0), and why."""

    turn: int
    cause: str
    points: int


def best_scores(game: Game) -> list[int]:
    """Return the best score still possible after 0, 1, 2, … actions, by the cards that are lost."""
    variant = game.setup.terms.variant
    lost = [0] * len(variant.cards)
    fallen = {
        event.turn: event for event in game.final.events if isinstance(event, CardPlayed | CardDiscarded)
    }
    best, counted = list[int](), -1
    for state in game.states:
        event = fallen.get(state.turn - 1) if state.turn > counted else None  # breaking off is no turn
        counted = state.turn
        if event and event.card and not (isinstance(event, CardPlayed) and event.fits):
            lost[variant.identity(event.card)] += 1
        best.append(card_value.max_score(variant, state.stacks, tuple(lost)))
    return best


def losses(game: Game) -> Iterator[Loss]:
    """Yield the losses of points in a game; with its score they add up to the variant's highest score."""
    best, final = best_scores(game), game.final
    events = {event.turn: event for event in final.events if isinstance(event, CardPlayed | CardDiscarded)}
    for turn in range(len(best) - 1):
        if best[turn + 1] < best[turn]:
            yield Loss(turn, cause_of(events[turn]), best[turn] - best[turn + 1])
    if best[-1] > final.score:
        cause = STRUCK_OUT if final.end == End.STRIKEOUT else NO_TURNS_LEFT
        yield Loss(max(0, final.turn - 1), cause, best[-1] - final.score)


def cause_of(event: CardPlayed | CardDiscarded) -> str:
    """Return the cause of losing the points of a card, one of `CAUSES`."""
    if isinstance(event, CardDiscarded):
        return DISCARDED
    return WRONG_WAY if event.fits else MISPLAYED


def critical_discards(game: Game) -> int:
    """Count the discards of cards that were the last copy and still needed."""
    variant, found = game.setup.terms.variant, 0
    for before, action in zip(game.states, game.actions, strict=False):
        if isinstance(action, Discard):
            _, _, critical = card_value.value_masks(variant, before.stacks, before.discarded_copies)
            found += critical >> variant.identity(game.setup.deck[action.order]) & 1
    return found


@dataclass(frozen=True)
class LossReport:
    """Where the first games of a plan lost points."""

    plan: HanabiPlan
    games: Sequence[tuple[Loss, ...]]
    best: Sequence[Sequence[int]]
    """By game and turn: the best score still possible."""
    played: Sequence[Sequence[int]]
    """By game and turn: the cards on the stacks."""
    critical: stats.Estimate
    """The mean number of critical cards (last copies, still needed) discarded in a game."""

    @cached_property
    def means(self) -> dict[str, stats.Estimate]:
        """The mean number of points that a game loses, by cause."""
        return {
            cause: stats.estimate(
                sum(loss.points for loss in game if loss.cause == cause) for game in self.games
            )
            for cause in CAUSES
        }

    def by_turn(self, cause: str) -> list[float]:
        """Return the mean number of points that a game loses at each turn by a cause."""
        points = [0.0] * max(map(len, self.best))
        for game in self.games:
            for loss in game:
                points[loss.turn] += (loss.cause == cause) * loss.points / len(self.games)
        return points

    def to_json(self) -> dict[str, Any]:
        """Return the losses as `simulate --lost --json` prints them."""
        return {
            "games": len(self.games),
            "points": {cause: found.mean for cause, found in self.means.items()},
            "stderr": {cause: finite(found.stderr) for cause, found in self.means.items()},
            "critical_discards": {"mean": self.critical.mean, "stderr": finite(self.critical.stderr)},
            "best": _mean_by_turn(self.best),
            "played": _mean_by_turn(self.played),
        }

    def plot(self) -> "Figure":
        """Draw, turn by turn, the best score still possible, the points made, and those lost by cause."""
        from handsight.lab.plots import paths

        bars = {f"{cause}: {found.mean:.2f}": self.by_turn(cause) for cause, found in self.means.items()}
        lines = {
            "could still be scored": _mean_by_turn(self.best),
            "on the stacks": _mean_by_turn(self.played),
        }
        title = f"{' '.join(self.plan.names)}: where {counted(len(self.games), 'game')} lost points"
        return paths(lines, bars, title)


def _mean_by_turn(games: Sequence[Sequence[int]]) -> list[float]:
    """Return the mean over games after each turn; a game that is over keeps its last number."""
    longest = max(map(len, games))
    return [sum(game[min(turn, len(game) - 1)] for game in games) / len(games) for turn in range(longest)]


def loss_report(plan: HanabiPlan, games: int = SAMPLE) -> LossReport:
    """Play the first games of a plan once more, and find where they lost points."""
    if games < 1:
        raise InputError(f"{games} games cannot be analysed; ask for 1 or more")
    records = [plan.record_game(number) for number in range(games)]
    return LossReport(
        plan,
        [tuple(losses(game)) for game in records],
        [best_scores(game) for game in records],
        [[state.points for state in game.states] for game in records],
        stats.estimate(map(critical_discards, records)),
    )


def loss_table(report: LossReport) -> TextTable:
    """Return a table of the points that games lost by each cause, and in how many games they did."""
    rows = []
    for cause, loss in report.means.items():
        hit = sum(any(one.cause == cause for one in game) for game in report.games)
        share = f"{hit / len(report.games):.1%}"
        rows.append((CAUSE_WORDS[cause], f"{loss.mean:.3f}", error_text(loss.stderr), share))
    head = f"points lost, first {counted(len(report.games), 'game')}"
    return TextTable((head, "mean", "± s.e.", "games"), rows)
