"""What all games share: the protocol of a game, seats, replays, seeded shuffles, perft."""

from handsight.table.dice import Dice, shuffled
from handsight.table.game import Game
from handsight.table.perft import divide, lines, perft
from handsight.table.replay import Replay, states_of
from handsight.table.seat_names import in_any_case, seat_name, seat_named
from handsight.table.streams import Seed, as_seed, deal_dice, secret_seed, stream

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
