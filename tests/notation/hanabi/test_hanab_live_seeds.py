import pytest

from handsight.errors import InputError
from handsight.hanabi import Terms, variant
from handsight.notation.hanabi import hanab_live_seeds


def words(seed: str) -> list[str]:
    return [variant("No Variant").text(card) for card in hanab_live_seeds.deal(seed).deck]


def test_the_checksum() -> None:
    assert hanab_live_seeds.crc64(b"123456789") == 0x995DC9BBDF1939FA
    assert hanab_live_seeds.crc64(b"p2v0s1") == 0x5A2E747E0EA7ECD8


def test_the_table_of_constants() -> None:
    table = [word - (1 << 64) if word >> 63 else word for word in hanab_live_seeds._constants()]  # noqa: SLF001 no door needs it
    assert len(table) == 607
    assert (table[0], table[1], table[606]) == (
        -4181792142133755926,
        -4576982950128230565,
        4152330101494654406,
    )


def test_the_power_of_x_against_plain_multiplication() -> None:
    def times_x(poly: list[int]) -> list[int]:
        top, shifted = poly[-1], [0, *poly[:-1]]
        shifted[0] = (shifted[0] + top) & hanab_live_seeds.WORD
        shifted[334] = (shifted[334] + top) & hanab_live_seeds.WORD
        return shifted

    plain = [1] + [0] * 606
    for exponent in range(1, 2001):
        plain = times_x(plain)
        if exponent in (1, 606, 607, 1213, 2000):
            assert hanab_live_seeds._unpacked(hanab_live_seeds._power(exponent))[:607] == plain  # noqa: SLF001 no door needs it


def test_the_numbers_of_a_shuffle() -> None:
    generator = hanab_live_seeds.Generator(0x5A2E747E0EA7ECD8)
    assert [generator.below(i + 1) for i in range(12)] == [0, 1, 2, 2, 1, 1, 4, 3, 0, 0, 5, 0]


def test_decks_of_known_seeds() -> None:
    deck = words("p2v0s1")
    assert deck[:12] == ["b5", "p4", "b3", "r4", "g1", "b3", "b1", "r1", "g2", "g4", "r2", "b2"]
    assert deck[-3:] == ["p4", "p5", "p2"]
    assert words("p4v0s1")[:12] == ["y4", "y1", "y4", "b3", "b1", "p4", "b2", "p1", "y1", "p1", "g4", "b4"]


def test_any_text_is_a_seed_and_old_ones_lose_their_mark() -> None:
    assert words("p2v0sblue-moon ☾") != words("p2v0sblue-moon")
    assert words("legacy-1-p2v0s1") == words("p2v0s1")


def test_the_variant_is_in_the_seed() -> None:
    dealt = hanab_live_seeds.deal("p5v1s9")
    assert (dealt.players, dealt.variant) == (5, variant(1))
    assert sorted(dealt.deck) == sorted(variant(1).deck())


def test_a_seed_that_deals_another_deck_is_noticed() -> None:
    terms, deck = Terms(2), hanab_live_seeds.deal("p2v0s1").deck
    assert hanab_live_seeds.seed_mismatch("p2v0s1", terms, deck) is None
    assert hanab_live_seeds.seed_mismatch("p2v0s1", terms, deck[:20]) is None
    assert "another deck" in str(hanab_live_seeds.seed_mismatch("p2v0s2", terms, deck))
    assert "unlike this game" in str(hanab_live_seeds.seed_mismatch("p3v0s1", terms, deck))
    assert "not a seed" in str(hanab_live_seeds.seed_mismatch("hello", terms, deck))


@pytest.mark.parametrize("seed", ["", "hello", "p2v0", "p2v0s", "p2vxs1", "pv0s1", "p2v99999s1", "p2v1e9s1"])
def test_what_is_no_seed(seed: str) -> None:
    with pytest.raises(InputError):
        hanab_live_seeds.deal(seed)
