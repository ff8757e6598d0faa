"""Recorded games that browsers handed in, each saved under a name made from its text, and their routes.

A text may take any time to read and to analyse, so that happens in worker processes with deadlines.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta, Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from handsight.errors import RequestError
from handsight.notation import GAMES as NOTATIONS
from handsight.notation import open_source, read, recognise
from handsight.notation.game_files import SAMPLE, decode
from handsight.web.games import GAMES, check_bot_name, check_convention_name, game_page
from handsight.web.server.http_requests import json_response, query_number, read_bytes, read_json
from handsight.web.server.rate_limits import Allowance
from handsight.web.server.table_messages import NoteText
from handsight.web.server.table_store import Store, record_name
from handsight.web.server.worker_process import MEMORY, Report, Worker
from handsight.web.single_file import single_file

if TYPE_CHECKING:
    from handsight.web.hanabi.game_replay import HanabiReplay

MOST_BYTES = 1 << 20
"""Bytes of the longest text that is accepted: a few hundred games."""
MOST_ADDRESS = 4_000
"""Bytes of the longest text that is taken for an address if it looks like one."""
MOST_NOTES = 1 << 18
"""Bytes of the notes on one game."""
DEFAULT_BY = "robot5"
"""The bot that plays on after each move, if the browser names none."""
MOST_OPEN = 16
"""Texts whose replays stay in a worker's memory."""


class ReplayQuery(NamedTuple):
    """The arguments (see `_argument`) of a question about a recorded game, and its time limit in seconds.

    A *long* question is answered in another process, so that stepping through a game need not wait for it. A
    *heavy* one keeps a processor busy, so it may be asked less often.
    """

    words: tuple[str, ...] = ()
    seconds: float = 15.0
    long: bool = False
    heavy: bool = False


QUERIES = {
    "head": ReplayQuery(),
    "moment": ReplayQuery(("turn", "viewer")),
    "choices": ReplayQuery(("turn",)),
    "why": ReplayQuery(("turn", "seat", "slot")),
    "exports": ReplayQuery(),
    "information": ReplayQuery((), 60.0, long=True),
    "reading": ReplayQuery(("convention",), 60.0, long=True),
    "played-on": ReplayQuery(("turn", "bot"), 60.0, long=True, heavy=True),
    "open-hands": ReplayQuery(("turn",), 60.0, long=True, heavy=True),
    "best-fit": ReplayQuery(("until",), 300.0, long=True, heavy=True),  # it compiles all bots
    "page": ReplayQuery((), 120.0, long=True),
}
"""What a browser may ask about a recorded game: a method of its replay, or `page`, the replay as one file."""
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
        """Save a text; return its name, or a link's address to download from, and a link's turn (from 1)."""
        text = decode(data[:MOST_ADDRESS]).strip() if len(data) <= MOST_ADDRESS else ""
        links = (notation.load().link(text) for notation in NOTATIONS.values() if text)
        link = next(filter(None, links), None)
        turn = link.turn if link else None
        return (
            {"export": link.export, "turn": turn}
            if link and link.export
            else {"id": self.add(data), "turn": turn}
        )

    def ask(
        self, name: str, number: int, line: str, query: str, *args: Any, notes: Notes | None = None
    ) -> bytes:
        """Answer a question about a game of a text in a worker process, or raise RequestError.

        *number* (from 1) is that of the game in the text *name*. The moves of *line* replace the game's own
        from some turn on; *notes* replace its notes.
        """
        asked = QUERIES[query]
        worker = self._long if asked.long else self._short
        answer: bytes = worker.run(
            _answer, *self.text(name), number, line, query, args, notes, seconds=asked.seconds
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
    line: str,
    query: str,
    args: tuple[Any, ...],
    notes: Notes | None,
) -> bytes:
    replay = line_of(text, label, number, line)
    noted = replay if notes is None else replay.with_notes(notes)
    if query == "page":
        by, analysis = args
        return single_file(noted.read_by(by) if by else noted, analysis)
    return msgspec.json.encode(getattr(noted, query.replace("-", "_"))(*args))


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
    """Return a game of a text, with other moves from some turn on if there is a line, or raise InputError."""
    replay = replay_of(text, label, number)
    return replay.with_line(line) if line else replay


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


# Routes.


class Annotations(Struct, frozen=True, forbid_unknown_fields=True):
    """A reader's notes on a game, by seat and card, in place of those of the file."""

    notes: Annotated[tuple[Annotated[tuple[NoteText, ...], Meta(max_length=120)], ...], Meta(max_length=6)]


def replay_routes(
    recordings: Recordings, analysed: Callable[[str, int, str], dict[str, Any] | None]
) -> list[Route]:
    """Return the routes to recorded games; *analysed* returns the analysis that a replay's file includes."""
    adding, asking = Allowance(60, 5), Allowance(1000, 60)  # stepping asks as fast as keys repeat
    playing = Allowance(40, 2)

    async def add(request: Request) -> Response:
        adding.spend()
        data = await read_bytes(request, MOST_BYTES)
        return json_response(recordings.hand_in(data))

    def ask(request: Request) -> Response:  # not async: the server runs it on a thread
        query = request.path_params.get("query", "head")
        if query not in QUERIES:
            raise RequestError("unknown-game", f"there is no question {query[:40]!r} about a game")
        (playing if QUERIES[query].heavy else asking).spend()
        args = [_argument(request, word) for word in QUERIES[query].words]
        answer = recordings.ask(*game_of(request), query, *args)
        return Response(answer, media_type="application/json")

    async def written(request: Request) -> Response:
        """Answer with a game's exports, or its replay as one file; notes that were sent replace its own."""
        adding.spend()
        sent = await read_json(request, Annotations, MOST_NOTES) if request.method == "POST" else None
        ask = partial(recordings.ask, *game_of(request), notes=sent.notes if sent else None)
        if request.url.path.endswith("/exports"):
            return Response(await run_in_threadpool(ask, "exports"), media_type="application/json")
        by = _argument(request, "convention") if request.query_params.get("by") else ""
        html = await run_in_threadpool(ask, "page", by, analysed(*game_of(request)))
        name = {"content-disposition": 'attachment; filename="replay.html"'}
        return Response(html, media_type="text/html", headers=name)

    path = "/api/replays/{name}"
    return [
        Route("/api/replays", add, methods=["POST"]),
        Route("/api/replays", lambda _: json_response(samples())),
        Route(path, ask),
        Route(f"{path}/exports", written, methods=["POST"]),
        Route(f"{path}/page", written, methods=["GET", "POST"]),
        Route(f"{path}/{{query}}", ask),
    ]


def game_of(request: Request) -> tuple[str, int, str]:
    """Return the name of a request's text, the game's number in it (from 1), and the line tried in it."""
    name = request.path_params["name"]
    return name, query_number(request, "game", 1), request.query_params.get("line", "")


def bot_of(request: Request) -> str:
    """Return the name of the bot that is to play on after each move, or raise RequestError."""
    replayed = [name for name in GAMES if game_page(name).replay]
    return check_bot_name(request.query_params.get("by", DEFAULT_BY), replayed)


def _argument(request: Request, word: str) -> Any:
    """Return one argument of a question: a bot, a convention, a seat or None, or else a number."""
    match word:
        case "bot":
            return bot_of(request)
        case "convention":
            return check_convention_name(request.query_params.get("by", ""))
        case "viewer":  # a seat, where one is named
            return query_number(request, "seat") if "seat" in request.query_params else None
    return query_number(request, word)
