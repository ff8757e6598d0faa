"""Measure search on learned weights: many two-player games side by side, on a GPU.

    python -m bench.checks.network_search actor.npz --games 2048 --alone 0

The first line is the network alone, the second the same deals with seats that search: mean by the official
rules (a third strike scores 0) and with points kept, error, perfect games, the paired difference to the
network alone, and the cost of a move. Weights are those that `handsight train hanabi` writes.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch

from bench.checks.network_search.network_race import NetworkSearch, NetworkSearchSettings
from handsight.env.hanabi.gpu_games import GameSize, GpuHanabi
from handsight.learning.hanabi.learner import Network
from handsight.search.search_settings import Budget

DEALS = 20_261_117
"""The seed of the deals: none of training or of evaluation."""


def load(path: Path, games: GpuHanabi) -> Network:
    """Read weights that training wrote."""
    weights = np.load(path)
    layers = sum(name.startswith("weight") for name in weights.files)
    hidden = tuple(weights[f"weight{number}"].shape[1] for number in range(layers - 1))
    network = Network(games.actor_width, hidden, games.actions, 0.01)
    with torch.no_grad():
        for number, layer in enumerate(network.layers):
            weight = torch.tensor(weights[f"weight{number}"].astype(np.float32)).T
            layer.weight.zero_()
            layer.weight[:, : weight.shape[1]] = weight
            layer.bias.copy_(torch.tensor(weights[f"bias{number}"].astype(np.float32)))
    network.to(games.device)
    return network


def measure(
    games: GpuHanabi, network: Network, settings: NetworkSearchSettings, first: int, seed: int
) -> Any:
    """Play deals first, first + 1, … by these settings, and return their results and the cost."""
    games.deal(first)
    torch.manual_seed(seed)
    began = time.perf_counter()

    def report(move: int, active: int) -> None:
        if move % 10 == 9:
            seconds = time.perf_counter() - began
            print(f"move {move + 1}, {active} games go on, {seconds:.0f} s", file=sys.stderr, flush=True)

    played = NetworkSearch(games, network, settings).play(report if settings.seats else lambda *_: None)
    return played, time.perf_counter() - began


def row(name: str, played: Any, alone: Any, seconds: float) -> dict[str, Any]:
    """Summarise one setting."""

    def official(games: Any) -> Any:
        score, strikes, _ = games.results.cpu().numpy().astype(float).T
        return np.where(strikes >= 3, 0.0, score)

    points = played.results.cpu().numpy()[:, 0].astype(float)
    scores, difference = official(played), official(played) - official(alone)
    root = len(scores) ** 0.5
    searched = int(played.searched.sum())
    return {
        "who": name,
        "games": len(scores),
        "official": round(float(scores.mean()), 4),
        "error": round(float(scores.std(ddof=1) / root), 4),
        "stacks": round(float(points.mean()), 4),
        "perfect": round(float((points == 25).mean()), 4),
        "struck_out": round(float((scores < points).mean()), 5),
        "gain": round(float(difference.mean()), 4),
        "gain_error": round(float(difference.std(ddof=1) / root), 4),
        "deviations_a_game": round(float(played.deviations.float().mean()), 3),
        "searched_a_game": round(searched / len(scores), 2),
        "true_hand_missing": round(int(played.true_hand_missing.sum()) / max(searched, 1), 4),
        "seconds": round(seconds, 1),
        "ms_a_searched_move": round(1000 * seconds / max(searched, 1), 3),
        "evaluations": played.evaluations,
    }


def stages(text: str) -> tuple[tuple[int, int], ...]:
    """Read the stages of a search."""
    pairs = (stage.split("x") for stage in text.split(","))
    return tuple((int(draws), int(actions)) for draws, actions in pairs)


def seats_of(text: str) -> tuple[int, ...]:
    """Read a list of seats."""
    return tuple(map(int, text.split(",")))


def main() -> None:
    """Play deals with and without search."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("weights", type=Path)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--alone", type=seats_of, default=(), dest="seats", help="the seats that search, as 0 or 0,1"
    )
    parser.add_argument("--stages", default="32x20,96x5,256x3", help="draws × most actions, of each stage")
    parser.add_argument("--deviate", type=float, default=2.0)
    parser.add_argument("--gain", type=float, default=0.02)
    parser.add_argument("--floor", type=float, default=0.0)
    parser.add_argument("--mistakes", type=float, default=0.05)
    parser.add_argument("--most", type=int, default=1 << 15)
    parser.add_argument("--candidates", type=int, default=1 << 17)
    options = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    games = GpuHanabi(options.games, GameSize(), device, seed=DEALS)
    network = load(options.weights, games)
    alone, seconds = measure(games, network, NetworkSearchSettings(), options.first, options.seed)
    print(json.dumps(row("nobody", alone, alone, seconds)), flush=True)
    settings = NetworkSearchSettings(
        seats=options.seats,
        stages=stages(options.stages),
        budget=Budget(deviate=options.deviate, gain=options.gain),
        floor=options.floor,
        mistakes=options.mistakes,
        most=options.most,
        candidates=options.candidates,
    )
    played, seconds = measure(games, network, settings, options.first, options.seed)
    print(json.dumps(row("searched", played, alone, seconds)), flush=True)


if __name__ == "__main__":
    main()
