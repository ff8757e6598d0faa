"""What a bot would have done at every turn of recorded games, and which bot agrees most with the players.

The bot follows the game as it was played: at each turn it has seen all moves before it, whoever made them.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from handsight import hanabi
from handsight.bots.seat import BotSeat
from handsight.bots.spec import BotName, BotSpec
from handsight.errors import InputError, MissingExtraError
from handsight.game import Dice
from handsight.hanabi import Discard, GiveClue, Play
from handsight.hanabi import HanabiRecord as Game
from handsight.roster.hanabi import find_bot
from handsight.search.blueprint import blueprint

if TYPE_CHECKING:  # 0.5 s that only a compiled bot needs
    from handsight.hanabi.compiled.game_loop import CompiledBot

Move = Play | Discard | GiveClue
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


class MoveAgreement(NamedTuple):
    """How many moves a bot would have made as they were made, and how many of the same kind."""

    moves: int
    agreed: int
    kinds: int
    """Plays, discards or clues where the bot, too, would play, discard or give a clue."""

    @property
    def share(self) -> float:
        """The share of moves on which the bot agrees; 0 where there is no move."""
        return self.agreed / self.moves if self.moves else 0.0


class BlueprintFit(NamedTuple):
    """A bot, and how many moves of players it would have made."""

    bot: str
    agreement: MoveAgreement


def recorded_choices(bot: BotName, game: Game, *, compiled: bool = True) -> tuple[Move | None, ...]:
    """Return what a bot would have done at each move of a game; None where it finds nothing to do.

    Args:
        bot: A bot or a convention, named as for `find_bot`.
        game: The game; the bot sees what the seat to move saw.
        compiled: Use the compiled version of the bot, where there is one.

    Raises:
        InputError: The bot cannot play on the terms of this game.
        BotError: The bot failed.

    Examples:
        >>> import handsight as hs
        >>> from handsight.analysis.hanabi.recorded_choices import recorded_choices
        >>> game = hs.load("sample:first")
        >>> recorded_choices("pair", game)[0]
        GiveClue(seat=2, clue=Clue(kind='color', value=3))
    """
    spec = find_bot(bot)
    terms = game.setup.terms
    spec.name_on(terms)
    whole = len(game.setup.deck) == terms.variant.deck_size
    fast = _compiled(spec, terms) if compiled and whole else None
    return _choices_compiled(fast, game) if fast else _choices(spec, game)


def move_agreement(bot: BotName, games: Iterable[Game], *, compiled: bool = True) -> MoveAgreement:
    """Count the moves of games that a bot would have made; which bot fits some players best is the largest.

    Examples:
        >>> import handsight as hs
        >>> from handsight.analysis.hanabi.recorded_choices import move_agreement
        >>> game = hs.load("sample:first")
        >>> max(("pair", "circle"), key=lambda bot: move_agreement(bot, [game]).share)
        'pair'
    """
    moves = agreed = kinds = 0
    for game in games:
        choices = recorded_choices(bot, game, compiled=compiled)
        for (_, done), wanted in zip(game.moves(), choices, strict=True):
            moves += 1
            agreed += done == wanted
            kinds += type(done) is type(wanted)
    return MoveAgreement(moves, agreed, kinds)


def best_fits(games: Sequence[Game], turns: int | None = None) -> list[BlueprintFit]:
    """Return how far every candidate that can play these games agrees with the players, the best first.

    Args:
        games: The games.
        turns: The number of moves, from the first, to look at in each game; None for all.

    Raises:
        InputError: No candidate can play them.
    """
    found, why = list[BlueprintFit](), ""
    begun = [_beginning(game, turns) for game in games]
    for name in CANDIDATES:
        try:
            for game in games:
                blueprint(find_bot(name), game.setup.terms)
            found.append(BlueprintFit(name, move_agreement(name, begun)))
        except InputError as error:
            why = str(error)
    if not found:
        raise InputError(f"no bot can go on from these games: {why}")
    return sorted(found, key=lambda fit: -fit.agreement.share)


def _beginning(game: Game, turns: int | None) -> Game:
    return game if turns is None else Game(game.setup, game.actions[:turns], game.states[: turns + 1])


def _compiled(spec: BotSpec, terms: hanabi.Terms) -> "CompiledBot | None":
    """Return the compiled version of a bot, unless it throws dice or there is none."""
    try:
        found: CompiledBot | None = spec.compiled(terms)
    except MissingExtraError:
        return None
    return None if found is None or found.throws else found


def _choices_compiled(bot: "CompiledBot", game: Game) -> tuple[Move | None, ...]:
    import numpy as np

    from handsight.hanabi.compiled import rules
    from handsight.hanabi.compiled.state_conversion import to_action, to_array, to_number
    from handsight.hanabi.compiled.terms_layout import terms_array

    terms, found = game.setup.terms, list[Move | None]()
    packed, array = terms_array(terms), to_array(game.states[0], bot.memory)
    workspace = np.zeros(bot.workspace, np.int64)
    bot.read(packed, array, workspace)
    for _, done in game.moves():
        number = int(bot.decide(packed, array, workspace))
        chosen = to_action(terms, array, number) if number >= 0 else None
        found.append(chosen if isinstance(chosen, Move) else None)
        rules.step(packed, array, to_number(terms, array, done))
        bot.read(packed, array, workspace)
    return tuple(found)


def _choices(spec: BotSpec, game: Game) -> tuple[Move | None, ...]:
    terms, found = game.setup.terms, list[Move | None]()
    seats = [
        BotSeat(spec, hanabi, terms, seat, partial(Dice, 0, seat), where="a recorded game")
        for seat in range(terms.players)
    ]
    for state, _ in game.moves():
        decision, _after = seats[state.seat].play(state)
        found.append(decision.action if isinstance(decision.action, Move) else None)
    return tuple(found)
