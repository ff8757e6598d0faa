"""The words in which an experiment is asked for, the same for all experiments."""

from pathlib import Path
from typing import TypedDict

from handsight.bots import BotName
from handsight.errors import InputError
from handsight.hanabi import OFFICIAL, Rules, Terms, Variant, rule_set
from handsight.hanabi import variant as variant_named
from handsight.lab.executors import Crew
from handsight.lab.hanabi.plan import Plan
from handsight.lab.hanabi.runner import Progress, Settings
from handsight.lab.result_files import HANABI, Folder

USUAL_PLAYERS, USUAL_GAMES = 3, 1_000


class Options(TypedDict, total=False):
    """Which games, and how they are played; only the first six change what comes of them."""

    players: int
    """How many seats (default: one for each bot named, or 3)."""
    games: int
    seed: int
    rules: str | Rules
    variant: str | int | Variant
    hand: int
    """Cards in a hand, where not the usual number."""
    workers: int
    engine: str
    scheduler: str
    """Where a Dask scheduler listens, for the engine of that name."""
    out: str | Path
    """A folder for a row a game; a run that was broken off goes on from there."""
    progress: Progress


def terms(options: Options, seats: int) -> Terms:
    """Return the terms that are asked for, with so many seats where nothing is said of them."""
    rules, variety = options.get("rules", OFFICIAL), options.get("variant", "No Variant")
    return Terms(
        options.get("players", seats),
        variety if isinstance(variety, Variant) else variant_named(variety),
        rules if isinstance(rules, Rules) else rule_set(rules),
        hand_size=options.get("hand", 0),
    )


def self_play(bot: BotName, options: Options) -> Plan:
    """Plan games in which one bot has all the seats."""
    agreed = terms(options, USUAL_PLAYERS)
    return Plan((bot,) * agreed.players, agreed, options.get("seed", 1))


def table(bots: tuple[BotName, ...], options: Options) -> Plan:
    """Plan games with one bot in all the seats, or one for each."""
    if not bots:
        raise InputError("name at least one bot; `handsight bots` lists them")
    if len(bots) == 1:
        return self_play(bots[0], options)
    return Plan(bots, terms(options, len(bots)), options.get("seed", 1))


def games(options: Options) -> int:
    """Return how many games are asked for."""
    return options.get("games", USUAL_GAMES)


def check_confidence(confidence: float) -> None:
    """Refuse a confidence that no interval has."""
    if not 0 < confidence < 1:
        raise InputError(f"a confidence lies between 0 and 1, such as 0.95, not {confidence}")


def settings(options: Options) -> Settings:
    """Return how the games are to be played."""
    crew = Crew(options.get("workers", 1), options.get("engine", "auto"), options.get("scheduler"))
    out = options.get("out")
    return Settings(crew, None if out is None else Folder(out, HANABI), options.get("progress"))
