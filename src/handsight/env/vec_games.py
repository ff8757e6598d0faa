"""What environments of many games share: checks of arguments, numbers of games, and copies of arrays."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handsight.bots.bot import BotName, BotSpec, bot_name
from handsight.compiled.compiled_dice import Streams, seat_streams
from handsight.errors import IllegalActionError, InputError
from handsight.notation.vector_sections import Section

Ints = NDArray[np.int64]
NARROW_SEEDS = 1 << 64
RANDOM_SEEDS = 1 << 62
"""Seeds that nobody chose are drawn below this number."""


def check_choice(name: str, value: str, known: Sequence[str]) -> None:
    """Raise InputError unless the value of an argument is one of those known."""
    if value not in known:
        raise InputError(f"{name} cannot be {value!r}; it is one of {', '.join(known)}")


def narrow_seed(seed: int) -> int:
    """Return a seed as a whole number, or raise InputError."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < NARROW_SEEDS:
        raise InputError(f"a seed here is a whole number from 0 to 2**64 - 1, not {seed!r}")
    return int(seed)


def seed_or_random(seed: int | None) -> int:
    """Return a seed that was given, or a random one."""
    return int(np.random.default_rng().integers(RANDOM_SEEDS)) if seed is None else seed


SAME_STEP, NEXT_STEP, DISABLED = range(3)
"""What follows a game that ended: a new one at once, a new one at the next call, or nothing."""
AUTORESET = {"same_step": SAME_STEP, "next_step": NEXT_STEP, "disabled": DISABLED}
LEARNER, COMPLETED, ALL_LEGAL = -1, -1, -1
"""A learner sits in this seat, not a bot; no bot failed in any game; all actions are legal."""
StepT = TypeVar("StepT", bound=NamedTuple)


def different_bots(
    partners: Mapping[int, BotName], seats: int, *also: BotName
) -> tuple[dict[str, BotName], Ints]:
    """Return the distinct bots of *partners* and *also* by name, and by seat its bot's index or LEARNER.

    Raises:
        InputError: A seat does not exist, or all seats are taken.
    """
    for seat in partners:
        if not 0 <= seat < seats:
            raise InputError(f"there is no seat {seat}; seats are 0 to {seats - 1}")
    if len(partners) == seats:
        raise InputError("bots sit in every seat; leave one to the learner")
    bots = {bot_name(name): name for name in (*partners.values(), *also)}
    of_seat = np.full(seats, LEARNER, np.int64)
    for seat, name in partners.items():
        of_seat[seat] = list(bots).index(bot_name(name))
    return bots, of_seat


def compiled_partner(spec: BotSpec, agreed: Any, example: str) -> Any:
    """Return the compiled version of a bot, or raise InputError with an *example* of a bot that has one."""
    spec.check_installed()
    if spec.compiler is None:
        raise InputError(f"{spec.name} has no compiled version; choose a bot that has one, such as {example}")
    return spec.compiler(agreed)


def seat_dice(seed: int, games: Sequence[int], *, thrown: bool) -> Streams:
    """Return the dice of the seats in some games, as `simulate` has them; zeros if nobody throws any."""
    dice = np.zeros((len(games), 8), np.uint64)
    for row, game in zip(dice, games if thrown else (), strict=thrown):
        row[:] = seat_streams(seed, game, 1)[0]
    return dice


def sections_table(sections: Sequence[Section]) -> str:
    """Return the sections of an observation as a Markdown table."""
    rows = [f"| {one.name} | {one.start} | {one.length} | {one.holds} |" for one in sections]
    return "\n".join(["| section | start | length | holds |", "| --- | --- | --- | --- |", *rows])


class VecGames(Generic[StepT]):
    """*num_envs* games that step together; environment i plays games first + i, first + i + num_envs, …."""

    actions: int
    """How many actions have a number."""
    _told: Any
    """The arrays that every call writes to, as a step has them."""

    def __init__(  # noqa: PLR0913  # what every environment lets its caller choose
        self, num_envs: int, *, seats: str, autoreset: str, illegal: str, seed: int, first: int, copy: bool
    ) -> None:
        check_choice("seats", seats, ("mover", "all"))
        check_choice("autoreset", autoreset, tuple(AUTORESET))
        check_choice("illegal", illegal, ("raise", "lose"))
        for name, number, least in (("num_envs", num_envs, 1), ("first", first, 0)):
            if number < least:
                raise InputError(f"{name} must be {least} or more, not {number}")
        self.num_envs, self.seed, self.copy = num_envs, narrow_seed(seed), copy
        self._mode, self._loses, self._first = AUTORESET[autoreset], illegal == "lose", first

    @abstractmethod
    def words(self, action: int) -> str:
        """Say what the number of an action means."""

    def _numbered(self, seed: int | None, first: int | None, which: ArrayLike | None) -> Ints:
        """Give the games that are to be dealt their numbers, and return these games' indices."""
        self.seed = self.seed if seed is None else narrow_seed(seed)
        chosen = self._chosen(which)
        if which is None:
            self._first = self._first if first is None else first
            self._told.game[:] = self._first + np.arange(self.num_envs)
        else:
            self._told.game[chosen] += self.num_envs
        return chosen

    def step(self, actions: ArrayLike) -> StepT:
        """Take an action, by its number, in each game, and return what follows.

        Raises:
            IllegalActionError: An action is not legal; no action was taken in any game.
            InputError: There is not one action for each game.
            BotError: A partner chose an illegal action.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise InputError(f"step takes {self.num_envs} actions, one a game, not {chosen.shape}")
        at = ALL_LEGAL if self._loses else self._first_illegal(chosen)
        if at != ALL_LEGAL:
            number, legal = int(chosen[at]), np.flatnonzero(self._told.mask[at]).tolist()
            what = self.words(number) if 0 <= number < self.actions else "no action"
            raise IllegalActionError(
                "illegal",
                f"game {at}: action {number} ({what}) is not legal for seat {self._told.seat[at]};"
                f" legal are {', '.join(map(str, legal))}",
            )
        self._take(chosen)
        return self._answer()

    @abstractmethod
    def _first_illegal(self, actions: Ints) -> int:
        """Return the index of the first game whose action is not legal, or ALL_LEGAL."""

    @abstractmethod
    def _take(self, actions: Ints) -> None:
        """Take legal actions, and write what follows to the arrays of a step."""

    def _checked_rows(self, rows: Ints, games: int, width: int) -> Ints:
        """Return rows that `save` has returned, or raise InputError."""
        found = np.asarray(rows, np.int64)
        if found.shape != (games, width):
            raise InputError(
                f"load takes rows as save returns them, of shape {(games, width)}, not {found.shape}"
            )
        return found

    def _chosen(self, which: ArrayLike | None) -> Ints:
        """Return the games that a caller names, by number or as flags; all of them for None."""
        if which is None:
            return np.arange(self.num_envs)
        chosen = np.atleast_1d(np.asarray(which))
        chosen = np.flatnonzero(chosen) if chosen.dtype == np.bool_ else chosen.astype(np.int64)
        if chosen.size and not 0 <= chosen.min() <= chosen.max() < self.num_envs:
            raise InputError(f"games are numbered from 0 to {self.num_envs - 1} here")
        return np.ascontiguousarray(chosen)

    def _answer(self) -> StepT:
        answer: StepT = (
            type(self._told)(*(column.copy() for column in self._told)) if self.copy else self._told
        )
        return answer


def seats_asked(seat: int | None, seats: int, movers: Ints) -> Ints:
    """Return a seat for each game: *seat*, or the seat to move if that is None."""
    if seat is not None and not 0 <= seat < seats:
        raise InputError(f"there is no seat {seat}; seats are 0 to {seats - 1}")
    return np.ascontiguousarray(movers if seat is None else np.full(len(movers), seat, np.int64))
