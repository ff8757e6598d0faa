"""What is true in one world of a symbolic model.

What somebody knows there is looked up among the worlds that look like it, far fewer than all: at the table a
hand of cards is seen. Only what lies inside the outermost knowledge is found everywhere.
"""

from typing import Any, Final

from handsight.logic.engines.bdd import Diagram
from handsight.logic.formulas.formula import Formula, value

DEEP: Final = 50
"""Formulas nested deeper are found everywhere, since Python's own nesting has an end."""
MANY: Final = 4
"""Rows of more parts are found everywhere too, since they are likely to be announced next."""


class Spot:
    """One world, and what each group thinks possible there, found once."""

    def __init__(self, model: Any, here: Diagram) -> None:
        self._model = model
        self._here = here
        self._cells: dict[tuple[str, ...], Diagram] = {}

    def true(self, f: Formula) -> bool:
        """Whether the formula is true in the world."""
        if f.depth > DEEP or len(f.parts) > MANY or f in self._model.known or self._model.layout.blind:
            return self._some(self._here, f)
        match f.op:
            case "not":
                return not self.true(f.parts[0])
            case "and":
                return all(map(self.true, f.parts))
            case "or":
                return any(map(self.true, f.parts))
            case "implies":
                return not self.true(f.parts[0]) or self.true(f.parts[1])
            case _:
                return self._known(f)

    def _known(self, f: Formula) -> bool:  # noqa: PLR0911 one answer for each operator
        """Whether the formula, if somebody knows or might know something by it, is true."""
        match f.op, f.label:
            case (("K" | "D"), group):
                return self._every(self._cell(group), f.parts[0])
            case "M", group:
                return self._some(self._cell(group), f.parts[0])
            case "Kw", group:
                cell = self._cell(group)
                return self._every(cell, f.parts[0]) or not self._some(cell, f.parts[0])
            case "E", group:
                return all(self._every(self._cell((agent,)), f.parts[0]) for agent in group)
            case "C", group:
                return self._every(self._model.part(group, self._here), f.parts[0])
            case "Kv", (agent, variable):
                held = (value(variable, word) for word in self._model.values[variable])
                return sum(self._some(self._cell((agent,)), one) for one in held) == 1
            case _:
                return self._some(self._here, f)

    def _some(self, s: Diagram, f: Formula) -> bool:
        return bool(self._model.layout.diagrams.share(s, self._model.anywhere(f)))

    def _every(self, s: Diagram, f: Formula) -> bool:
        return not self._model.layout.diagrams.share(s, ~self._model.anywhere(f))

    def _cell(self, group: tuple[str, ...]) -> Diagram:
        if group not in self._cells:
            self._cells[group] = self._model.considered(group, self._here)
        return self._cells[group]
