"""A bot trained by deep Q-learning: it takes the action that its network values most."""

import zlib
from functools import lru_cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from handsight.boeren import Action, Rules, View
from handsight.bots.boeren.kripke_bots import BoerenBot
from handsight.bots.user_bots import FileStamp, file_stamp
from handsight.errors import BotError
from handsight.kernels.boeren.compiled_bots import CompiledBot
from handsight.kernels.boeren.convert import to_action, to_array
from handsight.kernels.boeren.features import FEATURE_SETS
from handsight.kernels.boeren.network import decide, network_bot, weight_shapes
from handsight.table import Dice

SHIPPED = Path(__file__).parent / "weights"
"""The weights that ship with the package, a file for each kind of features."""
DAMAGE = (OSError, ValueError, LookupError, EOFError, RuntimeError, MemoryError, BadZipFile, zlib.error)
"""What reading a damaged file may raise; every part of it has a checksum."""


class Learner(BoerenBot):
    """Plays by the weights of a network; it throws no dice."""

    def __init__(self, terms: Rules, seat: int, dice: Dice, player: CompiledBot) -> None:
        super().__init__(terms, seat, dice)
        self.settings = player.settings_array()

    def decide(self, view: View) -> Action:
        """Ask the network about what the seat sees."""
        return to_action(view, decide(to_array(view), self.settings))


def load_weights(path: Path) -> CompiledBot:
    """Return the compiled bot whose weights training wrote to a file, or raise BotError."""
    return _load(path, file_stamp(path))


@lru_cache(maxsize=64)
def _load(path: Path, _stamp: FileStamp | None) -> CompiledBot:
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            state, parts = int(file["state"]), [file[f"part{at}"].astype(np.float32) for at in range(6)]
    except FileNotFoundError:
        raise BotError(f"there is no file {path}; `handsight train boeren` writes one") from None
    except DAMAGE as error:
        raise BotError(f"{path} does not hold a learner's weights, or is damaged: {error}") from None
    shapes = [part.shape for part in parts]
    if not 0 <= state < len(FEATURE_SETS) or shapes != list(weight_shapes(parts[1].size)):
        raise BotError(f"{path} holds weights of another size; train again with this version")
    if not all(np.isfinite(part).all() for part in parts):
        raise BotError(f"{path} holds weights that are no numbers; train again")
    return network_bot(state, parts)
