"""The hat player, for compiled games."""

from handsight.kernels.games import Player
from handsight.kernels.hat import notes
from handsight.kernels.hat.policy import decide
from handsight.kernels.hat.reading import read

HAT = Player(decide, read, notes.NOTES, notes.SCRATCH)
