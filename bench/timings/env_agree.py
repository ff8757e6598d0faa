"""Whether `VecHanabi` is OpenSpiel's Hanabi: every vector, legal set, reward and end of 2,000 games."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from bench.batches.open_hands_bot import CHEAT
from bench.measurement import Measurement
from handsight.compiled.jit import Ints
from handsight.env import VecHanabi
from handsight.hanabi.compiled.state_layout import DECK
from handsight.hanabi.compiled.terms_layout import terms_array
from handsight.notation.hanabi.compiled import hle_observation

GAMES, SEED = 500, 9
"""Games of each number of players."""
SKILLS = ("random", "patient", "sees all")
"""How games are played, in turn: any legal action; hardly ever a play, so that games last; by a player that
sees every card, so that perfect games occur."""


@dataclass
class Compared:
    """What was compared, all of it equal."""

    games: int = 0
    vectors: int = 0
    positions: int = 0
    perfect: int = 0
    struck_out: int = 0
    out_of_turns: int = 0


class DifferenceError(AssertionError):
    """The two engines differ; says where."""


def run() -> list[Measurement]:
    """Compare games of 2 to 5 players, played with three skills."""
    rows = []
    for players in range(2, 6):
        found = compare(players, GAMES)
        rows += [
            Measurement(f"{players} seats: games equal to OpenSpiel's", found.games, "games", str(GAMES)),
            Measurement(f"{players} seats: vectors of all seats compared", found.vectors, "vectors"),
            Measurement(f"{players} seats: perfect games among them", found.perfect, "games"),
            Measurement(f"{players} seats: struck out", found.struck_out, "games"),
        ]
    return rows


def compare(players: int, games: int, seed: int = SEED) -> Compared:
    """Play games side by side with OpenSpiel.

    Raises:
        DifferenceError: Something differs.
    """
    import pyspiel  # noqa: PLC0415  an oracle that need not be installed

    env, rng = (
        VecHanabi(games, players, seats="all", seed=seed, autoreset="disabled"),
        np.random.default_rng(seed),
    )
    spiel: Any = pyspiel.load_game("hanabi", {"players": players})
    step, theirs, found = env.reset(), [spiel.new_initial_state() for _ in range(games)], Compared(games)
    decks = [iter(row[DECK : DECK + 50].tolist()) for row in env.save()]
    total = np.zeros(games)
    for at in range(games):
        _draw(theirs[at], decks[at])
    alive = list(range(games))
    while alive:
        actions = _chosen(env, step.mask, alive, rng)
        for at in alive:
            _same(theirs[at], step, at, players)
            found.vectors += players
            found.positions += 1
            theirs[at].apply_action(int(actions[at]))
        step = env.step(actions)
        total += step.reward
        for at in alive:
            _draw(theirs[at], decks[at])
            over = theirs[at].is_terminal()
            if bool(step.done[at]) != over:
                raise DifferenceError(f"game {at} of {players} seats: one of the two says that it is over")
            if over:
                if not total[at] == theirs[at].returns()[0] == step.score[at]:
                    raise DifferenceError(f"game {at} of {players} seats: scores differ")
                found.perfect += int(step.score[at] == 25)
                found.struck_out += int(step.strikes[at] == 3)
        found.out_of_turns = games - found.perfect - found.struck_out
        alive = [at for at in alive if not step.done[at]]
    return found


def _draw(state: Any, deck: Iterator[int]) -> None:
    """Draw cards for OpenSpiel until somebody must move, or the game is over."""
    while state.is_chance_node():
        state.apply_action(next(deck))


def _chosen(env: VecHanabi, masks: Any, alive: list[int], rng: np.random.Generator) -> Ints:
    """Choose an action in each game by the skill of its number."""
    hand, rows = env.terms.hand_size, env.save()
    packed, room = terms_array(env.terms), np.zeros(CHEAT.workspace, np.int64)
    chosen = np.zeros(env.num_envs, np.int64)
    for at in alive:
        skill, allowed = SKILLS[at % len(SKILLS)], np.flatnonzero(masks[at])
        lasting = allowed[(allowed < hand) | (allowed >= 2 * hand)]
        if skill == "sees all":
            action = CHEAT.decide(packed, rows[at], room)
            chosen[at] = hle_observation.number_of_action(packed, rows[at], action)
        elif skill == "patient" and lasting.size and rng.random() < 0.95:
            chosen[at] = rng.choice(lasting)
        else:
            chosen[at] = rng.choice(allowed)
    return chosen


def _same(theirs: Any, step: Any, at: int, players: int) -> None:
    for seat in range(players):
        if not np.array_equal(step.obs[at, seat], theirs.observation_tensor(seat)):
            raise DifferenceError(f"game {at} of {players} seats: the vectors of seat {seat} differ")
    if np.flatnonzero(step.mask[at]).tolist() != theirs.legal_actions():
        raise DifferenceError(f"game {at} of {players} seats: legal actions differ")
    if step.seat[at] != theirs.current_player():
        raise DifferenceError(f"game {at} of {players} seats: another seat is to move")
