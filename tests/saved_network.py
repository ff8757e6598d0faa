"""Networks of the bot `learned` written to files in 8 bits, as the one that ships was."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from handsight.bots.hanabi.learned.compiled.learned_bot import LearnedNetwork


def save_network(path: Path, network: LearnedNetwork) -> None:
    """Write a network to a file, in 8 bits."""
    parts: dict[str, Any] = {"about": np.array(json.dumps(network.about))}
    for number, weight in enumerate(network.weights):
        parts[f"weight{number}"] = weight
        parts[f"scale{number}"], parts[f"bias{number}"] = network.scales[number], network.biases[number]
    np.savez_compressed(path, **parts)
