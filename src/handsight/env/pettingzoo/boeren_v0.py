"""Boeren Bridge for PettingZoo: ``boeren_v0.env(schedule="3-4-5-4-3")``."""

from typing import Any

import numpy as np

from handsight.boeren import SEATS
from handsight.env.boeren.vec_boeren import VecBoeren
from handsight.env.pettingzoo import TurnEnv, metadata, usual_wrappers


class raw_env(TurnEnv):  # noqa: N801  # PettingZoo's name
    """One match of Boeren Bridge; each agent's reward is its own points, when a round ends.

    Args:
        render_mode: ``"ansi"``, or None.
        choices: What `VecBoeren` takes, such as ``schedule`` or ``observation``.
    """

    metadata = metadata("boeren_v0")

    def __init__(self, *, render_mode: str | None = None, **choices: Any) -> None:
        self.games = VecBoeren(1, seats="all", autoreset="disabled", copy=False, **choices)
        super().__init__(SEATS, self.games.size, np.float32, render_mode)

    def _table(self) -> str:
        seat = int(self._step.seat[0])
        points = ", ".join(map(str, self._step.points[0].tolist()))
        return f"{self.agent_selection} to move: {' '.join(self.games.hands(0)[seat])}; points {points}"

    def _gained(self) -> dict[str, float]:
        return {agent: float(self._step.reward[0, self._seat_of[agent]]) for agent in self.agents}

    def _final_info(self) -> dict[str, Any]:
        return {"points": self._step.points[0].tolist()}


def env(**choices: Any) -> Any:
    """Return the environment with PettingZoo's usual wrappers: an illegal action ends the game with -1."""
    return usual_wrappers(raw_env(**choices))
