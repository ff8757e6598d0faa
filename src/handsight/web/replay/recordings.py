"""Recorded games that browsers handed in, each saved under a name made from its text.

A text may take any time to read and to analyse, so that happens in worker processes with deadlines.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import msgspec

from handsight.errors import RequestError
from handsight.notation import GAMES as NOTATIONS
from handsight.notation import open_source, read, recognise
from handsight.notation.game_files import SAMPLE, decode
from handsight.text.suggestions import did_you_mean, listed, quote
from handsight.web.games import GAMES, game_page
from handsight.web.replay.single_file import single_file
from handsight.web.server.game_page import ReplayPage
from handsight.web.server.offered_conventions import offered_conventions
from handsight.web.server.store import Store, record_name
from handsight.web.server.worker import MEMORY, Report, Worker

MOST_BYTES = 1 << 20
"""The longest text that is accepted: a few hundred games."""
MOST_ADDRESS = 4_000
"""The longest text that may be an address and no game."""
MOST_OPEN = 16
"""Texts whose replays stay in a worker's memory."""


class Query(NamedTuple):
    """A question about a recorded game: how it is answered, and in at most how many seconds.

    Long answers have a process of their own, so that stepping through a game need not wait for them.
    """

    answer: Callable[..., object]
    seconds: float = 15.0
    long: bool = False


def _page(replay: ReplayPage, by: str = "", analysis: dict[str, Any] | None = None) -> bytes:
    return single_file(replay.read_by(_offered(by)) if by else replay, analysis)


Notes = tuple[tuple[str, ...], ...]
"""Notes on cards by seat and card, in place of those of the recorded game."""
QueryName = Literal[
    "head",
    "moment",
    "choices",
    "why",
    "information",
    "reading",
    "exports",
    "page",
    "played-on",
    "open-hands",
    "best-fit",
]
QUERIES: dict[QueryName, Query] = {
    "head": Query(lambda replay: replay.head()),
    "moment": Query(lambda replay, *args: replay.moment(*args)),
    "choices": Query(lambda replay, *args: replay.choices(*args)),
    "exports": Query(lambda replay: replay.exports()),
    "why": Query(lambda replay, *args: replay.why(*args)),
    "information": Query(lambda replay: replay.information(), 60.0, long=True),
    "reading": Query(lambda replay, by: replay.reading(_offered(by)), 60.0, long=True),
    "page": Query(_page, 120.0, long=True),
    "played-on": Query(lambda replay, *args: replay.played_on(*args), 60.0, long=True),
    "best-fit": Query(lambda replay, until: replay.best_fit(until), 300.0, long=True),  # it compiles all bots
    "open-hands": Query(lambda replay, turn: replay.open_hands(turn), 60.0, long=True),
}


def _offered(by: str) -> str:
    """Return the name of a convention that the page offers; a browser may name no file."""
    if by not in offered_conventions():
        advice = did_you_mean(by, offered_conventions(), f"there are {listed(offered_conventions())}")
        raise RequestError("unknown-convention", f"no convention is called {quote(by)}; {advice}")
    return by


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
        query: QueryName,
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
    query: QueryName,
    args: tuple[Any, ...],
    line: str = "",
    notes: Notes | None = None,
) -> bytes:
    replay = line_of(text, label, number, line) if line else replay_of(text, label, number)
    answer = QUERIES[query].answer(replay if notes is None else replay.with_notes(notes), *args)
    return answer if isinstance(answer, bytes) else msgspec.json.encode(answer)


def replay_of(text: str, label: str, number: int = 1) -> ReplayPage:
    """Return the replay of a game of a text by its number, or raise RequestError."""
    replays = _replays(text, label)
    if not 1 <= number <= len(replays):
        raise RequestError(
            "unknown-game", f"there is no game {number}; there are {len(replays)}, counted from 1"
        )
    return replays[number - 1]


@lru_cache(maxsize=4 * MOST_OPEN)
def line_of(text: str, label: str, number: int, line: str) -> ReplayPage:
    """Return a hypothetical: a game of a text with other moves from some turn on, or raise InputError."""
    return replay_of(text, label, number).with_line(line)


@lru_cache(maxsize=MOST_OPEN)
def _replays(text: str, label: str) -> list[ReplayPage]:
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
