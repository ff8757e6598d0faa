"""A table of possible cards as masks: which hints are legal in every hand that the table allows.

A block of hints is *safe* if every hand that the table allows makes one of its hints legal. By Hall's theorem
a block is safe exactly if there is a set of rows for which fewer cards are left that avoid the block than the
set has rows; this set is the proof. Without copies, rows are independent, and the proof is a single row whose
values are all touched by the block.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from handsight.game.bitmask import members

FEW_ROWS = 10
"""Up to this many rows the smallest proof is found; above, one from which no row can be left out."""

Hand = tuple[int, ...]
"""A value for each row."""


@dataclass(frozen=True)
class PartitionProblem:
    """A table as masks: the values of each row, the copies of each value, the values each hint touches."""

    rows: tuple[int, ...]
    copies: tuple[int, ...] | None
    touch: tuple[int, ...]
    always: int = 0
    """The hints that are legal in every hand, whatever they touch."""

    @property
    def every(self) -> int:
        """The set of all hints."""
        return (1 << len(self.touch)) - 1

    @cached_property
    def hints_of(self) -> tuple[int, ...]:
        """For each value, the hints that touch it."""
        values = max((mask.bit_length() for mask in (*self.rows, *self.touch)), default=0)
        return tuple(
            sum(1 << hint for hint, mask in enumerate(self.touch) if mask >> value & 1)
            for value in range(values)
        )

    def hand(self, block: int) -> Hand | None:
        """Return a hand in which no hint of a block is legal; None if the block is safe."""
        if block & self.always:
            return None
        return self.hand_from(self._avoiding(block))

    def hand_with(self, hint: int, block: int) -> Hand | None:
        """Return a hand in which a hint is legal and no hint of a block is, or None if there is none."""
        if 1 << hint & self.always:
            return self.hand(block)
        if block & self.always:
            return None
        rows = self._avoiding(block)
        for at, row in enumerate(rows):
            touched = row & self.touch[hint]
            hand = self.hand_from([*rows[:at], touched, *rows[at + 1 :]]) if touched else None
            if hand is not None:
                return hand
        return None

    def hand_from(self, rows: Sequence[int]) -> Hand | None:
        """Return a hand whose cards are in these rows, or None if too few copies are left for one."""
        if not all(rows):
            return None
        if self.copies is None:
            return tuple((row & -row).bit_length() - 1 for row in rows)
        copies = self.copies
        chosen = [-1] * len(rows)
        holders: dict[int, list[int]] = {}

        def place(row: int, seen: list[int]) -> bool:
            """Give a row a value, moving other rows to other values where all copies are taken."""
            for value in members(rows[row] & ~seen[0]):
                seen[0] |= 1 << value
                held = holders.setdefault(value, [])
                if len(held) < copies[value]:
                    held.append(row)
                    chosen[row] = value
                    return True
                for at, other in enumerate(held):
                    if place(other, seen):
                        held[at] = row
                        chosen[row] = value
                        return True
            return False

        return tuple(chosen) if all(place(row, [0]) for row in range(len(rows))) else None

    def legal(self, hand: Hand) -> int:
        """Return the hints that are legal in a hand."""
        hints = self.always
        for value in hand:
            hints |= self.hints_of[value]
        return hints

    def proof(self, block: int) -> tuple[int, int] | None:
        """Return a set of rows that proves a block safe, and how many copies avoid it; None if it is not.

        Of few rows it is the smallest such set. A hint that is always legal needs no rows.
        """
        if block & self.always:
            return 0, 0
        away = self._avoiding(block)
        if self.copies is None:
            return next(((1 << row, 0) for row, mask in enumerate(away) if not mask), None)
        if self.hand_from(away) is not None:
            return None
        if len(away) <= FEW_ROWS:
            every_size = (combinations(range(len(away)), size) for size in range(1, len(away) + 1))
            for chosen in (rows for sets in every_size for rows in sets):
                if (left := self._copies(away, chosen)) < len(chosen):
                    return sum(1 << row for row in chosen), left
        needed = list(range(len(away)))
        for row in range(len(away)):
            fewer = [other for other in needed if other != row]
            if self.hand_from([away[other] for other in fewer]) is None:
                needed = fewer
        return sum(1 << row for row in needed), self._copies(away, needed)

    def _avoiding(self, block: int) -> list[int]:
        """Return the values that are left for each row if no hint of a block may be legal."""
        touched = 0
        for hint in members(block):
            touched |= self.touch[hint]
        return [row & ~touched for row in self.rows]

    def _copies(self, rows: Sequence[int], chosen: Sequence[int]) -> int:
        """Count the copies that are left of all values that some rows can have."""
        union = 0
        for row in chosen:
            union |= rows[row]
        return sum((self.copies or ())[value] for value in members(union))
