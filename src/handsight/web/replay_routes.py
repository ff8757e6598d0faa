"""Routes to recorded games: hand one in, see a turn, ask why, download the replay as one file."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from handsight.web.games import GAMES, check_bot_name, check_convention_name, game_page
from handsight.web.recorded_games import MOST_BYTES, Notes, Recordings, samples
from handsight.web.replay_analyses import Analyses, AnalysisKey
from handsight.web.server.http_requests import json_response, query_number, read_bytes, read_json
from handsight.web.server.rate_limits import Allowance
from handsight.web.server.table_talk import NoteText

DEFAULT_BY = "robot5"
"""Who goes on after each move of an analysis, if nobody is named."""
AUTO = "auto"
"""Stands for the bot that fits the players best."""
MOST_NOTES = 1 << 18
"""Bytes of the notes on one game."""


class Annotations(Struct, frozen=True, forbid_unknown_fields=True):
    """A reader's notes on a game, by seat and card, in place of those of the file."""

    notes: Annotated[tuple[Annotated[tuple[NoteText, ...], Meta(max_length=120)], ...], Meta(max_length=6)]


def replay_routes(recordings: Recordings, analyses: Analyses) -> list[Route]:
    """Return the routes to recorded games and their analyses."""
    adding, asking = Allowance(60, 5), Allowance(1000, 60)  # stepping asks as fast as keys repeat
    playing = Allowance(40, 2)

    async def add(request: Request) -> Response:
        adding.spend()
        data = await read_bytes(request, MOST_BYTES)
        return json_response(recordings.hand_in(data))

    def answer(request: Request, query: str, *args: Any, notes: Notes | None = None) -> bytes:
        line = request.query_params.get("line", "")
        number = query_number(request, "game", 1)
        return recordings.ask(request.path_params["name"], number, query, *args, line=line, notes=notes)

    def ask(
        query: str, args: Callable[[Request], tuple[Any, ...]], allowance: Allowance = asking
    ) -> Callable[[Request], Response]:
        def respond(request: Request) -> Response:  # not async: the server runs it on a thread
            allowance.spend()
            return Response(answer(request, query, *args(request)), media_type="application/json")

        return respond

    def page_args(request: Request) -> tuple[Any, ...]:
        by = _convention(request) if request.query_params.get("by") else ("",)
        return (*by, analyses.rows(*_game(request)))

    def page(request: Request) -> Response:
        adding.spend()
        name = 'attachment; filename="replay.html"'
        html = answer(request, "page", *page_args(request))
        return Response(html, media_type="text/html", headers={"content-disposition": name})

    async def annotated(request: Request) -> Response:
        """Answer with the exports or the single file of a game with the reader's own notes."""
        adding.spend()
        asked = await read_json(request, Annotations, MOST_NOTES)
        query = "page" if request.url.path.endswith("/page") else "exports"
        media = "text/html" if query == "page" else "application/json"
        args = page_args(request) if query == "page" else ()
        found = await run_in_threadpool(partial(answer, request, query, *args, notes=asked.notes))
        return Response(found, media_type=media)

    def analysis(request: Request) -> Response:
        """Answer with the turns that were analysed since the browser asked last."""
        asking.spend()
        turn, since = query_number(request, "turn", 0), query_number(request, "since", 0)
        return json_response(analyses.look(_analysis_key(request), turn, since))

    def leave(request: Request) -> Response:
        analyses.stop(_analysis_key(request))
        return json_response({"stopped": True})

    path = "/api/replays/{name}"
    return [
        Route("/api/replays", add, methods=["POST"]),
        Route("/api/replays", lambda _: json_response(samples())),
        Route(path, ask("head", lambda _: ())),
        Route(f"{path}/moment", ask("moment", _turn_and_seat)),
        Route(f"{path}/choices", ask("choices", _turn)),
        Route(f"{path}/exports", annotated, methods=["POST"]),
        Route(f"{path}/page", annotated, methods=["POST"]),
        Route(f"{path}/why", ask("why", _card)),
        Route(f"{path}/information", ask("information", lambda _: ())),
        Route(f"{path}/reading", ask("reading", _convention)),
        Route(f"{path}/analysis", analysis),
        Route(f"{path}/analysis", leave, methods=["DELETE"]),
        Route(f"{path}/played-on", ask("played-on", _turn_and_bot, playing)),
        Route(
            f"{path}/best-fit", ask("best-fit", lambda request: (query_number(request, "until"),), playing)
        ),
        Route(f"{path}/open-hands", ask("open-hands", _turn, playing)),
        Route(f"{path}/page", page),
    ]


def _game(request: Request) -> tuple[str, int, str]:
    """Read which game is meant, and the moves tried in it."""
    name = request.path_params["name"]
    return name, query_number(request, "game", 1), request.query_params.get("line", "")


def _analysis_key(request: Request) -> AnalysisKey:
    by = AUTO if request.query_params.get("by") == AUTO else _bot(request)
    return AnalysisKey(*_game(request), by, query_number(request, "believe", 0) > 0)


def _bot(request: Request) -> str:
    """Read who goes on after each move: a bot that ships, or RequestError."""
    replayed = [name for name in GAMES if game_page(name).replay]
    return check_bot_name(request.query_params.get("by", DEFAULT_BY), replayed)


def _convention(request: Request) -> tuple[str]:
    return (check_convention_name(request.query_params.get("by", "")),)


def _turn(request: Request) -> tuple[int]:
    return (query_number(request, "turn"),)


def _turn_and_bot(request: Request) -> tuple[int, str]:
    return query_number(request, "turn"), _bot(request)


def _turn_and_seat(request: Request) -> tuple[int, int | None]:
    """Read the index of a turn, and a seat where one is named."""
    seat = query_number(request, "seat") if "seat" in request.query_params else None
    return query_number(request, "turn"), seat


def _card(request: Request) -> tuple[int, ...]:
    return tuple(query_number(request, name) for name in ("turn", "seat", "slot"))
