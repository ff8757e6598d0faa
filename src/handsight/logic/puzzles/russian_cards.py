"""Russian cards: two players tell each other their hands aloud, and the third learns no card."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from handsight.logic.engines.explicit_model import ExplicitModel
from handsight.logic.formulas.formula import C, Formula, K, Kv, all_of, any_of, atom, has_value

CARDS = range(7)
PLAYERS = ("alice", "bob", "carol")


class RussianDeal(NamedTuple):
    """A deal: three cards for Alice, three for Bob, one for Carol."""

    alice: tuple[int, ...]
    bob: tuple[int, ...]
    carol: tuple[int, ...]


ACTUAL = RussianDeal((0, 1, 2), (3, 4, 5), (6,))


def russian_cards() -> ExplicitModel:
    """Return the model of all 140 deals; actually Alice holds 012, Bob 345, Carol 6."""
    deals = [
        RussianDeal(alice, bob, tuple(sorted(set(CARDS) - {*alice, *bob})))
        for alice in combinations(CARDS, 3)
        for bob in combinations(sorted(set(CARDS) - set(alice)), 3)
    ]
    return ExplicitModel.of(
        deals,
        sees={who: itemgetter(k) for k, who in enumerate(PLAYERS)},
        atoms={
            f"has({who},{card})": partial(_has, k, card) for k, who in enumerate(PLAYERS) for card in CARDS
        },
        values={f"hand({who})": itemgetter(k) for k, who in enumerate(PLAYERS)},
        actual=ACTUAL,
    )


def _has(who: int, card: int, deal: RussianDeal) -> bool:
    return card in deal[who]


def alice_announces(hands: Iterable[Sequence[int]]) -> Formula:
    """Return Alice's announcement that her hand is one of these."""
    return K("alice", any_of(has_value("hand(alice)", "_".join(map(str, hand))) for hand in hands))


def carol_is_ignorant() -> Formula:
    """Return the formula that Carol does not know of any card that Alice or Bob holds it."""
    return all_of(~K("carol", atom(f"has({who},{card})")) for who in ("alice", "bob") for card in CARDS)


BOB_ANNOUNCES = K("bob", atom("has(carol,6)"))
BEFORE_BOB = (
    Kv("bob", "hand(alice)"),
    C(("alice", "bob"), Kv("bob", "hand(alice)")),
    BOB_ANNOUNCES,
    C(PLAYERS, carol_is_ignorant()),
)
AFTER_BOB = (
    C(("alice", "bob"), Kv("alice", "hand(bob)")),
    C(("alice", "bob"), Kv("bob", "hand(alice)")),
    C(PLAYERS, carol_is_ignorant()),
)


def exchange_checks(model: ExplicitModel, hands: Iterable[Sequence[int]]) -> list[bool]:
    """Check an announcement of Alice: is it true, informative and safe; and likewise after Bob's answer."""
    announcement = alice_announces(hands)
    if not model.holds(announcement):
        return [False]
    after_alice = model.announce(announcement)
    results = [True, *(after_alice.holds(f) for f in BEFORE_BOB)]
    if after_alice.holds(BOB_ANNOUNCES):
        after_bob = after_alice.announce(BOB_ANNOUNCES)
        results += [after_bob.holds(f) for f in AFTER_BOB]
    return results


def candidate_announcements(size: int, shared: int = 1) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield every list of so many hands in which no two hands share more than *shared* cards."""
    hands = list(combinations(CARDS, 3))

    def grow(chosen: tuple[tuple[int, ...], ...], start: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        if len(chosen) == size:
            yield chosen
            return
        for k in range(start, len(hands)):
            if all(len({*hands[k]} & {*other}) <= shared for other in chosen):
                yield from grow((*chosen, hands[k]), k + 1)

    return grow((), 0)
