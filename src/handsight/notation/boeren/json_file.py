"""Rounds and positions of Boeren Bridge as JSON.

A file is one object with `rounds` and `knowledge`, one round or position, a list of them, or one a line. A
round has `n`, `trump`, `dealer`, `hands`, `bids` and `tricks`, and `change` where the dealer had to change
its bid; a position has `plays` and no bids. Everything else that a file states (legal choices, winners,
scores) is recomputed, and compared if asked. Our own optional fields are `pack` (cards in the pack, where a
stock is left), `turned`, `rules` and `names`. If the choices listed for the dealer leave out the bid that
would make all bids sum to the number of tricks, that bid is barred.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from handsight import boeren
from handsight.errors import InputError
from handsight.notation.boeren.validation import ParsedRound, Part, RoundMove, validate
from handsight.notation.checked_game import CheckedGame, Written
from handsight.text.counting_from_one import counted
from handsight.text.diagnostics import Position, Problem
from handsight.text.json_positions import JsonNode, documents

RESULTS = ("hook", "won", "scores", "voids")
"""Fields with results, which are recomputed and compared if asked."""
NOTHING_STATED = f"nothing was compared: the file states none of {', '.join(RESULTS)}"


def read(
    text: str, label: str, *, rules: boeren.Rules | None = None, compare: bool = False
) -> Iterator[CheckedGame[boeren.BoerenRecord]]:
    """Yield every round and position, validated; *rules* overrule the file's, *compare* checks results."""
    for number, found in enumerate(_objects(text), 1):
        name = f"{label}:{number}"
        if isinstance(found, Problem):
            yield CheckedGame(name, None, (found,))
            continue
        checked = validate(_parse(found, rules), name)
        if compare and checked.valid and checked.game:
            checked = replace(checked, problems=tuple(differences(found, checked.game)))
            if not any(map(found.has, RESULTS)):
                checked = replace(checked, notices=(*checked.notices, NOTHING_STATED))
        yield checked


def _objects(text: str) -> Iterator[JsonNode | Problem]:
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


def _parse(node: JsonNode, rules: boeren.Rules | None) -> ParsedRound:
    def find(part: Part) -> Position:
        return node.at(*part)

    try:
        name = _id(node)
        setup, notices = _setup(node, rules)
        names = tuple(item.word() for item in node.field("names").items()) if node.has("names") else ()
        if names and len(names) != boeren.SEATS:
            raise node.field("names").wrong(f"there are {len(names)} names, but four players")
    except InputError as error:
        return ParsedRound(None, find, id=_id(node), problems=(_problem("bad-value", error, 0),))
    moves, problems = list[RoundMove](), list[Problem]()
    try:
        for move in _moves(node):
            moves.append(move)
    except InputError as error:
        problems.append(_problem("bad-value", error, len(moves)))
    return ParsedRound(setup, find, tuple(moves), names, name, tuple(problems), notices)


def _id(node: JsonNode) -> str | None:
    if not node.has("id"):
        return None
    given = node.field("id")
    return given.word() if isinstance(given.value, str) else str(given.value)


def _setup(node: JsonNode, rules: boeren.Rules | None) -> tuple[boeren.Setup, tuple[str, ...]]:
    hands = tuple(tuple(_card(item) for item in hand.items()) for hand in node.field("hands").items())
    size = node.field("n").number() if node.has("n") else max(map(len, hands), default=0)
    turned = _card(node.field("turned")) if node.has("turned") else None
    chosen = rules or _rules(node, size)
    if turned:
        chosen = chosen.switched("trump", "turn_up")
    notices: tuple[str, ...] = ()
    with node.locate_errors():
        ranks = boeren.ranks_of(node.field("pack").number()) if node.has("pack") else size
        if not node.has("pack") and _from_whole_pack(hands, size):
            ranks = len(boeren.RANKS)
            notices = (f"some cards are below the top {size} ranks, so the pack is taken to be all 52",)
        bidding = node.has("bids") or node.has("tricks") or not node.has("plays")
        terms = boeren.Terms(size, ranks, chosen, bidding=bidding)
    with node.field("trump").locate_errors():
        trump = boeren.read_suit(node.field("trump").word())
    return boeren.Setup(terms, hands, trump, node.field("dealer").number(), turned), notices


def _from_whole_pack(hands: tuple[tuple[boeren.Card, ...], ...], size: int) -> bool:
    """Whether hands of a file that names no pack must come from 52 cards (one odd card is a mistake)."""
    return sum(card.rank < len(boeren.RANKS) - size for hand in hands for card in hand) > 1


def _rules(node: JsonNode, size: int) -> boeren.Rules:
    """Return the rules that a round names, or the default; choices may say that a bid is barred."""
    given = node.field("rules") if node.has("rules") else None
    rules = boeren.DEFAULT_RULES if given is None else _named_rules(given)
    says = given is not None and isinstance(given.value, dict) and "dealer_change" in given.value
    return rules.switched("dealer_change", "barred") if not says and _bars_a_bid(node.value, size) else rules


def _bars_a_bid(row: dict[str, Any], size: int) -> bool:
    """Whether the choices listed for the dealer leave out the bid that makes all bids sum to the tricks."""
    rows = row.get("bids")
    if not (
        isinstance(rows, list) and len(rows) == boeren.SEATS and all(isinstance(row, list) for row in rows)
    ):
        return False
    made: list[Any] = [row[-1] if row else None for row in rows[:-1]]
    if len(rows[-1]) != 3 or not isinstance(rows[-1][1], list) or not all(isinstance(b, int) for b in made):
        return False
    hooked = size - sum(made)
    return 0 <= hooked <= size and hooked not in rows[-1][1]


def _named_rules(node: JsonNode) -> boeren.Rules:
    rules = boeren.DEFAULT_RULES
    with node.locate_errors():
        if isinstance(node.value, str):
            return boeren.rule_set(node.value)
        if not isinstance(node.value, dict):
            raise InputError('"rules" should be a name or an object of switches')
        for name in node.value:
            rules = rules.switched(name, node.field(name).word())
    return rules


def _card(node: JsonNode) -> boeren.Card:
    with node.locate_errors():
        return boeren.Card.read(node.word())


def _moves(node: JsonNode) -> Iterator[RoundMove]:
    """Yield the bids, a change of the last, then the cards, until one cannot be understood."""
    part = len(node.path)
    if node.has("bids"):
        for row in node.field("bids").items():
            seat, last = _ends(row)
            yield RoundMove(boeren.Bid(last.number()), seat.number(), row.path[part:])
    elif node.has("tricks"):
        raise node.wrong('the field "bids" is missing; add it')
    if node.has("change"):
        row = node.field("change")
        seat, last = _ends(row)
        yield RoundMove(boeren.ChangeBid(last.number()), seat.number(), row.path[part:])
    for row in _plays(node):
        seat, last = _ends(row)
        yield RoundMove(boeren.Play(_card(last)), seat.number(), row.path[part:])


def _plays(node: JsonNode) -> Iterator[JsonNode]:
    if not node.has("tricks"):
        yield from node.field("plays").items() if node.has("plays") else ()
        return
    tricks = node.field("tricks").items()
    for trick in tricks:
        plays = trick.field("plays").items()
        yield from plays[: boeren.SEATS]
        if len(plays) > boeren.SEATS or (len(plays) < boeren.SEATS and trick is not tricks[-1]):
            raise trick.wrong(f"this trick has {counted(len(plays), 'card')}; a trick has four")


def _ends(row: JsonNode) -> tuple[JsonNode, JsonNode]:
    """Return the seat and choice of a row; legal choices in between are recomputed."""
    inside = row.items()
    if len(inside) not in (2, 3):
        raise row.wrong("this should be [seat, choice] or [seat, legal choices, choice]")
    return inside[0], inside[-1]


def write(*rounds: boeren.BoerenRecord) -> Written:
    """Write rounds and positions as one object, each on a line of its own."""
    parts = [
        ("rounds", [game for game in rounds if game.setup.terms.bidding]),
        ("knowledge", [game for game in rounds if not game.setup.terms.bidding]),
    ]
    blocks = [f' "{name}": [\n' + ",\n".join(map(_line, part)) + "\n ]" for name, part in parts if part]
    return Written("{\n" + ",\n".join(blocks) + "\n}\n" if blocks else '{"rounds": []}\n')


def _line(game: boeren.BoerenRecord) -> str:
    return "  " + json.dumps(round_json(game), ensure_ascii=False, separators=(",", ":"))


def round_json(game: boeren.BoerenRecord) -> dict[str, Any]:
    """Return a round or position, with everything that follows from it, as the file has it."""
    setup, terms = game.setup, game.setup.terms
    row: dict[str, Any] = {} if game.id is None else {"id": game.id}
    row |= {"n": terms.hand_size, "trump": boeren.SUITS[setup.trump], "dealer": setup.dealer}
    row["hands"] = [list(map(str, hand)) for hand in setup.hands]
    if terms.stock:
        row["pack"] = len(terms.pack)
    if setup.turned:
        row["turned"] = str(setup.turned)
    moves = _round(game) if terms.bidding else _position(game)
    plain = terms.rules.switched("trump", "separate") if setup.turned else terms.rules
    if plain.dealer_change == "barred" and _bars_a_bid(moves, terms.hand_size):  # the choices say it
        plain = plain.switched("dealer_change", boeren.DEFAULT_RULES.dealer_change)
    if plain != boeren.DEFAULT_RULES:
        row["rules"] = {
            name: value
            for name, value in plain.switches.items()
            if value != boeren.DEFAULT_RULES.switches[name]
        }
    if game.names:
        row["names"] = list(game.names)
    return row | moves


def _round(game: boeren.BoerenRecord) -> dict[str, Any]:
    final, points = game.final, boeren.score(game.final)
    bids, changes, plays = list[Any](), list[Any](), list[Any]()
    for state, action in zip(game.states, game.actions, strict=False):
        rows = (
            plays
            if isinstance(action, boeren.Play)
            else changes
            if isinstance(action, boeren.ChangeBid)
            else bids
        )
        rows.append([state.seat, [_word(option) for option in boeren.legal(state)], _word(action)])
    return {
        "bids": bids,
        "hook": boeren.hook(final),
        **({"change": changes[0]} if changes else {}),
        "tricks": [
            _trick(final, plays[at : at + boeren.SEATS], at // boeren.SEATS)
            for at in range(0, len(plays), boeren.SEATS)
        ],
        "won": list(final.won),
        "scores": None if points is None else list(points),
    }


def _word(action: boeren.Action) -> int | str:
    """Return an action as the file has it: a number of tricks, or a card."""
    return str(action.card) if isinstance(action, boeren.Play) else action.tricks


def _trick(final: boeren.State, plays: list[Any], number: int) -> dict[str, Any]:
    taken = final.tricks
    winner = taken[number].seat if number < len(taken) else None
    return {"leader": plays[0][0], "plays": plays, "winner": winner}


def _position(game: boeren.BoerenRecord) -> dict[str, Any]:
    state = game.final
    seen = boeren.view(state, 0)
    shown = {
        str(seat): "".join(boeren.SUITS[suit] for suit in sorted(suits))
        for seat, suits in enumerate(seen.voids)
    }
    return {
        "plays": [[play.seat, str(play.card)] for play in seen.plays],
        "voids": {seat: suits for seat, suits in shown.items() if suits},
    }


def differences(node: JsonNode, game: boeren.BoerenRecord) -> Iterator[Problem]:
    """Yield a problem for every result in a file that is not what the rules give."""
    ours = round_json(game)
    if node.has("bids"):
        yield from _choices(node.field("bids").items(), ours["bids"])
    if node.has("change"):
        yield from _choices([node.field("change")], [ours["change"]])
    if node.has("tricks"):
        for trick, own in zip(node.field("tricks").items(), ours["tricks"], strict=False):
            yield from _results(trick, own, ("leader",))
            yield from _choices(trick.field("plays").items(), own["plays"])
            yield from _results(trick, own, ("winner",))
    yield from _results(node, ours, RESULTS)


def _results(node: JsonNode, ours: dict[str, Any], names: tuple[str, ...]) -> Iterator[Problem]:
    for name in names:
        if name in node.value and name in ours and node.value[name] != ours[name]:
            yield _difference(node.field(name), f'"{name}"', ours[name])


def _choices(rows: Sequence[JsonNode], ours: list[Any]) -> Iterator[Problem]:
    """Yield a problem for each row whose list of legal choices is not ours; their sequence is ignored."""
    for row, own in zip(rows, ours, strict=False):
        for listed in row.items()[1:-1]:
            theirs = sorted(map(str, listed.value)) if isinstance(listed.value, list) else None
            if theirs != sorted(map(str, own[1])):
                yield _difference(listed, "the legal choices", own[1])


def _difference(node: JsonNode, title: str, ours: object) -> Problem:
    text = f"{title}: the file says {json.dumps(node.value)}, by the rules it is {json.dumps(ours)}"
    return Problem("result-differs", text, None, node.position)
