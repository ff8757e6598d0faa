"""What all games share: the five functions of a game, records, seats, seeded dice, perft."""

from handsight.game.perft import divide, lines, perft
from handsight.game.recorded_game import GameRules, RecordedGame, states_of
from handsight.game.seat_names import in_any_case, seat_name, seat_named
from handsight.game.seeded_dice import Dice, Seed, as_seed, deal_dice, secret_seed, shuffled, stream

__all__ = [
    "Dice",
    "GameRules",
    "RecordedGame",
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
