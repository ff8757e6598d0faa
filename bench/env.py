"""How fast environments step, with HLE's observation and the legal actions, beside OpenSpiel's."""

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from bench.measurement import Measurement
from handsight.env import VecHanabi

STEPS, PEER_STEPS, TIMES = 100, 1_500, 5
SEED = 1
AIMS = {2: "2 M", 5: "1.5 M"}


def run() -> list[Measurement]:
    """Measure random legal play, the choice of actions outside the clock, at 2 and 5 seats."""
    return [row for seats in (2, 5) for row in _beside_peers(seats)] + [
        Measurement("2 seats, one game a call", median(_ours(2, 1, 2_000) for _ in range(TIMES)), "steps/s"),
    ]


def _beside_peers(seats: int) -> list[Measurement]:
    works: list[Callable[[], float]] = [lambda: _ours(seats, 1024, STEPS)]
    if find_spec("pyspiel"):
        works.append(lambda: _open_spiel(seats))
    rates = [median(found) for found in zip(*([work() for work in works] for _ in range(TIMES)), strict=True)]
    rows = [Measurement(f"VecHanabi, {seats} seats, 1,024 games", rates[0], "steps/s", AIMS[seats])]
    for rate in rates[1:]:
        rows += [
            Measurement(f"the same by OpenSpiel, a loop in Python, {seats} seats", rate, "steps/s"),
            Measurement(f"that is, times OpenSpiel, {seats} seats", rates[0] / rate, "x"),
        ]
    return rows


def _ours(seats: int, games: int, steps: int) -> float:
    """Return steps a CPU-second."""
    env, rng = VecHanabi(games, seats, seed=SEED), np.random.default_rng(SEED)
    step, spent = env.reset(), 0.0
    for _ in range(steps):
        actions = (rng.random(step.mask.shape, np.float32) * step.mask).argmax(1)
        began = process_time()
        step = env.step(actions)
        spent += process_time() - began
    return games * steps / spent


def _open_spiel(seats: int) -> float:
    import pyspiel  # noqa: PLC0415  an oracle that need not be installed

    game, rng, steps, spent = pyspiel.load_game("hanabi", {"players": seats}), Random(SEED), 0, 0.0  # noqa: S311  no secrets
    while steps < PEER_STEPS:
        state: Any = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                cards, chances = zip(*state.chance_outcomes(), strict=True)
                action = rng.choices(cards, chances)[0]
            else:
                began = process_time()
                state.observation_tensor(state.current_player())
                legal = state.legal_actions()
                spent += process_time() - began
                action, steps = rng.choice(legal), steps + 1
            began = process_time()
            state.apply_action(action)
            spent += process_time() - began
    return steps / spent
