"""The games as environments of PettingZoo (AEC): `hanabi_v0` and `boeren_v0`, each with `env` and `raw_env`.

Here is what they share: agents take turns, and an illegal action is refused.
"""

from typing import Any

import numpy as np

from handsight.env.vec_games import seed_or_random
from handsight.extras import need_extra

need_extra("env", "gymnasium", "pettingzoo")

from gymnasium import spaces  # noqa: E402  # a missing extra is named first
from pettingzoo import AECEnv  # noqa: E402  after a missing extra is named
from pettingzoo.utils import wrappers  # noqa: E402  after a missing extra is named


class TurnEnv(AECEnv):
    """One game of a vector of games, whose seats take turns.

    Observations are dictionaries: ``observation``, and ``action_mask`` for the agent to move (zeros for the
    others, and at the end).
    """

    games: Any

    def __init__(self, players: int, size: int, dtype: Any, render_mode: str | None) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents = self.possible_agents[:]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen = {
            "observation": spaces.Box(0, 1, (size,), dtype),
            "action_mask": spaces.Box(0, 1, (self.games.actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(dict(seen)) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.games.actions) for agent in self.possible_agents}
        self._seeded = False

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next game of the seed, or game 0 of a new one; the first seed is random unless given."""
        del options
        if seed is not None or not self._seeded:
            self._step, self._seeded = self.games.reset(seed=seed_or_random(seed), first=0), True
        else:
            self._step = self.games.reset(which=[0])
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self._step.seat[0])]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and what it may do if it is to move."""
        seat = self._seat_of[agent]
        mask = self._step.mask[0].view(np.int8).copy()
        if seat != int(self._step.seat[0]):
            mask[:] = 0
        return {"observation": self._step.obs[0, seat].copy(), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Take the action of the agent to move.

        Raises:
            IllegalActionError: It is not legal; the message lists the legal actions.
        """
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        mover = self.agent_selection
        self._step = self.games.step([int(action)])
        self._cumulative_rewards[mover] = 0.0
        self.rewards = self._gained()
        if self._step.done[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: self._final_info() for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self._step.seat[0])]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the table as the agent to move sees it, if the mode is ``"ansi"``."""
        return self._table() if self.render_mode == "ansi" else None

    def _table(self) -> str:
        """Return the table as text."""
        raise NotImplementedError

    def _gained(self) -> dict[str, float]:
        """Return the rewards of the last action, by agent."""
        raise NotImplementedError

    def _final_info(self) -> dict[str, Any]:
        """Return the `info` that every agent gets at the end of a game."""
        raise NotImplementedError

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def metadata(name: str) -> dict[str, Any]:
    """Return the metadata that PettingZoo asks of every environment."""
    return {"name": f"handsight_{name}", "render_modes": ["ansi"], "is_parallelizable": False}


def usual_wrappers(made: TurnEnv) -> Any:
    """Return an environment with PettingZoo's usual wrappers: an illegal action ends the game with -1."""
    wrapped = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
