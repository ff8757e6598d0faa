"""Bisimulation: merging worlds that no formula without D can tell apart."""

from collections.abc import Collection, Iterable

from handsight.logic.engines.explicit_data import Frame
from handsight.logic.engines.relation import Sight
from handsight.logic.engines.world_sets import flags, mask_of, mask_of_flags, worlds_of


def contracted(
    frame: Frame, alive: int, facts: Collection[str], values: Collection[str]
) -> tuple[Frame, list[int]]:
    """A frame with one world for each block of alike worlds, and the block of every living world, in order.

    Only the named facts and values count and are kept. A block is called after its first world.
    """
    living = list(worlds_of(alive))
    outlooks = [_Outlook(sight, living) for sight in frame.sights.values()]
    block = _ordered(_split(_alike(frame, living, facts, values), outlooks))
    stood_for = [1] * len(frame.worlds) if frame.merged is None else frame.merged
    merged = [0] * (1 + max(block, default=-1))
    for b, world in zip(block, living, strict=True):
        merged[b] += stood_for[world]
    first = {b: k for k, b in reversed(list(enumerate(block)))}
    chosen = [first[b] for b in range(len(merged))]
    worlds = [living[k] for k in chosen]
    truths = {name: flags(frame.facts[name], len(frame.worlds)) for name in facts}
    columns = {name: frame.values[name] for name in values}
    return Frame(
        [frame.worlds[w] for w in worlds],
        {agent: outlook.merged(chosen, block) for agent, outlook in zip(frame.sights, outlooks, strict=True)},
        {name: mask_of_flags(bytes(map(here.__getitem__, worlds))) for name, here in truths.items()},
        {name: column.along(column.sight.views[w] for w in worlds) for name, column in columns.items()},
        merged,
    ), block


def _ordered(block: Iterable[int]) -> list[int]:
    """Blocks numbered in the order of their first worlds."""
    numbers: dict[int, int] = {}
    return [numbers.setdefault(b, len(numbers)) for b in block]


def _alike(frame: Frame, living: list[int], facts: Collection[str], values: Collection[str]) -> Sight:
    """Living worlds by what is true in them."""
    truths = [flags(frame.facts[name], len(frame.worlds)) for name in facts]
    columns = [*truths, *(frame.values[name].sight.views for name in values)]
    return Sight.by(
        zip(*([column[w] for w in living] for column in columns), strict=True)
        if columns
        else [()] * len(living)
    )


def _split(start: Sight, outlooks: list["_Outlook"]) -> list[int]:
    """For each living world its block.

    Begin with what is true in a world; split by what each agent thinks possible there, block by block, until
    nothing splits. Only worlds whose outlook changed are looked at again; the largest part keeps its number.
    """
    block = list(start.views)
    members: list[set[int]] = [set() for _ in range(start.number)]
    for k, b in enumerate(block):
        members[b].add(k)
    moved: Collection[int] = range(len(block))
    while moved:
        touched: dict[int, dict[tuple[int, ...], list[int]]] = {}
        for k in set[int]().union(*(outlook.changed(moved, block) for outlook in outlooks)):
            outlook_of_k = tuple(outlook.sign[outlook.views[k]] for outlook in outlooks)
            touched.setdefault(block[k], {}).setdefault(outlook_of_k, []).append(k)
        moved = []
        for b, parts in touched.items():
            for part in _leaving(members[b], list(parts.values())):
                members[b].difference_update(part)
                members.append(set(part))
                moved.extend(part)
                for k in part:
                    block[k] = len(members) - 1
    return block


def _leaving(members: set[int], parts: list[list[int]]) -> list[list[int]]:
    """All parts of a block but the largest; what is in none of them is a part too."""
    rest = len(members) - sum(map(len, parts))
    parts.sort(key=len)
    if rest < len(parts[-1]):
        stay = parts.pop()
        if rest:
            parts.append(list(members.difference(stay, *parts)))
    return parts


class _Outlook:
    """What an agent thinks possible in each of its views, as a set of blocks."""

    def __init__(self, sight: Sight, living: list[int]) -> None:
        self.truthful = sight.truthful
        place = {world: k for k, world in enumerate(living)}
        self.views = [sight.views[world] for world in living]
        self.viewers: dict[int, list[int]] = {}
        for k, view in enumerate(self.views):
            self.viewers.setdefault(view, []).append(k)
        if sight.truthful:
            self.possible = self.viewers
            self.seen_from: list[list[int]] = [[view] for view in self.views]
        else:
            self.possible = {
                view: [place[w] for w in worlds_of(sight.considers[view]) if w in place]
                for view in self.viewers
            }
            self.seen_from = [[] for _ in living]
            for view, places in self.possible.items():
                for k in places:
                    self.seen_from[k].append(view)
        self.numbers: dict[frozenset[int], int] = {}
        self.sign: dict[int, int] = dict.fromkeys(self.viewers, self._number(frozenset()))

    def _number(self, blocks: frozenset[int]) -> int:
        return self.numbers.setdefault(blocks, len(self.numbers))

    def changed(self, moved: Collection[int], block: list[int]) -> set[int]:
        """The worlds that look otherwise since these moved to other blocks."""
        result: set[int] = set()
        for view in {view for k in moved for view in self.seen_from[k]}:
            sign = self._number(frozenset(block[k] for k in self.possible[view]))
            if sign != self.sign[view]:
                self.sign[view] = sign
                result.update(self.viewers[view])
        return result

    def merged(self, chosen: list[int], block: list[int]) -> Sight:
        """The agent's sight of the blocks, each standing for its chosen world."""
        views = [self.views[choice] for choice in chosen]
        if self.truthful:
            return Sight.by(self.sign[view] for view in views)
        possible = {view: mask_of({block[k] for k in self.possible[view]}) for view in set(views)}
        return Sight.believing(possible[view] for view in views)
