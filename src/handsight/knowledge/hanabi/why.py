"""Why a seat knows what it knows: a set of facts from which it follows, and of which none can be left out."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from handsight.deals import Deal
from handsight.errors import ContradictionError, InputError
from handsight.hanabi import Card, ClueGiven, View, card_value
from handsight.knowledge.hanabi.evidence import alternatives, dark, lost, marks, solved
from handsight.knowledge.hanabi.own_hand import Knowledge
from handsight.table.bitmask import members


@dataclass(frozen=True, slots=True)
class ClueFact:
    """A clue touched a card of the hand, or missed it."""

    event: ClueGiven
    order: int
    touched: bool


@dataclass(frozen=True, slots=True)
class RiddleFact:
    """Some clue, nobody says which, touched exactly these cards."""

    event: ClueGiven


@dataclass(frozen=True, slots=True)
class SeenFact:
    """A card lies in sight, in another hand or on the table."""

    order: int
    card: Card


Fact = ClueFact | RiddleFact | SeenFact


@dataclass(frozen=True, slots=True)
class Reason:
    """A claim about a card, and facts from which it follows; drop any one and it no longer does."""

    claim: str
    order: int
    facts: tuple[Fact, ...]


def why(view: View, slot: int) -> list[Reason]:
    """Give the reasons for what the viewer knows of one of its cards: what it is, what it is good for.

    What follows only from playing buried cards again has no reason here: clues and sights don't suffice.
    """
    knowledge = Knowledge(view)
    if not 0 <= slot < len(knowledge):
        raise InputError(f"there is no slot {slot}; this hand has slots 0 to {len(knowledge) - 1}")
    case = Case(view, slot)
    mask = knowledge.evidence.deal.possible[slot]
    known = knowledge[slot].known
    claims = ([view.terms.variant.text(known)] if known else []) + list(USES)
    targets = {claim: target for claim in claims if not mask & ~(target := case.target(claim))}
    return [
        Reason(claim, case.order, case.reason(target))
        for claim, target in targets.items()
        if not view.terms.variant.face_down or case.follows(case.facts, target)
    ]


USES = ("playable", "trash", "critical")


class Case:
    """All the facts that bear on one card of a hand, and the question whether some of them suffice."""

    def __init__(self, view: View, slot: int) -> None:
        self.view = view
        self.variant = view.terms.variant
        self.orders = dark(view, view.viewer)
        self.slot = slot
        self.order = self.orders[slot]
        self.clues = self._clues()
        self.riddles = [RiddleFact(event) for event in marks(view, view.viewer)[1]]
        self.seen = [SeenFact(at, card) for at, card in enumerate(view.cards) if card is not None]

    @property
    def facts(self) -> list[Fact]:
        """Every fact there is."""
        return [*self.clues, *self.riddles, *self.seen]

    def _clues(self) -> list[ClueFact]:
        facts = []
        for event in self.view.events:
            if isinstance(event, ClueGiven) and event.clue is not None:
                facts += [ClueFact(event, order, touched=True) for order in event.touched]
                facts += [ClueFact(event, order, touched=False) for order in event.missed]
        return [fact for fact in facts if fact.order in self.orders]

    def target(self, claim: str) -> int:
        """Return the mask of identities that bear a claim out: a use of a card, or the card itself."""
        if claim not in USES:
            return 1 << self.variant.identity(self.variant.read(claim))
        stacks, gone = self.view.stacks, lost(self.view)
        if stacks is None:
            return 0  # where played cards lie face down, no use can be claimed for certain
        return card_value.value_masks(self.variant, stacks, gone)[USES.index(claim)]

    def says(self, fact: ClueFact) -> int:
        """Return the mask of identities that a clue leaves its card."""
        assert fact.event.clue is not None  # noqa: S101  only clues of known value become clue facts
        touch = self.variant.touch(fact.event.clue)
        return touch if fact.touched else self.variant.everything & ~touch

    def follows(self, facts: Iterable[Fact], target: int) -> bool:
        """Say whether these facts alone leave the card nothing but what is in the target."""
        masks = dict.fromkeys(self.orders, self.variant.everything)
        limits, riddles = list(self.variant.copies), list[ClueGiven]()
        for fact in facts:
            match fact:
                case ClueFact():
                    masks[fact.order] &= self.says(fact)
                case SeenFact(_, card):
                    limits[self.variant.identity(card)] -= 1
                case RiddleFact(event):
                    riddles.append(event)
        try:
            deal, _ = solved(
                Deal(tuple(masks.values()), tuple(limits)),
                [alternatives(event, self.orders, self.view) for event in riddles],
            )
            return not deal.possible[self.slot] & ~target
        except ContradictionError:
            return True

    def reason(self, target: int) -> tuple[Fact, ...]:
        """Find few facts that suffice and of which none can be left out."""
        own = [fact for fact in self.clues if fact.order == self.order]
        others = [fact for fact in self.clues if fact.order != self.order]
        short = self._alone(own, target)
        if self.riddles:
            return short if short is not None else self._riddled(own, others, target)
        tries: list[Sequence[Fact]] = [
            [*own, *others, *self.seen],
            [*self.seen, *own, *others],
            [*others, *own, *self.seen],
        ]
        found = [pruned(facts, lambda kept: self.follows(kept, target)) for facts in tries]
        return min([short, *found] if short is not None else found, key=len)

    def _riddled(self, own: list[ClueFact], others: list[ClueFact], target: int) -> tuple[Fact, ...]:
        """Find facts that suffice where clues are hidden, which takes long: the nearest facts first."""
        near = [fact for fact in self.riddles if self.order in fact.event.touched + fact.event.missed]
        facts: list[Fact] = [*own, *near, *self.seen]
        if not self.follows(facts, target):
            facts = [*own, *self.riddles, *others, *self.seen]
        return pruned(facts, lambda kept: self.follows(kept, target))

    def _alone(self, own: list[ClueFact], target: int) -> tuple[Fact, ...] | None:
        """Find the fewest facts that settle the card on its own: clues to it, and copies in sight."""
        distinct = list({self.says(fact): fact for fact in reversed(own)}.values())
        best: tuple[Fact, ...] | None = None
        for size in range(len(distinct) + 1):
            for chosen in combinations(distinct, size):
                left = self.variant.everything & ~target
                for fact in chosen:
                    left &= self.says(fact)
                seen = [fact for fact in self.seen if left >> self.variant.identity(fact.card) & 1]
                whole = len(seen) == sum(self.variant.copies[i] for i in members(left))
                if whole and (best is None or size + len(seen) < len(best)):
                    best = (*chosen, *seen)
        return best


def pruned(facts: Sequence[Fact], suffices: Callable[[Sequence[Fact]], bool]) -> tuple[Fact, ...]:
    """Leave out facts, from the back, as long as the rest suffices: whole runs first, then one by one."""
    kept, run = list(facts), max(len(facts) // 2, 1)
    while True:
        at = len(kept)
        while at > 0:
            low = max(at - run, 0)
            fewer = kept[:low] + kept[at:]
            if suffices(fewer):
                kept = fewer
            at = low
        if run == 1:
            return tuple(kept)
        run //= 2
