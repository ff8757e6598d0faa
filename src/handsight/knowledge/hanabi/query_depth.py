"""How far a formula looks: along which chains of agents its truth in one world depends on other worlds."""

from handsight.logic import Formula

Path = tuple[str, ...]
"""Agents: from a world to those that the first cannot tell from it, on to those of the second, and so on."""

MAX_PATHS = 2_000
NOWHERE: frozenset[Path] = frozenset({()})


def paths(formula: Formula) -> frozenset[Path] | None:
    """Return every chain of agents that a formula looks along, or None if it may look everywhere."""
    found: dict[Formula, frozenset[Path]] = {}
    for part in formula.subformulas():
        far = _of(part, found)
        if far is None or len(far) > MAX_PATHS:
            return None
        found[part] = far
    return found[formula]


def _of(part: Formula, found: dict[Formula, frozenset[Path]]) -> frozenset[Path] | None:
    inner = NOWHERE.union(*(found[below] for below in part.parts))
    match part.op:
        case "K" | "Kw" | "M" | "E" | "D":
            return frozenset((agent, *path) for agent in part.label for path in inner)
        case "Kv":
            return frozenset({part.label[:1]})
        case "ann" | "ann_dia" | "ann_whether" | "group_whether":
            # the announcement is evaluated in every world in which the formula after it is
            announcement, then = (found[below] for below in part.parts)
            with_announcement = frozenset(
                path[:n] + more for path in then for n in range(len(path) + 1) for more in announcement
            )
            return then | with_announcement
        case "C" | "event" | "event_dia":
            return None
        case _:
            return inner
