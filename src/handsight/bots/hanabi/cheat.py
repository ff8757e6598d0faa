"""A bot that is not honest: it sees its own hand, too, and so shows how high scores could be.

It does not know the deck. Only `honest=False` in the roster makes `BotSeat` show it more than a seat may see.
"""

from handsight.bots.hanabi.bot import HanabiBot
from handsight.bots.hanabi.card_values import CardValues, card_values
from handsight.hanabi import Action, Card, Discard, GiveClue, Play, View, card_value, legal

ENOUGH = 5
"""With more clue tokens than this it gives a clue rather than discarding."""


class Cheat(HanabiBot):
    """Plays what is playable, discards what is not needed, and otherwise gives any clue."""

    def decide(self, view: View) -> Action:
        """Play; discard spare cards while there is time; clue; discard the card that costs least."""
        options, now, hand = list(legal(view)), card_values(view), _faces(view, view.viewer)
        others = {
            card
            for seat in range(len(view.hands))
            if seat != view.viewer
            for card in _faces(view, seat).values()
        }
        plays = [order for order, card in hand.items() if now.is_playable(card) and Play(order) in options]
        if plays:
            return Play(min(plays, key=lambda order: (hand[order] in others, hand[order].rank)))
        cost = {order: _discard_cost(now, hand, order, others) for order in hand if Discard(order) in options}
        drop = min(cost, key=lambda order: cost[order], default=None)
        if drop is not None and not cost[drop][0] and _may_discard(view):
            return Discard(drop)
        clues = [option for option in options if isinstance(option, GiveClue)]
        return clues[0] if clues else options[0] if drop is None else Discard(drop)


def _faces(view: View, seat: int) -> dict[int, Card]:
    """Return the visible cards of a hand, by order."""
    return {order: card for order in view.hands[seat] if (card := view.cards[order])}


def _discard_cost(
    now: CardValues, hand: dict[int, Card], order: int, others: set[Card]
) -> tuple[bool, bool, int]:
    """Return a key that sorts cards by the cost of discarding them: none for trash and for duplicates."""
    card = hand[order]
    spare = now.is_trash(card) or card in others or list(hand.values()).count(card) > 1
    return not spare, now.is_critical(card), -card.rank


def _may_discard(view: View) -> bool:
    """Whether a clue token is wanted, and the turn is not needed for a point."""
    if view.stacks is None or view.clue_units > ENOUGH * view.terms.clue_cost:
        return False
    best = card_value.max_score(view.terms.variant, view.stacks, view.discarded_copies)
    return len(view.played) + view.deck_left + view.terms.final_round > best
