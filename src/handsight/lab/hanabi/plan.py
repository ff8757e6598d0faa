"""Which games are played: who sits where, on which terms, from which seed."""

from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from handsight.bots import BotName, BotSpec
from handsight.bots.hanabi import find_bot
from handsight.errors import InputError
from handsight.hanabi import OFFICIAL, Terms
from handsight.hanabi.terms import SWITCHES
from handsight.lab.fingerprint import Identities, fingerprint

if TYPE_CHECKING:  # 0.5 s that only a compiled game needs
    from handsight.kernels.hanabi.compiled_bots import CompiledBot

SEEDS = 1 << 64
MOST_GAMES = 10**9


def check_games(games: int) -> None:
    """Refuse a number of games that cannot be played."""
    if games < 1:
        raise InputError(f"{games} games cannot be played; ask for 1 or more")
    if games > MOST_GAMES:
        raise InputError(f"{games:,} games are too many; ask for {MOST_GAMES:,} or fewer")


def check_seed(seed: int) -> None:
    """Refuse a number that is no seed."""
    if not 0 <= seed < SEEDS:
        raise InputError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")


@dataclass(frozen=True)
class Plan:
    """A game of a plan follows from the plan and the game's number alone, wherever it is played."""

    bots: tuple[BotName, ...]
    """One for every seat."""
    terms: Terms
    seed: int = 1
    rotate: bool = field(default=False, kw_only=True)
    """Whether the bots move on by a seat with every game, so that each sits everywhere."""

    def __post_init__(self) -> None:
        if len(self.bots) != self.terms.players:
            seats = self.terms.players
            raise InputError(f"{len(self.bots)} bots cannot fill {seats} seats; name one for all, or {seats}")
        check_seed(self.seed)

    @cached_property
    def specs(self) -> tuple[BotSpec, ...]:
        """The spec of each bot."""
        return tuple(map(find_bot, self.bots))

    def seating(self, game: int) -> tuple[BotSpec, ...]:
        """Return who sits where in a game."""
        away = game % len(self.specs) if self.rotate else 0
        return self.specs[-away:] + self.specs[:-away] if away else self.specs

    @cached_property
    def team(self) -> "tuple[CompiledBot, ...] | None":
        """The compiled twins of the players, if every one has its own for these terms."""
        compiled = {spec: spec.compiled(self.terms) for spec in dict.fromkeys(self.specs)}
        return None if None in compiled.values() else tuple(compiled[spec] for spec in self.specs)

    @property
    def names(self) -> tuple[str, ...]:
        """The bots by name: one if all are the same."""
        names = tuple(found.name for found in self.specs)
        return names[:1] if len(set(names)) == 1 else names

    @property
    def identities(self) -> Identities:
        """The players by name, each with what it is known by."""
        return tuple((spec.name, spec.identity()) for spec in self.specs)

    @property
    def switches(self) -> dict[str, bool | str]:
        """The switches in which the rules are not the official ones."""
        rules = self.terms.rules
        return {
            name: getattr(rules, name) for name in SWITCHES if getattr(rules, name) != getattr(OFFICIAL, name)
        }

    @cached_property
    def digest(self) -> str:
        """A hash of all that the games depend on, the sources of the bots and of Handsight among them."""
        parts = [
            fingerprint(),
            repr(self.terms),
            self.seed,
            self.rotate,
            *(spec.fingerprint() for spec in self.specs),
        ]
        return blake2b(repr(parts).encode(), digest_size=6).hexdigest()

    def __getstate__(self) -> dict[str, Any]:
        """Travel without what a worker can look up for itself."""
        return {name: getattr(self, name) for name in ("bots", "terms", "seed", "rotate")}
