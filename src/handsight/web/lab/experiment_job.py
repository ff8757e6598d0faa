"""What the lab of the page works out in a process apart: a text checked, games played and looked into."""

from collections.abc import Iterator
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from handsight.conventions.convention import CheckedConvention, check_source
from handsight.conventions.library import Source
from handsight.errors import InputError
from handsight.text.diagnostics import problem_json
from handsight.web.server.worker import Tell

if TYPE_CHECKING:  # the server itself needs none of it
    from handsight.bots import BotSpec
    from handsight.lab.hanabi.plan import HanabiPlan
    from handsight.lab.hanabi.result_row import Results
    from handsight.lab.hanabi.run import Run

MOST_TEXT = 64_000
MOST_GAMES = 100_000
MOST_TOLD = 100
"""Problems of one text that are told; who has mended those will hear of the others."""
FEW = 60
"""So many games are played by plain rules sooner than a convention is compiled."""
LOOKED_INTO = 100
"""Games that are looked into for where points were lost."""
TELL_SECONDS = 0.4

Row = dict[str, Any]
Text = Annotated[str, Meta(max_length=MOST_TEXT)]


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """An experiment as a browser asks for it: one convention, or two on the same deals."""

    browser: Annotated[str, Meta(min_length=8, max_length=64)]
    texts: Annotated[tuple[Text, ...], Meta(min_length=1, max_length=2)]
    players: Annotated[int, Meta(ge=2, le=6)] = 3
    games: Annotated[int, Meta(ge=1, le=MOST_GAMES)] = 10_000
    seed: Annotated[int, Meta(ge=0, lt=1 << 32)] = 1
    rules: Annotated[str, Meta(max_length=30)] = "official"


def check(_: Tell, text: str) -> Row:
    """Say what is wrong with a convention, and where."""
    examined = _examined(text)
    made = examined.convention
    return {
        "name": made.name if made else None,
        "kind": made.flat.kind if made else None,
        "acts": [rule.name for rule in made.acts] if made else [],
        "problems": [problem_json(problem) for problem in examined.problems[:MOST_TOLD]],
        "more": max(0, len(examined.problems) - MOST_TOLD),
        "warnings": [problem_json(problem) for problem in examined.warnings[:MOST_TOLD]],
    }


def play(tell: Tell, order: Order) -> Row:
    """Play the games of an order, tell how far it is, and return what came of them."""
    plans = plans_of(order, compiled=order.games > FEW)
    tell({"stage": "compiling" if order.games > FEW else "playing"})
    compiled = all(plan.compiled_bots() is not None for plan in plans)  # this is when they are compiled
    experiment = _Experiment(plans, order.games)
    said = 0.0
    for _ in experiment.chunks(500 if compiled else 4):
        if monotonic() - said > TELL_SECONDS:
            said = monotonic()
            tell({"stage": "playing", **experiment.figures})
    tell({"stage": "looking", **experiment.figures})
    return {"stage": "done", **experiment.figures, "lost": experiment.lost, "rows": experiment.listed}


def game(_: Tell, order: Order, side: int, number: int) -> str:
    """Play one game of an order again by plain rules, and write it as an export."""
    from handsight.notation.hanabi import hanab_live

    return hanab_live.write(plans_of(order)[side].record_game(number)).text


def lost(_: Tell, order: Order, side: int, numbers: list[int]) -> list[list[Row]]:
    """Say of some games where their points were lost; a turn is the one after the action that lost them."""
    from handsight.lab.hanabi.losses import losses

    plan = plans_of(order)[side]
    return [
        [{"turn": loss.turn + 1, "cause": loss.cause, "points": loss.points} for loss in losses(found)]
        for found in map(plan.record_game, numbers)
    ]


def plans_of(order: Order, *, compiled: bool = False) -> "list[HanabiPlan]":
    """Return a plan for each convention of an order, with the same deals, or raise InputError."""
    from handsight.hanabi import Terms, rule_set, variant
    from handsight.lab.hanabi.plan import HanabiPlan

    terms = Terms(order.players, variant("No Variant"), rule_set(order.rules))
    players = [_player(text, compiled=compiled) for text in order.texts]
    return [HanabiPlan((player,) * order.players, terms, order.seed) for player in players]


def _player(text: str, *, compiled: bool) -> "BotSpec":
    from handsight.bots.hanabi.convention_bot import convention_bot

    examined = _examined(text)
    if examined.convention is None:
        raise InputError(str(examined.problems[0]))
    found = convention_bot(examined.convention.name, examined.convention)
    return found if compiled else replace(found, compiler=None)


def _examined(text: str) -> CheckedConvention:
    return check_source(Source("this convention", text))


class _Experiment:
    """Plans that are played side by side, a chunk of each in turn."""

    def __init__(self, plans: "list[HanabiPlan]", games: int) -> None:
        from handsight.lab.hanabi import result_row

        self.plans = plans
        self.games = games
        self.rows: list[Results] = [result_row.blank(games) for _ in plans]
        self.done = 0

    def chunks(self, size: int) -> Iterator[None]:
        """Play chunk after chunk."""
        for first in range(0, self.games, size):
            last = min(first + size, self.games)
            for rows, plan in zip(self.rows, self.plans, strict=True):
                rows[first:last] = plan.play_chunk(first, last - first)
            self.done = last
            yield

    @property
    def runs(self) -> "list[Run]":
        """What came of each plan so far."""
        from handsight.lab.hanabi.run import Run

        return [Run(plan, rows[: self.done]) for plan, rows in zip(self.plans, self.rows, strict=True)]

    @property
    def figures(self) -> Row:
        """Figures of the games so far: of each side, and of the pair."""
        from handsight.lab.hanabi.compare import Comparison

        runs = self.runs
        pairs = Comparison(runs, 0.0).to_json()["pairs"]
        sides = [run.to_json() | {"caption": run.caption} for run in runs]
        return {"done": self.done, "sides": sides, "pair": pairs[0] if pairs else None}

    @property
    def lost(self) -> list[Row]:
        """Where the first games of each side lost points."""
        from handsight.lab.hanabi.losses import loss_report

        return [loss_report(plan, min(LOOKED_INTO, self.games)).to_json() for plan in self.plans]

    @property
    def listed(self) -> list[list[list[int]]]:
        """Every game of each side as a row of numbers: score, strikes, turns and end."""
        from handsight.lab.hanabi import result_row

        kept = [result_row.SCORE, result_row.STRIKES, result_row.TURNS, result_row.END]
        return [rows[:, kept].tolist() for rows in self.rows]
