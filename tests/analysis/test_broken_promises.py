"""To which move a broken promise is laid: the one whose choice made it, and once."""

from conventions.example_conventions import convention_from

from handsight.analysis.hanabi.convention_review import DECLINED, OTHER_MOVE, UNTRUE_PROMISE, Review
from handsight.analysis.hanabi.move_sentences import card_json, meaning_sentences, move_sentences
from handsight.conventions import promised_knowledge
from handsight.conventions.interpreter.promised_knowledge import CONTRADICTION
from handsight.hanabi import Card, Clue, Discard, GiveClue, Play, Setup, Terms
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi.actions import Action

# Good touch, up to date after every play, as in the H-Group files.
UP_TO_DATE = """convention twins
  flag UP "touched, and not played from elsewhere since" promises unplayed
  call a value v unplayed if rank of v is above stack of v
  update
    played: after a play, every card with UP loses UP
    still:  every clued card without UP gains UP
  act
    known:  play my frontmost card that I know is playable by promise
    throw:  discard my backmost card
    speak:  give k, for a clue k
"""
ONES, TWOS = Clue("number", 1), Clue("number", 2)


def story(file: str, cards: dict[int, str], *actions: Action) -> Review:
    """Return the review of a game of three with these cards, by order; the others in hands are 3s to 5s."""
    terms = Terms(3)
    left = sorted(terms.variant.deck(), key=lambda card: -card.rank)
    text = {terms.variant.text(card): card for card in left}
    given: dict[int, Card] = {order: text[name] for order, name in cards.items()}
    for card in given.values():
        left.remove(card)
    deck = tuple(given[order] if order in given else left.pop(0) for order in range(terms.variant.deck_size))
    return Review(promised_knowledge(Game.replay(Setup(terms, deck), actions), convention_from(file)))


def broken(review: Review, kind: str = UNTRUE_PROMISE) -> list[tuple[int, int | None]]:
    """Return the moves that broke the convention in a way, and the cards."""
    return [(move.turn, one.order) for move in review.moves for one in move.broken if one.kind == kind]


def test_a_clue_that_touches_two_copies_is_at_fault_once_and_no_play_that_shows_it() -> None:
    review = story(
        UP_TO_DATE,
        {5: "r1", 9: "r1", 14: "g1", 8: "y1", 4: "b1"},
        GiveClue(1, ONES),  # touches y1 and both r1
        Play(9),
        Play(14),
        Play(4),
        Play(8),
    )
    assert [move.agrees for move in review.moves] == [False, True, False, False, True]
    assert broken(review) == [(0, 5)]
    (one,) = (one for one in review.moves[0].broken if one.kind == UNTRUE_PROMISE)
    assert "both Bob's slot 5 and Bob's slot 1, and both are r1" in one.text
    assert one.known_from == (2, None, 2)  # when the copy was played, by those who see the other
    assert one.told_from == 2
    assert not review.moves[1].broken


def test_the_second_of_two_clues_to_copies_is_at_fault_if_its_giver_saw_both() -> None:
    first, second = GiveClue(1, ONES), GiveClue(0, ONES)
    cards = {9: "r1", 4: "r1"}
    assert broken(story(UP_TO_DATE, cards, first, Discard(5), second, Play(4))) == [(2, 9)]
    # Bob, who holds one of them, could not know.
    assert broken(story(UP_TO_DATE, cards, first, second, Discard(10), Play(4))) == []


def test_what_a_clue_repeats_without_choice_is_no_new_promise() -> None:
    file = UP_TO_DATE.replace(
        "    still:", "    again: after a clue, every card with UP loses UP\n    still:"
    )
    review = story(
        file,
        {4: "r1", 9: "r1", 10: "g2"},
        Play(4),
        GiveClue(2, TWOS),
        GiveClue(1, ONES),  # r1, which is played: untrue
        GiveClue(2, TWOS),
    )
    assert broken(review) == [(2, 9)]


SIGNAL = """convention pointing
  flag FIT "fits" promises playable
  update
    point:  after a discard, the frontmost card c such that (hand offset of c is 1) gains FIT
  act
    known:  play my frontmost card that I know is playable by promise
    throw:  discard my backmost card
"""


def test_a_discard_that_signals_is_chosen_and_who_does_as_the_file_does_breaks_nothing() -> None:
    first = GiveClue(1, TWOS)
    assert broken(story(SIGNAL, {7: "g2"}, first, Discard(8))) == [(1, 14)]
    assert broken(story(SIGNAL, {7: "g2", 14: "r1"}, first, Discard(8))) == []
    assert broken(story(SIGNAL, {7: "g2"}, first, Discard(5))) == []  # what the file itself does


def test_who_plays_another_card_that_was_told_declines_nothing() -> None:
    cards, clue = {9: "r1", 7: "g1"}, GiveClue(1, ONES)
    other = story(UP_TO_DATE, cards, clue, Play(7))
    assert other.moves[1].wanted.action == Play(9)
    assert [one.kind for one in other.moves[1].broken] == [OTHER_MOVE]
    declined = story(UP_TO_DATE, cards, clue, Discard(5))
    (one,) = declined.moves[1].broken
    assert (one.kind, one.text) == (DECLINED, "Bob was told at move 1 that slot 1 fits, and did not play it")


def test_a_promise_that_is_taken_back_is_told() -> None:
    file = UP_TO_DATE.replace(
        "    still:", "    back: after a discard, drop the readings of every clued card\n    still:"
    )
    cards = {4: "y1", 9: "r1", 10: "g2"}
    review = story(file, cards, Play(4), GiveClue(2, TWOS), GiveClue(1, ONES), Discard(0))
    meaning = review.reading.meaning(3)
    line = "Bob's slot 1 is no longer promised to be r1, g1, b1 or p1"
    assert f"  {line}" in meaning_sentences(meaning, review.reading)
    assert line in [one.text for one in move_sentences(meaning, review.reading, public=True)]
    (card,) = (card for card in meaning.cards if card.order == 9)
    assert card_json(card)["withdrawn"] == ["r1", "g1", "b1", "p1"]
    assert not any(
        "no longer" in text for text in meaning_sentences(review.reading.meaning(2), review.reading)
    )


def test_what_clues_rule_out_and_what_a_holder_can_rule_out_are_told_apart() -> None:
    ones = {4: "r1", 9: "y1", 14: "g1", 3: "b1", 8: "p1", 0: "r1"}
    plays = [Play(4), Play(9), Play(14), Play(3)]
    review = story(UP_TO_DATE, ones, *plays, Play(8), GiveClue(0, ONES))
    ((turn, order),) = broken(review, CONTRADICTION)
    assert (turn, order) == (5, 0)
    (one,) = (one for one in review.moves[5].broken if one.kind == CONTRADICTION)
    assert one.text.startswith("Cathy promised card 0 to be one of r2")
    assert one.text.endswith("which its clues rule out")
    # Alice sees every p1.
    ones = {4: "r1", 9: "y1", 14: "g1", 3: "b1", 8: "p1", 0: "r1", 7: "p1", 10: "p1", 11: "y2"}
    review = story(UP_TO_DATE, ones, *plays, GiveClue(2, TWOS), GiveClue(0, ONES))
    (one,) = (one for one in review.moves[5].broken if one.kind == UNTRUE_PROMISE)
    assert one.text == "what it said of Alice's slot 5 cannot be true, as Alice can tell; the card is r1"
    assert one.in_public is not None
    assert one.in_public.text == "it said that Alice's slot 5 is p1, but it is r1"
