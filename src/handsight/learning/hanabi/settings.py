"""The settings of a training run: everything that the weights depend on."""

from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from typing import Any

from handsight.errors import InputError

Plan = tuple[tuple[float, float], ...]
"""A number over the run: (share of the steps, value), straight lines between them."""
ITSELF = "self"
"""In place of a partner: the learner plays both seats."""
PARTNERS = "partners"
"""In place of a teacher: every partner teaches how it plays with its like."""


@dataclass(frozen=True)
class PpoSettings:
    """The same settings give the same weights, on the same machine. A step is one action in one game."""

    players: int = 2
    suits: int = 5
    ranks: int = 5
    hand: int = 5
    tokens: int = 8
    lives: int = 3
    seed: int = 1
    steps: int = 13_000_000_000
    games: int = 8192
    """Games played side by side."""
    length: int = 32
    """Steps of every game in one iteration."""
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
    """How slowly the averaged weights follow, at each gradient step."""
    evaluation_games: int = 32_768
    teacher: str = ""
    """The bot whose decisions the actor learns to copy before it plays, or "partners" for all of those;
    without one it begins at random."""
    lessons: int = 1_000_000
    """How many of the teacher's decisions it learns from."""
    critic_first: float = 0.03
    """With a teacher or given weights: the share of the steps in which the critic learns alone, to value the
    play that it begins with."""
    partners: tuple[str, ...] = ()
    """Bots with one of which the learner sits in each game, or "self"; without them it plays all seats."""
    tell_partner: bool = False
    """Whether the learner is told which of the partners it sits with."""
    passes: int = 1
    """How often it learns from each step played."""
    start: str = ""
    """The file of weights that it begins with; without one it begins at random."""

    def __post_init__(self) -> None:
        if not 2 <= self.players <= 5:
            raise InputError(f"training is for 2 to 5 players, not {self.players}")
        for name in ("steps", "games", "length", "minibatch", "evaluation_games", "lessons"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} must be 1 or more, not {getattr(self, name)}")
        if self.games * self.length % self.minibatch:
            played = self.games * self.length
            raise InputError(
                f"games × length ({played:,}) must be a multiple of minibatch ({self.minibatch:,})"
            )
        self._check_partners()

    def _check_partners(self) -> None:
        if self.passes < 1:
            raise InputError(f"passes must be 1 or more, not {self.passes}")
        if self.teacher and self.start:
            raise InputError("a learner begins as a copy of a bot or with given weights, not both")
        if self.teacher == PARTNERS and not self.teachers:
            raise InputError("there is no partner to copy; name partners, or a bot")
        if not self.partners:
            if self.tell_partner:
                raise InputError("there is no partner to tell of; name partners")
            return
        if self.players != 2:
            raise InputError(f"partners are for tables of 2 players, not {self.players}")
        if len(set(self.partners)) < len(self.partners):
            raise InputError(f"a partner is named twice: {', '.join(self.partners)}")
        if self.games % (share := 4 * len(self.partners)):
            raise InputError(
                f"games ({self.games:,}) must be a multiple of {share}: so many for each partner and seat"
            )

    @property
    def teachers(self) -> tuple[str, ...]:
        """The bots whose decisions the actor learns to copy."""
        if self.teacher == PARTNERS:
            return tuple(name for name in self.partners if name != ITSELF)
        return (self.teacher,) if self.teacher else ()

    @property
    def steps_an_iteration(self) -> int:
        """Steps of one iteration: play, then learn."""
        return self.games * self.length

    @property
    def iterations(self) -> int:
        """Iterations of the whole run."""
        return -(-self.steps // self.steps_an_iteration)

    def actor_weight(self, iteration: int) -> float:
        """Return the weight of the actor's loss: 0 while the critic gets to know what was copied, then 1."""
        begins = self.teacher or self.start
        return 0.0 if begins and iteration < self.critic_first * self.iterations else 1.0

    def strike_share(self, steps: int) -> float:
        """Return the share of all points that the last strike takes back, after so many steps."""
        begin, full = self.strike_ramp
        return min(1.0, max(0.0, (steps - begin) / (full - begin))) if full > begin else 1.0

    @property
    def record(self) -> dict[str, Any]:
        """The settings as plain data."""
        return asdict(self)

    @classmethod
    def of_record(cls, record: dict[str, Any]) -> "PpoSettings":
        """Read what `record` wrote."""
        known = {field.name for field in fields(cls)}
        if strange := sorted(set(record) - known):
            raise InputError(f"settings {strange} are of another version")
        return cls(**{name: _frozen(value) for name, value in record.items()})


def value_at(plan: Plan, share: float) -> float:
    """Return a plan's number after a share of the run."""
    for (begin, first), (end, last) in pairwise(plan):
        if share <= end:
            return first + (last - first) * max(0.0, share - begin) / (end - begin)
    return plan[-1][1]


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
