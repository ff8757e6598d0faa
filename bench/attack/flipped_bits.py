"""Flip single bits of everything that experiments store, and see whether any result silently differs.

Part files of experiments (Hanabi, Boeren Bridge), the weights of learners, checkpoints of training and the
stored scores of bots: a damaged file must be noticed, or give exactly what the whole file gives.

    python -m bench.attack.flipped_bits --cases 42000 --seed 1
"""

import argparse
import contextlib
import io
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from bench.attack.outcomes import Outcomes
from handsight.bots.boeren.compiled import learned_bot as learner
from handsight.bots.hanabi import stored_scores
from handsight.errors import HandsightError
from handsight.hanabi import Terms
from handsight.lab.boeren.match_plan import BoerenPlan
from handsight.lab.game_plan import Plan
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.lab.numbered_job import ResultFolder

NOTICED, SAME, DIFFERENT, CRASHED = "noticed", "same result", "silently different", "crashed"
GAMES = 20


class Target(NamedTuple):
    """A stored file, and how to read it: a value that can be compared, or None where damage was noticed."""

    name: str
    path: Path
    read: Callable[[Path], Any]
    share: int
    """Its share of the cases, in percent."""


def read_part(plan: Plan, path: Path) -> Any:
    """Read the part files of a plan as a run that is continued does."""
    found = list(ResultFolder(path.parent).read(plan, np.ones(GAMES, np.bool_)))
    return found[0][1].tobytes() if found else None


def read_weights(path: Path) -> Any:
    """Read a learner's weights."""
    learner._load.cache_clear()  # noqa: SLF001  # or a damaged file would not be read at all
    return learner.load_weights(path).settings_array().tobytes()


def read_scores(path: Path) -> Any:
    """Read the stored scores of bots."""
    return stored_scores.read_scores(path) if stored_scores.read_scores(path).bots else None


def read_checkpoint(path: Path) -> Any:
    """Continue a training, and return the weights it has then."""
    from handsight.learning.boeren.train import Trainer

    resumed = Trainer.resumed(path.parent, _settings(), "cpu")
    parts = [part.detach().numpy().tobytes() for part in resumed.net.parameters()]
    return b"".join(parts), resumed.batch, resumed.curve, resumed.rng.bit_generator.state


def _settings() -> Any:
    from handsight.learning.boeren.settings import TrainingSettings

    return TrainingSettings(batches=1, rounds=8, hidden=8, gradient_steps=1, minibatch=4)


def targets(folder: Path) -> Iterator[Target]:
    """Store something of every kind in a folder."""
    plans: dict[str, Plan] = {
        "a part of Hanabi": HanabiPlan(("random",) * 3, Terms(3), 1),
        "a part of Boeren Bridge": BoerenPlan(("random",) * 4),
    }
    for name, plan in plans.items():
        place = ResultFolder(folder / name.split()[-1])
        place.write(plan, 0, plan.play_chunk(0, GAMES))
        (path,) = place.path.iterdir()
        yield Target(name, path, partial(read_part, plan), 45)
    weights = folder / "learner.npz"
    weights.write_bytes((learner.SHIPPED / "plain.npz").read_bytes())
    yield Target("a learner's weights", weights, read_weights, 4)
    scores = folder / "scores.json"
    scores.write_bytes(stored_scores.PATH.read_bytes())
    yield Target("stored scores", scores, read_scores, 4)
    with contextlib.suppress(HandsightError, ImportError):
        from handsight.learning.boeren.train import Trainer
        from handsight.learning.training_folder import CHECKPOINT

        trainer = Trainer(_settings())
        trainer.train_batch()
        (folder / "training").mkdir()
        trainer.evaluate()
        trainer.save(folder / "training")
        yield Target("a training's checkpoint", folder / "training" / CHECKPOINT, read_checkpoint, 2)


def attack(cases: int, seed: int) -> Outcomes:
    """Flip bits, one at a time, and count what came of it."""
    dice = random.Random(seed)
    outcomes = Outcomes((NOTICED, SAME, DIFFERENT, CRASHED), frozenset({DIFFERENT, CRASHED}))
    with TemporaryDirectory() as folder:
        for target in targets(Path(folder)):
            whole, right = target.path.read_bytes(), target.read(target.path)
            bits = dice.sample(
                range(8 * len(whole)), min(8 * len(whole), max(1, cases * target.share // 100))
            )
            for bit in bits:
                damaged = bytearray(whole)
                damaged[bit // 8] ^= 1 << bit % 8
                target.path.write_bytes(damaged)
                outcomes.add(target.name, _end(target, right), f"bit {bit}")
            for other in target.path.parent.glob("*.damaged"):
                other.unlink()
            target.path.write_bytes(whole)
            if target.read(target.path) != right:
                outcomes.add(target.name, CRASHED, "the whole file cannot be read after all")
    return outcomes


def _end(target: Target, right: Any) -> str:
    try:
        with contextlib.redirect_stderr(io.StringIO()), np.errstate(all="ignore"):
            found = target.read(target.path)
    except HandsightError:
        return NOTICED
    except Exception:
        return CRASHED
    return NOTICED if found is None else SAME if found == right else DIFFERENT


def main(argv: list[str] | None = None) -> int:
    """Attack, print a table, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--cases", type=int, default=42_000, help="how many bits to flip, about")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    return attack(args.cases, args.seed).report()


if __name__ == "__main__":
    sys.exit(main())
