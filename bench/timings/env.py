"""How fast environments step, with observations and legal actions, beside OpenSpiel, PettingZoo and HLE."""

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

from bench.measurement import Measurement
from handsight.env import VecBoeren, VecHanabi

STEPS, PEER_STEPS, TIMES = 100, 1_500, 5
SEED = 1
AIMS = {2: "2 M", 5: "1.5 M"}
PARTNER = "pair"


def run() -> list[Measurement]:
    """Measure random legal play, the choice of actions outside the clock, at 2 and 5 seats, in CPU time."""
    return [
        *(row for seats in (2, 5) for row in _beside_peers(seats)),
        *_other_kinds(),
        *_two_threads(),
        *_adapters(),
    ]


def _beside_peers(seats: int) -> list[Measurement]:
    works: dict[str, Callable[[], float]] = {"VecHanabi, 1,024 games, hle": lambda: _ours(seats, 1024, STEPS)}
    if find_spec("pyspiel"):
        works["OpenSpiel, a loop in Python"] = lambda: _open_spiel(seats)
    if find_spec("pettingzoo") and find_spec("shimmy"):
        works["PettingZoo's hanabi_v5"] = lambda: _petting_zoo(_their_petting_zoo(seats))
    if find_spec("hanabi_learning_environment"):
        works["HLE's rl_env"] = lambda: _hle(seats)
    measured = [[work() for work in works.values()] for _ in range(TIMES)]  # in turn: a busy moment hits all
    rates = [median(column) for column in zip(*measured, strict=True)]
    rows = [Measurement(f"VecHanabi, {seats} seats, 1,024 games, hle", rates[0], "steps/s", AIMS[seats])]
    for name, rate in zip(list(works)[1:], rates[1:], strict=True):
        rows += [
            Measurement(f"the same by {name}, {seats} seats", rate, "steps/s"),
            Measurement(f"that is, times {name}, {seats} seats", rates[0] / rate, "x"),
        ]
    return rows


def _other_kinds() -> list[Measurement]:
    """Measure other observations, partners, and one game a call."""

    def row(what: str, aim: str, *args: Any, **choices: Any) -> Measurement:
        return Measurement(what, median(_ours(*args, **choices) for _ in range(TIMES)), "steps/s", aim)

    return [
        row("2 seats, 1,024 games, hle, packed", "", 2, 1024, STEPS, packed=True),
        row("2 seats, 1,024 games, v0", "", 2, 1024, STEPS, observation="v0"),
        row("2 seats, 1,024 games, exact", "0.8 M", 2, 1024, STEPS, observation="exact"),
        row("5 seats, 1,024 games, exact", "", 5, 1024, STEPS, observation="exact"),
        row(
            f"2 seats, 256 games, hle, {PARTNER} in one seat; the learner's steps",
            "",
            2,
            256,
            40,
            partners={1: PARTNER},
        ),
        row("2 seats, one game a call", "0.4 M", 2, 1, 4_000),
        Measurement(
            "Boeren Bridge, rounds of 5, 1,024 games, kripke",
            median(_boeren("kripke") for _ in range(TIMES)),
            "steps/s",
        ),
        Measurement(
            "Boeren Bridge, rounds of 5, 1,024 games, exact",
            median(_boeren("exact") for _ in range(TIMES)),
            "steps/s",
        ),
    ]


def _two_threads() -> list[Measurement]:
    """Measure two threads by the clock on the wall, in turn with one; other work on the machine counts."""
    pairs = [
        [_ours(2, 4096, 40, clock=perf_counter, threads=threads) for threads in (1, 2)] for _ in range(TIMES)
    ]
    one, two = (median(column) for column in zip(*pairs, strict=True))
    return [
        Measurement("2 seats, 4,096 games, one thread, by the wall clock", one, "steps/s"),
        Measurement("the same with two threads", two, "steps/s"),
        Measurement("that is, times one thread (the median of pairs)", median(b / a for a, b in pairs), "x"),
    ]


def _adapters() -> list[Measurement]:
    rows = []
    if find_spec("pettingzoo"):
        rows += [
            Measurement(
                f"our PettingZoo environment, {seats} seats",
                median(_petting_zoo(_our_petting_zoo(seats)) for _ in range(3)),
                "steps/s",
            )
            for seats in (2, 5)
        ]
    if find_spec("gymnasium"):
        rate = median(_gymnasium() for _ in range(3))
        rows.append(
            Measurement("our Gymnasium vector by make_vec, 256 games, with statistics", rate, "steps/s")
        )
    return rows


def _picked(mask: Any, rng: np.random.Generator) -> Any:
    return (rng.random(mask.shape, np.float32) * mask).argmax(1)


def _ours(
    seats: int, games: int, steps: int, clock: Callable[[], float] = process_time, **choices: Any
) -> float:
    """Return steps a second of a clock."""
    env, rng = VecHanabi(games, seats, seed=SEED, copy=False, **choices), np.random.default_rng(SEED)
    step, spent = env.reset(), 0.0
    for _ in range(steps):
        actions = _picked(step.mask, rng)
        began = clock()
        step = env.step(actions)
        spent += clock() - began
    env.close()
    return games * steps / spent


def _boeren(observation: str, games: int = 1024, steps: int = 30) -> float:
    env = VecBoeren(games, schedule="5", seed=SEED, observation=observation, copy=False)
    rng = np.random.default_rng(SEED)
    step, spent = env.reset(), 0.0
    for _ in range(steps):
        actions = _picked(step.mask, rng)
        began = process_time()
        step = env.step(actions)
        spent += process_time() - began
    return games * steps / spent


def _open_spiel(seats: int) -> float:
    import pyspiel  # an oracle that need not be installed

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


def _their_petting_zoo(seats: int) -> Any:
    from pettingzoo.classic import hanabi_v5

    return hanabi_v5.env(players=seats, hand_size=5 if seats < 4 else 4)


def _our_petting_zoo(seats: int) -> Any:
    from handsight.env.pettingzoo import hanabi_v0

    return hanabi_v0.env(seats)


def _petting_zoo(env: Any) -> float:
    """Return steps a CPU-second of PettingZoo's own loop, the choice of actions outside the clock."""
    rng, steps, spent = np.random.default_rng(SEED), 0, 0.0
    env.reset(seed=SEED)
    while steps < PEER_STEPS:
        began = process_time()
        observation, _, ended, cut, _ = env.last()
        spent += process_time() - began
        if ended or cut:
            env.reset()
            continue
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        began = process_time()
        env.step(action)
        spent += process_time() - began
        steps += 1
    return steps / spent


def _gymnasium(games: int = 256, steps: int = 200) -> float:
    import gymnasium

    from handsight.env.gymnasium import register

    register()
    made: Any = gymnasium.make_vec("handsight/Hanabi-v0", num_envs=games, final_obs=False)
    env, rng, spent = (
        gymnasium.wrappers.vector.RecordEpisodeStatistics(made),
        np.random.default_rng(SEED),
        0.0,
    )
    _, info = env.reset(seed=SEED)
    for _ in range(steps):
        actions = _picked(info["action_mask"], rng)
        began = process_time()
        _, _, _, _, info = env.step(actions)
        spent += process_time() - began
    return games * steps / spent


def _hle(seats: int) -> float:
    from hanabi_learning_environment import rl_env

    env, rng, steps, spent = rl_env.make("Hanabi-Full", seats), Random(SEED), 0, 0.0  # noqa: S311  no secrets
    while steps < PEER_STEPS:
        began = process_time()
        told: Any = env.reset()
        spent += process_time() - began
        done = False
        while not done:
            move = rng.choice(told["player_observations"][told["current_player"]]["legal_moves"])
            began = process_time()
            told, _, done, _ = env.step(move)
            spent += process_time() - began
            steps += 1
    return steps / spent
