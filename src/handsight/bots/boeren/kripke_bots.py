"""The document's players, answering from what they know, and one who counts."""

from handsight.boeren import Action, Bid, Card, Play, View, playable_cards, revised_bids, trick_value
from handsight.bots.boeren.bid_guess import guess
from handsight.bots.boeren.bot import Agent
from handsight.bots.boeren.exact_chances import counted
from handsight.bots.boeren.rule_graphs import Answers, alone, lose, win


class Random(Agent):
    """Bids any number and plays any legal card."""

    def decide(self, view: View) -> Action:
        """Throw the dice."""
        if view.bidding:
            return Bid(self.one_of(revised_bids(view, self.one_of(range(view.terms.hand_size + 1)))))
        return Play(self.one_of(playable_cards(view.hand, view.led)))


class Guessing(Agent):
    """Bids by the mean of its hand."""

    def bid(self, view: View) -> Bid:
        """Guess; a dealer who is barred moves up with a good hand, else down."""
        tricks, good = guess(view)
        choices = revised_bids(view, tricks)
        if len(choices) == 2 and view.terms.rules.dealer_change == "plus_minus_one":
            return Bid(choices[good])
        return Bid(self.one_of(choices))


class Greedy(Guessing):
    """Plays its highest legal card, always."""

    def decide(self, view: View) -> Action:
        """Bid, or play the card of most value."""
        if view.bidding:
            return self.bid(view)
        cards = playable_cards(view.hand, view.led)
        most = max(trick_value(card, view.trump, view.led) for card in cards)
        return Play(self.one_of([card for card in cards if trick_value(card, view.trump, view.led) == most]))


class GreedyKripke(Guessing):
    """Plays by the win graph, always."""

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
        return alone(view)


class FullKripke(GreedyKripke):
    """Plays by the win graph until it has its bid, then by the lose graph."""

    def card(self, view: View) -> Card:
        """Choose a card by the graph that fits."""
        bid = view.bids[view.viewer]
        if bid is not None and view.won[view.viewer] >= bid:
            return lose(view)
        return super().card(view)


class Counter(FullKripke):
    """Makes the same choices on exact chances."""

    def answers(self, view: View) -> Answers:
        """Answer the graph's questions."""
        return counted(view)
