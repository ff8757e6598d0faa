"""Train a learner of Boeren Bridge by deep Q-learning; a run can be stopped and continued at any batch."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from handsight.boeren import DEFAULT_RULES
from handsight.boeren.compiled.state_layout import TURN
from handsight.bots.boeren.compiled.compiled_bots import FULL_KRIPKE
from handsight.bots.boeren.compiled.learned_bot import network_bot as compiled_network
from handsight.bots.boeren.compiled.match_loop import POINTS, play_team
from handsight.bots.boeren.compiled.network_input import FEATURE_SETS
from handsight.compiled.jit import Ints
from handsight.errors import InputError
from handsight.game.seeded_dice import LEARNER, stream_start
from handsight.learning.boeren.experience import Decisions, ReplayBuffer, play_rounds
from handsight.learning.boeren.learning_curve import Evaluation, draw
from handsight.learning.boeren.network import (
    features_tensor,
    network,
    save_weights,
    torch,
    weights_of,
    without_illegal,
)
from handsight.learning.boeren.settings import TrainingSettings
from handsight.safe_files import sealed, unsealed, write_file

EVALUATION_GAMES = 240
"""Matches of an evaluation, against three `full-kripke`."""
EVALUATION_SEED = 20_260_000
EVALUATIONS = 30
"""How often the learner is evaluated and saved over a run."""
CHECKPOINT, WEIGHTS, CURVE, PICTURE = "checkpoint.pt", "learner.npz", "curve.json", "curve.svg"


@dataclass
class Trainer:
    """A learner in training."""

    settings: TrainingSettings
    device: str = "cpu"
    batch: int = 0
    seconds: float = 0.0
    curve: list[Evaluation] = field(default_factory=list)

    def __post_init__(self) -> None:
        torch.manual_seed(self.settings.seed)
        self.state = FEATURE_SETS.index(self.settings.state)
        self.net = network(self.settings.hidden).to(self.device)
        self.target_net = network(self.settings.hidden).to(self.device)
        self.target_net.load_state_dict(self.net.state_dict())
        self.adam = torch.optim.Adam(self.net.parameters(), lr=self.settings.learning_rate)
        self.rng = np.random.default_rng(stream_start(self.settings.seed, 0, 0, LEARNER))
        self.buffer = ReplayBuffer(self.settings.buffer_batches)
        self.loss = float("nan")

    def values(self, table: Ints) -> Any:
        """Value every action."""
        with torch.no_grad():
            return self.net(features_tensor(table, self.state, self.device)).cpu().numpy()

    def train_batch(self) -> None:
        """Play a batch, and learn from the replay buffer."""
        settings, began = self.settings, perf_counter()
        self.buffer.batches.append(play_rounds(self.values, self.rng, settings, self.batch))
        for group in self.adam.param_groups:
            group["lr"] = settings.decayed(settings.learning_rate, self.batch)
        losses = [self._gradient_step() for _ in range(settings.gradient_steps)]
        self.loss = sum(losses) / len(losses)
        self.batch += 1
        self.seconds += perf_counter() - began

    def _gradient_step(self) -> float:
        """Take one step towards the reward, and the target network's discounted value of what follows."""
        table, actions, rewards, follows = self.buffer.draw(self.rng, self.settings.minibatch)
        goes_on = np.flatnonzero(follows[:, TURN] > 0)
        goal = torch.from_numpy(rewards).to(self.device)
        if goes_on.size:
            after = np.ascontiguousarray(follows[goes_on])
            with torch.no_grad():
                seen = features_tensor(after, self.state, self.device)
                best = without_illegal(self.net(seen), after, self.device).argmax(1, keepdim=True)
                value = self.target_net(seen).gather(1, best)[:, 0]
                goal[torch.from_numpy(goes_on).to(self.device)] += self.settings.discount * value
        chosen = torch.from_numpy(actions[:, None]).to(self.device)
        value = self.net(features_tensor(np.ascontiguousarray(table), self.state, self.device)).gather(
            1, chosen
        )[:, 0]
        loss = torch.nn.functional.smooth_l1_loss(value, goal)
        self.adam.zero_grad()
        loss.backward()
        self.adam.step()
        with torch.no_grad():
            for slow, quick in zip(self.target_net.parameters(), self.net.parameters(), strict=True):
                slow.lerp_(quick, self.settings.target_rate)
        return float(loss.item())

    def evaluate(self) -> Evaluation:
        """Play matches against three `full-kripke`, the same at every evaluation."""
        player = compiled_network(self.state, weights_of(self.net))
        found = play_team(
            [player, FULL_KRIPKE, FULL_KRIPKE, FULL_KRIPKE], DEFAULT_RULES, EVALUATION_GAMES, EVALUATION_SEED
        )
        points = found[:, :, POINTS]
        best = points == points.max(1, keepdims=True)
        wins = (best[:, 0] / best.sum(1)).mean()
        evaluation = Evaluation(
            self.batch,
            round(self.seconds, 1),
            float(points[:, 0].mean()),
            float(points[:, 1:].mean()),
            float(wins),
            self.loss,
        )
        self.curve.append(evaluation)
        return evaluation

    def save(self, folder: Path) -> None:
        """Write a checkpoint to continue from, the weights to play with, and the learning curve."""
        checkpoint = {
            "settings": self.settings.record,
            "batch": self.batch,
            "seconds": self.seconds,
            "curve": [tuple(evaluation) for evaluation in self.curve],
            "net": self.net.state_dict(),
            "target_net": self.target_net.state_dict(),
            "adam": self.adam.state_dict(),
            "rng": json.dumps(self.rng.bit_generator.state),
            "buffer": [[torch.from_numpy(part) for part in found] for found in self.buffer.batches],
        }
        content = BytesIO()
        torch.save(checkpoint, content)
        write_file(folder / CHECKPOINT, sealed(content.getvalue(), CHECKPOINT))
        save_weights(folder / WEIGHTS, self.settings.record, weights_of(self.net))
        curve = json.dumps([evaluation._asdict() for evaluation in self.curve], indent=1)
        write_file(folder / CURVE, curve + "\n")
        draw({self.settings.state: self.curve}, self.settings.rounds, folder / PICTURE)

    @classmethod
    def resumed(cls, folder: Path, settings: TrainingSettings, device: str) -> "Trainer":
        """Continue from the checkpoint in a folder; it must have the same settings."""
        try:
            checkpoint = _read_checkpoint(folder / CHECKPOINT, device)
            was = TrainingSettings(**checkpoint["settings"])
        except Exception as error:
            raise InputError(
                f"{folder / CHECKPOINT} cannot be continued ({error}); name another folder"
            ) from error
        if was != settings:
            changed = ", ".join(name for name, value in settings.record.items() if value != was.record[name])
            raise InputError(f"{folder} holds a run with other settings ({changed}); name another folder")
        trainer = cls(
            settings,
            device,
            checkpoint["batch"],
            checkpoint["seconds"],
            [Evaluation(*row) for row in checkpoint["curve"]],
        )
        trainer.net.load_state_dict(checkpoint["net"])
        trainer.target_net.load_state_dict(checkpoint["target_net"])
        trainer.adam.load_state_dict(checkpoint["adam"])
        trainer.rng.bit_generator.state = json.loads(checkpoint["rng"])
        trainer.buffer.batches.extend(
            Decisions(*(part.cpu().numpy() for part in found)) for found in checkpoint["buffer"]
        )
        return trainer


def _read_checkpoint(path: Path, device: str) -> Any:
    """Return what a checkpoint holds, or raise what is wrong with it; PyTorch itself checks no checksum."""
    content = unsealed(path.read_bytes(), CHECKPOINT)
    if content is None:
        raise ValueError("it is damaged, or of an older version")
    return torch.load(BytesIO(content), map_location=device, weights_only=True)


def train(
    settings: TrainingSettings,
    folder: Path,
    report: Callable[[Evaluation], None] = lambda _evaluation: None,
    *,
    device: str = "auto",
) -> list[Evaluation]:
    """Train a learner, or continue the run in a folder.

    Args:
        settings: Everything that the weights depend on.
        folder: Where checkpoint, weights and learning curve are written.
        report: Called with every evaluation.
        device: ``"cpu"``, ``"cuda"``, or ``"auto"``.

    Raises:
        InputError: The folder holds a run with other settings, or PyTorch is not installed.
    """
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is no folder; name another for the learner")
    folder.mkdir(parents=True, exist_ok=True)  # find out now whether results can be written
    begun = (folder / CHECKPOINT).exists()
    trainer = Trainer.resumed(folder, settings, device) if begun else Trainer(settings, device)
    every = max(1, settings.batches // EVALUATIONS)
    while trainer.batch < settings.batches:
        trainer.train_batch()
        if trainer.batch % every == 0 or trainer.batch == settings.batches:
            report(trainer.evaluate())
            trainer.save(folder)
    return trainer.curve
