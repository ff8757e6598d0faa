"""Russian cards: telling each other one's hand aloud, and the third learns no card."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from handsight.logic.engines.explicit import ExplicitModel
from handsight.logic.formulas.formula import C, Formula, K, Kv, all_of, any_of, atom, value

CARDS = range(7)
ALL = ("alice", "bob", "carol")


class Deal(NamedTuple):
    """Three cards for Alice, three for Bob, one for Carol."""

    alice: tuple[int, ...]
    bob: tuple[int, ...]
    carol: tuple[int, ...]


ACTUAL = Deal((0, 1, 2), (3, 4, 5), (6,))


def russian_cards() -> ExplicitModel:
    """All 140 deals; Alice holds 012, Bob 345, Carol 6."""
    deals = [
        Deal(alice, bob, tuple(sorted(set(CARDS) - {*alice, *bob})))
        for alice in combinations(CARDS, 3)
        for bob in combinations(sorted(set(CARDS) - set(alice)), 3)
    ]
    return ExplicitModel.of(
        deals,
        sees={who: itemgetter(k) for k, who in enumerate(ALL)},
        facts={f"has({who},{card})": partial(_has, k, card) for k, who in enumerate(ALL) for card in CARDS},
        values={f"hand({who})": itemgetter(k) for k, who in enumerate(ALL)},
        actual=ACTUAL,
    )


def _has(who: int, card: int, deal: Deal) -> bool:
    return card in deal[who]


def alice_tells(hands: Iterable[Sequence[int]]) -> Formula:
    """Alice knows that her hand is one of these."""
    return K("alice", any_of(value("hand(alice)", "_".join(map(str, hand))) for hand in hands))


def carol_is_ignorant() -> Formula:
    """Of no card does Carol know that Alice holds it, or that Bob does."""
    return all_of(~K("carol", atom(f"has({who},{card})")) for who in ("alice", "bob") for card in CARDS)


BOB_TELLS = K("bob", atom("has(carol,6)"))
BEFORE_BOB = (
    Kv("bob", "hand(alice)"),
    C(("alice", "bob"), Kv("bob", "hand(alice)")),
    BOB_TELLS,
    C(ALL, carol_is_ignorant()),
)
AFTER_BOB = (
    C(("alice", "bob"), Kv("alice", "hand(bob)")),
    C(("alice", "bob"), Kv("bob", "hand(alice)")),
    C(ALL, carol_is_ignorant()),
)


def checks(model: ExplicitModel, hands: Iterable[Sequence[int]]) -> list[bool]:
    """Is the list true, is it understood, is it safe; and the same after Bob's answer, if he can give it."""
    news = alice_tells(hands)
    if not model.holds(news):
        return [False]
    told = model.announce(news)
    results = [True, *(told.holds(f) for f in BEFORE_BOB)]
    if told.holds(BOB_TELLS):
        answered = told.announce(BOB_TELLS)
        results += [answered.holds(f) for f in AFTER_BOB]
    return results


def lists_of_hands(size: int, shared: int = 1) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every list of so many hands of which no two share more cards than that."""
    hands = list(combinations(CARDS, 3))

    def grow(chosen: tuple[tuple[int, ...], ...], start: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        if len(chosen) == size:
            yield chosen
            return
        for k in range(start, len(hands)):
            if all(len({*hands[k]} & {*other}) <= shared for other in chosen):
                yield from grow((*chosen, hands[k]), k + 1)

    return grow((), 0)
