"""The model of all deals: counts of every deal, knowledge after voids, and the positions of the oracle."""

import json
from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import factorial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from logic.symbolic_translation import to_explicit

import handsight.logic as L  # noqa: N812 as everywhere
from handsight.errors import InputError, TooLargeError
from handsight.logic.deal_model import STOCK, CardDeal, all_deals, dealt_to, void
from handsight.logic.engines.bdd import BACKENDS
from handsight.logic.engines.symbolic_model import SymbolicModel

SEATS = "NESW"
SUITS = "CDHS"
RANKS = "23456789TJQKA"
BOEREN = Path(__file__).parents[2] / ".." / "shared" / "oracle" / "boeren.json"

backends = pytest.mark.parametrize("backend", BACKENDS)


def pack(n: int) -> list[str]:
    return [rank + suit for suit in SUITS for rank in RANKS[-n:]]


def suit(n: int, letter: str) -> list[str]:
    return [card for card in pack(n) if card[1] == letter]


@cache
def deals(n: int, backend: str | None = None) -> SymbolicModel:
    return all_deals(pack(n), dict.fromkeys(SEATS, n), backend=backend)


def test_three_cards_each_counted_by_listing_every_deal() -> None:
    """Deals of suits alone: 12 cards by suit into four hands of three, then the cards of each suit."""
    cards = pack(3)
    no_clubs = total = 0
    for east in combinations(cards, 3):
        others = factorial(9) // factorial(3) ** 3
        total += others
        no_clubs += others * all(card[1] != "C" for card in east)
    assert (total, no_clubs) == (369_600, 141_120)
    narrowed = deals(3).announce(void("E", suit(3, "C")))
    assert (deals(3).count(), narrowed.count()) == (total, no_clubs)


def every_deal(n: int, cards: list[str]) -> list[CardDeal]:
    owners = sorted(set(permutations("".join(seat * n for seat in SEATS))))
    return [CardDeal(tuple(cards), places) for places in owners]


def hand_of(seat: str) -> Callable[[CardDeal], Hashable]:
    return lambda deal: deal.hand(seat)


def has(seat: str, k: int) -> Callable[[CardDeal], bool]:
    return lambda deal: deal.places[k] == seat


def owner_of(k: int) -> Callable[[CardDeal], str]:
    return lambda deal: deal.places[k]


@backends
def test_two_cards_each_are_all_2520_deals(backend: str) -> None:
    model = deals(2, backend)
    listed = every_deal(2, pack(2))
    assert set(model.where()) == set(listed)
    assert model.with_actual(listed[77]).holds(
        L.all_of(dealt_to(place, card) for card, place in zip(pack(2), listed[77].places, strict=True))
    )


@backends
def test_knowledge_agrees_with_listed_deals(backend: str) -> None:
    """K, K of K, E, C, D and values at n=2, after voids, against every deal one by one."""
    cards = pack(2)
    described = deals(2, backend)
    listed = L.ExplicitModel.of(
        every_deal(2, cards),
        sees={seat: hand_of(seat) for seat in SEATS},
        atoms={f"has({seat},{card})": has(seat, k) for k, card in enumerate(cards) for seat in SEATS},
        values={f"owner({card})": owner_of(k) for k, card in enumerate(cards)},
    )
    announcements = [
        void("E", suit(2, "C")),
        dealt_to("S", "AD"),
        void("W", suit(2, "D")),
        void("N", suit(2, "C"), ["KC"]),
    ]
    random = Random(2)
    for announced_now in announcements:
        listed, described = listed.announce(announced_now), described.announce(announced_now)
        assert described.count() == listed.count()
        for _ in range(5 if backend == "cudd" else 2):
            (a, b), card = random.sample(SEATS, 2), random.choice(cards)
            fact = dealt_to(random.choice(SEATS), card)
            for asked in (
                L.K(a, fact),
                L.K(a, L.Kw(b, fact)),
                L.E((a, b), ~fact),
                L.C((a, b), ~fact),
                L.C(tuple(SEATS), ~fact),
                L.D((a, b), fact),
                L.Kv(a, f"owner({card})"),
                L.announce(~L.K(b, fact), L.Kw(a, fact)),
            ):
                assert described.count(asked) == listed.count(asked), asked
                assert set(described.where(asked)) == set(listed.where(asked)), asked


@backends
def test_cards_in_no_hand_are_in_the_stock(backend: str) -> None:
    model = all_deals(list("abcde"), {"x": 2, "y": 1}, backend=backend)
    assert model.count() == factorial(5) // (2 * 2)
    assert model.count(dealt_to(STOCK, "a")) == model.count() * 2 // 5
    assert model.valid(L.parse("one(has(x,a), has(y,a), has(stock,a))"))
    assert model.valid(L.iff(L.has_value("owner(a)", STOCK), dealt_to(STOCK, "a")))
    turned = model.announce(dealt_to(STOCK, "a"))
    assert turned.valid(L.parse("Kv[x] owner(a) & (has(x,b) -> ~Kw[y] has(x,b) | has(y,b))"))
    deal = CardDeal.of("abcde", {"x": "bd", "y": "a"})
    assert deal in model.where()
    assert model.with_actual(deal).holds(
        L.parse("has(x,b) & has(x,d) & has(y,a) & has(stock,c) & K[x] ~has(y,d)")
    )
    assert str(deal) == "y a · x b d · stock c e"
    assert deal.hand(STOCK) == ("c", "e")


def test_a_stock_of_forty_cards() -> None:
    cards = [rank + letter for letter in SUITS for rank in RANKS]
    model = all_deals(cards, dict.fromkeys(SEATS, 3))
    assert model.count() == factorial(52) // factorial(3) ** 4 // factorial(40)
    narrowed = model.announce(dealt_to("N", "AH"), dealt_to(STOCK, "2C"))
    assert narrowed.valid(L.parse("C[N,E,S,W] (has(N,AH) & has(stock,2C))"))


def test_packs_that_cannot_be_dealt_are_refused() -> None:
    with pytest.raises(InputError, match="twice"):
        all_deals(["a", "a"], {"x": 1})
    with pytest.raises(InputError, match="cannot be dealt"):
        all_deals(["a", "b"], {"x": 3})
    with pytest.raises(InputError, match="that no seat was dealt"):
        all_deals(["a", "b"], {STOCK: 1})
    with pytest.raises(InputError, match="at least one"):
        all_deals(["a", "b"], {})
    with pytest.raises(TooLargeError, match="6,765,201 ways"):
        all_deals(map(str, range(200)), dict.fromkeys(SEATS, 50))
    with pytest.raises(InputError, match="not a world"):
        deals(2).singleton(CardDeal(tuple(pack(2)), ("N",) * 8))
    with pytest.raises(InputError, match="not a world"):
        deals(2).singleton(CardDeal(("z",), ("N",)))


def test_eleven_billion_deals_hold_nested_and_common_knowledge() -> None:
    model = deals(5).announce(void("E", suit(5, "H")), void("W", suit(5, "H"), ["TH"]))
    assert deals(5).count() == 11_732_745_024
    assert model.valid(L.parse("C[N,E,S,W] ~has(E,AH)"))
    assert model.valid(L.parse("has(N,AH) -> K[N] K[S] ~has(E,AH)"))
    assert model.valid(L.parse("C[N,E,S,W] Kv[S] owner(AH) & ~Kv[E] owner(AH)"))
    assert not model.valid(L.parse("K[N] Kv[S] owner(AS)"))
    assert model.count(L.parse("C[N,S] Kv[N] owner(AS)")) == 0


def test_listed_deals_keep_their_names() -> None:
    narrowed = deals(2).announce(dealt_to("N", "AH"), dealt_to("E", "KH"), void("S", suit(2, "C")))
    listed = to_explicit(narrowed)
    assert set(listed.where()) == set(narrowed.where())
    formula = L.parse("K[W] has(E,AS) | Kv[S] owner(AC)")
    assert set(listed.where(formula)) == set(narrowed.where(formula))


POSITIONS = json.loads(BOEREN.read_text("utf-8"))["knowledge"] if BOEREN.exists() else []


@pytest.mark.skipif(not POSITIONS, reason="the Boeren Bridge oracle is not beside the repository")
@pytest.mark.parametrize("case", POSITIONS, ids=[case["id"] for case in POSITIONS])
def test_positions_of_the_oracle(case: dict[str, Any]) -> None:
    n = case["n"]
    model = (
        deals(n)
        .announce(*announced(case))
        .with_actual(CardDeal.of(pack(n), {SEATS[seat]: hand for seat, hand in enumerate(case["hands"])}))
    )
    for view in case["views"]:
        seat = SEATS[view["seat"]]
        cell = model.generated_submodel([seat])
        assert cell.count() == view["deals"]
        for card, owners in view["owners"].items():
            for number, place in enumerate(SEATS):
                likely = Fraction(cell.count(dealt_to(place, card)), cell.count())
                assert likely == Fraction(owners.get(str(number), 0)), (seat, card, place)
    if "nested" in case:
        check_nested(model, case)


def announced(case: dict[str, Any]) -> list[L.Formula]:
    """What the plays say of the deal, trick by trick."""
    announcements: list[L.Formula] = []
    played: list[tuple[int, str]] = []
    for number, (seat, card) in enumerate(case["plays"]):
        led = case["plays"][number - number % 4][1][1]
        announcements.append(dealt_to(SEATS[seat], card))
        if card[1] != led:
            earlier = [c for s, c in played if s == seat]
            announcements.append(void(SEATS[seat], suit(case["n"], led), earlier))
        played.append((seat, card))
    return announcements


def check_nested(model: SymbolicModel, case: dict[str, Any]) -> None:
    nested, n = case["nested"], case["n"]
    hidden = [card for card in pack(n) if card not in {card for _, card in case["plays"]}]
    assert model.count() == nested["public_deals"]
    assert model.generated_submodel().count() == nested["common_knowledge_component"]
    for pair, known in nested["knows_that_knows_owner"].items():
        a, b = (SEATS[int(seat)] for seat in pair.split(">"))
        assert known == [c for c in hidden if model.holds(L.K(a, L.Kv(b, f"owner({c})")))], pair
    for card, owners in nested["common_owners"].items():
        never = [L.C(tuple(SEATS), ~dealt_to(seat, card)) for seat in SEATS]
        assert owners == [number for number, gone in enumerate(never) if not model.holds(gone)], card
    for pair, pooled in nested["pooled"].items():
        group = tuple(SEATS[int(seat)] for seat in pair.split("+"))
        here = model.accessible_from(group, model.singleton(model.actual))
        assert model.count_worlds(here) == pooled["deals"]
        known = [
            c
            for c in hidden
            if model.holds(L.any_of(L.D(group, dealt_to(s, c)) for s in SEATS if s not in group))
        ]
        assert known == pooled["known"], pair
