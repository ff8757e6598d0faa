"""A table of Boeren Bridge: a match, moment by moment, and what is written down of it.

A table follows from its opening and its entries alone. Nothing at it moves by itself: people act, and
whoever is there lets agents move and the next round be dealt, one step at a time.
"""

from collections.abc import Iterable
from functools import partial
from secrets import compare_digest
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from handsight.boeren import Action, Match, Rules, State, deal, play, rule_set
from handsight.errors import BotError, HandsightError, RequestError
from handsight.table import Dice
from handsight.web.boeren import messages as wire
from handsight.web.hanabi.entries import Seat
from handsight.web.hanabi.messages import Undo
from handsight.web.server.store import Shapes

Trump = Literal["separate", "turn_up"]
EVERYONE, OPEN = -1, -2
"""In place of a seat: one who sees no hand, and one who sees all."""


class Opening(Struct, frozen=True):
    """How a table was opened; this never changes."""

    id: str
    made: float
    game: Literal["boeren"]
    seats: tuple[Seat, ...]
    seed: int
    rules: str = "text"
    schedule: str = ""
    """The rounds, where they are not those of the rule set."""
    trump: Trump = "separate"
    practice: bool = False
    """Whether moves may be taken back."""

    @property
    def agreed(self) -> Rules:
        """All rules of the match."""
        rules = rule_set(self.rules)
        return replace(rules, schedule=self.schedule or rules.schedule, trump=self.trump)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats where people sit."""
        return tuple(at for at, seat in enumerate(self.seats) if not seat.bot)

    @property
    def names(self) -> tuple[str, ...]:
        """What each seat is called."""
        return tuple(seat.name for seat in self.seats)


class Acted(Struct, frozen=True, tag_field="entry", tag="acted"):
    """The seat to move bid or played."""

    action: wire.Choice


class Dealt(Struct, frozen=True, tag_field="entry", tag="dealt"):
    """The next round was dealt."""


class Undone(Struct, frozen=True, tag_field="entry", tag="undone"):
    """Moves were taken back until so many moments had passed."""

    turn: int


Entry = Acted | Dealt | Undone
BOEREN: Shapes[Opening, Entry] = Shapes(msgspec.json.Decoder(Opening), msgspec.json.Decoder(Entry))


class Moment(NamedTuple):
    """A moment of a match: the rounds that are finished, and the round on the table."""

    match: Match
    state: State

    @property
    def round(self) -> int:
        """The number of the round on the table, from 0."""
        return len(self.match.finished) - self.state.over


class BoerenTable:
    """One table; `follow` is the only thing that changes it."""

    def __init__(self, opening: Opening, entries: Iterable[Entry] = ()) -> None:
        self.opening = opening
        match = Match.shuffled(Dice(opening.seed), opening.agreed)
        self.moments = [Moment(match, deal(match.next))]
        self.at = 0
        """The version: how many entries there are. It only grows, whatever is undone."""
        self.fault = ""
        """Why an agent cannot go on, where that is so."""
        for entry in entries:
            self.follow(entry)

    @property
    def now(self) -> Moment:
        """The match as it stands."""
        return self.moments[-1]

    @property
    def turn(self) -> int:
        """How many moments have passed since the first deal."""
        return len(self.moments) - 1

    def moment(self, turn: int) -> Moment:
        """Return an earlier moment, or raise RequestError."""
        if turn >= len(self.moments):
            raise RequestError("no-such-turn", f"this match has moments 0 to {self.turn}")
        return self.moments[turn]

    def seat_of(self, secret: str) -> int:
        """Return the seat that a secret belongs to; without a secret, one who only watches."""
        if not secret:
            return EVERYONE
        for at, seat in enumerate(self.opening.seats):
            if seat.secret and compare_digest(seat.secret.encode(), secret.encode()):
                return at
        raise RequestError("unknown-seat", "this link belongs to no seat of this table; ask for a new one")

    def sight(self, seat: int, turn: int) -> int:
        """Say what a seat may see of a moment: all, where only agents play or its round is over."""
        now = self.now
        over = self.moment(turn).round < now.round or now.state.over
        return OPEN if over or not self.opening.people else seat

    def eyes(self, seat: int, turn: int, wanted: int) -> int:
        """Return through whose eyes a seat may look at a moment: any where it sees all, else its own."""
        sight = self.sight(seat, turn)
        if sight not in (OPEN, wanted):
            raise RequestError("not-your-eyes", "until the round is over you can look through your own eyes")
        return wanted

    def follow(self, entry: Entry) -> None:
        """Let the next entry happen, or raise IllegalActionError and change nothing."""
        match, state = self.now
        match entry:
            case Acted(choice):
                after = play(state, wire.action_of(choice))
                self.moments.append(Moment(match.after(after) if after.over else match, after))
            case Dealt():
                self.moments.append(Moment(match, deal(match.next)))
            case Undone(turn):
                del self.moments[turn + 1 :]
        self.at += 1
        self.fault = ""

    def asked(self, seat: int, act: wire.Act) -> Acted:
        """Return the entry for what a seat asks to do, or raise RequestError saying why it may not."""
        self._may_change(act.at, watching=seat < 0)
        state = self.now.state
        if seat != state.seat or state.over:
            turn = "the round is over" if state.over else f"it is {self.opening.names[state.seat]}'s turn"
            raise RequestError("not-your-turn", turn)
        try:
            play(state, wire.action_of(act.action))
        except HandsightError as error:
            raise RequestError(getattr(error, "code", "no-such-card"), str(error)) from None
        return Acted(act.action)

    def asked_back(self, seat: int, undo: Undo) -> Undone:
        """Return the entry that takes back a seat's last move, or raise RequestError."""
        self._may_change(undo.at, watching=seat < 0)
        if not self.opening.practice:
            raise RequestError("no-undo", "undo is for practice tables, where one person plays with agents")
        moved = enumerate(moment.state for moment in self.moments[:-1])
        mine = [turn for turn, state in moved if state.seat == seat and not state.over]
        if not mine:
            raise RequestError("nothing-to-undo", "you have not done anything yet")
        return Undone(mine[-1])

    def asked_on(self, seat: int, step: wire.Step) -> Literal["agent", "deal"]:
        """Say what the next step is, or raise RequestError if nobody but a person can make it."""
        self._may_change(step.at, watching=seat < 0 and bool(self.opening.people))
        match, state = self.now
        if match.over:
            raise RequestError("game-over", "the match is over")
        if state.over:
            return "deal"
        if not self.opening.seats[state.seat].bot:
            raise RequestError("not-a-bot", f"{self.opening.names[state.seat]} is to move")
        if self.fault:
            raise RequestError("not-a-bot", self.fault)
        return "agent"

    def _may_change(self, at: int, *, watching: bool) -> None:
        if watching:
            raise RequestError("watching", "you are watching; only those who hold a seat can act")
        if at != self.at:
            raise RequestError("stale", "the table has moved on since; look again and choose again")

    def decision(self, state: State, at: int) -> Action:
        """Let the agent to move decide at a version from what its seat sees, or raise BotError."""
        from handsight import boeren
        from handsight.bots import BotSeat
        from handsight.bots.boeren import find_bot

        name = self.opening.seats[state.seat].bot
        try:
            spec = find_bot(name)
        except HandsightError as error:  # the table was opened while there was such a bot
            raise BotError(f"{name} cannot play: {error}") from error
        dice = partial(Dice, self.opening.seed, at + 1, state.seat)  # the same after a restart
        action: Action = BotSeat(spec, boeren, self.opening.agreed, state.seat, dice).decide(state).action
        return action
