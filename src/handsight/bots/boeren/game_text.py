"""How views and actions of Boeren Bridge are written as text for bots in other processes."""

from handsight import boeren
from handsight.boeren import Rules
from handsight.bots.separate_process.json_protocol import GameText

TEXT = GameText("boeren", boeren, Rules)
