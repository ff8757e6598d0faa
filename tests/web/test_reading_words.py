"""What a move told by a convention, in sentences for people who do not know its language."""

from conventions.played_games import played

from handsight.conventions import load_convention, promised_knowledge
from handsight.conventions.game_reading import GameReading
from handsight.web.hanabi.reading_words import told, told_in_public


def texts(turn: int, *, public: bool = False) -> list[str]:
    reading = GameReading(promised_knowledge(played("h-group-2", 0, 3), load_convention("h-group-2")))
    say = told_in_public if public else told
    return [card["text"] for card in say(reading.meaning(turn), reading)]


def test_a_finesse_says_who_is_asked_and_for_which_card() -> None:
    assert texts(10) == [
        "Cathy's slot 4 is r1; or r2, once Alice has played slot 1",
        "Alice is told to play slot 1, read as r1, though no clue touched it: Cathy's slot 4 needs it first",
    ]


def test_in_public_nothing_is_said_that_only_one_player_can_tell() -> None:
    """That a finesse is on is known to those who see the card that waits; its holder cannot tell yet."""
    assert texts(10, public=True) == ["Cathy's slot 4 is r1; or r2, once Alice has played slot 1"]


def test_a_touched_card_is_asked_for_without_a_word_about_clues() -> None:
    assert texts(29) == [
        "Alice's slot 5 is r5, once Bob has played slot 5",
        "Bob is told to play slot 5, read as r4: Alice's slot 5 needs it first",
    ]


def test_many_ways_are_told_as_one() -> None:
    assert texts(0, public=True)[0] == (
        "Cathy's slot 3 is b1; or b2 or b3, once a card that it needs is played"
    )


def test_a_discard_tells_nothing() -> None:
    assert texts(13) == []
