"""A learner with bots as partners: it sees what its seat may see, goes on as it was, and learns."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from saved_network import save_network

from handsight.errors import InputError
from handsight.hanabi import Terms
from handsight.hanabi.compiled.game_loop import POINTS, STRIKES
from handsight.lab.hanabi.game_plan import HanabiPlan

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")

MINI: dict[str, Any] = {"suits": 3, "ranks": 3, "hand": 3, "tokens": 4}
SMALL: dict[str, Any] = {
    "games": 32,
    "length": 8,
    "minibatch": 128,
    "hidden": (16, 16),
    "evaluation_games": 24,
}


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Compute with one thread: a second one waits more than it works on layers as small as these."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def learner_of(**chosen: Any) -> Any:
    """Make a learner with partners."""
    from handsight.learning.hanabi import PpoSettings
    from handsight.learning.hanabi.training_run import new_learner

    return new_learner(PpoSettings(**{**SMALL, **chosen}), "cpu")


def test_games_with_itself_are_shown_as_the_games_of_the_gpu_are() -> None:
    from handsight.env.hanabi.gpu_games import GameSize, GpuHanabi
    from handsight.learning.hanabi import PpoSettings
    from handsight.learning.hanabi.bot_tables import BotTables, threads

    count = 8
    gpu = GpuHanabi(count, GameSize(), "cpu", seed=4)
    tables = BotTables(
        PpoSettings(partners=("self",)), 2 * count, (658, 11, gpu.words), seed=4, pool=threads()
    )
    observations, legal = gpu.new_observations(), gpu.new_legal()
    rewards, ended = gpu.zeros(count), gpu.zeros(count, dtype=torch.uint8)
    results, share = gpu.zeros(count, 4, dtype=torch.int32), torch.zeros(1)
    gpu.show(observations, legal)
    rng = np.random.default_rng(1)
    for _ in range(150):
        rows = tables.rows
        np.testing.assert_array_equal(rows.observations[:count], observations.numpy())
        np.testing.assert_array_equal(rows.legal[:count], legal.numpy())
        allowed = rows.legal[:, None] >> np.arange(20) & 1
        actions = (rng.random(allowed.shape) * allowed).argmax(1)
        tables.begin(actions)
        tables.wait()
        chosen = torch.from_numpy(actions[:count].astype(np.uint8))
        gpu.step(chosen, share, rewards, ended, results, observations, legal)
        np.testing.assert_array_equal(rows.rewards[:count], rewards.numpy())
        np.testing.assert_array_equal(rows.results[:count], results.numpy())


def test_the_learner_does_not_see_its_hand_or_the_deck() -> None:
    learner = learner_of(partners=("pair", "self"), tell_partner=True)
    for _ in range(3):
        learner.advance()
    width, changed = learner.games.actor_width // 64, 0
    for half in learner.halves:
        before = half.rows.observations.copy()
        for block in half.blocks:
            block.env.resample(seed=9)
        half.show()
        np.testing.assert_array_equal(before[:, :width], half.rows.observations[:, :width])
        changed += int((before[:, width:] != half.rows.observations[:, width:]).sum())
    assert changed  # what the critic sees


@pytest.mark.parametrize("told", [False, True])
def test_an_interrupted_run_goes_on_as_if_nothing_had_happened(tmp_path: Path, told: bool) -> None:
    chosen: dict[str, Any] = {
        "partners": ("pair", "robot5"),
        "steps": 2048,
        "passes": 2,
        "tell_partner": told,
    }
    whole = learner_of(**chosen)
    for _ in range(6):
        whole.advance()
    first = learner_of(**chosen)
    for _ in range(3):
        first.advance()
    torch.save(first.checkpoint(), tmp_path / "checkpoint.pt")
    second = learner_of(**chosen)
    torch.rand(5)
    second.load(torch.load(tmp_path / "checkpoint.pt", weights_only=True))
    for _ in range(3):
        second.advance()
    for one, other in zip(whole.actor.parameters(), second.actor.parameters(), strict=True):
        assert torch.equal(one, other)
    for one, other in zip(whole.halves, second.halves, strict=True):
        np.testing.assert_array_equal(one.rows.observations, other.rows.observations)


def test_weights_of_another_game_are_refused_and_names_of_files_stay_in_the_folder(tmp_path: Path) -> None:
    from handsight.learning.hanabi import training_run as run

    learner = learner_of(games=48)
    width = learner.actor.layers[0].in_features
    run.save_network(tmp_path / "wide.npz", learner.actor, width, {})
    learner.actor.layers[0] = torch.nn.Linear(width - 32, learner.actor.layers[0].out_features)
    with pytest.raises(InputError, match="no weights to begin with"):
        run.load_network(tmp_path / "wide.npz", learner.actor)
    assert run.told_name("actor.npz", "my/rules.convention") == "actor-my-rules.convention.npz"


def test_an_evaluation_plays_the_games_of_simulate(tmp_path: Path) -> None:
    from handsight.bots.hanabi.learned.compiled.learned_bot import load_network
    from handsight.learning.hanabi import training_run as run
    from handsight.learning.hanabi.learner import EVALUATION_SEED

    learner = learner_of(partners=("pair", "circle", "self"), games=48)
    with torch.no_grad():  # actions that differ clearly
        learner.actor.layers[-1].weight.mul_(100)
    about = {"settings": learner.settings.record}
    run.save_network(tmp_path / "wide.npz", learner.actor, 658, about)
    file = tmp_path / "narrow.npz"
    save_network(file, load_network(tmp_path / "wide.npz"))
    run.load_network(file, learner.actor)
    found = learner.evaluate_partners(learner.actor)
    for partner, results in found.items():
        bots = f"learned {file}", f"learned {file}" if partner == "self" else partner
        orders = [bots, bots] if partner == "self" else [bots, bots[::-1]]
        rows = np.concatenate(
            [HanabiPlan(seats, Terms(2), EVALUATION_SEED).play_chunk(0, 4) for seats in orders]
        )
        np.testing.assert_array_equal(results[:, 0], rows[:, POINTS])
        np.testing.assert_array_equal(results[:, 1], rows[:, STRIKES])


def test_weights_for_a_partner_that_is_told_need_no_telling() -> None:
    from handsight.learning.hanabi.training_run import told_network

    learner = learner_of(partners=("pair", "robot5"), tell_partner=True)
    for _ in range(2):
        learner.advance()
    inputs = torch.randint(0, 2, (5, learner.games.actor_width)).float()
    inputs[:, 658:] = 0
    told = inputs.clone()
    told[:, 659] = 1
    expected = learner.actor(told)
    assert not torch.allclose(learner.actor(inputs), expected)
    torch.testing.assert_close(told_network(learner.actor, 659)(inputs), expected)


def test_partners_that_make_no_sense_are_refused() -> None:
    for chosen, words in (
        ({"partners": ("careful",)}, "no compiled version"),
        ({"partners": ("pair", "pair")}, "twice"),
        ({"partners": ("pair",), "players": 3}, "2 players"),
        ({"partners": ("pair", "robot5", "circle")}, "multiple of 12"),
        ({"tell_partner": True}, "name partners"),
        ({"teacher": "partners"}, "no partner to copy"),
    ):
        with pytest.raises(InputError, match=words):
            learner_of(**chosen)


def test_a_file_that_holds_no_weights_is_refused(tmp_path: Path) -> None:
    from handsight.learning.hanabi import PpoSettings, train

    (tmp_path / "bad.npz").write_bytes(b"nothing")
    settings = PpoSettings(**MINI, **SMALL, steps=256, start=str(tmp_path / "bad.npz"))
    with pytest.raises(InputError, match="holds no weights"):
        train(settings, tmp_path / "run", device="cpu")


@pytest.mark.slow
def test_a_small_game_is_learned_with_a_partner(tmp_path: Path) -> None:
    from handsight.learning.hanabi import PpoSettings, train

    settings = PpoSettings(
        suits=2,
        ranks=3,
        hand=2,
        tokens=4,
        partners=("robot5",),
        steps=200_000,
        games=256,
        length=16,
        minibatch=1024,
        hidden=(64, 64),
        rate=2e-3,
        strike_ramp=(2e4, 8e4),
        average=0.99,
        evaluation_games=1000,
    )
    curve = train(settings, tmp_path, device="cpu")
    assert curve[-1].partners["robot5"]["official"] > 3.0
    assert curve[-1].official == curve[-1].partners["robot5"]["official"]
    begun = replace(settings, steps=4096, start=str(tmp_path / "actor.npz"))
    again = train(begun, tmp_path / "again", device="cpu")
    assert again[-1].official > 2.5  # the critic learned alone, or a little


def test_a_learner_begins_as_a_copy_of_its_partners() -> None:
    from handsight.learning.hanabi.teach import lessons_of, teach

    learner = learner_of(
        **MINI, partners=("robot1", "robot5"), teacher="partners", lessons=20_000, hidden=(64,), steps=512
    )
    lessons = lessons_of(learner.settings)
    assert sorted(set(lessons.teacher.tolist())) == [0, 1]
    first = teach(learner, epochs=1)
    assert teach(learner) > max(first, 0.6)
    copied = replace(learner.settings, teacher="robot1")
    assert set(lessons_of(copied).teacher.tolist()) == {0}
