"""A match of Boeren Bridge with one person at the table."""

from argparse import Namespace
from pathlib import Path
from secrets import randbelow
from typing import Any, NamedTuple

from rich.console import RenderableType

from handsight.boeren import (
    SEAT_NAMES,
    SEATS,
    Action,
    Bid,
    Card,
    Match,
    Play,
    State,
    deal,
    legal,
    play,
)
from handsight.bots import BotSeat
from handsight.cli import experiment
from handsight.cli.arguments import seat_in
from handsight.cli.boeren import render
from handsight.cli.boeren.experiments import rules_of
from handsight.errors import InputError, UsageError
from handsight.knowledge.boeren.sentences import happened
from handsight.lab.boeren.single_match import Table, bot_seat, round_name
from handsight.notation.boeren import log
from handsight.notation.boeren.record import Round, actions_of
from handsight.notation.record import PERSON, seated
from handsight.table import Dice

MOST_SEEDS = 1_000_000


class Moment(NamedTuple):
    """A match as it stood: all that is needed to go back there."""

    match: Match
    state: State
    dice: tuple[int, ...]


class BoerenTable:
    """A match: the agents' chairs, and one from which an agent advises the person."""

    help = """\
2      bid two tricks               AS     play the ace of spades (or ♠A)"""

    def __init__(self, table: Table, seat: int, place: Path, *, practice: bool) -> None:
        self.table = table
        self.seat = seat
        self.place = place
        self.practice = practice
        self.who = tuple("you" if at == seat else one.name for at, one in enumerate(table.specs))
        self.names = tuple(f"{name} ({who})" for name, who in zip(SEAT_NAMES, self.who, strict=True))
        """What the seats are called on the screen; the saved match has plain names."""
        self.seats = self._seats()
        self.match = Match.shuffled(Dice(table.seed), table.rules)
        self.state = deal(self.match.next)
        self.moments: list[Moment] = []

    def _seats(self) -> list[BotSeat]:
        return [bot_seat(self.table, 0, seat) for seat in range(SEATS)]

    @property
    def over(self) -> bool:
        """Whether the last round has been played."""
        return self.match.over

    @property
    def mine(self) -> bool:
        """Whether the person is to act."""
        return self.state.seat == self.seat

    def shown(self) -> RenderableType:
        """Paint what the person sees; once the match is over, everything."""
        return render.table(self.state, self.names, None if self.over else self.seat)

    def bot_turn(self) -> str:
        """Let the agent whose turn it is act, and say what it did."""
        return self._told(self.seats[self.state.seat].play(self.state)[1])

    def act(self, words: str) -> str:
        """Do what the person says, and say what happened."""
        action = self._read(words.strip())
        after = play(self.state, action)  # refuses what the rules forbid, before anything is remembered
        dice = tuple(seat.dice.state for seat in self.seats)
        self.moments.append(Moment(self.match, self.state, dice))
        return self._told(after)

    def _read(self, text: str) -> Action:
        if not self.state.bidding:
            return Play(Card.read(text))
        if not (text.isascii() and text.isdecimal() and len(text) < 3):
            choices = ", ".join(str(bid.tricks) for bid in legal(self.state) if isinstance(bid, Bid))
            raise InputError(f"{text!r} is no bid; say how many tricks: {choices}")
        return Bid(int(text))

    def _told(self, after: State) -> str:
        """Go on to a state, and to the next round where one has ended; say what happened."""
        seen = after.events[len(self.state.events) :]
        said = ["; ".join(happened(event, self.names) for event in seen)]
        self.state = after
        if after.over:
            self.match = self.match.after(after)
            said.append(f"the round is over; {self._totals()}")
            if not self.match.over:
                self.state = deal(self.match.next)
                for seat in self.seats:
                    seat.new_round(round_name(self.match, self.state))
        return "\n".join(said)

    def _totals(self) -> str:
        gained = zip(self.names, self.match.scores[-1], self.match.totals, strict=True)
        return ", ".join(f"{name} {points:+d}: {total}" for name, points, total in gained)

    def hint(self) -> str:
        """Say what an agent would do in the person's place."""
        adviser = bot_seat(self.table, 0, self.seat)  # a new one, so that asking changes nothing
        action = adviser.decide(self.state).action
        word = f"bid {action.tricks}" if isinstance(action, Bid) else f"play {action.card}"
        return f"{self.table.specs[self.seat].name} would {word}"

    def why(self) -> str:
        """Say how the agents decide."""
        others = (at for at in range(SEATS) if at != self.seat)
        return "\n".join(f"{self.names[at]} {self.table.specs[at].about}" for at in others)

    def undo(self) -> str:
        """Take back the person's last action, and all that followed."""
        if not self.practice:
            raise InputError("a turn is taken back in practice only; start with --practice")
        if not self.moments:
            raise InputError("there is nothing to take back")
        self.match, self.state, dice = self.moments.pop()
        self.seats = self._seats()  # whatever the bots remembered has not happened
        for seat, state in zip(self.seats, dice, strict=True):
            seat.dice.state = state
        return "taken back"

    @property
    def rounds(self) -> list[Round]:
        """The match so far, as records that can be written down."""
        states = [*self.match.finished, *(() if self.match.over else (self.state,))]
        return [
            Round.play(state.setup, actions_of(state), id=str(number))
            for number, state in enumerate(states, 1)
        ]

    @property
    def row(self) -> dict[str, Any]:
        """How the match stands, and where it was saved."""
        return {
            "game": "boeren",
            "seed": self.table.seed,
            "names": list(SEAT_NAMES),
            "seated": list(self._sat),
            "rounds": len(self.match.finished),
            "totals": list(self.match.totals),
            "winners": list(self.match.winners) if self.over else None,
            "over": self.over,
            "saved": [str(self.place)],
        }

    @property
    def _sat(self) -> tuple[str, ...]:
        return tuple(PERSON if at == self.seat else who for at, who in enumerate(self.who))

    def save(self) -> list[Path]:
        """Write the match down, in the log language, with who sat where as a comment."""
        ((_, sat),) = seated(SEAT_NAMES, self._sat)
        self.place.write_text(log.write(*self.rounds, remark=str(sat)).text, encoding="utf-8")
        return [self.place]

    def ending(self) -> str:
        """Say who has won."""
        first = " and ".join(self.names[seat] for seat in self.match.winners)
        return f"the match is over: {first} with {max(self.match.totals)} points"


def table(args: Namespace) -> BoerenTable:
    """Set the table as the words ask for."""
    words = args.bots
    if len(words) not in (1, SEATS - 1) or args.players not in (None, SEATS):
        raise UsageError("four play Boeren Bridge; name one agent for the other seats, or three")
    seat = seat_in(args.seat, SEAT_NAMES) or 0
    others = words * (SEATS - 1) if len(words) == 1 else words
    names = (*others[:seat], words[0], *others[seat:])  # who advises the person sits in its seat
    seed = randbelow(MOST_SEEDS) if args.seed is None else args.seed
    with experiment.asked():
        found = Table(names, rules_of(args), seed)
        return BoerenTable(found, seat, _place(args.save, seed), practice=args.practice)


def _place(name: str | None, seed: int) -> Path:
    """Return where the match is saved; nobody's file is overwritten."""
    if name is None:
        free = (Path(f"boeren-{seed}" + (f"-{at}" if at else "") + ".log") for at in range(10_000))
        return next(path for path in free if not path.exists())
    place = Path(name)
    if not place.parent.is_dir():
        raise UsageError(f"there is no folder {place.parent} to save in; make it first")
    if place.exists():
        raise UsageError(f"{place} is there already; choose another name with --save")
    return place
