"""Playing a match of Boeren Bridge with bots in the terminal."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from rich.console import RenderableType

from handsight import boeren
from handsight.boeren import (
    SEAT_NAMES,
    SEATS,
    Action,
    Bid,
    Card,
    ChangeBid,
    Match,
    Play,
    State,
    deal,
    legal,
    play,
    round_name,
)
from handsight.boeren import BoerenRecord as Round
from handsight.cli import arguments, play_loop
from handsight.cli.boeren import render
from handsight.cli.boeren.options import rules
from handsight.cli.play_loop import Move, PlayTable, Seating
from handsight.errors import InputError, UsageError
from handsight.game import deal_dice
from handsight.game.recorded_game import seated
from handsight.notation.boeren import log
from handsight.notation.boeren.file_formats import FORMATS
from handsight.notation.boeren.table_text import event_sentence
from handsight.safe_files import write_file
from handsight.text.counting_from_one import counted

SUFFIX = FORMATS["log"].suffix


class BoerenTable(PlayTable[State, Action]):
    """A match of Boeren Bridge; `state` is the round on the table, `match` the rounds before it."""

    help = """\
2      bid two tricks               AS     play the ace of spades (or ♠A)
       (or change your bid to two, where as the dealer you have to)"""

    def __init__(self, seating: Seating, paths: list[Path], *, practice: bool) -> None:
        self.seed = seating.seed
        who = ["you" if seat == seating.person else spec.name for seat, spec in enumerate(seating.bots)]
        names = tuple(f"{name} ({who})" for name, who in zip(SEAT_NAMES, who, strict=True))
        match = Match.shuffled(deal_dice(self.seed), seating.terms)
        super().__init__(deal(match.next), names, seating, paths, practice=practice)
        self.match: Match = match
        self._name_round()

    def _name_round(self) -> None:
        """Tell the bots that a round begins."""
        for seat in self._seats:
            seat.new_round(round_name(self.match, self.state))

    @property
    def over(self) -> bool:
        """Whether the last round has been played."""
        return self.match.over

    def drawn(self) -> RenderableType:
        """Draw what the person sees; once the match is over, everything."""
        return render.table(self.state, self.names, None if self.over else self.seat)

    def parse(self, text: str) -> Action:
        """Return the bid or the card that a person typed."""
        if not self.state.bidding:
            return Play(Card.read(text))
        if not (text.isascii() and text.isdecimal() and len(text) < 3):
            choices = ", ".join(str(bid.tricks) for bid in legal(self.state) if not isinstance(bid, Play))
            raise InputError(f"{text!r} is no bid; say how many tricks: {choices}")
        return ChangeBid(int(text)) if self.state.must_change else Bid(int(text))

    def play(self, action: Action) -> State:
        """Return the state after an action of the person."""
        return play(self.state, action)

    def events_text(self, before: State, after: State) -> str:
        """Say what happened between two states."""
        return "; ".join(event_sentence(event, self.names) for event in after.events[len(before.events) :])

    def action_text(self, action: Action) -> str:
        """Say an action as advice."""
        match action:
            case Bid(tricks):
                return f"bid {tricks}"
            case ChangeBid(tricks):
                return f"change the bid to {tricks}"
            case Play(card):
                return f"play {card}"

    def secret(self, move: Move[State, Action]) -> str:
        """Keep reasons secret while the round goes on, unless this is practice: they name a bot's cards."""
        over = len(move.match.finished) < len(self.match.finished)
        if self.practice or over:
            return ""
        return "reasons are shown when the round is over, or in practice (--practice): they name its cards"

    def advance(self, after: State) -> str:
        """Go on to a state, and to the next round where one has ended."""
        self.state = after
        if not after.over:
            return ""
        self.match = self.match.after(after)
        if not self.match.over:
            self.state = deal(self.match.next)
            self._name_round()
        gained = zip(self.names, self.match.scores[-1], self.match.totals, strict=True)
        totals = ", ".join(f"{name} {points:+d}: {total}" for name, points, total in gained)
        return f"the round is over; {totals}"

    @property
    def rounds(self) -> list[Round]:
        """The match so far, as records that can be written down."""
        rounds = []
        for before, last in enumerate((*self.match.finished, *(() if self.match.over else (self.state,)))):
            moves = [move for move in self.moves if len(move.match.finished) == before]
            actions, states = (move.action for move in moves), (move.state for move in moves)
            rounds.append(Round(last.setup, tuple(actions), (*states, last), id=f"round {before + 1}"))
        return rounds

    @property
    def row(self) -> dict[str, Any]:
        """How the match stands, and where it was saved."""
        return {
            "game": "boeren",
            "seed": self.seed,
            "names": list(SEAT_NAMES),
            "seated": self.seated,
            "rounds": len(self.match.finished),
            "totals": list(self.match.totals),
            "winners": list(self.match.winners) if self.over else None,
            "over": self.over,
            "saved": list(map(str, self.paths)),
        }

    def write(self) -> None:
        """Write the match in the log language, with who sat where as a comment."""
        ((_, comment),) = seated(SEAT_NAMES, self.seated)
        (path,) = self.paths
        write_file(path, log.write(*self.rounds, remark=str(comment)).text)

    def ending(self) -> str:
        """Say who has won."""
        winners = " and ".join(self.names[seat] for seat in self.match.winners)
        return f"the match is over: {winners} with {counted(max(self.match.totals), 'point')}"


def table(args: Namespace) -> BoerenTable:
    """Set up the table that the options describe."""
    with arguments.usage_errors():
        chosen = rules(args)
        person = arguments.seat_in(args.seat, SEAT_NAMES) or 0
        bots = play_loop.bots_by_seat(args, "boeren", SEATS, person)
        seating = Seating(boeren, chosen, bots, play_loop.chosen_seed(args), person)
        for spec in bots:
            if not spec.honest:
                raise UsageError(f"{spec.name} looks at other hands, and is no opponent for a person")
        paths = play_loop.free_paths(args.save, f"boeren-{seating.seed}", [SUFFIX])
        return BoerenTable(seating, paths, practice=args.practice)
