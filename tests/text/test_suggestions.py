"""What was probably meant by a mistyped word."""

import pytest

from handsight.errors import UnknownNameError
from handsight.text.suggestions import (
    did_you_mean,
    find_named,
    listed,
    nearest,
    nearest_words,
    quote,
    remedy,
    some,
)

SUITS = ("Red", "Yellow", "Green", "Blue", "Purple")


def test_words_are_listed_as_in_a_sentence() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b or c"
    assert listed(["a", "b"], "and") == "a and b"
    assert some("abcde", 3) == "a, b, c or 2 more"


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("Rde", "Red"),
        ("yelow", "Yellow"),
        ("PURPLE", "Purple"),
        ("xyzzy", None),
        ("r" * 50, None),
        ("", None),
    ],
)
def test_the_nearest_word_in_any_case(word: str, meant: str | None) -> None:
    assert nearest(word, SUITS) == meant


def test_letters_typed_for_digits() -> None:
    assert nearest("Pl", ["P0", "P1"]) == "P1"
    assert nearest("PO", ["P0", "P1"]) == "P0"


def test_several_words_may_be_near() -> None:
    assert nearest_words("rainbw", ["rainbow", "rain", "pink"], 2) == ["rainbow", "rain"]
    assert (
        did_you_mean("rainbw", ["rainbow", "rain"], most=2, show=repr) == "did you mean 'rainbow' or 'rain'?"
    )


def test_what_to_say_if_nothing_is_near() -> None:
    assert did_you_mean("xyzzy", SUITS, "there are five") == "there are five"
    assert did_you_mean("xyzzy", SUITS) == ""


def test_a_remedy_names_what_was_expected() -> None:
    assert remedy("Rde", SUITS) == "; expected Red, Yellow, Green, Blue or Purple; did you mean Red?"
    assert remedy("3", (), "a suit") == "; expected a suit"
    assert "U+200B (ZERO WIDTH SPACE), which cannot be seen" in remedy("Re\u200bd", SUITS)


def test_long_words_are_shown_short() -> None:
    assert quote("abc") == "'abc'"
    assert len(quote("x" * 1000)) == 42


def test_an_entry_is_found_by_its_name_or_the_nearest_name_is_suggested() -> None:
    games = {"hanabi": 1, "boeren": 2}
    assert find_named("game", "boeren", games) == 2
    with pytest.raises(UnknownNameError, match="no game is called 'hanaby'; did you mean hanabi"):
        find_named("game", "hanaby", games)
    with pytest.raises(UnknownNameError, match="no game is called 'chess'; there are hanabi, boeren"):
        find_named("game", "chess", games)


def test_of_two_letters_one_may_be_wrong_and_of_three_as_well_but_not_of_one() -> None:
    assert nearest("r7", ["r1"]) == "r1"
    assert nearest("abx", ["abc"]) == "abc"
    assert nearest("axx", ["abc"]) is None
    assert nearest("x", ["r"]) is None
