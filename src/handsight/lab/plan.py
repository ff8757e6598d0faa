"""What a plan is: a value from which the games of an experiment follow, whichever game is played."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache, wraps
from hashlib import blake2b
from pathlib import Path
from typing import Any, ClassVar, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from handsight.bots import BotName, BotSpec
from handsight.errors import InputError
from handsight.game import Seed
from handsight.roster.games import Roster
from handsight.version import __version__

T = TypeVar("T")

MOST_GAMES = 10**9

Rows = NDArray[Any]
"""Results: one entry for every game, in the order of their numbers."""
Found = NDArray[np.bool_]
"""Which games are already there."""
Identities = tuple[tuple[str, str], ...]
"""Bots by name, each with its identity (`BotSpec.identity`)."""


def once(method: Callable[[Any], T]) -> Callable[[Any], T]:
    """Make a slow method work at its first call, and keep the answer in the object itself."""
    name = f"_{method.__name__}"

    @wraps(method)
    def answer(self: Any) -> T:
        if name not in self.__dict__:
            self.__dict__[name] = method(self)
        return cast("T", self.__dict__[name])

    return answer


@cache
def fingerprint() -> str:
    """Return the version with a hash of every file of the package, as ``0.2.0+3f2a…``.

    Results of different versions are never mixed.
    """
    package = Path(__file__).parents[1]
    digest = blake2b(digest_size=6)
    for source in sorted(package.rglob("*")):
        if source.is_file() and source.parent.name != "__pycache__":
            digest.update(source.relative_to(package).as_posix().encode() + b"\0")
            digest.update(source.read_bytes())
    return f"{__version__}+{digest.hexdigest()}"


@dataclass(frozen=True)
class Plan(ABC):
    """Bots, rules and a seed. A game follows from the plan and the game's number alone.

    A plan is sent to workers, so it holds names, and finds and compiles bots where it is, once.
    """

    roster: ClassVar[Roster]
    """The module that finds the game's bots, in whichever process the plan is."""
    smallest_chunk: ClassVar[int] = 20
    """The fewest games worth sending to a worker."""

    bots: tuple[BotName, ...]
    """One for every seat."""

    @abstractmethod
    def agreed(self) -> Any:
        """Return the terms or rules with which bots are made and compiled."""

    @abstractmethod
    def conditions(self) -> str:
        """Return everything that the games depend on besides the bots and Handsight itself."""

    @abstractmethod
    def play_chunk(self, first: int, count: int) -> Rows:
        """Play the games from number *first* on."""

    @abstractmethod
    def blank_rows(self, games: int) -> Rows:
        """Return rows to be filled."""

    @abstractmethod
    def to_arrow(self, first: int, rows: Rows) -> Any:
        """Return the rows of games from number *first* on as an Arrow table, with all they depend on."""

    @abstractmethod
    def read_arrow(self, table: Any, rows: Rows) -> None:
        """Fill rows from an Arrow table."""

    def impossible(self, _rows: Rows) -> str:
        """Say what no games of this plan can have as their results; "" where there is nothing of the kind."""
        return ""

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what a worker looks up itself."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def names(self) -> tuple[str, ...]:
        """The bots by name; one that plays as another on these terms says so, as in ``robot3 → careful``."""
        terms = self.agreed()
        return tuple(spec.name_on(terms) for spec in self.specs())

    @once
    def specs(self) -> tuple[BotSpec, ...]:
        """Find the bots, once; UnknownNameError or BotError says which cannot be found."""
        return tuple(map(self.roster.find_bot, self.bots))

    def check_bots(self) -> None:
        """Refuse a bot that has no way of playing on these terms, before anything is played."""
        for spec in self.specs():
            spec.name_on(self.agreed())

    def identities(self) -> Identities:
        """Find the bots, and return their names and identities."""
        return tuple((spec.name, spec.identity()) for spec in self.specs())

    @once
    def digest(self) -> str:
        """Hash everything the games depend on: rules, seed, bots and Handsight's own sources."""
        parts = [fingerprint(), self.conditions(), *(spec.fingerprint() for spec in self.specs())]
        return blake2b(repr(parts).encode(), digest_size=6).hexdigest()

    def check_repeatable(self) -> None:
        """Refuse a bot that thinks for a given time: its games are never the same."""
        for spec in self.specs():
            if not spec.repeatable:
                why = "thinks for a given time, so its games cannot be played again"
                raise InputError(f"{spec.name} {why}; choose a bot that does not, or keep no results")

    @once
    def compiled_bots(self) -> tuple[Any, ...] | None:
        """Compile the bots, once; None unless every bot has a compiled version for these rules."""
        specs = self.specs()
        if any(spec.compiler is None for spec in specs):
            return None
        compiled = {spec: spec.compiled(self.agreed()) for spec in dict.fromkeys(specs)}
        return None if None in compiled.values() else tuple(compiled[spec] for spec in specs)


def check_games(games: int) -> None:
    """Refuse a number of games that cannot be played."""
    if games < 1:
        raise InputError(f"{games} games cannot be played; ask for 1 or more")
    if games > MOST_GAMES:
        raise InputError(f"{games:,} games are too many; ask for {MOST_GAMES:,} or fewer")


def seed_column(seed: Seed, rows: int) -> Any:
    """Return a seed as a column of an Arrow table: numbers, or texts where it is a text."""
    import pyarrow as pa  # 0.4 s that only tables need

    return pa.array([seed] * rows, pa.uint64() if isinstance(seed, int) else pa.string())


def check_confidence(confidence: float) -> None:
    """Refuse a confidence that no interval has."""
    if not 0 < confidence < 1:
        raise InputError(f"a confidence lies between 0 and 1, such as 0.95, not {confidence}")
