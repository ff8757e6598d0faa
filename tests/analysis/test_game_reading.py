"""What the moves of a game meant by a convention, and how they broke it."""

import pytest
from conventions.example_conventions import convention_from
from conventions.played_games import played

from handsight.analysis.hanabi.convention_review import (
    CARD_LOST,
    DECLINED,
    KINDS,
    OTHER_MOVE,
    UNTRUE_PROMISE,
    Review,
)
from handsight.analysis.hanabi.game_reading import GameReading
from handsight.analysis.hanabi.move_sentences import (
    meaning_json,
    meaning_sentences,
    move_sentences,
)
from handsight.conventions import load_convention, promised_knowledge
from handsight.hanabi import CardPlayed, ClueGiven, Discard, GiveClue, Play, legal
from handsight.hanabi import HanabiRecord as Game
from handsight.playable_games import load


def reading_of(game: Game, spec: str) -> GameReading:
    return GameReading(promised_knowledge(game, load_convention(spec)))


def test_a_pointing_clue_asks_its_receiver_and_is_settled_when_the_card_is_played() -> None:
    game = played("minimal", 3)
    reading = reading_of(game, "minimal")
    turn, clue = next((e.turn, e) for e in game.final.events if isinstance(e, ClueGiven))
    meaning = reading.meaning(turn)
    (card,) = meaning.asked
    assert card.order in clue.touched
    assert card.holder == clue.target
    assert card.gains == ("IP",)
    assert card.promised is not None
    assert card.true
    assert card.possible <= card.promised
    played_at = next(e.turn for e in game.final.events if isinstance(e, CardPlayed) and e.order == card.order)
    assert card.settled is not None
    assert turn < card.settled <= played_at + 1
    assert meaning.bits[clue.target] > 1
    assert meaning.bits[clue.target] == pytest.approx(sum(c.bits for c in meaning.cards))
    lines = meaning_sentences(meaning, reading)
    assert "is told to play" in lines[1]
    assert f"settled at move {card.settled}" in lines[1]
    row = meaning_json(meaning, reading)
    assert row["turn"] == turn


def test_settled_is_the_first_moment_from_which_the_holder_can_name_the_card() -> None:
    reading = reading_of(load("sample:first"), "circle")
    checked = 0
    for meaning in reading.meanings:
        for card in meaning.cards:
            if card.settled is None:
                continue
            for turn in range(card.settled, reading.last + 1):
                seat = reading.holder(turn, card.order)
                if seat is None:
                    break
                hand = reading.game.states[turn].hands[seat]
                assert reading.possible(turn, seat)[hand.index(card.order)].bit_count() == 1
            before = card.settled - 1
            if before > meaning.turn and (seat := reading.holder(before, card.order)) is not None:
                hand = reading.game.states[before].hands[seat]
                mask = reading.possible(before, seat)[hand.index(card.order)]
                assert mask.bit_count() > 1
                checked += 1
    assert checked > 10


def test_nobody_breaks_a_convention_that_all_keep() -> None:
    review = Review(
        promised_knowledge(
            played("minimal +quiet-stall +sense +forget", 1),
            load_convention("minimal +quiet-stall +sense +forget"),
        )
    )
    assert not review.kinds
    assert all(move.agrees for move in review.moves)
    assert {move.wanted.rule for move in review.moves} >= {"play", "point", "discard"}


def declining(spec: str) -> tuple[Game, int]:
    """Return a game in which somebody who was told to play discards instead, and the index of that move."""
    game = played(spec, 2)
    for turn, action in enumerate(game.actions):
        state = game.states[turn]
        oldest = Discard(state.hands[state.seat][-1])
        if isinstance(action, Play) and action.order != oldest.order and oldest in legal(state):
            return Game.replay(game.setup, (*game.actions[:turn], oldest)), turn
    raise AssertionError("nobody plays")


def test_who_was_told_to_play_and_does_not_declines() -> None:
    game, turn = declining("minimal")
    review = Review(promised_knowledge(game, load_convention("minimal")))
    (broken,) = review.moves[turn].broken
    assert broken.kind == DECLINED
    assert review.moves[turn].wanted.rule == "play"
    mover = game.states[turn].seat
    assert broken.known_from[mover] == turn + 1
    assert not any(move.broken for move in review.moves[:turn])


def test_an_untrue_promise_is_told_with_the_turn_at_which_it_could_be_seen() -> None:
    review = Review(promised_knowledge(load("sample:first"), load_convention("circle")))
    assert set(review.kinds) <= set(KINDS)
    seen = 0
    for move in review.moves:
        for broken in move.broken:
            if broken.kind != UNTRUE_PROMISE:
                continue
            assert broken.order is not None
            if broken.in_public is None:  # two copies were told, which a later move showed
                assert broken.told_from > move.turn + 1
                continue
            promises = review.reading.knowledge.moments[move.turn + 1][1].new_promises
            face = review.game.setup.terms.variant.identity(review.game.final.cards[broken.order])
            assert any(not mask >> face & 1 for order, mask in promises if order == broken.order)
            holder = review.reading.holder(move.turn + 1, broken.order)
            others = [at for at in range(3) if at != holder]
            assert all(broken.known_from[at] is None for at in others)
            assert broken.in_public is not None
            assert all(broken.in_public.known_from[at] == move.turn + 1 for at in others)
            assert broken.holder == holder
            if broken.seen is not None:
                seen += 1
                assert broken.seen > move.turn
    assert seen


def test_a_promise_that_no_card_can_keep_is_told_in_plain_words() -> None:
    review = Review(promised_knowledge(load("sample:first"), load_convention("circle")))
    told = [review.whole_text(broken) for move in review.moves for broken in move.broken]
    assert not [text for text in told if "nothing" in text]
    assert "it said that Alice's slot 5 is p1 or p2, but it is p5; Alice could tell at move 43" in told
    said = meaning_sentences(review.reading.meaning(56), review.reading)
    assert any("nothing that is possible" in line for line in said)


def test_others_say_of_an_untrue_promise_what_public_facts_leave() -> None:
    """At move 19 Bob's card is y1 or y2 to everybody; Bob sees the y2, in Alice's hand, and she does not."""
    review = Review(promised_knowledge(load("sample:first"), load_convention("circle")))
    (untrue,) = (broken for broken in review.moves[18].broken if broken.kind == UNTRUE_PROMISE)
    assert untrue.text == "it said that Bob's slot 5 is y1, but it is y5"
    assert untrue.in_public is not None
    assert untrue.in_public.text == "it said that Bob's slot 5 is y1 or y2, but it is y5"


def test_a_lost_card_is_told_when_it_is_lost() -> None:
    """Before that, a break is told as another move, so that nobody is told the future."""
    review = Review(promised_knowledge(played("minimal", 0), load_convention("h-group-2")))
    lost = [
        (move.turn, broken) for move in review.moves for broken in move.broken if broken.kind == CARD_LOST
    ]
    assert lost
    for turn, broken in lost:
        assert broken.text.endswith(f"loses it at move {broken.told_from}")
        assert all(at is None or at >= broken.told_from for at in broken.known_from)
        assert broken.in_public is not None
        assert broken.in_public.kind == OTHER_MOVE
        assert broken.in_public.told_from == turn + 1
        assert "loses" not in broken.in_public.text


def test_a_review_as_json_says_the_rule_and_the_bits() -> None:
    review = Review(promised_knowledge(played("minimal", 3), load_convention("circle")))
    rows = list(review.to_json())
    assert [row["turn"] for row in rows] == list(range(len(rows)))
    assert all(len(row["bits"]) == 3 for row in rows)
    assert any(one["kind"] == OTHER_MOVE for row in rows for one in row["broken"])
    assert all(row["rule"] for row in rows)


WAITING = """convention waits
  flag FO "next" promises needed
  update
    say: after a clue, every touched card gains FO
  act
    speak: give k, for a clue k
    throw: discard my backmost card
"""


def test_a_card_that_waits_stands_on_the_cards_read_as_what_is_missing() -> None:
    game = load("sample:first")
    reading = GameReading(promised_knowledge(game, convention_from(WAITING)))
    found = 0
    for turn in range(reading.last + 1):
        state = game.states[turn]
        for order, on in reading.supports(turn).items():
            held = {card for hand in state.hands for card in hand}
            assert order in held
            assert order not in on
            assert set(on) <= held
            found += 1
    assert found


def test_moves_in_words() -> None:
    reading = reading_of(load("sample:first"), "circle")
    texts = [reading.move_text(turn) for turn in range(reading.last)]
    kinds = {type(action) for action in reading.game.actions}
    assert kinds == {Play, Discard, GiveClue}
    assert all(
        any(word in text for word in (" clues ", " plays ", " misplays ", " discards ")) for text in texts
    )


def test_an_open_reading_tells_its_alternatives_and_when_it_was_settled() -> None:
    """What a clue left open by level 2: on which cards each possibility stands, and until when."""
    reading = reading_of(load("sample:first"), "h-group-2")
    variant = reading.game.setup.terms.variant
    found = 0
    for meaning in reading.meanings:
        public, _ = reading.knowledge.moments[meaning.turn + 1]
        held = {order for hand in public.hands for order in hand}
        for one in meaning.readings:
            found += len(one.alternatives) > 1
            assert one.focus in held
            faces = {card: variant.identity(face) for card, face in enumerate(reading.game.final.cards)}
            true = [
                faces[one.focus] == value and all(faces[card] == what for card, what in pairs)
                for value, pairs in one.alternatives
            ]
            assert one.true == any(true)
            card = next(card for card in meaning.cards if card.order == one.focus)
            assert card.promised is not None
            assert {variant.identity(face) for face in card.promised} >= {
                value for value, _ in one.alternatives
            }
            end = reading.last + 1 if one.settled is None else one.settled
            for turn in range(meaning.turn + 1, end):
                questions = reading.knowledge.moments[turn][1].questions
                assert any(question.turn == meaning.turn + 1 for question in questions)
                on = reading.supports(turn).get(one.focus, ())
                assert set(on) <= {order for hand in reading.game.states[turn].hands for order in hand}
            (told,) = (
                said
                for said in move_sentences(meaning, reading)
                if said.order == one.focus and said.kind == "open"
            )
            left = [value for value, _ in one.alternatives if card.possible.mask >> value & 1]
            if not card.asked:
                assert all(variant.text(variant.card(value)) in told.text for value in left)
            assert told.ending.startswith("true" if one.true else "not true")
            assert (f"settled at move {one.settled}" in told.ending) == (one.settled is not None)
    assert found > 3


def test_who_is_asked_by_an_open_reading_is_told_to_play() -> None:
    """A finesse: a card that no clue touched, asked for because another stands on it."""
    reading = reading_of(load("sample:first"), "h-group-2")
    unseen = 0
    for meaning in reading.meanings:
        touched = reading.game.states[meaning.turn + 1].touched
        for card in meaning.asked:
            assert card.order in reading.sure_plays(meaning.turn + 1, card.holder)
            unseen += not touched >> card.order & 1
    assert unseen
