"""What a bot is, in any game: it decides from what its seat sees, and may say why; and how one is made."""

import inspect
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

from handsight.errors import InputError
from handsight.extras import need_extra
from handsight.game import Dice

T = TypeVar("T")
TermsT = TypeVar("TermsT")
ViewT_contra = TypeVar("ViewT_contra", contravariant=True)
EventT_contra = TypeVar("EventT_contra", contravariant=True)
ActionT_co = TypeVar("ActionT_co", covariant=True)


@dataclass(frozen=True)
class Decision(Generic[ActionT_co]):
    """An action, and a function that says in a sentence why the bot takes it.

    The function is called only when the reason is wanted, so it costs nothing until then.
    """

    action: ActionT_co
    explain: Callable[[], str] = str


class Bot(Protocol[TermsT, ViewT_contra, EventT_contra, ActionT_co]):
    """A player for one seat of one game or match. A subclass needs only `decide`.

    Examples:
        >>> from handsight.hanabi import Play
        >>> class Hasty(Bot):
        ...     def decide(self, view):
        ...         return Play(view.hands[self.seat][0])
    """

    terms: TermsT
    """What was agreed before the game: `hanabi.Terms`, or `boeren.Rules` for a whole match."""
    seat: int
    dice: Dice
    """The only source of randomness a bot may use, so that the same seed gives the same game."""

    def __init__(self, terms: TermsT, seat: int, dice: Dice) -> None:
        self.terms = terms
        self.seat = seat
        self.dice = dice

    @abstractmethod
    def decide(self, view: ViewT_contra) -> ActionT_co | Decision[ActionT_co]:
        """Choose an action when it is this seat's turn; return it alone, or a `Decision` with a reason."""

    def observe(self, event: EventT_contra) -> None:
        """Take note of an event as the seat saw it; called once for each, in order, before `decide`."""
        del event  # a view holds every event, so a bot that keeps no memory loses nothing

    def one_of(self, choices: Sequence[T]) -> T:
        """Return one of the choices, drawn with the bot's dice; a single choice takes no throw."""
        return choices[self.dice.below(len(choices)) if len(choices) > 1 else 0]


def as_decision(answer: Any) -> Decision[Any]:
    """Return what a bot decided as a `Decision`, also where it returned an action alone."""
    return answer if isinstance(answer, Decision) else Decision(answer)


BotMaker = Callable[[Any, int, Dice], Bot[Any, Any, Any, Any]]
"""Makes a bot from terms, a seat and dice; a class that inherits from `Bot` does."""
BotCompiler = Callable[[Any], Any]
"""Makes the compiled version for some terms, or raises InputError saying why these terms have none."""
Unsuitable = Callable[[Any], str]
"""Says what makes some terms unsuitable for a bot; "" where they suit it."""


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
    unsuitable: Unsuitable = lambda _terms: ""
    """What makes some terms unsuitable for its way of playing."""
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
        """Compile the bot for these terms, which may take seconds; None where it has no compiled version."""
        if self.compiler is None:
            return None
        try:
            return self.compiler(terms)
        except InputError:
            return None

    def fingerprint(self) -> str:
        """Return the name with the identity, or with a hash of the module in which the bot is written."""
        return f"{self.name} {self.identity() or source_hash(inspect.getmodule(self.make))}"


def source_hash(module: ModuleType | None) -> str:
    """Return a hash of the text of a module; of nothing where that is not known."""
    try:
        text = inspect.getsource(module) if module else ""
    except (OSError, TypeError):  # defined at a prompt, or not written in Python
        text = ""
    return blake2b(text.encode(), digest_size=6).hexdigest()


BotName = str | BotMaker | BotSpec
"""How a bot is named: by a listed name, a convention, ``file.py:Class``, as a class, or as a spec."""


def first_line(make: object) -> str:
    """Return the first line of a docstring."""
    return (getattr(make, "__doc__", None) or "").strip().split("\n")[0]


def spec_of_class(make: BotMaker) -> BotSpec:
    """Return the spec of a class that was handed over itself."""
    return BotSpec(getattr(make, "__name__", repr(make)), first_line(make), make)


def bot_name(name: BotName) -> str:
    """Return what a bot is called, without looking for it."""
    if isinstance(name, str):
        return name.strip()
    return name.name if isinstance(name, BotSpec) else spec_of_class(name).name
