"""What one agent can tell apart, over worlds that are numbered from 0.

Worlds with the same *view* look alike to the agent. In each view it thinks some worlds possible: those of
that view when it only knows what is true (a partition), others when it may be wrong (belief). A view is a
number per world; the mask of worlds per view is made when first needed. Masks are quick with few views,
numbers with many.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property, reduce
from itertools import compress
from operator import and_, itemgetter, or_
from typing import Final

from handsight.errors import TooLargeError
from handsight.logic.engines.world_sets import flags, mask_of, mask_of_flags, worlds_of

MOST_BITS: Final = 1 << 32
"""What the masks of an agent whose beliefs may be wrong may take in memory."""
FEW: Final = 512
"""With fewer views than this a loop over masks beats a loop over worlds."""


class Sight:
    """One agent's views: per world a number, and per view what it thinks possible."""

    def __init__(self, views: Sequence[int], number: int, considers: Sequence[int] | None = None) -> None:
        self.views = views
        self.number = number
        self._considers = considers

    @classmethod
    def by(cls, looks: Iterable[Hashable]) -> "Sight":
        """The agent sees how each world looks, and nothing else."""
        numbers: dict[Hashable, int] = {}
        views = [numbers.setdefault(look, len(numbers)) for look in looks]
        return cls(views, len(numbers))

    @classmethod
    def believing(cls, possible: Iterable[int]) -> "Sight":
        """In each world the agent thinks exactly the worlds of that mask possible."""
        numbers: dict[int, int] = {}
        views: list[int] = []
        bits = 0
        for mask in possible:
            if mask not in numbers:
                numbers[mask] = len(numbers)
                bits += mask.bit_length()
                if bits > MOST_BITS:
                    raise TooLargeError(
                        f"what an agent thinks possible takes more than {MOST_BITS:,} bits; ask less"
                    )
            views.append(numbers[mask])
        sight = cls(views, len(numbers), list(numbers))
        return cls(views, len(numbers)) if sight.cells == sight.considers else sight

    @classmethod
    def pooled(cls, sights: Sequence["Sight"]) -> "Sight":
        """What these agents can tell apart together."""
        if len(sights) == 1:
            return sights[0]
        numbers: dict[tuple[int, ...], int] = {}
        together = zip(*(sight.views for sight in sights), strict=True)
        views = [numbers.setdefault(each, len(numbers)) for each in together]
        if all(sight.truthful for sight in sights):
            return cls(views, len(numbers))
        possible = [
            reduce(and_, (sight.considers[view] for sight, view in zip(sights, each, strict=True)))
            for each in numbers
        ]
        return cls(views, len(numbers), possible)

    @classmethod
    def joined(cls, sights: Sequence["Sight"], alive: int) -> "Sight":
        """What all agents of a truthful group can tell apart by any chain of doubts inside *alive*."""
        first, *others = sights
        root = list(range(first.number))

        def find(view: int) -> int:
            while root[view] != view:
                root[view] = root[root[view]]
                view = root[view]
            return view

        marks = flags(alive, len(first.views))
        for other in others:
            met: dict[int, int] = {}
            for mine, theirs in set(compress(zip(first.views, other.views, strict=True), marks)):
                root[find(mine)] = find(met.setdefault(theirs, mine))
        return cls.by(map(find, first.views))

    @property
    def truthful(self) -> bool:
        """Whether the agent only knows what is true: it thinks possible just the worlds of its view."""
        return self._considers is None

    @cached_property
    def cells(self) -> list[int]:
        """For each view the mask of its worlds."""
        members: list[list[int]] = [[] for _ in range(self.number)]
        for world, view in enumerate(self.views):
            members[view].append(world)
        return list(map(mask_of, members))

    def cell(self, view: int) -> int:
        """The worlds of that view."""
        if self.number <= FEW:
            return self.cells[view]
        return mask_of_flags(bytes(map(view.__eq__, self.views)))

    @property
    def considers(self) -> Sequence[int]:
        """For each view the mask of worlds thought possible."""
        return self.cells if self._considers is None else self._considers

    def known(self, alive: int, s: int) -> int:
        """The worlds of *alive* where the agent knows to be in s."""
        outside = alive & ~s
        if self.truthful and self.number > FEW:
            return self._known_by_numbers(outside) & alive
        good = 0
        for cell, possible in zip(self.cells, self.considers, strict=True):
            if not possible & outside:
                good |= cell
        return good & alive

    def _known_by_numbers(self, outside: int) -> int:
        keep = bytearray(b"\1") * self.number
        for view in self._views_in(outside):
            keep[view] = 0
        return self._worlds(keep)

    def _views_in(self, s: int) -> set[int]:
        return set(compress(self.views, flags(s, len(self.views))))

    def _worlds(self, keep: bytes | bytearray) -> int:
        """The worlds of the views that are marked."""
        return mask_of_flags(bytes(map(keep.__getitem__, self.views)))

    def constant(self, alive: int, other: "Sight") -> int:
        """The worlds where all that the agent thinks possible has one view in *other*."""
        if self.truthful:
            marks = flags(alive, len(self.views))
            pairs = set(compress(zip(self.views, other.views, strict=True), marks))
            times = Counter(map(itemgetter(0), pairs))
            several = {view for view, number in times.items() if number > 1}
        else:
            several = {
                view
                for view, possible in enumerate(self.considers)
                if len({other.views[world] for world in worlds_of(possible & alive)}) > 1
            }
        return self._worlds(bytes(view not in several for view in range(self.number))) & alive

    def considered(self, alive: int, s: int) -> int:
        """What the agent thinks possible somewhere in s."""
        views = self._views_in(s & alive)
        if self.truthful:
            return self._worlds(bytes(view in views for view in range(self.number))) & alive
        return reduce(or_, (self.considers[view] for view in views), 0) & alive

    def split(self, s: int) -> "Sight":
        """The agent's sight once it also sees whether the world is in s."""
        marks = flags(s, len(self.views))
        if self.truthful:
            return Sight.by(zip(self.views, marks, strict=True))
        return Sight.believing(
            self.considers[view] & (s if inside else ~s)
            for view, inside in zip(self.views, marks, strict=True)
        )
