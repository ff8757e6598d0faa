"""Seeds of every kind, and streams of which none can be computed from another."""

from hashlib import blake2b

import pytest

from handsight.errors import InputError
from handsight.game import Dice, Seed, as_seed, deal_dice, shuffled, stream
from handsight.game.seeded_dice import (
    LEARNER,
    SECRET_BITS,
    TRAINING,
    HashedDice,
    hashed_numbers,
    secret_seed,
    stream_start,
)


@pytest.mark.parametrize(
    ("given", "seed"),
    [
        (0, 0),
        (2**64 - 1, 2**64 - 1),
        (2**64, "0x10000000000000000"),
        ("7", 7),
        ("0x10", 16),
        ("0X00000000000000000000000000000010", 16),
        (str(2**64 + 1), "0x10000000000000001"),
        ("0xFFFFFFFFFFFFFFFFFFFF", "0xffffffffffffffffffff"),
        ("spring cup", "spring cup"),
        (" Été ", "Été"),
    ],
)
def test_a_seed_has_one_form(given: Seed, seed: Seed) -> None:
    assert as_seed(given) == seed
    assert as_seed(seed) == seed


@pytest.mark.parametrize(
    "given",
    [-1, "-1", "", "1.5", "1e6", "0x", "0xg", "a\nb", "a" * 201, "9" * 5000, True, 1.5, None],
    ids=lambda given: repr(given)[:12],
)
def test_what_is_no_seed_is_refused_with_what_would_be_one(given: Seed) -> None:
    with pytest.raises(
        InputError, match=r"^a seed is a whole number, 0 or more \(also as 0x…\), a text"
    ) as told:
        as_seed(given)
    assert len(str(told.value)) < 500


def test_a_secret_seed_is_wide_and_another_each_time() -> None:
    seeds = {as_seed("secret") for _ in range(100)} | {secret_seed()}
    assert len(seeds) == 101
    for seed in seeds:
        assert isinstance(seed, str)
        assert 2**SECRET_BITS <= int(seed, 16) < 2 ** (SECRET_BITS + 1)
        assert as_seed(seed) == seed


def test_streams_are_the_hash_that_the_documents_name() -> None:
    key = blake2b(b"1", person=b"handsight seed").digest()
    words = blake2b(b"bot\0" + b"4 0", key=key).digest()
    assert [stream_start(1, 4, seat, "bot") for seat in range(8)] == [
        int.from_bytes(words[at : at + 8], "little") for at in range(0, 64, 8)
    ]
    words = blake2b(b"bot\0" + b"4 1", key=key).digest()
    assert stream_start(1, 4, 8, "bot") == int.from_bytes(words[:8], "little")
    assert stream(1, 4, 2).state == stream_start(1, 4, 2, "bot")


def test_streams_are_frozen() -> None:
    """Results that name a seed depend on these numbers."""
    assert [stream_start(1, 0, seat, "bot") for seat in (0, 1)] == [0x8AF91CA2C210FF59, 0x41F4ADFF8D66F7C7]
    assert stream("spring cup", 3, 1).below(1000) == 948
    assert deal_dice("spring cup", 3).below(1000) == 708


def test_every_seat_game_seed_and_purpose_has_a_stream_of_its_own() -> None:
    seeds: list[Seed] = [0, 1, 2**64 - 1, "0x10000000000000000", "a", "a 1"]
    starts = {
        stream_start(seed, game, seat, purpose)
        for seed in seeds
        for game in range(20)
        for seat in range(12)
        for purpose in ("bot", TRAINING, LEARNER)
    }
    assert len(starts) == len(seeds) * 20 * 12 * 3
    assert 0 not in starts


def test_deals_of_numbers_below_two_to_the_64_stay_what_they_were() -> None:
    for seed, game in ((0, 0), (1, 5), (2**64 - 1, 10**6)):
        assert shuffled(range(50), deal_dice(seed, game)) == shuffled(range(50), Dice(seed, game))


def test_hashed_dice_are_fair_enough_and_repeat() -> None:
    dice = HashedDice("a", 0, "deal")
    throws = [dice.below(6) for _ in range(6000)]
    assert all(850 < throws.count(face) < 1150 for face in range(6))
    again = HashedDice("a", 0, "deal")
    assert [again.below(6) for _ in range(6000)] == throws
    assert dice.state == 6000
    numbers = hashed_numbers("a", 1, "deal")
    assert [next(numbers) for _ in range(20)] != throws[:20]
    assert max(next(numbers) for _ in range(1000)) < 2**32
