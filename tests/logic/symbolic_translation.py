"""Translating models with listed worlds into symbolic ones and back, to compare the two engines."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from handsight.errors import InputError
from handsight.game.bitmask import flags, mask_of_flags, members
from handsight.logic import ExplicitModel, SymbolicModel
from handsight.logic.engines.bdd import Bdd, BddBackend, bdd_backend, satisfying_assignments
from handsight.logic.engines.bdd_encoding import Encoding, Literals, bits_for
from handsight.logic.engines.kripke_structure import KripkeStructure, Relation, VariableValues, World


@dataclass(frozen=True)
class ListCode:
    """Worlds are listed; levels hold the index of the world in binary."""

    levels: range
    worlds: tuple[World, ...]

    @cached_property
    def _index(self) -> dict[World, int]:
        return {world: index for index, world in enumerate(self.worlds)}

    def decode(self, bits: int) -> World:
        """Return the world of an assignment."""
        return self.worlds[
            sum(1 << digit for digit, level in enumerate(reversed(self.levels)) if bits >> level & 1)
        ]

    def encode(self, world: World) -> Literals | None:
        """Return the binary digits of the world's index."""
        index = self._index.get(world)
        return (
            None
            if index is None
            else {level: bool(index >> digit & 1) for digit, level in enumerate(reversed(self.levels))}
        )


def to_symbolic(model: ExplicitModel, backend: str | None = None) -> SymbolicModel:
    """Return the same model with BDDs: variables for the index of the world, and for each agent's cell."""
    structure = model.structure
    if structure.merged is not None:
        raise InputError("a contracted model cannot be translated; translate it before contracting")
    if believers := [agent for agent, relation in structure.relations.items() if not relation.is_equivalence]:
        raise InputError(
            f"the beliefs of {believers[0]} may be false, and a symbolic model represents only knowledge; "
            "keep the worlds listed"
        )
    indices = _WorldIndices(bdd_backend(backend), list(members(model.universe)))
    law, end, observed = indices.law, indices.levels.stop, {}
    for agent, relation in structure.relations.items():
        observed[agent] = frozenset(range(end, end := end + bits_for(relation.cell_count)))
        for digit, level in enumerate(sorted(observed[agent], reverse=True)):
            is_set = indices.where([cell >> digit & 1 for cell in relation.cell_of])
            law = law & ~(indices.bdds.variable(level) ^ is_set)
    width = len(structure.worlds)
    atoms = {name: indices.where(flags(mask, width)) for name, mask in structure.atoms.items()}
    values = {
        name: {
            text: indices.where([cell == number for cell in variable.relation.cell_of])
            for text, number in variable.numbers.items()
        }
        for name, variable in structure.values.items()
    }
    world_code = ListCode(indices.levels, tuple(structure.worlds[world] for world in indices.worlds))
    encoding = Encoding(indices.bdds, tuple(range(end)), atoms, values, observed, world_code)
    return SymbolicModel(encoding, law, events=model.events, actual=model.actual)


class _WorldIndices:
    """The worlds of a model, numbered from 0 in binary by the first levels."""

    def __init__(self, bdds: BddBackend, worlds: list[int]) -> None:
        self.bdds = bdds
        self.worlds = worlds
        self.levels = range(bits_for(len(worlds)))
        self.law = selected(bdds, self.levels, [bdds.true] * len(worlds)) if worlds else bdds.false

    def where(self, marks: Sequence[int]) -> Bdd:
        """Return the worlds whose mark is not 0."""
        leaves = self.bdds.false, self.bdds.true
        choices = [leaves[bool(marks[world])] for world in self.worlds]
        return selected(self.bdds, self.levels, choices) if choices else leaves[0]


def selected(bdds: BddBackend, levels: Sequence[int], choices: Sequence[Bdd]) -> Bdd:
    """Choice k where the levels, ascending, are k in binary; false where there is no choice k."""
    layer = list(choices)
    for level in reversed(levels):
        if len(layer) % 2:
            layer.append(bdds.false)
        pairs = zip(layer[::2], layer[1::2], strict=True)
        layer = [low if low == high else bdds.if_then_else(level, low, high) for low, high in pairs]
    (only,) = layer
    return only


def to_explicit(model: SymbolicModel) -> ExplicitModel:
    """Return the same model with listed worlds."""
    encoding = model.encoding
    assignments = list(satisfying_assignments(model.allowed, encoding.levels))
    relations = {}
    for agent, levels in encoding.observed.items():
        observed = sum(1 << level for level in levels)
        relations[agent] = Relation.by_observation(bits & observed for bits in assignments)

    def mask(s: Bdd) -> int:
        inside = set(satisfying_assignments(model.allowed & s, encoding.levels))
        return mask_of_flags(bytes(bits in inside for bits in assignments))

    values = {}
    for name, extensions in encoding.values.items():
        numbers = [0] * len(assignments)
        for number, extension in enumerate(extensions.values()):
            for world in members(mask(extension)):
                numbers[world] = number
        values[name] = VariableValues(Relation(numbers, len(extensions)), list(extensions))
    atoms = {name: mask(encoding.atom_extension(name)) for name in encoding.atoms}
    names = list(map(encoding.world_code.decode, assignments))
    structure = KripkeStructure(names, relations, atoms, values)
    return ExplicitModel(structure, events=model.events, actual=model.actual)
