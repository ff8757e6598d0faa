"""A sequence of public announcements: what was known after which, and which of them made it known."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import log2
from typing import Any, Final

from handsight.errors import FalseAnnouncementError
from handsight.logic.engines.model import Model
from handsight.logic.formulas.formula import Formula, K, Kw

MAX_TRIES: Final = 5_000


@dataclass(frozen=True, slots=True)
class Reasons:
    """The announcements that make a formula true.

    Attributes:
        announcements: Their indices, from 0.
        shortest: Whether no smaller set of announcements makes the formula true.
    """

    announcements: tuple[int, ...]
    shortest: bool


@dataclass(frozen=True)
class AnnouncementHistory:
    """A model and the public announcements made in it, one after the other.

    Make one with `AnnouncementHistory.of`.

    Attributes:
        start: The model before any announcement.
        announcements: The announced formulas, in order.

    Examples:
        >>> import handsight.logic as L
        >>> from bench.announcement_history import AnnouncementHistory
        >>> cards = L.KnowledgeStructure(("red", "blue"), {"ann": ("red",), "ben": ("blue",)})
        >>> model = L.ExplicitModel.of_law(cards, actual=L.Assignment(["red", "blue"]))
        >>> history = AnnouncementHistory.of(model, [L.parse("red | blue"), L.parse("blue")])
        >>> history.counts, history.first_knew(L.parse("blue"))
        ((4, 3, 2), {'ann': 2, 'ben': 0})
    """

    start: Model[Any]
    announcements: tuple[Formula, ...]

    @classmethod
    def of(cls, start: Model[Any], announcements: Iterable[Formula]) -> "AnnouncementHistory":
        """Return the history of these announcements in a model.

        Args:
            start: A model with an actual world.
            announcements: The announced formulas, each true in the actual world when it is announced.

        Raises:
            InputError: The model has no actual world.
        """
        start.world_or_actual()
        return cls(start, tuple(announcements))

    @cached_property
    def models(self) -> tuple[Model[Any], ...]:
        """The model before any announcement and after each; FalseAnnouncementError if one is false."""
        return tuple(self._models())

    def _models(self) -> Iterator[Model[Any]]:
        model = self.start
        yield model
        for number, announced in enumerate(self.announcements, 1):
            try:
                model = model.announce(announced)
            except FalseAnnouncementError as error:
                raise FalseAnnouncementError(
                    f"announcement {number} of {len(self.announcements)}: {error}"
                ) from None
            yield model

    @property
    def end(self) -> Model[Any]:
        """The model after all announcements."""
        return self.models[-1]

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The number of worlds before any announcement and after each."""
        return tuple(model.count() for model in self.models)

    @property
    def bits(self) -> tuple[float, ...]:
        """The information of each announcement in bits, for someone who knows nothing else."""
        return tuple(
            log2(before / after) for before, after in zip(self.counts, self.counts[1:], strict=False)
        )

    def first(self, formula: Formula) -> int | None:
        """Return after how many announcements the formula was first true in the actual world, or None."""
        return next((number for number, model in enumerate(self.models) if model.holds(formula)), None)

    def first_knew(self, fact: Formula) -> dict[str, int | None]:
        """Return for each agent after how many announcements it first knew that the formula is true."""
        return {agent: self.first(K(agent, fact)) for agent in self.start.agents}

    def first_knew_whether(self, fact: Formula) -> dict[str, int | None]:
        """Return for each agent after how many announcements it first knew whether the formula is true."""
        return {agent: self.first(Kw(agent, fact)) for agent in self.start.agents}

    def reasons(self, formula: Formula) -> Reasons | None:
        """Return a shortest list of announcements that alone make the formula true; None if it is not true.

        All subsets are tried, smallest first. After a number of tries, announcements are instead dropped one
        by one while the formula stays true: then none of those left can be spared, though others might be
        fewer.
        """
        if not self.end.holds(formula):
            return None
        tries = 0
        for size in range(len(self.announcements)):
            for choice in combinations(range(len(self.announcements)), size):
                if self._make_true(choice, formula):
                    return Reasons(choice, shortest=True)
                tries += 1
                if tries >= MAX_TRIES:
                    return Reasons(self._irredundant(formula), shortest=False)
        return Reasons(tuple(range(len(self.announcements))), shortest=True)

    def _make_true(self, choice: Sequence[int], formula: Formula) -> bool:
        try:
            model = self.start.announce(*(self.announcements[index] for index in choice))
        except FalseAnnouncementError:  # true only because of announcements that this choice leaves out
            return False
        return model.holds(formula)

    def _irredundant(self, formula: Formula) -> tuple[int, ...]:
        kept: list[int] = list(range(len(self.announcements)))
        for index in range(len(self.announcements)):
            fewer = [other for other in kept if other != index]
            if self._make_true(fewer, formula):
                kept = fewer
        return tuple(kept)
