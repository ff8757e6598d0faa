"""Games played to the end, one at least for every family of variants, and what must be true in them.

Each file is a hanab.live export with an `expect` beside it: how the game ends, and moments on the way (the
turn, what happens there, and the table after it). Both engines must tell the game as it is expected.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from engine_pair import EnginePair, how
from naive_efficiency import efficiency
from naive_hanabi import Move, Naive

from handsight.hanabi import Card, ClueGiven, State, pace_and_efficiency, variant, view
from handsight.hanabi.variants.catalogue import FAMILIES
from handsight.playable_games import load

FOLDER = Path(__file__).parent
GAMES = {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}
VERBS = ("play", "discard", "color", "number")


def engine_pair(game: dict[str, Any]) -> EnginePair:
    options = dict(game["options"])
    deck = [Card(card["suitIndex"], card["rank"]) for card in game["deck"]]
    return EnginePair(variant(options.pop("variant")), len(game["players"]), deck, **options)


def moves(game: dict[str, Any]) -> Iterator[Move]:
    """The actions as tuples: (verb, order) or (verb, seat, value)."""
    for action in game["actions"]:
        verb, target = VERBS[action["type"]], action["target"]
        yield (verb, target, action["value"]) if "value" in action else (verb, target)


def facts_of_state(state: State) -> dict[str, Any]:
    last = state.last_clue
    found = pace_and_efficiency.efficiency(state)
    return {
        "score": state.score,
        "stacks": list(state.heights),
        "tops": [rule.tops[at] for rule, at in zip(state.terms.variant.stacks, state.stacks, strict=True)],
        "clues": state.tokens,
        "strikes": state.strikes,
        "max_score": state.max_score,
        "turns": state.turn,
        "end": state.end.value,
        "efficiency": None if found is None else round(found, 4),
        "touched": sorted(last.touched) if last and last.turn == state.turn - 1 else None,
    }


def facts_of_naive(game: Naive) -> dict[str, Any]:
    found = efficiency(game)
    return {
        "score": game.score,
        "stacks": [len(stack) for stack in game.stacks],
        "tops": [stack[-1] if stack else 0 for stack in game.stacks],
        "clues": game.tokens / game.unit,
        "strikes": game.strikes,
        "max_score": game.max_score,
        "turns": game.turn,
        "end": how(game).value,
        "efficiency": None if found is None else round(float(found), 4),
        "touched": None if game.hit is None else sorted(game.hit),
    }


@pytest.mark.parametrize("name", GAMES)
def test_the_figures_of_a_game_are_as_expected(name: str) -> None:
    game = GAMES[name]
    expect = dict(game["expect"])
    moments = {moment["turn"]: moment for moment in expect.pop("moments")}
    table = engine_pair(game)
    for turn, move in enumerate(moves(game), 1):
        table.do(move)
        moment = moments.pop(turn, {})
        for facts in (facts_of_state(table.state), facts_of_naive(table.naive)):
            kept = {key: facts[key] for key in moment if key in facts}
            assert kept == {key: moment[key] for key in kept}, moment["what"]
    assert not moments
    for facts in (facts_of_state(table.state), facts_of_naive(table.naive)):
        assert {key: facts[key] for key in expect} == expect


@pytest.mark.parametrize("name", GAMES)
def test_the_reader_finds_the_same_game(name: str) -> None:
    game = load(FOLDER / f"{name}.json")
    expect = {key: value for key, value in GAMES[name]["expect"].items() if key != "moments"}
    facts = facts_of_state(game.final)
    assert {key: facts[key] for key in expect} == expect


def test_every_family_has_a_game() -> None:
    played = {variant(game["options"]["variant"]).family for game in GAMES.values()}
    assert played == {family.name for family in FAMILIES}


def test_games_end_in_every_way_and_at_every_table() -> None:
    assert {game["expect"]["end"] for game in GAMES.values()} == {
        "perfect",
        "final_round",
        "strikeout",
        "no_more_points",
        "terminated",
    }
    assert {len(game["players"]) for game in GAMES.values()} == {2, 3, 4, 5, 6}


@pytest.mark.parametrize("name", ["duck", "cow-and-pig"])
def test_clues_stay_hidden_in_these_games(name: str) -> None:
    table = engine_pair(GAMES[name])
    for move in moves(GAMES[name]):
        table.do(move)
    for seat in range(table.state.terms.players):
        clues = [event for event in view(table.state, seat).events if isinstance(event, ClueGiven)]
        assert any(event.seat == seat and event.clue for event in clues)
        assert all(event.clue is None for event in clues if event.seat != seat)
        kinds = {event.kind for event in clues if event.seat != seat}
        assert (kinds == {None}) if name == "duck" else (None not in kinds)
