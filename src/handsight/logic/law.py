"""Models told by a law: what may be true, which of it can be true together, and who sees what."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Final

from handsight.errors import InputError
from handsight.logic.formulas.event_model import EventModel
from handsight.logic.formulas.formula import TRUE, Formula
from handsight.logic.formulas.names import check, unknown

BOOLEAN: Final = frozenset(
    ("true", "false", "atom", "is", "not", "and", "or", "xor", "one", "implies", "iff")
)


class State(frozenset[str]):
    """A world named by all that is true in it: atoms, and `x=v` for each variable."""

    __slots__ = ()

    @classmethod
    def of(cls, text: str) -> "State":
        """The state written as its truths, apart by spaces."""
        return cls(text.split())

    def __str__(self) -> str:
        return "{" + ", ".join(sorted(self)) + "}"

    def __repr__(self) -> str:
        return f"State.of({' '.join(sorted(self))!r})"


@dataclass(frozen=True)
class Law:
    """Atoms, variables with their values, the law over both, and the names each agent observes."""

    facts: tuple[str, ...]
    observes: Mapping[str, tuple[str, ...]]
    law: Formula = TRUE
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    events: Mapping[str, EventModel] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse names that are not declared, or declared twice, and a law that asks who knows."""
        columns = [*self.facts, *self.values]
        declared = set(columns)
        if len(declared) < len(columns):
            twice = next(name for name in columns if columns.count(name) > 1)
            raise InputError(f"{twice!r} is declared twice; leave one")
        for variable, held in self.values.items():
            if len(set(held)) < len(held) or not held:
                raise InputError(f"the values of {variable} must be different, and at least one")
        for agent, seen in self.observes.items():
            for name in seen:
                if name not in declared:
                    raise unknown(f"atom or variable seen by {agent}", name, columns)
        check(self, self.law)
        if knowing := next((f.op for f in self.law.walk() if f.op not in BOOLEAN), None):
            raise InputError(f"a law says what may be true, not who knows: take out {knowing}")

    @property
    def agents(self) -> Collection[str]:
        """Who knows things."""
        return self.observes.keys()

    @property
    def assignments(self) -> int:
        """How many worlds there would be without the law."""
        return prod(map(len, self.values.values()), start=1 << len(self.facts))

    def visible(self, agent: str) -> frozenset[str]:
        """All that may be true and that the agent sees to be so."""
        seen = self.observes[agent]
        facts = (name for name in seen if name not in self.values)
        return frozenset(
            (*facts, *(f"{x}={held}" for x in seen if x in self.values for held in self.values[x]))
        )
