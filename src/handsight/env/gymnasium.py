"""The games as environments of Gymnasium: many games as a vector, or one seat among bots.

`register` makes them known to `gymnasium.make` and `make_vec`; importing registers nothing.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handsight.bots.bot import BotName
from handsight.env.boeren.vec_boeren import VecBoeren
from handsight.env.hanabi.vec_hanabi import VecHanabi
from handsight.env.vec_games import RANDOM_SEEDS, seed_or_random
from handsight.errors import InputError
from handsight.extras import need_extra

need_extra("env", "gymnasium")

import gymnasium  # noqa: E402  # a missing extra is named first
from gymnasium import spaces  # noqa: E402  after a missing extra is named
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402  after a missing extra is named
from gymnasium.vector.utils import batch_space  # noqa: E402  after a missing extra is named


def register() -> None:
    """Register the environments with Gymnasium, once.

    - ``handsight/Hanabi-v0``: the learner plays every seat, each in turn (`make` and `make_vec`).
    - ``handsight/HanabiSeat-v0``: the learner has one seat among bots (`make` and `make_vec`).
    - ``handsight/BoerenSeat-v0``: the same in Boeren Bridge (`make`).
    """
    here = "handsight.env.gymnasium"
    for name, single, vector, seat in (
        ("Hanabi", "HanabiSeatEnv", "HanabiVectorEnv", {"seat": None}),
        ("HanabiSeat", "HanabiSeatEnv", "HanabiVectorEnv", {"seat": 0}),
        ("BoerenSeat", "BoerenSeatEnv", None, {}),
    ):
        identity = f"handsight/{name}-v0"
        if identity not in gymnasium.registry:
            gymnasium.register(
                identity,
                entry_point=f"{here}:{single}",
                vector_entry_point=f"{here}:{vector}" if vector else None,
                kwargs=seat,
            )


def _box(size: int, dtype: Any) -> Any:
    return spaces.Box(0, 1, (size,), dtype)


def bots_beside(
    players: int, seat: int | None, bot: BotName, partners: Mapping[int, BotName] | None
) -> Mapping[int, BotName]:
    """Return who sits beside a learner in *seat*: *partners* by seat, or one bot in every other seat.

    Without a seat the learner plays every seat that no partner has.
    """
    if seat is None:
        return partners or {}
    if not 0 <= seat < players:
        raise InputError(f"there is no seat {seat}; seats are 0 to {players - 1}")
    beside = dict(partners) if partners else {other: bot for other in range(players) if other != seat}
    if seat in beside:
        raise InputError(f"seat {seat} is the learner's, but a bot was named for it")
    return beside


class HanabiVectorEnv(VectorEnv):
    """`VecHanabi` as a vector environment: self-play through the seat to move, or one seat among bots.

    ``info`` has ``action_mask``, ``seat`` and ``game``; where a game ended, ``score``. Rewards are the points
    that an action gains; by the official rules the last strike takes all points of the game back.

    Args:
        num_envs: How many games.
        players: How many seats.
        seat: The learner's seat; None: every seat that no partner has.
        bot: The bot in every other seat than the learner's.
        partners: In place of *bot*: for each other seat, the bot that sits there.
        autoreset_mode: One of Gymnasium's; ``SAME_STEP`` by default.
        seed: The seed of the deals, until `reset` is given another; random if there is none.
        choices: What `VecHanabi` takes, such as ``observation`` or ``threads``.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012  # as Gymnasium has it

    def __init__(  # noqa: PLR0913  # each is a choice of the caller
        self,
        num_envs: int = 1,
        players: int = 2,
        *,
        seat: int | None = None,
        bot: BotName = "robot5",
        partners: Mapping[int, BotName] | None = None,
        autoreset_mode: Any = AutoresetMode.SAME_STEP,
        seed: int | None = None,
        **choices: Any,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        choices.setdefault("final_obs", mode == AutoresetMode.SAME_STEP)
        self.games = VecHanabi(
            num_envs,
            players,
            autoreset=mode.name.lower(),
            seed=seed_or_random(seed),
            partners=bots_beside(players, seat, bot, partners),
            **choices,
        )
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self.num_envs, layout = num_envs, self.games.layout
        self.single_observation_space = _box(layout.size, layout.dtype)
        self.single_action_space = spaces.Discrete(self.games.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._mask = self.games.reset().mask
        self._started = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal the next games of the seed, or the first of a new one.

        ``options={"reset_mask": flags}`` deals only the games whose flag is True.
        """
        which = (options or {}).get("reset_mask")
        if which is None and seed is None and self._started:
            which = np.arange(self.num_envs)
        self._started = True
        step = self.games.reset(seed=seed, which=which)
        self._mask = step.mask
        return step.obs, {"action_mask": step.mask, "seat": step.seat, "game": step.game}

    def step(
        self, actions: Any
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take an action in each game."""
        step = self.games.step(actions)
        self._mask = step.mask
        info: dict[str, Any] = {"action_mask": step.mask, "seat": step.seat, "game": step.game}
        if step.done.any():
            info["score"], info["_score"] = step.score, step.done
            if self.games.final_obs is not None:
                info["final_obs"], info["_final_obs"] = self.games.final_obs.copy(), step.done
        return step.obs, step.reward, step.done, np.zeros(self.num_envs, np.bool_), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, by game: the name under which sb3-contrib asks for it."""
        return self._mask.astype(np.bool_)

    def close_extras(self, **_kwargs: Any) -> None:
        """End the threads."""
        self.games.close()


class _OneGame(gymnasium.Env):
    """What single environments share: seeds, masks, and one game of a vector of games."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  # as Gymnasium has it
    games: Any

    def __init__(self, seed: int | None) -> None:
        self._seed, self._started = seed, False
        self._mask: NDArray[np.uint8] = self.games.reset().mask[0]
        self.action_space = spaces.Discrete(self.games.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal the next game of the seed, or the first of a new one."""
        chosen = self._seed if seed is None and not self._started else seed
        super().reset(seed=chosen, options=options)
        if chosen is None and self._started:
            step = self.games.reset(which=[0])
        else:
            drawn = int(self.np_random.integers(RANDOM_SEEDS)) if chosen is None else chosen
            step = self.games.reset(seed=drawn)
        self._started = True
        self._mask = step.mask[0]
        return step.obs[0], self._info(step)

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Take an action."""
        step = self.games.step([int(action)])
        self._mask = step.mask[0]
        return step.obs[0], self._reward(step), bool(step.done[0]), False, self._info(step)

    @staticmethod
    def _info(step: Any) -> dict[str, Any]:
        """Return what a step tells besides the observation."""
        raise NotImplementedError

    def _reward(self, step: Any) -> float:
        return float(step.reward[0])

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal: the name under which sb3-contrib asks for it."""
        return self._mask.astype(np.bool_)


class HanabiSeatEnv(_OneGame):
    """One game of Hanabi in which the learner has one seat and bots of ours the others, or plays every seat.

    Args:
        players: How many seats.
        seat: The learner's seat; None: every seat that no partner has, each in turn.
        bot: The bot in every other seat than the learner's.
        partners: In place of *bot*: for each other seat, the bot that sits there.
        illegal: ``"lose"`` ends the game with -1 at an illegal action; ``"raise"`` refuses it.
        seed: The seed of the deals, until `reset` is given another; random if there is none.
        choices: What `VecHanabi` takes, such as ``observation``.
    """

    def __init__(  # noqa: PLR0913  # each is a choice of the caller
        self,
        players: int = 2,
        *,
        seat: int | None = 0,
        bot: BotName = "robot5",
        partners: Mapping[int, BotName] | None = None,
        illegal: str = "lose",
        seed: int | None = None,
        **choices: Any,
    ) -> None:
        beside = bots_beside(players, seat, bot, partners)
        self.games = VecHanabi(1, players, partners=beside, autoreset="disabled", illegal=illegal, **choices)
        self.observation_space = _box(self.games.layout.size, self.games.layout.dtype)
        super().__init__(seed)

    @staticmethod
    def _info(step: Any) -> dict[str, Any]:
        return {
            "action_mask": step.mask[0],
            "seat": int(step.seat[0]),
            "game": int(step.game[0]),
            "score": int(step.score[0]),
        }


class BoerenSeatEnv(_OneGame):
    """One match of Boeren Bridge, or round, in which the learner has one seat and bots of ours the others.

    The reward is the points of the learner's own seat, when a round ends.

    Args:
        seat: The learner's seat.
        bot: The bot in every other seat.
        partners: In place of *bot*: for each other seat, the bot that sits there.
        illegal: ``"lose"`` ends the match with -1 at an illegal action; ``"raise"`` refuses it.
        seed: The seed of the deals, until `reset` is given another; random if there is none.
        choices: What `VecBoeren` takes, such as ``schedule`` or ``observation``.
    """

    def __init__(
        self,
        *,
        seat: int = 0,
        bot: BotName = "counter",
        partners: Mapping[int, BotName] | None = None,
        illegal: str = "lose",
        seed: int | None = None,
        **choices: Any,
    ) -> None:
        beside = bots_beside(4, seat, bot, partners)
        self.seat = seat
        self.games = VecBoeren(1, partners=beside, autoreset="disabled", illegal=illegal, **choices)
        self.observation_space = _box(self.games.size, np.float32)
        super().__init__(seed)

    def _reward(self, step: Any) -> float:
        return float(step.reward[0, self.seat])

    @staticmethod
    def _info(step: Any) -> dict[str, Any]:
        return {"action_mask": step.mask[0], "game": int(step.game[0]), "points": step.points[0].tolist()}
