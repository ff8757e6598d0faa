"""Results of Boeren Bridge as Parquet files: a row a match, with what each of the four players came to."""

from typing import Any

import numpy as np

from handsight.boeren import SEATS
from handsight.kernels.boeren.match_loop import FIELDS, MET, POINTS, TRICKS, Results
from handsight.lab.boeren.single_match import Table
from handsight.lab.fingerprint import fingerprint
from handsight.lab.result_files import Shape

WORDS = {"points": POINTS, "tricks": TRICKS, "met": MET}
"""A column for each of these and each player, as in ``points_0``; players count in the order named."""


def blank(games: int) -> Results:
    """Return rows for so many matches."""
    return np.zeros((games, SEATS, FIELDS), np.int32)


def _table(table: Table, first: int, rows: Results) -> Any:
    """Return the rows of a chunk with all that they depend on."""
    import pyarrow as pa  # noqa: PLC0415  0.4 s that only a run with a folder needs

    def same(text: str) -> Any:
        return pa.array([text] * len(rows)).dictionary_encode()

    games, names = range(first, first + len(rows)), [entry.name for entry in table.specs]
    seats = [", ".join(names[player] for player in table.seating(game)) for game in games]
    columns = {
        "game": pa.array(games, pa.int64()),
        "seed": pa.array([table.seed] * len(rows), pa.uint64()),
        "seats": pa.array(seats).dictionary_encode(),
        "rules": same(table.rules.name),
        "rounds": same(table.rules.schedule),
        "version": same(fingerprint()),
        **{f"player_{player}": same(name) for player, name in enumerate(names)},
        **{
            f"{word}_{player}": pa.array(rows[:, player, at])
            for word, at in WORDS.items()
            for player in range(SEATS)
        },
    }
    return pa.table(columns, metadata={"rules": repr(table.rules), "plan": table.digest})


def _fill(_table: Table, read: Any, rows: Results) -> None:
    """Read rows from a table."""
    for word, at in WORDS.items():
        for player in range(SEATS):
            rows[:, player, at] = read[f"{word}_{player}"].to_numpy()


BOEREN = Shape(blank, _table, _fill)
