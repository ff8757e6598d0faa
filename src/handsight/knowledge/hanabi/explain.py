"""Why a seat knows what it knows of a card, and since when.

Each claim comes with facts from which it follows and of which none can be left out.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from handsight.deals import Deal
from handsight.errors import ContradictionError, InputError
from handsight.game.bitmask import members
from handsight.hanabi import Card, ClueGiven, State, View, card_value, view
from handsight.knowledge.claims import Claim, known_since, minimal_facts
from handsight.knowledge.hanabi.evidence import clue_cases, clue_masks, hidden_orders, narrow_by_hidden_clues
from handsight.knowledge.hanabi.explanation import ClueFact, Explanation, Fact, HiddenClueFact, SeenFact
from handsight.knowledge.hanabi.own_hand import PROPERTIES, Knowledge, view_of
from handsight.notation.hanabi.record import NAMES, Game


def explain(
    game: Game | State,
    *,
    seat: int | str,
    slot: int,
    turn: int | str | None = None,
    known: Callable[[int], Knowledge] | None = None,
) -> Explanation:
    """Return what a seat knows for certain of one of its cards, why, and since when.

    *known* returns the seat's knowledge at an earlier turn, where a caller has computed it already.
    """
    now = view_of(game, seat=seat, turn=turn)
    hand = now.hands[now.viewer]
    if not 0 <= slot < len(hand):
        raise InputError(f"there is no slot {slot}; this hand has slots 0 to {len(hand) - 1}")
    knowledge = Knowledge(now)
    order, certain = hand[slot], knowledge[slot].certain

    def certain_at(at: int) -> tuple[str, ...]:
        if isinstance(game, State) or order not in (held := game.states[at].hands[now.viewer]):
            return ()
        then = known(at) if known else Knowledge(view(game.states[at], now.viewer))
        return then[held.index(order)].certain

    since = known_since(now.turn, certain, certain_at)
    prover = Prover(now, slot)
    claims = []
    for name in certain:
        card = knowledge[slot].known if name == "identity" else None
        value = now.terms.variant.text(card) if card else ""
        claims.append(Claim(name, value, prover.facts_for(prover.target(name, card)), since[name]))
    names = NAMES[: now.terms.players] if isinstance(game, State) else game.seats
    return Explanation(now, slot, tuple(claims), names)


class Prover:
    """All facts that bear on one card of a hand, and the question whether some of them suffice."""

    def __init__(self, view: View, slot: int) -> None:
        self.view = view
        self.variant = view.terms.variant
        self.orders = hidden_orders(view, view.viewer)
        self.slot = slot
        self.order = self.orders[slot]
        self.clues = self._clues()
        self.hidden_clues = [HiddenClueFact(event) for event in clue_masks(view, view.viewer)[1]]
        self.seen = [SeenFact(at, card) for at, card in enumerate(view.cards) if card is not None]

    @property
    def facts(self) -> list[Fact]:
        """Every fact there is."""
        return [*self.clues, *self.hidden_clues, *self.seen]

    def _clues(self) -> list[ClueFact]:
        facts = []
        for event in self.view.events:
            if isinstance(event, ClueGiven) and event.clue is not None:
                facts += [ClueFact(event, order, touched=True) for order in event.touched]
                facts += [ClueFact(event, order, touched=False) for order in event.missed]
        return [fact for fact in facts if fact.order in self.orders]

    def target(self, name: str, card: Card | None = None) -> int:
        """Return the mask of identities for which a claim is true; an identity claim names its card."""
        if card is not None:
            return 1 << self.variant.identity(card)
        if self.view.stacks is None:
            return 0  # where played cards lie face down, clues and visible cards prove no such claim
        masks = card_value.value_masks(self.variant, self.view.stacks, self.view.discarded_copies)
        return dict(zip(PROPERTIES[1:], masks, strict=True))[name]

    def facts_for(self, target: int) -> tuple[Fact, ...] | None:
        """Return facts that leave the card only what is in the target, or None if not even all of them do."""
        if self.variant.face_down and not self.follows(self.facts, target):
            return None
        own = [fact for fact in self.clues if fact.order == self.order]
        others = [fact for fact in self.clues if fact.order != self.order]
        short = self._single_card_proof(own, target)
        if self.hidden_clues:
            return short if short is not None else self._hidden_clue_proof(own, others, target)
        orderings: list[Sequence[Fact]] = [
            [*own, *others, *self.seen],
            [*self.seen, *own, *others],
            [*others, *own, *self.seen],
        ]
        found = [minimal_facts(facts, lambda kept: self.follows(kept, target)) for facts in orderings]
        return min([short, *found] if short is not None else found, key=len)

    def follows(self, facts: Iterable[Fact], target: int) -> bool:
        """Whether these facts alone leave the card only what is in the target."""
        masks = dict.fromkeys(self.orders, self.variant.everything)
        limits, hidden_clues = list(self.variant.copies), list[ClueGiven]()
        for fact in facts:
            match fact:
                case ClueFact():
                    masks[fact.order] &= self._clue_mask(fact)
                case SeenFact(_, card):
                    limits[self.variant.identity(card)] -= 1
                case HiddenClueFact(event):
                    hidden_clues.append(event)
        try:
            deal, _ = narrow_by_hidden_clues(
                Deal(tuple(masks.values()), tuple(limits)),
                [clue_cases(event, self.orders, self.view) for event in hidden_clues],
            )
            return not deal.possible[self.slot] & ~target
        except ContradictionError:
            return True

    def _clue_mask(self, fact: ClueFact) -> int:
        """Return the mask of identities that a clue leaves its card."""
        assert fact.event.clue is not None  # noqa: S101  only clues of known value become clue facts
        touch = self.variant.touch(fact.event.clue)
        return touch if fact.touched else self.variant.everything & ~touch

    def _hidden_clue_proof(
        self, own: list[ClueFact], others: list[ClueFact], target: int
    ) -> tuple[Fact, ...]:
        """Find facts that suffice where clues are hidden, which takes long: the nearest facts first."""
        near = [fact for fact in self.hidden_clues if self.order in fact.event.touched + fact.event.missed]
        facts: list[Fact] = [*own, *near, *self.seen]
        if not self.follows(facts, target):
            facts = [*own, *self.hidden_clues, *others, *self.seen]
        return minimal_facts(facts, lambda kept: self.follows(kept, target))

    def _single_card_proof(self, own: list[ClueFact], target: int) -> tuple[Fact, ...] | None:
        """Find the fewest facts that prove the claim for the card on its own: clues to it, visible copies."""
        distinct = list({self._clue_mask(fact): fact for fact in reversed(own)}.values())
        best: tuple[Fact, ...] | None = None
        for size in range(len(distinct) + 1):
            for chosen in combinations(distinct, size):
                left = self.variant.everything & ~target
                for fact in chosen:
                    left &= self._clue_mask(fact)
                seen = [fact for fact in self.seen if left >> self.variant.identity(fact.card) & 1]
                complete = len(seen) == sum(self.variant.copies[i] for i in members(left))
                if complete and (best is None or size + len(seen) < len(best)):
                    best = (*chosen, *seen)
        return best
