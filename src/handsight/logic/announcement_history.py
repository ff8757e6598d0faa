"""A model and the news one after the other: what was known when, and which news made it known."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import log2
from typing import Any, Final

from handsight.errors import FalseAnnouncementError
from handsight.logic.engines.model import Model
from handsight.logic.formulas.formula import Formula, K, Kw

MOST_TRIES: Final = 5_000


@dataclass(frozen=True, slots=True)
class Reasons:
    """The numbers of the news that make a formula true, counted from 0; *shortest* when fewer cannot."""

    news: tuple[int, ...]
    shortest: bool


@dataclass(frozen=True)
class Story:
    """What happened at the table: a model with an actual world, and the news everybody heard."""

    start: Model[Any]
    news: tuple[Formula, ...]

    @classmethod
    def of(cls, start: Model[Any], news: Iterable[Formula]) -> "Story":
        """The story of these news, each told to everybody in the actual world."""
        start.here()
        return cls(start, tuple(news))

    @cached_property
    def models(self) -> tuple[Model[Any], ...]:
        """The model before any news and after each."""
        return tuple(self._models())

    def _models(self) -> Iterator[Model[Any]]:
        model = self.start
        yield model
        for number, heard in enumerate(self.news, 1):
            try:
                model = model.announce(heard)
            except FalseAnnouncementError as error:
                raise FalseAnnouncementError(f"news {number} of {len(self.news)}: {error}") from None
            yield model

    @property
    def end(self) -> Model[Any]:
        """The model after all the news."""
        return self.models[-1]

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The number of worlds before any news and after each."""
        return tuple(model.count() for model in self.models)

    @property
    def bits(self) -> tuple[float, ...]:
        """The bits each piece of news was worth to somebody who knew nothing more."""
        return tuple(
            log2(before / after) for before, after in zip(self.counts, self.counts[1:], strict=False)
        )

    def first(self, formula: Formula) -> int | None:
        """After how many pieces of news the formula was true for the first time, if ever."""
        return next((number for number, model in enumerate(self.models) if model.holds(formula)), None)

    def first_knew(self, fact: Formula) -> dict[str, int | None]:
        """For each agent after how many pieces of news it first knew that the fact is true."""
        return {agent: self.first(K(agent, fact)) for agent in self.start.agents}

    def first_knew_whether(self, fact: Formula) -> dict[str, int | None]:
        """For each agent after how many pieces of news it first knew whether the fact is true."""
        return {agent: self.first(Kw(agent, fact)) for agent in self.start.agents}

    def reasons(self, formula: Formula) -> Reasons | None:
        """A shortest list of the news that alone, in their order, make the formula true; none if it is not.

        All choices are tried, fewest first; past a number of tries, news are dropped one by one while the
        formula stays true instead: then none of those left can be spared, though fewer others might do.
        """
        if not self.end.holds(formula):
            return None
        tries = 0
        for number in range(len(self.news)):
            for choice in combinations(range(len(self.news)), number):
                if self._makes_true(choice, formula):
                    return Reasons(choice, shortest=True)
                tries += 1
                if tries >= MOST_TRIES:
                    return Reasons(self._spared(formula), shortest=False)
        return Reasons(tuple(range(len(self.news))), shortest=True)

    def _makes_true(self, choice: Sequence[int], formula: Formula) -> bool:
        try:
            model = self.start.announce(*(self.news[number] for number in choice))
        except FalseAnnouncementError:  # true only because of news that this choice leaves out
            return False
        return model.holds(formula)

    def _spared(self, formula: Formula) -> tuple[int, ...]:
        kept: list[int] = list(range(len(self.news)))
        for number in range(len(self.news)):
            fewer = [other for other in kept if other != number]
            if self._makes_true(fewer, formula):
                kept = fewer
        return tuple(kept)
