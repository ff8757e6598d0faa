"""The settings of a training run: everything that the weights depend on."""

from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from handsight.env.hanabi.gpu_games import GameSize
from handsight.errors import InputError

Plan = tuple[tuple[float, float], ...]
"""How a number changes over the run: points (share of the steps, value), joined by straight lines."""


@dataclass(frozen=True)
class PpoSettings(GameSize):
    """The same settings give the same weights, on the same machine. A step is one action in one game."""

    seed: int = 1
    steps: int = 13_000_000_000
    games: int = 8192
    """Games played side by side."""
    length: int = 32
    """The number of steps that every game plays in one iteration."""
    minibatch: int = 32_768
    hidden: tuple[int, ...] = (1024, 1024, 1024)
    """The widths of the hidden layers, of actor and critic alike."""
    rate: float = 5.5e-4
    """The learning rate at the start; it falls in a straight line to 0."""
    clip: float = 0.2
    entropy: Plan = ((0.0, 0.05), (0.55, 0.05), (0.92, 0.01), (1.0, 0.006))
    """The weight of the entropy in the loss."""
    discount: float = 0.999
    trace: float = 0.9
    """Lambda of the generalised advantage estimate."""
    gradient_norm: float = 0.5
    """The greatest norm of a gradient, of actor and critic each."""
    strike_ramp: tuple[float, float] = (60e6, 300e6)
    """The last strike takes back no points before the first number of steps, all after the second."""
    average: float = 0.999
    """The share of the averaged weights that stays at each gradient step; the actor's are the rest."""
    evaluation_games: int = 32_768
    critic_first: float = 0.03
    """If the run begins with given weights: the share of the iterations in which only the critic learns, to
    value the play of those weights."""
    passes: int = 1
    """How often the learner learns from each step that was played."""
    start: str = ""
    """The file of weights that the learner begins with; without one they are random."""

    def __post_init__(self) -> None:
        if not 2 <= self.players <= 5:
            raise InputError(f"training is for 2 to 5 players, not {self.players}")
        for name in ("steps", "games", "length", "minibatch", "evaluation_games", "passes"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} must be 1 or more, not {getattr(self, name)}")
        if self.games * self.length % self.minibatch:
            played = self.games * self.length
            raise InputError(
                f"games × length ({played:,}) must be a multiple of minibatch ({self.minibatch:,})"
            )

    @property
    def steps_an_iteration(self) -> int:
        """Steps of one iteration: play, then learn."""
        return self.games * self.length

    @property
    def iterations(self) -> int:
        """The number of iterations in the whole run."""
        return -(-self.steps // self.steps_an_iteration)

    def actor_weight(self, iteration: int) -> float:
        """Return the weight of the actor's loss: 0 while only the critic learns (`critic_first`), then 1."""
        return 0.0 if self.start and iteration < self.critic_first * self.iterations else 1.0

    def strike_share(self, steps: int) -> float:
        """Return the share of all points that the last strike takes back, after *steps* steps."""
        begin, full = self.strike_ramp
        return min(1.0, max(0.0, (steps - begin) / (full - begin))) if full > begin else 1.0

    @property
    def record(self) -> dict[str, Any]:
        """The settings as plain data."""
        return asdict(self)


def value_at(plan: Plan, share: float) -> float:
    """Return a plan's number after a share of the run."""
    for (begin, first), (end, last) in pairwise(plan):
        if share <= end:
            return first + (last - first) * max(0.0, share - begin) / (end - begin)
    return plan[-1][1]
