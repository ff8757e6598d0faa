"""What a move told by a convention, in sentences for people who do not know its language."""

import re

from conventions.played_games import played
from msgspec.structs import replace

from handsight.analysis.hanabi.game_reading import GameReading, MoveMeaning
from handsight.analysis.hanabi.move_sentences import move_sentences
from handsight.conventions import load_convention, promised_knowledge
from handsight.conventions.library import find_source, shipped
from handsight.hanabi import HanabiRecord as Game
from handsight.playable_games import load
from handsight.web.hanabi.convention_reading import ON_THE_BOARD, flag_words, reading_json


def told(meaning: MoveMeaning, reading: GameReading, *, public: bool = False) -> dict[int | None, str]:
    """Return what stands on the board of a move, by card."""
    said = move_sentences(meaning, reading, public=public)
    return {one.order: one.text for one in said if one.kind in ON_THE_BOARD}


def words_of(game: Game, spec: str, turn: int) -> list[str]:
    reading = GameReading(promised_knowledge(game, load_convention(spec)))
    return list(told(reading.meaning(turn), reading, public=True).values())


def texts(turn: int, *, public: bool = False) -> list[str]:
    reading = GameReading(promised_knowledge(played("h-group-2", 0, 3), load_convention("h-group-2")))
    return list(told(reading.meaning(turn), reading, public=public).values())


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


def test_in_public_it_is_told_what_a_holder_knew_before() -> None:
    """Cathy could tell by herself that her card is b5; to the others it might have been b3."""
    game = load("sample:first")
    reading = GameReading(promised_knowledge(game, load_convention("circle")))
    (card,) = (card for card in reading.said_in_public(51) if card.order == 31)
    assert (str(card.before), str(card.possible)) == ("b3 b5", "b5")
    assert f"Cathy's slot {card.slot + 1} is b5" in words_of(game, "circle", 51)
    assert reading_json(game, "circle")["moves"][51]["opened"].count(31) == 1


def test_several_cards_need_another() -> None:
    """Two open readings stand on one card."""
    reading = GameReading(promised_knowledge(played("h-group-2", 0, 3), load_convention("h-group-2")))
    meaning = reading.meaning(10)
    (one,), asked = meaning.readings, meaning.asked[0]
    other = next(card for card in reading.game.states[11].hands[1] if card != one.focus)
    both = replace(meaning, readings=(one, replace(one, focus=other)))
    assert told(both, reading)[asked.order].endswith(" need it first")


def test_a_move_is_told_with_flags_and_how_it_ended_to_those_who_see_all_cards() -> None:
    reading = GameReading(promised_knowledge(played("h-group-2", 0, 3), load_convention("h-group-2")))
    said = move_sentences(reading.meaning(10), reading)
    assert [one.kind for one in said][:2] == ["open", "play"]
    assert said[0].with_ending.startswith("Cathy's slot 4 is r1; or r2, once Alice has played slot 1; true; ")
    assert "Cathy's slot 4 is marked TO (touched, and still wanted), FO (focus of the clue just given)" in [
        one.text for one in said
    ]
    assert not any(one.ending for one in move_sentences(reading.meaning(10), reading, public=True))


FLAGS = {
    ("CH", "chop: the oldest card that nothing was said of"): (
        "chop",
        "the oldest card that nothing was said of",
    ),
    ("CM", "chop moved: kept, though nothing was said of it"): (
        "chop moved",
        "kept, though nothing was said of it",
    ),
    ("FO", "focus of the clue just given"): ("focus", "of the clue just given"),
    ("PL", "what its holder plays next"): ("plays next", "what its holder plays next"),
    ("IP", "immediately playable"): ("playable", "immediately playable"),
    ("CM", ""): ("CM", ""),
}


def test_a_flag_has_a_word_that_people_can_read_and_a_meaning_that_does_not_repeat_it() -> None:
    found = {flag: flag_words(*flag) for flag in FLAGS}
    assert {flag: (row["word"], row["meaning"]) for flag, row in found.items()} == FLAGS


def test_a_flag_has_no_word_where_the_clues_on_the_card_say_it() -> None:
    for text in ("touched, and still wanted", "it was touched by a number clue"):
        assert flag_words("TO", text)["word"] == ""


def test_no_flag_of_the_conventions_is_called_what_the_page_says_of_a_card_that_is_to_be_played() -> None:
    texts = [find_source(name).text for name in shipped()]
    flags = [found for text in texts for found in re.findall(r'^ *flag (\w+) "([^"]+)"', text, re.MULTILINE)]
    words = {flag_words(*flag)["word"] for flag in flags}
    assert "passed over" in words
    assert "told to play" not in words
