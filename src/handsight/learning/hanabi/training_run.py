"""A training run in a folder: it is evaluated and saved at intervals, and can be continued."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import torch
from torch.nn import functional

from handsight.errors import InputError
from handsight.learning.hanabi.learner import Learner, Network
from handsight.learning.hanabi.settings import PpoSettings
from handsight.learning.training_folder import chosen_device, make_folder, read_checkpoint, write_checkpoint
from handsight.safe_files import write_file

CURVE = "curve.jsonl"
ACTOR, AVERAGED, CRITIC = "actor.npz", "averaged.npz", "critic.npz"


class Evaluation(NamedTuple):
    """The learner's greedy play on fixed deals, after *steps* steps and *seconds* of training."""

    steps: int
    seconds: float
    official: float
    """The mean score, if a struck-out game scores 0."""
    error: float
    """The standard error of this mean."""
    stacks: float
    """The mean number of points on the stacks, struck out or not."""
    perfect: float
    struck_out: float
    moves: float
    averaged: float
    """The mean score of the averaged weights, if a struck-out game scores 0."""
    training: dict[str, float]
    """Means over what was played and learned since the last evaluation."""


def summary(results: Any, lives: int, best: int) -> dict[str, float]:
    """Return means over games, from the score, strikes and moves of each."""
    score, strikes, moves, _over = np.asarray(results, np.float64).T
    struck_out = strikes >= lives
    official = np.where(struck_out, 0.0, score)
    return {
        "official": float(official.mean()),
        "error": float(official.std(ddof=1) / len(official) ** 0.5),
        "stacks": float(score.mean()),
        "perfect": float((score == best).mean()),
        "struck_out": float(struck_out.mean()),
        "moves": float(moves.mean()),
    }


def save_network(path: Path, network: Network, inputs: int, about: dict[str, Any]) -> None:
    """Write weights as float16, a row for each input, without the rows of inputs that are always 0."""
    parts: dict[str, Any] = {}
    for number, layer in enumerate(network.layers):
        weight = layer.weight.detach().float().cpu().numpy().T
        parts[f"weight{number}"] = (weight[:inputs] if number == 0 else weight).astype(np.float16)
        parts[f"bias{number}"] = layer.bias.detach().float().cpu().numpy().astype(np.float16)
    content = BytesIO()
    np.savez_compressed(content, about=np.array(json.dumps(about)), **parts)
    write_file(path, content.getvalue())


def train(  # noqa: PLR0913  # each is a choice of the caller
    settings: PpoSettings,
    folder: Path,
    report: Callable[[Evaluation], None] = lambda _evaluation: None,
    *,
    device: str = "auto",
    minutes: float | None = None,
    every: float = 60.0,
) -> list[Evaluation]:
    """Train a learner, or continue the run in a folder; return all its evaluations.

    Args:
        settings: Everything that the weights depend on.
        folder: Where checkpoint, weights and learning curve are written.
        report: Called with every evaluation.
        device: ``"cpu"``, ``"cuda"``, or ``"auto"``.
        minutes: Stop after this many minutes, finished or not; the same call continues the run.
        every: Seconds between evaluations.
    """
    device = chosen_device(device)
    make_folder(folder)
    learner, began = Learner(settings, device), perf_counter()
    curve = list[Evaluation]()
    if (checkpoint := read_checkpoint(folder, settings.record, device)) is not None:
        learner.load(checkpoint)
        curve = [Evaluation(**line) for line in checkpoint["curve"]]
    if settings.start and not learner.iteration:
        begin_with(learner, Path(settings.start))
    spent = curve[-1].seconds if curve else 0.0
    last = began
    while learner.iteration < settings.iterations:
        learner.advance()
        if device == "cuda" and learner.iteration % 8 == 0:
            torch.cuda.synchronize()
        now = perf_counter()
        out_of_time = minutes is not None and now - began >= 60 * minutes
        if now - last >= every or out_of_time or learner.iteration == settings.iterations:
            curve.append(_evaluation(learner, spent + now - began))
            report(curve[-1])
            _save(learner, folder, curve)
            last = perf_counter()
        if out_of_time:
            break
    return curve


def begin_with(learner: Learner, path: Path) -> None:
    """Give a learner the weights of a file, and its critic those of ``critic.npz`` beside it, if there."""
    load_network(path, learner.actor)
    learner.averaged.load_state_dict(learner.actor.state_dict())
    if (critic := path.with_name(CRITIC)).exists():
        load_network(critic, learner.critic)


def load_network(path: Path, network: Network) -> None:
    """Read weights that `save_network` wrote, or that ship in 8 bits; missing rows of inputs become 0."""
    try:
        with np.load(path, allow_pickle=False) as file:
            parts = {name: file[name] for name in file.files}
        for number, layer in enumerate(network.layers):
            scale = parts.get(f"scale{number}", np.float32(1))
            weight = torch.from_numpy((parts[f"weight{number}"].astype(np.float32) * scale).T)
            bias = torch.from_numpy(parts[f"bias{number}"].astype(np.float32))
            if number == 0 and weight.shape[1] <= layer.in_features:
                weight = functional.pad(weight, (0, layer.in_features - weight.shape[1]))
            layer.load_state_dict({"weight": weight, "bias": bias})
    except (OSError, ValueError, LookupError, RuntimeError, BadZipFile) as error:
        raise InputError(
            f"{path} holds no weights to begin with ({error}); name a file of a network of this size"
        ) from error


def _evaluation(learner: Learner, seconds: float) -> Evaluation:
    own, averaged = (
        summary(learner.evaluate(network), learner.settings.lives, learner.games.best)
        for network in (learner.actor, learner.averaged)
    )
    return Evaluation(
        learner.steps, seconds, **own, averaged=averaged["official"], training=learner.take_totals()
    )


def _save(learner: Learner, folder: Path, curve: list[Evaluation]) -> None:
    """Write a checkpoint to continue from, the weights to play with, and the learning curve."""
    lines = [evaluation._asdict() for evaluation in curve]
    write_checkpoint(folder, {**learner.checkpoint(), "curve": lines})
    write_file(folder / CURVE, "".join(json.dumps(line) + "\n" for line in lines))
    about = {"settings": learner.settings.record, "steps": learner.steps}
    games = learner.games
    for name, network, inputs in (
        (ACTOR, learner.actor, games.bits),
        (AVERAGED, learner.averaged, games.bits),
        (CRITIC, learner.critic, games.critic_width),
    ):
        save_network(folder / name, network, inputs, about)
