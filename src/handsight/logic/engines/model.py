"""Questions to a model and updates of it, the same for every engine."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from copy import copy
from random import Random
from typing import Any, Final, Self, TypeVar

from handsight.errors import FalseAnnouncementError, InputError, TooLargeError
from handsight.logic.engines import evaluate_formula
from handsight.logic.engines.engine import Engine, S, World
from handsight.logic.engines.kripke_structure import world_after
from handsight.logic.formulas.event_model import EventModel
from handsight.logic.formulas.formula import TRUE, Formula
from handsight.logic.formulas.name_checks import check_event_model, check_names, unknown_name

MAX_LISTED: Final = 1_000_000
_MAX_PRINTED_BITS: Final = 10_000
"""Larger numbers are not printed in digits; Python refuses to from 4,300 digits on."""
T = TypeVar("T")


def same_set(s: T) -> T:
    """Return the set itself: the preimage map of an update that keeps all worlds."""
    return s


class Model(Engine[S]):
    """An epistemic model: worlds, an accessibility relation for each agent, and perhaps an actual world.

    Models are never changed: `announce`, `announce_whether` and `update` return a new model.
    """

    @abstractmethod
    def with_actual(self, world: World | None) -> Self:
        """Return the same model with this actual world; InputError if the model has no such world."""

    @abstractmethod
    def with_events(self, events: Mapping[str, EventModel]) -> Self:
        """Return the same model whose formulas may also name these event models."""

    def extension(self, formula: Formula) -> S:
        """Return the set of worlds where the formula is true, in the engine's own representation.

        Raises:
            InputError: The formula names an atom, agent, variable or event that the model does not have.
        """
        if formula not in self.extensions:
            check_names(self, formula)
        return evaluate_formula.extension(self, formula)

    def holds(self, formula: Formula, world: World | None = None) -> bool:
        """Return whether the formula is true in a world, by default the actual one.

        Raises:
            InputError: The formula does not fit the model, or no world was given and none is actual.
        """
        here = self.singleton(self.world_or_actual(world))
        return bool(self.extension(formula) & here != self.empty_set)

    def valid(self, formula: Formula) -> bool:
        """Return whether the formula is true in every world of the model."""
        return bool(self.extension(formula) == self.extension(TRUE))

    def count(self, formula: Formula = TRUE) -> int:
        """Return the exact number of worlds where the formula is true."""
        return self.count_worlds(self.extension(formula))

    def count_unmerged(self, formula: Formula = TRUE) -> int:
        """Return in how many worlds the formula is true, counting the worlds that a contraction merged."""
        return self.count(formula)

    def where(self, formula: Formula = TRUE, *, most: int = MAX_LISTED) -> list[World]:
        """Return the worlds where the formula is true.

        Args:
            formula: The formula; by default all worlds are returned.
            most: How many worlds may be listed.

        Raises:
            TooLargeError: It is true in more worlds than that.
        """
        here = self.extension(formula)
        if (number := self.count_worlds(here)) > most:
            bits = number.bit_length()
            many = f"{number:,}" if bits < _MAX_PRINTED_BITS else f"over 2^{bits - 1:,}"
            raise TooLargeError(
                f"it is true in {many} worlds, more than the {most:,} that are listed; count them instead"
            )
        return list(self.worlds_in(here))

    def sample(self, random: Random, formula: Formula = TRUE) -> World:
        """Return a random world where the formula is true, each with the same probability.

        Raises:
            InputError: The formula is true in no world.
        """
        here = self.extension(formula)
        if here == self.empty_set:
            raise InputError(f"there is no world to choose from: {formula} is true in none")
        return self.random_world(here, random)

    def announce(self, *announcements: Formula) -> Self:
        """Return the model after public announcements, one after the other.

        Raises:
            FalseAnnouncementError: One of them is false in the actual world when it is announced.
        """
        model: Any = self
        for announced in announcements:
            if model.actual is not None and not model.holds(announced):
                raise FalseAnnouncementError(
                    f"cannot announce {announced}: it is not true in the actual world {model.actual}"
                )
            model.extension(announced)
            model = evaluate_formula.announced(model, announced)
        return model  # type: ignore[no-any-return] # an engine's updates are models of the same engine

    def announce_whether(self, formula: Formula, group: tuple[str, ...] = ()) -> Self:
        """Return the model after a group has learned whether a formula is true.

        Args:
            formula: The formula.
            group: Who learns it, while all others notice that they do; by default everyone.
        """
        self.extension(formula)
        model, _ = evaluate_formula.announced_whether(self, group or self.agents, formula)
        return model  # type: ignore[return-value] # an engine's updates are models of the same engine

    def update(self, events: EventModel, event: str | None = None) -> Self:
        """Return the product update with an event model.

        Args:
            events: The event model.
            event: The event that actually occurs; needed if the new model is to have an actual world.

        Raises:
            FalseAnnouncementError: The event's precondition is false in the actual world.
            InputError: The event model does not fit the model, or has no such event.
        """
        for formula in check_event_model(self, "the event model", events):
            self.extension(formula)
        later: Any
        later, _ = evaluate_formula.updated(self, events)
        if event is not None and event not in events.events:
            raise unknown_name("event", event, events.events.keys())
        if event is None or self.actual is None:
            return later  # type: ignore[no-any-return] # an engine's updates are models of the same engine
        if not self.holds(events.events[event].pre):
            raise FalseAnnouncementError(
                f"{event} cannot happen: {events.events[event].pre} is not true in {self.actual}"
            )
        return later.with_actual(world_after(self.actual, event))  # type: ignore[no-any-return] # as above

    def generated_submodel(self, group: Iterable[str] = (), world: World | None = None) -> Self:
        """Return the submodel of the worlds that a group's accessibility relations lead to.

        Args:
            group: The agents whose relations are followed; by default all.
            world: Where to start; by default the actual world.
        """
        start = self.singleton(self.world_or_actual(world))
        return self.restricted_to(self.reachable_from(tuple(group) or self.agents, start))

    def world_or_actual(self, world: World | None = None) -> World:
        """Return that world, or the actual one if None is given.

        Raises:
            InputError: None is given, and the model has no actual world.
        """
        if world is None and self.actual is None:
            raise InputError("the model has no actual world; name the world to ask about")
        return self.actual if world is None else world


class LawModel(Model[S]):
    """A model whose worlds are the assignments that a law allows; announcements make the law stricter."""

    allowed: S
    """The assignments that satisfy the law and all announcements: the worlds."""

    @abstractmethod
    def assignment(self, state: World) -> S | None:
        """Return the set of the one assignment in which exactly this is true, or None if there is none."""

    @abstractmethod
    def outside_law(self) -> Self:
        """Return the same model, whose extensions are right at assignments that break the law too."""

    def extension_outside_law(self, formula: Formula) -> S:
        """Return the worlds where the formula is true, and some assignments that break the law."""
        return super().extension(formula)

    def extension(self, formula: Formula) -> S:
        """Return the worlds where the formula is true."""
        return self.extension_outside_law(formula) & self.allowed

    def allows(self, state: World) -> bool:
        """Return whether the state is a world: it satisfies the law and all announcements."""
        here = self.assignment(state)
        return here is not None and bool(self.allowed & here != self.empty_set)

    def true_at(self, formula: Formula, state: World) -> bool:
        """Return whether the formula is true in a state, even one that breaks the law."""
        here = self.assignment(state)
        if here is None:
            raise InputError(f"{state} is not a state of the model; name its true atoms")
        return bool(self.outside_law().extension_outside_law(formula) & here != self.empty_set)

    def singleton(self, world: World) -> S:
        """Return the set of this world alone."""
        here = self.assignment(world)
        if here is None or here & self.allowed == self.empty_set:
            raise InputError(f"{world} is not a world of the model: it breaks the law or an announcement")
        return here & self.allowed

    def restricted_to(self, s: S) -> Self:
        """Return the submodel of the worlds in s; everything but the law is shared."""
        allowed = self.allowed & s
        if allowed == self.allowed:
            return self
        outside = self.actual is None or allowed & self.singleton(self.actual) == self.empty_set
        return self._changed(allowed=allowed, actual=None if outside else self.actual)

    def _clear_caches(self) -> None:
        self.extensions = {}
        self.updates = {}

    def _changed(self, **attributes: object) -> Self:
        model = copy(self)
        vars(model).update(attributes)
        model._clear_caches()  # noqa: SLF001 the same class
        return model

    def _set_actual(self, world: World | None) -> None:
        if world is not None:
            self.singleton(world)
        self.actual = world

    def with_actual(self, world: World | None) -> Self:
        """Return the same model with this actual world."""
        model = self._changed()
        model._set_actual(world)  # noqa: SLF001 the same class
        return model

    def with_events(self, events: Mapping[str, EventModel]) -> Self:
        """Return the same model whose formulas may also name these event models."""
        return self._changed(events={**self.events, **events})
