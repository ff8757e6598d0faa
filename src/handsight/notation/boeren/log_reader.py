"""What a log of Boeren Bridge says of one round, collected statement by statement."""

from collections.abc import Callable, Iterator

from msgspec import Struct, field

from handsight.boeren import (
    DEFAULT_RULES,
    SEAT_NAMES,
    SEATS,
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
from handsight.text.diagnostics import Problem
from handsight.text.positions import Position
from handsight.text.statements import Statement, Word, WordDiagnostics
from handsight.text.suggestions import did_you_mean, quote


class LogRound(Struct):
    """What a log says of one round, as it is being read."""

    diagnostics: WordDiagnostics
    rules: Rules = DEFAULT_RULES
    names: tuple[str, ...] = ()
    id: str | None = None
    positions: dict[Part, Position] = field(default_factory=dict)
    """Where each part of the round was said."""
    hand_size: int | None = None
    ranks: int = 0
    trump: int | None = None
    turned: Card | None = None
    dealer: int | None = None
    bidding: bool = True
    hands: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)

    def read(self, statement: Statement) -> None:
        """Read one statement; one that makes no sense becomes a problem."""
        try:
            _READERS[statement.kind](self, *statement.words)
        except InputError as error:
            first = statement.words[0]
            self.report(error.line or first.line, error.column or first.column, error.message)

    def report(self, line: int, column: int, message: str, code: str = "bad-word") -> None:
        """Add a problem; only the first one knows after how many actions it comes."""
        first = not self.diagnostics.problems
        position = self.diagnostics.position(line, column)
        self.diagnostics.problems.append(Problem(code, message, len(self.moves) if first else None, position))

    def parsed(self, rules: Rules | None) -> ParsedGame:
        """Return what was read, as far as it makes a round; *rules* overrule those of the log."""
        setup, problems = None, self.diagnostics.problems
        missing = next(self._missing(), None)
        if missing is None:
            try:
                setup = self._setup(rules or self.rules)
            except InputError as error:
                problems.append(Problem("bad-terms", error.message, 0, self.find(("cards",))))
        elif not problems:
            position = next(iter(self.positions.values()), None)
            problems.append(Problem("missing", f"this round does not say {missing}", 0, position))
        return ParsedGame(setup, self.find, tuple(self.moves), self.names, self.id, tuple(problems))

    def find(self, part: Part) -> Position | None:
        """Return the position of a part, or of the whole it belongs to."""
        while part and part not in self.positions:
            part = part[:-1]
        return self.positions.get(part) or self.positions.get(("round",))

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
        size = len(hands[0]) if self.hand_size is None else self.hand_size
        trump = self.turned.suit if self.trump is None and self.turned else self.trump or 0
        terms = Terms(size, self.ranks, rules, bidding=self.bidding)
        return Setup(terms, hands, trump, self.dealer or 0, self.turned)

    def _position(self, word: Word) -> Position:
        return self.diagnostics.position(word.line, word.column)

    def _first(self, part: Part, word: Word) -> bool:
        """Remember where a part is said; saying it twice is a problem."""
        if part in self.positions:
            line = self.positions[part].line
            text = f"this was said already, in line {line}; keep one of them, or begin a new `Round`"
            self.report(word.line, word.column, text, "said-twice")
            return False
        self.positions[part] = self._position(word)
        return True

    def _text(self, word: Word) -> str:
        """Return a word as it is, or the content of its quotes; quotes that cannot be read are a problem."""
        text = WordDiagnostics(self.diagnostics.lines).text(word)
        if text is None:
            advice = 'write \\\\ for a backslash and \\" for a quote'
            message = f"{quote(word.text)} is no text; {advice}"
            raise InputError(message, line=word.line, column=word.column)
        return text

    def _seat(self, word: Word) -> int | None:
        """Return the seat that a word names, or report that there is none."""
        name = self._text(word)
        if word.kind == "SEAT":
            usual = [seat.lower() for seat in SEAT_NAMES]
            seats = [usual.index(name.lower())] if name.lower() in usual else [int(name[1:])]
        else:
            seats = [seat for seat, known in enumerate(self.names) if known == name]
        if len(seats) == 1 and seats[0] < SEATS:
            return seats[0]
        self.report(word.line, word.column, self._no_seat(name, seats), "unknown-seat")
        return None

    def _no_seat(self, name: str, seats: list[int]) -> str:
        if len(seats) > 1:
            return f"{len(seats)} players are called {quote(name)}; write P0 to P{SEATS - 1}"
        hint = did_you_mean(name, self.names, f"seats are P0 to P{SEATS - 1}")
        return f"there is no seat {quote(name)}; {hint}"

    def read_title(self, *_words: Word) -> None:
        """`Boeren Bridge`."""

    def read_round(self, keyword: Word, *names: Word) -> None:
        """`Round r001`."""
        self.positions["round",] = self._position(keyword)
        for name in names:
            self.id = self._text(name)

    def read_cards(self, keyword: Word, size: Word, *pack: Word) -> None:
        """`Cards 3`, `Cards 8 of 52`."""
        if self._first(("cards",), keyword):
            self.hand_size, self.ranks = int(size.text), ranks_of(int(pack[-1].text)) if pack else 0

    def read_trump(self, _keyword: Word, suit: Word) -> None:
        """`Trump Clubs`."""
        if self._first(("trump",), suit):
            self.trump = read_suit(suit.text)

    def read_turned(self, _keyword: Word, card: Word) -> None:
        """`Turned 5C`."""
        if self._first(("turned",), card):
            self.turned = Card.read(card.text)

    def read_dealer(self, keyword: Word, named: Word) -> None:
        """`Dealer P2`."""
        seat = self._seat(named)
        if seat is not None and self._first(("dealer",), keyword):
            self.dealer = seat

    def read_rules(self, _keyword: Word, name: Word) -> None:
        """`Rules author`."""
        self.rules = rule_set(name.text)

    def read_switch(self, _keyword: Word, name: Word, value: Word) -> None:
        """`Switch zero_bonus none`."""
        self.rules = self.rules.switched(name.text, value.text)

    def read_silent(self, keyword: Word, _unknown: Word) -> None:
        """`Bids unknown`."""
        if self._first(("silent",), keyword):
            self.bidding = False

    def read_players(self, _keyword: Word, *names: Word) -> None:
        """`Players Ann Bob Cathy "Dan D."`."""
        self.names = tuple(map(self._text, names))

    def read_hand(self, named: Word, verb: Word, *cards: Word) -> None:
        """`P0 holds QC AD QS`."""
        seat = self._seat(named)
        if seat is not None and self._first(("hands", seat), verb):
            self.hands[seat] = tuple(Card.read(card.text) for card in cards)
            self.positions |= {("hands", seat, at): self._position(card) for at, card in enumerate(cards)}

    def read_move(self, named: Word, verb: Word, choice: Word) -> None:
        """`P3 bids 1`, `P3 plays KH`."""
        seat = self._seat(named)
        if seat is None or self.diagnostics.problems:
            return
        part = ("moves", len(self.moves))
        action: Action = Bid(int(choice.text)) if verb.kind == "BIDS" else Play(Card.read(choice.text))
        self.positions[part] = self._position(choice)
        self.moves.append(Move(action, seat, part))


_READERS: dict[str, Callable[..., None]] = {
    "title": LogRound.read_title,
    "round": LogRound.read_round,
    "cards": LogRound.read_cards,
    "trump": LogRound.read_trump,
    "turned": LogRound.read_turned,
    "dealer": LogRound.read_dealer,
    "rules": LogRound.read_rules,
    "switch": LogRound.read_switch,
    "silent": LogRound.read_silent,
    "players": LogRound.read_players,
    "hand": LogRound.read_hand,
    "bid": LogRound.read_move,
    "play": LogRound.read_move,
}
