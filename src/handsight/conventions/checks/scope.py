"""What words mean at a place: the names in reach, whose turn it is, which clue is spoken of."""

from msgspec import Struct, field
from msgspec.structs import replace

from handsight.conventions.core import Each, Expr

MINE, OTHER, ANYBODY, NOBODY = "mine", "other", "anybody", "nobody"
"""Who holds a card: I, another seat, perhaps I, or nobody any more."""


class Meant(Struct, frozen=True):
    """An expression of the core, its type, and for cards and hands who holds them."""

    expr: Expr
    type: str
    owner: str = NOBODY


class Pending(Struct, frozen=True):
    """Something looked for by a description inside a claim: *how* is `some`, `every` or `no`."""

    how: str
    each: Each


class Scope(Struct):
    """Where an expression stands."""

    acting: bool
    """In an act rule, where there is an I who sees the other hands; else in public."""
    names: dict[str, Meant] = field(default_factory=dict)
    clue: Meant | None = None
    no_clue: str = "there is no clue here to speak of"
    hand: Meant | None = None
    """The hand that a rule is looking at: `in every hand, …`."""
    after: str = "always"
    pending: list[Pending] | None = None
    """Where descriptions go; None where none can stand."""
    defining: tuple[str, ...] = ()
    """The words of the file that are being looked up just now."""

    def inner(self, **changes: object) -> "Scope":
        """Return a scope inside this one: names made there stay there."""
        return replace(self, **{"names": dict(self.names), "pending": None, **changes})
