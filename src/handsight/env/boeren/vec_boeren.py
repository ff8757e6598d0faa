"""Many games of Boeren Bridge at once, for people who train players: `VecBoeren`."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handsight.boeren import SEATS, Rules, State
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.deal import schedule as rounds_of
from handsight.boeren.compiled.deal import switches
from handsight.boeren.compiled.state_conversion import card_of, to_array
from handsight.boeren.compiled.state_layout import CARDS
from handsight.boeren.terms import rule_set
from handsight.bots.boeren.compiled import network_input as features
from handsight.bots.boeren.compiled.compiled_bots import RANDOM, CompiledBoerenBot
from handsight.bots.boeren.compiled.network_input import ACTIONS, FEATURE_SETS, WIDTH
from handsight.bots.bot import BotName
from handsight.compiled.jit import addresses
from handsight.env.boeren.compiled import environment as kernels
from handsight.env.boeren.compiled.environment import STATE_WORDS
from handsight.env.vec_games import (
    COMPLETED,
    NEXT_STEP,
    SAME_STEP,
    Ints,
    VecGames,
    check_choice,
    compiled_partner,
    different_bots,
    narrow_seed,
    seat_dice,
    seats_asked,
    sections_table,
)
from handsight.errors import BotError, InputError
from handsight.notation.vector_sections import Section
from handsight.roster.boeren import find_bot


class BoerenStep(NamedTuple):
    """What `VecBoeren` tells after each call."""

    obs: NDArray[np.float32]
    """Of the seat to move, (n, 667); or of every seat, (n, 4, 667)."""
    mask: NDArray[np.uint8]
    """1 for each legal action; all 0 when the game is over."""
    seat: Ints
    """The seat to move."""
    game: Ints
    """The number of the game that is now on the table."""
    reward: NDArray[np.float32]
    """By seat: points of the rounds that ended since the learner's last action."""
    done: NDArray[np.bool_]
    """Whether the last action ended its game."""
    points: Ints
    """By seat: the points of the game in which the last action was taken."""


def sections() -> tuple[Section, ...]:
    """Return the parts of the vector, in order; `plain` and `kripke` leave some of them 0."""
    starts = (
        ("owners", features.OWNERS, "by card and seat, the observer's first: 1 if it may hold the card"),
        ("chances", features.CHANCES, "by card and seat: the exact chance that it holds it; `exact` only"),
        ("trick", features.TRICK, "the cards in the trick"),
        ("best card", features.BEST_CARD, "the one that is winning"),
        ("hand size", features.HAND_SIZE, "cards in a hand at the start, 0 to 13"),
        ("trump", features.TRUMP, "the trump suit: clubs, diamonds, hearts, spades"),
        ("suit led", features.SUIT_LED, "the suit to follow; the last place: none"),
        ("trick size", features.TRICK_SIZE, "number of cards in the trick"),
        ("dealer", features.DEALER, "where the dealer sits, counted from the observer's seat"),
        ("bids", features.BIDS, "by seat, the observer's first: its bid, 0 to 13; the last place: none yet"),
        ("won", features.WON, "by seat, the observer's first: its tricks, 0 to 13"),
    )
    ends = [*[start for _, start, _ in starts[1:]], WIDTH]
    return tuple(
        Section(name, start, end - start, holds)
        for (name, start, holds), end in zip(starts, ends, strict=True)
    )


class VecBoeren(VecGames[BoerenStep]):
    """*num_envs* games of Boeren Bridge that step together.

    A game is a match: all rounds of the schedule, which may be a single one. Environment i plays the games
    first + i, first + i + num_envs, … of the seed; game n has the deal and the dice of match 4n of
    ``handsight simulate boeren --seed`` (which plays each deal four times, the bots moving round).

    Actions 0 to 51 play a card (clubs, diamonds, hearts, spades, the Two first), 52 to 65 bid 0 to 13.

    Args:
        num_envs: How many games.
        rules: A rule set by name, or rules.
        schedule: The rounds of a game, such as ``"5"`` or ``"3-4-5-4-3"``; without it that of the rules.
        observation: The features: ``"plain"``, ``"kripke"`` or ``"exact"``.
        seats: Who observes: ``"mover"``, the seat to move, or ``"all"``, every seat.
        autoreset: As for `VecHanabi`.
        partners: By seat, a bot of ours that sits there.
        seed: From 0 to 2**64 - 1.
        first: The number of the first game.
        illegal: ``"raise"`` refuses an illegal action before anything happens; ``"lose"`` ends its game with
            a reward of -1 for its seat.
        copy: Whether every call returns fresh arrays. With False it returns the environment's own, which the
            next call overwrites: faster.

    Raises:
        InputError: An argument makes no sense; the message says what would.

    Examples:
        >>> from handsight.env import VecBoeren
        >>> env = VecBoeren(2, schedule="3", partners={1: "counter", 2: "counter", 3: "counter"}, seed=1)
        >>> step = env.reset()
        >>> while not step.done.all():
        ...     step = env.step(step.mask.argmax(axis=1))
        >>> step.reward.shape, env.words(52)
        ((2, 4), 'bid 0')
    """

    def __init__(  # noqa: PLR0913  # each is a choice of the caller
        self,
        num_envs: int,
        *,
        rules: str | Rules = "text",
        schedule: str | None = None,
        observation: str = "exact",
        seats: str = "mover",
        autoreset: str = "same_step",
        partners: Mapping[int, BotName] | None = None,
        seed: int = 0,
        first: int = 0,
        illegal: str = "raise",
        copy: bool = True,
    ) -> None:
        super().__init__(
            num_envs, seats=seats, autoreset=autoreset, illegal=illegal, seed=seed, first=first, copy=copy
        )
        check_choice("observation", observation, FEATURE_SETS)
        agreed = rule_set(rules) if isinstance(rules, str) else rules
        self.rules = agreed.switched("schedule", schedule) if schedule else agreed
        self.actions, self.size, self._features = ACTIONS, WIDTH, FEATURE_SETS.index(observation)
        self._match = rounds_of(self.rules), switches(self.rules), np.zeros(CARDS, np.int64)
        self._seat_partners(partners or {})
        self._states = np.zeros((num_envs, STATE_WORDS), np.int64)
        self._thrown = np.zeros((num_envs, SEATS), np.int64)
        """The dice of each game as they are once the seat that asked for advice has moved."""
        self._asked = np.zeros(num_envs, np.bool_)
        self._early = np.zeros((num_envs, SEATS), np.float32)
        seen = (num_envs, SEATS, WIDTH) if seats == "all" else (num_envs, WIDTH)
        self._told = BoerenStep(
            obs=np.zeros(seen, np.float32),
            mask=np.zeros((num_envs, ACTIONS), np.uint8),
            seat=np.zeros(num_envs, np.int64),
            game=np.zeros(num_envs, np.int64),
            reward=np.zeros((num_envs, SEATS), np.float32),
            done=np.zeros(num_envs, np.bool_),
            points=np.zeros((num_envs, SEATS), np.int64),
        )
        self.reset()

    def _seat_partners(self, partners: Mapping[int, BotName]) -> None:
        named, bot_of_seat = different_bots(partners, SEATS)
        self._bots = [_compiled(bot, self.rules) for bot in named.values()]
        four = [*self._bots, *[RANDOM] * SEATS][:SEATS]
        width = max(len(bot.settings_array()) for bot in four)
        settings = np.zeros((SEATS, width), np.int64)
        for row, bot in zip(settings, four, strict=True):
            row[: len(bot.settings)] = bot.settings
        self._seated = bot_of_seat, settings, addresses([bot.decide for bot in four])

    def reset(
        self, *, seed: int | None = None, first: int | None = None, which: ArrayLike | None = None
    ) -> BoerenStep:
        """Deal games anew: all, or those that *which* names, whose numbers grow by *num_envs*."""
        chosen = self._numbered(seed, first, which)
        self._deal(chosen)
        return self._shown(chosen)

    def _first_illegal(self, actions: Ints) -> int:
        return int(kernels.first_illegal(self._states, actions))

    def _take(self, actions: Ints) -> None:
        self._states[self._asked, st.DICE : st.DICE + SEATS] = self._thrown[self._asked]
        self._asked[:] = False
        told = self._told
        before = np.flatnonzero(self._states[:, kernels.ENDED])
        table, results = (self._match, self._seated, self._early), (told.reward, told.done, told.points)
        self._check(kernels.step_episodes(self._states, actions, *table, *results))
        if self._mode == SAME_STEP:
            self._deal_on(np.flatnonzero(told.done))
        elif self._mode == NEXT_STEP and before.size:
            told.game[before] += self.num_envs
            self._deal(before)
            told.done[before], told.points[before], told.reward[before] = False, 0, 0
        self._show()

    def _deal_on(self, ended: Ints) -> None:
        """Deal the next games, and skip those that bots end before a learner's first turn."""
        while ended.size:
            self._told.game[ended] += self.num_envs
            self._deal(ended)
            ended = ended[self._states[ended, kernels.ENDED] != 0]

    def advice(self, name: BotName) -> Ints:
        """Return what a bot would do in each game; 0 where a game is over.

        Asking changes nothing. A bot that throws dice throws those of the seat to move; they count as thrown
        with the next `step`.
        """
        bot = _compiled(name, self.rules)
        settings, numbers = bot.settings_array(), np.zeros(self.num_envs, np.int64)
        for at, row in enumerate(self._states.copy()):
            if not row[kernels.ENDED]:
                bidding = row[st.TURN] < SEATS
                numbers[at] = bot.decide(row[: st.WORDS], settings) + (CARDS if bidding else 0)
                self._thrown[at], self._asked[at] = row[st.DICE : st.DICE + SEATS], True
        return numbers

    def save(self, which: ArrayLike | None = None) -> Ints:
        """Return games as rows of integers, which `load` takes; they can be pickled."""
        chosen = self._chosen(which)
        early = self._early[chosen].astype(np.int64)
        return np.concatenate([self._states[chosen], self._told.game[chosen, None], early], axis=1)

    def load(self, rows: Ints, which: ArrayLike | None = None) -> BoerenStep:
        """Put games that `save` returned on the table."""
        chosen = self._chosen(which)
        rows = self._checked_rows(rows, len(chosen), STATE_WORDS + 1 + SEATS)
        self._states[chosen], self._told.game[chosen] = rows[:, :STATE_WORDS], rows[:, STATE_WORDS]
        self._early[chosen] = rows[:, STATE_WORDS + 1 :]
        return self._shown(chosen)

    def put(self, at: int, state: State) -> BoerenStep:
        """Put a position of a round on the table of one game, as the last round of its schedule.

        Where a partner is to move, it moves.

        Raises:
            InputError: It was played by other rules, or without bids.
        """
        if state.terms.rules.switched("schedule", self.rules.schedule) != self.rules:
            raise InputError(f"this position has other rules: {state.terms.rules}, not {self.rules}")
        (at,) = self._chosen([at]).tolist()
        row = self._states[at]
        dice = row[st.DICE : st.DICE + SEATS].copy()
        row[:] = 0
        row[: st.WORDS] = to_array(state)
        row[st.DICE : st.DICE + SEATS] = dice
        row[kernels.ROUND] = len(self._match[0]) - 1
        row[kernels.ENDED] = int(state.over)
        self._move_bots(np.array([at]))
        return self._shown(np.array([at]))

    def resample(
        self, *, seat: int | None = None, which: ArrayLike | None = None, seed: int = 0
    ) -> BoerenStep:
        """Deal anew what *seat*, or the seat to move, does not see; all possible deals are equally likely."""
        chosen = self._chosen(which)
        seats = seats_asked(seat, SEATS, self._states[chosen, st.SEAT])
        kernels.resample_episodes(self._states, chosen, seats, np.uint64(narrow_seed(seed)))
        return self._shown(chosen)

    def hands(self, at: int) -> tuple[tuple[str, ...], ...]:
        """Return the cards that each seat of one game holds, as text."""
        masks = self._states[at, st.HANDS : st.HANDS + SEATS].tolist()
        return tuple(tuple(str(card_of(card)) for card in range(CARDS) if mask >> card & 1) for mask in masks)

    def words(self, action: int) -> str:
        """Say what the number of an action means."""
        if not 0 <= action < ACTIONS:
            raise InputError(f"no action has the number {action}; they run from 0 to {ACTIONS - 1}")
        return f"bid {action - CARDS}" if action >= CARDS else f"play {card_of(action)}"

    @staticmethod
    def table() -> str:
        """Return the index table of the observation, as Markdown."""
        return sections_table(sections())

    def _deal(self, chosen: Ints) -> None:
        starts = np.zeros((self.num_envs, 8), np.uint64)
        matches = (SEATS * self._told.game[chosen]).tolist()
        starts[chosen] = seat_dice(self.seed, matches, thrown=bool(self._bots))
        seed, numbers = np.uint64(self.seed), self._told.game
        kernels.deal_episodes(self._states, chosen, self._match, seed, numbers, starts)
        self._move_bots(chosen)

    def _move_bots(self, chosen: Ints) -> None:
        self._check(kernels.move_bots(self._states, chosen, self._match, self._seated, self._early))

    def _show(self) -> None:
        told = self._told
        kernels.show_episodes(
            self._states, self._features, told.obs.reshape(self.num_envs, -1, WIDTH), told.mask, told.seat
        )

    def _shown(self, chosen: Ints) -> BoerenStep:
        """Show all games after some were changed; those have no last action."""
        told = self._told
        self._asked[chosen] = False
        if self._mode == SAME_STEP:
            self._deal_on(np.flatnonzero(self._states[:, kernels.ENDED]))
        self._show()
        told.reward[chosen], told.done[chosen] = 0, False
        told.points[chosen] = self._states[chosen, kernels.POINTS : kernels.POINTS + SEATS]
        return self._answer()

    def _check(self, at: int) -> None:
        if at != COMPLETED:
            raise BotError(f"game {at}: a bot chose an illegal action")


def _compiled(name: BotName, rules: Rules) -> CompiledBoerenBot:
    """Return the compiled version of a bot, or raise InputError saying why it has none."""
    bot: CompiledBoerenBot = compiled_partner(find_bot(name), rules, "counter")
    return bot
