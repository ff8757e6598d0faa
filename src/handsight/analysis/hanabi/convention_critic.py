"""Which rules of a convention lose how much: every move of many of its games is judged by search.

A plan names the bot, the terms, the seed and the rollouts; the judged moves of a game follow from the plan
and the number of the game alone. So any number of workers finds the same, and a folder keeps the games that
are done.
"""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import nan, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import msgspec

from handsight.analysis.hanabi.blueprint_critic import DEFAULT_ROLLOUTS, FEWEST_ROLLOUTS, Judged, judge_game
from handsight.bots import BotSpec
from handsight.bots.hanabi.convention_bot import ConventionBot
from handsight.errors import InputError
from handsight.game import Dice, Seed, as_seed
from handsight.hanabi import HAND_SIZES, OFFICIAL, RULE_SETS, Rules, Terms, Variant
from handsight.hanabi.terms import SWITCHES
from handsight.lab.game_plan import check_games
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.lab.hanabi.simulate_games import agreed_terms
from handsight.lab.job_runner import Progress, RunSettings, whole_jobs
from handsight.lab.numbered_job import Job
from handsight.lab.result_summary import Summary, TextTable, finite
from handsight.notation.hanabi import hanab_live_links as link_code
from handsight.roster.hanabi import find_bot
from handsight.search.blueprint import blueprint
from handsight.text.counting_from_one import turn_number

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

DEFAULT_GAMES, DEFAULT_PLAYERS = 20, 2
MOST_ROLLOUTS = 1_000_000
MOST_POSITIONS = 10
MOST_INSTEAD = 12
"""How many positions, and how many ways of doing better, are listed."""
NO_RULE = "no rule"


class JudgedGame(msgspec.Struct, frozen=True):
    """A game with its judged moves."""

    number: int
    score: int
    moves: tuple[Judged, ...]
    code: str
    """The game as the code of a hanab.live link; empty where hanab.live has no such game."""


@dataclass(frozen=True)
class CriticPlan(Job[list[JudgedGame]]):
    """Whose moves are judged, at which table, on which deals, with how many rollouts each."""

    doing: ClassVar[str] = "judged"
    row_type: ClassVar[Any] = JudgedGame

    bot: str
    terms: Terms
    seed: Seed = 1
    rollouts: int = DEFAULT_ROLLOUTS

    def __post_init__(self) -> None:
        if not FEWEST_ROLLOUTS <= self.rollouts <= MOST_ROLLOUTS:
            raise InputError(
                f"{self.rollouts:,} rollouts a move are not possible; ask for {FEWEST_ROLLOUTS} to"
                f" {MOST_ROLLOUTS:,}"
            )
        object.__setattr__(self, "seed", as_seed(self.seed))

    @property
    def games(self) -> HanabiPlan:
        """The games of the bot with itself."""
        return _games_of(self)

    @property
    def spec(self) -> BotSpec:
        """The bot."""
        return self.games.specs()[0]

    @property
    def label(self) -> str:
        """The name of the bot."""
        return f"critic-{self.bot}"

    def check(self, *, kept: bool = False) -> None:  # noqa: ARG002  what is judged can always be kept
        """Refuse a bot that cannot be judged on these terms.

        Raises:
            InputError: It is not honest, or has no compiled version for these terms; says so.
        """
        spec = find_bot(self.bot)
        if not spec.honest:
            raise InputError(f"{spec.name} sees its own hand, so its moves cannot be judged by what it knows")
        blueprint(spec, self.terms)

    def conditions(self) -> str:
        """Return everything that the judged moves depend on besides Handsight itself."""
        return repr((self.terms, self.seed, self.rollouts, self.spec.fingerprint()))

    def work(self, first: int, count: int) -> list[JudgedGame]:
        """Play games from number *first* on, and judge every move of them."""
        return [self._judged(number) for number in range(first, first + count)]

    def _judged(self, number: int) -> JudgedGame:
        game = self.games.record_game(number)
        moves = judge_game(self.spec, game, self.seed, number, rollouts=self.rollouts)
        try:
            code = link_code.write(game).text.strip()
        except InputError:  # a table that hanab.live does not have
            code = ""
        return JudgedGame(number, game.states[-1].score, tuple(moves), code)

    def rule_places(self) -> dict[str, str]:
        """Return the file and line of each rule of a convention; of other bots nothing is known."""
        bot = self.spec.make(self.terms, 0, Dice(1))
        return bot.rule_places() if isinstance(bot, ConventionBot) else {}


@lru_cache(maxsize=8)
def _games_of(plan: CriticPlan) -> HanabiPlan:
    return HanabiPlan((plan.bot,) * plan.terms.players, plan.terms, plan.seed)


@dataclass(frozen=True)
class Loss:
    """What some moves lost: how many there were, and the sum of their losses in each game."""

    name: str
    by_game: tuple[float, ...]
    """For each game: the sum of the losses."""
    moves: int
    better: int
    """At how many of the moves another action was found to be better."""

    @property
    def moves_a_game(self) -> float:
        """How many of these moves a game has."""
        return self.moves / len(self.by_game)

    @property
    def each(self) -> float:
        """The mean loss of such a move."""
        return sum(self.by_game) / self.moves if self.moves else 0.0

    @property
    def a_game(self) -> float:
        """The mean loss in a game."""
        return fmean(self.by_game)

    @property
    def stderr(self) -> float:
        """The standard error of the loss in a game: games are independent, moves of a game are not."""
        games = len(self.by_game)
        return stdev(self.by_game) / sqrt(games) if games > 1 else nan


Key = Callable[[Judged], str]


class Position(NamedTuple):
    """A judged move, and the game that it is of."""

    game: JudgedGame
    move: Judged

    @property
    def sure_loss(self) -> float:
        """The loss less its standard error: lucky ones do not come first."""
        return self.move.loss - self.move.error


def instead(move: Judged) -> str:
    """Say by which rule, or what kind of action, a move should have been."""
    return f"{move.rule} → {move.other_rule or f'{move.other_kind}, {NO_RULE}'}"


def _terms_options(terms: Terms) -> list[str]:
    """Return the options of an experiment that ask for these terms, where they are not the usual."""
    found = ["--players", str(terms.players)]
    if terms.variant.name != "No Variant":
        found += ["--variant", terms.variant.name]
    if terms.rules.name in RULE_SETS:
        found += ["--rules", terms.rules.name] if terms.rules != OFFICIAL else []
    else:
        for switch, values in SWITCHES.items():
            now = getattr(terms.rules, switch)
            if now != getattr(OFFICIAL, switch):
                found += ["--set", f"{switch}={next(word for word, value in values.items() if value == now)}"]
    if terms.hand_size != HAND_SIZES[terms.players]:
        found += ["--hand", str(terms.hand_size)]
    return found


@dataclass(frozen=True)
class Criticism:
    """The judged moves of the first games of a plan."""

    plan: CriticPlan
    games: Sequence[JudgedGame]
    places: dict[str, str] = field(default_factory=dict)
    """Where each rule is written."""

    @cached_property
    def rules(self) -> list[Loss]:
        """Every rule that acted, the one that lost most first."""
        return self._losses(lambda move: move.rule)

    @cached_property
    def instead(self) -> list[Loss]:
        """Every rule with what would have been better, the pair that lost most first."""
        return self._losses(lambda move: instead(move) if move.other else "")

    @cached_property
    def whole(self) -> Loss:
        """All moves together."""
        return self._losses(lambda _move: "every move")[0]

    def _losses(self, key: Key) -> list[Loss]:
        moves, better = Counter[str](), Counter[str]()
        sums = [Counter[str]() for _ in self.games]
        for at, game in enumerate(self.games):
            for move in game.moves:
                name = key(move)
                moves[name] += 1
                better[name] += bool(move.other)
                sums[at][name] += move.loss  # type: ignore[assignment]  # a counter of sums
        found = [
            Loss(name, tuple(float(counted[name]) for counted in sums), moves[name], better[name])
            for name in moves
            if name
        ]
        return sorted(found, key=lambda loss: (-loss.a_game, loss.name))

    def positions(self, most: int = MOST_POSITIONS) -> list[Position]:
        """Return the moves that lost most, each of another rule or instead of another while there are any."""
        ranked = sorted(
            (Position(game, move) for game in self.games for move in game.moves if move.other),
            key=lambda position: (-position.sure_loss, position.game.number, position.move.turn),
        )
        seen, first, rest = set[str](), list[Position](), list[Position]()
        for position in ranked:
            kind = instead(position.move)
            (rest if kind in seen else first).append(position)
            seen.add(kind)
        return [position for position in [*first, *rest][:most] if position.sure_loss > 0]

    def commands(self, position: Position) -> list[str]:
        """Return commands that show a position."""
        turn, seat = turn_number(position.move.turn), position.move.seat
        code = position.game.code
        if not code:
            number = position.game.number + 1
            words = ["handsight", "simulate", self.plan.bot, *_terms_options(self.plan.terms)]
            words += ["--seed", str(self.plan.seed), "--games", str(number), "--save-games", str(number)]
            return [f"{shlex.join(words)} (the last game there, turn {turn})"]
        shown = [f"handsight show {code} --turn {turn} --seat {seat}"]
        if self.places:
            shown.append(f"handsight convention explain {shlex.quote(self.plan.bot)} {code} --turn {turn}")
        return shown

    def to_json(self) -> dict[str, Any]:
        """Return what `search critic --json` prints."""
        terms = self.plan.terms
        return {
            "bot": self.plan.bot,
            "players": terms.players,
            "variant": terms.variant.name,
            "rules": terms.rules.name,
            "seed": self.plan.seed,
            "games": len(self.games),
            "rollouts": self.plan.rollouts,
            "mean": fmean(game.score for game in self.games),
            "moves": self.whole.moves,
            "loss": self.whole.a_game,
            "loss_stderr": finite(self.whole.stderr),
            "by_rule": [
                {"rule": loss.name, "written": self.places.get(loss.name), **_loss_json(loss)}
                for loss in self.rules
            ],
            "instead": [{"instead": loss.name, **_loss_json(loss)} for loss in self.instead],
            "positions": [self._position_json(position) for position in self.positions()],
            "version": self.plan.version,
        }

    def _position_json(self, position: Position) -> dict[str, Any]:
        move: dict[str, Any] = msgspec.to_builtins(position.move)
        return {
            "game": position.game.number,
            **move,
            "code": position.game.code or None,
            "commands": self.commands(position),
        }

    def summary(self) -> Summary:
        """Return the result in words, figures, JSON and plots."""
        positions = self.positions()
        tables = [self._rules_table()]
        tables += [self._instead_table()] if self.instead else []
        tables += [self._positions_table(positions)] if positions else []
        return Summary(
            title=f"The critic of {self.plan.bot}",
            caption=self.caption,
            json=self.to_json(),
            tables=tables,
            plots=[self.plot],
            after=list(self._after(positions)),
            report_tables=[self._commands_table(positions)] if positions else [],
        )

    @property
    def caption(self) -> str:
        """Which games were judged, in a line."""
        terms, games = self.plan.terms, len(self.games)
        mean = fmean(game.score for game in self.games)
        return (
            f"{self.plan.bot}, {terms.players} players with {terms.hand_size} cards, {terms.variant.name},"
            f" {terms.rules.name} rules, {games:,} game{'s' * (games != 1)}, seed {self.plan.seed}, mean"
            f" {mean:.2f}; {self.whole.moves:,} moves judged with {self.plan.rollouts:,} rollouts each"
        )

    def _rules_table(self) -> TextTable:
        heads = ("rule", "moves a game", "better found", "loss each", "loss a game", "± s.e.")
        written = ("written in",) if self.places else ()
        rows = [
            (
                loss.name,
                f"{loss.moves_a_game:.2f}",
                f"{loss.better / loss.moves:.0%}",
                f"{loss.each:.3f}",
                f"{loss.a_game:.3f}",
                _figure(loss.stderr),
                *([self.places.get(loss.name, "")] if self.places else []),
            )
            for loss in [*self.rules, self.whole]
        ]
        return TextTable((*heads, *written), rows)

    def _instead_table(self) -> TextTable:
        heads = ("rule → better", "moves a game", "loss each", "loss a game", "± s.e.")
        rows = [
            (
                loss.name,
                f"{loss.moves_a_game:.2f}",
                f"{loss.each:.3f}",
                f"{loss.a_game:.3f}",
                _figure(loss.stderr),
            )
            for loss in self.instead[:MOST_INSTEAD]
        ]
        return TextTable(heads, rows)

    def _positions_table(self, positions: Sequence[Position]) -> TextTable:
        heads = ("positions to look at", "game", "turn", "did", "better", "loss", "± s.e.")
        rows = [
            (
                instead(move),
                str(game.number),
                str(turn_number(move.turn)),
                move.action,
                move.other,
                f"{move.loss:.2f}",
                f"{move.error:.2f}",
            )
            for game, move in positions
        ]
        return TextTable(heads, rows)

    def _commands_table(self, positions: Sequence[Position]) -> TextTable:
        rows = [
            (f"game {position.game.number}, turn {turn_number(position.move.turn)}", command)
            for position in positions
            for command in self.commands(position)
        ]
        return TextTable(("position", "command that shows it"), rows)

    def _after(self, positions: Sequence[Position]) -> Iterator[str]:
        yield (
            "A loss is what a move alone gave away, in the eyes of its player, if all play on as before;"
            " losses of moves that repair each other cannot be added up."
        )
        if positions:
            yield f"The first of these positions: {'; '.join(self.commands(positions[0]))}"

    def plot(self) -> "Figure":
        """Draw what each rule loses in a game, with its interval."""
        from handsight.lab.plots import Span, intervals

        spans = [
            Span(loss.name, loss.a_game - margin, loss.a_game, loss.a_game + margin)
            for loss in self.rules
            if (margin := 2 * (finite(loss.stderr) or 0.0)) >= 0
        ]
        return intervals(
            spans, self.caption, "points lost a game by the moves of a rule, ± 2 standard errors"
        )


def _figure(number: float) -> str:
    return "–" if finite(number) is None else f"{number:.3f}"


def _loss_json(loss: Loss) -> dict[str, Any]:
    return {
        "moves": loss.moves,
        "moves_a_game": loss.moves_a_game,
        "better": loss.better,
        "loss_each": loss.each,
        "loss": loss.a_game,
        "loss_stderr": finite(loss.stderr),
    }


def criticise(
    bot: str,
    *,
    players: int = DEFAULT_PLAYERS,
    games: int = DEFAULT_GAMES,
    rollouts: int = DEFAULT_ROLLOUTS,
    seed: Seed = 1,
    rules: Rules = OFFICIAL,
    variant: Variant | str | int = "No Variant",
    hand: int | None = None,
    workers: int = 1,
    out: str | Path | None = None,
    progress: Progress | None = None,
) -> Criticism:
    """Judge every move of the first games of a bot with itself.

    Args:
        bot: A convention, or another bot with a compiled version.
        players: How many play.
        games: How many games are judged.
        rollouts: Rollouts at each move.
        seed: Deals the games, as in `simulate`.
        rules: The rules of the table.
        variant: The variant.
        hand: Cards in a hand; the usual number by default.
        workers: Processes that share the games.
        out: A folder that keeps judged games; the same call continues from there.
        progress: Told how many games are done, and of how many.

    Raises:
        InputError: The bot cannot be judged on these terms.
        Interrupted: The user stopped it.
    """
    check_games(games)
    plan = CriticPlan(bot, agreed_terms(players, rules, variant, hand), seed, rollouts)
    settings = RunSettings(workers, out=out, progress=progress)
    (judged,) = whole_jobs([(plan, range(games))], settings)
    return Criticism(plan, judged, plan.rule_places())
