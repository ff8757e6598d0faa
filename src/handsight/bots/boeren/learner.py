"""A player that was taught: it takes the action that its network values most."""

from functools import lru_cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from handsight.boeren import Action, View
from handsight.bots.boeren.bot import Agent
from handsight.bots.file_stamp import Stamp, stamp
from handsight.errors import BotError
from handsight.kernels.boeren.compiled_bots import CompiledBot
from handsight.kernels.boeren.convert import to_action, to_row
from handsight.kernels.boeren.features import STATES
from handsight.kernels.boeren.network import decide, network, sizes
from handsight.table import Dice

SHELF = Path(__file__).parent / "taught"
"""The weights that ship with the package, a file for each state."""


class Learner(Agent):
    """Plays by weights; it throws no dice."""

    def __init__(self, seat: int, dice: Dice, player: CompiledBot) -> None:
        super().__init__(seat, dice)
        self.settings = player.settings_array()

    def decide(self, view: View) -> Action:
        """Ask the network about what the seat sees."""
        return to_action(view, decide(to_row(view), self.settings))


def taught(path: Path) -> CompiledBot:
    """Read a player's weights from a file that training wrote, or raise BotError; once, till it changes."""
    return _taught(path, stamp(path))


@lru_cache(maxsize=64)
def _taught(path: Path, _file: Stamp | None) -> CompiledBot:
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            state, parts = int(file["state"]), [file[f"part{at}"].astype(np.float32) for at in range(6)]
    except FileNotFoundError:
        raise BotError(f"there is no file {path}; `handsight train boeren` writes one") from None
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise BotError(f"{path} does not hold a learner's weights: {error}") from None
    if not 0 <= state < len(STATES) or [part.shape for part in parts] != list(sizes(parts[1].size)):
        raise BotError(f"{path} holds weights of another shape; train again with this version")
    return network(state, parts)
