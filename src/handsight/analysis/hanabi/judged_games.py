"""Games of a bot with itself, in which search judges every move: was there a better action?

A critic sits in each seat in turn, and knows what that seat knows. At a move it lets all actions race on
deals that the seat holds possible, as a searching bot does. The action that wins is then compared with the
bot's own on *other* deals: an action that won by luck would keep its luck on the same deals, and every rule
would look worse than it is. The mean of the paired differences on those deals is what the move lost.

A plan names the bot, the terms, the seed and the rollouts; the judged moves of a game follow from the plan
and the number of the game alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from handsight.bots.hanabi.bot import HasRules
from handsight.bots.hanabi.convention_bot import ConventionBot
from handsight.bots.spec import BotSpec
from handsight.errors import InputError
from handsight.game import Dice, Seed, as_seed, stream
from handsight.game.seeded_dice import SEARCH
from handsight.hanabi import Action, Discard, GiveClue, Play, Terms, View, view
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi.compiled.state_conversion import to_action, to_number
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.lab.numbered_job import Job
from handsight.notation.hanabi import hanab_live_links as link_code
from handsight.roster.hanabi import find_bot
from handsight.search.action_race import actions_to_try
from handsight.search.action_values import ActionValue, value_against
from handsight.search.blueprint import blueprint
from handsight.search.search_settings import Budget
from handsight.search.searching_bots import Searcher, SearchSettings, in_words

DEFAULT_ROLLOUTS = 600
"""Rollouts at each move: two thirds of them find another action, the rest measure what it is worth."""
FEWEST_ROLLOUTS = 60
CLEAR = 1.5
"""Another action is compared if it won its race by more than this many standard errors."""


MOST_ROLLOUTS = 1_000_000


class JudgedMove(Struct, frozen=True):
    """A move of a bot, and what the critic found in its place."""

    turn: int
    """The index of the move, from 0."""
    seat: int
    rule: str
    """The rule, or step, of the bot that made the move; what kind of action it is, where it has no names."""
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
    """How much better it is, in points, on deals that did not choose it; below zero where it was luck."""
    error: float = 0.0
    """The standard error of the loss."""
    deals: int = 0
    """On how many deals it was measured."""


class Critic(Searcher):
    """Judges the moves of one seat in a game in which every seat plays the same bot.

    Args:
        terms: What was agreed.
        seat: The seat's index.
        dice: Thrown once, for the key from which all its deals follow.
        spec: The bot whose moves are judged.
        rollouts: Rollouts at each move.

    Raises:
        InputError: The bot has no compiled version for these terms.
    """

    def __init__(self, terms: Terms, seat: int, dice: Dice, spec: BotSpec, rollouts: int) -> None:
        super().__init__(terms, seat, dice, spec, SearchSettings(Budget(2 * rollouts // 3, deviate=CLEAR)))
        bot = spec.make(terms, seat, dice)
        self._rules = bot if isinstance(bot, HasRules) else None
        self._deals = rollouts // 6

    def judge(self, seen: View, action: Action) -> JudgedMove:
        """Judge the action that the bot took at its seat's turn."""
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
        """Return what an action is worth, with its loss on other deals, and which is better, if any."""
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
    match action:
        case Play():
            return "play"
        case Discard():
            return "discard"
        case GiveClue(_, clue):
            return f"{clue.kind} clue"
    return "other"


def judge_game(
    spec: BotSpec, game: Game, seed: Seed, number: int, *, rollouts: int = DEFAULT_ROLLOUTS
) -> Iterator[JudgedMove]:
    """Judge every move of a game of a bot with itself.

    Args:
        spec: The bot in every seat.
        game: The game, with its states.
        seed: The seed and the number of the game determine the deals of the critic.
        number: The number of the game.
        rollouts: Rollouts at each move.
    """
    terms = game.states[0].terms
    critics = [
        Critic(terms, seat, stream(seed, number, seat, f"{SEARCH} critic"), spec, rollouts)
        for seat in range(terms.players)
    ]
    for state, action in zip(game.states, game.actions, strict=False):
        yield critics[state.seat].judge(view(state, state.seat), action)


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

    def check(self) -> None:
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
