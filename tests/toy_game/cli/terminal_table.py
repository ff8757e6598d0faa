"""A table of High Card in the terminal: drawn, and played at."""

from argparse import Namespace
from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text

from handsight.cli.play import PlayTable
from handsight.game import deal_dice, shuffled
from handsight.text.counting_from_one import turn_number
from toy_game import notation, rules
from toy_game.rules import TABLE, State


def table_json(state: State, names: Sequence[str], seat: int | None = None) -> dict[str, object]:
    """Return the table as JSON data."""
    return {
        "cards": [card if seat in (None, at) else None for at, card in enumerate(state.cards[: len(names)])]
    }


def draw(state: State, names: Sequence[str], seat: int | None = None, rows: int | None = None) -> Text:
    """Draw the table: all cards, or those that a seat sees."""
    del rows
    places = {**dict(enumerate(names)), TABLE: "table"}
    shown = (f"{name} {state.cards[at] if seat in (None, at) else '?'}" for at, name in places.items())
    return Text(f"turn {turn_number(state.turn)} · {', '.join(shown)}")


class HighCardTable(PlayTable):
    """A game of High Card."""

    game = "toy"
    rules: ClassVar = rules
    words: ClassVar = notation
    draw = staticmethod(draw)
    suffixes = (notation.SUFFIX,)
    help = "keep   keep your card               swap   swap it for the card on the table"

    def __init__(self, args: Namespace) -> None:
        super().__init__(args, None, rules.SEAT_NAMES)
        self.state = rules.deal(shuffled(rules.CARDS, deal_dice(self.seed)))

    def texts(self) -> list[str]:
        """Return the game as its file holds it."""
        states = (*(move.state for move in self.moves), self.state)
        game = notation.Recorded(states[0].setup, tuple(move.action for move in self.moves), states)
        return [notation.write(game).text]

    def ending(self) -> str:
        """Say who has won."""
        return f"{notation.winner(rules.score(self.state) or ())} wins"

    def result(self) -> dict[str, Any]:
        """Return how the game stands."""
        return {"game": "toy", "score": rules.score(self.state)}


play_table = HighCardTable
