"""How often a compiled bot would have made the moves of recorded games, and which bot fits players best."""

from collections.abc import Sequence
from typing import NamedTuple

from handsight.bots.hanabi.roster import find_bot
from handsight.errors import InputError
from handsight.hanabi import Stop, view
from handsight.notation import Game
from handsight.search.blueprint import Blueprint, blueprint
from handsight.search.history import History

CANDIDATES = ("robot5", "circle", "pair", "minimal", "robot1", "robot2", "robot3", "robot4", "hat")
"""The bots among which one is chosen; the first of those that agree as often."""


class Agreement(NamedTuple):
    """How many moves of players a bot would have made."""

    bot: str
    moves: int
    same: int

    @property
    def share(self) -> float:
        """The share of moves that are the same."""
        return self.same / self.moves if self.moves else 0.0


def agreeing_moves(found: Blueprint, game: Game, turns: int | None = None) -> list[bool]:
    """Say for every move (of the first *turns*) whether the bot would have made it, by what its seat saw.

    The bot reads the game as it went, with the true cards: what a compiled bot does follows from the cards
    that its seat sees.
    """
    moves = [action for action in game.actions if not isinstance(action, Stop)][:turns]
    history, same = History(found, 0), list[bool]()
    final = game.states[len(moves)]
    for order, card in enumerate(final.cards):
        history.cards[order] = final.terms.variant.identity(card)
    history.see(view(game.states[0], 0))
    for event in final.events:
        number = history.number(event)
        if number is not None:
            same.append(found.decide(history.now) == number)
            history.add(number)
    return same


def agreement(bot: str, games: Sequence[Game], turns: int | None = None) -> Agreement:
    """Return how many moves of games a bot would have made."""
    same = list[bool]()
    for game in games:
        same += agreeing_moves(blueprint(find_bot(bot), game.setup.terms), game, turns)
    return Agreement(bot, len(same), sum(same))


def best_agreement(games: Sequence[Game], turns: int | None = None) -> list[Agreement]:
    """Return how far every candidate that can play these games agrees with the players, the best first.

    Raises:
        InputError: No candidate can play them.
    """
    found, why = list[Agreement](), ""
    for name in CANDIDATES:
        try:
            found.append(agreement(name, games, turns))
        except InputError as error:
            why = str(error)
    if not found:
        raise InputError(f"no bot can go on from these games: {why}")
    return sorted(found, key=lambda one: -one.share)
