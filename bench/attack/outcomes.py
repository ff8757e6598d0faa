"""Count how the cases of an attack ended, and print that as a table."""

import sys
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Outcomes:
    """For each target of an attack, how many cases ended how; some ends are wrong."""

    ends: tuple[str, ...]
    """Every end that a case can have, in the order of the columns."""
    wrong: frozenset[str]
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)

    def add(self, target: str, end: str, example: str = "") -> None:
        """Count a case."""
        self.counts.setdefault(target, Counter())[end] += 1
        if end in self.wrong and len(self.examples) < 20:
            self.examples.append(f"{target}, {end}: {example}")

    @property
    def cases(self) -> int:
        """How many cases there were."""
        return sum(sum(counted.values()) for counted in self.counts.values())

    @property
    def failures(self) -> int:
        """How many cases ended wrong."""
        return sum(counted[end] for counted in self.counts.values() for end in self.wrong)

    def table(self) -> str:
        """Return the counts as a table."""
        heads = ("target", "cases", *self.ends)
        rows = [
            (target, f"{sum(counted.values()):,}", *(f"{counted[end]:,}" for end in self.ends))
            for target, counted in self.counts.items()
        ]
        sums = (f"{sum(counted[end] for counted in self.counts.values()):,}" for end in self.ends)
        rows.append(("all", f"{self.cases:,}", *sums))
        widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
        return "\n".join(
            "  ".join(
                cell.ljust(width) if not at else cell.rjust(width)
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in (heads, *rows)
        )

    def report(self) -> int:
        """Print the table and some of what went wrong, and return the exit status."""
        print(self.table())
        for example in self.examples:
            print(example, file=sys.stderr)
        return 1 if self.failures else 0
