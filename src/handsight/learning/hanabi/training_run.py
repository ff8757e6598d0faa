"""A training run in a folder: it is evaluated and saved at intervals, and can be continued."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from io import BytesIO
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import torch
from torch.nn import functional

from handsight.errors import InputError
from handsight.learning.hanabi.learner import Learner
from handsight.learning.hanabi.network import Network
from handsight.learning.hanabi.settings import PpoSettings
from handsight.safe_files import sealed, unsealed, write_file

CHECKPOINT, CURVE = "checkpoint.pt", "curve.jsonl"
ACTOR, AVERAGED, CRITIC = "actor.npz", "averaged.npz", "critic.npz"


class Evaluation(NamedTuple):
    """The learner's greedy play on fixed deals, after so many steps and seconds."""

    steps: int
    seconds: float
    official: float
    """Mean points, a struck-out game being 0."""
    error: float
    """The standard error of this mean."""
    stacks: float
    """Mean points on the stacks, struck out or not."""
    perfect: float
    struck_out: float
    moves: float
    averaged: float
    """Official mean of the averaged weights."""
    training: dict[str, float]
    """Means over what was played and learned since the last evaluation."""
    partners: dict[str, dict[str, float]] = {}  # noqa: RUF012  # never written to
    """With partners, the same figures with each of them; the others are then means over all partners."""


def summary(results: Any, lives: int, best: int) -> dict[str, float]:
    """Summarise games: score, strikes and moves of each."""
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


def told_network(network: Network, place: int) -> Network:
    """Return a network as it is where an input is always 1: that input's weights become part of the bias."""
    told = deepcopy(network)
    first = told.layers[0]
    with torch.no_grad():
        first.bias += first.weight[:, place]
    return told


def told_name(name: str, partner: str) -> str:
    """Return the name of the weights for one partner, such as ``actor-pair.npz``."""
    plain = re.sub(r"[^\w.+-]", "-", partner)
    return f"{Path(name).stem}-{plain}.npz"


def train(  # noqa: PLR0913  # each is a choice of the caller
    settings: PpoSettings,
    folder: Path,
    report: Callable[[Evaluation], None] = lambda _evaluation: None,
    *,
    device: str = "auto",
    minutes: float | None = None,
    every: float = 60.0,
) -> list[Evaluation]:
    """Train a learner, or continue the run in a folder.

    Args:
        settings: Everything that the weights depend on.
        folder: Where checkpoint, weights and learning curve are written.
        report: Called with every evaluation.
        device: ``"cpu"``, ``"cuda"``, or ``"auto"``.
        minutes: Stop after so many minutes, finished or not; the same call continues.
        every: Seconds between evaluations.

    Raises:
        InputError: The folder holds a run with other settings.
    """
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    folder.mkdir(parents=True, exist_ok=True)
    learner, began = new_learner(settings, device), perf_counter()
    curve = _continued(learner, folder)
    if settings.start and not learner.iteration:
        begin_with(learner, Path(settings.start))
    if settings.teacher and not learner.iteration:
        from handsight.learning.hanabi.teach import teach  # noqa: PLC0415  it needs compiled kernels

        teach(learner)
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


def new_learner(settings: PpoSettings, device: str) -> Learner:
    """Return a learner that plays with itself, or among the partners of its settings."""
    if not settings.partners:
        return Learner(settings, device)
    from handsight.learning.hanabi.among_bots import LearnerAmongBots  # noqa: PLC0415  it needs compiled kernels

    return LearnerAmongBots(settings, device)


def begin_with(learner: Learner, path: Path) -> None:
    """Give a learner the weights of a file, and its critic those of ``critic.npz`` beside it, if it exists.

    Raises:
        InputError: There is no such file, or it holds a network of another shape.
    """
    load_network(path, learner.actor)
    learner.averaged.load_state_dict(learner.actor.state_dict())
    if (critic := path.with_name(CRITIC)).exists():
        load_network(critic, learner.critic)


def load_network(path: Path, network: Network) -> None:
    """Read weights that `save_network` wrote, or that ship in 8 bits; missing rows of inputs become 0.

    Raises:
        InputError: There is no such file, or it holds a network of another shape.
    """
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
    lives, best = learner.settings.lives, learner.games.best
    if not learner.settings.partners:
        own = summary(learner.evaluate(learner.actor), lives, best)
        averaged = summary(learner.evaluate(learner.averaged), lives, best)
        partners: dict[str, dict[str, float]] = {}
    else:
        by_partner = learner.evaluate_partners(learner.actor)
        own = summary(torch.cat(list(by_partner.values())), lives, best)
        averaged = summary(torch.cat(list(learner.evaluate_partners(learner.averaged).values())), lives, best)
        partners = {name: summary(results, lives, best) for name, results in by_partner.items()}
    return Evaluation(
        learner.steps,
        seconds,
        **own,
        averaged=averaged["official"],
        training=learner.take_totals(),
        partners=partners,
    )


def _continued(learner: Learner, folder: Path) -> list[Evaluation]:
    """Load the checkpoint of a folder, if there is one, and return its curve."""
    place = folder / CHECKPOINT
    if not place.exists():
        return []
    try:
        checkpoint = _read_checkpoint(place, learner.device)
        was = PpoSettings.of_record(checkpoint["settings"])
    except Exception as error:
        raise InputError(f"{place} cannot be continued ({error}); name another folder") from error
    if was != learner.settings:
        changed = [name for name, value in learner.settings.record.items() if value != was.record[name]]
        raise InputError(
            f"{folder} holds a run with other settings ({', '.join(changed)}); name another folder"
        )
    learner.load(checkpoint)
    return [Evaluation(**line) for line in checkpoint["curve"]]


def _read_checkpoint(path: Path, device: str) -> Any:
    """Return what a checkpoint holds, or raise what is wrong with it; PyTorch itself checks no checksum."""
    content = unsealed(path.read_bytes(), CHECKPOINT)
    if content is None:
        raise ValueError("it is damaged, or of an older version")
    return torch.load(BytesIO(content), map_location=device, weights_only=True)


def _save(learner: Learner, folder: Path, curve: list[Evaluation]) -> None:
    """Write a checkpoint to continue from, the weights to play with, and the learning curve."""
    lines = [evaluation._asdict() for evaluation in curve]
    content = BytesIO()
    torch.save({**learner.checkpoint(), "curve": lines}, content)
    write_file(folder / CHECKPOINT, sealed(content.getvalue(), CHECKPOINT))
    write_file(folder / CURVE, "".join(json.dumps(line) + "\n" for line in lines))
    about = {"settings": learner.settings.record, "steps": learner.steps}
    games = learner.games
    for name, network in ((ACTOR, learner.actor), (AVERAGED, learner.averaged)):
        if not learner.settings.tell_partner:
            save_network(folder / name, network, games.bits, about)
            continue
        for number, partner in enumerate(learner.settings.partners):
            told = told_network(network, games.bits + number)
            save_network(folder / told_name(name, partner), told, games.bits, about)
    save_network(folder / CRITIC, learner.critic, games.critic_width, about)
