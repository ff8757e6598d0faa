"""The two graphs of LAMAS BoerenBridge: choose a card to win the trick, or to lose it.

`WIN` is what `greedy-kripke` walks, and `full-kripke` until it has made its bid; then it walks `LOSE`.
`LIKELY_WIN` asks the same of exact probabilities, for `counter`.
"""

from typing import NamedTuple

from handsight.bots.boeren.rule_graphs.graph import CardChoice, Node, Question, RuleGraph
from handsight.bots.boeren.rule_graphs.situations import CardByCard, Exact, Judged, Situation, highest

WORST = CardChoice[Situation]("play the worst card", lambda now: [now.worst])
LOWEST_OF_SUIT = CardChoice[Situation]("play the lowest of the suit", lambda now: [min(now.cards)])
HIGHEST_OF_SUIT = CardChoice[Situation]("play the highest of the suit", lambda now: [max(now.cards)])
HIGHEST_TRUMP = CardChoice[Situation]("play the highest trump", lambda now: [max(now.trumps)])
LOWEST_TRUMP = CardChoice[Situation]("play the lowest trump", lambda now: [min(now.trumps)])
LOWEST_LEADING_TRUMP = CardChoice[Situation](
    "play the lowest trump that beats the trick", lambda now: [min(now.leading_trumps)]
)
LOWEST_SAFE_TRUMP = CardChoice[CardByCard]("play the lowest such trump", lambda now: [min(now.safe_trumps)])
LOWEST_LIKELY_TRUMP = CardChoice[Exact]("play the lowest such trump", lambda now: [min(now.likely_trumps)])
HIGHEST_MASTER = CardChoice[Judged]("play the highest of them", lambda now: [highest(now.masters, now.trump)])
CONTESTED_MASTER = CardChoice[Judged](
    "play the highest of them", lambda now: [highest(now.contested_masters, now.trump)]
)
LOWEST_OF_LONG_SUIT = CardChoice[Situation](
    "play the lowest card of such a suit", lambda now: now.lowest_of_long_suits
)

SEVERAL_OF_A_SUIT = Question[Situation](
    "Do you hold two cards of a suit that is no trump?",
    lambda now: bool(now.long_suits),
    Situation.tell_long_suits,
    yes=LOWEST_OF_LONG_SUIT,
    no=WORST,
)


class _Words(NamedTuple):
    """How a graph asks about others and about own cards."""

    others: str
    top_trump: str
    masters: str
    contested: str


def _opening(words: _Words) -> Node[Judged]:
    """Lead a master, else the lowest card of a suit held twice or more, else the worst card."""
    with_trumps_out = Question[Judged](
        words.top_trump,
        lambda now: now.top_trump_takes,
        Judged.tell_top_trump,
        yes=HIGHEST_TRUMP,
        no=Question[Judged](
            words.masters,
            lambda now: bool(now.masters),
            lambda now: now.tell_masters(),
            yes=Question[Judged](
                words.contested,
                lambda now: bool(now.contested_masters),
                Judged.tell_contested,
                yes=CONTESTED_MASTER,
                no=WORST,
            ),
            no=SEVERAL_OF_A_SUIT,
        ),
    )
    without_trumps = Question[Judged](
        words.masters,
        lambda now: bool(now.masters),
        lambda now: now.tell_masters(),
        yes=HIGHEST_MASTER,
        no=SEVERAL_OF_A_SUIT,
    )
    return Question[Judged](
        words.others,
        lambda now: now.others_hold_trump,
        Judged.tell_others_trump,
        yes=with_trumps_out,
        no=without_trumps,
    )


_FOLLOWING = Question[CardByCard](
    "Has another suit been trumped?",
    lambda now: now.was_trumped,
    Situation.tell_was_trumped,
    yes=LOWEST_OF_SUIT,
    no=Question[CardByCard](
        "Is your highest card of the suit master?",
        lambda now: now.takes(now.top),
        Judged.tell_top,
        yes=HIGHEST_OF_SUIT,
        no=LOWEST_OF_SUIT,
    ),
)
_TRUMPING_LAST = Question[CardByCard](
    "Is there a trump in the trick?",
    lambda now: now.trump_in_trick,
    Situation.tell_trump_in_trick,
    yes=Question[CardByCard](
        "Does one of your trumps beat it?",
        lambda now: bool(now.leading_trumps),
        Situation.tell_leading_trumps,
        yes=LOWEST_LEADING_TRUMP,
        no=WORST,
    ),
    no=LOWEST_TRUMP,
)
_TRUMPING = Question[CardByCard](
    "Does one of your trumps beat the trick as it lies?",
    lambda now: bool(now.leading_trumps),
    Situation.tell_leading_trumps,
    yes=Question[CardByCard](
        "May a seat still to play hold the suit led?",
        lambda now: now.later_hold_led,
        CardByCard.tell_later_led,
        yes=Question[CardByCard](
            "May a seat still to play hold a trump?",
            lambda now: now.later_hold_trump,
            CardByCard.tell_later_trump,
            yes=Question[CardByCard](
                "Do you hold a trump that they cannot beat?",
                lambda now: bool(now.safe_trumps),
                CardByCard.tell_safe_trumps,
                yes=LOWEST_SAFE_TRUMP,
                no=WORST,
            ),
            no=LOWEST_LEADING_TRUMP,
        ),
        no=LOWEST_LEADING_TRUMP,
    ),
    no=WORST,
)
_VOID = Question[CardByCard](
    "Do you hold a trump?",
    lambda now: now.has_trump,
    Situation.tell_trumps,
    yes=Question[CardByCard](
        "Are you the last to play?",
        lambda now: now.last,
        Situation.tell_last,
        yes=_TRUMPING_LAST,
        no=_TRUMPING,
    ),
    no=WORST,
)
WIN = RuleGraph[CardByCard](
    "win",
    "Choose a card to win the trick, from where each card may be.",
    Question[CardByCard](
        "Do you lead to the trick?",
        lambda now: now.leads,
        Situation.tell_lead,
        yes=_opening(
            _Words(
                others="May others hold a trump?",
                top_trump="Is your highest trump master?",
                masters="Is another card of yours master?",
                contested="May others hold the suit of such a card?",
            )
        ),
        no=Question[CardByCard](
            "Do you hold the suit led?",
            lambda now: now.follows,
            Situation.tell_follow,
            yes=_FOLLOWING,
            no=_VOID,
        ),
    ),
)

LIKELY_WIN = RuleGraph[Exact](
    "likely win",
    "The win graph with exact probabilities: likely is a probability of one half or more.",
    Question[Exact](
        "Do you lead to the trick?",
        lambda now: now.leads,
        Situation.tell_lead,
        yes=_opening(
            _Words(
                others="Is it likely that others hold a trump?",
                top_trump="Is your highest trump likely to take the trick?",
                masters="Is another card likely to take it?",
                contested="Is it likely that others hold such a card's suit?",
            )
        ),
        no=Question[Exact](
            "Do you hold the suit led?",
            lambda now: now.follows,
            Situation.tell_follow,
            yes=Question[Exact](
                "Is your highest card likely to take the trick?",
                lambda now: now.takes(now.top),
                Judged.tell_top,
                yes=HIGHEST_OF_SUIT,
                no=LOWEST_OF_SUIT,
            ),
            no=Question[Exact](
                "Is one of your trumps likely to take it?",
                lambda now: bool(now.likely_trumps),
                Exact.tell_likely_trumps,
                yes=LOWEST_LIKELY_TRUMP,
                no=WORST,
            ),
        ),
    ),
)

HIGHEST_UNDER = CardChoice[Situation]("play the highest of them", lambda now: [max(now.under)])
HIGHEST_PLAIN = CardChoice[Situation]("play the highest of them", lambda now: [highest(now.plain, now.trump)])
LOSE = RuleGraph[Situation](
    "lose",
    "Choose a card to lose the trick; no question is about hidden cards.",
    Question[Situation](
        "Do you lead to the trick?",
        lambda now: now.leads,
        Situation.tell_lead,
        yes=WORST,
        no=Question[Situation](
            "Do you hold the suit led?",
            lambda now: now.follows,
            Situation.tell_follow,
            yes=Question[Situation](
                "Has another suit been trumped?",
                lambda now: now.was_trumped,
                Situation.tell_was_trumped,
                yes=HIGHEST_OF_SUIT,
                no=Question[Situation](
                    "Do you hold a card below the best one?",
                    lambda now: bool(now.under),
                    Situation.tell_under,
                    yes=HIGHEST_UNDER,
                    no=Question[Situation](
                        "Are you the last to play?",
                        lambda now: now.last,
                        Situation.tell_last,
                        yes=HIGHEST_OF_SUIT,
                        no=LOWEST_OF_SUIT,
                    ),
                ),
            ),
            no=Question[Situation](
                "Do you hold a trump below one in the trick?",
                lambda now: now.trump_in_trick and bool(now.under),
                Situation.tell_under_trump,
                yes=HIGHEST_UNDER,
                no=Question[Situation](
                    "Do you hold cards that are no trumps?",
                    lambda now: bool(now.plain),
                    Situation.tell_plain,
                    yes=HIGHEST_PLAIN,
                    no=LOWEST_TRUMP,
                ),
            ),
        ),
    ),
)
