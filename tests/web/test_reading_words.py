"""What a move told by a convention, in sentences for people who do not know its language."""

from conventions.played_games import played
from msgspec.structs import replace

from handsight.analysis.hanabi.game_reading import GameReading
from handsight.conventions import load_convention, promised_knowledge
from handsight.hanabi import HanabiRecord as Game
from handsight.playable_games import load
from handsight.web.hanabi.reading import reading_json
from handsight.web.hanabi.reading_words import told, told_in_public


def words_of(game: Game, spec: str, turn: int) -> list[str]:
    reading = GameReading(promised_knowledge(game, load_convention(spec)))
    return [card["text"] for card in told_in_public(reading.meaning(turn), reading)]


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
    (text,) = (row["text"] for row in told(both, reading) if row["order"] == asked.order)
    assert text.endswith(" need it first")
