"""A deal against the plain listing of its fillings, and against numbers known from elsewhere."""

from collections import Counter
from fractions import Fraction
from math import comb, factorial
from random import Random

import pytest
from deals.enumerate_deals import Listing, tight

from handsight.deals import Deal
from handsight.errors import ContradictionError, InputError, TooLargeError
from handsight.game import Dice

B, G, R, Y = 1, 2, 4, 8
COLOURS = (B | G, B | R, R | G, R | Y, R | Y)


@pytest.mark.shows("S0-56", "S0-63")
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_deal_equals_listing_on_tight_deals(seed: int) -> None:
    rng, dice = Random(seed), Dice(seed)
    fitting = 0
    for _ in range(250):
        masks, limits = tight(rng)
        deal, listing = Deal(masks, limits), Listing([masks], limits)
        assert deal.ways == listing.ways, deal
        assert deal.size == len(listing.weights), deal
        assert deal.worlds() == list(listing.weights), deal
        if not listing.ways:
            for question in ("possible", "marginals"):
                with pytest.raises(ContradictionError):
                    getattr(deal, question)
            continue
        fitting += 1
        assert deal.possible == listing.possible, deal
        assert deal.marginals == listing.marginals, deal
        assert deal.sample(dice) in listing.weights, deal
    assert 50 < fitting < 245


@pytest.mark.shows("S0-59")
@pytest.mark.parametrize(
    ("reds", "yellows", "ways", "known"),
    [
        (0, 2, 1, (G, B, G, Y, Y)),
        (0, 3, 1, (G, B, G, Y, Y)),
        (1, 1, 2, (G, B, G, R | Y, R | Y)),
        (2, 0, 1, (G, B, G, R, R)),
        (3, 0, 4, (B | G, B | R, R | G, R, R)),
        (4, 0, 6, (B | G, B | R, R | G, R, R)),
        (1, 2, 6, COLOURS),
        (2, 2, 15, COLOURS),
        (3, 2, 22, COLOURS),
    ],
)
def test_colours_that_only_joint_counting_finds(
    reds: int, yellows: int, ways: int, known: tuple[int, ...]
) -> None:
    deal = Deal(COLOURS, (1, 2, reds, yellows))
    assert deal.possible == known
    assert deal.size == ways


@pytest.mark.parametrize(("reds", "yellows"), [(0, 1), (1, 0)])
def test_too_few_colours_are_a_contradiction(reds: int, yellows: int) -> None:
    deal = Deal(COLOURS, (1, 2, reds, yellows))
    assert deal.ways == deal.size == 0
    assert deal.worlds() == []
    for ask in (lambda: deal.possible, lambda: deal.marginals, lambda: deal.sample(Dice(0))):
        with pytest.raises(ContradictionError, match="nothing fits") as caught:
            ask()
        crowd = caught.value
        held = {value for thing in crowd.variables for value in range(4) if COLOURS[thing] >> value & 1}
        assert held == set(crowd.values)
        assert len(crowd.variables) > sum(deal.limits[value] for value in held)


def test_worked_example_of_counting() -> None:
    deal = Deal((0b011, 0b110, 0b111), (2, 1, 1))
    assert deal.ways == 10
    assert deal.marginals == ((8, 2, 0), (0, 4, 6), (6, 2, 2))
    assert deal.chances[0] == {0: Fraction(4, 5), 1: Fraction(1, 5)}


def test_owners_of_cards_count_deals_of_hands() -> None:
    # three opponents with two cards each; the first has no card of the first suit (cards 0 to 2)
    deal = Deal((0b110, 0b110, 0b110, 0b111, 0b111, 0b111), (2, 2, 2))
    assert deal.size == comb(3, 2) * comb(4, 2)
    assert deal.chances[0] == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert deal.chances[3] == {0: Fraction(2, 3), 1: Fraction(1, 6), 2: Fraction(1, 6)}
    assert deal.ways == deal.size * factorial(2) ** 3


def test_owners_equal_listing_with_and_without_a_stock() -> None:
    rng = Random(5)
    for _ in range(200):
        sizes = [rng.randint(0, 2) for _ in range(rng.randint(2, 4))]
        suits = [rng.getrandbits(len(sizes)) | rng.getrandbits(len(sizes)) for _ in range(3)]
        masks = tuple(rng.choice(suits) for _ in range(sum(sizes)))
        deal, listing = Deal(masks, tuple(sizes)), Listing([masks], tuple(sizes))
        assert deal.size == len(listing.weights)
        if deal.size:
            assert deal.marginals == listing.marginals
            assert deal.possible == listing.possible


@pytest.mark.parametrize("cards", [8, 13])
def test_whole_hands_of_a_full_deck(cards: int) -> None:
    stock = 52 - 4 * cards
    deal = Deal((0b1111 if stock else 0b111,) * (52 - cards), (cards, cards, cards) + (stock,) * (stock > 0))
    assert deal.size == factorial(52 - cards) // factorial(cards) ** 3 // factorial(stock)
    assert deal.chances[7][2] == Fraction(cards, 52 - cards)


def test_both_directions_are_the_same_deal() -> None:
    # the same hidden cards as places that take cards, and as cards that take owners
    owners = (0b011, 0b011, 0b111, 0b111, 0b110)
    sizes = (2, 1, 2)
    places = [seat for seat, size in enumerate(sizes) for _ in range(size)]
    masks = tuple(sum(1 << card for card, own in enumerate(owners) if own >> seat & 1) for seat in places)
    taking, dealt = Deal(owners, sizes), Deal(masks, (1,) * 5)
    assert taking.ways == dealt.ways
    assert taking.size < dealt.size
    for card in range(5):
        for seat in range(3):
            assert taking.marginals[card][seat] == sum(
                dealt.marginals[place][card] for place, owner in enumerate(places) if owner == seat
            )


@pytest.mark.shows("S0-55")
@pytest.mark.parametrize("things", [10, 12, 15])
def test_long_hands_of_clued_cards(things: int) -> None:
    rng = Random(things)
    copies = (3, 2, 2, 2, 1) * 5
    suits = [31 << 5 * suit for suit in range(5)]
    masks = tuple(
        rng.choice([2**25 - 1, suits[0], 2**25 - 1 - suits[1], suits[2] | suits[3]]) for _ in range(things)
    )
    deal = Deal(masks, copies)
    assert {sum(row) for row in deal.marginals} == {deal.ways}
    assert deal.possible == tuple(sum(1 << v for v, n in enumerate(row) if n) for row in deal.marginals)
    assert deal.size < deal.ways


@pytest.mark.parametrize(
    "deal",
    [
        Deal((0b011, 0b110, 0b111), (2, 1, 1)),
        Deal((0b111, 0b111, 0b111, 0b010), (3, 2, 1)),
        Deal((0b110, 0b110, 0b011, 0b111, 0b111), (2, 1, 2)),
    ],
)
def test_samples_are_uniform(deal: Deal) -> None:
    dice, draws = Dice(11), 6000
    found = Counter(deal.sample(dice) for _ in range(draws))
    weights = Listing([deal.masks], deal.limits).weights
    chi = sum((found[w] - draws * n / deal.ways) ** 2 / (draws * n / deal.ways) for w, n in weights.items())
    assert set(found) <= set(weights)
    degrees = len(weights) - 1
    assert chi < degrees + 4 * (2 * degrees) ** 0.5


def test_given_narrows() -> None:
    deal = Deal((0b111, 0b111), (1, 1, 1)).given((0b011, 0b001))
    assert deal == Deal((0b011, 0b001), (1, 1, 1))
    assert deal.possible == (0b010, 0b001)


def test_no_things_have_one_filling() -> None:
    deal = Deal((), (1, 2))
    assert (deal.ways, deal.size, deal.possible, deal.marginals) == (1, 1, (), ())
    assert deal.worlds() == [()]
    assert deal.sample(Dice(0)) == ()


def test_too_many_worlds_say_how_many_and_what_to_do() -> None:
    deal = Deal((2**25 - 1,) * 5, (3, 2, 2, 2, 1) * 5)
    with pytest.raises(TooLargeError, match=f"{deal.size:,} worlds.*marginals or samples"):
        deal.worlds()
    assert len(Deal((7, 7), (1, 1, 1)).worlds(most=6)) == 6
    with pytest.raises(TooLargeError):
        Deal((7, 7), (1, 1, 1)).worlds(most=5)


@pytest.mark.parametrize(("masks", "limits"), [((0b100,), (1, 1)), ((-1,), (1, 1)), ((1,), (-1, 2))])
def test_nonsense_is_refused(masks: tuple[int, ...], limits: tuple[int, ...]) -> None:
    with pytest.raises(InputError):
        Deal(masks, limits)
