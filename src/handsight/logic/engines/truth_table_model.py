"""The truth table engine: models of a knowledge structure with one bit for every assignment.

Knowledge is computed with a few shifts of one long number: what an agent does not observe is quantified away,
one atom or variable at a time. Exact, and fast up to about twenty atoms. Formulas are evaluated at
assignments that break the law too (such an assignment sees the worlds that look the same), so a state outside
the model still has answers; counts and lists contain only worlds.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Final, Self

from handsight.errors import InputError, TooLargeError
from handsight.game.bitmask import members
from handsight.logic.engines import evaluate_formula
from handsight.logic.engines.engine import Preimage, World
from handsight.logic.engines.explicit_model import ExplicitModel
from handsight.logic.engines.knowledge_structure import KnowledgeStructure, State, value_in
from handsight.logic.engines.model import LawModel, same_set

MAX_ASSIGNMENTS: Final = 1 << 22
MAX_LISTED: Final = 1 << 18
_MAX_PARTITION_BITS: Final = 1 << 30
_MAX_CACHED_BITS: Final = 1 << 31


class AssignmentIndex:
    """Numbers all assignments: a binary digit for each atom, then a digit for each variable."""

    def __init__(self, structure: KnowledgeStructure) -> None:
        count = structure.assignment_count
        if count > MAX_ASSIGNMENTS:
            raise TooLargeError(
                f"{count:,} assignments are too many for a truth table ({MAX_ASSIGNMENTS:,} is the most); "
                "use SymbolicModel"
            )
        self.structure = structure
        self.all = (1 << count) - 1
        self.stride: dict[str, int] = {}
        self.digits = {
            **dict.fromkeys(structure.atoms, 2),
            **{variable: len(values) for variable, values in structure.values.items()},
        }
        width = 1
        for name, digits in self.digits.items():
            self.stride[name] = width
            width *= digits
        self._digit_zero = {name: self._with_digit_zero(name) for name in self.digits}

    def _with_digit_zero(self, name: str) -> int:
        """Return the assignments whose digit is 0: runs of ones, repeated by doubling."""
        runs, width = (1 << self.stride[name]) - 1, self.stride[name] * self.digits[name]
        while width < self.structure.assignment_count:
            runs |= runs << width
            width *= 2
        return runs & self.all

    def with_digit(self, name: str, digit: int) -> int:
        """Return the assignments with this digit for the name."""
        return self._digit_zero[name] << (digit * self.stride[name])

    def for_all_digits(self, name: str, s: int) -> int:
        """Return the assignments that are in s whatever the digit of the name (universal quantification)."""
        stride = self.stride[name]
        always = self._digit_zero[name]
        for digit in range(self.digits[name]):
            always &= s >> (digit * stride)
        result = 0
        for digit in range(self.digits[name]):
            result |= always << (digit * stride)
        return result

    def number(self, state: Collection[str]) -> int | None:
        """Return the number of the assignment in which exactly this is true, or None if there is none."""
        number = 0
        for name, stride in self.stride.items():
            if name in self.structure.values:
                value = value_in(state, name, values := self.structure.values[name])
                if value is None:
                    return None
                number += values.index(value) * stride
            elif name in state:
                number += stride
        return number if self.state(number) == state else None

    def state(self, number: int) -> State:
        """Return what is true in the assignment with this number."""
        digit = {name: number // stride % self.digits[name] for name, stride in self.stride.items()}
        values = (f"{x}={values[digit[x]]}" for x, values in self.structure.values.items())
        return State((*(name for name in self.structure.atoms if digit[name]), *values))


class TruthTableModel(LawModel[int]):
    """A model of a knowledge structure; a set of worlds is an int with one bit for every assignment.

    Args:
        structure: The knowledge structure; its worlds are the states that satisfy its law.
        actual: The actual world.
        quantifiers: Names used like agents that stand for quantifiers over some atoms: `K[name] f` is "for
            all values of these atoms f", `M[name] f` "for some", whether or not the law allows them.

    Raises:
        TooLargeError: There are too many assignments for a truth table.
        InputError: The actual world is not a world of the model.

    Examples:
        >>> from handsight.logic import KnowledgeStructure, TruthTableModel, parse
        >>> model = TruthTableModel(KnowledgeStructure(("p", "q"), {"ann": ("p",)}))
        >>> model.count(parse("K[ann] p")), model.announce(parse("p -> q")).valid(parse("p -> K[ann] q"))
        (2, True)
    """

    empty_set = 0

    def __init__(
        self,
        structure: KnowledgeStructure,
        *,
        actual: State | None = None,
        quantifiers: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        self.index = AssignmentIndex(structure)
        self.universe = self.allowed = self.index.all
        self.atoms = frozenset(structure.atoms)
        self.values = structure.values
        self.events = structure.events
        self.quantifiers = quantifiers or {}
        self.agents = (*structure.observables, *self.quantifiers)
        self.observed = {agent: frozenset(names) for agent, names in structure.observables.items()}
        self.learned: dict[str, tuple[int, ...]] = dict.fromkeys(structure.observables, (self.index.all,))
        """For each agent a partition of the assignments by what it has learned whether it is true."""
        self.max_cached = _MAX_CACHED_BITS // structure.assignment_count
        self.actual = None
        self._clear_caches()
        self.allowed = evaluate_formula.extension(self, structure.law)
        self._clear_caches()
        self._set_actual(actual)

    def assignment(self, state: World) -> int | None:
        """Return the set of the one assignment in which exactly this is true, or None if there is none."""
        number = self.index.number(state) if isinstance(state, frozenset) else None
        return None if number is None else 1 << number

    def outside_law(self) -> Self:
        """Return the model itself: its extensions are right at every assignment."""
        return self

    def atom_extension(self, name: str) -> int:
        """Return the assignments where the atom is true."""
        return self.index.with_digit(name, 1)

    def value_extension(self, variable: str, value: str) -> int:
        """Return the assignments where the variable has this value."""
        return self.index.with_digit(variable, self.index.structure.values[variable].index(value))

    def distributed_knowledge(self, group: Sequence[str], s: int) -> int:
        """Return where s is true whatever the values of what nobody in the group observes, within the law."""
        if group[0] in self.quantifiers:
            return self._for_all(self.quantifiers[group[0]], s)
        return self._known(group, self.allowed, s)

    def _unobserved(self, group: Sequence[str]) -> list[str]:
        observed = frozenset[str]().union(*(self.observed[agent] for agent in group))
        return [name for name in self.index.digits if name not in observed]

    def _learned(self, group: Sequence[str]) -> Collection[int]:
        """Return the partition of the assignments by what the group has learned together."""
        parts = self.learned[group[0]]
        for agent in group[1:]:
            parts = self._common_refinement(parts, self.learned[agent])
        return parts

    def _common_refinement(self, parts: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
        if others == parts or len(others) == 1:
            return tuple(parts)
        refined = tuple(both for part in parts for other in others if (both := part & other))
        if len(refined) * self.universe.bit_length() > _MAX_PARTITION_BITS:
            raise TooLargeError(
                f"{len(refined):,} announcements are too many for a truth table; list the worlds first"
            )
        return refined

    def _for_all(self, names: Collection[str], s: int) -> int:
        for name in names:
            s = self.index.for_all_digits(name, s)
        return s

    def _known(self, group: Sequence[str], possible: int, s: int) -> int:
        """Return where s is true in all possible assignments that look the same to the group."""
        unobserved, result = self._unobserved(group), 0
        for part in self._learned(group):
            result |= part & self._for_all(unobserved, (self.universe & ~(possible & part)) | s)
        return result

    def accessible_from(self, group: Sequence[str], s: int) -> int:
        """Return the worlds that look the same as one in s to the whole group."""
        return self.allowed & ~self._known(group, s, self.universe & ~s)

    def learn_whether(self, group: Sequence[str], s: int) -> tuple[Self, Preimage[int]]:
        """Return the model after the group has learned whether the world is in s."""
        answers = [part for part in (s, self.universe & ~s) if part]
        learned = {
            agent: self._common_refinement(self.learned[agent], answers)
            for agent in group
            if agent not in self.quantifiers
        }
        if all(len(learned[agent]) == len(self.learned[agent]) for agent in learned):
            return self, same_set
        return self._changed(learned={**self.learned, **learned}), same_set

    def product_update(self, *_: object) -> tuple[Self, Mapping[str, Preimage[int]]]:
        """Refuse: truth tables do not support events."""
        raise InputError("truth tables do not support events; list the worlds first")

    def listed(self) -> ExplicitModel:
        """Return the same model with listed worlds, which supports events.

        Raises:
            TooLargeError: There are too many worlds to list.
            InputError: Some agents have already learned whether something is true.
        """
        structure = self.index.structure
        if any(len(parts) > 1 for parts in self.learned.values()):
            raise InputError("list the worlds before announcing whether something is true")
        if (number := self.count_worlds(self.allowed)) > MAX_LISTED:
            raise TooLargeError(
                f"the law allows {number:,} worlds; {MAX_LISTED:,} is the most that are listed"
            )
        states = {state: state for state in map(self.index.state, members(self.allowed))}
        actual = self.actual if isinstance(self.actual, State) else None
        return ExplicitModel.of_states(structure, states, actual=actual)

    def count_worlds(self, s: int) -> int:
        """Return the exact number of worlds in the set."""
        return (s & self.allowed).bit_count()

    def worlds_in(self, s: int) -> Iterator[World]:
        """Yield the worlds of the set."""
        return map(self.index.state, members(s & self.allowed))

    def random_world(self, s: int, random: Random) -> World:
        """Return a world of the set, each with the same probability."""
        return self.index.state(random.choice(list(members(s & self.allowed))))
