"""Recorded games that browsers handed in, each saved under a name made from its text.

A text may take any time to read and to analyse, so that happens in worker processes with deadlines.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from handsight.errors import RequestError
from handsight.notation import GAMES as NOTATIONS
from handsight.notation import open_source, read, recognise
from handsight.notation.game_files import SAMPLE, decode
from handsight.web.games import GAMES, game_page
from handsight.web.server.table_store import Store, record_name
from handsight.web.server.worker_process import MEMORY, Report, Worker
from handsight.web.single_file import single_file

if TYPE_CHECKING:
    from handsight.web.hanabi.game_replay import HanabiReplay

MOST_BYTES = 1 << 20
"""The longest text that is accepted: a few hundred games."""
MOST_ADDRESS = 4_000
"""The longest text that may be an address and no game."""
MOST_OPEN = 16
"""Texts whose replays stay in a worker's memory."""


class ReplayQuery(NamedTuple):
    """In how many seconds a question is answered at most, and whether that is long.

    Long answers have a process of their own, so that stepping through a game need not wait for them.
    """

    seconds: float = 15.0
    long: bool = False


QUERIES = {
    **dict.fromkeys(("head", "moment", "choices", "why", "exports"), ReplayQuery()),
    **dict.fromkeys(("information", "reading", "played-on", "open-hands"), ReplayQuery(60.0, long=True)),
    "page": ReplayQuery(120.0, long=True),
    "best-fit": ReplayQuery(300.0, long=True),  # it compiles all bots
}
"""What a browser may ask about a recorded game: a method of its replay, or the page that works by itself."""
Notes = tuple[tuple[str, ...], ...]
"""Notes on cards by seat and card, in place of those of the recorded game."""


class Recordings:
    """Texts of recorded games by name; a sample is named ``sample:first``."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._short, self._long = Worker(MEMORY), Worker(MEMORY)

    def add(self, data: bytes) -> str:
        """Save a text and return its name, whether or not it is a game."""
        if len(data) > MOST_BYTES:
            raise RequestError(
                "too-long", f"a file may have {MOST_BYTES >> 10} KiB, this one is longer; split it"
            )
        text = decode(data)
        name = record_name(text.encode())
        self._store.save_record(name, text)
        return name

    def hand_in(self, data: bytes) -> dict[str, Any]:
        """Save a text and return its name, with the turn (from 1) of a link; or where else its game is."""
        text = decode(data[:MOST_ADDRESS]).strip() if len(data) <= MOST_ADDRESS else ""
        files = [notation.load() for notation in NOTATIONS.values()]
        turn = next((turn for file in files if text and (turn := file.link_turn(text))), None)
        export = next((found for file in files if text and (found := file.export_address(text))), None)
        return {"export": export, "turn": turn} if export else {"id": self.add(data), "turn": turn}

    def ask(
        self,
        name: str,
        number: int,
        query: str,
        *args: Any,
        line: str = "",
        notes: Notes | None = None,
    ) -> bytes:
        """Answer a question about a game of a text in a worker process, or raise RequestError.

        Args:
            name: the name of the text.
            number: the number of the game in it, from 1.
            query: what is asked.
            *args: what it is asked with, such as a turn.
            line: moves in place of the game's own, from some turn on.
            notes: notes in place of the game's own.
        """
        worker = self._long if QUERIES[query].long else self._short
        seconds = QUERIES[query].seconds
        answer: bytes = worker.run(
            _answer, *self.text(name), number, query, args, line, notes, seconds=seconds
        )
        return answer

    def text(self, name: str) -> tuple[str, str]:
        """Return a text and its label in messages, or raise RequestError."""
        if name.startswith(SAMPLE):
            return open_source(name)
        text = self._store.load_record(name)
        if text is None:
            raise RequestError("unknown-game", "this server has no such game; open its file again")
        return text, "game"

    def close(self) -> None:
        """Stop answering."""
        self._short.close()
        self._long.close()


def _answer(  # noqa: PLR0913, PLR0917  # what it is sent to a worker with
    _: Report,
    text: str,
    label: str,
    number: int,
    query: str,
    args: tuple[Any, ...],
    line: str = "",
    notes: Notes | None = None,
) -> bytes:
    replay = line_of(text, label, number, line) if line else replay_of(text, label, number)
    noted = replay if notes is None else replay.with_notes(notes)
    if query == "page":
        return _page(noted, *args)
    return msgspec.json.encode(getattr(noted, query.replace("-", "_"))(*args))


def _page(replay: "HanabiReplay", by: str = "", analysis: dict[str, Any] | None = None) -> bytes:
    return single_file(replay.read_by(by) if by else replay, analysis)


def replay_of(text: str, label: str, number: int = 1) -> "HanabiReplay":
    """Return the replay of a game of a text by its number, or raise RequestError."""
    replays = _replays(text, label)
    if not 1 <= number <= len(replays):
        raise RequestError(
            "unknown-game", f"there is no game {number}; there are {len(replays)}, counted from 1"
        )
    return replays[number - 1]


@lru_cache(maxsize=4 * MOST_OPEN)
def line_of(text: str, label: str, number: int, line: str) -> "HanabiReplay":
    """Return a hypothetical: a game of a text with other moves from some turn on, or raise InputError."""
    return replay_of(text, label, number).with_line(line)


@lru_cache(maxsize=MOST_OPEN)
def _replays(text: str, label: str) -> "list[HanabiReplay]":
    page = game_page(recognise(text, label))
    if page.replay is None:
        raise RequestError("no-replay", f"the page cannot show replays of {page.title} yet")
    games = list(read(text, label))
    return [page.replay(one, text, number=at, games=len(games)) for at, one in enumerate(games, 1)]


def samples() -> list[dict[str, str]]:
    """Return the recorded games that come with the package: name, title, and what each is."""
    notations = [NOTATIONS[name].load() for name in GAMES if game_page(name).replay]
    known = [one for notation in notations for one in sorted(notation.ABOUT_SAMPLES.items())]
    return [
        {
            "name": f"{SAMPLE}{stem}",
            "title": stem.replace("_", " ").capitalize(),
            "about": about.split(". ")[0],
        }
        for stem, about in known
    ]
