"""The graphs of the program of LAMAS BoerenBridge, as it decides: they ask for the true holders of cards.

Each question stands where the program asks it. Where its answer is not that of the text or of the drawn
graph, `docs/explanation/boeren-agents.md` says so.
"""

from functools import cached_property

from handsight.boeren import SEATS, Card, SpectatorView, trick_value
from handsight.bots.boeren.rule_graphs.graph import CardChoice, Question, RuleGraph
from handsight.bots.boeren.rule_graphs.situations import TIES, Situation, suit_name, symbols
from handsight.bots.boeren.rule_graphs.win_and_lose import (
    HIGHEST_OF_SUIT,
    HIGHEST_TRUMP,
    HIGHEST_UNDER,
    LOWEST_OF_SUIT,
    LOWEST_TRUMP,
    SEVERAL_OF_A_SUIT,
    WORST,
)

SUIT_ORDER = sorted(range(len(TIES)), key=TIES.__getitem__)
"""The order in which the program goes through the suits: hearts, diamonds, clubs, spades."""


class OpenCards(Situation):
    """The table with every hand open."""

    def __init__(self, view: SpectatorView) -> None:
        super().__init__(view)
        self.hands = view.hands

    @cached_property
    def in_play(self) -> dict[Card, int]:
        """Every card in a hand or in the trick, with the seat whose it is."""
        held = {card: seat for seat, hand in enumerate(self.hands) for card in hand}
        laid = {card: (self.view.leader + at) % SEATS for at, card in enumerate(self.view.trick)}
        return held | laid

    def others_hold(self, suit: int) -> bool:
        """Whether another seat really holds a card of a suit, or has one in the trick."""
        return any(card.suit == suit and seat != self.view.viewer for card, seat in self.in_play.items())

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
    def own_top_card(self) -> Card | None:
        """That card, if the seat holds it."""
        card = self.top_card
        return card if card and self.in_play[card] == self.view.viewer else None

    @property
    def beats_trumps(self) -> bool:
        """Whether the highest own trump is above the best card of the trick."""
        return max(self.trumps) > self.best

    @property
    def highest_by_value(self) -> list[Card]:
        """The cards of most value, trumps first."""
        most = max(trick_value(card, self.trump, self.led) for card in self.cards)
        return [card for card in self.cards if trick_value(card, self.trump, self.led) == most]

    def tell_others(self, suit: int) -> str:
        """Say whether others really hold a suit."""
        held = [card for card, seat in self.in_play.items() if card.suit == suit and seat != self.view.viewer]
        return f"I have looked: others have {symbols(held)}" if held else "I have looked: nobody else has one"

    def tell_others_trump(self) -> str:
        """Say whether others really hold a trump."""
        return f"{suit_name(self.trump)} are trump; {self.tell_others(self.trump)}"

    def tell_others_led(self) -> str:
        """Say whether others really have the suit that was led."""
        return self.tell_others(self.view.trick[0].suit)

    def tell_highest_trump(self) -> str:
        """Say whether the highest trump is the seat's own."""
        if not self.trumps:
            return "it holds no trump"
        top = max(self.trumps).symbol
        return (
            f"{top} is the highest trump left"
            if self.has_highest_trump
            else f"{top} is not the highest trump left"
        )

    def tell_top_card(self) -> str:
        """Say whether the seat holds the one card that counts."""
        if not self.top_card:
            return "only trumps are left"
        return f"the top card, {self.top_card.symbol}, is {'its own' if self.own_top_card else 'not its own'}"

    def tell_master_suit(self) -> str:
        """Say whether others really hold the suit of that card."""
        return self.tell_others(self.own_top_card.suit) if self.own_top_card else ""

    def tell_highest_of_suit(self) -> str:
        """Say whether the highest card of the suit led is the seat's own."""
        top = max(self.cards)
        said = "is" if self.is_highest(top) else "is not"
        return f"{top.symbol} {said} the highest of the suit in play"

    def tell_beats_trumps(self) -> str:
        """Say whether the highest own trump beats the trick."""
        said = "beats" if self.beats_trumps else "does not beat"
        return f"{max(self.trumps).symbol} {said} {self.best.symbol}"


_TOP_CARD = CardChoice[OpenCards]("play it", lambda now: [now.own_top_card] if now.own_top_card else [])
_IS_YOURS = "Is the top card (one of top rank, the last in ♥♦♣♠) yours?"
_LEADING = Question[OpenCards](
    "Do others have a trump? (looks)",
    lambda now: now.others_hold(now.trump),
    OpenCards.tell_others_trump,
    yes=Question[OpenCards](
        "Is the highest trump yours?",
        lambda now: now.has_highest_trump,
        OpenCards.tell_highest_trump,
        yes=HIGHEST_TRUMP,
        no=Question[OpenCards](
            _IS_YOURS,
            lambda now: now.own_top_card is not None,
            OpenCards.tell_top_card,
            yes=Question[OpenCards](
                "Do others have its suit? (looks)",
                lambda now: now.own_top_card is not None and now.others_hold(now.own_top_card.suit),
                OpenCards.tell_master_suit,
                yes=_TOP_CARD,
                no=WORST,
            ),
            no=SEVERAL_OF_A_SUIT,
        ),
    ),
    no=Question[OpenCards](
        _IS_YOURS,
        lambda now: now.own_top_card is not None,
        OpenCards.tell_top_card,
        yes=_TOP_CARD,
        no=SEVERAL_OF_A_SUIT,
    ),
)
_HIGHEST_TRUMP_UNASKED = CardChoice[OpenCards](
    "play the highest trump, wherever higher ones are", lambda now: [max(now.trumps)]
)
_VOID = Question[OpenCards](
    "Do you hold a trump?",
    lambda now: now.has_trump,
    Situation.tell_trumps,
    yes=Question[OpenCards](
        "Are you the last to play?",
        lambda now: now.last,
        Situation.tell_last,
        yes=Question[OpenCards](
            "Is there a trump in the trick?",
            lambda now: now.trump_in_trick,
            Situation.tell_trump_in_trick,
            yes=Question[OpenCards](
                "Does your highest trump beat it?",
                lambda now: now.beats_trumps,
                OpenCards.tell_beats_trumps,
                yes=HIGHEST_TRUMP,
                no=WORST,
            ),
            no=WORST,
        ),
        no=Question[OpenCards](
            "Do others have the suit led, in the trick or not? (looks)",
            lambda now: now.led is not None and now.others_hold(now.led),
            OpenCards.tell_others_led,
            yes=Question[OpenCards](
                "Do others have a trump, in the trick or not? (looks)",
                lambda now: now.others_hold(now.trump),
                OpenCards.tell_others_trump,
                yes=_HIGHEST_TRUMP_UNASKED,
                no=LOWEST_TRUMP,
            ),
            no=LOWEST_TRUMP,
        ),
    ),
    no=WORST,
)
AUTHOR_WIN = RuleGraph[OpenCards](
    "author's win",
    "How the authors' program chooses a card to win the trick; NOT HONEST: it looks at other hands.",
    Question[OpenCards](
        "Do you lead to the trick?",
        lambda now: now.leads,
        Situation.tell_lead,
        yes=_LEADING,
        no=Question[OpenCards](
            "Do you hold the suit led?",
            lambda now: now.follows,
            Situation.tell_follow,
            yes=Question[OpenCards](
                "Is there a trump in the trick?",
                lambda now: now.trump_in_trick,
                Situation.tell_trump_in_trick,
                yes=LOWEST_OF_SUIT,
                no=Question[OpenCards](
                    "Is the highest card of the suit in play yours?",
                    lambda now: now.is_highest(max(now.cards)),
                    OpenCards.tell_highest_of_suit,
                    yes=HIGHEST_OF_SUIT,
                    no=LOWEST_OF_SUIT,
                ),
            ),
            no=_VOID,
        ),
    ),
)

_HIGHEST_BY_VALUE = CardChoice[OpenCards](
    "play the highest card, a trump first", lambda now: now.highest_by_value
)
AUTHOR_LOSE = RuleGraph[OpenCards](
    "author's lose",
    "How the authors' program chooses a card to lose the trick.",
    Question[OpenCards](
        "Do you lead to the trick?",
        lambda now: now.leads,
        Situation.tell_lead,
        yes=WORST,
        no=Question[OpenCards](
            "Do you hold the suit led?",
            lambda now: now.follows,
            Situation.tell_follow,
            yes=Question[OpenCards](
                "Is there a trump in the trick?",
                lambda now: now.trump_in_trick,
                Situation.tell_trump_in_trick,
                yes=HIGHEST_OF_SUIT,
                no=Question[OpenCards](
                    "Is the highest card of the suit in play yours?",
                    lambda now: now.is_highest(max(now.cards)),
                    OpenCards.tell_highest_of_suit,
                    yes=HIGHEST_OF_SUIT,
                    no=Question[OpenCards](
                        "Do you hold a card below the best one?",
                        lambda now: bool(now.under),
                        Situation.tell_under,
                        yes=HIGHEST_UNDER,
                        no=HIGHEST_OF_SUIT,
                    ),
                ),
            ),
            no=Question[OpenCards](
                "Do you hold a trump below one in the trick?",
                lambda now: now.trump_in_trick and bool(now.under),
                Situation.tell_under_trump,
                yes=HIGHEST_UNDER,
                no=_HIGHEST_BY_VALUE,
            ),
        ),
    ),
)
