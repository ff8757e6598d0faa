"""A game table of any game: who sits where, every moment of the game, and what each seat may do.

The game at a table follows from its opening and entries alone; only these are saved. Each kind of game adds
its own subclass of `Opening` (its rules and options) and of `Table` (how a moment follows from the one
before, what a seat sees, how its bots decide).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import partial
from secrets import compare_digest, token_urlsafe
from types import ModuleType
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from handsight.bots.seat import BotSeat
from handsight.errors import BotError, HandsightError, InputError, RequestError
from handsight.game import Seed, stream
from handsight.roster.games import roster
from handsight.text.counting_from_one import counted
from handsight.web.server import table_messages as messages
from handsight.web.server.bot_delays import BotDelays
from handsight.web.server.table_messages import Named, Noted, Said, TableTalk, own_name, plain_text

EVERYONE = -1
"""In place of a seat: what all seats can see, shown to those who only watch."""
OPEN = -2
"""In place of a seat: all hands, shown to those who may see them (`Table.seen_as`)."""


class TableHead(Struct, frozen=True):
    """The part of an opening that can be read without knowing the game."""

    id: str
    game: str
    rules_version: int
    secrets: tuple[str, ...]
    """The secret of each person's seat; empty for a bot."""
    deal: str = ""
    """A digest of the cards that were dealt; empty if the game gives none (`Table.deal_text`)."""


RequestT = TypeVar("RequestT", bound=messages.TableRequest)


class Opening(TableHead, Generic[RequestT], frozen=True, kw_only=True):
    """How a table was opened, by a request with all names filled in; this never changes."""

    request: RequestT
    seed: Seed
    """The seed of the deal and of the bots' dice; a secret one if nobody chose it."""

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat."""
        return tuple(seat.name for seat in self.request.seats)

    @property
    def bots(self) -> tuple[str, ...]:
        """The bot in each seat; empty for a person."""
        return tuple(seat.bot for seat in self.request.seats)

    def opened_again(self, names: tuple[str, ...], seed: Seed) -> Self:
        """Return the opening of another table of the same people, with these names and new secrets."""
        named = zip(self.request.seats, names, strict=True)
        request = replace(self.request, seats=tuple(replace(seat, name=name) for seat, name in named))
        secrets = tuple(token_urlsafe(18) if secret else "" for secret in self.secrets)
        return replace(self, id=token_urlsafe(9), secrets=secrets, deal="", request=request, seed=seed)


ChoiceT = TypeVar("ChoiceT")
OpeningT = TypeVar("OpeningT", bound=Opening[Any])
MomentT = TypeVar("MomentT")


class Acted(Struct, Generic[ChoiceT], frozen=True, tag_field="entry", tag="acted"):
    """An entry: the seat to move took an action; *why* is a bot's reason."""

    action: ChoiceT
    why: str = ""


class Undone(Struct, frozen=True, tag_field="entry", tag="undone"):
    """An entry: actions were taken back until *turn* of them were left."""

    turn: int


class BrowserQuestion(NamedTuple):
    """A question of one browser, answered while everything else at the table goes on.

    *answer* is a function at the top level of a module; its first argument reports progress. If *seconds* is
    not 0, a worker process computes the answer within that time.
    """

    answer: Callable[..., Any]
    args: tuple[Any, ...]
    seconds: float = 0.0


class Table(ABC, Generic[OpeningT, MomentT]):
    """One table: how it was opened, and what has happened since; only `apply` changes its game."""

    game: ClassVar[str]
    rules: ClassVar[ModuleType]
    """The module of the game's rules, such as `handsight.hanabi`."""
    opening_kind: ClassVar[type[Opening[Any]]]
    entry_decoder: ClassVar[msgspec.json.Decoder[Any]]
    request_decoder: ClassVar[msgspec.json.Decoder[Any]]
    """Decodes a browser's message, one that all games share or one of the game's own."""
    rules_version: ClassVar[int] = 1
    """Saved with every table; raised when a change of the rules would turn saved tables into other games.

    A saved table of another version is refused.
    """
    by_step: ClassVar[bool] = False
    """Whether bots never move by themselves: a browser asks for each of their moves."""

    def __init__(self, opening: OpeningT, entries: Iterable[Any] = ()) -> None:
        self.opening = opening
        self.moments: list[MomentT]
        self.moves: list[Any]
        """The entry that led from each moment to the next."""
        self.moments, self.moves = self.start()
        self.first = len(self.moves)
        """How many moves were made before the table was opened; they cannot be undone."""
        self.version = 0
        """How many entries there are; an undo adds one, too."""
        self.fault = ""
        """Why a bot cannot go on; empty if none is stuck."""
        self.delays = BotDelays(opening.request.pause, going=not self.by_step)
        self.talk = TableTalk()
        """What people write beside the game."""
        self._bot_seats: dict[int, BotSeat] = {}
        for entry in entries:
            self.apply(entry)

    # A game's own part.

    @abstractmethod
    def start(self) -> tuple[list[MomentT], list[Any]]:
        """Return the moments before the first entry, and the moves between them."""

    @abstractmethod
    def after(self, moment: MomentT, entry: Any) -> MomentT:
        """Return the moment after a move, or raise IllegalActionError or InputError."""

    @abstractmethod
    def picture(self, seat: int, turn: int) -> dict[str, Any]:
        """Return the game's part of what a seat (or EVERYONE) is sent: the table after *turn* moves."""

    @abstractmethod
    def terms(self) -> Any:
        """Return the terms of the game, which bots are given before it begins."""

    # What most games share; a game may do it in its own way.

    def state(self, moment: MomentT) -> Any:
        """Return the state of the rules at a moment: by default the moment itself."""
        return moment

    def moment_with(self, moment: MomentT, state: Any) -> MomentT:  # noqa: ARG002 games use it
        """Return the moment that follows *moment* if an action leads to *state*: by default that state."""
        return cast("MomentT", state)

    def mover(self, moment: MomentT) -> int:
        """Return the seat to move, or -1 if nobody is to move."""
        state = self.state(moment)
        return -1 if state.over else int(state.seat)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.state(self.now).over)

    def seen_as(self, seat: int, turn: int) -> int:  # noqa: ARG002 games use it
        """Return whose view a seat is shown: its own, or OPEN if the game is over or it `watches_open`."""
        return OPEN if self.over or self.watches_open(seat) else seat

    def watches_open(self, seat: int) -> bool:
        """Whether a seat sees all hands: where only bots play, or as a watcher if the table allows it."""
        request = self.opening.request
        return not request.people or (seat == EVERYONE and request.open_hands)

    @staticmethod
    def choice_of(action: Any) -> Any:
        """Return an action of the rules in the form that is saved and sent: by default the action itself."""
        return action

    def deal_text(self) -> str:
        """Return the dealt cards as text, by default none; its saved digest shows if another deal is made."""
        return ""

    def settings(self) -> dict[str, Any]:
        """Return the game's own rules and options, which the page shows."""
        return {}

    def question(self, seat: int, request: Any) -> BrowserQuestion:  # noqa: ARG002 games use it
        """Return the question that a message of the game's own asks, or raise RequestError."""
        raise RequestError("malformed", f"this game has no message {type(request).__name__}")

    def automatic(self) -> Any:
        """Return the entry that comes next without a choice, such as dealing a round, or None."""
        return None

    def what_if(self, seat: int) -> Callable[[], OpeningT]:  # noqa: ARG002 games use it
        """Return a function that returns an opening which goes on from here with another deal, or refuse."""
        raise RequestError("no-what-if", "this game has no what-if tables")

    def record(self) -> str:
        """Return the text of a file with the game and all its cards; RequestError if there is no format."""
        raise RequestError("no-record", "games at this kind of table cannot be saved as a file")

    def again(self, opening: OpeningT, *, same_deal: bool) -> OpeningT:  # noqa: ARG002 games use it
        """Return the opening of the next game of the same people, changed if this kind of game needs it."""
        return opening

    @property
    def cards(self) -> int:
        """How many cards notes can be written on."""
        return 0

    def outcome(self) -> dict[str, Any]:
        """Return how the game ended, for a list of games."""
        return {}

    # What all games share.

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat: as its person has changed it, or else as in the opening."""
        return tuple(self.talk.names.get(at, name) for at, name in enumerate(self.opening.names))

    @property
    def now(self) -> MomentT:
        """The present moment of the game."""
        return self.moments[-1]

    @property
    def turn(self) -> int:
        """How many moves have been made."""
        return len(self.moments) - 1

    @property
    def bot_moves(self) -> bool:
        """Whether it is a bot's turn, and no bot is stuck."""
        mover = self.mover(self.now)
        return mover >= 0 and bool(self.opening.bots[mover]) and not (self.over or self.fault)

    def decide(self, moment: MomentT) -> tuple[Acted[Any], MomentT]:
        """Return what the bot to move decides, and the moment after it, or raise BotError."""
        seat = self.mover(moment)
        if seat not in self._bot_seats:
            self._bot_seats[seat] = self._bot_seat(seat)
        decision, state = self._bot_seats[seat].play(self.state(moment))
        entry = Acted(self.choice_of(decision.action), decision.explain())
        return entry, self.moment_with(moment, state)

    def _bot_seat(self, seat: int) -> BotSeat:
        name = self.opening.bots[seat]
        try:
            spec = roster(self.game).find_bot(name)
        except HandsightError as error:  # the table was opened while there was such a bot
            raise BotError(f"{name} cannot play: {error}") from error
        dice = partial(stream, self.opening.seed, 0, seat)
        return BotSeat(spec, self.rules, self.terms(), seat, dice)

    def welcome(self, seat: int) -> dict[str, Any]:
        """Return the first message to a browser in a seat: what stays the same at the table."""
        opening, request = self.opening, self.opening.request
        head = {"type": "welcome", "table": opening.id, "seat": seat, "names": self.names}
        shown = {"bots": opening.bots, "practice": request.practises, "open_hands": request.open_hands}
        return head | shown | {"settings": self.settings()}

    def moment(self, turn: int) -> MomentT:
        """Return the moment after a number of moves, or raise RequestError."""
        if turn >= len(self.moments):
            raise RequestError("no-such-turn", f"this game has turns 1 to {len(self.moments)}")
        return self.moments[turn]

    def seat_of(self, secret: str) -> int:
        """Return the seat that a secret belongs to (EVERYONE without a secret), or raise RequestError."""
        if not secret:
            return EVERYONE
        for at, own in enumerate(self.opening.secrets):
            if own and compare_digest(own.encode(), secret.encode()):
                return at
        raise RequestError("unknown-seat", "this link belongs to no seat of this table; ask for a new one")

    def apply(self, entry: Any, after: MomentT | None = None) -> None:
        """Apply the next entry, or raise IllegalActionError or InputError and change nothing.

        *after* is the moment after it, if that was computed already.
        """
        if isinstance(entry, Undone):
            if not self.first <= entry.turn < self.turn:
                raise InputError(f"turn {self.turn + 1} cannot be taken back to turn {entry.turn + 1}")
            del self.moments[entry.turn + 1 :], self.moves[entry.turn :]
        else:
            self.moments.append(self.after(self.now, entry) if after is None else after)
            self.moves.append(entry)
        self.version += 1
        self.fault = ""
        self.delays.stepping = False

    def check_request(self, seat: int, asked: messages.ActRequest[Any] | messages.Undo) -> tuple[Any, Any]:
        """Return the entry that a seat asks for and the moment after it, or raise RequestError.

        An undo takes back the seat's own last action; the moment after it is known already, so it is None.
        """
        if isinstance(asked, messages.Undo):
            return self._undone(seat, asked.version), None
        self.check_change(seat, asked.version)
        self.check_turn(seat, asked.action)
        entry = Acted(asked.action)
        try:
            return entry, self.after(self.now, entry)
        except HandsightError as error:
            raise RequestError(getattr(error, "code", "refused"), str(error)) from None

    def check_turn(self, seat: int, _action: Any) -> None:
        """Raise RequestError if it is not a seat's turn to take an action."""
        mover = self.mover(self.now)
        if seat != mover:
            owner = "nobody" if mover < 0 else self.names[mover]
            raise RequestError("not-your-turn", f"it is {owner}'s turn")

    def _undone(self, seat: int, version: int) -> Undone:
        self.check_change(seat, version, over=True)
        self.check_practice("undo")
        mine = [turn for turn, moment in enumerate(self.moments[:-1]) if self.mover(moment) == seat]
        if not mine or mine[-1] < self.first:
            raise RequestError("nothing-to-undo", "you have not made a move yet")
        return Undone(mine[-1])

    def check_change(self, seat: int, version: int, *, over: bool = False) -> None:
        """Raise RequestError if a watcher asks, the version is old, or the game is over (unless *over*)."""
        if seat < 0:
            raise RequestError("watching", "you are watching; only players with a seat can act")
        self.check_version(version)
        if self.over and not over:
            raise RequestError("game-over", "the game is over")

    def check_version(self, version: int) -> None:
        """Raise RequestError if a table has changed since a browser chose what to do."""
        if version != self.version:
            raise RequestError("stale", "the table has changed since; look again and choose again")

    def check_practice(self, what: str) -> None:
        """Raise RequestError if this is no practice table; *what* was asked for."""
        if not self.opening.request.practises:
            raise RequestError(
                f"no-{what}", f"{what} is for practice tables, where one person plays with bots"
            )

    # What people write.

    def written(self, seat: int, asked: messages.TalkRequest, now: float) -> Named | Noted | Said:
        """Return a new name, note or chat line as an entry, or raise RequestError."""
        _check_person(seat)
        text = plain_text(asked.text)
        match asked:
            case messages.SetName():
                if not text:
                    raise RequestError("no-name", "a name needs at least one letter")
                return Named(seat, own_name(text, [*self.names[:seat], *self.names[seat + 1 :]]))
            case messages.WriteNote(order):
                if order >= self.cards:
                    raise RequestError("no-such-card", f"this game has cards 0 to {self.cards - 1}")
                return Noted(seat, order, text)
            case messages.Say():
                if len(self.opening.request.people) < 2:
                    raise RequestError("no-chat", "chat is for tables where several people play")
                if not text:
                    raise RequestError("no-text", "this line of chat is empty; type something")
                number = self.talk.lines[-1].number + 1 if self.talk.lines else 0
                return Said(number, seat, text, now)

    def check_again(self, seat: int) -> None:
        """Raise RequestError if a person may not ask for another game with the same people."""
        _check_person(seat)
        if not self.over:
            raise RequestError("not-over", "another game can begin when this one is over")

    def notes_for(self, seat: int) -> dict[str, Any]:
        """Return the message with the notes that a seat may read: its own; all once the game is over."""
        notes = {at: row for at, row in self.talk.notes.items() if row and (self.over or at == seat)}
        return {"type": "notes", "notes": notes}

    def set_pace(self, seat: int, asked: messages.SetPace) -> None:
        """Set the bots' pace as a browser asks, or raise RequestError if its seat may not."""
        self._check_pace(seat)
        self.delays.set(asked.pause, going=asked.going)

    def step(self, seat: int, asked: messages.StepRequest) -> Any:
        """Return the entry of an automatic move, or let a bot move once (None), or raise RequestError."""
        self._check_pace(seat)
        self.check_version(asked.version)
        if entry := self.automatic():
            return entry
        if not self.bot_moves:
            reason = "the game is over" if self.over else self.fault
            raise RequestError("not-a-bot", reason or f"{self.names[self.mover(self.now)]} is to move")
        if self.delays.stepping:
            raise RequestError("stale", "a bot is thinking about its move already")
        self.delays.step()
        return None

    def _check_pace(self, seat: int) -> None:
        if not self.opening.request.people:
            return
        if seat < 0:
            raise RequestError("watching", "you are watching; only players can step the bots or set the pace")
        if not (self.opening.request.practises or self.by_step):
            raise RequestError(
                "no-pace", "the bots' pace can be set where bots play alone, or one person practises"
            )

    def past(self, seat: int, asked: messages.Why | messages.Look) -> dict[str, Any]:
        """Return a bot's reason for a past move, or the table as it was then, if the seat may know it."""
        turn = asked.turn
        if isinstance(asked, messages.Why):
            self.check_why(seat, turn)
            return {"type": "why", "turn": turn, "why": getattr(self.moves[turn], "why", "")}
        self.moment(turn)
        picture = self.picture(seat, turn) | {"version": self.version}
        return {"type": "look", "turn": turn, "picture": picture}

    def check_why(self, seat: int, turn: int) -> None:
        """Raise RequestError if a seat may not be told the reason for a move."""
        if self.seen_as(seat, min(turn, self.turn)) != OPEN:
            self.check_change(seat, self.version)
            self.check_practice("why")
        if turn >= self.turn:
            raise RequestError("no-such-turn", f"this game has {counted(self.turn, 'move')} so far")


def _check_person(seat: int) -> None:
    if seat < 0:
        raise RequestError("watching", "you are watching; only players with a seat can write")
