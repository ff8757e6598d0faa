"""Many games of Hanabi at once, for people who train players: `VecHanabi`."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handsight.env.layouts import Layout, layout
from handsight.errors import IllegalActionError, InputError
from handsight.hanabi import Rules, State, Terms, Variant, rule_set
from handsight.hanabi import variant as find_variant
from handsight.kernels.hanabi import environment as kernels
from handsight.kernels.hanabi import hle_observation
from handsight.kernels.hanabi import state_layout as st
from handsight.kernels.hanabi.convert import to_array, to_state
from handsight.kernels.hanabi.environment import ALL_LEGAL, STATE_WORDS
from handsight.kernels.hanabi.terms_layout import terms_array
from handsight.kernels.hand_count import MAX_SLOTS
from handsight.notation.hanabi import hle
from handsight.text.counting import slot_number

Ints = NDArray[np.int64]
AUTORESET = {
    "same_step": kernels.SAME_STEP,
    "next_step": kernels.NEXT_STEP,
    "disabled": kernels.DISABLED,
}
NARROW_SEEDS = 1 << 64


class Step(NamedTuple):
    """What `VecHanabi` tells after each call: its own arrays, good until the next call, or copies."""

    obs: NDArray[np.uint8]
    """Of the seat to move, (n, size); or of every seat, (n, players, size)."""
    mask: NDArray[np.uint8]
    """1 for each legal action; all 0 when the game is over."""
    seat: Ints
    """The seat to move."""
    game: Ints
    """The number of the game that lies on the table."""
    reward: NDArray[np.float32]
    """Points gained by the last action; the last strike takes all back by the `official` rules."""
    done: NDArray[np.bool_]
    """Whether the last action ended its game."""
    stuck: NDArray[np.bool_]
    """Whether it ended because nobody may move."""
    score: Ints
    """The score of the game in which the last action was taken."""
    points: Ints
    """Its cards on the stacks, struck out or not."""
    strikes: Ints


class VecHanabi:
    """*num_envs* games that step together, with HLE's observations and numbers of actions.

    Environment i plays the games first + i, first + i + num_envs, … of the seed: the same deals as
    ``handsight simulate --seed``. Nothing depends on *threads*.

    Args:
        num_envs: How many games.
        players: How many seats.
        variant: A variant by name or number, or one of your own.
        rules: A rule set by name; `official` and `stacks` differ in what a struck-out game scores.
        observation: The layout: ``"hle"``.
        seats: ``"mover"`` observes the seat to move; ``"all"`` every seat.
        autoreset: ``"same_step"`` deals the next game in the step that ends one; ``"next_step"`` in the step
            after it, whose action is passed over; ``"disabled"`` leaves games that ended as they are.
        seed: From 0 to 2**64 - 1.
        first: The number of the first game.
        threads: Threads that share the games.
        illegal: ``"raise"`` refuses an illegal action before anything happens; ``"lose"`` ends its game with
            a reward of -1.
        packed: Observations as bits, eight to a byte (`layout.unpack` spreads them).
        buffers: Arrays to write to, by the names of `Step`; the others are made.
        copy: Return fresh arrays after each call.
        terms: Other fields of `hanabi.Terms`, such as ``hand_size`` or ``max_clues``.

    Raises:
        InputError: A choice makes no sense; says what would.

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
        variant: str | int | Variant = "No Variant",
        rules: str | Rules = "official",
        observation: str = "hle",
        seats: str = "mover",
        autoreset: str = "same_step",
        seed: int = 0,
        first: int = 0,
        threads: int = 1,
        illegal: str = "raise",
        packed: bool = False,
        buffers: Mapping[str, NDArray[Any]] | None = None,
        copy: bool = False,
        **terms: Any,
    ) -> None:
        _choice("seats", seats, ("mover", "all"))
        _choice("autoreset", autoreset, tuple(AUTORESET))
        _choice("illegal", illegal, ("raise", "lose"))
        for name, number, least in (("num_envs", num_envs, 1), ("threads", threads, 1), ("first", first, 0)):
            if number < least:
                raise InputError(f"{name} must be {least} or more, not {number}")
        self.num_envs, self.seed = num_envs, _narrow(seed)
        found = variant if isinstance(variant, Variant) else find_variant(variant)
        agreed = rule_set(rules) if isinstance(rules, str) else rules
        self.terms = Terms(players, found, agreed, **terms)
        self.layout: Layout = layout(observation, self.terms)
        self.actions = hle.action_count(self.terms)
        self.packed, self.copy = packed, copy
        self._mode, self._loses = AUTORESET[autoreset], illegal == "lose"
        self._first, self._packed_terms = first, terms_array(self.terms)
        self._states = np.zeros((num_envs, STATE_WORDS), np.int64)
        width = self.layout.bytes_packed if packed else self.layout.size
        seen = (num_envs, players, width) if seats == "all" else (num_envs, width)
        self._told = _make_arrays(seen, num_envs, self.actions, buffers or {})
        self._obs = self._told.obs.reshape(num_envs, -1, width)
        ends = np.linspace(0, num_envs, min(threads, num_envs) + 1).astype(int).tolist()
        self._parts = [slice(begin, end) for begin, end in pairwise(ends)]
        self._scratch = [np.zeros(self.layout.size, np.uint8) for _ in self._parts]
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
        """Deal games anew.

        Args:
            seed: A new seed; without it the seed stays.
            first: The number of the first game; without it as at the start.
            decks: A deck for each game: identities (suit × ranks + rank − 1) or names such as ``"r1"``, in
                the order of dealing, the hand of the first seat first.
            which: Only these games: each gets the number after the one it had.

        Raises:
            InputError: A deck is not one of this variant.
        """
        self.seed = self.seed if seed is None else _narrow(seed)
        chosen = self._chosen(which)
        if which is None:
            self._first = self._first if first is None else first
            self._told.game[:] = self._first + np.arange(self.num_envs)
        else:
            self._told.game[chosen] += self.num_envs
        if decks is None:
            kernels.deal_games(
                self._packed_terms, self._states, chosen, np.uint64(self.seed), self._told.game
            )
        else:
            kernels.start_games(
                self._packed_terms, self._states, chosen, self._checked_decks(decks, len(chosen))
            )
        return self._shown(chosen)

    def step(self, actions: ArrayLike) -> Step:
        """Take an action in each game, by HLE's numbers.

        Raises:
            IllegalActionError: An action is not legal; nothing has happened.
            InputError: There is not one action for each game.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise InputError(f"step takes {self.num_envs} actions, one a game, not {chosen.shape}")
        if not self._loses:
            at = kernels.first_illegal(self._packed_terms, self._states, chosen)
            if at != ALL_LEGAL:
                raise self._illegal(at, int(chosen[at]))
        self._in_parts(lambda part, scratch: self._step_part(chosen, part, scratch))
        return self._answer()

    def save(self, which: ArrayLike | None = None) -> Ints:
        """Return games as rows of integers, which `load` takes; they can be pickled."""
        chosen = self._chosen(which)
        return np.concatenate([self._states[chosen], self._told.game[chosen, None]], axis=1)

    def load(self, rows: Ints, which: ArrayLike | None = None) -> Step:
        """Put games that `save` returned on the table, of this environment or of one on the same terms."""
        chosen, rows = self._chosen(which), np.asarray(rows, np.int64)
        if rows.shape != (len(chosen), STATE_WORDS + 1):
            wanted = (len(chosen), STATE_WORDS + 1)
            raise InputError(f"load takes rows as save returns them, of shape {wanted}, not {rows.shape}")
        self._states[chosen], self._told.game[chosen] = rows[:, :-1], rows[:, -1]
        return self._shown(chosen)

    def put(self, at: int, state: State) -> Step:
        """Put any position on the table of one game: of a log, a link, or `hanabi.play`.

        Raises:
            InputError: It was played on other terms.
        """
        if state.terms != self.terms:
            raise InputError(f"this position is of other terms: {state.terms}, not {self.terms}")
        array = to_array(state, hle_observation.NOTES)
        hle_observation.write_notes(array, state)
        self._states[at] = array
        return self._shown(np.array([at]))

    def state(self, at: int) -> State:
        """Return the position of one game; it has no history, so no events."""
        return to_state(self.terms, self._states[at])

    def resample(self, *, seat: int | None = None, which: ArrayLike | None = None, seed: int = 0) -> Step:
        """Deal anew what a seat does not see: its hand and the deck, every deal equally likely.

        All that the seat sees stays. Clues and visible cards are reckoned with; what conventions say is not.

        Args:
            seat: The seat; without it the one to move in each game.
            which: Only these games.
            seed: The same seed deals the same.
        """
        chosen = self._chosen(which)
        if seat is not None and not 0 <= seat < self.terms.players:
            raise InputError(f"there is no seat {seat}; seats are 0 to {self.terms.players - 1}")
        seats = self._states[chosen, st.SEAT] if seat is None else np.full(len(chosen), seat, np.int64)
        counts = np.zeros((MAX_SLOTS, len(self.terms.variant.cards)), np.int64)
        at = kernels.resample_games(
            self._packed_terms,
            self._states,
            chosen,
            np.ascontiguousarray(seats),
            np.uint64(_narrow(seed)),
            counts,
            np.zeros(kernels.WORKSPACE_WORDS, np.int64),
        )
        if at != ALL_LEGAL:
            raise InputError(f"game {at}: no hand fits what the seat was told")
        return self._shown(chosen)

    def words(self, action: int) -> str:
        """Say what HLE's number of an action means; slots are counted from the newest, as people do.

        Examples:
            >>> from handsight.env import VecHanabi
            >>> VecHanabi(1).words(10)
            'clue red to the next seat'
        """
        terms, variant, size = self.terms, self.terms.variant, self.terms.hand_size
        if not 0 <= action < self.actions:
            raise InputError(f"no action has the number {action}; they run from 0 to {self.actions - 1}")
        if action < 2 * size:
            slot = slot_number(size - 1 - action % size)
            return f"{'discard' if action < size else 'play'} slot {slot} of {size}"
        clue, others, colors = action - 2 * size, terms.players - 1, len(variant.colors)
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

    def _step_part(self, actions: Ints, part: slice, scratch: NDArray[np.uint8]) -> None:
        columns: tuple[Any, ...] = tuple(column[part] for column in self._told[1:])
        kernels.step_games(
            self._packed_terms,
            self._states[part],
            actions[part],
            np.uint64(self.seed),
            self.num_envs,
            self._mode,
            self.packed,
            scratch,
            self._obs[part],
            *columns,
        )

    def _in_parts(self, work: Callable[[slice, NDArray[np.uint8]], None]) -> None:
        if self._pool is None:
            work(self._parts[0], self._scratch[0])
        else:
            list(self._pool.map(work, self._parts, self._scratch))

    def _show_part(self, part: slice, scratch: NDArray[np.uint8]) -> None:
        kernels.show_games(
            self._packed_terms,
            self._states[part],
            self.packed,
            scratch,
            self._obs[part],
            self._told.mask[part],
            self._told.seat[part],
        )

    def _shown(self, chosen: Ints) -> Step:
        """Show all games after some were changed; those have no last action."""
        self._in_parts(self._show_part)
        told = self._told
        for column in (told.reward, told.done, told.stuck, told.score, told.points, told.strikes):
            column[chosen] = 0
        told.points[chosen] = self._states[chosen, st.POINTS]
        told.strikes[chosen] = self._states[chosen, st.STRIKES]
        told.score[chosen] = self._states[chosen, st.POINTS]
        return self._answer()

    def _answer(self) -> Step:
        copies: tuple[Any, ...] = tuple(column.copy() for column in self._told) if self.copy else self._told
        return Step(*copies)

    def _chosen(self, which: ArrayLike | None) -> Ints:
        if which is None:
            return np.arange(self.num_envs)
        chosen = np.atleast_1d(np.asarray(which))
        chosen = np.flatnonzero(chosen) if chosen.dtype == np.bool_ else chosen.astype(np.int64)
        if chosen.size and not 0 <= chosen.min() <= chosen.max() < self.num_envs:
            raise InputError(f"games are numbered from 0 to {self.num_envs - 1} here")
        return np.ascontiguousarray(chosen)

    def _checked_decks(self, decks: Any, count: int) -> Ints:
        """Return decks as identities, each a whole deck of the variant."""
        variant = self.terms.variant
        rows = [
            [variant.identity(variant.read(card)) if isinstance(card, str) else int(card) for card in deck]
            for deck in decks
        ]
        whole = sorted(variant.identity(card) for card in variant.deck())
        if len(rows) != count:
            raise InputError(f"{count} games need as many decks, not {len(rows)}")
        for number, row in enumerate(rows):
            if sorted(row) != whole:
                raise InputError(f"deck {number} is not a whole deck of {variant.name} ({len(whole)} cards)")
        return np.array(rows, np.int64).reshape(count, len(whole))

    def _illegal(self, at: int, number: int) -> IllegalActionError:
        legal = int(hle_observation.legal_numbers(self._packed_terms, self._states[at]))
        allowed = [str(action) for action in range(self.actions) if legal >> action & 1]
        what = self.words(number) if 0 <= number < self.actions else "no action"
        return IllegalActionError(
            "illegal",
            f"game {at}: action {number} ({what}) is not legal for seat {int(self._states[at, st.SEAT])};"
            f" legal are {', '.join(allowed)}",
        )


def _choice(name: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise InputError(f"{name} cannot be {value!r}; it is one of {', '.join(known)}")


def _narrow(seed: int) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < NARROW_SEEDS:
        raise InputError(f"a seed here is a whole number from 0 to 2**64 - 1, not {seed!r}")
    return int(seed)


def _make_arrays(seen: tuple[int, ...], games: int, actions: int, given: Mapping[str, NDArray[Any]]) -> Step:
    """Return the arrays of a step: the caller's where they are given, after checking them."""
    whole, flag = np.dtype(np.int64), np.dtype(np.bool_)
    wanted: dict[str, tuple[tuple[int, ...], Any]] = {
        "obs": (seen, np.dtype(np.uint8)),
        "mask": ((games, actions), np.dtype(np.uint8)),
        "reward": ((games,), np.dtype(np.float32)),
        **dict.fromkeys(("done", "stuck"), ((games,), flag)),
        **dict.fromkeys(("seat", "game", "score", "points", "strikes"), ((games,), whole)),
    }
    if strange := [name for name in given if name not in wanted]:
        raise InputError(f"no array is called {strange[0]!r}; they are {', '.join(wanted)}")
    found = {}
    for name, (shape, kind) in wanted.items():
        array = np.asarray(given[name]) if name in given else np.zeros(shape, kind)
        if (
            array.shape != shape
            or array.dtype != kind
            or not array.flags.c_contiguous
            or not array.flags.writeable
        ):
            raise InputError(
                f"{name} must be a contiguous array of {kind} of shape {shape} that can be written,"
                f" not {array.dtype} {array.shape}"
            )
        found[name] = array
    return Step(**found)
