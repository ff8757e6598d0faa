"""What the program knows about a bot before it plays: its name, how to make one, its compiled version."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from handsight.bots.bot import Bot
from handsight.errors import InputError
from handsight.extras import need_extra
from handsight.game import Dice

BotMaker = Callable[[Any, int, Dice], Bot[Any, Any, Any, Any]]
"""Makes a bot from terms, a seat and dice, as a class that inherits from `Bot` does."""
BotCompiler = Callable[[Any], Any]
"""Makes the compiled version for some terms, or raises InputError saying why these terms have none."""
Unsuitable = Callable[[Any], str]
"""Says what makes some terms unsuitable for a bot; "" where they suit it."""


def _suits_all(_terms: Any) -> str:
    return ""


@dataclass(frozen=True)
class BotSpec:
    """A bot by name, with a line about it and what is needed to seat it."""

    name: str
    about: str
    make: BotMaker
    honest: bool = True
    """Whether it sees only what its seat may see; one that is not honest is shown its own hand, too."""
    compiler: BotCompiler | None = None
    identity: Callable[[], str] = str
    """Tells versions of a bot of one name apart: a hash of its file, its meaning or its weights."""
    players: tuple[int, ...] = ()
    """The numbers of players it can play with; empty where it plays with any."""
    unsuitable: Unsuitable = _suits_all
    """Says what makes terms unsuitable for its way of playing; "" for suitable terms."""
    stand_in: str = ""
    """The bot as which it plays on unsuitable terms; empty where it refuses them."""
    extra: str = ""
    """The extra whose packages it needs to play, such as lab; empty where the core is enough."""

    def check_installed(self) -> None:
        """Raise MissingExtraError, which says how to install them, if packages that it needs are missing."""
        if self.extra:
            need_extra(self.extra)

    def name_on(self, terms: Any) -> str:
        """Return what results call it on these terms, as ``robot3 → careful``, or raise InputError."""
        why = self.unsuitable(terms)
        if why and not self.stand_in:
            raise InputError(f"{self.name} cannot play with {why}; choose another bot")
        return f"{self.name} → {self.stand_in}" if why else self.name

    def plays_with(self, players: int) -> bool:
        """Whether it can sit at a table of this number of players."""
        return not self.players or players in self.players

    def compiled(self, terms: Any) -> Any:
        """Compile the bot for these terms, which may take seconds; None if that is not possible."""
        if self.compiler is None:
            return None
        try:
            return self.compiler(terms)
        except InputError:
            return None

    def fingerprint(self) -> str:
        """Return the name with the identity, or with a hash of the module in which the bot is written."""
        return f"{self.name} {self.identity() or self._source_hash()}"

    def _source_hash(self) -> str:
        try:
            module = inspect.getmodule(self.make)
            text = inspect.getsource(module) if module else ""
        except (OSError, TypeError):  # defined at a prompt
            text = ""
        return blake2b(text.encode(), digest_size=6).hexdigest()


BotName = str | BotMaker | BotSpec
"""How a bot is named: by a listed name, a convention, ``file.py:Class``, as a class, or as a spec."""


def first_line(make: object) -> str:
    """Return the first line of an object's docstring; "" if it has none."""
    return (getattr(make, "__doc__", None) or "").strip().split("\n")[0]


def spec_of_class(make: BotMaker) -> BotSpec:
    """Return the spec of a bot that was given as a class or function, not by name."""
    return BotSpec(getattr(make, "__name__", repr(make)), first_line(make), make)


def bot_name(name: BotName) -> str:
    """Return the name of a bot, without checking that there is such a bot."""
    if isinstance(name, str):
        return name.strip()
    return name.name if isinstance(name, BotSpec) else spec_of_class(name).name
