"""Train a learner of Boeren Bridge by deep Q-learning; a run can be stopped and continued at any batch."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from handsight.boeren import DEFAULT_RULES, SEATS
from handsight.boeren.compiled.state_layout import CARDS, TURN
from handsight.bots.boeren.compiled import network_input as features
from handsight.bots.boeren.compiled.compiled_bots import FULL_KRIPKE
from handsight.bots.boeren.compiled.learned_bot import TRAINING
from handsight.bots.boeren.compiled.learned_bot import network_bot as compiled_network
from handsight.bots.boeren.compiled.match_loop import POINTS, play_team
from handsight.bots.boeren.compiled.network_input import ACTIONS, FEATURE_SETS, WIDTH
from handsight.compiled.jit import Ints
from handsight.env.boeren.compiled import many_rounds as batch
from handsight.game.seeded_dice import LEARNER, stream_start
from handsight.learning.boeren.experience import Decisions, ReplayBuffer, play_rounds
from handsight.learning.boeren.settings import TrainingSettings
from handsight.learning.training_folder import (
    PICTURE,
    chosen_device,
    draw_curve,
    make_folder,
    read_checkpoint,
    write_checkpoint,
)
from handsight.safe_files import write_file

Tensor = Any
"""A tensor of PyTorch, whose own types are not worth a minute of checking."""
MASKED = -1e9


def network(hidden: int) -> Any:
    """Make a network: features in, the value of every action out."""
    return torch.nn.Sequential(
        torch.nn.Linear(WIDTH, hidden),
        torch.nn.ReLU(),
        torch.nn.Linear(hidden, hidden),
        torch.nn.ReLU(),
        torch.nn.Linear(hidden, ACTIONS),
    )


def weights_of(net: Any) -> list[NDArray[np.float32]]:
    """Return the weights, a row for each input, as a compiled bot takes them."""
    parts = [part.detach().cpu().numpy() for part in net.parameters()]
    return [np.ascontiguousarray(part.T if part.ndim > 1 else part) for part in parts]


def features_tensor(table: Ints, state: int, device: str) -> Tensor:
    """Return the features of rounds as the network's input."""
    numbers = np.empty((len(table), WIDTH), np.float32)
    features.encode_states(table, state, numbers)
    return torch.from_numpy(numbers).to(device)


def without_illegal(values: Tensor, table: Ints, device: str) -> Tensor:
    """Return the values, with `MASKED` in place of those of illegal actions."""
    legal = np.zeros(len(table), np.int64)
    batch.legal_actions(table, legal)
    bidding = table[:, TURN] < SEATS
    bits = legal[:, None] >> np.arange(CARDS) & 1 > 0
    allowed = np.zeros((len(table), ACTIONS), bool)
    allowed[bidding, CARDS:] = bits[bidding, : ACTIONS - CARDS]
    allowed[~bidding, :CARDS] = bits[~bidding]
    return torch.where(torch.from_numpy(allowed).to(device), values, MASKED)


def save_weights(path: Path, training: dict[str, Any], parts: list[NDArray[np.float32]]) -> None:
    """Write weights, and the settings of their training, to a file that a bot reads without PyTorch."""
    named: dict[str, Any] = {f"part{at}": part.astype(np.float16) for at, part in enumerate(parts)}
    named[TRAINING] = np.str_(json.dumps(training))
    content = BytesIO()
    np.savez_compressed(content, state=np.int64(FEATURE_SETS.index(training["state"])), **named)
    write_file(path, content.getvalue())


EVALUATION_GAMES = 240
"""Matches of an evaluation, against three `full-kripke`."""
EVALUATION_SEED = 20_260_000
EVALUATIONS = 30
"""How often the learner is evaluated and saved over a run."""
WEIGHTS, CURVE = "learner.npz", "curve.json"


class MatchEvaluation(NamedTuple):
    """A learner against three `full-kripke` bots, after *batch* batches and *seconds* of training."""

    batch: int
    seconds: float
    mean: float
    rivals: float
    """The mean points of the three opponents."""
    wins: float
    loss: float


@dataclass
class Trainer:
    """A learner in training."""

    settings: TrainingSettings
    device: str = "cpu"
    batch: int = 0
    seconds: float = 0.0
    curve: list[MatchEvaluation] = field(default_factory=list)

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
        """Return the value of every action in each of many rounds."""
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

    def evaluate(self) -> MatchEvaluation:
        """Play matches against three `full-kripke`, on the same deals every time; return the result."""
        player = compiled_network(self.state, weights_of(self.net))
        found = play_team(
            [player, FULL_KRIPKE, FULL_KRIPKE, FULL_KRIPKE], DEFAULT_RULES, EVALUATION_GAMES, EVALUATION_SEED
        )
        points = found[:, :, POINTS]
        best = points == points.max(1, keepdims=True)
        wins = (best[:, 0] / best.sum(1)).mean()
        evaluation = MatchEvaluation(
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
        write_checkpoint(folder, checkpoint)
        save_weights(folder / WEIGHTS, self.settings.record, weights_of(self.net))
        curve = json.dumps([evaluation._asdict() for evaluation in self.curve], indent=1)
        write_file(folder / CURVE, curve + "\n")
        self.draw(folder / PICTURE)

    def draw(self, place: Path) -> None:
        """Draw the learning curve."""
        batches, _, means, rivals, wins, _ = zip(*self.curve, strict=True)
        across = f"batches of {self.settings.rounds:,} rounds", batches
        lines = {self.settings.state: means, "its three opponents, full-kripke": rivals}
        draw_curve(place, across, lines, {"wins": wins}, "mean points of a match")

    @classmethod
    def resumed(cls, folder: Path, settings: TrainingSettings, device: str) -> "Trainer":
        """Return a trainer that continues from the checkpoint in a folder, or a new one if there is none."""
        checkpoint = read_checkpoint(folder, settings.record, device)
        if checkpoint is None:
            return cls(settings, device)
        trainer = cls(
            settings,
            device,
            checkpoint["batch"],
            checkpoint["seconds"],
            [MatchEvaluation(*row) for row in checkpoint["curve"]],
        )
        trainer.net.load_state_dict(checkpoint["net"])
        trainer.target_net.load_state_dict(checkpoint["target_net"])
        trainer.adam.load_state_dict(checkpoint["adam"])
        trainer.rng.bit_generator.state = json.loads(checkpoint["rng"])
        trainer.buffer.batches.extend(
            Decisions(*(part.cpu().numpy() for part in found)) for found in checkpoint["buffer"]
        )
        return trainer


def train(
    settings: TrainingSettings,
    folder: Path,
    report: Callable[[MatchEvaluation], None] = lambda _evaluation: None,
    *,
    device: str = "auto",
) -> list[MatchEvaluation]:
    """Train a learner, or continue the run in a folder; return all its evaluations.

    Args:
        settings: Everything that the weights depend on.
        folder: Where checkpoint, weights and learning curve are written.
        report: Called with every evaluation.
        device: ``"cpu"``, ``"cuda"``, or ``"auto"``.
    """
    make_folder(folder)
    trainer = Trainer.resumed(folder, settings, chosen_device(device))
    every = max(1, settings.batches // EVALUATIONS)
    while trainer.batch < settings.batches:
        trainer.train_batch()
        if trainer.batch % every == 0 or trainer.batch == settings.batches:
            report(trainer.evaluate())
            trainer.save(folder)
    return trainer.curve
