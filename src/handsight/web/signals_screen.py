"""The signals screen: what hints can surely say, for a typed table or a hand of a game, and partitions."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.routing import Route

from handsight.errors import InputError, RequestError
from handsight.hanabi import HanabiRecord as Game
from handsight.signals import check_blocks, public_table, read_table, signals_json, study
from handsight.signals.hint_table import HINT_KINDS, HintKind, HintTable
from handsight.signals.signal_report import verdict_json
from handsight.web.recorded_games import Recordings, replay_of
from handsight.web.server.http_requests import worker_route
from handsight.web.server.rate_limits import Allowance
from handsight.web.server.worker_process import Report, Worker

SECONDS = 15.0
"""How long a table may take."""
STEPS = 100_000
"""How long to search for each partition; less than on the command line, since every change asks anew."""
MOST_HINTS = 40
MOST_CARDS = 12

Row = dict[str, Any]
Blocks = Sequence[Sequence[str]]
Text = Annotated[str, Meta(max_length=2_000)]
SentBlocks = Annotated[tuple[tuple[Annotated[str, Meta(max_length=40)], ...], ...], Meta(max_length=60)]


class TypedTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as somebody typed it, in the words of `handsight signals`."""

    text: Text
    left: Text = ""
    more: Text = ""
    hints: Text = "both"
    blocks: SentBlocks = ()


class GameHand(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand at a turn of a recorded game; the turn is an index from 0, the game's number counts from 1."""

    turn: Annotated[int, Meta(ge=0)]
    seat: Annotated[int, Meta(ge=0)]
    game: int = 1
    hints: Text = "both"
    blocks: SentBlocks = ()


def signals_routes(worker: Worker, recordings: Recordings) -> list[Route]:
    """Return the routes to the signals screen."""
    limit = Allowance(120, 20)
    return [
        worker_route("/api/signals", typed_table, TypedTable, worker, limit, seconds=SECONDS),
        worker_route(
            "/api/signals/{name}",
            hand_of_game,
            GameHand,
            worker,
            limit,
            seconds=SECONDS,
            source=lambda request: recordings.text(request.path_params["name"]),
        ),
    ]


def typed_table(_: Report, text: str, left: str, more: str, kind: str, blocks: Blocks) -> Row:
    """Answer for a table that somebody typed."""
    return answer(lambda: read_table(text, left=left or None, hints=more, kind=kind_named(kind)), blocks)


def hand_of_game(  # noqa: PLR0913, PLR0917  # as the request has them
    _: Report, text: str, label: str, turn: int, seat: int, number: int, kind: str, blocks: Blocks
) -> Row:
    """Answer for a hand of a recorded game, as everybody knows it."""
    game = getattr(replay_of(text, label, number), "game", None)
    if not isinstance(game, Game):
        raise RequestError("no-hints", "hints are given in Hanabi alone; this is another game")
    found = answer(lambda: public_table(game, seat=seat, turn=turn, kind=kind_named(kind)), blocks)
    return found | {"names": game.seats, "variant": game.setup.terms.variant.name}


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


def kind_named(word: str) -> HintKind:
    """Return which hints a word asks for."""
    for kind in HINT_KINDS:
        if kind == word:
            return kind
    raise InputError(f"there are no hints of kind {word!r}; there are {', '.join(HINT_KINDS)}")
