"""Product update: the model after an event of an event model, for listed worlds and for decision diagrams.

Its worlds are the pairs of a world and an event whose precondition is true there. An agent cannot distinguish
two pairs when it can distinguish neither the worlds nor the events. The postconditions set atoms.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain, compress
from operator import and_, or_
from typing import TypeVar

from handsight.errors import InputError, TooLargeError
from handsight.game.bitmask import flags, mask_of, mask_of_flags
from handsight.logic.engines.bdd import Bdd, BddBackend
from handsight.logic.engines.bdd_encoding import Encoding, EventCode, bits_for
from handsight.logic.engines.kripke_structure import MAX_BITS, KripkeStructure, Relation, world_after
from handsight.logic.formulas.event_model import EventModel, is_equivalence

T = TypeVar("T")


class ExplicitProduct:
    """The product of a Kripke structure with an event model.

    Pairs are numbered event by event, and for each event by the index of the world.
    """

    def __init__(self, structure: KripkeStructure, events: EventModel, pre: Mapping[str, int]) -> None:
        self.old = structure
        self.events = events
        self.possible = {name: flags(worlds, len(structure.worlds)) for name, worlds in pre.items()}
        self.pair_count = {name: worlds.bit_count() for name, worlds in pre.items()}

    def structure(self, post: Mapping[str, Mapping[str, int]]) -> KripkeStructure:
        """Return the structure of the pairs, with atoms as the postconditions set them."""
        width = len(self.old.worlds)
        names = [
            world_after(world, name) for name in self.possible for world in self._of(name, self.old.worlds)
        ]
        atoms = {}
        for atom, before in self.old.atoms.items():
            unchanged = flags(before, width)
            columns = (
                self._of(name, flags(post[name][atom], width) if atom in post[name] else unchanged)
                for name in self.possible
            )
            atoms[atom] = mask_of_flags(bytes(chain.from_iterable(columns)))
        values = {
            variable: held.with_numbers(self._all(held.relation.cell_of))
            for variable, held in self.old.values.items()
        }
        merged = None if self.old.merged is None else list(self._all(self.old.merged))
        relations = {agent: self._relation(agent) for agent in self.old.relations}
        return KripkeStructure(names, relations, atoms, values, merged)

    def preimage(self, name: str, s: int) -> int:
        """Return the old worlds that this event leads into s."""
        start = 0
        for other, number in self.pair_count.items():
            if other == name:
                break
            start += number
        inside = flags(s, sum(self.pair_count.values()))[start : start + self.pair_count[name]]
        return mask_of(compress(self._of(name, range(len(self.old.worlds))), inside))

    def _of(self, name: str, column: Sequence[T]) -> Iterator[T]:
        return compress(column, self.possible[name])

    def _all(self, column: Sequence[T]) -> Iterator[T]:
        return chain.from_iterable(self._of(name, column) for name in self.possible)

    def _relation(self, agent: str) -> Relation:
        relation, confused = self.old.relations[agent], self.events.accessible[agent]
        observations = (
            (cell, confused[name]) for name in self.possible for cell in self._of(name, relation.cell_of)
        )
        if relation.is_equivalence and is_equivalence(confused):
            return Relation.by_observation(observations)
        masks: dict[tuple[int, frozenset[str]], int] = {}
        possible = []
        for observed in observations:
            if observed not in masks:
                masks[observed] = self._accessible(relation.accessible[observed[0]], observed[1])
                if (bits := len(masks) * sum(self.pair_count.values())) > MAX_BITS:
                    raise TooLargeError(
                        f"the beliefs of {agent} after the events take {bits:,} bits; use a smaller model"
                    )
            possible.append(masks[observed])
        return Relation.by_belief(possible)

    def _accessible(self, worlds: int, events: frozenset[str]) -> int:
        """Return the mask of the pairs of one of the worlds and one of the events."""
        inside, outside = flags(worlds, len(self.old.worlds)), bytes(len(self.old.worlds))
        columns = (self._of(name, inside if name in events else outside) for name in self.possible)
        return mask_of_flags(bytes(chain.from_iterable(columns)))


Cells = tuple[int, ...]
"""For each event the number of its cell in some agent's partition of the events."""


class SymbolicProduct:
    """The product of a symbolic model with an event model: new BDD variables say which event occurred.

    One block of variables encodes the number of the event. An agent that distinguishes events only up to
    cells observes a block that encodes the number of the cell; agents with the same partition share it. An
    atom that events change becomes a BDD over the old variables and the event, so agents still know what they
    observed of it before.
    """

    def __init__(self, old: Encoding, events: EventModel, pre: Mapping[str, Bdd]) -> None:
        self.old = old
        self.names = tuple(events.events)
        self._levels = range(old.end, old.end + bits_for(len(self.names)))
        self._end = self._levels.stop
        self._blocks: dict[Cells, range] = {tuple(range(len(self.names))): self._levels}
        self._observed = {agent: self._block(_cells(events, agent)) for agent in old.observed}
        self._event_codes = {name: self._event_code(number) for number, name in enumerate(self.names)}
        self._steps = {name: pre[name] & code for name, code in self._event_codes.items()}

    @property
    def _bdds(self) -> BddBackend:
        return self.old.bdds

    @property
    def _new_levels(self) -> range:
        return range(self.old.end, self._end)

    def _block(self, cells: Cells) -> range:
        if cells not in self._blocks:
            start, self._end = self._end, self._end + bits_for(1 + max(cells))
            self._blocks[cells] = range(start, self._end)
        return self._blocks[cells]

    def _event_code(self, number: int) -> Bdd:
        """Return the BDD in which all new variables have their values for this event."""
        codes = (self._bdds.binary(levels, cells[number]) for cells, levels in self._blocks.items())
        return reduce(and_, codes)

    @property
    def law(self) -> Bdd:
        """The BDD that says: one of the events occurs, and its precondition is true."""
        return self._either(self._steps)

    def encoding(self, post: Mapping[str, Mapping[str, Bdd]]) -> Encoding:
        """Return the encoding, with atoms as the postconditions set them and what agents observe."""
        atoms = dict(self.old.atoms)
        for atom in {atom for changes in post.values() for atom in changes}:
            before = self.old.atom_extension(atom)
            atoms[atom] = self._either(
                {name: self._event_codes[name] & changes.get(atom, before) for name, changes in post.items()}
            )
        observed = {agent: seen | set(self._observed[agent]) for agent, seen in self.old.observed.items()}
        world_code = EventCode(self.old.world_code, self._levels, self.names)
        levels = (*self.old.levels, *self._new_levels)
        return replace(self.old, levels=levels, atoms=atoms, observed=observed, world_code=world_code)

    def _either(self, sets: Mapping[str, Bdd]) -> Bdd:
        return reduce(or_, sets.values(), self._bdds.false)

    def preimage(self, name: str, s: Bdd) -> Bdd:
        """Return the old worlds that this event leads into s."""
        return self._bdds.exists(self._new_levels, s, self._steps[name])


def _cells(events: EventModel, agent: str) -> Cells:
    if not is_equivalence(events.accessible[agent]):
        raise InputError(
            f"{agent} may be wrong about which event occurred; a model with a law represents knowledge, not "
            "belief: list its worlds instead"
        )
    numbers: dict[frozenset[str], int] = {}
    return tuple(numbers.setdefault(events.accessible[agent][name], len(numbers)) for name in events.events)
