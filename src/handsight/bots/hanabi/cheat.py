"""A bot that is not honest: it is shown its own hand too, and says how high honest play could reach.

It does not know the deck. Only its mark in the roster makes the lab show it more than a seat may see.
"""

from handsight.bots.hanabi.board import Board, board
from handsight.bots.hanabi.bot import HanabiBot
from handsight.hanabi import Action, Card, Discard, GiveClue, Play, View, card_value, legal

ENOUGH = 5
"""With more tokens than this it rather gives a clue than takes another token."""


class Cheat(HanabiBot):
    """Plays what fits, throws away what nobody will miss, and passes the time with clues."""

    def decide(self, view: View) -> Action:
        """Play; discard what is spare while there is time; clue; give up what is missed least."""
        options, now, hand = list(legal(view)), board(view), _faces(view, view.viewer)
        others = {
            card
            for seat in range(len(view.hands))
            if seat != view.viewer
            for card in _faces(view, seat).values()
        }
        plays = [order for order, card in hand.items() if now.fits(card) and Play(order) in options]
        if plays:
            return Play(min(plays, key=lambda order: (hand[order] in others, hand[order].rank)))
        missed = {order: _missed(now, hand, order, others) for order in hand if Discard(order) in options}
        drop = min(missed, key=lambda order: missed[order], default=None)
        if drop is not None and not missed[drop][0] and _may_discard(view):
            return Discard(drop)
        clues = [option for option in options if isinstance(option, GiveClue)]
        return clues[0] if clues else options[0] if drop is None else Discard(drop)


def _faces(view: View, seat: int) -> dict[int, Card]:
    """Return a hand with its cards, as far as they are shown."""
    return {order: card for order in view.hands[seat] if (card := view.cards[order])}


def _missed(now: Board, hand: dict[int, Card], order: int, others: set[Card]) -> tuple[bool, bool, int]:
    """Order cards by how much the table would miss them: not at all if useless, or there twice."""
    card = hand[order]
    spare = now.useless(card) or card in others or list(hand.values()).count(card) > 1
    return not spare, now.last(card), -card.rank


def _may_discard(view: View) -> bool:
    """Whether a token is wanted, and the turn not needed for a point."""
    if view.stacks is None or view.clue_units > ENOUGH * view.terms.clue_cost:
        return False
    best = card_value.max_score(view.terms.variant, view.stacks, view.discarded_copies)
    return len(view.played) + view.deck_left + view.terms.final_round > best
