"""The learner's network in PyTorch, and its weights as a file that is read without PyTorch."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from handsight.boeren import SEATS
from handsight.boeren.compiled.state_layout import CARDS, TURN
from handsight.bots.boeren.compiled import network_input as features
from handsight.bots.boeren.compiled.learned_bot import TRAINING
from handsight.bots.boeren.compiled.network_input import ACTIONS, FEATURE_SETS, WIDTH
from handsight.compiled.jit import Ints
from handsight.env.boeren.compiled import many_rounds as batch
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
    """Mask the values of illegal actions."""
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
