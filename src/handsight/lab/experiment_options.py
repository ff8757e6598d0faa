"""The options of experiments: declared once for all experiments with a game, and checked."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict, TypeVar

from handsight import boeren, hanabi
from handsight.bots import BotName
from handsight.errors import InputError
from handsight.game import Seed
from handsight.lab.job_runner import Progress, RunSettings
from handsight.text.suggestions import did_you_mean

Function = TypeVar("Function", bound=Callable[..., Any])
DEFAULT_GAMES, DEFAULT_SEED, CONFIDENCE = 1_000, 1, 0.95


class ExperimentOptions(TypedDict, total=False):
    """The options of every experiment; `handsight.lab.simulate` says what each is."""

    games: int
    seed: Seed
    workers: int
    engine: str
    scheduler: str | None
    out: str | Path | None
    progress: Progress | None


class HanabiOptions(ExperimentOptions, total=False):
    """The options of every experiment with Hanabi."""

    players: int | None
    rules: str | hanabi.Rules
    variant: str | int | hanabi.Variant
    hand: int | None


class BoerenOptions(ExperimentOptions, total=False):
    """The options of every experiment with Boeren Bridge."""

    rules: str | boeren.Rules


def declaring(options: type, *more: str) -> Callable[[Function], Function]:
    """Show options in the signature of a function, for help and completion, in place of ``**options``."""

    def declare(function: Function) -> Function:
        own = inspect.signature(function)
        named = [one for one in own.parameters.values() if one.kind is not one.VAR_KEYWORD]
        shown = (name for name in (*more, *_names(options)) if name not in own.parameters)
        added = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=...) for name in shown]
        vars(function)["__signature__"] = own.replace(parameters=[*named, *added])
        return function

    return declare


def _names(options: type) -> tuple[str, ...]:
    return tuple(inspect.get_annotations(options))


def check_names(given: Mapping[str, Any], options: type, experiment: str) -> None:
    """Raise TypeError for an option that an experiment does not have."""
    for name in given:
        if name not in _names(options):
            hint = did_you_mean(name, _names(options), f"it has {', '.join(_names(options))}")
            raise TypeError(f"{experiment}() got an unexpected keyword argument {name!r}; {hint}")


def run_settings(options: ExperimentOptions) -> RunSettings:
    """Return the options that say who plays the games, and where they are kept."""
    chosen: Any = {name: value for name, value in options.items() if name in RunSettings._fields}
    return RunSettings(**chosen)


def check_bots(bots: Sequence[BotName], least: int = 1, purpose: str = "play") -> None:
    """Refuse too few bots, and a list in place of names."""
    for bot in bots:
        if isinstance(bot, list | tuple):
            raise InputError(f"bots are named one after the other, not in a list: write *{bot!r}")
    if len(bots) < least:
        several = "two bots" if least == 2 else "one bot"
        raise InputError(f"name at least {several} to {purpose}; `handsight bots` lists them")


def check_list(names: object, parameter: str, what: str) -> None:
    """Refuse a text where a list of names is wanted, which would be read letter by letter."""
    if isinstance(names, str):
        raise InputError(f"{parameter} is a list of {what}: write [{names!r}], not {names!r}")


def check_confidence(confidence: float) -> None:
    """Refuse a confidence that no interval has."""
    if not 0 < confidence < 1:
        raise InputError(f"a confidence lies between 0 and 1, such as 0.95, not {confidence}")
