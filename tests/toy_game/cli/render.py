"""Draw a table of High Card in the terminal."""

from collections.abc import Sequence

from rich.text import Text

from handsight.text.counting_from_one import turn_number
from toy_game.rules import TABLE, State


def table_json(state: State, names: Sequence[str], seat: int | None = None) -> dict[str, object]:
    """Return the table as JSON data."""
    return {
        "cards": [card if seat in (None, at) else None for at, card in enumerate(state.cards[: len(names)])]
    }


def table(state: State, names: Sequence[str], seat: int | None = None, rows: int | None = None) -> Text:
    """Draw the table: all cards, or those that a seat sees."""
    del rows
    places = {**dict(enumerate(names)), TABLE: "table"}
    shown = (f"{name} {state.cards[at] if seat in (None, at) else '?'}" for at, name in places.items())
    return Text(f"turn {turn_number(state.turn)} · {', '.join(shown)}")
