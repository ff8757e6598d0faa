"""Typed core expressions, and the scope in which a phrase is translated."""

from msgspec import Struct, field
from msgspec.structs import replace

from handsight.conventions.core import Each, Expr

OWN, OTHER, ANYBODY, GONE = "own", "other", "anybody", "gone"
"""Who holds a card, as the acting seat sees it: itself, another seat, perhaps itself, or nobody any more."""


class Typed(Struct, frozen=True):
    """An expression of the core with its type, and for cards and seats who holds or is them."""

    expr: Expr
    type: str
    owner: str = GONE


class PendingSearch(Struct, frozen=True):
    """A search for something described inside a claim; *quantifier* is `some`, `every` or `no`."""

    quantifier: str
    each: Each


class Scope(Struct):
    """What the words around a phrase say: the names in reach, who acts, and which clue is meant."""

    acting: bool
    """In an act rule, where there is an "I" who sees the other hands; else only public facts count."""
    names: dict[str, Typed] = field(default_factory=dict)
    clue: Typed | None = None
    no_clue: str = "there is no clue here to speak of"
    """Why there is no clue, if there is none."""
    hand: Typed | None = None
    """The hand that a rule is about: `in every hand, …`."""
    after: str = "always"
    pending: list[PendingSearch] | None = None
    """Collects the searches of descriptions; None where no description may stand."""
    defining: tuple[str, ...] = ()
    """The words defined by the file whose definitions are being translated."""

    def inner(self, **changes: object) -> "Scope":
        """Return a scope inside this one; names given there stay there."""
        return replace(self, **{"names": dict(self.names), "pending": None, **changes})
