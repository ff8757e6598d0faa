"""Let an actor begin as a copy of a bot: it learns to choose what the bot chose, then it plays for itself.

The bot plays with itself in `VecHanabi`, so lessons have the learner's own observations. Every game is dealt
from a seed of its own, which no training and no evaluation uses.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from handsight.env.hanabi.vec_hanabi import VecHanabi
from handsight.learning.hanabi.bot_tables import game_variant
from handsight.learning.hanabi.learner import NEVER, Learner
from handsight.learning.hanabi.network import Tensor
from handsight.learning.hanabi.settings import PpoSettings

TEACHING_SEED = 20_261_117
SIDE_BY_SIDE = 256
EPOCHS, BATCH, RATE = 4, 512, 1e-3


class Lessons(NamedTuple):
    """Decisions of a bot."""

    bits: NDArray[np.uint8]
    """What it saw, packed."""
    masks: NDArray[np.uint8]
    actions: NDArray[np.int64]
    teacher: NDArray[np.int64]
    """The number of the bot among the partners; 0 where it is none of them."""


def lessons_of(settings: PpoSettings) -> Lessons:
    """Let each teacher play with itself, and return their decisions.

    Raises:
        InputError: No bot has this name, or it has no compiled version for this game.
    """
    steps = -(-settings.lessons // (SIDE_BY_SIDE * len(settings.teachers)))
    columns = [row for name in settings.teachers for row in _lessons_of(settings, name, steps)]
    return Lessons(*(np.concatenate(column) for column in zip(*columns, strict=True)))


def _lessons_of(settings: PpoSettings, name: str, steps: int) -> Iterator[tuple[Any, ...]]:
    """Yield what a bot saw and did in many games at once, step by step."""
    env = VecHanabi(
        SIDE_BY_SIDE,
        settings.players,
        variant=game_variant(settings),
        hand_size=settings.hand,
        max_clues=settings.tokens,
        max_strikes=settings.lives,
        teacher=name,
        packed=True,
        seed=TEACHING_SEED,
        first=settings.seed << 32,
    )
    number = settings.partners.index(name) if name in settings.partners else 0
    step, numbers = env.reset(), np.full(SIDE_BY_SIDE, number)
    for _ in range(steps):
        actions = env.advice()
        yield step.obs, step.mask, actions, numbers
        step = env.step(actions)


def teach(learner: Learner, epochs: int = EPOCHS) -> float:
    """Let the actor learn the teachers' decisions; return how often it chooses alike in the last epoch."""
    lessons, games = lessons_of(learner.settings), learner.games
    device, width = learner.device, games.actor_width
    bits = torch.from_numpy(lessons.bits).to(device)
    masks, actions = torch.from_numpy(lessons.masks).to(device), torch.from_numpy(lessons.actions).to(device)
    told = torch.from_numpy(games.bits + lessons.teacher).to(device)
    places = torch.arange(8, device=device, dtype=torch.uint8)
    adam = torch.optim.Adam(learner.actor.parameters(), lr=RATE)
    batches = epochs * -(-len(actions) // BATCH)
    fall = torch.optim.lr_scheduler.LinearLR(adam, 1.0, 0.05, batches)
    alike = 0

    def inputs(index: Tensor) -> Tensor:
        rows = (bits[index][:, :, None] >> places & 1).flatten(1)[:, : games.bits]
        padded = functional.pad(rows.to(games.element), (0, width - games.bits))
        if learner.settings.tell_partner:
            padded.scatter_(1, told[index][:, None], 1.0)
        return padded

    for _ in range(epochs):
        alike = 0
        for index in torch.randperm(len(actions), device=device).split(BATCH):
            logits = torch.where(masks[index] > 0, learner.actor(inputs(index)).float(), NEVER)
            loss = functional.cross_entropy(logits, actions[index])
            adam.zero_grad(set_to_none=True)
            loss.backward()
            adam.step()
            fall.step()
            alike += int((logits.argmax(1) == actions[index]).sum())
    learner.averaged.load_state_dict(learner.actor.state_dict())
    return alike / len(actions)
