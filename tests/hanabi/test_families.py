"""Each family of variants by hand: what its clues touch, what its deck holds, what its rules change."""

import re
from collections import Counter

import pytest

from handsight.errors import InputError
from handsight.hanabi import START, Card, CardSet, Clue, Variant, tiny, variant, variant_names


def touched(name: str, clue: str | int) -> str:
    some = variant(name)
    what = Clue("number", clue) if isinstance(clue, int) else Clue("color", some.colors.index(clue))
    return str(CardSet(some, some.touch(what)))


@pytest.mark.parametrize(
    ("name", "clue", "cards"),
    [
        ("No Variant", "Red", "r1 r2 r3 r4 r5"),
        ("3 Suits", 2, "r2 g2 b2"),
        # suits
        ("Black (5 Suits)", "Black", "k1 k2 k3 k4 k5"),
        ("Rainbow (3 Suits)", "Blue", "b1 b2 b3 b4 b5 m1 m2 m3 m4 m5"),
        ("Pink (3 Suits)", 3, "r3 b3 i1 i2 i3 i4 i5"),
        ("Pink (3 Suits)", "Pink", "i1 i2 i3 i4 i5"),
        ("White (3 Suits)", 1, "r1 b1 w1"),
        ("White (3 Suits)", "Red", "r1 r2 r3 r4 r5"),
        ("Brown (3 Suits)", 1, "r1 b1"),
        ("Brown (3 Suits)", "Brown", "n1 n2 n3 n4 n5"),
        ("Omni (3 Suits)", 1, "r1 b1 o1 o2 o3 o4 o5"),
        ("Null (3 Suits)", 1, "r1 b1"),
        ("Null (3 Suits)", "Red", "r1 r2 r3 r4 r5"),
        ("Muddy Rainbow (3 Suits)", "Red", "r1 r2 r3 r4 r5 m1 m2 m3 m4 m5"),
        ("Muddy Rainbow (3 Suits)", 5, "r5 b5"),
        ("Light Pink (3 Suits)", 5, "r5 b5 i1 i2 i3 i4 i5"),
        ("Light Pink (3 Suits)", "Red", "r1 r2 r3 r4 r5"),
        ("Prism (3 Suits)", "Red", "r1 r2 r3 r4 r5 i1 i3 i5"),
        ("Prism (3 Suits)", "Blue", "b1 b2 b3 b4 b5 i2 i4"),
        ("Orange (3 Suits)", "Orange", "o1 o2 o3 o4 o5"),
        ("Dual-Color (3 Suits)", "Red", "t1 t2 t3 t4 t5 v1 v2 v3 v4 v5"),
        ("Matryoshka (3 Suits)", "Green", "g1 g2 g3 g4 g5"),
        ("Ambiguous (4 Suits)", "Blue", "b1 b2 b3 b4 b5 n1 n2 n3 n4 n5"),
        ("Very Ambiguous & White (4 Suits)", 4, "b4 n4 s4 w4"),
        ("Extremely Ambiguous & Black (5 Suits)", 1, "i1 a1 s1 b1 k1"),
        ("Special Mix (5 Suits)", "Pink", "m1 m2 m3 m4 m5 i1 i2 i3 i4 i5"),
        # special ranks: a suit's word counts before a rank's
        ("Rainbow-Ones & Null (3 Suits)", "Red", "r1 r2 r3 r4 r5 b1"),
        ("Pink-Fives & Brown (3 Suits)", 1, "r1 r5 b1 b5"),
        ("White-Ones (3 Suits)", "Red", "r2 r3 r4 r5"),
        ("Brown-Fives & Pink (3 Suits)", 4, "r4 b4 i1 i2 i3 i4 i5"),
        ("Omni-Ones & White (3 Suits)", "Red", "r1 r2 r3 r4 r5 b1"),
        ("Null-Fives & Rainbow (3 Suits)", "Red", "r1 r2 r3 r4 m1 m2 m3 m4 m5"),
        ("Muddy-Rainbow-Ones & Prism (3 Suits)", "Blue", "r1 b1 b2 b3 b4 b5 i1 i2 i4"),
        ("Light-Pink-Fives (3 Suits)", 1, "r1 r5 g1 g5 b1 b5"),
        ("Deceptive-Fives (6 Suits)", 1, "r1 r5 y1 g1 b1 p1 p5 t1"),
        ("Deceptive-Ones (6 Suits)", 2, "r1 r2 y2 g2 b2 p1 p2 t2"),
        # rules
        ("Odds and Evens (3 Suits)", 1, "r1 r3 r5 g1 g3 g5 b1 b3 b5"),
        ("Odds and Evens & Pink (3 Suits)", 2, "r2 r4 b2 b4 i1 i2 i3 i4 i5"),
        ("Synesthesia (3 Suits)", "Red", "r1 r2 r3 r4 r5 g1 g4 b1 b4"),
        ("Synesthesia & Brown (3 Suits)", "Blue", "r2 r5 b1 b2 b3 b4 b5"),
        ("Funnels (3 Suits)", 2, "r1 r2 g1 g2 b1 b2"),
        ("Chimneys & Null (3 Suits)", 4, "r4 r5 b4 b5"),
        ("Up or Down (5 Suits)", 5, "r5 y5 g5 b5 p5"),
        ("Up or Down & Pink (5 Suits)", 1, "r1 y1 g1 b1 i1 i2 i3 i4 i5 is"),
        ("Up or Down & Prism (5 Suits)", "Blue", "b1 b2 b3 b4 b5 bs i4 is"),
        ("Color Blind (3 Suits)", "Red", ""),
        ("Color Blind (3 Suits)", 3, "r3 g3 b3"),
        ("Number Blind (3 Suits)", 3, ""),
        ("Totally Blind (3 Suits)", "Red", ""),
        ("Totally Blind (3 Suits)", 3, ""),
        ("Sudoku (4 Suits)", 4, "r4 y4 g4 b4"),
        ("Reversed (3 Suits)", 1, "r1 g1 b1"),
    ],
)
def test_what_clues_touch(name: str, clue: str | int, cards: str) -> None:
    assert touched(name, clue) == cards


PLAIN_COPIES, ONE_EACH = (3, 2, 2, 2, 1), (1, 1, 1, 1, 1)


@pytest.mark.parametrize(
    ("name", "copies", "last"),
    [
        ("6 Suits", PLAIN_COPIES, PLAIN_COPIES),
        ("Dark Orange (5 Suits)", PLAIN_COPIES, ONE_EACH),
        ("Critical Fours & Gray (6 Suits)", (3, 2, 2, 1, 1), ONE_EACH),
        ("Scarce Ones (5 Suits)", (2, 2, 2, 2, 1), (2, 2, 2, 2, 1)),
        ("Reversed (4 Suits)", PLAIN_COPIES, (1, 2, 2, 2, 3)),
        ("Gray Reversed (5 Suits)", PLAIN_COPIES, ONE_EACH),
        ("White Reversed & Rainbow (4 Suits)", PLAIN_COPIES, PLAIN_COPIES),
        ("Up or Down & Black (6 Suits)", (1, 2, 2, 2, 1, 1), (1, 1, 1, 1, 1, 1)),
        ("Sudoku (4 Suits)", (2, 2, 2, 2), (2, 2, 2, 2)),
        ("Sudoku & Black (5 Suits)", (2, 2, 2, 2, 2), ONE_EACH),
    ],
)
def test_copies_in_the_first_and_last_suit(name: str, copies: tuple[int, ...], last: tuple[int, ...]) -> None:
    some = variant(name)
    assert some.copies[: len(copies)] == copies
    assert some.copies[-len(last) :] == last
    assert len(some.deck()) == some.deck_size == sum(some.copies)
    assert Counter(some.deck()) == Counter(dict(zip(some.cards, some.copies, strict=True)))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("No Variant", (0, "R+Y+G+B+P", "rygbp", 50, 25)),
        ("4 Suits", (15, "R+Y+G+B", "rygb", 40, 20)),
        ("Rainbow & White (6 Suits)", (6, "R+Y+G+B+Ra+Wh", "rygbmw", 60, 30)),
        ("Dual-Color (6 Suits)", (4, "DRY+DRB+DRK+DYB+DYK+DBK", "tvmjac", 60, 30)),
        ("RGB Mix (6 Suits)", (2071, "R+DRG+G+DGB+B+DRB", "rgecbv", 60, 30)),
        ("Ambiguous & Cocoa Rainbow (5 Suits)", (1377, "AR1+AR2+AB1+AB2+BrRa1", "tmbnc", 45, 25)),
        ("Pink-Fives & Rainbow (5 Suits)", (14, "R+Y+G+B+Ra,P5", "rygbm", 50, 25)),
        ("Synesthesia (6 Suits)", (1353, "R+Y+G+B+P+T,NM,Sy", "rygbpt", 60, 30)),
        ("White Reversed & Rainbow (6 Suits)", (2127, "R+Y+G+B+Wh:R+Ra", "rygbwm", 60, 30)),
        ("Up or Down (5 Suits)", (24, "R+Y+G+B+P,UD", "rygbp", 45, 25)),
        ("Sudoku & Orange (4 Suits)", (2390, "R+G+B+Or,Su", "rgbo", 32, 16)),
        ("Scarce Ones & Dark Orange (6 Suits)", (2425, "R+Y+G+B+P+Or1,S1", "rygbpo", 50, 30)),
    ],
)
def test_numbers_codes_letters_cards_and_best_scores(name: str, expected: tuple[object, ...]) -> None:
    some = variant(name)
    assert (some.id, some.code, some.letters, some.deck_size, some.max_score) == expected
    assert variant(some.id) is some


def test_only_the_named_rules_differ() -> None:
    six_suits = [
        variant(name) for _, name in variant_names() if re.fullmatch(r"[^&]*( & Pig)? \(6 Suits\)", name)
    ]

    def holders(flag: str) -> set[str]:
        return {some.rule for some in six_suits if getattr(some, flag)}

    assert holders("starved") == {"clue_starved"}
    assert holders("alternating") == {"alternating_clues"}
    assert holders("face_down") == {"throw_it_in_a_hole"}
    assert holders("blind_colors") == {"color_blind", "totally_blind"}
    assert holders("blind_numbers") == {"number_blind", "totally_blind"}
    assert holders("hides") == {"cow_and_pig", "duck"}
    assert variant("Cow & Pig (5 Suits)").hides == "value"
    assert variant("Duck (5 Suits)").hides == "clue"
    assert variant("Color Mute (5 Suits)").colors == ()
    assert variant("Number Mute (5 Suits)").numbers == ()
    assert variant("Synesthesia (5 Suits)").numbers == ()
    assert variant("Pink-Ones (5 Suits)").numbers == (2, 3, 4, 5)
    assert variant("White-Ones (5 Suits)").numbers == (1, 2, 3, 4, 5)
    assert variant("Odds and Evens (5 Suits)").numbers == (1, 2)
    assert [some.name for some in six_suits if some.distinct_starts] == []
    assert variant("Sudoku (5 Suits)").distinct_starts


@pytest.fixture(scope="module")
def every() -> list[Variant]:
    return [variant(number) for number, _ in variant_names()]


def test_the_families_have_their_sizes(every: list[Variant]) -> None:
    assert Counter(some.family for some in every) == {
        "plain": 4,
        "one_special_suit": 62,
        "two_special_suits": 421,
        "special_rank": 1188,
        "matryoshka": 66,
        "dual_color": 34,
        "ambiguous": 31,
        "very_ambiguous": 10,
        "extremely_ambiguous": 39,
        "mix": 12,
        "critical_fours": 33,
        "scarce_ones": 33,
        "clue_starved": 22,
        "color_blind": 4,
        "number_blind": 4,
        "totally_blind": 4,
        "color_mute": 4,
        "number_mute": 4,
        "alternating_clues": 66,
        "odds_and_evens": 66,
        "synesthesia": 36,
        "funnels": 66,
        "chimneys": 66,
        "reversed": 33,
        "up_or_down": 33,
        "sudoku": 33,
        "throw_it_in_a_hole": 44,
        "cow_and_pig": 4,
        "duck": 4,
    }
    assert Counter(len(some.suits) for some in every) == {3: 326, 4: 370, 5: 824, 6: 906}
    assert sum(any(suit.one_of_each for suit in some.suits) for some in every) == 907
    assert sum(any(suit.color == "by_rank" for suit in some.suits) for some in every) == 251
    assert sum(some.inverted for some in every) == 266


def test_every_variant_can_be_dealt_and_read(every: list[Variant]) -> None:
    for some in every:
        assert len(set(some.letters)) == len(some.suits)
        assert some.deck_size >= 25
        assert [some.read(some.text(card)) for card in some.cards] == list(some.cards)
        assert [some.identity(card) for card in some.cards] == list(range(len(some.cards)))


def test_numbers_run_without_gaps_and_names_are_unique() -> None:
    numbers, texts = zip(*variant_names(), strict=True)
    assert numbers == tuple(range(2426))
    assert len(set(texts)) == 2426


@pytest.mark.parametrize("name", ["No Variant", "Cow & Pig (3 Suits)", "Up or Down & Prism (5 Suits)"])
def test_a_variant_can_be_pasted_back(name: str) -> None:
    some = variant(name)
    assert eval(repr(some)) is some  # noqa: S307 its own repr  # pasting back is what is tested
    cards = CardSet(some, some.number_touch[0])
    assert eval(repr(cards)) == cards  # noqa: S307 its own repr


def test_start_cards_read_as_s_or_0() -> None:
    some = variant("Up or Down (5 Suits)")
    assert some.text(Card(0, START)) == "rs"
    assert some.read("rs") == some.read("R0") == Card(0, START)


@pytest.mark.parametrize(
    ("wrong", "advice"),
    [
        ("Rainbo (6 suits)", "did you mean 'Rainbow (6 Suits)'"),
        ("no varian", "did you mean 'No Variant'"),
        ("Sudoku (6 Suits)", "did you mean 'Sudoku (5 Suits)'"),
        ("zzz", "names look like 'Rainbow (6 Suits)'"),
        (2426, "they run from 0 (No Variant) to 2425"),
        (-1, "they run from 0 (No Variant) to 2425"),
    ],
)
def test_an_unknown_variant_says_what_is_near(wrong: str | int, advice: str) -> None:
    with pytest.raises(InputError, match=re.escape(advice)):
        variant(wrong)


def test_tiny_games_are_no_variants_of_the_catalogue() -> None:
    assert tiny(5, 5, "rygbp").id is None
    assert tiny(5, 5, "rygbp").color_touch == variant().color_touch
    assert tiny(5, 5, "rygbp") != variant()


def test_a_name_may_be_typed_in_any_case() -> None:
    assert variant("duck  (5 suits)") == variant("Duck (5 Suits)")
