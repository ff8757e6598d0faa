"""The bots of the authors' program of LAMAS BoerenBridge, which look at other hands; a table compares them.

The graphs ask for the true holders of cards; each question stands where the program asks it. Where its answer
is not that of the text or of the drawn graph, `docs/explanation/boeren-agents.md` says so. The program's
Greedy and Random are ours.
"""

from functools import cached_property

from bench.batches.peeking_kernels import FULL_KRIPKE_AUTHOR, GREEDY_KRIPKE_AUTHOR
from handsight.boeren import SEATS, Card, SpectatorView, View, trick_value
from handsight.bots import BotSpec
from handsight.bots.boeren.kripke_bots import GraphBot
from handsight.bots.boeren.rule_graphs.bot_graphs import (
    FOLLOWS,
    HAS_TRUMP,
    HIGHEST_OF_SUIT,
    HIGHEST_TRUMP,
    HIGHEST_UNDER,
    HOLDS_TRUMP_UNDER,
    HOLDS_UNDER,
    IS_LAST,
    LEADS,
    LOSE,
    LOWEST_OF_SUIT,
    LOWEST_TRUMP,
    SEVERAL_OF_A_SUIT,
    TRUMP_IN_TRICK,
    WIN,
    WORST,
)
from handsight.bots.boeren.rule_graphs.rule_graph import ChoiceNode, GraphQuestion, RuleGraph, symbol_or_suit
from handsight.bots.boeren.rule_graphs.situations import TIES, Situation, symbols

SUIT_ORDER = sorted(range(len(TIES)), key=TIES.__getitem__)
"""The order in which the authors' program goes through the suits."""


class OpenCards(Situation):
    """The table with every hand open."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        if not isinstance(view, SpectatorView):
            raise TypeError("this bot is not honest, and must be shown every hand")
        self.hands = view.hands

    @cached_property
    def in_play(self) -> dict[Card, int]:
        """Every card in a hand or in the trick, with the seat whose it is."""
        held = {card: seat for seat, hand in enumerate(self.hands) for card in hand}
        laid = {card: (self.view.leader + at) % SEATS for at, card in enumerate(self.view.trick)}
        return held | laid

    def others_have(self, suit: int | None) -> list[Card]:
        """Return the cards of a suit that other seats really hold, or have in the trick."""
        return [card for card, seat in self.in_play.items() if card.suit == suit and seat != self.view.viewer]

    def is_highest(self, card: Card) -> bool:
        """Whether no card of the suit that is in play is higher."""
        return all(card >= other for other in self.in_play if other.suit == card.suit)

    @property
    def has_highest_trump(self) -> bool:
        """Whether the highest trump in play is the seat's own."""
        return bool(self.trumps) and self.is_highest(max(self.trumps))

    @cached_property
    def top_card(self) -> Card | None:
        """The one card that the program looks at where it seeks a card that nobody can beat.

        Of the highest cards of the suits that are no trump it takes those of top rank, and of these the one
        whose suit comes last.
        """
        suits = [suit for suit in SUIT_ORDER if suit != self.trump]
        tops = [max(cards) for suit in suits if (cards := [c for c in self.in_play if c.suit == suit])]
        rank = max((card.rank for card in tops), default=0)
        last = [card for card in tops if card.rank == rank][-1:]
        return last[0] if last else None

    @property
    def own_top_cards(self) -> list[Card]:
        """That card, if the seat holds it."""
        card = self.top_card
        return [card] if card and self.in_play[card] == self.view.viewer else []

    @property
    def highest_trump(self) -> Card:
        """The highest trump of the hand."""
        return max(self.trumps)

    @property
    def highest_of_suit(self) -> Card:
        """The highest card of the suit led that the seat holds."""
        return max(self.cards)

    @property
    def highest_by_value(self) -> list[Card]:
        """The cards of most value, trumps first."""
        most = max(trick_value(card, self.trump, self.led) for card in self.cards)
        return [card for card in self.cards if trick_value(card, self.trump, self.led) == most]

    def tell_others(self, suit: int) -> str:
        """Say whether others really hold a suit."""
        held = self.others_have(suit)
        return f"I have looked: others have {symbols(held)}" if held else "I have looked: nobody else has one"

    def tell_highest_trump(self) -> str:
        """Say whether the highest trump is the seat's own."""
        if not self.trumps:
            return "it holds no trump"
        said = "is" if self.has_highest_trump else "is not"
        return f"{self.highest_trump.symbol} {said} the highest trump left"

    def tell_top_card(self) -> str:
        """Say whether the seat holds the one card that counts."""
        if not self.top_card:
            return "only trumps are left"
        return (
            f"the top card, {self.top_card.symbol}, is {'its own' if self.own_top_cards else 'not its own'}"
        )


def _others_have_trump(text: str) -> GraphQuestion[OpenCards]:
    return GraphQuestion[OpenCards](
        text,
        lambda now: now.others_have(now.trump),
        lambda now: f"{symbol_or_suit(now.trump)} are trump; {now.tell_others(now.trump)}",
    )


_TOP_CARD = ChoiceNode[OpenCards]("play it", lambda now: now.own_top_cards)
_TOP_CARD_IS_YOURS = GraphQuestion[OpenCards](
    "Is the top card (one of top rank, the last in ♥♦♣♠) yours?",
    lambda now: now.own_top_cards,
    OpenCards.tell_top_card,
)
_HIGHEST_OF_SUIT_IS_YOURS = GraphQuestion[OpenCards](
    "Is the highest card of the suit in play yours?",
    lambda now: now.is_highest(now.highest_of_suit),
    "{highest_of_suit} is the highest of the suit in play",
    "{highest_of_suit} is not the highest of the suit in play",
)
AUTHOR_WIN = RuleGraph(
    "author's win",
    "How the authors' program chooses a card to win the trick; NOT HONEST: it looks at other hands.",
    OpenCards,
    LEADS(
        yes=_others_have_trump("Do others have a trump? (looks)")(
            yes=GraphQuestion[OpenCards](
                "Is the highest trump yours?",
                lambda now: now.has_highest_trump,
                OpenCards.tell_highest_trump,
            )(
                yes=HIGHEST_TRUMP,
                no=_TOP_CARD_IS_YOURS(
                    yes=GraphQuestion[OpenCards](
                        "Do others have its suit? (looks)",
                        lambda now: now.others_have(now.own_top_cards[0].suit),
                        lambda now: now.tell_others(now.own_top_cards[0].suit),
                    )(yes=_TOP_CARD, no=WORST),
                    no=SEVERAL_OF_A_SUIT,
                ),
            ),
            no=_TOP_CARD_IS_YOURS(yes=_TOP_CARD, no=SEVERAL_OF_A_SUIT),
        ),
        no=FOLLOWS(
            yes=TRUMP_IN_TRICK(
                yes=LOWEST_OF_SUIT,
                no=_HIGHEST_OF_SUIT_IS_YOURS(yes=HIGHEST_OF_SUIT, no=LOWEST_OF_SUIT),
            ),
            no=HAS_TRUMP(
                yes=IS_LAST(
                    yes=TRUMP_IN_TRICK(
                        yes=GraphQuestion[OpenCards](
                            "Does your highest trump beat it?",
                            lambda now: now.highest_trump > now.best,
                            "{highest_trump} beats {best}",
                            "{highest_trump} does not beat {best}",
                        )(yes=HIGHEST_TRUMP, no=WORST),
                        no=WORST,
                    ),
                    no=GraphQuestion[OpenCards](
                        "Do others have the suit led, in the trick or not? (looks)",
                        lambda now: now.others_have(now.led),
                        lambda now: now.tell_others(now.view.trick[0].suit),
                    )(
                        yes=_others_have_trump("Do others have a trump, in the trick or not? (looks)")(
                            yes=ChoiceNode[OpenCards](
                                "play the highest trump, wherever higher ones are",
                                lambda now: [now.highest_trump],
                            ),
                            no=LOWEST_TRUMP,
                        ),
                        no=LOWEST_TRUMP,
                    ),
                ),
                no=WORST,
            ),
        ),
    ),
)
AUTHOR_LOSE = RuleGraph(
    "author's lose",
    "How the authors' program chooses a card to lose the trick.",
    OpenCards,
    LEADS(
        yes=WORST,
        no=FOLLOWS(
            yes=TRUMP_IN_TRICK(
                yes=HIGHEST_OF_SUIT,
                no=_HIGHEST_OF_SUIT_IS_YOURS(
                    yes=HIGHEST_OF_SUIT,
                    no=HOLDS_UNDER(yes=HIGHEST_UNDER, no=HIGHEST_OF_SUIT),
                ),
            ),
            no=HOLDS_TRUMP_UNDER(
                yes=HIGHEST_UNDER,
                no=ChoiceNode[OpenCards](
                    "play the highest card, a trump first", lambda now: now.highest_by_value
                ),
            ),
        ),
    ),
)


class AuthorGreedyKripke(GraphBot):
    """Always plays by the authors' win graph, which looks at other hands."""

    graphs = (AUTHOR_WIN,)


class AuthorFullKripke(GraphBot):
    """Plays by the authors' win graph until it has made its bid, then by their lose graph."""

    graphs = (AUTHOR_WIN, AUTHOR_LOSE)


class AuthorToWin(GraphBot):
    """Their win graph and our lose graph: a comparison shows what each is worth."""

    graphs = (AUTHOR_WIN, LOSE)


class AuthorToLose(GraphBot):
    """Our win graph and their lose graph."""

    graphs = (WIN, AUTHOR_LOSE)


GREEDY_PEEKING = BotSpec(
    "greedy-kripke-author",
    "NOT HONEST: greedy-kripke of the authors' program, which looks at other hands",
    AuthorGreedyKripke,
    honest=False,
    compiler=lambda _rules: GREEDY_KRIPKE_AUTHOR,
)
FULL_PEEKING = BotSpec(
    "full-kripke-author",
    "NOT HONEST: full-kripke of the authors' program, which looks at other hands",
    AuthorFullKripke,
    honest=False,
    compiler=lambda _rules: FULL_KRIPKE_AUTHOR,
)
MIXED = (
    BotSpec("their win graph, our lose graph", "", AuthorToWin, honest=False),
    BotSpec("our win graph, their lose graph", "", AuthorToLose, honest=False),
)
"""Neither is compiled, so they play fewer games."""
