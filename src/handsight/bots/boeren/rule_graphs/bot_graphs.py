"""The graphs by which bots choose a card: the two of LAMAS BoerenBridge, and one by exact probabilities.

`WIN` is what `greedy-kripke` walks, and `full-kripke` until it has made its bid; then it walks `LOSE`.
`LIKELY_WIN` asks the same of exact probabilities, for `counter`.
"""

from handsight.boeren import SEATS
from handsight.bots.boeren.rule_graphs.rule_graph import (
    ChoiceNode,
    GraphQuestion,
    Node,
    RuleGraph,
    symbol_or_suit,
)
from handsight.bots.boeren.rule_graphs.situations import (
    CardByCard,
    Exact,
    Situation,
    highest,
    lowest,
)

# Choices.

WORST = ChoiceNode[Situation]("play the worst card", lambda now: [lowest(now.cards, now.trump)])
LOWEST_OF_SUIT = ChoiceNode[Situation]("play the lowest of the suit", lambda now: [min(now.cards)])
HIGHEST_OF_SUIT = ChoiceNode[Situation]("play the highest of the suit", lambda now: [max(now.cards)])
HIGHEST_TRUMP = ChoiceNode[Situation]("play the highest trump", lambda now: [max(now.trumps)])
LOWEST_TRUMP = ChoiceNode[Situation]("play the lowest trump", lambda now: [min(now.trumps)])
LOWEST_LEADING_TRUMP = ChoiceNode[Situation](
    "play the lowest trump that beats the trick", lambda now: [min(now.leading_trumps)]
)
LOWEST_SAFE_TRUMP = ChoiceNode[CardByCard]("play the lowest such trump", lambda now: [min(now.safe_trumps)])
LOWEST_LIKELY_TRUMP = ChoiceNode[Exact]("play the lowest such trump", lambda now: [min(now.likely_trumps)])
HIGHEST_MASTER = ChoiceNode[CardByCard](
    "play the highest of them", lambda now: [highest(now.masters, now.trump)]
)
CONTESTED_MASTER = ChoiceNode[CardByCard](
    "play the highest of them", lambda now: [highest(now.contested_masters, now.trump)]
)
LOWEST_OF_LONG_SUIT = ChoiceNode[Situation](
    "play the lowest card of such a suit",
    lambda now: [min(card for card in now.cards if card.suit == suit) for suit in now.long_suits],
)
HIGHEST_UNDER = ChoiceNode[Situation]("play the highest of them", lambda now: [max(now.under)])
HIGHEST_PLAIN = ChoiceNode[Situation]("play the highest of them", lambda now: [highest(now.plain, now.trump)])

# Questions that several graphs ask.

LEADS = GraphQuestion[Situation](
    "Do you lead to the trick?", lambda now: now.led is None, "it leads to the trick", "{led} were led"
)
FOLLOWS = GraphQuestion[Situation](
    "Do you hold the suit led?",
    lambda now: now.cards[0].suit == now.led,
    "it holds {cards}",
    "it holds no {led}",
)
HAS_TRUMP = GraphQuestion[Situation](
    "Do you hold a trump?", lambda now: now.trumps, "it holds {trumps}", "it holds no {trump}, no trump"
)
IS_LAST = GraphQuestion[Situation](
    "Are you the last to play?",
    lambda now: len(now.view.trick) == SEATS - 1,
    "it is the last to play",
    Situation.tell_to_come,
)
TRUMP_IN_TRICK = GraphQuestion[Situation](
    "Is there a trump in the trick?",
    lambda now: now.trump_in_trick,
    "{best} is a trump",
    "no trump ({trump}) is in the trick",
)
WAS_TRUMPED = GraphQuestion[Situation](
    "Has another suit been trumped?",
    lambda now: now.trump_in_trick and now.led != now.trump,
    Situation.tell_was_trumped,
)
HOLDS_UNDER = GraphQuestion[Situation](
    "Do you hold a card below the best one?",
    lambda now: now.under,
    "{under:are} below {best}",
    "nothing stays below {best}",
)
HOLDS_TRUMP_UNDER = GraphQuestion[Situation](
    "Do you hold a trump below one in the trick?",
    lambda now: now.trump_in_trick and now.under,
    lambda now: (HOLDS_UNDER if now.trump_in_trick else TRUMP_IN_TRICK).fact(now),
)
SEVERAL_OF_A_SUIT = GraphQuestion[Situation](
    "Do you hold two cards of a suit that is no trump?",
    lambda now: now.long_suits,
    "it holds several {long_suits}",
    "it holds no two cards of another suit",
)(yes=LOWEST_OF_LONG_SUIT, no=WORST)


# Our graphs.


def _opening(others: str, top_trump: str, masters: str, contested: str) -> Node:
    """Return the node for a lead: a master, else the lowest of a long suit, else the worst card."""
    others_hold_trump = GraphQuestion[CardByCard](
        others,
        lambda now: now.others_hold(now.trump),
        lambda now: f"{symbol_or_suit(now.trump)} are trump and {now.tell_others(now.trump)}",
    )
    top_trump_takes = GraphQuestion[CardByCard](
        top_trump, lambda now: now.trumps and now.takes(max(now.trumps)), CardByCard.tell_top_trump
    )
    has_masters = GraphQuestion[CardByCard](masters, lambda now: now.masters, lambda now: now.tell_masters())
    is_contested = GraphQuestion[CardByCard](
        contested, lambda now: now.contested_masters, CardByCard.tell_contested
    )
    return others_hold_trump(
        yes=top_trump_takes(
            yes=HIGHEST_TRUMP,
            no=has_masters(yes=is_contested(yes=CONTESTED_MASTER, no=WORST), no=SEVERAL_OF_A_SUIT),
        ),
        no=has_masters(yes=HIGHEST_MASTER, no=SEVERAL_OF_A_SUIT),
    )


def _top_takes(text: str) -> GraphQuestion[CardByCard]:
    return GraphQuestion[CardByCard](
        text, lambda now: now.takes(now.top), lambda now: now.tell_takes(now.top)
    )


TRUMP_LEADS = "{leading_trumps} would beat {best}", "none of its trumps beats {best}"
WIN = RuleGraph(
    "win",
    "Choose a card to win the trick, from where each card may be.",
    CardByCard,
    LEADS(
        yes=_opening(
            others="May others hold a trump?",
            top_trump="Is your highest trump master?",
            masters="Is another card of yours master?",
            contested="May others hold the suit of such a card?",
        ),
        no=FOLLOWS(
            yes=WAS_TRUMPED(
                yes=LOWEST_OF_SUIT,
                no=_top_takes("Is your highest card of the suit master?")(
                    yes=HIGHEST_OF_SUIT, no=LOWEST_OF_SUIT
                ),
            ),
            no=HAS_TRUMP(
                yes=IS_LAST(
                    yes=TRUMP_IN_TRICK(
                        yes=GraphQuestion[Situation](
                            "Does one of your trumps beat it?", lambda now: now.leading_trumps, *TRUMP_LEADS
                        )(yes=LOWEST_LEADING_TRUMP, no=WORST),
                        no=LOWEST_TRUMP,
                    ),
                    no=GraphQuestion[Situation](
                        "Does one of your trumps beat the trick as it lies?",
                        lambda now: now.leading_trumps,
                        *TRUMP_LEADS,
                    )(
                        yes=GraphQuestion[CardByCard](
                            "May a seat still to play hold the suit led?",
                            lambda now: now.later_hold(now.led),
                            lambda now: now.tell_later(now.view.trick[0].suit),
                        )(
                            yes=GraphQuestion[CardByCard](
                                "May a seat still to play hold a trump?",
                                lambda now: now.later_hold(now.trump),
                                lambda now: now.tell_later(now.trump),
                            )(
                                yes=GraphQuestion[CardByCard](
                                    "Do you hold a trump that they cannot beat?",
                                    lambda now: now.safe_trumps,
                                    "nobody still to play can beat {safe_trumps:or}",
                                    "they may beat every trump it holds",
                                )(yes=LOWEST_SAFE_TRUMP, no=WORST),
                                no=LOWEST_LEADING_TRUMP,
                            ),
                            no=LOWEST_LEADING_TRUMP,
                        ),
                        no=WORST,
                    ),
                ),
                no=WORST,
            ),
        ),
    ),
)

LIKELY_WIN = RuleGraph(
    "likely win",
    "The win graph with exact probabilities: likely is a probability of one half or more.",
    Exact,
    LEADS(
        yes=_opening(
            others="Is it likely that others hold a trump?",
            top_trump="Is your highest trump likely to take the trick?",
            masters="Is another card likely to take it?",
            contested="Is it likely that others hold such a card's suit?",
        ),
        no=FOLLOWS(
            yes=_top_takes("Is your highest card likely to take the trick?")(
                yes=HIGHEST_OF_SUIT, no=LOWEST_OF_SUIT
            ),
            no=GraphQuestion[Exact](
                "Is one of your trumps likely to take it?",
                lambda now: now.likely_trumps,
                Exact.tell_likely_trumps,
            )(yes=LOWEST_LIKELY_TRUMP, no=WORST),
        ),
    ),
)

LOSE = RuleGraph(
    "lose",
    "Choose a card to lose the trick; no question is about hidden cards.",
    Situation,
    LEADS(
        yes=WORST,
        no=FOLLOWS(
            yes=WAS_TRUMPED(
                yes=HIGHEST_OF_SUIT,
                no=HOLDS_UNDER(yes=HIGHEST_UNDER, no=IS_LAST(yes=HIGHEST_OF_SUIT, no=LOWEST_OF_SUIT)),
            ),
            no=HOLDS_TRUMP_UNDER(
                yes=HIGHEST_UNDER,
                no=GraphQuestion[Situation](
                    "Do you hold cards that are no trumps?",
                    lambda now: now.plain,
                    "{plain:are} no trump",
                    "it holds only trumps",
                )(yes=HIGHEST_PLAIN, no=LOWEST_TRUMP),
            ),
        ),
    ),
)

GRAPHS = (WIN, LOSE, LIKELY_WIN)
