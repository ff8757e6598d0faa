"""Knowledge structures: models described by a vocabulary, a law over it, and what each agent observes.

The name is SMCDEL's. The worlds are the assignments of the atoms and variables that satisfy the law; an agent
cannot distinguish two worlds that agree on everything it observes.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Final

from handsight.errors import InputError
from handsight.logic.formulas.event_model import EventModel, check_names, unknown_name
from handsight.logic.formulas.formula import TRUE, Formula

BOOLEAN_OPERATORS: Final = frozenset(
    ("true", "false", "atom", "is", "not", "and", "or", "xor", "one", "implies", "iff")
)


class Assignment(frozenset[str]):
    """A world of a knowledge structure: the set of everything true in it, atoms and `x=v` for each variable.

    Examples:
        >>> from handsight.logic import Assignment
        >>> print(Assignment(["wet", "x=3"]))
        {wet, x=3}
    """

    __slots__ = ()

    @classmethod
    def of(cls, text: str) -> "Assignment":
        """Return the state written as what is true in it, separated by spaces: `Assignment.of("wet x=3")`."""
        return cls(text.split())

    def __str__(self) -> str:
        return "{" + ", ".join(sorted(self)) + "}"

    def __repr__(self) -> str:
        return f"Assignment.of({' '.join(sorted(self))!r})"


def value_in(state: Collection[str], variable: str, values: Iterable[str]) -> str | None:
    """Return the value of a variable in a state; None unless it has exactly one."""
    held = [value for value in values if f"{variable}={value}" in state]
    return held[0] if len(held) == 1 else None


@dataclass(frozen=True)
class KnowledgeStructure:
    """Atoms, variables with their values, a law over both, and what each agent observes.

    Args:
        atoms: The names of the atoms.
        observables: For each agent the atoms and variables that it observes.
        law: A formula without knowledge operators that every world satisfies.
        values: For each variable its possible values.
        events: Event models that formulas may name.

    Raises:
        InputError: A name is declared twice or not at all, a variable has no values, or the law is about
            knowledge.

    Examples:
        >>> from handsight.logic import ExplicitModel, KnowledgeStructure, parse
        >>> cards = KnowledgeStructure(("red", "blue"), {"ann": ("red",)}, parse("red | blue"))
        >>> ExplicitModel.of_law(cards).where(parse("K[ann] blue"))
        [Assignment.of('blue')]
    """

    atoms: tuple[str, ...]
    observables: Mapping[str, tuple[str, ...]]
    law: Formula = TRUE
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    events: Mapping[str, EventModel] = field(default_factory=dict)

    def __post_init__(self) -> None:
        vocabulary = [*self.atoms, *self.values]
        declared = set(vocabulary)
        if len(declared) < len(vocabulary):
            twice = next(name for name in vocabulary if vocabulary.count(name) > 1)
            raise InputError(f"{twice!r} is declared twice; keep one")
        for variable, values in self.values.items():
            if len(set(values)) < len(values) or not values:
                raise InputError(f"{variable} needs at least one value, and no value twice")
        for agent, observed in self.observables.items():
            for name in observed:
                if name not in declared:
                    raise unknown_name(f"atom or variable observed by {agent}", name, vocabulary)
        check_names(self, self.law)
        if operator := knowledge_operator(self.law):
            raise InputError(law_about_knowledge(operator))

    @property
    def agents(self) -> Collection[str]:
        """The names of the agents."""
        return self.observables.keys()

    @property
    def assignment_count(self) -> int:
        """How many assignments there are, whether or not they satisfy the law."""
        return prod(map(len, self.values.values()), start=1 << len(self.atoms))

    def observable_truths(self, agent: str) -> frozenset[str]:
        """Return everything that may be true and that the agent observes: atoms and `x=v`."""
        observed = self.observables[agent]
        atoms = (name for name in observed if name not in self.values)
        values = (f"{x}={value}" for x in observed if x in self.values for value in self.values[x])
        return frozenset((*atoms, *values))


def knowledge_operator(law: Formula) -> str | None:
    """Return an operator in the formula that is about knowledge, or None if the formula may be a law."""
    return next((f.op for f in law.subformulas() if f.op not in BOOLEAN_OPERATORS), None)


def law_about_knowledge(operator: str) -> str:
    """Return the message for a law that contains a knowledge operator."""
    return f"a law says what may be true, not who knows: take out {operator}"
