"""The bots of Hanabi by name, and how one is found: by name, as a convention, in a file, or as a class."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING

from handsight.bots.bot import BotName, BotSpec, spec_of_class
from handsight.bots.hanabi.bot import HanabiBot, RandomBot
from handsight.bots.hanabi.hat.bot import compile_hat, make_hat, unsuitable
from handsight.bots.hanabi.learned import shipped_weights
from handsight.bots.hanabi.printed_robots import PRINTED_ROBOTS, find_printed_robot
from handsight.bots.hanabi.simple_bots import Careful, Cheat
from handsight.bots.separate_process.separate_bot import find_apart_bot
from handsight.bots.user_bots import find_user_bot
from handsight.errors import UnknownNameError
from handsight.extras import need_extra
from handsight.game import Dice
from handsight.hanabi import Terms
from handsight.text.suggestions import did_you_mean, quote

if TYPE_CHECKING:  # 0.5 s that only a compiled game needs
    from handsight.hanabi.compiled.game_loop import CompiledBot

DEFAULT = "robot5"


def _compile_random(_terms: Terms) -> "CompiledBot":
    from handsight.bots.hanabi.compiled.random_bot import RANDOM

    return RANDOM


def _convention_bots() -> ModuleType:
    """Import the module of bots that keep a convention, which takes 0.1 s."""
    from handsight.bots.hanabi import convention_bot

    return convention_bot


def _hidden(terms: Terms) -> str:
    """Return what these terms hide or have, so that no convention can be kept; "" if one can."""
    return str(_convention_bots().hidden(terms))


def _convention(name: str, about: str) -> BotSpec:
    """Return the spec of a bot that keeps the convention *name*; the convention is read when it plays."""
    return BotSpec(
        name,
        about,
        lambda *seated: _convention_bots().make_robot(name, *seated),
        compiler=lambda terms: _convention_bots().compile_robot(name, terms),
        identity=lambda: str(_convention_bots().load_convention(name).identity),
        unsuitable=_hidden,
        stand_in="careful",
    )


def _robot(name: str, about: str) -> BotSpec:
    """Return the spec of Robot 5 or 6, which decide by search and not by a convention file."""

    def make(terms: Terms, seat: int, dice: Dice) -> HanabiBot:
        from handsight.bots.hanabi.robot5.bot import ROBOTS

        return ROBOTS[name](terms, seat, dice)

    def compiler(terms: Terms) -> "CompiledBot":
        from handsight.bots.hanabi.robot5.bot import compile_robot

        return compile_robot(name, terms)

    return BotSpec(name, about, make, compiler=compiler, unsuitable=_hidden, stand_in="careful")


def _learned_bots(*packages: str) -> ModuleType:
    """Import the module of learned bots, which takes 0.1 s; *packages* are those it needs, by default all."""
    need_extra("lab", *packages)
    from handsight.bots.hanabi.learned.compiled import learned_bot

    return learned_bot


def _learned(name: str, weights: Path, about: str) -> BotSpec:
    """Return the spec of a learned bot; for the weights that ship, this reads no file."""
    ships = weights == shipped_weights.SHIPPED

    def unsuitable(terms: Terms) -> str:
        settings = {} if ships else _learned_bots("numpy").load_network(weights).about.get("settings", {})
        return shipped_weights.unsuitable_for(shipped_weights.FULL_GAME if ships else settings, terms)

    return BotSpec(
        name,
        about,
        lambda *seated: _learned_bots("numpy").Learned(*seated, weights),
        compiler=lambda terms: _learned_bots().compile_learned(weights, terms),
        identity=lambda: str(_learned_bots("numpy").load_network(weights).identity),
        players=(2,) if ships else (),
        unsuitable=unsuitable,
        extra="lab",
    )


WEIGHTS_SUFFIX = ".npz"
_SPECS = (
    BotSpec("random", "takes a random legal action", RandomBot, compiler=_compile_random),
    BotSpec(
        "careful", "plays only what is certain, and gives the clue that tells most; no convention", Careful
    ),
    BotSpec(
        "hat",
        "clues tell everybody at once, by hat guessing; the strongest known bot for 3–6 players",
        make_hat,
        compiler=compile_hat,
        unsuitable=unsuitable,
        extra="lab",
    ),
    BotSpec(
        "cheat",
        "NOT HONEST: sees its own hand, but not the deck; shows how high a score could be",
        Cheat,
        honest=False,
    ),
    _convention("robot1", "plays clued 1s, clues 1s and 5s, else discards its oldest card"),
    _convention("robot2", "a clue means one card, the newest that it tells something new about"),
    _convention("robot3", "as robot2, but numbers may mean a play, too, and critical cards are kept"),
    _convention("robot4", "as robot3, but waits while its partner is about to misplay"),
    _robot("robot5", "a partner for people: looks ahead, protects critical cards, explains itself"),
    _robot(
        "robot6",
        "as robot5, but for two players only numbers save, and no two touched cards are the same: the best of"
        " the robots for two",
    ),
    _learned(
        "learned",
        shipped_weights.SHIPPED,
        "taught itself by playing with itself, and tells its chances; two players",
    ),
    *PRINTED_ROBOTS,
)
TEXT = "handsight.bots.hanabi.bot"
"""The module whose `TEXT` says how views and actions are written for bots in other processes."""
SEARCH_WORDS = ("search", "endgame")
SEARCHED = ("pair", "robot5", "hat")
"""The blueprints with which searching bots are listed; others can be named."""
ROSTER = MappingProxyType({spec.name: spec for spec in _SPECS})


def find_bot(name: BotName) -> BotSpec:  # noqa: PLR0911  one for each kind of name
    """Find a bot of Hanabi, or raise UnknownNameError, which says what there is.

    The name is one of `listed_bots`, a printed robot with readings, ``learned FILE.npz``, a convention (by
    name or file, with or without changes), ``search(BOT)``, ``endgame(BOT)``, ``file.py:Class``, a class, or
    a spec, which is returned as it is.
    """
    if isinstance(name, BotSpec):
        return name
    if not isinstance(name, str):
        return spec_of_class(name)
    if len(name) > 2 and name[0] == name[-1] and name[0] in "'\"":  # as in search('pair')
        return find_bot(name[1:-1])
    if spec := find_apart_bot(name, TEXT) or _find_search_bot(name):
        return spec
    if spec := ROSTER.get(name) or find_printed_robot(name):
        return spec
    if name.startswith("learned ") and name.endswith(WEIGHTS_SUFFIX):
        weights = Path(name.removeprefix("learned ").strip())
        return _learned(name, weights, "learned by playing with itself; its weights are in a file")
    from handsight.bots.hanabi.convention_bot import find_convention_bot, is_convention

    if is_convention(name):
        return find_convention_bot(name)
    if spec := find_user_bot(name):
        return spec
    known = [*ROSTER, *convention_names()]
    hint = did_you_mean(name, known, f"there are {', '.join(known)}", show=repr)
    raise UnknownNameError(
        f"no bot is called {quote(name)}; {hint} (your own: file.py:Class, or my.convention)"
    )


def _find_search_bot(name: str) -> BotSpec | None:
    if not name.startswith(SEARCH_WORDS):
        return None
    from handsight.roster.search_bots import find_search_bot  # 0.5 s that only a searching bot needs

    return find_search_bot(name, find_bot)


def convention_names() -> tuple[str, ...]:
    """Return the names of the conventions that ship with the package, without robots and single ideas."""
    from handsight.conventions.library import shipped_conventions

    return tuple(name for name in shipped_conventions() if name not in ROSTER)


@cache
def listed_bots() -> Sequence[BotSpec]:
    """List every bot and convention that ships, and some searching bots; conventions are not checked."""
    from handsight.conventions.library import find_source
    from handsight.conventions.syntax.parse_convention import parse

    files = {name: parse(find_source(name).text, name)[0] for name in convention_names()}
    conventions = (_convention(name, file.text if file else "") for name, file in files.items())
    return [*_SPECS, *conventions, *(find_bot(f"search({name})") for name in SEARCHED)]
