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
    Rules,
    State,
    deal,
    legal,
    play,
    view,
)
from handsight.bots.boeren import Agent, Entry, agent
from handsight.cli import experiment, paint_boeren
from handsight.cli.boeren import rules_of
from handsight.errors import InputError, UsageError
from handsight.knowledge.boeren_tell import happened
from handsight.notation import boeren_log
from handsight.notation.boeren_record import Round, actions_of
from handsight.table import Dice
from handsight.table.shuffle import WORD

MOST_SEEDS = 1_000_000


class Moment(NamedTuple):
    """A match as it stood: all that is needed to go back there."""

    match: Match
    state: State
    dice: tuple[int, ...]


class BoerenTable:
    """A match: the agents in their seats, and one who advises the person."""

    help = """\
2      bid two tricks               AS     play the ace of spades (or ♠A)"""

    def __init__(self, others: list[Entry], seat: int, seed: int, rules: Rules, place: Path) -> None:
        self.seat, self.seed, self.place = seat, seed, place
        self.practice = False
        self.entries = [*others[:seat], others[0], *others[seat:]]
        self.chairs: list[Agent] = [
            entry.make(at, Dice(seed, 0, at + 1)) for at, entry in enumerate(self.entries)
        ]
        self.names = tuple(
            f"{name} ({'you' if at == seat else self.entries[at].name})" for at, name in enumerate(SEAT_NAMES)
        )
        self.match = Match.shuffled(Dice(seed), rules)
        self.state = deal(self.match.next)
        self.moments: list[Moment] = []

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
        return paint_boeren.table(self.state, self.names, None if self.over else self.seat)

    def bot_turn(self) -> str:
        """Let the agent whose turn it is act, and say what it did."""
        seat = self.state.seat
        return self._advance(self.chairs[seat].decide(view(self.state, seat)))

    def act(self, words: str) -> str:
        """Do what the person says, and say what happened."""
        action = self._read(words.strip())
        after = play(self.state, action)  # refuses what the rules forbid, before anything is remembered
        dice = tuple(chair.dice.state for chair in self.chairs)
        self.moments.append(Moment(self.match, self.state, dice))
        return self._told(after)

    def _read(self, text: str) -> Action:
        if not self.state.bidding:
            return Play(Card.read(text))
        if not (text.isascii() and text.isdecimal() and len(text) < 3):
            choices = ", ".join(str(bid.tricks) for bid in legal(self.state) if isinstance(bid, Bid))
            raise InputError(f"{text!r} is no bid; say how many tricks: {choices}")
        return Bid(int(text))

    def _advance(self, action: Action) -> str:
        return self._told(play(self.state, action))

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
        return "\n".join(said)

    def _totals(self) -> str:
        gained = zip(self.names, self.match.scores[-1], self.match.totals, strict=True)
        return ", ".join(f"{name} {points:+d}: {total}" for name, points, total in gained)

    def hint(self) -> str:
        """Say what an agent would do in the person's place."""
        entry = self.entries[self.seat]
        adviser = entry.make(self.seat, Dice(self.seed, 1))  # a new one, so that asking changes nothing
        action = adviser.decide(view(self.state, self.seat))
        word = f"bid {action.tricks}" if isinstance(action, Bid) else f"play {action.card}"
        return f"{entry.name} would {word}"

    def why(self) -> str:
        """Say how the agents decide."""
        others = (at for at in range(SEATS) if at != self.seat)
        return "\n".join(f"{self.names[at]} {self.entries[at].about}" for at in others)

    def undo(self) -> str:
        """Take back the person's last action, and all that followed."""
        if not self.practice:
            raise InputError("a turn is taken back in practice only; start with --practice")
        if not self.moments:
            raise InputError("there is nothing to take back")
        self.match, self.state, dice = self.moments.pop()
        for chair, state in zip(self.chairs, dice, strict=True):
            chair.dice.state = state
        return "taken back"

    @property
    def rounds(self) -> list[Round]:
        """The match so far, as records that can be written down."""
        states = [*self.match.finished, *(() if self.match.over else (self.state,))]
        return [
            Round(state.setup, actions_of(state), self.names, id=str(number))
            for number, state in enumerate(states, 1)
        ]

    @property
    def row(self) -> dict[str, Any]:
        """How the match stands, and where it was saved."""
        return {
            "game": "boeren",
            "seed": self.seed,
            "names": list(self.names),
            "rounds": len(self.match.finished),
            "totals": list(self.match.totals),
            "winners": list(self.match.winners) if self.over else None,
            "over": self.over,
            "saved": [str(self.place)],
        }

    def save(self) -> list[Path]:
        """Write the match down, in the log language."""
        self.place.write_text(boeren_log.write(self.rounds).text, encoding="utf-8")
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
    if not 0 <= args.seat < SEATS:
        raise UsageError(f"there is no seat {args.seat}; seats are 0 to {SEATS - 1}")
    with experiment.asked():
        others = [agent(word) for word in words] * (SEATS - 1 if len(words) == 1 else 1)
    seed = randbelow(MOST_SEEDS) if args.seed is None else args.seed
    if not 0 <= seed <= WORD:
        raise UsageError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")
    found = BoerenTable(others, args.seat, seed, rules_of(args), _place(args.save, seed))
    found.practice = args.practice
    return found


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
