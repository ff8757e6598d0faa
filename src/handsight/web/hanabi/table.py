"""A table in play: the game so far, who sits where, and what each may do.

A table follows from its opening and its entries alone; nothing else of it needs saving.
"""

from collections.abc import Iterable
from functools import partial
from secrets import compare_digest

from handsight import hanabi
from handsight.bots import BotSeat
from handsight.bots.hanabi import find_bot
from handsight.bots.seat import bot_dice
from handsight.errors import BotError, HandsightError, IllegalActionError, RequestError
from handsight.hanabi import Action, State, View, deal, play, view
from handsight.notation.hanabi.record import Game
from handsight.web.hanabi import messages
from handsight.web.hanabi.entries import Acted, Entry, Opening, Undone, action_of
from handsight.web.hanabi.pacing import Tempo
from handsight.web.hanabi.view import EVERYONE, OPEN, Picture, picture


class Table:
    """One table; `follow` is the only thing that changes it."""

    def __init__(self, opening: Opening, entries: Iterable[Entry] = ()) -> None:
        self.opening = opening
        self.states: list[State] = [deal(opening.setup)]
        self.actions: list[Action] = []
        self.whys: list[str] = []
        self.at = 0
        """The version: how many entries there are. It only grows, whatever is undone."""
        self.fault = ""
        """Why a bot cannot go on, where that is so."""
        self.tempo = Tempo(opening.pause)
        self._seats: dict[int, BotSeat] = {}
        for choice in opening.moves:
            self._take(action_of(choice, self.state.seat), "")
        for entry in entries:
            self.follow(entry)

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.states[-1]

    @property
    def open(self) -> bool:
        """Whether everybody may see every hand: the game is over, or only bots play."""
        return self.state.over or not self.opening.people

    def seat_of(self, secret: str) -> int:
        """Return the seat that a secret belongs to; without a secret, one who only watches."""
        if not secret:
            return EVERYONE
        for at, seat in enumerate(self.opening.seats):
            if seat.secret and compare_digest(seat.secret.encode(), secret.encode()):
                return at
        raise RequestError("unknown-seat", "this link belongs to no seat of this table; ask for a new one")

    def follow(self, entry: Entry) -> None:
        """Let the next entry happen, or raise IllegalActionError and change nothing."""
        match entry:
            case Acted(choice, why):
                self._take(action_of(choice, self.state.seat), why)
            case Undone(turn):
                del self.states[turn + 1 :], self.actions[turn:], self.whys[turn:]
        self.at += 1
        self.fault = ""

    def _take(self, action: Action, why: str) -> None:
        self.states.append(play(self.state, action))
        self.actions.append(action)
        self.whys.append(why)

    def asked(self, seat: int, act: messages.Act) -> Acted:
        """Return the entry for what a seat asks to do, or raise RequestError saying why it may not."""
        self._may_change(seat, act.at)
        if isinstance(act.action, messages.Stop):
            self._may_practise("stop")
        elif seat != self.state.seat:
            raise RequestError("not-your-turn", f"it is {self.opening.names[self.state.seat]}'s turn")
        try:
            play(self.state, action_of(act.action, seat))
        except IllegalActionError as error:
            raise RequestError(error.code, str(error)) from None
        return Acted(act.action)

    def asked_back(self, seat: int, undo: messages.Undo) -> Undone:
        """Return the entry that takes back a seat's last action, or raise RequestError."""
        self._may_change(seat, undo.at, ended=True)
        self._may_practise("undo")
        mine = [turn for turn, state in enumerate(self.states[:-1]) if state.seat == seat]
        if not mine or mine[-1] < len(self.opening.moves):
            raise RequestError("nothing-to-undo", "you have not done anything yet")
        return Undone(mine[-1])

    def may_suppose(self, seat: int, at: int) -> None:
        """Raise RequestError if a seat may not try what could be from here."""
        self._may_change(seat, at)
        self._may_practise("suppose")

    def view(self, seat: int) -> View:
        """Return what a seat sees; those who only watch have no hand to think of."""
        if seat < 0:
            raise RequestError("watching", "you are watching; only those who hold a seat have a hand")
        return view(self.state, seat)

    def _may_change(self, seat: int, at: int, *, ended: bool = False) -> None:
        if seat < 0:
            raise RequestError("watching", "you are watching; only those who hold a seat can act")
        if at != self.at:
            raise RequestError("stale", "the table has moved on since; look again and choose again")
        if self.state.over and not ended:
            raise RequestError("game-over", "the game is over")

    def asked_tempo(self, seat: int, asked: messages.Tempo | messages.Step) -> None:
        """Let bots move as a seat, or one who watches, asks them to, or raise RequestError."""
        if self.opening.people and (seat < 0 or not self.opening.practice):
            raise RequestError(
                "no-tempo", "only where bots play alone, or one person practises, can their tempo be set"
            )
        if isinstance(asked, messages.Tempo):
            self.tempo.change(asked.pause, going=asked.going)
            return
        if asked.at != self.at:
            raise RequestError("stale", "the table has moved on since; look again and choose again")
        if not self.bot_moves:
            over = "the game is over" if self.state.over else self.fault
            raise RequestError("not-a-bot", over or f"{self.opening.names[self.state.seat]} is to move")
        self.tempo.step()

    def why(self, seat: int, turn: int) -> str:
        """Return the reason of a bot for an action, for those who see all or practise and ask for it."""
        if not self.open:
            self._may_change(seat, self.at)
            self._may_practise("why")
        if turn >= len(self.whys):
            raise RequestError("no-such-turn", f"this game has {len(self.whys)} moves, counted from 0")
        return self.whys[turn]

    def _may_practise(self, what: str) -> None:
        if not self.opening.practice:
            raise RequestError(
                f"no-{what}", f"{what} is for practice tables, where one person plays with bots"
            )

    @property
    def bot_moves(self) -> bool:
        """Whether it is a bot's turn, and it can go on."""
        state = self.state
        return bool(self.opening.seats[state.seat].bot) and not (state.over or self.fault)

    def decision(self, state: State) -> tuple[Action, str]:
        """Let the bot to move decide and say why, or raise BotError; what it thinks of may be taken back."""
        if state.seat not in self._seats:
            self._seats[state.seat] = self._bot_seat(state.seat)
        decision = self._seats[state.seat].decide(state)
        return decision.action, decision.explain()

    def _bot_seat(self, seat: int) -> BotSeat:
        name = self.opening.seats[seat].bot
        try:
            spec = find_bot(name)
        except HandsightError as error:  # the table was opened while there was such a bot
            raise BotError(f"{name} cannot play: {error}") from error
        return BotSeat(spec, hanabi, self.state.terms, seat, partial(bot_dice, self.opening.seed, 0, seat))

    def picture(self, seat: int, turn: int | None = None) -> Picture:
        """Draw the table, now or at an earlier turn, for a seat (or for those who watch)."""
        state = self.states[-1 if turn is None else turn]
        sight = OPEN if self.open else seat
        return picture(state, sight, self.opening.names, self.whys if self.open else ())

    @property
    def record(self) -> Game:
        """The game as a record; it holds the deck, so only for those who may see everything."""
        return Game(self.opening.setup, tuple(self.actions), tuple(self.states), self.opening.names)
