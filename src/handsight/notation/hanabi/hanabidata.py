"""Logs of HanabiData: a program and a person play, with rules of their own.

A log names the program and the seed of the shuffle, lists the 40 cards left after the deal, and then gives
each move twice: in numbers (``MOVE: player action card target colour rank``) and in English. The numbers are
read as the game; hands, clue tokens and score of the English lines are compared with it.
"""

import random
import re

from handsight import hanabi
from handsight.errors import InputError
from handsight.notation.hanabi.validation import ParsedGame, ParsedMove
from handsight.text.counting_from_one import counted
from handsight.text.diagnostics import Position, Problem

SUITS = ("green", "yellow", "white", "blue", "red")
PERSON = "You"
DEALT = 10
WIDTH, MOST = 200, 1_000
"""The most characters of a line that are shown beside a problem, and the most moves that are read."""

_HEAD = re.compile(r"Treatment: \('(?P<name>[^']*)', (?P<seed>\d{1,18})\)")
_LIST = re.compile(r"\[(?:\(\d, \d\)(?:, (?=\())?)*\]")
_PAIR = re.compile(r"\((\d), (\d)\)")
_MOVE = re.compile(r"MOVE: *(.*)")
_HAND = re.compile(rf"(?P<name>.*?) (?:now )?has ?(?P<cards>(?:(?:{'|'.join(SUITS)}) \d(?:, |$))*)")
_HINTS = re.compile(r".* hints remaining: (\d+)")
_SCORE = re.compile(r"Score (\d{1,3})")


def read(text: str) -> list[ParsedGame]:
    """Read one log."""
    return [_LogReader().parse(text)]


def shuffled(seed: int) -> tuple[hanabi.Card, ...]:
    """Return the deck of a seed: the sorted cards, shuffled from the back as Python 2 did."""
    chance, deck = random.Random(seed), list(hanabi.variant("No Variant").deck())  # noqa: S311  # no secret
    for i in range(len(deck) - 1, 0, -1):
        j = int(chance.random() * (i + 1))
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


class _LogReader:
    """Reads a log line by line; while no move was illegal (*legal*), English and numbers must agree."""

    def __init__(self) -> None:
        self.program = ""
        self.setup: hanabi.Setup | None = None
        self.state: hanabi.State | None = None
        self.moves: list[ParsedMove] = []
        self.legal = True
        self.position = Position(1)
        self.readers = {
            _HEAD: self._head,
            _LIST: self._deck,
            _MOVE: self._move,
            _HINTS: self._hints,
            _HAND: self._hand,
            _SCORE: self._score,
        }

    def parse(self, text: str) -> ParsedGame:
        """Read every line, up to the first that cannot be right."""
        problems, scored = [], False
        for number, line in enumerate(text.splitlines(), 1):
            self.position = Position(number, 1, line[:WIDTH])
            try:
                scored |= self._line(line.strip()) is _SCORE
            except InputError as error:
                turn = None if self.state is None else self.state.turn
                problems.append(Problem("bad-line", error.message, turn, self.position))
                break
        if self.setup is None or self.state is None:
            missing = "the log lists no cards; they should follow the line `Treatment: ('program', seed)`"
            return ParsedGame(
                None, problems=tuple(problems or [Problem("bad-line", missing, position=self.position)])
            )
        notices = [
            f"Alice is the program {self.program!r}, Bob the person",
            "the log calls its suits green, yellow, white, blue, red; here they have the variant's names",
        ]
        if not scored and not problems:
            notices.append("the log has no line `Score`: it may be cut off")
        return ParsedGame(
            self.setup.terms,
            self.setup.deck,
            moves=tuple(self.moves),
            names=hanabi.SEAT_NAMES[:2],
            problems=tuple(problems),
            notices=tuple(notices),
        )

    def _line(self, line: str) -> re.Pattern[str] | None:
        for pattern, reader in self.readers.items():
            found = pattern.fullmatch(line)
            if found:
                reader(found)
                return pattern
        return None

    def _head(self, found: re.Match[str]) -> None:
        self.program = found["name"]
        terms = hanabi.Terms(2, hanabi.variant("No Variant"), hanabi.rule_set("hanabidata"))
        self.setup = hanabi.Setup(terms, shuffled(int(found["seed"])))

    def _deck(self, found: re.Match[str]) -> None:
        if self.setup is None:
            raise InputError("the line `Treatment: ('program', seed)` is missing before the list of cards")
        listed = tuple(hanabi.Card(int(suit), int(rank)) for suit, rank in _PAIR.findall(found[0]))
        if listed != self.setup.deck[DEALT:]:
            raise InputError(
                "these are not the 40 cards that the seed in the line `Treatment` leaves undealt"
            )
        self.state = hanabi.deal(self.setup)

    def _move(self, found: re.Match[str]) -> None:
        if self.state is None:
            raise InputError("this move comes before the list of cards")
        if len(self.moves) >= MOST:
            raise InputError(f"no game lasts {MOST:,} moves")
        words = found[1].split()
        if len(words) != 6 or not all(re.fullmatch(r"None|\d{1,3}", word) for word in words):
            names = "player, action, card, target, colour and rank"
            raise InputError(f"a move has six fields, each a number or None: {names}")
        seat, *fields = (None if word == "None" else int(word) for word in words)
        action = _action(self.state, seat, *fields)
        self.moves.append(ParsedMove(action, seat, self.position))
        if self.state.seat != seat or hanabi.why_illegal(self.state, action):
            self.legal = False  # validation will say why
        else:
            self.state = hanabi.apply(self.state, action)

    def _hints(self, found: re.Match[str]) -> None:
        if self.state and self.legal and int(found[1]) != self.state.tokens:
            raise InputError(f"the log says {found[1]} hints remain, but it must be {self.state.tokens}")

    def _hand(self, found: re.Match[str]) -> None:
        if self.state is None or not self.legal or found["name"] not in (self.program, PERSON):
            return
        hand = self.state.hands[int(found["name"] == PERSON)]
        cards = (self.state.cards[order] for order in reversed(hand))
        true = ", ".join(f"{SUITS[card.suit]} {card.rank}" for card in cards)
        if found["cards"] != true:
            raise InputError(f"by the moves so far {found['name']} has {true or 'no card'}, oldest first")

    def _score(self, found: re.Match[str]) -> None:
        if self.state and self.legal and int(found[1]) != self.state.score:
            raise InputError(
                f"the log says {counted(int(found[1]), 'point')}, but it must be {self.state.score}"
            )


def _action(
    state: hanabi.State, seat: int | None, kind: int | None, card: int | None, *rest: int | None
) -> hanabi.Action:
    """Return the action of a move; a card is named by its index in the hand, oldest first."""
    target, color, rank = rest
    if seat not in (0, 1):
        raise InputError(f"there is no player {seat}; players are 0 and 1")
    match kind:
        case 0 if target is not None and color is not None:
            return hanabi.GiveClue(target, hanabi.Clue("color", color))
        case 1 if target is not None and rank is not None:
            return hanabi.GiveClue(target, hanabi.Clue("number", rank))
        case 2 | 3 if card is not None:
            hand = state.hands[seat][::-1]
            if card >= len(hand):
                raise InputError(f"player {seat} has no card {card}; indices are 0 to {len(hand) - 1}")
            return hanabi.Play(hand[card]) if kind == 2 else hanabi.Discard(hand[card])
        case 0 | 1 | 2 | 3:
            raise InputError("a hint needs a target and a colour or rank, a play or discard needs a card")
    raise InputError(f"there is no action {kind}; they are 0 hint colour, 1 hint rank, 2 play, 3 discard")
