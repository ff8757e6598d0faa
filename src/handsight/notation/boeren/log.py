"""The log language of Boeren Bridge: read it, and write it; `log.lark` shows what it looks like."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct, field

from handsight import boeren
from handsight.errors import InputError
from handsight.notation.boeren.validation import ParsedRound, Part, RoundMove, validate
from handsight.notation.checked_game import CheckedGame, Written
from handsight.text.diagnostics import Position, Problem
from handsight.text.front_end import Fault, LineLanguage, Statement, Word, WordDiagnostics, read_text
from handsight.text.suggestions import did_you_mean, quote


class LogRound(Struct):
    """What a log says of one round, as it is being read."""

    diagnostics: WordDiagnostics
    rules: boeren.Rules = boeren.DEFAULT_RULES
    names: tuple[str, ...] = ()
    id: str | None = None
    positions: dict[Part, Position] = field(default_factory=dict)
    """Where each part of the round was said."""
    hand_size: int | None = None
    ranks: int = 0
    trump: int | None = None
    turned: boeren.Card | None = None
    dealer: int | None = None
    bidding: bool = True
    hands: dict[int, tuple[boeren.Card, ...]] = field(default_factory=dict)
    moves: list[RoundMove] = field(default_factory=list)

    def read(self, statement: Statement) -> None:
        """Read one statement; one that makes no sense becomes a problem."""
        try:
            of_seat = statement.kind in ("hand", "bid", "change", "play")
            (self._read_seat if of_seat else self._read_setting)(statement.kind, *statement.words)
        except InputError as error:
            first = statement.words[0]
            self.report(error.line or first.line, error.column or first.column, error.message)

    def report(self, line: int, column: int, message: str, code: str = "bad-word") -> None:
        """Add a problem; only the first one says after how many actions it occurs."""
        first = not self.diagnostics.problems
        position = self.diagnostics.position(line, column)
        self.diagnostics.problems.append(Problem(code, message, len(self.moves) if first else None, position))

    def parsed(self, rules: boeren.Rules | None) -> ParsedRound:
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
        return ParsedRound(setup, self.find, tuple(self.moves), self.names, self.id, tuple(problems))

    def find(self, part: Part) -> Position | None:
        """Return the position of a part, or of the whole it belongs to."""
        while part and part not in self.positions:
            part = part[:-1]
        return self.positions.get(part) or self.positions.get(("round",))

    def _missing(self) -> Iterator[str]:
        for seat in range(boeren.SEATS):
            if seat not in self.hands:
                yield f"what P{seat} holds; add a line such as `P{seat} holds QS KS AS`"
        if self.trump is None and self.turned is None:
            yield "its trump; add a line such as `Trump Spades`"
        if self.dealer is None:
            yield "who deals; add a line such as `Dealer P3`"

    def _setup(self, rules: boeren.Rules) -> boeren.Setup:
        if self.turned:
            rules = rules.switched("trump", "turn_up")
        hands = tuple(self.hands[seat] for seat in range(boeren.SEATS))
        size = len(hands[0]) if self.hand_size is None else self.hand_size
        trump = self.turned.suit if self.trump is None and self.turned else self.trump or 0
        terms = boeren.Terms(size, self.ranks, rules, bidding=self.bidding)
        return boeren.Setup(terms, hands, trump, self.dealer or 0, self.turned)

    def _position(self, word: Word) -> Position:
        return self.diagnostics.position(word.line, word.column)

    def _first(self, part: Part, word: Word) -> bool:
        """Remember where a part is said and return True; report one said twice and return False."""
        if part in self.positions:
            line = self.positions[part].line
            text = f"this was said already, in line {line}; keep one of them, or begin a new `Round`"
            self.report(word.line, word.column, text, "said-twice")
            return False
        self.positions[part] = self._position(word)
        return True

    def _seat(self, word: Word) -> int | None:
        """Return the seat that a word names, or report that there is none."""
        name = read_text(word)
        if word.kind == "SEAT":
            usual = [seat.lower() for seat in boeren.SEAT_NAMES]
            seats = [usual.index(name.lower())] if name.lower() in usual else [int(name[1:])]
        else:
            seats = [seat for seat, known in enumerate(self.names) if known == name]
        if len(seats) == 1 and seats[0] < boeren.SEATS:
            return seats[0]
        self.report(word.line, word.column, self._no_seat(name, seats), "unknown-seat")
        return None

    def _no_seat(self, name: str, seats: list[int]) -> str:
        if len(seats) > 1:
            return f"{len(seats)} players are called {quote(name)}; write P0 to P{boeren.SEATS - 1}"
        hint = did_you_mean(name, self.names, f"seats are P0 to P{boeren.SEATS - 1}")
        return f"there is no seat {quote(name)}; {hint}"

    def _read_setting(self, kind: str, keyword: Word, *words: Word) -> None:
        match kind:
            case "round":
                self.positions["round",] = self._position(keyword)
                self.id = read_text(words[0]) if words else None
            case "cards" if self._first(("cards",), keyword):
                self.hand_size = int(words[0].text)
                self.ranks = boeren.ranks_of(int(words[-1].text)) if len(words) > 1 else 0
            case "trump" if self._first(("trump",), words[0]):
                self.trump = boeren.read_suit(words[0].text)
            case "turned" if self._first(("turned",), words[0]):
                self.turned = boeren.Card.read(words[0].text)
            case "dealer" if (seat := self._seat(words[0])) is not None and self._first(("dealer",), keyword):
                self.dealer = seat
            case "rules":
                self.rules = boeren.rule_set(words[0].text)
            case "switch":
                self.rules = self.rules.switched(words[0].text, words[1].text)
            case "silent" if self._first(("silent",), keyword):
                self.bidding = False
            case "players":
                self.names = tuple(map(read_text, words))

    def _read_seat(self, kind: str, named: Word, verb: Word, *words: Word) -> None:
        """Read what a seat holds, bids or plays; moves after the first problem are left out."""
        seat = self._seat(named)
        if seat is None:
            return
        if kind == "hand":
            if self._first(("hands", seat), verb):
                self.hands[seat] = tuple(boeren.Card.read(card.text) for card in words)
                self.positions |= {("hands", seat, at): self._position(card) for at, card in enumerate(words)}
            return
        choice, action = words[-1], _ACTIONS[kind](words[-1].text)
        if not self.diagnostics.problems:
            part = ("moves", len(self.moves))
            self.positions[part] = self._position(choice)
            self.moves.append(RoundMove(action, seat, part))


_ACTIONS: dict[str, Callable[[str], boeren.Action]] = {
    "bid": lambda tricks: boeren.Bid(int(tricks)),
    "change": lambda tricks: boeren.ChangeBid(int(tricks)),
    "play": lambda card: boeren.Play(boeren.Card.read(card)),
}

LOG = LineLanguage(
    grammar=Path(__file__).parent / "log.lark",
    names={
        "SEAT": "a seat (P0 to P3)",
        "STRING": 'a text in quotes ("Dan D.")',
        "CARD": "a card (AS or ♠A)",
        "NUMBER": "a number",
        "SUIT": "a suit (Clubs, Diamonds, Hearts, Spades)",
        "NAME": "a name",
        "WORD": "a word",
        "BIDS": "bids",
        "CHANGES": "changes",
        "TO": "to",
        "PLAYS": "plays",
        "HOLDS": "holds",
        "OF": "of",
        "BRIDGE": "Bridge",
        "UNKNOWN": "unknown",
    },
    keywords={
        "Boeren": "title",
        "Round": "round",
        "Cards": "cards",
        "Trump": "trump",
        "Turned": "turned",
        "Dealer": "dealer",
        "Players": "players",
        "Rules": "rules",
        "Switch": "switch",
        "Bids": "silent",
    },
    verbs=("bids", "changes", "plays", "holds"),
    opening="a seat (P0 to P3), or a word such as Round, Cards, Trump or Dealer",
    most_faults=20,
)
_BARE = re.compile(
    r"(?!(boeren|round|cards|trump|turned|dealer|players|rules|switch|bids|north|east|south|west|p\d+)\Z)"
    r"[\w.:/-]+\Z",
    re.IGNORECASE,
)


def read(
    text: str, label: str, *, rules: boeren.Rules | None = None
) -> Iterator[CheckedGame[boeren.BoerenRecord]]:
    """Yield every round of a log, validated; *rules* overrule those that it names."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    preamble = current = LogRound(WordDiagnostics(plain.split("\n")))
    rounds = [current]
    for item in LOG.statements(plain):
        if isinstance(item, Fault):
            current.report(item.line, item.column, item.message)
            continue
        if item.kind == "round":
            diagnostics = WordDiagnostics(preamble.diagnostics.lines)
            current = LogRound(diagnostics, rules=preamble.rules, names=preamble.names)
            rounds.append(current)
        current.read(item)
    known = [one for one in rounds if one.positions or one.diagnostics.problems or len(rounds) == 1]
    for number, one in enumerate(known, 1):
        yield validate(one.parsed(rules), f"{label}:{number}")


def write(*rounds: boeren.BoerenRecord, remark: str = "") -> Written:
    """Write rounds and positions as one log, with a remark for people at its head."""
    head = ["Boeren Bridge", *([f"# {' '.join(remark.split())}"] if remark else [])]
    return Written("\n".join([*head, *("\n" + "\n".join(_lines(game)) for game in rounds)]) + "\n")


def _lines(game: boeren.BoerenRecord) -> Iterator[str]:
    setup, terms = game.setup, game.setup.terms
    yield "Round" if game.id is None else f"Round {_word(game.id)}"
    if game.names:
        yield f"Players {' '.join(map(_word, game.names))}"
    yield from _rule_lines(terms.rules.switched("trump", "separate") if setup.turned else terms.rules)
    yield f"Cards {terms.hand_size}" + (f" of {len(terms.pack)}" if terms.stock else "")
    yield f"Turned {setup.turned}" if setup.turned else f"Trump {boeren.SUIT_NAMES[setup.trump]}"
    yield f"Dealer P{setup.dealer}"
    yield from (f"P{seat} holds {' '.join(map(str, hand))}" for seat, hand in enumerate(setup.hands))
    if not terms.bidding:
        yield "Bids unknown"
    for before, after, action in zip(game.states, game.states[1:], game.actions, strict=False):
        match action:
            case boeren.Bid(tricks):
                yield f"P{before.seat} bids {tricks}"
            case boeren.ChangeBid(tricks):
                reason = f"it had to: the bids added up to {terms.hand_size}"
                yield f"P{before.seat} changes to {tricks}  # {reason}"
            case boeren.Play(card):
                if not before.trick:
                    yield ""
                taken = "" if after.trick else f"  # P{after.leader} takes the trick"
                yield f"P{before.seat} plays {card}{taken}"


def _rule_lines(rules: boeren.Rules) -> Iterator[str]:
    if rules == boeren.DEFAULT_RULES:
        return
    if rules.name in boeren.RULE_SETS:
        yield f"Rules {rules.name}"
        return
    plain = boeren.DEFAULT_RULES.switches
    yield from (f"Switch {name} {value}" for name, value in rules.switches.items() if value != plain[name])


def _word(text: str) -> str:
    """Write a text as a plain word where it can be read back as one, else in quotes."""
    return text if _BARE.match(text) else json.dumps(text, ensure_ascii=False)
