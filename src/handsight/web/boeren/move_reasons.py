"""Why a move was made, by a bot's reason and its graph of rules, and what each choice was worth."""

from typing import Any

from handsight.boeren import SEAT_NAMES, State, spectator_view, view
from handsight.boeren import BoerenRecord as Round
from handsight.bots.boeren.kripke_bots import GraphBot
from handsight.bots.boeren.rule_graphs.rule_graph import Walk, graph_svg
from handsight.game import Dice
from handsight.roster.boeren import find_bot
from handsight.web.boeren.table_messages import CardChoice
from handsight.web.server.worker_process import Report

ADVISER = "full-kripke"
"""Whose graphs are shown where the player has none of its own."""


def reasons(_: Report, state: State, turn: int, move: Any, bot: str) -> dict[str, Any]:
    """Return the reason for the move that was made in a state by a bot, or by a person (an empty name).

    A card has a path: that of the bot, or, where it walks no graph, that of `ADVISER` in its place.
    """
    said = {
        "type": "reasons",
        "turn": turn,
        "seat": SEAT_NAMES[state.seat],
        "bot": bot,
        "why": getattr(move, "why", ""),
        "path": None,
    }
    choice = getattr(move, "action", None)
    if not isinstance(choice, CardChoice):
        return said
    name, walk = _walk(state, bot)
    return said | {"card": choice.card, "path": _path(name, walk)}


def worth(_: Report, game: Round, turn: int, at: int) -> dict[str, Any]:
    """Return what each bid or card was worth, as `handsight analyse` finds it.

    The move is number *turn* of the table, and number *at* of its round.
    """
    from handsight.analysis.boeren.analyse import RoundSettings, analyse_turn

    return {"type": "worth"} | analyse_turn(game, at, RoundSettings()) | {"turn": turn}


def _walk(state: State, bot: str) -> tuple[str, Walk]:
    """Walk the graph of a bot, or of the adviser."""
    for name in (bot, ADVISER):
        spec = find_bot(name) if name else None
        player = spec.make(state.terms.rules, state.seat, Dice(0)) if spec else None
        if spec and isinstance(player, GraphBot):
            seen = (view if spec.honest else spectator_view)(state, state.seat)
            return name, player.walk(seen)
    raise AssertionError(ADVISER)


def _path(name: str, walk: Walk) -> dict[str, Any]:
    graph = walk.graph
    steps = [
        {
            "number": graph.number(walk.route[:at]),
            "question": question.text,
            "answer": walk.route[at],
            "fact": fact,
        }
        for at, (question, fact) in enumerate(zip(walk.questions, walk.facts, strict=True))
    ]
    return {
        "bot": name,
        "graph": graph.name,
        "steps": steps,
        "number": walk.number,
        "choice": walk.choice.text,
        "cards": [str(card) for card in walk.cards],
        "svg": graph_svg(graph, walk.route),
    }
