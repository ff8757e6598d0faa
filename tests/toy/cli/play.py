"""Playing High Card in the terminal."""

from argparse import Namespace
from functools import partial
from typing import Any

from rich.console import RenderableType

from handsight.cli import arguments, play_loop
from handsight.cli.play_loop import PlayTable, Seating
from handsight.errors import InputError
from toy import bots, lab, notation, rules
from toy.cli import render

NAMES = ("First", "Second")


class HighCardTable(PlayTable[rules.State, str]):
    """A game of High Card."""

    help = "keep   keep your card               swap   swap it for the card on the table"

    @property
    def over(self) -> bool:
        return self.state.over

    def drawn(self) -> RenderableType:
        return render.table(self.state, self.names, None if self.over else self.seat)

    def parse(self, text: str) -> str:
        if text not in (rules.KEEP, rules.SWAP):
            raise InputError(f"{text!r} is no move; type keep or swap")
        return text

    def play(self, action: str) -> rules.State:
        return rules.play(self.state, action)

    def events_text(self, before: rules.State, after: rules.State) -> str:
        return f"{self.names[before.seat]}: {after.events[-1].action}"

    def action_text(self, action: str) -> str:
        return action

    def write(self) -> None:
        setup = self.moves[0].state.cards if self.moves else self.state.cards
        game = notation.recorded(setup, (move.action for move in self.moves))
        self.paths[0].write_text(notation.write(game).text)

    def ending(self) -> str:
        return f"{self.names[rules.points(self.state).index(1)]} wins"

    @property
    def row(self) -> dict[str, Any]:
        return {"score": rules.score(self.state), "saved": list(map(str, self.paths))}


def table(args: Namespace) -> HighCardTable:
    seed = play_loop.chosen_seed(args)
    with arguments.usage_errors():
        person = arguments.seat_in(args.seat, NAMES) or 0
        names = play_loop.bots_by_seat(args, rules.SEATS, person)
        seating = Seating(
            [bots.find_bot(name) for name in names], partial(lab.seat_bot, names, seed, 0), person
        )
    paths = play_loop.free_paths(args.save, f"highcard-{seed}", [".highcard"])
    state = rules.deal(lab.shuffled_cards(seed, 0))
    return HighCardTable(state, NAMES, seating, paths, practice=args.practice)
