"""Games that HLE itself played: the same vectors of all seats, legal moves, rewards and ends.

`data/hle_games.jsonl` holds 80 games of HLE's `rl_env` (version 0.0.4, built from the sources that OpenSpiel
ships): the deck in dealing order as letters from a on, the moves as characters from 0 on, and a digest of all
that it told. HLE takes no deck, so the cards were read from its history; those never dealt follow in order.
At the end of a game HLE's list of legal moves is not compared: it goes on, ours is empty.
"""

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from handsight.env import VecHanabi

FILE = Path(__file__).parent / "data" / "hle_games.jsonl"
GAMES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_that_hle_played(players: int) -> None:
    games: list[dict[str, Any]] = [game for game in GAMES if game["players"] == players]
    assert len(games) == 20
    for game in games:
        env = VecHanabi(1, players, seats="all", autoreset="disabled")
        step = env.reset(decks=[[ord(letter) - ord("a") for letter in game["deck"]]])
        digest = blake2b(step.obs[0].tobytes(), digest_size=16)
        for letter in game["actions"]:
            digest.update(bytes(np.flatnonzero(step.mask[0]).tolist()))
            step = env.step([ord(letter) - ord("0")])
            digest.update(bytes([int(step.reward[0]) & 255, int(step.done[0])]))
            digest.update(step.obs[0].tobytes())
        assert digest.hexdigest() == game["digest"]
        assert step.done[0]
        assert step.score[0] == game["score"]
    assert max(game["score"] for game in games) > 20
    assert min(game["score"] for game in games) == 0
