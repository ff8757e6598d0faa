"""Two bots without a convention, baselines for those that have one: `careful` and `cheat`.

Only `honest=False` in the roster makes `BotSeat` show `cheat` its own hand, more than a seat may see.
"""

from itertools import chain
from math import log2
from typing import NamedTuple

from handsight import hanabi
from handsight.bots.hanabi.bot import HanabiBot
from handsight.knowledge import Knowledge, evidence
from handsight.knowledge.hanabi.evidence import clue_masks

PLAY_WORTH, SAVE_WORTH = 8.0, 6.0
"""The value, in bits, of a clue that makes a card surely playable, or saves a critical one."""
THRIFT = (6.0, 5.0, 4.0, 3.0)
"""The least value, in bits, of a clue that takes the last token, the last but one, …; 0 for others."""


ENOUGH = 5
"""With more clue tokens than this, `cheat` gives a clue rather than discard."""


class CardValues(NamedTuple):
    """Masks of the cards that are playable, trash and critical; all 0 where played cards are face down."""

    variant: hanabi.Variant
    playable: int
    trash: int
    critical: int

    def is_playable(self, card: hanabi.Card | None) -> bool:
        """Whether a card is playable; False for None, a hidden card."""
        return self._holds(self.playable, card)

    def is_trash(self, card: hanabi.Card | None) -> bool:
        """Whether a card is trash; False for None, a hidden card."""
        return self._holds(self.trash, card)

    def is_critical(self, card: hanabi.Card | None) -> bool:
        """Whether a card is critical: needed, and the last copy; False for None, a hidden card."""
        return self._holds(self.critical, card)

    def _holds(self, mask: int, card: hanabi.Card | None) -> bool:
        return card is not None and bool(mask >> self.variant.identities[card] & 1)


def card_values(view: hanabi.View) -> CardValues:
    """Return which cards are playable, trash and critical now."""
    variant, stacks, gone = view.terms.variant, view.stacks, view.discarded_copies
    if stacks is None:
        return CardValues(variant, 0, 0, 0)
    return CardValues(variant, *hanabi.card_value.value_masks(variant, stacks, gone))


class Careful(HanabiBot):
    """Plays sure cards, clues well, discards sure trash, then the oldest card that no clue has touched."""

    def decide(self, view: hanabi.View) -> hanabi.Action:
        """Take the first legal action of a list of preferences."""
        options = list(hanabi.legal(view))
        hand = view.hands[view.viewer]
        plays, trash = sure(view)
        worths = clue_worths(view, [option for option in options if isinstance(option, hanabi.GiveClue)])
        clues = sorted(worths, key=lambda clue: -worths[clue])
        wanted = [clue for clue in clues[:1] if worths[clue] >= thrift(view)]
        drops = [*trash, *([hand[hanabi.chop(hand, view.touched)]] if hand else [])]
        wishes = chain(map(hanabi.Play, plays), wanted, map(hanabi.Discard, drops), clues, options)
        return next(wish for wish in wishes if wish in options)


def sure(view: hanabi.View) -> tuple[list[int], list[int]]:
    """Return the cards of the hand that are surely playable, and those that are surely trash."""
    if view.stacks is None:  # played cards are face down: only counting deals can tell
        cards = Knowledge(view).cards
        return [c.order for c in cards if c.playable == 1], [c.order for c in cards if c.trash == 1]
    now = card_values(view)
    masks = dict(zip(view.hands[view.viewer], evidence(view).deal.possible, strict=False))
    return (
        [order for order, mask in masks.items() if not mask & ~now.playable],
        [order for order, mask in masks.items() if not mask & ~now.trash],
    )


def thrift(view: hanabi.View) -> float:
    """Return the value, in bits, below which `careful` gives no clue, unless it can do nothing else."""
    left = view.clue_units // view.terms.clue_cost
    return THRIFT[left - 1] if 0 < left <= len(THRIFT) else 0.0


def clue_worths(view: hanabi.View, clues: list[hanabi.GiveClue]) -> dict[hanabi.GiveClue, float]:
    """Return the value of each clue, in bits, by what it surely tells the seat that receives it."""
    now = card_values(view)
    before = {seat: heard(view, seat) for seat in {clue.seat for clue in clues}}
    return {clue: _clue_worth(view, now, before[clue.seat], clue) for clue in clues}


def heard(view: hanabi.View, seat: int) -> dict[int, int]:
    """Return, by order, the mask of what cards of another hand may be, by clues and copies that both see."""
    variant = view.terms.variant
    copies = list(view.unseen_copies)
    for order in view.hands[seat]:  # the viewer sees these, their holder does not
        if card := view.cards[order]:
            copies[variant.identity(card)] += 1
    left = sum(1 << identity for identity, count in enumerate(copies) if count)
    known, _ = clue_masks(view, seat)
    return {order: known.get(order, variant.everything) & left for order in view.hands[seat]}


def _clue_worth(view: hanabi.View, now: CardValues, before: dict[int, int], clue: hanabi.GiveClue) -> float:
    mask = view.terms.variant.touch(clue.clue)
    hand, touched = view.hands[clue.seat], hanabi.touches(view, clue.seat, clue.clue)
    oldest = hand[hanabi.chop(hand, view.touched)] if hand else None
    total, promised = 0.0, set[hanabi.Card]()
    for order, known in before.items():
        card = view.cards[order]
        after = known & (mask if order in touched else ~mask)
        if card is None or not after:
            continue
        if now.is_trash(card):
            continue
        total += log2(known.bit_count() / after.bit_count()) / 2
        if known & ~now.playable and not after & ~now.playable and card not in promised:
            promised.add(card)
            total += PLAY_WORTH
        fresh = order == oldest and order in touched and not view.touched >> order & 1
        if fresh and now.is_critical(card):
            total += SAVE_WORTH
    return total


class Cheat(HanabiBot):
    """Plays what is playable, discards what is not needed, and otherwise gives any clue."""

    def decide(self, view: hanabi.View) -> hanabi.Action:
        """Play, else discard a spare card while there is time, else clue, else discard what costs least."""
        options, now, hand = list(hanabi.legal(view)), card_values(view), _faces(view, view.viewer)
        others = {
            card
            for seat in range(len(view.hands))
            if seat != view.viewer
            for card in _faces(view, seat).values()
        }
        plays = [
            order for order, card in hand.items() if now.is_playable(card) and hanabi.Play(order) in options
        ]
        if plays:
            return hanabi.Play(min(plays, key=lambda order: (hand[order] in others, hand[order].rank)))
        cost = {
            order: _discard_cost(now, hand, order, others)
            for order in hand
            if hanabi.Discard(order) in options
        }
        drop = min(cost, key=lambda order: cost[order], default=None)
        if drop is not None and not cost[drop][0] and _may_discard(view):
            return hanabi.Discard(drop)
        clues = [option for option in options if isinstance(option, hanabi.GiveClue)]
        return clues[0] if clues else options[0] if drop is None else hanabi.Discard(drop)


def _faces(view: hanabi.View, seat: int) -> dict[int, hanabi.Card]:
    """Return the visible cards of a hand, by order."""
    return {order: card for order in view.hands[seat] if (card := view.cards[order])}


def _discard_cost(
    now: CardValues, hand: dict[int, hanabi.Card], order: int, others: set[hanabi.Card]
) -> tuple[bool, bool, int]:
    """Return a key that sorts cards by the cost of discarding them: none for trash and for duplicates."""
    card = hand[order]
    spare = now.is_trash(card) or card in others or list(hand.values()).count(card) > 1
    return not spare, now.is_critical(card), -card.rank


def _may_discard(view: hanabi.View) -> bool:
    """Whether few clue tokens are left, and the turn is not needed for a point."""
    if view.stacks is None or view.clue_units > ENOUGH * view.terms.clue_cost:
        return False
    best = hanabi.card_value.max_score(view.terms.variant, view.stacks, view.discarded_copies)
    return len(view.played) + view.deck_left + view.terms.final_round > best
