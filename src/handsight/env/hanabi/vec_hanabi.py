"""Many games of Hanabi at once, for people who train players: `VecHanabi`."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handsight import hanabi
from handsight.bots.bot import BotName
from handsight.compiled.bit_vectors import words_for
from handsight.deals.compiled.hand_count import MAX_SLOTS
from handsight.env.hanabi.compiled import environment as kernels
from handsight.env.hanabi.compiled import exact_observation, partner_games
from handsight.env.hanabi.compiled.environment import STATE_WORDS
from handsight.env.hanabi.observation_layouts import Layout, layout
from handsight.env.hanabi.partner_bots import Partners, SeatedBots
from handsight.env.vec_games import ALL_LEGAL, DISABLED, SAME_STEP, Ints, VecGames, narrow_seed, seats_asked
from handsight.errors import InputError
from handsight.hanabi import variant as find_variant
from handsight.hanabi.actions import action_of
from handsight.hanabi.compiled import rules as compiled_rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.state_conversion import to_number, to_state
from handsight.hanabi.compiled.terms_layout import terms_array
from handsight.notation.hanabi import hle_observation as hle
from handsight.text.counting_from_one import slot_number

OBSERVATIONS = {"hle": kernels.HLE, "v0": kernels.V0, "exact": kernels.EXACT}


class Step(NamedTuple):
    """What `VecHanabi` returns after each call: copies, or its own arrays, valid until the next call."""

    obs: NDArray[Any]
    """Of the seat to move, (n, size); or of every seat, (n, players, size). Bytes for `hle`, else float32."""
    mask: NDArray[np.uint8]
    """1 for each legal action; all 0 when the game is over."""
    seat: Ints
    """The seat to move."""
    game: Ints
    """The number of the game that is now on the table."""
    reward: NDArray[np.float32]
    """Points gained by the last action; by the `official` rules the last strike takes all points back."""
    done: NDArray[np.bool_]
    """Whether the last action ended its game."""
    stuck: NDArray[np.bool_]
    """Whether that game ended because the seat to move had no legal action."""
    score: Ints
    """The score of the game in which the last action was taken."""
    points: Ints
    """The number of cards on the stacks of that game, struck out or not."""
    strikes: Ints


class VecHanabi(VecGames[Step]):
    """*num_envs* games that step together, with the Hanabi Learning Environment's (HLE's) action numbers.

    Environment i plays the games first + i, first + i + num_envs, … of the seed: the same deals as
    ``handsight simulate --seed``. Nothing depends on *threads*.

    Args:
        num_envs: How many games.
        players: How many seats.
        variant: A variant by name or number, or one of your own.
        rules: A rule set by name; `official` and `stacks` differ in what a struck-out game scores.
        observation: The layout: ``"hle"``, ``"v0"`` or ``"exact"`` (see `LAYOUTS`).
        seats: Who observes: ``"mover"``, the seat to move, or ``"all"``, every seat.
        autoreset: ``"same_step"`` deals the next game in the step that ends one; ``"next_step"`` in the step
            after it, whose action is ignored; ``"disabled"`` leaves games that ended as they are.
        partners: By seat, a bot of ours that sits there; a step is then a learner's action and what the bots
            do until a learner is to move again.
        teacher: A bot that `advice` asks what it would do.
        seed: From 0 to 2**64 - 1.
        first: The number of the first game.
        threads: Threads that share the games.
        illegal: ``"raise"`` refuses an illegal action before anything happens; ``"lose"`` ends its game with
            a reward of -1.
        packed: Observations as bits, eight to a byte (`layout.unpack` spreads them); for ``"hle"``.
        final_obs: With ``"same_step"``, keep the last observations of games that ended in `final_obs`.
        copy: Whether every call returns fresh arrays. With False it returns the environment's own, which the
            next call overwrites: faster.
        terms: Other fields of `hanabi.Terms`, such as ``hand_size`` or ``max_clues``.

    Raises:
        InputError: An argument makes no sense; the message says what would.

    Examples:
        >>> import numpy as np
        >>> from handsight.env import VecHanabi
        >>> env = VecHanabi(4, players=2, seed=1)
        >>> step = env.reset()
        >>> step = env.step(step.mask.argmax(axis=1))  # the first legal action of each game
        >>> step.obs.shape, step.reward.tolist()
        ((4, 658), [0.0, 0.0, 0.0, 0.0])
    """

    def __init__(  # noqa: PLR0913  # each is a choice of the caller
        self,
        num_envs: int,
        players: int = 2,
        *,
        variant: str | int | hanabi.Variant = "No Variant",
        rules: str | hanabi.Rules = "official",
        observation: str = "hle",
        seats: str = "mover",
        autoreset: str = "same_step",
        partners: Partners | None = None,
        teacher: BotName | None = None,
        seed: int = 0,
        first: int = 0,
        threads: int = 1,
        illegal: str = "raise",
        packed: bool = False,
        final_obs: bool = False,
        copy: bool = True,
        **terms: Any,
    ) -> None:
        super().__init__(
            num_envs, seats=seats, autoreset=autoreset, illegal=illegal, seed=seed, first=first, copy=copy
        )
        if threads < 1:
            raise InputError(f"threads must be 1 or more, not {threads}")
        found = variant if isinstance(variant, hanabi.Variant) else find_variant(variant)
        agreed = hanabi.rule_set(rules) if isinstance(rules, str) else rules
        self.terms = hanabi.Terms(players, found, agreed, **terms)
        self.layout: Layout = layout(observation, self.terms)
        if packed and observation != "hle":
            raise InputError(f"only hle has packed observations; {observation} has numbers besides 0 and 1")
        self.actions = hle.action_count(self.terms)
        self.packed = packed
        self._kind = kernels.PACKED if packed else OBSERVATIONS[observation]
        self._hides = exact_observation.hidden_parts(self.terms)
        self._packed_terms = terms_array(self.terms)
        self._states = np.zeros((num_envs, STATE_WORDS), np.int64)
        self._legal, self._counted = np.zeros(num_envs, np.int64), np.zeros(num_envs, np.int64)
        width = self.layout.bytes_packed if packed else self.layout.size
        seen = (num_envs, players, width) if seats == "all" else (num_envs, width)
        self._told = _make_arrays(seen, num_envs, self.actions, self.layout.dtype)
        shown = self._told.obs.reshape(num_envs, -1, width)
        other = np.zeros((*shown.shape[:2], 0), np.float32 if shown.dtype == np.uint8 else np.uint8)
        self._obs = (shown, other) if shown.dtype == np.uint8 else (other, shown)
        self.final_obs: NDArray[Any] | None = np.zeros_like(self._told.obs) if final_obs else None
        """The last observations of games that ended in the last step; rows of other games mean nothing."""
        self._bots: SeatedBots | None = None
        if partners or teacher is not None:
            self._bots = SeatedBots(self.terms, self._packed_terms, num_envs, partners or {}, teacher)
        ends = np.linspace(0, num_envs, min(threads, num_envs) + 1).astype(int).tolist()
        self._parts = [slice(begin, end) for begin, end in pairwise(ends)]
        room = kernels.WORKSPACE_WORDS + words_for(self.layout.size)
        self._workspaces = [np.zeros(room, np.int64) for _ in self._parts]
        shown_arrays = (*self._obs, self._told.mask, self._legal, self._told.seat)
        self._arrays: dict[int, tuple[Any, ...]] = {
            part.start: (
                self._states[part],
                workspace,
                tuple(array[part] for array in shown_arrays),
                tuple(column[part] for column in self._told[3:]),
            )
            for part, workspace in zip(self._parts, self._workspaces, strict=True)
        }
        self._bot_rooms = [self._bots.new_workspace() for _ in self._parts] if self._bots else []
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self.reset()

    def reset(
        self,
        *,
        seed: int | None = None,
        first: int | None = None,
        decks: ArrayLike | Sequence[Sequence[str]] | None = None,
        which: ArrayLike | None = None,
    ) -> Step:
        """Deal games anew, and return their first observations.

        Args:
            seed: A new seed; without it the seed stays.
            first: The number of the first game; without it the one given before.
            decks: A deck for each game: identities (suit × ranks + rank − 1) or names such as ``"r1"``, in
                the order of dealing, the hand of the first seat first.
            which: Deal only these games; *num_envs* is added to the number of each.

        Raises:
            InputError: A deck is not one of this variant.
        """
        rows = None if decks is None else self._checked_decks(decks, len(self._chosen(which)))
        chosen = self._numbered(seed, first, which)
        if rows is None:
            self._deal(chosen)
        else:
            kernels.start_games(self._packed_terms, self._states, chosen, rows)
            self._seat_bots(chosen)
        return self._shown(chosen)

    def _first_illegal(self, actions: Ints) -> int:
        return int(kernels.first_illegal(self._legal, actions))

    def _take(self, actions: Ints) -> None:
        if self._bots is not None:
            self._bots.throw_dice()
        if self.final_obs is None or self._mode != SAME_STEP:
            self._advance(actions, self._mode)
        else:
            self._advance(actions, DISABLED)
            ended = np.flatnonzero(self._told.done)
            if ended.size:
                self.final_obs[ended] = self._told.obs[ended]
                self._told.game[ended] += self.num_envs
                self._deal(ended)
                self._in_parts(self._show_part)
                if self._bots is not None:
                    self._skip_lost_games()

    def _advance(self, actions: Ints, mode: int) -> None:
        """Step all games, and show what comes next."""
        bots = self._bots
        if bots is None:
            self._in_parts(lambda part: self._step_part(actions, part, mode))
            return
        before = self._told.game.copy()
        self._in_parts(lambda part: bots.check(self._step_bots_part(actions, part, mode)))
        self._prepare_dice(np.flatnonzero(self._told.game != before))
        self._in_parts(self._show_part)
        if mode == SAME_STEP:
            self._skip_lost_games()

    def _skip_lost_games(self) -> None:
        """Deal the next game where partners ended a new one before a learner's first turn."""
        while (lost := np.flatnonzero(self._legal == 0)).size:
            self._told.game[lost] += self.num_envs
            self._deal(lost)
            self._in_parts(self._show_part)

    def advice(self) -> Ints:
        """Return what the teacher would do in each game, by HLE's numbers; 0 where a game is over.

        It has watched every game from the deal, as a bot in its seat would have. Asking changes nothing: dice
        that it throws count as thrown with the next `step`.
        """
        if self._bots is None:
            raise InputError("nobody was named as teacher; write VecHanabi(…, teacher='robot5')")
        return self._bots.advice(self._states, self._bot_rooms[0])

    def central(self) -> NDArray[np.float32]:
        """Return the hidden hand of the seat to move, or of every seat, for a central critic.

        It is in no observation, so that no player gets it by mistake: (n, slots × identities), slots from the
        oldest; or (n, players, slots × identities).
        """
        width = self.terms.hand_size * len(self.terms.variant.cards)
        hands = np.zeros((*self._told.obs.shape[:-1], width), np.float32)
        kernels.show_own_hands(self._packed_terms, self._states, hands.reshape(self.num_envs, -1, width))
        return hands

    def save(self, which: ArrayLike | None = None) -> Ints:
        """Return games as rows of integers, which `load` takes; they can be pickled."""
        chosen = self._chosen(which)
        parts = [self._states[chosen], self._told.game[chosen, None], self._counted[chosen, None]]
        if self._bots is not None:
            parts.append(self._bots.tables[chosen].reshape(len(chosen), -1))
        return np.concatenate(parts, axis=1)

    def load(self, rows: Ints, which: ArrayLike | None = None) -> Step:
        """Put games that `save` returned on the table, of this environment or of one on the same terms."""
        chosen = self._chosen(which)
        tables = np.zeros((0, 0)) if self._bots is None else self._bots.tables
        rows = self._checked_rows(rows, len(chosen), STATE_WORDS + 2 + int(np.prod(tables.shape[1:])))
        self._states[chosen], self._told.game[chosen] = rows[:, :STATE_WORDS], rows[:, STATE_WORDS]
        self._counted[chosen] = rows[:, STATE_WORDS + 1]
        if self._bots is not None:
            tables[chosen] = rows[:, STATE_WORDS + 2 :].reshape(len(chosen), *tables.shape[1:])
            self._prepare_dice(chosen)
        return self._shown(chosen)

    def put(self, at: int, state: hanabi.State) -> Step:
        """Put any position on the table of one game: of a log, a link, or `hanabi.play`.

        Its actions are replayed, so that observations tell the last ones, and bots have read them. Where a
        partner is to move, it moves.

        Raises:
            InputError: It was played on other terms, cards of the deck are unknown, or it has no history.
        """
        if state.terms != self.terms:
            raise InputError(f"this position has other terms: {state.terms}, not {self.terms}")
        (at,) = self._chosen([at]).tolist()
        actions = [action for event in state.events if (action := action_of(event)) is not None]
        if len(actions) != state.turn:
            raise InputError("this position has no history; copy games of environments with save and load")
        identities = [self.terms.variant.identity(card) for card in state.cards]
        decks = self._checked_decks([identities], 1)
        row = np.zeros((1, STATE_WORDS), np.int64)
        kernels.start_games(self._packed_terms, row, np.zeros(1, np.int64), decks)
        dealt, numbers = row[0].copy(), list[int]()
        for action in actions:
            numbers.append(to_number(self.terms, row[0], action))
            kernels.take_action(self._packed_terms, row[0], numbers[-1])
        if state.stop_code:
            row[0, st.STOP_CODE], row[0, st.END] = state.stop_code, st.TERMINATED
        self._states[at] = row[0]
        if self._bots is not None:
            self._bots.follow(at, dealt, numbers, self._bot_rooms[0])
            self._bots.move(at, self._states[at], kernels.take_action, self._bot_rooms[0])
        self._counted[at] = self._score(self._states[at])
        return self._shown(np.array([at]))

    def state(self, at: int) -> hanabi.State:
        """Return the position of one game; it has no history, so no events."""
        return to_state(self.terms, self._states[at])

    def resample(self, *, seat: int | None = None, which: ArrayLike | None = None, seed: int = 0) -> Step:
        """Deal anew what a seat does not see: its hand and the deck, every deal equally likely.

        All that the seat sees stays. Hands fit the clues and the visible cards; conventions play no part.

        Args:
            seat: The seat; without it the one to move in each game.
            which: Deal anew only in these games.
            seed: The same seed deals the same cards.
        """
        chosen = self._chosen(which)
        if self.terms.variant.face_down:
            raise InputError("cards that lie face down cannot be dealt anew; choose another variant")
        seats = seats_asked(seat, self.terms.players, self._states[chosen, st.SEAT])
        at = kernels.resample_games(
            self._packed_terms,
            self._states,
            chosen,
            seats,
            np.uint64(narrow_seed(seed)),
            np.zeros((MAX_SLOTS, len(self.terms.variant.cards)), np.int64),
            self._workspaces[0],
        )
        if at != ALL_LEGAL:
            raise InputError(f"game {at}: no hand fits the clues to the seat")
        if self._bots is not None:
            partner_games.copy_hidden_cards(self._states, self._bots.tables, chosen)
        return self._shown(chosen)

    def words(self, action: int) -> str:
        """Say what HLE's number of an action means; slots are counted from the newest, as people do.

        Examples:
            >>> from handsight.env import VecHanabi
            >>> VecHanabi(1).words(10)
            'clue red to the next seat'
        """
        terms, variant, size = self.terms, self.terms.variant, self.terms.hand_size
        slots = size + terms.deck_plays
        if not 0 <= action < self.actions:
            raise InputError(f"no action has the number {action}; they run from 0 to {self.actions - 1}")
        if action < 2 * slots:
            what = "discard" if action < slots else "play"
            if action % slots == size:
                return f"{what} the last card of the deck"
            return f"{what} slot {slot_number(size - 1 - action % slots)} of {size}"
        clue, others, colors = action - 2 * slots, terms.players - 1, len(variant.colors)
        if clue < others * colors:
            away, said = clue // colors, variant.colors[clue % colors].lower()
        else:
            away, number = divmod(clue - others * colors, len(variant.numbers))
            said = str(variant.numbers[number])
        return f"clue {said} to the {'next seat' if not away else f'seat {away + 1} further'}"

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _deal(self, chosen: Ints) -> None:
        """Deal the games by their numbers, and let partners move until a learner's turn."""
        kernels.deal_games(self._packed_terms, self._states, chosen, np.uint64(self.seed), self._told.game)
        self._seat_bots(chosen)

    def _seat_bots(self, chosen: Ints) -> None:
        self._counted[chosen] = 0
        if self._bots is not None:
            dice = self._bots.dice_of(self.seed, self._told.game[chosen].tolist())
            self._bots.seat(self._states, chosen, dice, self._bot_rooms[0])
            self._prepare_dice(chosen)

    def _prepare_dice(self, chosen: Ints) -> None:
        """Prepare the dice of the games that will follow these."""
        if self._bots is not None and self._bots.throws:
            following = (self._told.game[chosen] + self.num_envs).tolist()
            self._bots.next_dice[chosen] = self._bots.dice_of(self.seed, following)

    def _step_part(self, actions: Ints, part: slice, mode: int) -> None:
        states, room, shown, told = self._arrays[part.start]
        how = np.uint64(self.seed), self.num_envs, mode, self._kind, self._hides
        kernels.step_games(self._packed_terms, states, actions[part], *how, room, shown, told)

    def _step_bots_part(self, actions: Ints, part: slice, mode: int) -> int:
        assert self._bots is not None  # noqa: S101  # the caller looked
        states, _, (*_, legal, _), told = self._arrays[part.start]
        room = self._bot_rooms[self._parts.index(part)]
        how = np.uint64(self.seed), self.num_envs, mode
        return self._bots.step(part, states, actions[part], legal, *how, self._counted[part], room, told)

    def _in_parts(self, work: Callable[[slice], None]) -> None:
        if self._pool is None:
            work(self._parts[0])
        else:
            list(self._pool.map(work, self._parts))

    def _show_part(self, part: slice) -> None:
        states, room, shown, _ = self._arrays[part.start]
        kernels.show_games(self._packed_terms, states, self._kind, self._hides, room, shown)

    def _shown(self, chosen: Ints) -> Step:
        """Show all games after some were changed; those have no last action."""
        if self._bots is not None:
            self._bots.asked[chosen] = False
        self._in_parts(self._show_part)
        if self._bots is not None and self._mode == SAME_STEP:
            self._skip_lost_games()
        told = self._told
        for column in (told.reward, told.done, told.stuck, told.score, told.points, told.strikes):
            column[chosen] = 0
        told.points[chosen] = self._states[chosen, st.POINTS]
        told.strikes[chosen] = self._states[chosen, st.STRIKES]
        told.score[chosen] = [self._score(state) for state in self._states[chosen]]
        return self._answer()

    def _score(self, state: Ints) -> int:
        return int(compiled_rules.score(self._packed_terms, state))

    def _checked_decks(self, decks: Any, count: int) -> Ints:
        """Return decks as identities, each a whole deck of the variant."""
        variant = self.terms.variant
        rows = [
            [variant.identity(variant.read(card)) if isinstance(card, str) else int(card) for card in deck]
            for deck in decks
        ]
        whole = sorted(variant.identity(card) for card in variant.deck())
        if len(rows) != count:
            raise InputError(f"{count} games need {count} decks, not {len(rows)}")
        for number, row in enumerate(rows):
            if sorted(row) != whole:
                raise InputError(f"deck {number} is not a whole deck of {variant.name} ({len(whole)} cards)")
        return np.array(rows, np.int64).reshape(count, len(whole))


def _make_arrays(seen: tuple[int, ...], games: int, actions: int, dtype: Any) -> Step:
    """Return the arrays of a step."""
    whole = ("seat", "game", "score", "points", "strikes")
    return Step(
        obs=np.zeros(seen, dtype),
        mask=np.zeros((games, actions), np.uint8),
        reward=np.zeros(games, np.float32),
        done=np.zeros(games, np.bool_),
        stuck=np.zeros(games, np.bool_),
        **{name: np.zeros(games, np.int64) for name in whole},
    )
