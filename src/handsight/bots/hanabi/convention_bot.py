"""Conventions as players: whoever keeps one, by its name, its file, or either with changes."""

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from handsight.bots.file_stamp import Stamp, stamp
from handsight.bots.hanabi.bot import Bot
from handsight.bots.hanabi.bot_spec import Player
from handsight.conventions import Convention, ConventionBot, load
from handsight.conventions.library import SUFFIX, shipped
from handsight.errors import BotError, InputError, UnknownNameError
from handsight.hanabi import Action, Terms, View
from handsight.table import Dice

if TYPE_CHECKING:  # 0.5 s that only a compiled game needs
    from handsight.kernels.hanabi.compiled_bots import CompiledBot


class Keeper(Bot):
    """Keeps a convention, by its plain meaning."""

    def __init__(self, terms: Terms, seat: int, dice: Dice, convention: Convention) -> None:
        super().__init__(terms, seat, dice)
        self._bot = ConventionBot(convention)

    def decide(self, view: View) -> Action:
        """Do what the first rule says that applies."""
        return self._bot.decide(view)

    def explain(self, view: View) -> str:
        """Say why in the words of the rule that acts; if it has none, which it is, and why no other."""
        found = self._bot.explain(view)
        return found.text or str(found)


def names_convention(word: str) -> bool:
    """Say whether a word names a convention."""
    name = (word.split() or [""])[0]
    return _file(name) or name in shipped()


def _file(name: str) -> bool:
    """Say whether a word is the path of a convention: by its ending, or since there is such a file."""
    return name.endswith(SUFFIX) or (not name.endswith(".py") and Path(name).is_file())


def keeper(word: str) -> Player:
    """Make a player of a convention that is named; once, until a file beside it changes that it may use.

    A word that means nothing is an UnknownNameError, a file that is not there or is wrong a BotError.
    """
    files = [Path(name) for part in word.split() if _file(name := part.removeprefix("+"))]
    beside = (path for folder in {file.parent for file in files} for path in folder.glob(f"*{SUFFIX}"))
    return _keeper(word, frozenset(map(stamp, (*files, *beside))))


@lru_cache(maxsize=1 << 13)
def _keeper(word: str, _files: frozenset[Stamp | None]) -> Player:
    try:
        return kept(word, load(word))
    except UnknownNameError:
        raise
    except InputError as error:
        raise BotError(str(error)) from error


def kept(name: str, convention: Convention) -> Player:
    """Make a player of a convention; what it means is what it is known by."""

    def make(terms: Terms, seat: int, dice: Dice) -> Keeper:
        return Keeper(terms, seat, dice, convention)

    def compiled(terms: Terms) -> "CompiledBot":
        from handsight.kernels.conventions import compiled_convention  # noqa: PLC0415  as above

        return compiled_convention(convention.core, terms)

    about = convention.flat.file.text
    return Player(name, about, make, compiled=compiled, identity=convention.identity)
