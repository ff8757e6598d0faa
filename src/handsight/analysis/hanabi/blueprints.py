"""Which compiled bot fits players best: the one that would have made most of their moves."""

from collections.abc import Sequence
from typing import NamedTuple

from handsight.analysis.hanabi.recorded_choices import MoveAgreement, move_agreement
from handsight.errors import InputError
from handsight.hanabi import HanabiRecord as Game
from handsight.roster.hanabi import find_bot
from handsight.search.blueprint import blueprint

CANDIDATES = (
    "robot5",
    "robot6",
    "h-group-2",
    "h-group-1",
    "circle",
    "duet",
    "pair",
    "minimal",
    "robot1",
    "robot2",
    "robot3",
    "robot4",
    "hat",
)
"""The bots among which one is chosen; the first of those that agree as often."""


class Fit(NamedTuple):
    """A bot, and how many moves of players it would have made."""

    bot: str
    agreement: MoveAgreement


def best_fits(games: Sequence[Game], turns: int | None = None) -> list[Fit]:
    """Return how far every candidate that can play these games agrees with the players, the best first.

    Args:
        games: The games.
        turns: Look at the first moves only, so many of each game.

    Raises:
        InputError: No candidate can play them.
    """
    found, why = list[Fit](), ""
    begun = [_beginning(game, turns) for game in games]
    for name in CANDIDATES:
        try:
            for game in games:
                blueprint(find_bot(name), game.setup.terms)
            found.append(Fit(name, move_agreement(name, begun)))
        except InputError as error:
            why = str(error)
    if not found:
        raise InputError(f"no bot can go on from these games: {why}")
    return sorted(found, key=lambda fit: -fit.agreement.share)


def _beginning(game: Game, turns: int | None) -> Game:
    return game if turns is None else Game(game.setup, game.actions[:turns], game.states[: turns + 1])
