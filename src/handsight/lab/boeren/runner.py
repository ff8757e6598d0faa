"""Play the matches of tables of Boeren Bridge: in pieces, by all workers, from where a folder left off."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from handsight.boeren import Rules
from handsight.errors import InputError, Interrupted
from handsight.kernels.boeren.match_loop import Results
from handsight.lab.boeren.result_row import BOEREN, blank
from handsight.lab.boeren.single_match import Table, play_table
from handsight.lab.executors import Crew
from handsight.lab.fingerprint import Label, fingerprint
from handsight.lab.hanabi.plan import check_games
from handsight.lab.hanabi.runner import Progress
from handsight.lab.parallel import finished
from handsight.lab.result_files import Folder, missing

USUAL_GAMES = 1_000
PARTS, LEAST = 50, 8


class Options(TypedDict, total=False):
    """Which matches, and how they are played; the last five change nothing of what comes of them."""

    games: int
    seed: int
    rules: str | Rules
    workers: int
    engine: str
    scheduler: str
    out: str | Path
    """A folder for a row a match; a run that was broken off goes on from there."""
    progress: Progress


@dataclass(frozen=True)
class Piece:
    """Some matches of one of the tables, for a worker of the same version."""

    at: int
    table: Table
    first: int
    count: int
    label: Label


class Played(NamedTuple):
    """The matches of a table, how many of them were played now, and how long that took."""

    rows: Results
    played: int
    seconds: float


def play_here(piece: Piece) -> Results:
    """Play some matches, where the worker is."""
    piece.label.check(piece.table)
    return play_table(piece.table, piece.first, piece.count)


def played(tables: Sequence[Table], options: Options) -> list[Played]:
    """Play the same number of matches at every table, but for those that a folder holds."""
    games = options.get("games", USUAL_GAMES)
    check_games(games)
    crew = Crew(options.get("workers", 1), options.get("engine", "auto"), options.get("scheduler"))
    tell = options.get("progress") or (lambda _done, _total: None)
    folder = _folder(tables, options)
    kept = [_found(folder, table, games) for table in tables]
    new = [games - int(there.sum()) for _, there in kept]
    done, total = games * len(tables) - sum(new), games * len(tables)
    seconds, start = [0.0] * len(tables), perf_counter()
    pieces = [piece for at, (_, there) in enumerate(kept) for piece in _pieces(at, tables[at], there)]
    try:
        for piece, found in finished(play_here, pieces, crew):
            kept[piece.at][0][piece.first : piece.first + piece.count] = found
            if folder:
                folder.keep(piece.table, piece.first, found)
            done += piece.count
            now = perf_counter()
            seconds[piece.at] += now - start
            start = now
            tell(done, total)
    except KeyboardInterrupt:
        raise Interrupted(done) from None
    ends = zip(kept, new, seconds, strict=True)
    return [Played(rows, count, taken) for (rows, _), count, taken in ends]


def _folder(tables: Sequence[Table], options: Options) -> Folder[Table] | None:
    """Return where rows are kept; matches that cannot be repeated are not taken up again."""
    if "out" not in options:
        return None
    for entry in (entry for table in tables for entry in table.specs):
        if not entry.repeatable:
            why = "plays by the clock, so its matches cannot be taken up again"
            raise InputError(f"{entry.name} {why}; give it deals=… alone, or leave out the folder")
    return Folder(options["out"], BOEREN)


def _found(folder: Folder[Table] | None, table: Table, games: int) -> tuple[Results, NDArray[np.bool_]]:
    return folder.found(table, games) if folder else (blank(games), np.zeros(games, np.bool_))


def _pieces(at: int, table: Table, there: NDArray[np.bool_]) -> Iterator[Piece]:
    label = Label(fingerprint(), table.identities)
    for first, count in missing(there, max(LEAST, len(there) // PARTS)):
        yield Piece(at, table, first, count, label)
