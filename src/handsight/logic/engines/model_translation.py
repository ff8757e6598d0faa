"""Translating explicit models into symbolic ones and back; every formula keeps its truth in every world."""

from collections.abc import Sequence

from handsight.errors import InputError
from handsight.game.bitmask import flags, mask_of_flags, members
from handsight.logic.engines.accessibility_relation import Relation
from handsight.logic.engines.bdd import Bdd, BddBackend, bdd_backend, satisfying_assignments
from handsight.logic.engines.bdd_encoding import Encoding, ListCode, bits_for
from handsight.logic.engines.explicit_model import ExplicitModel
from handsight.logic.engines.kripke_structure import KripkeStructure, VariableValues, check_world_count
from handsight.logic.engines.symbolic_model import SymbolicModel


def to_symbolic(model: ExplicitModel, backend: str | None = None) -> SymbolicModel:
    """Return the same model with BDDs.

    BDD variables hold the index of the world in binary; for each agent further variables, which it observes,
    hold the number of its cell.

    Args:
        model: A model with listed worlds.
        backend: The BDD package, "cudd" or "autoref"; by default the fastest that is installed.

    Raises:
        InputError: The model was contracted, or some agent's beliefs may be false.

    Examples:
        >>> from handsight.logic import ExplicitModel, parse, to_symbolic
        >>> model = ExplicitModel.of(range(4), sees={"ann": lambda n: n // 2}, atoms={"zero": (0).__eq__})
        >>> to_symbolic(model).where(parse("~Kw[ann] zero"))
        [0, 1]
    """
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
        self.law = bdds.select(self.levels, [bdds.true] * len(worlds)) if worlds else bdds.false

    def where(self, marks: Sequence[int]) -> Bdd:
        """Return the worlds whose mark is not 0."""
        leaves = self.bdds.false, self.bdds.true
        choices = [leaves[bool(marks[world])] for world in self.worlds]
        return self.bdds.select(self.levels, choices) if choices else leaves[0]


def to_explicit(model: SymbolicModel) -> ExplicitModel:
    """Return the same model with listed worlds.

    Raises:
        TooLargeError: There are too many worlds to list.
    """
    check_world_count(model.count())
    encoding = model.encoding
    assignments = list(satisfying_assignments(model.allowed, encoding.levels))
    names = list(map(encoding.world_code.decode, assignments))
    relations = {}
    for agent, levels in encoding.observed.items():
        observed = sum(1 << level for level in levels)
        relations[agent] = Relation.by_observation(bits & observed for bits in assignments)

    def mask(s: Bdd) -> int:
        inside = set(satisfying_assignments(model.allowed & s, encoding.levels))
        return mask_of_flags(bytes(bits in inside for bits in assignments))

    atoms = {name: mask(encoding.atom_extension(name)) for name in encoding.atoms}
    values = {}
    for name, extensions in encoding.values.items():
        numbers = [0] * len(assignments)
        for number, extension in enumerate(extensions.values()):
            for world in members(mask(extension)):
                numbers[world] = number
        values[name] = VariableValues(Relation(numbers, len(extensions)), list(extensions))
    structure = KripkeStructure(names, relations, atoms, values)
    return ExplicitModel(structure, events=model.events, actual=model.actual)
