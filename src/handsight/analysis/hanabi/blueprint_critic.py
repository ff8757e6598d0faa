"""A critic of conventions: at every move of a game, was there a better action than the one the rule took?

The critic sits in each seat in turn, and knows what that seat knows. At a move it lets all actions race on
deals that the seat holds possible, as a searching bot does. The action that wins is then compared with the
bot's own on *other* deals: an action that won by luck would keep its luck on the same deals, and every rule
would look worse than it is. The mean of the paired differences on those deals is what the move lost.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from handsight.bots.hanabi.bot import HasRules
from handsight.bots.spec import BotSpec
from handsight.game import Dice, Seed, stream
from handsight.game.seeded_dice import SEARCH
from handsight.hanabi import Action, Discard, GiveClue, Play, Terms, View, view
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi.compiled.state_conversion import to_action, to_number
from handsight.search.action_race import actions_to_try
from handsight.search.action_values import mean_and_error
from handsight.search.search_settings import Budget
from handsight.search.searching_bots import Searcher, SearchSettings, in_words

DEFAULT_ROLLOUTS = 600
"""Rollouts at each move: two thirds of them find another action, the rest measure what it is worth."""
FEWEST_ROLLOUTS = 60
CLEAR = 1.5
"""Another action is compared if it won its race by more than so many standard errors."""


class Judged(Struct, frozen=True):
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

    def judge(self, seen: View, action: Action) -> Judged:
        """Judge the action that the bot took at its seat's turn."""
        compared = self.compare(seen, action)
        judged = Judged(
            turn=seen.turn,
            seat=self.seat,
            rule=self._rule(seen, action) or kind_of(action),
            action=self._words(action),
            kind=kind_of(action),
            value=compared.value,
        )
        if compared.other is None:
            return judged
        other = to_action(self.terms, self.history.now, compared.other)
        return replace(
            judged,
            other=self._words(other),
            other_kind=kind_of(other),
            other_rule=self._rule(seen, other),
            loss=compared.loss,
            error=compared.error,
            deals=compared.deals,
        )

    def compare(self, seen: View, action: Action) -> "Comparison":
        """Find the best other action, and measure on other deals how much better it is."""
        position = self.position(seen)
        own = to_number(self.terms, position.state, action)
        others = [number for number in actions_to_try(position, self.settings.budget.fits) if number != own]
        race = self.race(position, [own, *others])
        verdict = race.run()
        if verdict.action == own:
            return Comparison(verdict.value(own) or 0.0)
        scores = race.fresh_scores([own, verdict.action], self._deals)
        loss, error = mean_and_error(scores[:, 1] - scores[:, 0])
        return Comparison(mean_and_error(scores[:, 0])[0], verdict.action, loss, error, self._deals)

    def _rule(self, seen: View, action: Action) -> str:
        return self._rules.rule_of(seen, action) if self._rules else ""

    def _words(self, action: Action) -> str:
        return in_words(to_number(self.terms, self.history.now, action), self.blueprint)


class Comparison(NamedTuple):
    """The value of a move, and what is better: None where nothing is."""

    value: float
    other: int | None = None
    loss: float = 0.0
    error: float = 0.0
    deals: int = 0


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
) -> Iterator[Judged]:
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
