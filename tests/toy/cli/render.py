"""Draw a table of High Card."""

from rich.text import Text

from handsight.text.counting import turn_number
from toy import rules


def table(
    state: rules.State, names: tuple[str, ...], seat: int | None = None, rows: int | None = None
) -> Text:
    del rows
    hands = (f"{name} {state.cards[at] if seat in (None, at) else '?'}" for at, name in enumerate(names))
    return Text(f"turn {turn_number(state.turn)} · {', '.join(hands)}")
