"""Let an actor begin as a copy of a bot: it learns to choose what the bot chose, then it plays for itself.

The bot plays with itself in `VecHanabi`, so lessons have the learner's own observations. Every game is dealt
from a seed of its own, which no training and no evaluation uses.
"""

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from handsight.env.hanabi.vec_hanabi import VecHanabi
from handsight.hanabi import tiny, variant
from handsight.learning.hanabi.learner import NEVER, Learner
from handsight.learning.hanabi.network import Tensor
from handsight.learning.hanabi.settings import PpoSettings

TEACHING_SEED = 20_261_117
SIDE_BY_SIDE = 256
EPOCHS, BATCH, RATE = 4, 512, 1e-3


class Lessons(NamedTuple):
    """Decisions to imitate, a row each: what was seen (packed bits), what was legal, what was chosen."""

    bits: NDArray[np.uint8]
    masks: NDArray[np.uint8]
    actions: NDArray[np.int64]


def lessons_of(settings: PpoSettings) -> Lessons:
    """Let the teacher play with itself, and return its decisions.

    Raises:
        InputError: No bot has this name, or it has no compiled version for this game.
    """
    full = (settings.suits, settings.ranks) == (5, 5)
    env = VecHanabi(
        SIDE_BY_SIDE,
        settings.players,
        variant=variant("No Variant") if full else tiny(settings.suits, settings.ranks),
        hand_size=settings.hand,
        max_clues=settings.tokens,
        max_strikes=settings.lives,
        teacher=settings.teacher,
        packed=True,
        seed=TEACHING_SEED,
        first=settings.seed << 32,
    )
    step, rows = env.reset(), list[Lessons]()
    for _ in range(-(-settings.lessons // SIDE_BY_SIDE)):
        rows.append(Lessons(step.obs, step.mask, env.advice()))
        step = env.step(rows[-1].actions)
    return Lessons(*map(np.concatenate, zip(*rows, strict=True)))


def imitate(learner: Learner, lessons: Lessons, epochs: int = EPOCHS) -> float:
    """Let the actor learn decisions; return how often it chooses alike in the last epoch."""
    games, device = learner.games, learner.device
    bits, masks, actions = (torch.from_numpy(column).to(device) for column in lessons)
    places = torch.arange(8, device=device, dtype=torch.uint8)
    adam = torch.optim.Adam(learner.actor.parameters(), lr=RATE)
    batches = epochs * -(-len(actions) // BATCH)
    fall = torch.optim.lr_scheduler.LinearLR(adam, 1.0, 0.05, batches)
    alike = 0

    def inputs(index: Tensor) -> Tensor:
        rows = (bits[index][:, :, None] >> places & 1).flatten(1)[:, : games.bits]
        return functional.pad(rows.to(games.element), (0, games.actor_width - games.bits))

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
