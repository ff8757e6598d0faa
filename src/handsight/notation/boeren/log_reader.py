"""What a log of Boeren Bridge says of one round, put together statement by statement."""

import json
from collections.abc import Callable, Iterator

from lark import Token, Tree
from msgspec import Struct, field
from msgspec.structs import replace

from handsight.boeren import (
    SEAT_NAMES,
    SEATS,
    TEXT,
    Action,
    Bid,
    Card,
    Play,
    Rules,
    Setup,
    Terms,
    ranks_of,
    read_suit,
    rule_set,
)
from handsight.errors import InputError
from handsight.notation.boeren.record import Move, ParsedGame, Part
from handsight.notation.grammar import Statement
from handsight.notation.hanabi.log_words import LogDiagnostics
from handsight.text.diagnostics import Problem
from handsight.text.positions import Position
from handsight.text.suggestions import did_you_mean, quote


class Page(Struct):
    """What a log says of one round, as it is being read."""

    clerk: LogDiagnostics
    rules: Rules = TEXT
    names: tuple[str, ...] = ()
    id: str | None = None
    said: dict[Part, Position] = field(default_factory=dict)
    size: int | None = None
    ranks: int = 0
    trump: int | None = None
    turned: Card | None = None
    dealer: int | None = None
    bidding: bool = True
    hands: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def take(self, statement: Statement) -> None:
        """Hear one statement; one that makes no sense becomes a problem."""
        token = _token(statement, 0)
        try:
            _TAKE[statement.data](self, statement)
        except InputError as error:
            position = (
                self.clerk.position(error.line, error.column or 1) if error.line else self._position(token)
            )
            self._complain("bad-word", error.message, position)

    def complain(self, problem: Problem) -> None:
        """Note a problem; the first one says after how many actions it comes."""
        self.problems.append(problem if self.problems else replace(problem, turn=len(self.moves)))

    def draft(self, rules: Rules | None) -> ParsedGame:
        """Return what was heard, as far as it makes a round."""
        setup = None
        missing = next(self._missing(), None)
        if missing is None:
            try:
                setup = self._setup(rules or self.rules)
            except InputError as error:
                self.problems.append(Problem("bad-terms", error.message, 0, self.find(("cards",))))
        elif not self.problems:
            position = next(iter(self.said.values()), None)
            self.problems.append(Problem("missing", f"this round does not say {missing}", 0, position))
        return ParsedGame(setup, self.find, tuple(self.moves), self.names, self.id, tuple(self.problems))

    def find(self, part: Part) -> Position | None:
        """Return where a part stands, or the whole it belongs to."""
        while part and part not in self.said:
            part = part[:-1]
        return self.said.get(part) or self.said.get(("round",))

    def _missing(self) -> Iterator[str]:
        for seat in range(SEATS):
            if seat not in self.hands:
                yield f"what P{seat} holds; add a line such as `P{seat} holds QS KS AS`"
        if self.trump is None and self.turned is None:
            yield "its trump; add a line such as `Trump Spades`"
        if self.dealer is None:
            yield "who deals; add a line such as `Dealer P3`"

    def _setup(self, rules: Rules) -> Setup:
        if self.turned:
            rules = rules.switched("trump", "turn_up")
        hands = tuple(self.hands[seat] for seat in range(SEATS))
        size = len(hands[0]) if self.size is None else self.size
        trump = self.turned.suit if self.trump is None and self.turned else self.trump or 0
        terms = Terms(size, self.ranks, rules, bidding=self.bidding)
        return Setup(terms, hands, trump, self.dealer or 0, self.turned)

    def _position(self, token: Token) -> Position:
        return self.clerk.position(token.line or 1, token.column or 1)

    def _complain(self, code: str, text: str, position: Position) -> None:
        self.complain(Problem(code, text, None, position))

    def _first(self, part: Part, token: Token) -> bool:
        """Note where something is said; saying it twice is a problem."""
        if part in self.said:
            line = self.said[part].line
            text = f"this was said already, in line {line}; keep one of them, or begin a new `Round`"
            self._complain("said-twice", text, self._position(token))
            return False
        self.said[part] = self._position(token)
        return True

    def _seat(self, statement: Statement) -> int | None:
        """Return the seat a statement speaks of, or complain that there is none."""
        token = next(statement.find_data("seat")).children[0]
        if not isinstance(token, Token):
            return None
        word = _text(token)
        if token.type == "SEAT":
            usual = [name.lower() for name in SEAT_NAMES]
            seats = [usual.index(word.lower())] if word.lower() in usual else [int(word[1:])]
        else:
            seats = [seat for seat, name in enumerate(self.names) if name == word]
        if len(seats) == 1 and seats[0] < SEATS:
            return seats[0]
        self._complain("unknown-seat", self._nobody(word, seats), self._position(token))
        return None

    def _nobody(self, word: str, seats: list[int]) -> str:
        if len(seats) > 1:
            return f"{len(seats)} players are called {quote(word)}; write P0 to P{SEATS - 1}"
        hint = did_you_mean(word, self.names, f"seats are P0 to P{SEATS - 1}")
        return f"there is no seat {quote(word)}; {hint}"

    def take_round(self, statement: Statement) -> None:
        """`Round r001`."""
        self.said["round",] = self._position(_token(statement, 0))
        for word in statement.children[1:]:
            self.id = _text(word)

    def take_cards(self, statement: Statement) -> None:
        """`Cards 3`, `Cards 8 of 52`."""
        numbers = [int(token) for token in _tokens(statement, "NUMBER")]
        if self._first(("cards",), _token(statement, 0)):
            self.size, self.ranks = numbers[0], ranks_of(numbers[1]) if len(numbers) > 1 else 0

    def take_trump(self, statement: Statement) -> None:
        """`Trump Clubs`."""
        token = _token(statement, 1)
        if self._first(("trump",), token):
            self.trump = read_suit(token)

    def take_turned(self, statement: Statement) -> None:
        """`Turned 5C`."""
        token = _token(statement, 1)
        if self._first(("turned",), token):
            self.turned = Card.read(token)

    def take_dealer(self, statement: Statement) -> None:
        """`Dealer P2`."""
        seat = self._seat(statement)
        if seat is not None and self._first(("dealer",), _token(statement, 0)):
            self.dealer = seat

    def take_rules(self, statement: Statement) -> None:
        """`Rules author`."""
        self.rules = rule_set(_token(statement, 1))

    def take_switch(self, statement: Statement) -> None:
        """`Switch zero_bonus none`."""
        self.rules = self.rules.switched(str(_token(statement, 1)), str(_token(statement, 2)))

    def take_silent(self, statement: Statement) -> None:
        """`Bids unknown`."""
        if self._first(("silent",), _token(statement, 0)):
            self.bidding = False

    def take_players(self, statement: Statement) -> None:
        """`Players Ann Bob Cathy "Dan D."`."""
        self.names = tuple(map(_text, statement.children[1:]))

    def take_hand(self, statement: Statement) -> None:
        """`P0 holds QC AD QS`."""
        seat = self._seat(statement)
        if seat is not None and self._first(("hands", seat), _tokens(statement, "HOLDS")[0]):
            tokens = _tokens(statement, "CARD")
            self.hands[seat] = tuple(Card.read(token) for token in tokens)
            self.said |= {("hands", seat, at): self._position(token) for at, token in enumerate(tokens)}

    def take_move(self, statement: Statement) -> None:
        """`P3 bids 1`, `P3 plays KH`."""
        seat, token = self._seat(statement), _token(statement, 2)
        if seat is None or self.problems:
            return
        part = ("moves", len(self.moves))
        action: Action = Bid(int(token)) if statement.data == "bid" else Play(Card.read(token))
        self.said[part] = self._position(token)
        self.moves.append(Move(action, seat, part))


_TAKE: dict[str, Callable[[Page, Statement], None]] = {
    "title": lambda _page, _statement: None,
    "round": Page.take_round,
    "cards": Page.take_cards,
    "trump": Page.take_trump,
    "turned": Page.take_turned,
    "dealer": Page.take_dealer,
    "rules": Page.take_rules,
    "switch": Page.take_switch,
    "silent": Page.take_silent,
    "players": Page.take_players,
    "hand": Page.take_hand,
    "bid": Page.take_move,
    "play": Page.take_move,
}


def _tokens(statement: Statement, kind: str) -> list[Token]:
    return [child for child in statement.children if isinstance(child, Token) and child.type == kind]


def _token(statement: Statement, at: int) -> Token:
    found = statement.children[at]
    return _token(found, 0) if isinstance(found, Tree) else found


def _text(token: Statement | Token) -> str:
    """Return a word for itself, or what its quotes hold."""
    if not isinstance(token, Token) or token.type != "STRING":
        return str(token)
    try:
        return str(json.loads(token))
    except ValueError:
        advice = 'write \\\\ for a backslash and \\" for a quote'
        raise InputError(
            f"{quote(token)} is no text; {advice}", line=token.line, column=token.column
        ) from None
