"""A round in the shape of the JSON file, and what a file says that does not follow from the rules."""

import json
from collections.abc import Iterator
from typing import Any

from handsight.boeren import SEATS, SUITS, TEXT, Bid, Play, State, hook, legal, score, view
from handsight.notation.boeren.record import Round
from handsight.text.diagnostics import Problem
from handsight.text.json_value import Node

RESULTS = ("hook", "won", "scores", "voids")


def as_json(game: Round) -> dict[str, Any]:
    """Return a round or position with everything that follows from it, in the shape of the file."""
    setup, terms = game.setup, game.setup.terms
    row: dict[str, Any] = {} if game.id is None else {"id": game.id}
    row |= {"n": terms.hand_size, "trump": SUITS[setup.trump], "dealer": setup.dealer}
    row["hands"] = [list(map(str, hand)) for hand in setup.hands]
    if terms.stock:
        row["pack"] = len(terms.pack)
    if setup.turned:
        row["turned"] = str(setup.turned)
    plain = terms.rules.switched("trump", "separate") if setup.turned else terms.rules
    if plain != TEXT:
        row["rules"] = {name: value for name, value in plain.switches.items() if value != TEXT.switches[name]}
    if game.names:
        row["names"] = list(game.names)
    return row | (_round(game) if terms.bidding else _position(game))


def _round(game: Round) -> dict[str, Any]:
    final, points = game.final, score(game.final)
    bids, plays = list[Any](), list[Any]()
    for state, action in zip(game.states, game.actions, strict=False):
        if isinstance(action, Bid):
            options = [option.tricks for option in legal(state) if isinstance(option, Bid)]
            bids.append([state.seat, options, action.tricks])
        else:
            cards = [str(option.card) for option in legal(state) if isinstance(option, Play)]
            plays.append([state.seat, cards, str(action.card)])
    return {
        "bids": bids,
        "hook": hook(final),
        "tricks": [_trick(final, plays[at : at + SEATS], at // SEATS) for at in range(0, len(plays), SEATS)],
        "won": list(final.won),
        "scores": None if points is None else list(points),
    }


def _trick(final: State, plays: list[Any], number: int) -> dict[str, Any]:
    taken = final.tricks
    winner = taken[number].seat if number < len(taken) else None
    return {"leader": plays[0][0], "plays": plays, "winner": winner}


def _position(game: Round) -> dict[str, Any]:
    state = game.final
    seen = view(state, 0)
    shown = {
        str(seat): "".join(SUITS[suit] for suit in sorted(suits)) for seat, suits in enumerate(seen.voids)
    }
    return {
        "plays": [[play.seat, str(play.card)] for play in seen.plays],
        "voids": {seat: suits for seat, suits in shown.items() if suits},
    }


def differences(node: Node, game: Round) -> Iterator[Problem]:
    """Yield every result of a file that is not what the rules give."""
    ours = as_json(game)
    if node.has("bids"):
        yield from _choices(node.field("bids"), ours["bids"])
    if node.has("tricks"):
        for trick, own in zip(node.field("tricks").items(), ours["tricks"], strict=False):
            yield from _results(trick, own, ("leader",))
            yield from _choices(trick.field("plays"), own["plays"])
            yield from _results(trick, own, ("winner",))
    yield from _results(node, ours, RESULTS)


def _results(node: Node, ours: dict[str, Any], names: tuple[str, ...]) -> Iterator[Problem]:
    for name in names:
        if name in node.value and name in ours and node.value[name] != ours[name]:
            yield _difference(node.field(name), f'"{name}"', ours[name])


def _choices(rows: Node, ours: list[Any]) -> Iterator[Problem]:
    """Compare the legal choices that rows of three list, in whatever order."""
    for row, own in zip(rows.items(), ours, strict=False):
        for listed in row.items()[1:-1]:
            theirs = sorted(map(str, listed.value)) if isinstance(listed.value, list) else None
            if theirs != sorted(map(str, own[1])):
                yield _difference(listed, "the legal choices", own[1])


def _difference(node: Node, title: str, ours: object) -> Problem:
    text = f"{title}: the file says {json.dumps(node.value)}, by the rules it is {json.dumps(ours)}"
    return Problem("result-differs", text, None, node.position)
