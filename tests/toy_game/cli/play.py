"""Playing High Card in the terminal."""

from argparse import Namespace
from typing import Any

from rich.console import RenderableType

from handsight.cli import arguments, play_loop
from handsight.cli.play_loop import PlayTable, Seating
from handsight.errors import InputError
from handsight.game import deal_dice, shuffled
from handsight.text.suggestions import listed
from toy_game import notation, rules
from toy_game.cli import render
from toy_game.rules import Action, State


class HighCardTable(PlayTable[State, Action]):
    """A game of High Card."""

    help = "keep   keep your card               swap   swap it for the card on the table"

    @property
    def over(self) -> bool:
        """Whether both seats have acted."""
        return self.state.over

    def drawn(self) -> RenderableType:
        """Draw what the person sees; once the game is over, everything."""
        return render.table(self.state, self.names, None if self.over else self.seat)

    def parse(self, text: str) -> Action:
        """Return the action that a person typed."""
        if text not in list(Action):
            raise InputError(f"{text!r} is no move; type {listed(Action)}")
        return Action(text)

    def play(self, action: Action) -> State:
        """Return the state after an action of the person."""
        return rules.play(self.state, action)

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


def table(args: Namespace) -> HighCardTable:
    """Set up the table that the options describe."""
    seed = play_loop.chosen_seed(args)
    with arguments.usage_errors():
        person = arguments.seat_in(args.seat, rules.SEAT_NAMES) or 0
        bots = play_loop.bots_by_seat(args, "toy", rules.SEATS, person)
        seating = Seating(rules, None, bots, seed, person)
    paths = play_loop.free_paths(args.save, f"highcard-{seed}", [notation.SUFFIX])
    state = rules.deal(shuffled(rules.CARDS, deal_dice(seed)))
    return HighCardTable(state, rules.SEAT_NAMES, seating, paths, practice=args.practice)
