"""Recorded games that were handed to the server, each kept under a name made from its content."""

from collections import OrderedDict
from hashlib import sha256
from threading import Lock

from handsight.errors import RequestError
from handsight.notation import SAMPLES, read
from handsight.notation.files import decoded, text_of
from handsight.web.replay import Recording
from handsight.web.store import Store

MOST_BYTES = 1 << 20
"""The longest text that is taken: a few hundred games."""
MOST_OPEN = 16
"""Texts that are kept opened, with all that was found of them."""
SAMPLE = "sample:"


class Shelf:
    """Texts of recorded games by name; a sample goes by ``sample:first``."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._open: OrderedDict[str, list[Recording]] = OrderedDict()
        self._lock = Lock()

    def put(self, data: bytes) -> str:
        """Keep a text and return its name, whether or not it is a game."""
        if len(data) > MOST_BYTES:
            raise RequestError(
                "too-long", f"a file may have {MOST_BYTES >> 10} KiB, this one is longer; split it"
            )
        text = decoded(data)
        name = sha256(text.encode()).hexdigest()[:16]
        self._store.shelve(name, text)
        return name

    def recording(self, name: str, number: int = 1) -> Recording:
        """Open a game of a text by its number, or raise RequestError."""
        games = self._opened(name)
        if not 1 <= number <= len(games):
            raise RequestError(
                "unknown-game", f"there is no game {number}; there are {len(games)}, counted from 1"
            )
        return games[number - 1]

    def _opened(self, name: str) -> list[Recording]:
        with self._lock:
            if name in self._open:
                self._open.move_to_end(name)
                return self._open[name]
        text, label = self._text(name)
        readings = read(text, label)
        games = [Recording(one, text, number=at, games=len(readings)) for at, one in enumerate(readings, 1)]
        with self._lock:
            self._open[name] = games
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
        return games

    def _text(self, name: str) -> tuple[str, str]:
        if name.startswith(SAMPLE):
            return text_of(name)
        text = self._store.record(name)
        if text is None:
            raise RequestError("unknown-game", "this server has no such game; open its file again")
        return text, "game"


def samples() -> list[str]:
    """Name the games that come with the package."""
    return sorted(f"{SAMPLE}{path.stem}" for path in SAMPLES.iterdir() if path.suffix == ".json")
