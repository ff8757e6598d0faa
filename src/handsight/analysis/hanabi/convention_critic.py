"""Which rules of a bot lose how much: search judges every move of its games with itself.

A critic sits in each seat in turn, and knows what that seat knows. At a move it lets all actions race on
deals that the seat holds possible, as a searching bot does. The action that wins is then compared with the
bot's own on *other* deals: an action that won by luck would keep its luck on the same deals, and every rule
would look worse than it is. The mean of the paired differences on those deals is what the move lost.
"""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Unpack

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from handsight.bots.bot import BotSpec
from handsight.bots.hanabi.bot import HasRules
from handsight.bots.hanabi.convention_bot import ConventionBot
from handsight.errors import InputError
from handsight.game import Dice, Seed, as_seed, stream
from handsight.game.seeded_dice import SEARCH
from handsight.hanabi import Action, GiveClue, Terms, View, view
from handsight.hanabi.compiled.state_conversion import to_action, to_number
from handsight.lab import statistics as stats
from handsight.lab.game_plan import check_games
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.lab.hanabi.simulate_games import asked_terms, self_play
from handsight.lab.job_runner import whole_jobs
from handsight.lab.numbered_job import Job, once
from handsight.lab.played_games import DEFAULT_SEED, HanabiOptions, run_settings
from handsight.lab.result_summary import Summary, TextTable, error_text, finite
from handsight.notation.hanabi import hanab_live_links as link_code
from handsight.roster.hanabi import find_bot
from handsight.search.action_race import actions_to_try
from handsight.search.action_values import ActionValue, value_against
from handsight.search.blueprint import blueprint
from handsight.search.search_settings import Budget
from handsight.search.searching_bots import Searcher, SearchSettings, in_words
from handsight.text.counting_from_one import turn_number

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

DEFAULT_ROLLOUTS = 600
"""Rollouts at each move: two thirds of them find another action, the rest measure what it is worth."""
FEWEST_ROLLOUTS, MOST_ROLLOUTS = 60, 1_000_000
CLEAR = 1.5
"""Another action is compared if it won its race by more than this many standard errors."""


class JudgedMove(Struct, frozen=True):
    """A move of a bot, and the better action that the critic found, if it found one."""

    turn: int
    """The index of the move, from 0."""
    seat: int
    rule: str
    """The name of the bot's rule that made the move; the kind of action if its rules have no names."""
    action: str
    """The move in words, as its player would say it."""
    kind: str
    """`play`, `discard`, `color clue` or `number clue`."""
    value: float
    """The mean score after the move."""
    other: str = ""
    """Another action that is better; empty where none was found, and then nothing was lost."""
    other_kind: str = ""
    other_rule: str = ""
    """The rule that could have found it, had no rule before it acted; empty where no rule does."""
    loss: float = 0.0
    """How much better *other* is, in points, on deals that did not choose it; below 0 if it won by luck."""
    error: float = 0.0
    """The standard error of the loss."""
    deals: int = 0
    """On how many deals it was measured."""


class Critic(Searcher):
    """Judges the moves of one seat in a game in which every seat plays the same bot."""

    def __init__(self, terms: Terms, seat: int, dice: Dice, spec: BotSpec, rollouts: int) -> None:
        super().__init__(terms, seat, dice, spec, SearchSettings(Budget(2 * rollouts // 3, deviate=CLEAR)))
        bot = spec.make(terms, seat, dice)
        self._rules = bot if isinstance(bot, HasRules) else None
        self._deals = rollouts // 6

    def judge(self, seen: View, action: Action) -> JudgedMove:
        """Compare the action that the bot took with the one that search finds best."""
        value, better = self.compare(seen, action)
        judged = JudgedMove(
            turn=seen.turn,
            seat=self.seat,
            rule=self._rule(seen, action) or kind_of(action),
            action=in_words(value.action, self.blueprint),
            kind=kind_of(action),
            value=value.value,
        )
        if better is None:
            return judged
        other = to_action(self.terms, self.history.now, better)
        return replace(
            judged,
            other=in_words(better, self.blueprint),
            other_kind=kind_of(other),
            other_rule=self._rule(seen, other),
            loss=value.loss,
            error=value.loss_error,
            deals=value.deals,
        )

    def compare(self, seen: View, action: Action) -> tuple[ActionValue, int | None]:
        """Return an action's value, with its loss on fresh deals, and the number of a better one or None."""
        position = self.position(seen)
        own = to_number(self.terms, position.state, action)
        others = [number for number in actions_to_try(position, self.settings.budget.fits) if number != own]
        race = self.race(position, [own, *others])
        verdict = race.run()
        if verdict.action == own:
            return ActionValue(own, verdict.deals, verdict.value(own) or 0.0, 0.0), None
        scores = race.fresh_scores([own, verdict.action], self._deals)
        return value_against(own, scores[:, 0], scores[:, 1]), verdict.action

    def _rule(self, seen: View, action: Action) -> str:
        return self._rules.rule_of(seen, action) if self._rules else ""


def kind_of(action: Action) -> str:
    """Say what kind of action it is."""
    return f"{action.clue.kind} clue" if isinstance(action, GiveClue) else type(action).__name__.lower()


class JudgedGame(Struct, frozen=True):
    """A game with its judged moves."""

    number: int
    score: int
    moves: tuple[JudgedMove, ...]
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

    @once
    def games(self) -> HanabiPlan:
        """Plan the games of the bot with itself."""
        return self_play(self.bot, self.terms, self.seed)

    @property
    def label(self) -> str:
        """The word critic and the name of the bot."""
        return f"critic-{self.bot}"

    def check(self) -> None:
        """Refuse a bot that is not honest, or has no compiled version for these terms."""
        spec = find_bot(self.bot)
        if not spec.honest:
            raise InputError(f"{spec.name} sees its own hand, so its moves cannot be judged by what it knows")
        blueprint(spec, self.terms)

    def conditions(self) -> str:
        """Return everything that the judged moves depend on besides Handsight itself."""
        return repr((self.terms, self.seed, self.rollouts, self.games().specs()[0].fingerprint()))

    def work(self, first: int, count: int) -> list[JudgedGame]:
        """Play games from number *first* on, and judge every move of them."""
        return [self._judged(number) for number in range(first, first + count)]

    def _judged(self, number: int) -> JudgedGame:
        """Judge every move of a game; the seed and the game's number determine the deals."""
        game, spec = self.games().record_game(number), self.games().specs()[0]
        critics = [
            Critic(self.terms, seat, stream(self.seed, number, seat, f"{SEARCH} critic"), spec, self.rollouts)
            for seat in range(self.terms.players)
        ]
        moves = [critics[state.seat].judge(view(state, state.seat), action) for state, action in game.moves()]
        try:
            code = link_code.write(game).text.strip()
        except InputError:  # a table that hanab.live does not have
            code = ""
        return JudgedGame(number, game.final.score, tuple(moves), code)

    def rule_places(self) -> dict[str, str]:
        """Return the file and line of each rule, by its name, if the bot is a convention; else nothing."""
        bot = self.games().specs()[0].make(self.terms, 0, Dice(1))
        return bot.rule_places() if isinstance(bot, ConventionBot) else {}


DEFAULT_GAMES, DEFAULT_PLAYERS = 20, 2
MOST_POSITIONS = 10
MOST_INSTEAD = 12
"""How many positions, and how many ways of doing better, are listed."""
NO_RULE = "no rule"


class RuleLoss(NamedTuple):
    """What a group of moves lost. In JSON the fields have the same names; the name is left out."""

    name: str
    moves: int
    moves_a_game: float
    better: int
    """At how many of the moves another action was found to be better."""
    loss_each: float
    """The mean loss of a move, over all moves of the group."""
    loss: float
    """The mean loss in a game."""
    loss_stderr: float
    """The standard error of the loss in a game: games are independent, moves of a game are not."""

    def to_json(self) -> dict[str, Any]:
        """Return the losses as JSON has them."""
        row = self._asdict() | {"loss_stderr": finite(self.loss_stderr)}
        del row["name"]
        return row


class JudgedPosition(NamedTuple):
    """A judged move, and the game that it belongs to."""

    game: JudgedGame
    move: JudgedMove


def _cells(loss: RuleLoss, *more: str) -> tuple[str, ...]:
    """Return losses as a line of a table, with *more* after the number of moves a game."""
    figures = f"{loss.loss_each:.3f}", f"{loss.loss:.3f}", error_text(loss.loss_stderr)
    return loss.name, f"{loss.moves_a_game:.2f}", *more, *figures


def instead(move: JudgedMove) -> str:
    """Return `rule → better`: the rule that moved, and the rule or kind of action that is better."""
    return f"{move.rule} → {move.other_rule or f'{move.other_kind}, {NO_RULE}'}"


@dataclass(frozen=True)
class Criticism:
    """The judged moves of the first games of a plan."""

    plan: CriticPlan
    games: Sequence[JudgedGame]
    places: dict[str, str] = field(default_factory=dict)
    """Where each rule is written."""

    @cached_property
    def rules(self) -> list[RuleLoss]:
        """Every rule that acted, the one that lost most first."""
        return self._losses(lambda move: move.rule)

    @cached_property
    def instead(self) -> list[RuleLoss]:
        """Losses by pairs of the rule that moved and what would have been better, the largest loss first."""
        return self._losses(lambda move: instead(move) if move.other else "")

    @cached_property
    def whole(self) -> RuleLoss:
        """All moves together."""
        return self._losses(lambda _move: "every move")[0]

    def _losses(self, key: Callable[[JudgedMove], str]) -> list[RuleLoss]:
        moves, better = Counter[str](), Counter[str]()
        sums = [Counter[str]() for _ in self.games]
        for at, game in enumerate(self.games):
            for move in game.moves:
                name = key(move)
                moves[name] += 1
                better[name] += bool(move.other)
                sums[at][name] += move.loss  # type: ignore[assignment]  # a counter of sums
        found = []
        for name in filter(None, moves):
            lost = stats.estimate([float(counted[name]) for counted in sums])
            each = lost.mean * len(sums) / moves[name]
            a_game = moves[name] / len(sums)
            found.append(RuleLoss(name, moves[name], a_game, better[name], each, lost.mean, lost.stderr))
        return sorted(found, key=lambda loss: (-loss.loss, loss.name))

    def positions(self, most: int = MOST_POSITIONS) -> list[JudgedPosition]:
        """Return up to *most* of the moves that lost most, first one for each pair that `instead` names.

        Moves are ranked by loss minus standard error, so that lucky ones do not come first.
        """
        ranked = sorted(
            (JudgedPosition(game, move) for game in self.games for move in game.moves if move.other),
            key=lambda one: (one.move.error - one.move.loss, one.game.number, one.move.turn),
        )
        first = {instead(one.move): one for one in reversed(ranked)}
        chosen = sorted(ranked, key=lambda one: first[instead(one.move)] is not one)[:most]
        return [one for one in chosen if one.move.loss > one.move.error]

    def commands(self, position: JudgedPosition) -> list[str]:
        """Return commands that show a position; none where hanab.live has no such game."""
        turn, seat, code = turn_number(position.move.turn), position.move.seat, position.game.code
        shown = [f"handsight show {code} --turn {turn} --seat {seat}"] if code else []
        if code and self.places:
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
            "loss": self.whole.loss,
            "loss_stderr": finite(self.whole.loss_stderr),
            "by_rule": [
                {"rule": loss.name, "written": self.places.get(loss.name), **loss.to_json()}
                for loss in self.rules
            ],
            "instead": [{"instead": loss.name, **loss.to_json()} for loss in self.instead],
            "positions": [
                {"game": one.game.number, **msgspec.to_builtins(one.move)}
                | {"code": one.game.code or None, "commands": self.commands(one)}
                for one in self.positions()
            ],
            "version": self.plan.version,
        }

    def summary(self) -> Summary:
        """Return the result in words, figures, JSON and plots."""
        return Summary(
            title=f"The critic of {self.plan.bot}",
            caption=self.caption,
            json=self.to_json(),
            tables=[table for table in self._tables() if table.rows],
            plots=[self.plot],
            after=list(self._after()),
            report_tables=[self._commands_table()] if self.positions() else [],
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

    def _tables(self) -> Iterator[TextTable]:
        """Yield what rules lost, what would have been better, and positions to look at."""
        lost = ("loss each", "loss a game", "± s.e.")
        written = ("written in",) if self.places else ()
        rows = [
            (
                *_cells(loss, f"{loss.better / loss.moves:.0%}"),
                *(self.places.get(loss.name, "") for _ in written),
            )
            for loss in [*self.rules, self.whole]
        ]
        yield TextTable(("rule", "moves a game", "better found", *lost, *written), rows)
        better = [_cells(loss) for loss in self.instead[:MOST_INSTEAD]]
        yield TextTable(("rule → better", "moves a game", *lost), better)
        positions = [
            (
                instead(move),
                *map(str, (game.number, turn_number(move.turn), move.action, move.other)),
                *(f"{move.loss:.2f}", f"{move.error:.2f}"),
            )
            for game, move in self.positions()
        ]
        yield TextTable(
            ("positions to look at", "game", "turn", "did", "better", "loss", "± s.e."), positions
        )

    def _commands_table(self) -> TextTable:
        rows = [
            (f"game {one.game.number}, turn {turn_number(one.move.turn)}", command)
            for one in self.positions()
            for command in self.commands(one)
        ]
        return TextTable(("position", "command that shows it"), rows)

    def _after(self) -> Iterator[str]:
        yield (
            "A loss is what a move alone gave away, in the eyes of its player, if all play on as before;"
            " losses of moves that repair each other cannot be added up."
        )
        for position in self.positions(1):
            if commands := self.commands(position):
                yield f"The first of these positions: {'; '.join(commands)}"

    def plot(self) -> "Figure":
        """Draw what each rule loses in a game, with its interval."""
        from handsight.lab.plots import Span, intervals

        spans = [
            Span(loss.name, *(loss.loss + step * (finite(loss.loss_stderr) or 0.0) for step in (-2, 0, 2)))
            for loss in self.rules
        ]
        return intervals(
            spans, self.caption, "points lost a game by the moves of a rule, ± 2 standard errors"
        )


def criticise(bot: str, *, rollouts: int = DEFAULT_ROLLOUTS, **options: Unpack[HanabiOptions]) -> Criticism:
    """Judge every move of the first games that a bot plays with itself; options are those of `simulate`."""
    games = options.get("games", DEFAULT_GAMES)
    check_games(games)
    terms = asked_terms({"players": DEFAULT_PLAYERS, **options}, "criticise")
    plan = CriticPlan(bot, terms, options.get("seed", DEFAULT_SEED), rollouts)
    (judged,) = whole_jobs([(plan, range(games))], run_settings(options))
    return Criticism(plan, judged, plan.rule_places())
