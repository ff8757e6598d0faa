"""What is kept of a game of Hanabi: a row of small numbers, also as a row of an Arrow table."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from handsight.hanabi import ClueGiven, End, State, Terms

Results = NDArray[np.int16]
"""A row for every game, in the order of their numbers."""

FIELDS = ("score", "points", "strikes", "turns", "clue_units", "end", "clues_given")
SCORE, POINTS, STRIKES, TURNS, CLUE_UNITS, END, CLUES_GIVEN = range(len(FIELDS))
"""The score by the rules, the cards on the stacks, …, and the end as an index in `ENDS`."""
ENDS = tuple(End)
PLAIN = ("score", "points", "strikes", "turns", "clues_given")
"""The fields that Arrow tables hold as they are; clue units become whole clue tokens, an end its name."""


def row(final: State) -> tuple[int, ...]:
    """Return the row of a game that is over."""
    end = ENDS.index(final.end)
    clues = sum(isinstance(event, ClueGiven) for event in final.events)
    return final.score, final.points, final.strikes, final.turn, final.clue_units, end, clues


def blank(games: int) -> Results:
    """Return rows for so many games."""
    return np.zeros((games, len(FIELDS)), np.int16)


def impossible(rows: Results, terms: Terms) -> str:
    """Say which field of some row no game on these terms can have; "" where all are possible."""
    top, most = terms.variant.max_score, dict.fromkeys(FIELDS, int(np.iinfo(np.int16).max))
    most |= {"score": top, "points": top, "strikes": terms.max_strikes}
    most |= {"clue_units": terms.max_clue_units, "end": len(ENDS) - 1}
    for at, (name, limit) in enumerate(most.items()):
        wrong = (rows[:, at] < 0) | (rows[:, at] > limit)
        if wrong.any():
            return f"{rows[wrong, at][0]} {name.replace('_', ' ')}, where 0 to {limit} are possible"
    return "more points scored than lie on the stacks" if (rows[:, SCORE] > rows[:, POINTS]).any() else ""


def arrow_columns(rows: Results, clue_cost: int) -> dict[str, Any]:
    """Return the results as Arrow columns."""
    import pyarrow as pa  # 0.4 s that only tables need

    return {
        **{name: pa.array(rows[:, FIELDS.index(name)]) for name in PLAIN},
        "tokens": pa.array(rows[:, CLUE_UNITS] / clue_cost),
        "end": pa.array([ENDS[end].value for end in rows[:, END]]).dictionary_encode(),
    }


def read_columns(table: Any, rows: Results, clue_cost: int) -> None:
    """Fill rows from the columns of an Arrow table."""
    for name in PLAIN:
        rows[:, FIELDS.index(name)] = table[name].to_numpy()
    rows[:, CLUE_UNITS] = table["tokens"].to_numpy() * clue_cost
    rows[:, END] = [ENDS.index(End(end)) for end in table["end"].to_pylist()]
