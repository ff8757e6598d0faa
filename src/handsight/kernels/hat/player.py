"""The hat player, for compiled games."""

from handsight.kernels.hanabi.compiled_bots import CompiledBot
from handsight.kernels.hat import memory_layout
from handsight.kernels.hat.policy import decide
from handsight.kernels.hat.read_action import read

HAT = CompiledBot(decide, read, memory_layout.NOTES, memory_layout.SCRATCH)
