"""What all games share: the protocol of a game, seats, replays, seeded shuffles, perft."""

from handsight.game.dice import Dice, shuffled
from handsight.game.game_protocol import Game
from handsight.game.perft import divide, lines, perft
from handsight.game.played_game import Replay, states_of
from handsight.game.seat_names import in_any_case, seat_name, seat_named
from handsight.game.seeds import Seed, as_seed, deal_dice, secret_seed, stream

__all__ = [
    "Dice",
    "Game",
    "Replay",
    "Seed",
    "as_seed",
    "deal_dice",
    "divide",
    "in_any_case",
    "lines",
    "perft",
    "seat_name",
    "seat_named",
    "secret_seed",
    "shuffled",
    "states_of",
    "stream",
]
