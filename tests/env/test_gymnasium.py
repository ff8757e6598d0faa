"""The environments of Gymnasium: its checker and `make_vec` find nothing to warn of."""

import warnings
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402  # after looking whether it is there
from gymnasium.vector import AutoresetMode  # noqa: E402  after the check that it is installed

from handsight.env import VecHanabi  # noqa: E402  after the check that it is installed
from handsight.env import gymnasium as ours  # noqa: E402  after the check that it is installed
from handsight.errors import InputError  # noqa: E402  after the check that it is installed


@pytest.fixture(autouse=True)
def registered() -> None:
    ours.register()
    ours.register()  # a second time changes nothing


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("Hanabi", {"players": 3}),
        ("HanabiSeat", {"players": 2, "seat": 1, "bot": "robot1"}),
        (
            "HanabiSeat",
            {"players": 2, "observation": "exact", "variant": "Rainbow (4 Suits)", "bot": "random"},
        ),
        ("BoerenSeat", {"schedule": "3-4", "bot": "greedy"}),
    ],
)
def test_the_checker_finds_nothing(name: str, choices: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(f"handsight/{name}-v0", **choices)
        check_env(env.unwrapped, skip_render_check=True)
    obs, info = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    assert np.array_equal(obs, again)
    following, more = env.reset()
    assert more["game"] == 1
    assert not np.array_equal(obs, following)
    assert env.unwrapped.action_masks().tolist() == more["action_mask"].astype(bool).tolist()
    assert info["game"] == 0


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_make_vec_warns_of_nothing(mode: AutoresetMode) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make_vec("handsight/Hanabi-v0", num_envs=5, players=2, autoreset_mode=mode)
        if mode != AutoresetMode.DISABLED:
            env = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
        obs, info = env.reset(seed=3)
        assert env.observation_space.contains(obs)
        assert env.unwrapped.metadata["autoreset_mode"] == mode
        rng, episodes = np.random.default_rng(1), 0
        plain = VecHanabi(5, seed=3, autoreset=mode.name.lower(), copy=True)
        step = plain.reset()
        for _ in range(60):
            actions = (rng.random(info["action_mask"].shape) * info["action_mask"]).argmax(1)
            obs, rewards, ended, cut, info = env.step(actions)
            step = plain.step(actions)
            assert np.array_equal(obs, step.obs)
            assert np.array_equal(rewards, step.reward)
            assert np.array_equal(ended, step.done)
            assert not cut.any()
            episodes += int(ended.sum())
            if ended.any():
                assert info["score"][ended].tolist() == step.score[ended].tolist()
            if mode == AutoresetMode.DISABLED and ended.any():
                flags = {"reset_mask": ended}
                obs, info = env.reset(options=flags)
                step = plain.reset(which=ended)
                assert np.array_equal(obs, step.obs)
        assert episodes > 5
        env.close()


def test_the_last_observation_comes_with_the_end() -> None:
    env = gymnasium.make_vec("handsight/HanabiSeat-v0", num_envs=2, bot="random", illegal="lose")
    env.reset(seed=1)
    illegal = np.array([0, 0])  # nobody may discard with all tokens
    _, rewards, ended, _, info = env.step(illegal)
    assert ended.all()
    assert rewards.tolist() == [-1, -1]
    assert info["final_obs"].shape == (2, 658)
    assert info["_final_obs"].all()
    with pytest.raises(InputError, match="seat 0 is the learner's"):
        gymnasium.make_vec("handsight/HanabiSeat-v0", partners={0: "random"})
    with pytest.raises(InputError, match="there is no seat 5"):
        gymnasium.make("handsight/HanabiSeat-v0", seat=5)


def test_a_learner_among_bots_of_boeren_gets_its_own_points() -> None:
    env = gymnasium.make("handsight/BoerenSeat-v0", schedule="2-3", seat=2)
    _, info = env.reset(seed=4)
    total, done = 0.0, False
    while not done:
        _, reward, done, _, info = env.step(int(info["action_mask"].argmax()))
        total += reward
    assert total == info["points"][2]


@pytest.mark.parametrize(
    ("name", "choices"), [("Hanabi", {}), ("HanabiSeat", {}), ("BoerenSeat", {"schedule": "3"})]
)
def test_an_environment_made_with_a_seed_deals_its_games(name: str, choices: dict[str, Any]) -> None:
    made, again, told = (
        gymnasium.make(f"handsight/{name}-v0", **choices, **seed) for seed in ({"seed": 5}, {"seed": 5}, {})
    )
    first, info = made.reset()
    assert np.array_equal(first, again.reset()[0])
    assert np.array_equal(first, told.reset(seed=5)[0])
    second, more = made.reset()
    assert (info["game"], more["game"]) == (0, 1)
    assert np.array_equal(second, told.reset()[0])
    other, _ = made.reset(seed=6)
    assert np.array_equal(other, again.reset(seed=6)[0])
    assert not np.array_equal(other, first)


@pytest.mark.parametrize("name", ["Hanabi", "HanabiSeat"])
def test_a_vector_goes_on_with_the_next_games(name: str) -> None:
    env = gymnasium.make_vec(f"handsight/{name}-v0", num_envs=3, seed=5)
    first, info = env.reset()
    assert info["game"].tolist() == [0, 1, 2]
    second, info = env.reset()
    assert info["game"].tolist() == [3, 4, 5]
    assert not np.array_equal(first, second)
    again, info = env.reset(seed=5)
    assert info["game"].tolist() == [0, 1, 2]
    assert np.array_equal(first, again)
    assert np.array_equal(second, env.reset()[0])
