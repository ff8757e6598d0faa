"""Playing Hanabi with bots in the terminal."""

from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import RenderableType

from handsight.cli import arguments, play_loop
from handsight.cli.hanabi import moves, render
from handsight.cli.hanabi.options import rules
from handsight.cli.play_loop import Move, PlayTable, Seating
from handsight.errors import IllegalActionError, InputError, UsageError
from handsight.hanabi import Action, GiveClue, State, Terms, deal, legal, play, variant
from handsight.knowledge.hanabi.sentences import event_sentence
from handsight.lab.hanabi.plan import HanabiPlan
from handsight.lab.hanabi.single_game import shuffled_setup
from handsight.notation import CheckedGame
from handsight.notation.hanabi.files import FORMATS, summary
from handsight.notation.hanabi.record import NAMES, Game
from handsight.notation.hanabi.validate import advice
from handsight.notation.record import PERSON, seated

SAVED = ("log", "live")
"""How a game is saved: in the log language, and as a hanab.live export."""


class HanabiTable(PlayTable[State, Action]):
    """A game of Hanabi."""

    help = """\
p 2    play your slot 2             d 5    discard your slot 5
c red  clue red (or: c bob 1)       slots count from 1, newest first"""

    def __init__(self, plan: HanabiPlan, person: int, paths: list[Path], *, practice: bool) -> None:
        self.plan = plan
        seating = Seating(plan.specs(), partial(plan.bot_seat, 0), person)
        names = NAMES[: plan.terms.players]
        super().__init__(
            deal(shuffled_setup(plan.terms, plan.seed, 0)), names, seating, paths, practice=practice
        )

    @property
    def over(self) -> bool:
        """Whether nobody can act any more."""
        return next(legal(self.state), None) is None

    def drawn(self) -> RenderableType:
        """Draw what the person sees; once the game is over, everything."""
        return render.table(self.state, self.names, None if self.over else self.seat, slots_only=True)

    def parse(self, text: str) -> Action:
        """Return the action that a person typed."""
        return moves.action(self.state, self.names, text)

    def play(self, action: Action) -> State:
        """Return the state after an action of the person."""
        try:
            return play(self.state, action)
        except IllegalActionError as error:
            raise InputError(advice(self.state, action, error.code, str(error), self.names)) from None

    def events_text(self, before: State, after: State) -> str:
        """Say what happened between two states."""
        events = after.events[len(before.events) :]
        texts = (event_sentence(event, self.plan.terms.variant, self.names) for event in events)
        return "; ".join(filter(None, texts))

    def action_text(self, action: Action) -> str:
        """Say an action as advice."""
        return moves.action_text(self.state, self.names, action)

    def secret(self, move: Move[State, Action]) -> str:
        """Keep the reason of a clue secret, unless this is practice: it might show the person's own cards."""
        if self.practice or not isinstance(move.action, GiveClue):
            return ""
        return "the reason for a clue is shown in practice only (--practice): it might show you your cards"

    @property
    def record(self) -> Game:
        """The game as a record that can be written down."""
        who = [spec.name for spec in self.bots]
        who[self.seat] = PERSON
        actions = tuple(move.action for move in self.moves)
        states = (*(move.state for move in self.moves), self.state)
        return Game(self.state.setup, actions, states, self.names, extras=seated(self.names, who))

    @property
    def row(self) -> dict[str, Any]:
        """How the game stands, as `handsight check` tells it, and where it was saved."""
        checked = CheckedGame(str(self.paths[0].with_suffix("")), self.record)
        return summary(checked) | {"seed": self.plan.seed, "saved": list(map(str, self.paths))}

    def write(self) -> None:
        """Write the game in the log language and as a hanab.live export."""
        for name, path in zip(SAVED, self.paths, strict=True):
            path.write_text(FORMATS[name].write(self.record).text, encoding="utf-8")

    def ending(self) -> str:
        """Say how the game ended."""
        how = self.state.end.value.replace("_", " ")
        return f"the game is over ({how}): {self.state.score} of {self.state.max_score} points"


def table(args: Namespace) -> HanabiTable:
    """Set up the table that the options describe."""
    with arguments.usage_errors():
        players = args.players or (len(args.bots) + 1)
        terms = Terms(players, variant(arguments.variant_in(args.variant)), rules(args))
        person = arguments.seat_in(args.seat, NAMES[:players]) or 0
        plan = HanabiPlan(play_loop.bots_by_seat(args, players, person), terms, play_loop.chosen_seed(args))
        for spec in plan.specs():
            if not spec.honest:
                raise UsageError(f"{spec.name} looks at its own cards, and is no partner for a person")
        suffixes = [FORMATS[name].suffix for name in SAVED]
        paths = play_loop.free_paths(args.save, f"hanabi-{plan.seed}", suffixes)
        return HanabiTable(plan, person, paths, practice=args.practice)
