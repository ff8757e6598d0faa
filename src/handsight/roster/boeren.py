"""The bots of Boeren Bridge by name, with what may follow a name: the sampler's deals, a learner's file."""

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType, ModuleType

from handsight.boeren import Rules
from handsight.bots.boeren.bot import BoerenBot
from handsight.bots.boeren.kripke_bots import Counter, FullKripke, Greedy, GreedyKripke, Random
from handsight.bots.boeren.rule_graphs.rule_graph import RuleGraph
from handsight.bots.bot import BotName, BotSpec, spec_of_class
from handsight.bots.separate_process.separate_bot import find_apart_bot
from handsight.bots.user_bots import find_user_bot
from handsight.errors import InputError, UnknownNameError
from handsight.extras import need_extra
from handsight.game import Dice
from handsight.text.suggestions import did_you_mean, quote

DEFAULT = "sampler"
WEIGHTS_SUFFIX = ".npz"


USUAL_DEALS, MOST_DEALS = 40, 10_000
"""How many deals the sampler draws for each move: by default, and at most."""


def _by_rules(name: str, about: str, make: type[BoerenBot]) -> BotSpec:
    def compiler(_rules: Rules) -> object:
        from handsight.bots.boeren.compiled.compiled_bots import COMPILED_BOTS

        return COMPILED_BOTS[name]

    return BotSpec(name, about, make, compiler=compiler)


def _samplers() -> ModuleType:
    """Import the module of the sampler; that takes a second, so it is done only when the bot plays."""
    need_extra("lab")
    from handsight.bots.boeren.compiled import sampler

    return sampler


def _sampler(name: str, deals: int) -> BotSpec:
    return BotSpec(
        name,
        "samples deals that fit what it knows, plays each out, and takes the action with most points",
        lambda *seated: _samplers().Sampler(*seated, deals),
        compiler=lambda _rules: _samplers().sampler_bot(deals),
        extra="lab",
    )


def _learned_bots() -> ModuleType:
    """Import the module of learned bots; that takes a second, so it is done only when one is used."""
    need_extra("lab")
    from handsight.bots.boeren.compiled import learned_bot

    return learned_bot


def _learner(name: str, weights: str, about: str) -> BotSpec:
    """Return the spec of a learner; *weights* is a file, or the name of weights that ship."""

    def path() -> Path:
        ships = not weights.endswith(WEIGHTS_SUFFIX)
        return _learned_bots().SHIPPED / f"{weights}{WEIGHTS_SUFFIX}" if ships else Path(weights)

    def compiler(_rules: Rules) -> object:
        return _learned_bots().load_weights(path())

    def make(rules: Rules, seat: int, dice: Dice) -> BoerenBot:
        bots = _learned_bots()
        bot: BoerenBot = bots.LearnedBoerenBot(rules, seat, dice, compiler(rules), bots.training_of(path()))
        return bot

    def identity() -> str:
        settings = _learned_bots().load_weights(path()).settings_array()
        return blake2b(settings.tobytes(), digest_size=16).hexdigest()

    return BotSpec(name, about, make, compiler=compiler, identity=identity, extra="lab")


def _about_file(weights: str) -> str:
    """Return in words how the weights in a file were trained, as far as the file says."""
    said = _learned_bots().training_of(Path(weights))
    told = [f"{name} {said[name]}" for name in ("state", "reward", "discount") if name in said]
    return "; ".join(["trained; its weights are in a file", *([", ".join(told)] if told else [])])


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
    _sampler("sampler", USUAL_DEALS),
    _learner("learner", "kripke", "trained by deep Q-learning; its input says who may hold each card"),
    _learner("learner-plain", "plain", "the same, but its input is only its hand and the table"),
    _learner("learner-exact", "exact", "the same, with the exact probability of every card's owner as input"),
)
TEXT = "handsight.bots.boeren.bot"
"""The module whose `TEXT` says how views and actions are written for bots in other processes."""
ROSTER = MappingProxyType({spec.name: spec for spec in _SPECS})


def rule_graphs(spec: BotSpec) -> tuple[RuleGraph, ...]:
    """Return the graphs of rules by which a bot chooses cards; empty for those that decide otherwise."""
    found: tuple[RuleGraph, ...] = getattr(spec.make, "graphs", ())
    return found


def listed_bots() -> Sequence[BotSpec]:
    """List every bot of Boeren Bridge that has a name."""
    return _SPECS


def find_bot(name: BotName) -> BotSpec:  # noqa: PLR0911  one for each kind of name
    """Find a bot of Boeren Bridge, or raise UnknownNameError, which says what there is.

    The name is one of `listed_bots`, ``sampler deals=100``, ``learner FILE.npz``, ``file.py:Class``, a
    class, or a spec, which is returned as it is.
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
        return _sampler(whole, _read_deals(options))
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


def _read_deals(text: str) -> int:
    """Return the number of deals of ``sampler deals=100``."""
    name, _, value = text.partition("=")
    if name != "deals":
        raise InputError(f"the sampler has no option {text!r}; it has deals, as in sampler deals=100")
    if not (value.isascii() and value.isdecimal() and len(value) <= 6 and 1 <= int(value) <= MOST_DEALS):
        raise InputError(f"deals={value} is not understood; write a number from 1 to {MOST_DEALS}")
    return int(value)
