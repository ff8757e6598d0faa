"""How a learner is taught: everything that its weights depend on."""

from dataclasses import asdict, dataclass
from typing import Any

from handsight.errors import InputError
from handsight.kernels.boeren.features import FEATURE_SETS
from handsight.lab.hanabi.plan import check_seed


@dataclass(frozen=True)
class Course:
    """The same course gives the same weights, on the same machine."""

    state: str = "kripke"
    """What the learner is told of the owners of cards: ``plain``, ``kripke`` or ``exact``."""
    seed: int = 1
    batches: int = 900
    rounds: int = 1024
    """Rounds a batch, all of one size."""
    lessons: int = 24
    """Steps of gradient descent after every batch."""
    sample: int = 1024
    """Decisions a lesson."""
    memory: int = 16
    """Batches that are remembered."""
    hidden: int = 192
    rate: float = 1e-3
    """Of learning; it falls to a tenth over the course."""
    curious: float = 0.15
    """Share of decisions taken by chance; it falls to a tenth over the course."""
    trust: float = 0.005
    """How fast the network that answers for the future follows the one that learns."""

    def __post_init__(self) -> None:
        if self.state not in FEATURE_SETS:
            raise InputError(f"no state is called {self.state!r}; choose {', '.join(FEATURE_SETS)}")
        check_seed(self.seed)
        for name in ("batches", "rounds", "lessons", "sample", "memory", "hidden"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} must be 1 or more, not {getattr(self, name)}")

    def fading(self, begin: float, batch: int) -> float:
        """Return a number that falls to its tenth part over the course."""
        return float(begin * 0.1 ** (batch / self.batches))

    @property
    def record(self) -> dict[str, Any]:
        """The course as plain data."""
        return asdict(self)
