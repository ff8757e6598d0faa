"""Recorded games that were handed to the server, each kept under a name made from its content.

A text decides how long it takes to read and to think about, so that is done apart, and not for ever.
"""

from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import Any, Literal, NamedTuple

import msgspec

from handsight.errors import RequestError
from handsight.notation import open_source, read
from handsight.notation.files import decode
from handsight.notation.hanabi.files import SAMPLES
from handsight.web.replay.replay import Recording
from handsight.web.replay.single_file import page
from handsight.web.server.store import Store
from handsight.web.server.worker import MEMORY, Apart, Tell

MOST_BYTES = 1 << 20
"""The longest text that is taken: a few hundred games."""
MOST_OPEN = 16
"""Texts that are kept opened, with all that was found of them."""
SAMPLE = "sample:"


class Answer(NamedTuple):
    """How something that is asked of a recorded game is answered, and in at most how many seconds.

    Long work has a process of its own, so that whoever steps through a game need not wait for it.
    """

    by: Callable[..., object]
    seconds: float = 15.0
    long: bool = False


Asked = Literal["head", "moment", "why", "lessons", "page"]
ANSWERS: dict[Asked, Answer] = {
    "head": Answer(Recording.head),
    "moment": Answer(Recording.moment),
    "why": Answer(Recording.why),
    "lessons": Answer(Recording.lessons, 60.0, long=True),
    "page": Answer(page, 120.0, long=True),
}


class Shelf:
    """Texts of recorded games by name; a sample goes by ``sample:first``."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._short, self._long = Apart(MEMORY), Apart(MEMORY)

    def put(self, data: bytes) -> str:
        """Keep a text and return its name, whether or not it is a game."""
        if len(data) > MOST_BYTES:
            raise RequestError(
                "too-long", f"a file may have {MOST_BYTES >> 10} KiB, this one is longer; split it"
            )
        text = decode(data)
        name = sha256(text.encode()).hexdigest()[:16]
        self._store.shelve(name, text)
        return name

    def ask(self, name: str, number: int, asked: Asked, *words: Any) -> bytes:
        """Answer a question about a game of a text, in a process apart, or raise RequestError."""
        answer = ANSWERS[asked]
        apart = self._long if answer.long else self._short
        found: bytes = apart.do(_answered, *self.text(name), number, asked, words, seconds=answer.seconds)
        return found

    def text(self, name: str) -> tuple[str, str]:
        """Find a text, and what it is called in messages, or raise RequestError."""
        if name.startswith(SAMPLE):
            return open_source(name)
        text = self._store.record(name)
        if text is None:
            raise RequestError("unknown-game", "this server has no such game; open its file again")
        return text, "game"

    def close(self) -> None:
        """Think no more of any game."""
        self._short.end()
        self._long.end()


def _answered(_: Tell, text: str, label: str, number: int, asked: Asked, words: tuple[Any, ...]) -> bytes:
    found = ANSWERS[asked].by(recording(text, label, number), *words)
    return found if isinstance(found, bytes) else msgspec.json.encode(found)


def recording(text: str, label: str, number: int = 1) -> Recording:
    """Open a game of a text by its number, or raise RequestError."""
    games = _opened(text, label)
    if not 1 <= number <= len(games):
        raise RequestError(
            "unknown-game", f"there is no game {number}; there are {len(games)}, counted from 1"
        )
    return games[number - 1]


@lru_cache(maxsize=MOST_OPEN)
def _opened(text: str, label: str) -> list[Recording]:
    readings = read(text, label)
    return [Recording(one, text, number=at, games=len(readings)) for at, one in enumerate(readings, 1)]


def samples() -> list[str]:
    """Name the games that come with the package."""
    return sorted(f"{SAMPLE}{path.stem}" for path in SAMPLES.iterdir() if path.suffix == ".json")
