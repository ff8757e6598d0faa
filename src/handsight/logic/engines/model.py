"""The verbs of a model of knowledge, the same for every engine."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Final, Self

from handsight.errors import FalseAnnouncementError, InputError, TooLargeError
from handsight.logic.engines import evaluate
from handsight.logic.engines.engine import Engine, S, World
from handsight.logic.formulas.event_model import EventModel
from handsight.logic.formulas.formula import TRUE, Formula
from handsight.logic.formulas.names import check, check_events, unknown

MOST_LISTED: Final = 1_000_000
LONGEST: Final = 10_000
"""Numbers of more bits are not written out, which Python refuses from 4,300 digits on."""


class Model(Engine[S]):
    """Worlds, what each agent can tell apart, and perhaps the world that is the case."""

    @abstractmethod
    def pointed(self, world: World | None) -> Self:
        """The same model with this actual world."""

    @abstractmethod
    def knowing(self, events: Mapping[str, EventModel]) -> Self:
        """The same model whose formulas may also name these event models."""

    def extension(self, formula: Formula) -> S:
        """The set of worlds where the formula is true."""
        if formula not in self.known:
            check(self, formula)
        return evaluate.extension(self, formula)

    def holds(self, formula: Formula, world: World | None = None) -> bool:
        """Whether the formula is true in that world, or else in the actual one."""
        return bool(self.extension(formula) & self.at(self.here(world)) != self.nowhere)

    def valid(self, formula: Formula) -> bool:
        """Whether the formula is true in every world."""
        return bool(self.extension(formula) == self.extension(TRUE))

    def count(self, formula: Formula = TRUE) -> int:
        """In how many worlds the formula is true."""
        return self.size(self.extension(formula))

    def weight(self, formula: Formula = TRUE) -> int:
        """In how many worlds the formula is true, merged ones counted apart."""
        return self.count(formula)

    def where(self, formula: Formula = TRUE, *, most: int = MOST_LISTED) -> list[World]:
        """The worlds where the formula is true."""
        here = self.extension(formula)
        if (number := self.size(here)) > most:
            many = f"{number:,}" if number.bit_length() < LONGEST else f"over 2^{number.bit_length() - 1:,}"
            raise TooLargeError(
                f"it is true in {many} worlds, more than the {most:,} that are listed; count them instead"
            )
        return list(self.each(here))

    def sample(self, dice: Random, formula: Formula = TRUE) -> World:
        """A world where the formula is true, each equally likely."""
        here = self.extension(formula)
        if here == self.nowhere:
            raise InputError(f"no world to draw from: nowhere is it true that {formula}")
        return self.drawn(here, dice)

    def announce(self, *news: Formula) -> Self:
        """The model after everybody heard the news, one after the other."""
        model: Any = self
        for heard in news:
            if model.actual is not None and not model.holds(heard):
                raise FalseAnnouncementError(
                    f"cannot announce {heard}: it is not true in the actual world {model.actual}"
                )
            model.extension(heard)
            model = evaluate.announced(model, heard)
        return model  # type: ignore[no-any-return] # an engine's updates are models of the same engine

    def tell_whether(self, news: Formula, group: tuple[str, ...] = ()) -> Self:
        """The model after the group, or all agents, learnt whether; the others see that it did."""
        self.extension(news)
        told, _ = evaluate.told_whether(self, group or self.agents, news)
        return told  # type: ignore[return-value] # an engine's updates are models of the same engine

    def update(self, events: EventModel, happening: str | None = None) -> Self:
        """The model after one of the events; the named one is what happened in the actual world."""
        for formula in check_events(self, "the event model", events):
            self.extension(formula)
        later: Any
        later, _ = evaluate.after(self, events)
        if happening is not None and happening not in events.events:
            raise unknown("event", happening, events.events.keys())
        if happening is None or self.actual is None:
            return later  # type: ignore[no-any-return] # an engine's updates are models of the same engine
        if not self.holds(events.events[happening].pre):
            raise FalseAnnouncementError(
                f"{happening} cannot happen: {events.events[happening].pre} is not true in {self.actual}"
            )
        return later.pointed(self.pair(self.actual, happening))  # type: ignore[no-any-return] # as above

    def generated(self, group: Iterable[str] = (), world: World | None = None) -> Self:
        """The part of the model that doubts of the group, or of all agents, can reach from that world."""
        return self.restricted(self.reached(tuple(group) or self.agents, self.at(self.here(world))))

    @abstractmethod
    def pair(self, world: World, happening: str) -> World:
        """The name of a world after an event."""

    def here(self, world: World | None = None) -> World:
        """That world, or else the actual one."""
        if world is None and self.actual is None:
            raise InputError("the model has no actual world; name the world to ask about")
        return self.actual if world is None else world
