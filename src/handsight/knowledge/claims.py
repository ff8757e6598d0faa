"""What explanations consist of in every game: claims, facts from which they follow, and since when."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from handsight.text.counting_from_one import counted, turn_number

MOST_WITNESSES = 3
"""At most this many worlds that decide a formula are shown in text."""

FactT = TypeVar("FactT")
FactT_co = TypeVar("FactT_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Claim(Generic[FactT_co]):
    """Something that a seat knows for certain, why, and since when."""

    name: str
    """In Hanabi "identity", "playable", "trash" or "critical"; in Boeren Bridge "owner" or "not held by"."""
    value: str
    """Which card or place is meant, such as "b4" or "N"; empty where the name says it all."""
    facts: tuple[FactT_co, ...] | None
    """Facts that prove it, of which none can be left out; None if only a replay of face-down cards can."""
    since: int
    """The turn (how many actions had been taken) since which it has been known without a break."""

    @property
    def text(self) -> str:
        """The claim in one word: the card or place, or else the name."""
        return self.value or self.name


@dataclass(frozen=True, slots=True)
class Explanation(ABC, Generic[FactT_co]):
    """Everything that a seat knows for certain about one card: claims, each with its facts and since when."""

    view: Any
    """What the seat sees at that turn."""
    claims: tuple[Claim[FactT_co], ...]
    names: tuple[str, ...]
    """A name for every seat."""

    def __repr__(self) -> str:
        known = ", ".join(map(self.label, self.claims)) or "nothing certain"
        return f"<Explanation, turn index {self.turn}, seat {self.seat}, {self.subject}: {known}>"

    def __str__(self) -> str:
        """Return the explanation in sentences, which count turns and slots from 1."""
        return "\n".join(self.sentences(self.names))

    @property
    def turn(self) -> int:
        """How many actions had been taken."""
        turn: int = self.view.turn
        return turn

    @property
    def seat(self) -> int:
        """The seat that knows."""
        seat: int = self.view.viewer
        return seat

    @property
    @abstractmethod
    def subject_json(self) -> dict[str, Any]:
        """Which card is explained, as fields of JSON data."""

    @property
    @abstractmethod
    def subject(self) -> str:
        """The card that is explained, as Python code names it."""

    @abstractmethod
    def label(self, claim: Claim[Any]) -> str:
        """Return a claim in a few words."""

    def known_as(self, claim: Claim[Any]) -> str:
        """Return the claim's key in `since`, a field of the JSON data."""
        return self.label(claim)

    @abstractmethod
    def sentences(self, names: Sequence[str]) -> Iterator[str]:
        """Yield a sentence for each claim; *names* are those of the seats."""

    @abstractmethod
    def claim_sentence(self, claim: Claim[Any], names: Sequence[str]) -> str:
        """Return a sentence that says what is known and why."""

    @abstractmethod
    def fact_json(self, fact: Any) -> dict[str, Any]:
        """Return a fact as JSON data."""

    def to_json(self, names: Sequence[str]) -> dict[str, Any]:
        """Return the explanation as JSON data: its reasons (claims with facts and a sentence), since when."""
        reasons = [
            {
                "claim": self.label(claim),
                "facts": [self.fact_json(fact) for fact in claim.facts],
                "sentence": self.claim_sentence(claim, names),
                "since": claim.since,
            }
            for claim in self.claims
            if claim.facts is not None
        ]
        since = {self.known_as(claim): claim.since for claim in self.claims}
        return {"turn": self.turn, "seat": self.seat, **self.subject_json, "reasons": reasons, "since": since}


@dataclass(frozen=True, slots=True)
class FormulaAnswer:
    """Whether a formula of knowledge is true at a turn."""

    turn: int
    """How many actions had been taken."""
    formula: str
    """The formula, as the printer writes it."""
    holds: bool
    worlds: int
    """How many worlds the model has."""
    witnesses: tuple[str, ...] = ()
    """Worlds that show why the formula is false, if it is about what players do not know."""
    unit: str = "world"
    """What a world is: "deal" in Boeren Bridge."""

    def sentences(self, _names: Sequence[str] = ()) -> list[str]:
        """Return lines that say whether the formula is true, and show a few worlds that decide it."""
        truth = "true" if self.holds else "false"
        head = f"{self.formula}: {truth} at turn {turn_number(self.turn)} ({counted(self.worlds, self.unit)})"
        return [head, *(f"  {witness}" for witness in self.witnesses[:MOST_WITNESSES])]

    def to_json(self, _names: Sequence[str] = ()) -> dict[str, Any]:
        """Return whether the formula is true, as JSON data."""
        row = {"turn": self.turn, "query": self.formula, "kind": "true", "answer": self.holds}
        return {**row, f"{self.unit}s": self.worlds, "witnesses": list(self.witnesses)}


def minimal_facts(facts: Sequence[FactT], suffices: Callable[[Sequence[FactT]], bool]) -> tuple[FactT, ...]:
    """Return facts that suffice: others are left out from the back, whole runs first, then one by one.

    None of the facts that are left can be left out; another choice of facts may be smaller.
    """
    left, run = list(facts), max(len(facts) // 2, 1)
    while True:
        at = len(left)
        while at > 0:
            low = max(at - run, 0)
            fewer = left[:low] + left[at:]
            if suffices(fewer):
                left = fewer
            at = low
        if run == 1:
            return tuple(left)
        run //= 2


def known_since(
    turn: int, names: Collection[str], known_at: Callable[[int], Collection[str]]
) -> dict[str, int]:
    """Return, for each claim known at a turn, the first turn of the unbroken run in which it was known.

    *known_at* returns the claims that were known at an earlier turn.
    """
    since, lasting = dict.fromkeys(names, turn), frozenset(names)
    while lasting and turn > 0:
        turn -= 1
        lasting &= frozenset(known_at(turn))
        since |= dict.fromkeys(lasting, turn)
    return since
