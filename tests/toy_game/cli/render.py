"""Draw a table of High Card in the terminal."""

from collections.abc import Sequence

from rich.text import Text

from handsight.text.counting import turn_number
from toy_game.rules import TABLE, State


def table(state: State, names: Sequence[str], seat: int | None = None, rows: int | None = None) -> Text:
    """Draw the table: all cards, or those that a seat sees."""
    del rows
    places = {**dict(enumerate(names)), TABLE: "table"}
    shown = (f"{name} {state.cards[at] if seat in (None, at) else '?'}" for at, name in places.items())
    return Text(f"turn {turn_number(state.turn)} · {', '.join(shown)}")
