"""What the lab knows of a player: its name, how a bot of its kind is made, and its compiled twin."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from handsight.bots.hanabi.bot import Maker
from handsight.hanabi import Terms

if TYPE_CHECKING:  # 0.5 s that only a compiled game needs
    from handsight.kernels.hanabi.compiled_bots import CompiledBot

Compiler = Callable[[Terms], "CompiledBot"]
"""Makes the compiled twin for a table, or raises InputError saying why there is none for these terms."""


class Player(NamedTuple):
    """A bot with its name and a line about it; one that is not honest is shown its own hand too."""

    name: str
    about: str
    make: Maker
    honest: bool = True
    compiled: Compiler | None = None
    identity: str = ""
    """What it is known by in results, where that is not the text of a Python module."""
