"""What every game at our table has in common."""

from handsight.table.game import Game
from handsight.table.perft import divide, lines, perft
from handsight.table.replay import Replay
from handsight.table.seats import in_any_case, seat_named
from handsight.table.shuffle import Dice, shuffled

__all__ = ["Dice", "Game", "Replay", "divide", "in_any_case", "lines", "perft", "seat_named", "shuffled"]
