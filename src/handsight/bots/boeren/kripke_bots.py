"""The bots of LAMAS BoerenBridge: random, greedy, three that reason about the cards.

They guess how many tricks to bid by the mean value of their cards, compared with that of the pack.
"""

from collections.abc import Sequence
from fractions import Fraction

from handsight.boeren import (
    Action,
    Bid,
    Card,
    ChangeBid,
    Event,
    Play,
    Rules,
    View,
    legal,
    playable_cards,
    revised_bids,
    trick_value,
)
from handsight.bots.boeren.rule_graphs import Answers, exact_answers, kripke_answers, lose, win
from handsight.bots.bot import Bot

BoerenBot = Bot[Rules, View, Event, Action]
"""A bot of Boeren Bridge; its terms are the rules of the whole match."""
TRUMP_BONUS = 13
"""How much more a trump is worth than its rank."""
LIMITS = (Fraction(8, 10), Fraction(11, 10), Fraction(13, 10))
"""Below the first limit they bid nothing, below the second a quarter of the tricks, then half, then all."""


def strength(cards: Sequence[Card], pack: Sequence[Card], trump: int) -> Fraction:
    """Return the mean value of some cards, divided by that of the pack."""
    return _mean_value(cards, trump) / _mean_value(pack, trump)


def _mean_value(cards: Sequence[Card], trump: int) -> Fraction:
    return Fraction(sum(card.rank + TRUMP_BONUS * (card.suit == trump) for card in cards), len(cards))


def guess(view: View) -> tuple[int, bool]:
    """Return how many tricks the hand seems good for, and whether it is at least an average hand."""
    size, ratio = view.terms.hand_size, strength(view.hand, view.terms.pack, view.trump)
    tricks = (0, size // 4, size // 2, size)[sum(ratio >= limit for limit in LIMITS)]
    return tricks, ratio >= 1


class Random(BoerenBot):
    """Bids any number and plays any legal card."""

    def decide(self, view: View) -> Action:
        """Choose a random legal action; a bid that is barred moves by one, up or down."""
        if view.must_change:
            return self.one_of(list(legal(view)))
        if view.bidding:
            tricks = self.one_of(range(view.terms.hand_size + 1))
            barred = view.terms.rules.dealer_change == "barred"
            return Bid(self.one_of(revised_bids(view, tricks)) if barred else tricks)
        return Play(self.one_of(playable_cards(view.hand, view.led)))


class Guessing(BoerenBot):
    """Bids by the mean of its hand."""

    def bid(self, view: View) -> Bid | ChangeBid:
        """Guess; a dealer who has to change the guess moves up with a good hand, else down."""
        tricks, good = guess(view)
        if view.must_change:
            return ChangeBid(self._moved(view, view.bids[view.viewer] or 0, good=good))
        barred = view.terms.rules.dealer_change == "barred"
        return Bid(self._moved(view, tricks, good=good) if barred else tricks)

    def _moved(self, view: View, tricks: int, *, good: bool) -> int:
        choices = revised_bids(view, tricks)
        if view.terms.rules.dealer_change == "any_other":
            return self.one_of(choices)
        return choices[good] if len(choices) == 2 else choices[0]


class Greedy(Guessing):
    """Always plays its highest legal card."""

    def decide(self, view: View) -> Action:
        """Bid, or play the card of most value."""
        if view.bidding:
            return self.bid(view)
        cards = playable_cards(view.hand, view.led)
        most = max(trick_value(card, view.trump, view.led) for card in cards)
        return Play(self.one_of([card for card in cards if trick_value(card, view.trump, view.led) == most]))


class GreedyKripke(Guessing):
    """Always plays by the win graph."""

    def decide(self, view: View) -> Action:
        """Bid, or play to win the trick."""
        if view.bidding:
            return self.bid(view)
        return Play(self.card(view))

    def card(self, view: View) -> Card:
        """Choose a card."""
        return win(view, self.answers(view), self.one_of)

    def answers(self, view: View) -> Answers:
        """Answer the graph's questions."""
        return kripke_answers(view)


class FullKripke(GreedyKripke):
    """Plays by the win graph until it has made its bid, then by the lose graph."""

    def card(self, view: View) -> Card:
        """Choose a card: to win while tricks are wanted, else to lose."""
        bid = view.bids[view.viewer]
        if bid is not None and view.won[view.viewer] >= bid:
            return lose(view)
        return super().card(view)


class Counter(FullKripke):
    """Makes the same choices from exact probabilities."""

    def answers(self, view: View) -> Answers:
        """Answer the graph's questions."""
        return exact_answers(view)
