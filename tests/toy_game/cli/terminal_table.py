"""A table of High Card in the terminal: drawn, and played at."""

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from handsight.cli.play import PlayTable, free_paths, seat_all
from handsight.errors import InputError
from handsight.game import deal_dice, shuffled
from handsight.text.counting_from_one import turn_number
from handsight.text.suggestions import listed
from toy_game import notation, rules
from toy_game.rules import TABLE, Action, State


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

    help = "keep   keep your card               swap   swap it for the card on the table"

    def drawn(self) -> RenderableType:
        """Draw what the person sees; once the game is over, everything."""
        return draw(self.state, self.names, None if self.over else self.seat)

    def parse(self, text: str) -> Action:
        """Return the action that a person typed."""
        if text not in list(Action):
            raise InputError(f"{text!r} is no move; type {listed(Action)}")
        return Action(text)

    def events_text(self, before: State, after: State) -> str:
        """Say what happened."""
        return f"{self.names[before.seat]}: {after.events[-1].action}"

    def action_text(self, action: Action) -> str:
        """Say an action as advice."""
        return f"{action} it"

    def write(self) -> None:
        """Write the game into its file."""
        states = (*(move.state for move in self.moves), self.state)
        game = notation.Recorded(states[0].setup, tuple(move.action for move in self.moves), states)
        self.paths[0].write_text(notation.write(game).text, encoding="utf-8")

    def ending(self) -> str:
        """Say who has won."""
        return f"{notation.winner(rules.score(self.state) or ())} wins"

    @property
    def row(self) -> dict[str, Any]:
        """How the game stands, and where it was saved."""
        return {"game": "toy", "score": rules.score(self.state), "saved": list(map(str, self.paths))}


def play_table(args: Namespace) -> HighCardTable:
    """Set up the table that the options describe."""
    seating = seat_all(args, "toy", rules, None, rules.SEAT_NAMES)
    paths = free_paths(args.save, f"highcard-{seating.seed}", [notation.SUFFIX])
    state = rules.deal(shuffled(rules.CARDS, deal_dice(seating.seed)))
    return HighCardTable(state, rules.SEAT_NAMES, seating, paths, practice=args.practice)
