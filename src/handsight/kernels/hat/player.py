"""The hat player, for compiled games."""

from handsight.kernels.hanabi.play_games import Player
from handsight.kernels.hat import memory_layout
from handsight.kernels.hat.policy import decide
from handsight.kernels.hat.read_action import read

HAT = Player(decide, read, memory_layout.NOTES, memory_layout.SCRATCH)
