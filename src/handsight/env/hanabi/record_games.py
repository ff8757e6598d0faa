"""Recorded games as transitions: what the seat to move saw, and what it did. For learning from games."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.env.hanabi.vec_hanabi import VecHanabi
from handsight.env.vec_games import Ints
from handsight.errors import InputError
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi import Stop, Terms
from handsight.notation.hanabi import hle_observation as hle


class Transitions(NamedTuple):
    """One row for every action of the games, in order."""

    obs: NDArray[Any]
    """What the seat to move saw."""
    mask: NDArray[np.uint8]
    """1 for each action that was legal."""
    action: Ints
    """What it did, by HLE's number."""
    seat: Ints
    reward: NDArray[np.float32]
    """Points gained."""
    done: NDArray[np.bool_]
    """Whether this was the last action of its game."""
    game: Ints
    """The index of the game among those given."""


def transitions(games: Iterable[Game], observation: str = "hle") -> Transitions:
    """Return the transitions of recorded games, all on the same terms.

    Args:
        games: As `notation.read` gives them: of logs, links, and files of many kinds.
        observation: The layout, as `VecHanabi` takes it.

    Raises:
        InputError: A game is on other terms than the first, or its deck is not whole.

    Examples:
        >>> from handsight.env.hanabi.record_games import transitions
        >>> from handsight.hanabi import Terms
        >>> from handsight.lab.hanabi.game_plan import HanabiPlan
        >>> plan = HanabiPlan(("robot1",) * 2, Terms(2), 1)
        >>> made = transitions(plan.record_game(number) for number in range(3))
        >>> made.obs.shape[1], int(made.done.sum())
        (658, 3)
    """
    env: VecHanabi | None = None
    columns: list[list[Any]] = [[] for _ in Transitions._fields]
    for number, game in enumerate(games):
        terms = game.setup.terms
        if env is None:
            env = _environment(terms, observation)
        elif env.terms != terms:
            raise InputError(f"game {number} is on other terms than the first; sort games by their terms")
        step = env.reset(decks=[[terms.variant.identity(card) for card in game.setup.deck]])
        for state, action in zip(game.states, game.actions, strict=False):
            if isinstance(action, Stop):
                break
            chosen = hle.action_number(terms, state.seat, state.hands[state.seat], action)
            row: list[Any] = [step.obs[0].copy(), step.mask[0].copy(), chosen, state.seat]
            step = env.step([chosen])
            for column, value in zip(columns, [*row, step.reward[0], step.done[0], number], strict=True):
                column.append(value)
    if env is None:
        raise InputError("no game was given")
    types = (env.layout.dtype, np.uint8, np.int64, np.int64, np.float32, np.bool_, np.int64)
    arrays = [np.array(column, dtype) for column, dtype in zip(columns, types, strict=True)]
    arrays[5][np.flatnonzero(np.diff(arrays[6], append=-1))] = True  # a game may be recorded in part
    return Transitions(*arrays)


def _environment(terms: Terms, observation: str) -> VecHanabi:
    named = {name: getattr(terms, name) for name in terms.__struct_fields__}
    return VecHanabi(1, observation=observation, autoreset="disabled", **named)
