"""From listed worlds to a law over variables and back; every formula keeps its truth, world by world."""

from collections.abc import Sequence

from handsight.errors import InputError
from handsight.logic.engines.bdd import Diagram, Diagrams, diagrams
from handsight.logic.engines.bdd_count import each
from handsight.logic.engines.explicit import ExplicitModel
from handsight.logic.engines.explicit_data import Column, Frame, check_number
from handsight.logic.engines.relation import Sight
from handsight.logic.engines.symbolic import SymbolicModel
from handsight.logic.engines.symbolic_variables import ByNumber, Layout, digits
from handsight.logic.engines.world_sets import flags, mask_of_flags, worlds_of


def to_symbolic(model: ExplicitModel, backend: str | None = None) -> SymbolicModel:
    """The same worlds, numbered by variables; one more block of variables an agent numbers what it sees."""
    frame = model.frame
    if frame.merged is not None:
        raise InputError(
            "a contracted model forgets how many worlds it merged; translate it before contracting"
        )
    if wrong := [agent for agent, sight in frame.sights.items() if not sight.truthful]:
        raise InputError(
            f"{wrong[0]} may believe what is false, and a model with a law holds only knowledge: list them"
        )
    living = _Living(diagrams(backend), list(worlds_of(model.everywhere)))
    law, end, sees = living.law, living.levels.stop, {}
    for agent, sight in frame.sights.items():
        sees[agent] = frozenset(range(end, end := end + digits(sight.number)))
        for digit, level in enumerate(sorted(sees[agent], reverse=True)):
            shown = living.where([view >> digit & 1 for view in sight.views])
            law = law & ~(living.diagrams.variable(level) ^ shown)
    facts = {name: living.where(flags(mask, len(frame.worlds))) for name, mask in frame.facts.items()}
    values = {
        name: {
            word: living.where([view == number for view in column.sight.views])
            for word, number in column.numbers.items()
        }
        for name, column in frame.values.items()
    }
    naming = ByNumber(living.levels, tuple(frame.worlds[world] for world in living.worlds))
    layout = Layout(living.diagrams, tuple(range(end)), facts, values, sees, naming)
    return SymbolicModel(layout, law, events=model.events, actual=model.actual)


class _Living:
    """Listed worlds, renumbered from 0 by the first levels."""

    def __init__(self, manager: Diagrams, worlds: list[int]) -> None:
        self.diagrams = manager
        self.worlds = worlds
        self.levels = range(digits(len(worlds)))
        self.law = manager.table(self.levels, [manager.true] * len(worlds)) if worlds else manager.false

    def where(self, marks: Sequence[int]) -> Diagram:
        """The living worlds whose mark is not 0."""
        leaves = self.diagrams.false, self.diagrams.true
        rows = [leaves[bool(marks[world])] for world in self.worlds]
        return self.diagrams.table(self.levels, rows) if rows else leaves[0]


def to_explicit(model: SymbolicModel) -> ExplicitModel:
    """The same worlds, listed."""
    check_number(model.count())
    layout = model.layout
    worlds = list(each(model.lawful, layout.levels))
    names = list(map(layout.naming.world, worlds))
    sights = {}
    for agent, levels in layout.sees.items():
        observed = sum(1 << level for level in levels)
        sights[agent] = Sight.by(bits & observed for bits in worlds)

    def where(s: Diagram) -> int:
        inside = set(each(model.lawful & s, layout.levels))
        return mask_of_flags(bytes(bits in inside for bits in worlds))

    facts = {name: where(layout.fact(name)) for name in layout.facts}
    values = {}
    for name, held in layout.values.items():
        views = [0] * len(worlds)
        for number, having in enumerate(held.values()):
            for world in worlds_of(where(having)):
                views[world] = number
        values[name] = Column(Sight(views, len(held)), list(held))
    return ExplicitModel(Frame(names, sights, facts, values), events=model.events, actual=model.actual)
