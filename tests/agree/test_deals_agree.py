"""Plain and compiled counting of hidden deals give the same numbers."""

import os
from collections.abc import Iterator
from random import Random

import pytest

from bench.batches.deal_batch import solve
from handsight.deals import Deal

COPIES = (3, 2, 2, 2, 1)
HANDS = 10_000
SEEDS = range(10 if os.environ.get("NUMBA_BOUNDSCHECK") else 2)  # the long run is the one with checked bounds
QUESTIONS = ("possible", "ways", "marginals")


def clued(rng: Random) -> Deal:
    """Make a hand as it is met in a game: some cards seen, some clues heard, one suit to six."""
    suits, slots = rng.randint(1, 6), rng.randint(1, 5)
    deck = [5 * suit + rank for suit in range(suits) for rank in range(5) for _ in range(COPIES[rank])]
    rng.shuffle(deck)
    hand, unseen = deck[:slots], deck[: rng.randint(slots, len(deck))]
    masks = [(1 << 5 * suits) - 1] * slots
    for _ in range(rng.randint(0, 5)):
        suit, rank = rng.randrange(suits), rng.randrange(5)
        touch = rng.choice([31 << 5 * suit, sum(1 << 5 * at + rank for at in range(suits))])
        masks = [
            mask & (touch if touch >> card & 1 else ~touch) for mask, card in zip(masks, hand, strict=True)
        ]
    return Deal(tuple(masks), tuple(unseen.count(card) for card in range(5 * suits)))


def tight(rng: Random) -> Deal:
    """Make a hand in which slots compete, and which may be a contradiction."""
    slots, values = rng.randint(0, 5), rng.randint(1, 8)
    masks = (rng.getrandbits(values) | rng.getrandbits(values) for _ in range(slots))
    return Deal(tuple(masks), tuple(rng.choice([0, 1, 1, 1, 2, 3]) for _ in range(values)))


def dealt(rng: Random) -> Deal:
    """Make hidden hands of a trick-taking game, with suits that some owners cannot have."""
    sizes = [rng.randint(1, 5) for _ in range(rng.randint(2, 3))] + [rng.randint(4, 12)]
    rng.shuffle(sizes)
    suits = [rng.getrandbits(len(sizes)) | rng.getrandbits(len(sizes)) for _ in range(4)]
    return Deal(tuple(rng.choice(suits) for _ in range(sum(sizes))), tuple(sizes))


def solved(deals: list[Deal]) -> Iterator[tuple[Deal, dict[str, object]]]:
    """Yield each deal as new, with the answers of the compiled version."""
    solve(deals)
    for deal in deals:
        yield (
            Deal(deal.masks, deal.limits),
            {name: vars(deal)[name] for name in QUESTIONS if name in vars(deal)},
        )


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_hands_agree(seed: int) -> None:
    rng = Random(seed)
    deals = [clued(rng) if rng.random() < 0.3 else tight(rng) for _ in range(HANDS)]
    fitting = 0
    for plain, answers in solved(deals):
        if plain.ways:
            fitting += 1
            assert answers == {name: getattr(plain, name) for name in QUESTIONS}, plain
        else:
            assert answers == {}, plain
    assert HANDS / 2 < fitting < HANDS


def test_long_hands_agree() -> None:
    rng = Random(77)
    deals = []
    for _ in range(60):
        masks = [rng.getrandbits(12) for _ in range(rng.randint(6, 10))]
        deals.append(Deal(tuple(rng.choice(masks) for _ in masks), (1, 2, 3) * 4))
    for plain, answers in solved(deals):
        assert answers == ({name: getattr(plain, name) for name in QUESTIONS} if plain.ways else {}), plain


def test_owners_agree() -> None:
    rng = Random(78)
    fitting = 0
    for plain, answers in solved([dealt(rng) for _ in range(1500)]):
        assert answers == ({name: getattr(plain, name) for name in QUESTIONS} if plain.ways else {}), plain
        fitting += bool(answers)
    assert 500 < fitting < 1500
