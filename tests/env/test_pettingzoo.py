"""The environments of PettingZoo pass its own tests."""

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

from pettingzoo.test import api_test, seed_test  # after looking whether it is there

from handsight.env.pettingzoo import boeren_v0, hanabi_v0
from handsight.errors import IllegalActionError

MAKERS: dict[str, Any] = {
    "hanabi, 2": lambda: hanabi_v0.env(2),
    "hanabi, 5": lambda: hanabi_v0.env(5),
    "hanabi, exact": lambda: hanabi_v0.env(3, observation="exact", variant="Rainbow (5 Suits)"),
    "raw hanabi": lambda: hanabi_v0.raw_env(2),
    "boeren": lambda: boeren_v0.env(schedule="3-4"),
}
OF_DICTIONARIES = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
"""What PettingZoo says of every dictionary whose environment is not on its own list."""


@pytest.mark.parametrize("name", MAKERS)
def test_its_tests_pass(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(MAKERS[name](), num_cycles=120)
        seed_test(MAKERS[name], num_cycles=60)
    said = {str(warning.message) for warning in told}
    assert not [text for text in said if not text.startswith(OF_DICTIONARIES)], said
    assert "Passed" in capsys.readouterr().out


@pytest.mark.shows("S0-5")
def test_agents_share_the_reward_and_see_their_own_masks() -> None:
    env = hanabi_v0.raw_env(3, render_mode="ansi")
    env.reset(seed=5)
    total = dict.fromkeys(env.possible_agents, 0.0)
    assert "player_0 to move" in (env.render() or "")
    assert "??" in (env.render() or "")
    for agent in env.agent_iter():
        observation, reward, ended, _, info = env.last()
        total[agent] += reward
        if ended:
            assert info["score"] == pytest.approx(sum(total.values()) / 3, abs=25)
            env.step(None)
            continue
        others = [env.observe(other)["action_mask"] for other in env.agents if other != agent]
        assert not np.any(others)
        env.step(int(observation["action_mask"].argmax()))
    assert len(set(total.values())) == 1


def test_an_illegal_action_is_refused_or_ends_the_game() -> None:
    env = hanabi_v0.raw_env(2)
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match="not legal"):
        env.step(0)
    wrapped = hanabi_v0.env(2)
    wrapped.reset(seed=1)
    wrapped.step(0)
    assert wrapped.rewards[wrapped.possible_agents[0]] == -1
    assert all(wrapped.terminations.values())
