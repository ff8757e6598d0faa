"""Hanabi for PettingZoo: ``hanabi_v0.env(players=2)``."""

from typing import Any

from handsight.env.hanabi.vec_hanabi import VecHanabi
from handsight.env.pettingzoo import TurnEnv, metadata, usual_wrappers
from handsight.text.counting_from_one import counted, turn_number


class raw_env(TurnEnv):  # noqa: N801  # PettingZoo's name
    """One game of Hanabi; the team's reward goes to every agent.

    Args:
        players: How many seats.
        render_mode: ``"ansi"``, or None.
        choices: What `VecHanabi` takes, such as ``observation``, ``variant`` or ``rules``.
    """

    metadata = metadata("hanabi_v0")

    def __init__(self, players: int = 2, *, render_mode: str | None = None, **choices: Any) -> None:
        self.games = VecHanabi(1, players, seats="all", autoreset="disabled", copy=False, **choices)
        super().__init__(players, self.games.layout.size, self.games.layout.dtype, render_mode)

    def _table(self) -> str:
        state, variant = self.games.state(0), self.games.terms.variant
        hands = [
            " ".join("??" if seat == state.seat else variant.text(state.cards[order]) for order in hand)
            for seat, hand in enumerate(state.hands)
        ]
        played = [variant.text(state.cards[order]) for order in state.played]
        points, deck = counted(state.points, "point"), f"{counted(state.deck_left, 'card')} in the deck"
        lines = [
            f"turn {turn_number(state.turn)}, {self.agent_selection} to move, {points}",
            f"{counted(state.clue_units, 'clue token')}, {counted(state.strikes, 'strike')}, {deck}",
            f"played: {' '.join(played) or 'none'}",
            *(f"{agent}: {hand}" for agent, hand in zip(self.possible_agents, hands, strict=True)),
        ]
        return "\n".join(lines)

    def _gained(self) -> dict[str, float]:
        return dict.fromkeys(self.agents, float(self._step.reward[0]))

    def _final_info(self) -> dict[str, Any]:
        return {"score": int(self._step.score[0]), "strikes": int(self._step.strikes[0])}


def env(players: int = 2, **choices: Any) -> Any:
    """Return the environment with PettingZoo's usual wrappers: an illegal action ends the game with -1."""
    return usual_wrappers(raw_env(players, **choices))
