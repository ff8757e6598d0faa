"""Every agent of Boeren Bridge by name, and what may follow it: the sampler's options, a learner's file."""

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from handsight.bots.boeren.bot import Agent, Maker
from handsight.bots.boeren.kripke_bots import Counter, FullKripke, Greedy, GreedyKripke, Random
from handsight.bots.hanabi.roster import player
from handsight.errors import InputError, UnknownNameError
from handsight.table import Dice

if TYPE_CHECKING:  # a second that only those who play need, not those who list
    from handsight.kernels.boeren.compiled_bots import CompiledBot

WEIGHTS = ".npz"


class Entry(NamedTuple):
    """An agent with its name and a line about it; *compiled* returns its twin, where there is one.

    One that plays by the clock is not *repeatable*: the same seed need not give the same match.
    """

    name: str
    about: str
    make: Maker
    compiled: Callable[[], "CompiledBot"] | None = None
    repeatable: bool = True
    identity: Callable[[], str] = str
    """What it is known by to workers, where its name does not say all."""


class Options(NamedTuple):
    """How the sampler imagines, as in ``sampler deals=100 bids=weighed``."""

    deals: int = 40
    """How many deals it imagines a move."""
    bids: str = "ignored"
    """Weighed: a deal in which another seat would have bid otherwise counts a tenth."""
    solve: int = 0
    """With no more cards than this left in its hand it solves the deals instead of playing them out."""
    ms: int = 0
    """Goes on for so many milliseconds a move; then the same seed need not give the same match."""


RANGES = {"deals": (1, 10_000), "solve": (0, 5), "ms": (0, 60_000)}
BIDS = {"ignored": 100, "weighed": 10}
"""What a deal weighs, in percent, in which another seat would have bid otherwise."""


def _twin(name: str) -> "CompiledBot":
    from handsight.kernels.boeren.compiled_bots import COMPILED_BOTS  # noqa: PLC0415  as above

    return COMPILED_BOTS[name]


def _sampling(options: Options) -> "CompiledBot":
    from handsight.kernels.boeren.sampler import sampler  # noqa: PLC0415  as above

    return sampler(options.deals, BIDS[options.bids], options.solve)


def _sampler(options: Options, seat: int, dice: Dice) -> Agent:
    from handsight.bots.boeren.sampler import Sampler  # noqa: PLC0415  as above

    return Sampler(seat, dice, _sampling(options), options.ms / 1000)


def _entry(name: str, options: Options) -> Entry:
    about = "imagines deals that fit what it knows, plays each out, takes what brings most points"
    twin = None if options.ms else partial(_sampling, options)
    return Entry(name, about, partial(_sampler, options), twin, repeatable=not options.ms)


def _taught(name: str) -> "CompiledBot":
    from handsight.bots.boeren.learner import SHELF, taught  # noqa: PLC0415  as above

    return taught(Path(name) if name.endswith(WEIGHTS) else SHELF / f"{name}{WEIGHTS}")


def _weighed(name: str) -> str:
    """Hash what a learner was taught."""
    return blake2b(_taught(name).settings_array().tobytes(), digest_size=16).hexdigest()


def _learner(name: str, seat: int, dice: Dice) -> Agent:
    from handsight.bots.boeren.learner import Learner  # noqa: PLC0415  as above

    return Learner(seat, dice, _taught(name))


def _pupil(name: str, weights: str, about: str) -> Entry:
    return Entry(
        name,
        about,
        partial(_learner, weights),
        partial(_taught, weights),
        identity=partial(_weighed, weights),
    )


_PUPILS = (
    ("learner", "kripke", "was taught by deep Q-learning, told who may hold each card"),
    ("learner-plain", "plain", "the same, told only its hand and the table"),
    ("learner-exact", "exact", "the same, told the exact chances too"),
)
_PLAIN = (
    ("random", "bids and plays by chance", Random),
    ("greedy", "plays its highest card, always", Greedy),
    ("greedy-kripke", "plays for every trick, by what each card alone may be", GreedyKripke),
    ("full-kripke", "plays for its bid and then for no more, by what each card alone may be", FullKripke),
    ("counter", "makes the choices of full-kripke on exact chances", Counter),
)
AGENTS = MappingProxyType(
    {name: Entry(name, about, make, partial(_twin, name)) for name, about, make in _PLAIN}
    | {"sampler": _entry("sampler", Options())}
    | {name: _pupil(name, weights, about) for name, weights, about in _PUPILS}
)


def agent(word: str) -> Entry:
    """Find an agent by its name and options, or in a file; InputError says what there is."""
    name, _, options = word.strip().partition(" ")
    if name == "sampler" and options:
        return _entry(word.strip(), _read(options))
    if name == "learner" and options.endswith(WEIGHTS):
        return _pupil(word.strip(), options, "was taught; its weights are in a file")
    if name in AGENTS and not options:
        return AGENTS[name]
    if ":" in word or word.strip().endswith(".py"):
        found = player(word.strip())
        make = cast("Maker", found.make)
        return Entry(found.name, found.about, make, identity=lambda: found.identity)
    if name in AGENTS:
        raise InputError(f"{name} has no options, but was given {options!r}")
    near = get_close_matches(name, AGENTS, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(AGENTS)}"
    raise UnknownNameError(f"no player of Boeren Bridge is called {name!r}; {hint} (your own: file.py:Class)")


def _read(text: str) -> Options:
    """Read the sampler's options."""
    options = Options()
    for word in text.split():
        name, _, value = word.partition("=")
        if name not in Options._fields:
            raise InputError(f"the sampler has no option {word!r}; it has {', '.join(Options._fields)}")
        change: dict[str, Any] = {name: _value(name, value)}
        options = options._replace(**change)
    return options


def _value(name: str, text: str) -> int | str:
    if name == "bids":
        if text not in BIDS:
            raise InputError(f"bids={text} is not understood; write bids=ignored or bids=weighed")
        return text
    low, high = RANGES[name]
    if not (text.isascii() and text.isdecimal() and len(text) <= 6 and low <= int(text) <= high):
        raise InputError(f"{name}={text} is not understood; write a number from {low} to {high}")
    return int(text)
