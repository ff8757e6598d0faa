"""The signals screen: what hints can surely say, for a typed table or a hand of a game, and partitions."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from msgspec import Meta
from starlette.routing import Route

from handsight.errors import InputError, RequestError
from handsight.hanabi import HanabiRecord as Game
from handsight.signals import check_blocks, public_table, read_table, signals_json, study
from handsight.signals.hint_table import HintKind, HintTable
from handsight.signals.signal_report import verdict_json
from handsight.web.recorded_games import Recordings, replay_of
from handsight.web.server.http_requests import worker_route
from handsight.web.server.rate_limits import Allowance
from handsight.web.server.table_messages import Small
from handsight.web.server.worker_process import Report, Worker

SECONDS = 15.0
"""How many seconds an answer about a table may take."""
STEPS = 100_000
"""How many steps to search for each partition; fewer than on the command line, as every change asks anew."""
MOST_HINTS = 40
MOST_CARDS = 12

Row = dict[str, Any]
Blocks = Sequence[Sequence[str]]
Text = Annotated[str, Meta(max_length=2_000)]
SentBlocks = Annotated[tuple[tuple[Annotated[str, Meta(max_length=40)], ...], ...], Meta(max_length=60)]


def signals_routes(worker: Worker, recordings: Recordings) -> list[Route]:
    """Return the routes to the signals screen."""
    limit = Allowance(120, 20)
    return [
        worker_route("/api/signals", typed_table, worker, limit, seconds=SECONDS),
        worker_route(
            "/api/signals/{name}",
            hand_of_game,
            worker,
            limit,
            seconds=SECONDS,
            source=lambda request: recordings.text(request.path_params["name"]),
        ),
    ]


def typed_table(
    _: Report,
    *,
    text: Text,
    left: Text = "",
    more: Text = "",
    hints: HintKind = "both",
    blocks: SentBlocks = (),
) -> Row:
    """Answer for a table that somebody typed, written as for `handsight signals`."""
    return answer(lambda: read_table(text, left=left or None, hints=more, kind=hints), blocks)


def hand_of_game(  # noqa: PLR0913  # as the request has them
    _: Report,
    text: str,
    label: str,
    *,
    turn: Small,
    seat: Small,
    game: int = 1,
    hints: HintKind = "both",
    blocks: SentBlocks = (),
) -> Row:
    """Answer for a hand of a recorded game, by what is public; *game* (from 1) is its number in the text."""
    record = getattr(replay_of(text, label, game), "game", None)
    if not isinstance(record, Game):
        raise RequestError("no-hints", "hints are given in Hanabi alone; this is another game")
    found = answer(lambda: public_table(record, seat=seat, turn=turn, kind=hints), blocks)
    return found | {"names": record.seats, "variant": record.setup.terms.variant.name}


def answer(read: Callable[[], HintTable], blocks: Blocks) -> Row:
    """Return everything about a table and the blocks that somebody tries, or what is wrong with the table.

    Hints of the blocks that the table does not have are left out: they belonged to the table before.
    """
    try:
        table = read()
        tried = [[hint for hint in block if hint in table.hints] for block in blocks]
        return {"problem": None} | _answer(table, [block for block in tried if block])
    except InputError as error:
        return {"problem": str(error)}


def _answer(table: HintTable, blocks: Blocks) -> Row:
    if len(table.hints) > MOST_HINTS or len(table.rows) > MOST_CARDS:
        raise InputError(
            f"the page shows up to {MOST_HINTS} hints and {MOST_CARDS} cards, and this table has"
            f" {len(table.hints)} and {len(table.rows)}; take away rows or hints"
        )
    found = signals_json(study(table, steps=STEPS))
    tried = [verdict_json(verdict, table) for verdict in check_blocks(table, blocks)]
    return found | {"tried": tried}
