"""Rounds and positions of Boeren Bridge as JSON.

A file is one object with `rounds` and `knowledge`, one round or position, a list of them, or one a line. A
round has `n`, `trump`, `dealer`, `hands`, `bids` and `tricks`; a position has `plays` and no bids. Only these
are believed: whatever else a file says (legal choices, winners, scores) is recomputed, and compared if asked.
Ours are the optional fields `pack` (cards in the pack, where a stock is left), `turned`, `rules` and `names`.
"""

import json
from collections.abc import Iterator

from msgspec.structs import replace

from handsight.boeren import (
    RANKS,
    SEATS,
    TEXT,
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
from handsight.notation.boeren.json_schema import as_json, differences
from handsight.notation.boeren.record import Move, ParsedGame, Part, Round
from handsight.notation.boeren.validate import validate
from handsight.notation.record import CheckedGame, Written
from handsight.text.diagnostics import Problem
from handsight.text.json_value import Node, documents
from handsight.text.positions import Position


def read(
    text: str, label: str, *, rules: Rules | None = None, compare: bool = False
) -> Iterator[CheckedGame[Round]]:
    """Read every round and position; *rules* overrule the file's, *compare* holds its results to ours."""
    for number, found in enumerate(_objects(text), 1):
        name = f"{label}:{number}"
        if isinstance(found, Problem):
            yield CheckedGame(name, None, (found,))
            continue
        checked = validate(_parse(found, rules), name)
        if compare and checked.valid and checked.game:
            checked = replace(checked, problems=tuple(differences(found, checked.game)))
        yield checked


def _objects(text: str) -> Iterator[Node | Problem]:
    """Yield every object that should be a round or a position."""
    for found in documents(text):
        if isinstance(found, InputError):
            yield _problem("bad-json", found)
        elif found.has("rounds") or found.has("knowledge"):
            for name in filter(found.has, ("rounds", "knowledge")):
                try:
                    yield from found.field(name).items()
                except InputError as error:
                    yield _problem("bad-value", error)
        else:
            yield found


def _problem(code: str, error: InputError, turn: int | None = None) -> Problem:
    position = None if error.line is None else Position(error.line, error.column)
    return Problem(code, error.message, turn, position)


def _parse(node: Node, rules: Rules | None) -> ParsedGame:
    def find(part: Part) -> Position:
        return node.at(*part)

    try:
        name = _id(node)
        setup, notices = _setup(node, rules)
        names = tuple(item.word() for item in node.field("names").items()) if node.has("names") else ()
        if names and len(names) != SEATS:
            raise node.field("names").wrong(f"there are {len(names)} names; four play")
    except InputError as error:
        return ParsedGame(None, find, id=_id(node), problems=(_problem("bad-value", error, 0),))
    moves, problems = list[Move](), list[Problem]()
    try:
        for move in _moves(node):
            moves.append(move)
    except InputError as error:
        problems.append(_problem("bad-value", error, len(moves)))
    return ParsedGame(setup, find, tuple(moves), names, name, tuple(problems), notices)


def _id(node: Node) -> str | None:
    if not node.has("id"):
        return None
    given = node.field("id")
    return given.word() if isinstance(given.value, str) else str(given.value)


def _setup(node: Node, rules: Rules | None) -> tuple[Setup, tuple[str, ...]]:
    hands = tuple(tuple(_card(item) for item in hand.items()) for hand in node.field("hands").items())
    size = node.field("n").number() if node.has("n") else max(map(len, hands), default=0)
    turned = _card(node.field("turned")) if node.has("turned") else None
    chosen = rules or (_rules(node.field("rules")) if node.has("rules") else TEXT)
    if turned:
        chosen = chosen.switched("trump", "turn_up")
    notices: tuple[str, ...] = ()
    with node.placed():
        ranks = ranks_of(node.field("pack").number()) if node.has("pack") else size
        if not node.has("pack") and _from_whole_pack(hands, size):
            ranks = len(RANKS)
            notices = (f"cards below the top {size} ranks are dealt, so the pack is taken to be all 52",)
        bidding = node.has("bids") or node.has("tricks") or not node.has("plays")
        terms = Terms(size, ranks, chosen, bidding=bidding)
    with node.field("trump").placed():
        trump = read_suit(node.field("trump").word())
    return Setup(terms, hands, trump, node.field("dealer").number(), turned), notices


def _from_whole_pack(hands: tuple[tuple[Card, ...], ...], size: int) -> bool:
    """Whether hands of a file that names no pack must come from 52 cards (one stray card is a slip)."""
    return sum(card.rank < len(RANKS) - size for hand in hands for card in hand) > 1


def _rules(node: Node) -> Rules:
    rules = TEXT
    with node.placed():
        if isinstance(node.value, str):
            return rule_set(node.value)
        if not isinstance(node.value, dict):
            raise InputError('"rules" should be a name or an object of switches')
        for name in node.value:
            rules = rules.switched(name, node.field(name).word())
    return rules


def _card(node: Node) -> Card:
    with node.placed():
        return Card.read(node.word())


def _moves(node: Node) -> Iterator[Move]:
    """Yield the bids, then the cards, until one cannot be understood."""
    part = len(node.path)
    if node.has("bids"):
        for row in node.field("bids").items():
            seat, last = _ends(row)
            yield Move(Bid(last.number()), seat.number(), row.path[part:])
    elif node.has("tricks"):
        raise node.wrong('the field "bids" is missing; add it')
    for row in _plays(node):
        seat, last = _ends(row)
        yield Move(Play(_card(last)), seat.number(), row.path[part:])


def _plays(node: Node) -> Iterator[Node]:
    if not node.has("tricks"):
        yield from node.field("plays").items() if node.has("plays") else ()
        return
    tricks = node.field("tricks").items()
    for trick in tricks:
        plays = trick.field("plays").items()
        yield from plays[:SEATS]
        if len(plays) > SEATS or (len(plays) < SEATS and trick is not tricks[-1]):
            raise trick.wrong(f"this trick has {len(plays)} cards; a trick has four")


def _ends(row: Node) -> tuple[Node, Node]:
    """Return the seat and the choice of a row: the choices it lists between them are ours to recompute."""
    inside = row.items()
    if len(inside) not in (2, 3):
        raise row.wrong("this should be [seat, choice] or [seat, legal choices, choice]")
    return inside[0], inside[-1]


def write(*rounds: Round) -> Written:
    """Write rounds and positions as one object, each on a line of its own."""
    parts = [
        ("rounds", [game for game in rounds if game.setup.terms.bidding]),
        ("knowledge", [game for game in rounds if not game.setup.terms.bidding]),
    ]
    blocks = [f' "{name}": [\n' + ",\n".join(map(_line, part)) + "\n ]" for name, part in parts if part]
    return Written("{\n" + ",\n".join(blocks) + "\n}\n" if blocks else '{"rounds": []}\n')


def _line(game: Round) -> str:
    return "  " + json.dumps(as_json(game), ensure_ascii=False, separators=(",", ":"))
