"""HLE's interface: the same keys and types, and moves as dictionaries or numbers."""

from random import Random
from typing import Any

import pytest

from handsight.env.hanabi import rl_env
from handsight.errors import IllegalActionError, InputError

KEYS = {
    "current_player",
    "current_player_offset",
    "life_tokens",
    "information_tokens",
    "num_players",
    "deck_size",
    "fireworks",
    "legal_moves",
    "legal_moves_as_int",
    "observed_hands",
    "discard_pile",
    "card_knowledge",
    "vectorized",
    "pyhanabi",
}
SIZES = {
    ("Hanabi-Full", 2): 658,
    ("Hanabi-Full-Minimal", 2): 308,
    ("Hanabi-Small", 2): 171,
    ("Hanabi-Very-Small", 2): 106,
    ("Hanabi-Full", 5): 1280,
}


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_a_game_by_the_interface_of_hle(name: str, players: int) -> None:
    env, rng = rl_env.make(name, players), Random(1)
    told = env.reset()
    assert env.vectorized_observation_shape() == [SIZES[name, players]]
    total, done, discarded = 0.0, False, 0
    while not done:
        seen = told["player_observations"]
        assert [set(each) for each in seen] == [KEYS] * players
        mover = told["current_player"]
        assert [bool(each["legal_moves"]) for each in seen] == [seat == mover for seat in range(players)]
        for seat, each in enumerate(seen):
            assert each["current_player_offset"] == (mover - seat) % players
            assert len(each["vectorized"]) == SIZES[name, players]
            assert {card["color"] for card in each["observed_hands"][0]} <= {None}
            assert len(each["discard_pile"]) == discarded
            assert each["pyhanabi"].deck_size() == each["deck_size"]
            assert [len(hand) for hand in each["card_knowledge"]] == [
                len(hand) for hand in each["observed_hands"]
            ]
        place = rng.randrange(len(seen[mover]["legal_moves"]))
        as_number = rng.random() < 0.5
        move: Any = seen[mover]["legal_moves_as_int" if as_number else "legal_moves"][place]
        kind = seen[mover]["legal_moves"][place]["action_type"]
        told, reward, done, info = env.step(move)
        total += reward
        discarded += kind == "DISCARD" or (kind == "PLAY" and reward <= 0)
        assert info == {}
    assert total == 0 or total == sum(told["player_observations"][0]["fireworks"].values())


def test_clues_are_told() -> None:
    env = rl_env.HanabiEnv({"players": 2, "seed": 7})
    told = env.reset()
    card = told["player_observations"][0]["observed_hands"][1][0]
    told, *_ = env.step({"action_type": "REVEAL_COLOR", "target_offset": 1, "color": card["color"]})
    knowledge = told["player_observations"][1]["card_knowledge"][0]
    assert knowledge[0] == {"color": card["color"], "rank": None}
    told, *_ = env.step(told["player_observations"][1]["legal_moves"][0])
    assert (
        rl_env.HanabiEnv({"players": 2, "seed": 7}).reset()["player_observations"][0]["vectorized"]
        == (rl_env.HanabiEnv({"players": 2, "seed": 7}).reset()["player_observations"][0]["vectorized"])
    )


def test_objects_of_an_observation_have_the_methods_of_pyhanabi() -> None:
    env = rl_env.HanabiEnv({"players": 2, "seed": 7})
    told = env.reset()
    seen = told["player_observations"][0]
    for move, written in zip(seen["pyhanabi"].legal_moves(), seen["legal_moves"], strict=True):
        found = {"action_type": move.type().name}
        if move.type() in {rl_env.HanabiMoveType.PLAY, rl_env.HanabiMoveType.DISCARD}:
            found["card_index"] = move.card_index()
            assert (move.target_offset(), move.color(), move.rank()) == (-1, -1, -1)
        else:
            assert move.card_index() == -1
            found["target_offset"] = move.target_offset()
            if move.type() == rl_env.HanabiMoveType.REVEAL_COLOR:
                found["color"] = rl_env.COLOR_CHAR[move.color()]
            else:
                found["rank"] = move.rank()
        assert found == written
    assert [int(kind) for kind in rl_env.HanabiMoveType] == [1, 2, 3, 4]
    clued = seen["pyhanabi"].observed_hands()[1]
    rank = clued[0].rank()
    told, *_ = env.step({"action_type": "REVEAL_RANK", "target_offset": 1, "rank": rank})
    own = told["player_observations"][1]
    for card, true, written in zip(
        own["pyhanabi"].card_knowledge()[0], clued, own["card_knowledge"][0], strict=True
    ):
        touched = true.rank() == rank
        assert card.color() is None
        assert card.rank() == (rank if touched else None)
        assert [card.rank_plausible(other) for other in range(5)] == [
            (other == rank) == touched for other in range(5)
        ]
        assert all(card.color_plausible(color) for color in range(5))
        assert written == {"color": None, "rank": rank if touched else None}


def test_what_makes_no_sense_is_named() -> None:
    with pytest.raises(InputError, match="HLE's config has no 'colours'"):
        rl_env.HanabiEnv({"colours": 5})
    with pytest.raises(InputError, match="no environment is called"):
        rl_env.make("Hanabi-Huge")
    env = rl_env.make()
    env.reset()
    with pytest.raises(InputError, match="no move of this game"):
        env.step({"action_type": "PLAY", "card_index": 9})
    with pytest.raises(InputError, match="action_type"):
        env.step({"action_type": "JUMP"})
    with pytest.raises(IllegalActionError, match="not legal"):
        env.step({"action_type": "DISCARD", "card_index": 0})
    starts = {
        rl_env.HanabiEnv({"random_start_player": True, "seed": seed}).reset()["current_player"]
        for seed in range(9)
    }
    assert starts == {0, 1}
