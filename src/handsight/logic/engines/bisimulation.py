"""Bisimulation contraction: merging worlds that no formula without D can distinguish.

Partition refinement: begin with blocks of worlds where the same atoms are true and the variables have the
same values; split blocks by which blocks each agent considers possible, until nothing splits.
"""

from collections.abc import Collection, Iterable

from handsight.game.bitmask import flags, mask_of, mask_of_flags, members
from handsight.logic.engines.kripke_structure import KripkeStructure, Relation


def contracted(structure: KripkeStructure, domain: int) -> tuple[KripkeStructure, list[int]]:
    """Return the quotient by bisimilarity, and for each world of the domain its index in the quotient.

    A class of worlds is named after its first world.
    """
    worlds = list(members(domain))
    views = [_AgentView(relation, worlds) for relation in structure.relations.values()]
    block_of = _renumbered(_refined(_same_valuation(structure, worlds), views))
    stood_for = [1] * len(structure.worlds) if structure.merged is None else structure.merged
    merged = [0] * (1 + max(block_of, default=-1))
    for block, world in zip(block_of, worlds, strict=True):
        merged[block] += stood_for[world]
    first = {block: k for k, block in reversed(list(enumerate(block_of)))}
    chosen = [first[block] for block in range(len(merged))]
    kept = [worlds[k] for k in chosen]
    truths = {name: flags(mask, len(structure.worlds)) for name, mask in structure.atoms.items()}
    return KripkeStructure(
        [structure.worlds[w] for w in kept],
        {
            agent: view.quotient_relation(chosen, block_of)
            for agent, view in zip(structure.relations, views, strict=True)
        },
        {name: mask_of_flags(bytes(map(true.__getitem__, kept))) for name, true in truths.items()},
        {
            x: held.with_numbers(held.relation.cell_of[w] for w in kept)
            for x, held in structure.values.items()
        },
        merged,
    ), block_of


def _renumbered(block_of: Iterable[int]) -> list[int]:
    """Return the blocks renumbered in the order of their first worlds."""
    numbers: dict[int, int] = {}
    return [numbers.setdefault(block, len(numbers)) for block in block_of]


def _same_valuation(structure: KripkeStructure, worlds: list[int]) -> Relation:
    """Return the relation between worlds of the domain with the same true atoms and the same values."""
    truths = [flags(mask, len(structure.worlds)) for mask in structure.atoms.values()]
    columns = [*truths, *(held.relation.cell_of for held in structure.values.values())]
    return Relation.by_observation(
        zip(*([column[w] for w in worlds] for column in columns), strict=True)
        if columns
        else [()] * len(worlds)
    )


def _refined(start: Relation, views: list["_AgentView"]) -> list[int]:
    """Return the block of each world once nothing splits.

    Only worlds from which other blocks became accessible are examined again. When a block splits, its largest
    part keeps the number.
    """
    block_of = list(start.cell_of)
    blocks: list[set[int]] = [set() for _ in range(start.cell_count)]
    for k, block in enumerate(block_of):
        blocks[block].add(k)
    moved: Collection[int] = range(len(block_of))
    while moved:
        touched: dict[int, dict[tuple[int, ...], list[int]]] = {}
        for k in set[int]().union(*(view.changed(moved, block_of) for view in views)):
            signature = tuple(view.signature[view.cell_of[k]] for view in views)
            touched.setdefault(block_of[k], {}).setdefault(signature, []).append(k)
        moved = []
        for block, parts in touched.items():
            for part in _leaving(blocks[block], list(parts.values())):
                blocks[block].difference_update(part)
                blocks.append(set(part))
                moved.extend(part)
                for k in part:
                    block_of[k] = len(blocks) - 1
    return block_of


def _leaving(block: set[int], parts: list[list[int]]) -> list[list[int]]:
    """Return all parts of a block but the largest; the members in none of the parts are a part too."""
    rest = len(block) - sum(map(len, parts))
    parts.sort(key=len)
    if rest < len(parts[-1]):
        stay = parts.pop()
        if rest:
            parts.append(list(block.difference(stay, *parts)))
    return parts


class _AgentView:
    """What an agent considers possible in each of its cells, as a set of blocks.

    Worlds are numbered by their place in the domain. The *signature* of a cell is a number for the set of
    blocks that are accessible from it.
    """

    def __init__(self, relation: Relation, worlds: list[int]) -> None:
        self.is_equivalence = relation.is_equivalence
        self.cell_of = [relation.cell_of[world] for world in worlds]
        self.cells: dict[int, list[int]] = {}
        for k, cell in enumerate(self.cell_of):
            self.cells.setdefault(cell, []).append(k)
        if relation.is_equivalence:
            self.accessible = self.cells
            self.accessible_from: list[list[int]] = [[cell] for cell in self.cell_of]
        else:
            place = {world: k for k, world in enumerate(worlds)}
            self.accessible = {
                cell: [place[w] for w in members(relation.accessible[cell]) if w in place]
                for cell in self.cells
            }
            self.accessible_from = [[] for _ in worlds]
            for cell, targets in self.accessible.items():
                for k in targets:
                    self.accessible_from[k].append(cell)
        self.numbers: dict[frozenset[int], int] = {}
        self.signature: dict[int, int] = dict.fromkeys(self.cells, self._number(frozenset()))

    def _number(self, blocks: frozenset[int]) -> int:
        return self.numbers.setdefault(blocks, len(self.numbers))

    def changed(self, moved: Collection[int], block_of: list[int]) -> set[int]:
        """Update the signatures after worlds moved to other blocks; return the worlds with a changed one."""
        result: set[int] = set()
        for cell in {cell for k in moved for cell in self.accessible_from[k]}:
            signature = self._number(frozenset(block_of[k] for k in self.accessible[cell]))
            if signature != self.signature[cell]:
                self.signature[cell] = signature
                result.update(self.cells[cell])
        return result

    def quotient_relation(self, chosen: list[int], block_of: list[int]) -> Relation:
        """Return the agent's relation between blocks, each represented by its chosen world."""
        cells = [self.cell_of[choice] for choice in chosen]
        if self.is_equivalence:
            return Relation.by_observation(self.signature[cell] for cell in cells)
        possible = {cell: mask_of({block_of[k] for k in self.accessible[cell]}) for cell in set(cells)}
        return Relation.by_belief(possible[cell] for cell in cells)
