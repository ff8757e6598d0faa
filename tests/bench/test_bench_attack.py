"""A slice of every attack on files, caches and readers: nothing crashes, hangs or differs in silence."""

from collections.abc import Iterator

import pytest

from bench.attack import damaged_caches, flipped_bits, hostile_texts


@pytest.mark.slow
def test_no_flipped_bit_changes_a_result() -> None:
    found = flipped_bits.attack(200, seed=3)
    assert found.failures == 0, found.examples
    assert found.cases >= 190


@pytest.mark.slow
def test_a_damaged_cache_is_built_again() -> None:
    found = damaged_caches.attack(3, seed=3)
    assert found.failures == 0, found.examples


def test_broken_texts_of_every_format_are_refused_with_a_place() -> None:
    found = hostile_texts.attack(130, seed=3)
    assert found.failures == 0, found.examples
    assert len(found.counts) == 13
    assert sum(counted[hostile_texts.REFUSED] for counted in found.counts.values()) > 60


def test_an_attack_that_succeeds_is_counted() -> None:
    """The attacks can fail: a reader that raises, and one that says nothing of the place."""

    def crash(_data: bytes) -> Iterator[tuple[str, bool]]:
        raise ZeroDivisionError

    good = hostile_texts.Format("any", ["text"], hostile_texts.read_games)
    assert hostile_texts.end_of(good._replace(read=crash), b"")[0] == hostile_texts.CRASHED
    vague = good._replace(read=lambda _: iter([("something is wrong", False)]))
    assert hostile_texts.end_of(vague, b"")[0] == hostile_texts.NO_PLACE
