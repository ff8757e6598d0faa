"""What people call a seat."""

import pytest

from handsight.errors import UnknownNameError
from handsight.game import in_any_case, seat_named

TABLE = ("Bob", "bobby", "Ann")


@pytest.mark.parametrize(
    ("word", "seat"),
    [
        ("0", 0),
        ("2", 2),
        ("Bob", 0),
        ("bob", 0),
        ("BOBBY", 1),
        ("bobb", 1),
        ("a", 2),
        ("ann", 2),
        ("P1", 1),
        ("p2", 2),
    ],
)
def test_a_seat_goes_by_number_name_or_beginning(word: str, seat: int) -> None:
    assert seat_named(word, TABLE) == seat


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("bo", "'bo' may be seat 0 Bob and 1 bobby"),
        ("3", "there is no seat 3; the seats are 0 Bob, 1 bobby, 2 Ann"),
        ("", "there is no seat"),
        ("annie", "there is no seat annie"),
    ],
)
def test_a_word_for_no_seat_or_for_two_is_refused(word: str, said: str) -> None:
    with pytest.raises(UnknownNameError, match=said):
        seat_named(word, TABLE)


def test_a_seat_has_names_of_several_kinds() -> None:
    sides = ("North", "East")
    assert [seat_named(word, ("Ann", "Nell"), sides) for word in ("North", "east", "A", "Nell", "nor")] == [
        *(0, 1, 0, 1, 0)
    ]
    with pytest.raises(UnknownNameError, match="0 Ann and 1 Nell"):
        seat_named("n", ("Ann", "Nell"), sides)


def test_a_name_in_any_case_is_spelled_as_known_the_exact_one_first() -> None:
    spell = in_any_case(("Bob", "BOB", "Ann"))
    assert [spell(word) for word in ("Bob", "BOB", "bob", "aNN", "Carol")] == [
        "Bob",
        "BOB",
        "bob",
        "Ann",
        "Carol",
    ]
    assert in_any_case({"North": "N", "N": "N"})("north") == "N"


def test_a_player_called_like_another_seat_comes_first() -> None:
    assert seat_named("P1", ("P1", "Peter")) == 0
    assert seat_named("P", ("Ann", "Peter")) == 1
