"""The bots of Boeren Bridge by name, with what may follow a name: the sampler's options, a learner's file."""

from collections.abc import Sequence
from functools import partial
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from handsight.boeren import Rules
from handsight.bots.boeren.bot import BoerenBot
from handsight.bots.boeren.kripke_bots import (
    AuthorFullKripke,
    AuthorGreedyKripke,
    Counter,
    FullKripke,
    Greedy,
    GreedyKripke,
    Random,
)
from handsight.bots.boeren.rule_graphs import RuleGraph
from handsight.bots.separate_process import find_apart_bot
from handsight.bots.spec import BotName, BotSpec, spec_of_class
from handsight.bots.user_bots import find_user_bot
from handsight.errors import InputError, UnknownNameError
from handsight.extras import need_extra
from handsight.game import Dice
from handsight.text.suggestions import did_you_mean, quote

if TYPE_CHECKING:  # a second that only playing needs, not listing
    from handsight.bots.boeren.compiled.compiled_bots import CompiledBoerenBot

DEFAULT = "sampler"
WEIGHTS_SUFFIX = ".npz"


class SamplerOptions(NamedTuple):
    """The sampler's options, as in ``sampler deals=100 bids=weighed``."""

    deals: int = 40
    """How many deals it samples a move."""
    bids: str = "ignored"
    """Weighed: a deal in which another seat would have bid otherwise counts a tenth."""
    solve: int = 0
    """With no more cards than this left in its hand it solves the deals instead of playing them out."""
    ms: int = 0
    """Samples for so many milliseconds a move; then the same seed need not give the same match."""


RANGES = {"deals": (1, 10_000), "solve": (0, 5), "ms": (0, 60_000)}
BIDS = {"ignored": 100, "weighed": 10}
"""The weight, in percent, of a deal in which another seat would have bid otherwise."""


def _compile_by_name(name: str, _rules: Rules) -> "CompiledBoerenBot":
    from handsight.bots.boeren.compiled.compiled_bots import COMPILED_BOTS

    return COMPILED_BOTS[name]


def _compile_sampler(options: SamplerOptions, _rules: Rules) -> "CompiledBoerenBot":
    from handsight.bots.boeren.compiled.sampler import sampler_bot

    return sampler_bot(options.deals, BIDS[options.bids], options.solve)


def _make_sampler(options: SamplerOptions, rules: Rules, seat: int, dice: Dice) -> BoerenBot:
    need_extra("lab")
    from handsight.bots.boeren.compiled.sampler import Sampler

    return Sampler(rules, seat, dice, _compile_sampler(options, rules), options.ms / 1000)


def _sampler(name: str, options: SamplerOptions) -> BotSpec:
    return BotSpec(
        name,
        "samples deals that fit what it knows, plays each out, and takes the action with most points",
        partial(_make_sampler, options),
        compiler=None if options.ms else partial(_compile_sampler, options),
        repeatable=not options.ms,
        extra="lab",
    )


def _load_learner(weights: str) -> "CompiledBoerenBot":
    need_extra("lab")
    from handsight.bots.boeren.compiled.learned_bot import load_weights

    return load_weights(_weights_path(weights))


def _weights_path(weights: str) -> Path:
    need_extra("lab")
    from handsight.bots.boeren.compiled.learned_bot import SHIPPED

    return Path(weights) if weights.endswith(WEIGHTS_SUFFIX) else SHIPPED / f"{weights}{WEIGHTS_SUFFIX}"


def _compile_learner(weights: str, _rules: Rules) -> "CompiledBoerenBot":
    return _load_learner(weights)


def _hash_learner(weights: str) -> str:
    return blake2b(_load_learner(weights).settings_array().tobytes(), digest_size=16).hexdigest()


def _make_learner(weights: str, rules: Rules, seat: int, dice: Dice) -> BoerenBot:
    need_extra("lab")
    from handsight.bots.boeren.compiled.learned_bot import LearnedBoerenBot, training_of

    return LearnedBoerenBot(rules, seat, dice, _load_learner(weights), training_of(_weights_path(weights)))


def _about_file(weights: str) -> str:
    """Say how the weights of a file were trained, where it tells."""
    need_extra("lab")
    from handsight.bots.boeren.compiled.learned_bot import training_of

    said = training_of(Path(weights))
    told = [f"{name} {said[name]}" for name in ("state", "reward", "discount") if name in said]
    return "; ".join(["trained; its weights are in a file", *([", ".join(told)] if told else [])])


def _learner(name: str, weights: str, about: str) -> BotSpec:
    return BotSpec(
        name,
        about,
        partial(_make_learner, weights),
        compiler=partial(_compile_learner, weights),
        identity=partial(_hash_learner, weights),
        extra="lab",
    )


def _by_rules(name: str, about: str, make: type[BoerenBot], *, honest: bool = True) -> BotSpec:
    return BotSpec(name, about, make, honest, compiler=partial(_compile_by_name, name))


_SPECS = (
    _by_rules("random", "bids and plays at random", Random),
    _by_rules("greedy", "always plays its highest card", Greedy),
    _by_rules("greedy-kripke", "plays to win every trick, from where each card may be", GreedyKripke),
    _by_rules(
        "full-kripke",
        "plays to win until it has made its bid, then to lose, from where each card may be",
        FullKripke,
    ),
    _by_rules("counter", "makes the choices of full-kripke from exact probabilities", Counter),
    _sampler("sampler", SamplerOptions()),
    _learner("learner", "kripke", "trained by deep Q-learning; its input says who may hold each card"),
    _learner("learner-plain", "plain", "the same, but its input is only its hand and the table"),
    _learner("learner-exact", "exact", "the same, with the exact probability of every card's owner as input"),
    _by_rules(
        "greedy-kripke-author",
        "NOT HONEST: greedy-kripke of the authors' program, which looks at other hands",
        AuthorGreedyKripke,
        honest=False,
    ),
    _by_rules(
        "full-kripke-author",
        "NOT HONEST: full-kripke of the authors' program, which looks at other hands",
        AuthorFullKripke,
        honest=False,
    ),
)
TEXT = "handsight.bots.boeren.bot"
"""The module that says how the game is written for bots in other processes."""
ROSTER = MappingProxyType({spec.name: spec for spec in _SPECS})


def rule_graphs(spec: BotSpec) -> tuple[RuleGraph, ...]:
    """Return the graphs of rules by which a bot chooses cards; empty for those that decide otherwise."""
    found: tuple[RuleGraph, ...] = getattr(spec.make, "graphs", ())
    return found


def listed_bots() -> Sequence[BotSpec]:
    """List every bot of Boeren Bridge that has a name."""
    return _SPECS


def find_bot(name: BotName) -> BotSpec:  # noqa: PLR0911  one for each kind of name
    """Find a bot of Boeren Bridge.

    Args:
        name: A name that `listed_bots` has, ``sampler`` with options, ``learner FILE.npz``,
            ``file.py:Class``, a class, or a spec, which is returned as it is.

    Raises:
        UnknownNameError: Nothing has this name; says what there is.
        InputError: An option is wrong.
        BotError: A file does not hold the bot.
    """
    if isinstance(name, BotSpec):
        return name
    if not isinstance(name, str):
        return spec_of_class(name)
    if apart := find_apart_bot(name, TEXT):
        return apart
    whole = name.strip()
    first, _, options = whole.partition(" ")
    if first == "sampler" and options:
        return _sampler(whole, _read_options(options))
    if first == "learner" and options.endswith(WEIGHTS_SUFFIX):
        return _learner(whole, options, _about_file(options))
    if first in ROSTER and not options:
        return ROSTER[first]
    if spec := find_user_bot(whole):
        return spec
    if first in ROSTER:
        raise InputError(f"{first} has no options, but was given {options!r}")
    hint = did_you_mean(first, ROSTER, f"there are {', '.join(ROSTER)}", show=repr)
    raise UnknownNameError(
        f"no bot of Boeren Bridge is called {quote(first)}; {hint} (your own: file.py:Class)"
    )


def _read_options(text: str) -> SamplerOptions:
    options = SamplerOptions()
    for word in text.split():
        name, _, trick_value = word.partition("=")
        if name not in SamplerOptions._fields:
            raise InputError(
                f"the sampler has no option {word!r}; it has {', '.join(SamplerOptions._fields)}"
            )
        change: dict[str, Any] = {name: _option_value(name, trick_value)}
        options = options._replace(**change)
    return options


def _option_value(name: str, text: str) -> int | str:
    if name == "bids":
        if text not in BIDS:
            raise InputError(f"bids={text} is not understood; write bids=ignored or bids=weighed")
        return text
    low, high = RANGES[name]
    if not (text.isascii() and text.isdecimal() and len(text) <= 6 and low <= int(text) <= high):
        raise InputError(f"{name}={text} is not understood; write a number from {low} to {high}")
    return int(text)
