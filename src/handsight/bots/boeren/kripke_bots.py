"""The bots of LAMAS BoerenBridge: random, greedy, and those that reason about the cards.

They guess how many tricks to bid by the mean value of their cards, compared with that of the pack. Those that
reason walk graphs of rules (`rule_graphs`), and say the path that led to a card.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import ClassVar

from handsight import boeren
from handsight.bots.boeren.bot import BoerenBot
from handsight.bots.boeren.rule_graphs.bot_graphs import LIKELY_WIN, LOSE, WIN
from handsight.bots.boeren.rule_graphs.rule_graph import RuleGraph, Walk
from handsight.bots.boeren.rule_graphs.situations import symbols
from handsight.bots.bot import Decision

TRUMP_BONUS = 13
"""What is added to the rank of a trump, for its value."""
LIMITS = (Fraction(8, 10), Fraction(11, 10), Fraction(13, 10))
"""Limits of `strength`: below the first a bot bids 0, below the second a quarter of the tricks, then half."""
SHARES = ("no trick", "a quarter of the tricks", "half of the tricks", "all tricks")


def strength(cards: Sequence[boeren.Card], pack: Sequence[boeren.Card], trump: int) -> Fraction:
    """Return the mean value of some cards, divided by that of the pack."""
    return mean_value(cards, trump) / mean_value(pack, trump)


def mean_value(cards: Sequence[boeren.Card], trump: int) -> Fraction:
    """Return the mean value of some cards: the rank, and 13 more for a trump."""
    return Fraction(sum(card.rank + TRUMP_BONUS * (card.suit == trump) for card in cards), len(cards))


def guess(view: boeren.View) -> tuple[int, bool]:
    """Return how many tricks the hand seems good for, and whether it is at least an average hand."""
    size, ratio = view.terms.hand_size, strength(view.hand, view.terms.pack, view.trump)
    tricks = (0, size // 4, size // 2, size)[sum(ratio >= limit for limit in LIMITS)]
    return tricks, ratio >= 1


def explain_bid(view: boeren.View, bid: boeren.Bid | boeren.ChangeBid) -> str:
    """Return the reason for a bid: the hand's strength, the limits that it lies between, and a change."""
    hand, pack = (float(mean_value(cards, view.trump)) for cards in (view.hand, view.terms.pack))
    ratio = strength(view.hand, view.terms.pack, view.trump)
    share = sum(ratio >= limit for limit in LIMITS)
    tricks, good = guess(view)
    means = f"the mean card of the hand is worth {hand:.2f}, that of the pack {pack:.2f}"
    least = f"at least {float(LIMITS[share - 1])}" if share else ""
    most = f"below {float(LIMITS[share])}" if share < len(LIMITS) else ""
    limits = " and ".join(filter(None, (least, most)))
    guessed = f"{means}: q = {float(ratio):.3f}, {limits} → {SHARES[share]}: {tricks}"
    if bid.tricks == tricks and isinstance(bid, boeren.Bid):
        return guessed
    size, first = view.terms.hand_size, tricks if isinstance(bid, boeren.Bid) else view.bids[view.viewer] or 0
    how = f"q is {'at least' if good else 'below'} 1" if 0 < first < size else "no other is one away"
    if view.terms.rules.dealer_change == "any_other":
        how = "by the dice"
    return f"{guessed}; with {first} all bids add up to {size}, so the dealer moves to {bid.tricks} ({how})"


def only_card(card: boeren.Card) -> str:
    """Return the reason for a card that was the only legal one."""
    return f"{card.symbol} is the only card that it may play"


class Random(BoerenBot):
    """Bids any number and plays any legal card."""

    def decide(self, view: boeren.View) -> Decision[boeren.Action]:
        """Choose a random legal action; a bid that is barred moves by one, up or down."""
        if view.must_change:
            return Decision(
                self.one_of(list(boeren.legal(view))), lambda: "the dealer must change; by the dice"
            )
        if view.bidding:
            tricks = self.one_of(range(view.terms.hand_size + 1))
            barred = view.terms.rules.dealer_change == "barred"
            bid = boeren.Bid(self.one_of(boeren.revised_bids(view, tricks)) if barred else tricks)
            return Decision(bid, lambda: "a number of tricks by the dice")
        cards = boeren.playable_cards(view.hand, view.led)
        card = self.one_of(cards)
        if len(cards) == 1:
            return Decision(boeren.Play(card), partial(only_card, card))
        return Decision(boeren.Play(card), lambda: f"by the dice: one of {symbols(cards, 'or')}")


class Guessing(BoerenBot):
    """A bot that bids by the mean value of its hand."""

    def bid(self, view: boeren.View) -> boeren.Bid | boeren.ChangeBid:
        """Return the guess as a bid; a dealer who must change it moves up with a good hand, else down."""
        tricks, good = guess(view)
        if view.must_change:
            return boeren.ChangeBid(self._moved(view, view.bids[view.viewer] or 0, good=good))
        barred = view.terms.rules.dealer_change == "barred"
        return boeren.Bid(self._moved(view, tricks, good=good) if barred else tricks)

    def _moved(self, view: boeren.View, tricks: int, *, good: bool) -> int:
        choices = boeren.revised_bids(view, tricks)
        if view.terms.rules.dealer_change == "any_other":
            return self.one_of(choices)
        return choices[good] if len(choices) == 2 else choices[0]

    def decide_bid(self, view: boeren.View) -> Decision[boeren.Action]:
        """Bid, and say why."""
        bid = self.bid(view)
        return Decision(bid, partial(explain_bid, view, bid))


class Greedy(Guessing):
    """Always plays its highest legal card."""

    def decide(self, view: boeren.View) -> Decision[boeren.Action]:
        """Bid, or play the card of most value."""
        if view.bidding:
            return self.decide_bid(view)
        cards = boeren.playable_cards(view.hand, view.led)
        most = max(boeren.trick_value(card, view.trump, view.led) for card in cards)
        best = [card for card in cards if boeren.trick_value(card, view.trump, view.led) == most]
        card = self.one_of(best)
        if len(cards) == 1:
            return Decision(boeren.Play(card), partial(only_card, card))
        drawn = f", one of {len(best)} by the dice" if len(best) > 1 else ""
        said = f"always the highest of {len(cards)} legal cards: {card.symbol}, worth {most}{drawn}"
        return Decision(boeren.Play(card), lambda: said)


class GraphBot(Guessing):
    """Bids by the mean of its hand, and plays by graphs of rules."""

    graphs: ClassVar[tuple[RuleGraph, ...]]
    """The graph by which it plays to win and, if it has a second, the one for when it has made its bid."""

    def decide(self, view: boeren.View) -> Decision[boeren.Action]:
        """Bid, or play the card at the end of the path through a graph."""
        if view.bidding:
            return self.decide_bid(view)
        walk = self.walk(view)
        card = self.one_of(walk.cards)
        return Decision(boeren.Play(card), partial(self.explain_card, view, walk, card))

    def walk(self, view: boeren.View) -> Walk:
        """Walk the graph that this bot uses now."""
        return self.graphs[-1 if has_made_bid(view) else 0].walk(view)

    def explain_card(self, view: boeren.View, walk: Walk, card: boeren.Card) -> str:
        """Return the reason for a card: the path, and, with two graphs, whether the seat wants the trick."""
        if len(boeren.playable_cards(view.hand, view.led)) == 1:
            return only_card(card)
        if len(self.graphs) == 1:
            return walk.explain(card)
        bid, won = view.bids[view.viewer], view.won[view.viewer]
        wants = "wants no more" if has_made_bid(view) else "wants this one"
        return f"it bid {bid}, has {won} and {wants}: {walk.explain(card)}"


class GreedyKripke(GraphBot):
    """Always plays by the win graph."""

    graphs = (WIN,)


class FullKripke(GraphBot):
    """Plays by the win graph until it has made its bid, then by the lose graph."""

    graphs = (WIN, LOSE)


class Counter(GraphBot):
    """Plays as `full-kripke` does, but by the win graph with exact probabilities."""

    graphs = (LIKELY_WIN, LOSE)


def has_made_bid(view: boeren.View) -> bool:
    """Whether the viewer has as many tricks as it bid, or more."""
    bid = view.bids[view.viewer]
    return bid is not None and view.won[view.viewer] >= bid
