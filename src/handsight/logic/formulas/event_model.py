"""Event models: what may happen, when, what it changes, and who can tell which event it was."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from handsight.errors import InputError
from handsight.logic.formulas.formula import TRUE, Formula

_pools: WeakKeyDictionary[Formula, bool] = WeakKeyDictionary()


def pools(formula: Formula, events: Mapping[str, "EventModel"]) -> bool:
    """Whether the formula, or an event that it might ask about, asks what a group knows together."""
    return any(map(_has_d, (formula, *(f for model in events.values() for f in model.formulas()))))


def _has_d(formula: Formula) -> bool:
    if formula not in _pools:
        for f in formula.walk():
            _pools[f] = f.op == "D" or any(_pools[part] for part in f.parts)
    return _pools[formula]


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """It happens where *pre* is true; every fact named in *post* then becomes what its formula was before."""

    pre: Formula = TRUE
    post: Mapping[str, Formula] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class EventModel:
    """Named events, and for each agent the events it thinks possible when one happens."""

    events: Mapping[str, Event]
    considers: Mapping[str, Mapping[str, frozenset[str]]]

    @classmethod
    def of(cls, events: Mapping[str, Event], cells: Mapping[str, Iterable[Iterable[str]]]) -> "EventModel":
        """Events that each agent knows up to its cells; an event in no cell is recognised."""
        sight = {}
        for agent, groups in cells.items():
            sight[agent] = {name: frozenset((name,)) for name in events}
            placed: set[str] = set()
            for cell in map(frozenset, groups):
                if stray := sorted(cell - events.keys()):
                    raise InputError(f"{agent} cannot confuse {stray[0]!r}: it is not an event of the model")
                if twice := sorted(cell & placed):
                    raise InputError(f"event {twice[0]!r} is in two cells of {agent}; leave it in one")
                placed |= cell
                sight[agent].update(dict.fromkeys(cell, cell))
        return cls(dict(events), sight)

    def truthful(self, agent: str) -> bool:
        """Whether the agent is never wrong about what happened: its view of the events is a partition."""
        seen = self.considers[agent]
        return all(name in cell and all(seen[other] == cell for other in cell) for name, cell in seen.items())

    def formulas(self) -> list[Formula]:
        """Every formula that decides what happens."""
        return [f for event in self.events.values() for f in (event.pre, *event.post.values())]
