"""The learner: resuming changes nothing, and a small game is learned."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from handsight.errors import InputError
from handsight.hanabi import Terms
from handsight.hanabi.compiled.game_loop import POINTS, STRIKES
from handsight.lab.hanabi.game_plan import HanabiPlan

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Compute with one thread: a second one waits more than it works on layers as small as these."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


MINI: dict[str, Any] = {"suits": 3, "ranks": 3, "hand": 3, "tokens": 4}


def test_an_interrupted_run_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    from handsight.learning.hanabi import PpoSettings
    from handsight.learning.hanabi.learner import Learner

    settings = PpoSettings(
        **MINI, steps=16_384, games=64, length=16, minibatch=512, hidden=(32, 32), evaluation_games=50
    )
    whole, first = Learner(settings, "cpu"), None
    for _ in range(6):
        whole.advance()
    first = Learner(settings, "cpu")
    for _ in range(3):
        first.advance()
    torch.save(first.checkpoint(), tmp_path / "checkpoint.pt")
    second = Learner(settings, "cpu")
    torch.rand(5)
    second.load(torch.load(tmp_path / "checkpoint.pt", weights_only=True))
    for _ in range(3):
        second.advance()
    for one, other in zip(whole.actor.parameters(), second.actor.parameters(), strict=True):
        assert torch.equal(one, other)
    assert torch.equal(whole.games.games, second.games.games)


def test_a_folder_with_other_settings_is_refused(tmp_path: Path) -> None:
    from handsight.learning.hanabi import PpoSettings, train

    small: dict[str, Any] = {
        "games": 32,
        "length": 8,
        "minibatch": 256,
        "hidden": (8,),
        "evaluation_games": 16,
    }
    train(PpoSettings(**MINI, steps=256, **small), tmp_path, device="cpu")
    with pytest.raises(InputError, match="seed"):
        train(PpoSettings(**MINI, steps=256, seed=2, **small), tmp_path, device="cpu")
    checkpoint = bytearray((tmp_path / "checkpoint.pt").read_bytes())
    checkpoint[len(checkpoint) // 2] ^= 4  # one bit of a weight
    (tmp_path / "checkpoint.pt").write_bytes(checkpoint)
    with pytest.raises(InputError, match="cannot be continued"):
        train(PpoSettings(**MINI, steps=256, **small), tmp_path, device="cpu")


def small_learner(**chosen: Any) -> Any:
    """Make a learner of the full game."""
    from handsight.learning.hanabi import PpoSettings
    from handsight.learning.hanabi.learner import Learner

    small: dict[str, Any] = {"games": 16, "length": 8, "minibatch": 128, "evaluation_games": 8}
    return Learner(PpoSettings(**{**small, "hidden": (16,), **chosen}), "cpu")


def test_weights_of_another_game_are_refused(tmp_path: Path) -> None:
    from handsight.learning.hanabi import training_run as run

    learner = small_learner()
    width = learner.actor.layers[0].in_features
    run.save_network(tmp_path / "wide.npz", learner.actor, width, {})
    learner.actor.layers[0] = torch.nn.Linear(width - 32, learner.actor.layers[0].out_features)
    with pytest.raises(InputError, match="no weights to begin with"):
        run.load_network(tmp_path / "wide.npz", learner.actor)


@pytest.mark.slow
def test_an_evaluation_plays_the_games_of_simulate(tmp_path: Path) -> None:
    from saved_network import save_network

    from handsight.bots.hanabi.learned.compiled.learned_bot import load_network
    from handsight.learning.hanabi import training_run as run
    from handsight.learning.hanabi.learner import EVALUATION_SEED

    learner = small_learner()
    with torch.no_grad():  # actions that differ clearly
        learner.actor.layers[-1].weight.mul_(100)
    run.save_network(tmp_path / "wide.npz", learner.actor, 658, {"settings": learner.settings.record})
    file = tmp_path / "narrow.npz"
    save_network(file, load_network(tmp_path / "wide.npz"))
    run.load_network(file, learner.actor)
    results = learner.evaluate(learner.actor)
    rows = HanabiPlan((f"learned {file}",) * 2, Terms(2), EVALUATION_SEED).play_chunk(0, 8)
    np.testing.assert_array_equal(results[:, 0], rows[:, POINTS])
    np.testing.assert_array_equal(results[:, 1], rows[:, STRIKES])


def test_a_file_that_holds_no_weights_is_refused(tmp_path: Path) -> None:
    from handsight.learning.hanabi import train

    (tmp_path / "bad.npz").write_bytes(b"nothing")
    settings = small_learner(**MINI, steps=256, start=str(tmp_path / "bad.npz")).settings
    with pytest.raises(InputError, match="holds no weights"):
        train(settings, tmp_path / "run", device="cpu")


@pytest.mark.slow
def test_a_small_game_is_learned(tmp_path: Path) -> None:
    from handsight.learning.hanabi import PpoSettings, train

    settings = PpoSettings(
        **MINI,
        steps=1_000_000,
        games=256,
        minibatch=2048,
        hidden=(128, 128),
        rate=1e-3,
        strike_ramp=(1e5, 4e5),
        entropy=((0.0, 0.05), (0.5, 0.05), (1.0, 0.01)),
        average=0.99,
        evaluation_games=2000,
    )
    curve = train(settings, tmp_path, device="cpu")
    assert curve[-1].official > 3.3  # of 9, 3.7 after some 20 CPU-seconds; random play strikes out
    begun = replace(settings, steps=8192, start=str(tmp_path / "actor.npz"))
    assert train(begun, tmp_path / "again", device="cpu")[-1].official > 2.8  # the critic learned alone


def test_a_run_that_diverges_stops_and_keeps_the_last_good_checkpoint(tmp_path: Path) -> None:
    from handsight.learning.hanabi import PpoSettings
    from handsight.learning.hanabi.training_run import train
    from handsight.learning.training_folder import CHECKPOINT

    settings = PpoSettings(
        **MINI,
        steps=2048,
        games=64,
        length=16,
        minibatch=512,
        hidden=(32, 32),
        evaluation_games=50,
        rate=1e30,
    )
    with pytest.raises(InputError, match="training diverged within 2,048 steps"):
        train(settings, tmp_path, device="cpu")
    assert not (tmp_path / CHECKPOINT).exists()
