"""Boeren Bridge for PettingZoo: ``boeren_v0.env(schedule="3-4-5-4-3")``."""

from typing import Any

import numpy as np

from handsight.boeren import SEATS
from handsight.env.boeren.vec_boeren import VecBoeren
from handsight.env.pettingzoo.turns import TurnEnv

from pettingzoo.utils import wrappers  # isort: skip  # after `turns` has named a missing extra


class raw_env(TurnEnv):  # noqa: N801  # PettingZoo's name
    """One match of Boeren Bridge; each agent's reward is its own points, when a round ends.

    Args:
        render_mode: ``"ansi"``, or None.
        choices: What `VecBoeren` takes, such as ``schedule`` or ``observation``.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo has it
        "name": "handsight_boeren_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, *, render_mode: str | None = None, **choices: Any) -> None:
        self.games = VecBoeren(1, seats="all", autoreset="disabled", copy=False, **choices)
        self.render_mode = render_mode
        super().__init__(SEATS, self.games.size, np.float32)

    def render(self) -> str | None:
        """Return the hand of the agent to move and the points, if the mode is ``"ansi"``."""
        if self.render_mode != "ansi":
            return None
        seat = int(self._step.seat[0])
        points = ", ".join(map(str, self._step.points[0].tolist()))
        return f"{self.agent_selection} to move: {' '.join(self.games.hands(0)[seat])}; points {points}"

    def _gained(self) -> dict[str, float]:
        return {agent: float(self._step.reward[0, self._seat_of[agent]]) for agent in self.agents}

    def _final_info(self) -> dict[str, Any]:
        return {"points": self._step.points[0].tolist()}


def env(**choices: Any) -> Any:
    """Return the environment with PettingZoo's usual wrappers: an illegal action ends the game with -1."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**choices), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)
