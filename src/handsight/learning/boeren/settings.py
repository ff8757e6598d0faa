"""The settings of a training run: everything that the weights depend on."""

from dataclasses import asdict, dataclass
from typing import Any

from handsight.bots.boeren.compiled.learned_bot import REWARDS
from handsight.bots.boeren.compiled.network_input import FEATURE_SETS
from handsight.errors import InputError
from handsight.game.seeded_dice import NARROW_SEEDS


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of a run; the same settings give the same weights, on the same machine."""

    state: str = "kripke"
    """What the network's input says of the owners of cards: ``plain``, ``kripke`` or ``exact``."""
    reward: str = "score"
    """``score``: the points of the round, in tens. ``win``: 1 if nobody has more points in the round, else 0.
    ``trick``: 1 for each card that takes its trick, else 0."""
    discount: float = 1.0
    """The factor by which a reward counts less for each decision before it; 1 is no discount."""
    seed: int = 1
    batches: int = 900
    rounds: int = 1024
    """The number of rounds in a batch, all of one size."""
    gradient_steps: int = 24
    """Steps of gradient descent after every batch."""
    minibatch: int = 1024
    """Decisions in a gradient step."""
    buffer_batches: int = 16
    """Batches in the replay buffer."""
    hidden: int = 192
    learning_rate: float = 1e-3
    """It decays to a tenth over the run."""
    exploration: float = 0.15
    """Share of random decisions; it decays to a tenth over the run."""
    target_rate: float = 0.005
    """The share by which the target network moves to the learning one after each gradient step."""

    def __post_init__(self) -> None:
        if self.state not in FEATURE_SETS:
            raise InputError(f"no state is called {self.state!r}; choose {', '.join(FEATURE_SETS)}")
        if self.reward not in REWARDS:
            raise InputError(f"no reward is called {self.reward!r}; choose {', '.join(REWARDS)}")
        if not 0 < self.discount <= 1:
            raise InputError(f"a discount is above 0 and at most 1, not {self.discount}")
        if not 0 <= self.seed < NARROW_SEEDS:
            raise InputError(f"a seed is a whole number from 0 to 2**64 - 1, not {self.seed}")
        for name in ("batches", "rounds", "gradient_steps", "minibatch", "buffer_batches", "hidden"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} must be 1 or more, not {getattr(self, name)}")

    def decayed(self, begin: float, batch: int) -> float:
        """Return what *begin* has become at a batch, if it decays to a tenth over the run."""
        return float(begin * 0.1 ** (batch / self.batches))

    @property
    def record(self) -> dict[str, Any]:
        """The settings as plain data."""
        return asdict(self)
