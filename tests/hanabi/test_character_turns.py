"""Characters change who moves when, what is seen, and how a game ends."""

from typing import Any

import pytest
from hanabi.character_tables import actions, played, start
from msgspec.structs import replace

from handsight.errors import InputError
from handsight.hanabi import (
    CardPlayed,
    Character,
    Clue,
    ClueGiven,
    Discard,
    End,
    Play,
    Setup,
    State,
    Stop,
    StopReason,
    Terms,
    legal,
    pace_and_efficiency,
    play,
    unenforced_rules,
    variant,
    view,
    why_illegal,
)
from handsight.hanabi.characters import read_character, write_character

PLAIN = variant()


def turns(state: State, count: int) -> list[int]:
    seats = []
    for _ in range(count):
        seats.append(state.seat)
        state = play(state, Play(state.hands[state.seat][-1]))
    return seats


def test_contrarian_turns_the_order_round() -> None:
    assert turns(start("- Contrarian -", max_strikes=99), 9) == [0, 1, 0, 2, 1, 2, 0, 1, 0]
    assert turns(start("- - -", max_strikes=99), 5) == [0, 1, 2, 0, 1]


def test_genius_takes_two_clues_in_one_turn() -> None:
    state = start("Genius - -")
    half, whole = played(state, "P1 red"), played(state, "P1 red, P1 2")
    assert (half.seat, half.tokens, half.turn) == (0, 7, 1)
    assert (whole.seat, whole.tokens, whole.turn) == (1, 6, 2)
    poor = replace(state, clue_units=1)
    assert (why_illegal(poor, *actions("P1 red")) or "")[0] == "character"


@pytest.mark.parametrize("seats", ["Panicky - -", "Panicky Contrarian -"])
def test_two_discards_are_one_turn_of_the_final_round(seats: str) -> None:
    state = replace(start(seats), clue_units=2, drawn=49)
    first = play(state, Discard(0))  # draws the last card
    assert (first.seat, first.deck_left, first.turns_left) == (0, 0, first.terms.final_round + 1)
    second = play(first, Discard(1))
    assert (second.seat, second.turns_left) == (1, second.terms.final_round)
    for _ in range(second.terms.final_round):
        assert not second.over
        second = play(second, Discard(second.hands[second.seat][-1]))
    assert second.over
    assert second.end is End.FINAL_ROUND


def test_contrarian_shortens_the_final_round_and_the_pace() -> None:
    state = start("- Contrarian -")
    assert state.terms.final_round == 2
    assert pace_and_efficiency.pace(state) == 35 + 2 - 25
    assert pace_and_efficiency.pace(start("- - -")) == 35 + 3 - 25
    last = replace(state, drawn=49, clue_units=4)
    after = played(last, "discard 0")
    assert after.turns_left == 2
    # P1 moves, then P0 again: the red 1 of P2 is dead
    alone = replace(after, stacks=(0, 5, 5, 5, 5), hands=((1,), (5,), (10,)))
    assert alone.end is End.NO_MORE_POINTS
    assert replace(alone, hands=((0,), (5,), (10,))).end is End.IN_PROGRESS


def test_follower_misplays_what_two_stacks_have_not_reached() -> None:
    early = played(start("- - Follower"), "play 0, P2 red, play 13")
    assert (early.points, early.strikes) == (1, 1)
    late = played(start("- - Follower"), "play 0, P2 red, P0 1, play 2, P2 red, play 13")
    assert (late.points, late.strikes) == (3, 0)


@pytest.mark.parametrize(
    ("seats", "hidden"),
    [
        ("Blind.Spot - -", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
        ("Oblivious - -", {0, 1, 2, 3, 4, 10, 11, 12, 13, 14}),
        ("Slow-Witted - -", {0, 1, 2, 3, 4, 9, 14}),
        ("Quacker - -", {0, 1, 2, 3, 4}),
    ],
)
def test_cards_that_are_not_seen_are_not_in_the_view(seats: str, hidden: set[int]) -> None:
    seen = view(start(seats), 0)
    assert {order for order, card in enumerate(seen.cards) if card is None} == hidden


def test_slow_witted_sees_a_card_once_it_leaves_slot_1() -> None:
    state = played(start("- - Slow-Witted"), "play 0")
    seen = view(state, 2)
    assert seen.cards[4] == PLAIN.read("p1")
    assert seen.cards[15] is None
    assert seen.cards[0] == PLAIN.read("r1")


@pytest.mark.parametrize("name", ["No Variant", "Alternating Clues (5 Suits)"])
def test_quacker_hides_the_clue_from_all_others(name: str) -> None:
    state = played(start("Quacker - -", variant=variant(name)), "P1 red, P0 1")
    for seat in range(3):
        quack, clue = (event for event in view(state, seat).events if isinstance(event, ClueGiven))
        assert clue.clue == Clue("number", 1)
        assert quack.clue == (Clue("color", 0) if seat == 0 else None)
        # where kinds must alternate, everybody has to know which comes next
        assert quack.kind == ("color" if seat == 0 or state.terms.variant.alternating else None)
        assert (quack.touched, quack.target) == ((8, 5), 1)


@pytest.mark.parametrize(
    ("seats", "viewer", "dark"),
    [
        ("- - -", 0, {0, 1}),
        ("- - -", 2, {10}),
        ("- - Blind.Spot", 2, {10, 0, 1}),
        ("- - Oblivious", 2, {10, 9, 5}),
        ("- - Slow-Witted", 2, {10, 9}),
    ],
)
def test_a_card_played_face_down_is_unknown_to_who_never_saw_it(
    seats: str, viewer: int, dark: set[int]
) -> None:
    state = start(seats, variant=variant("Throw It in a Hole (5 Suits)"))
    seen = view(played(state, "play 0, play 9, play 10, play 1, play 5"), viewer)
    assert {order for order in (0, 9, 10, 1, 5) if seen.cards[order] is None} == dark
    plays = {event.order: event.card for event in seen.events if isinstance(event, CardPlayed)}
    assert {order for order, card in plays.items() if card is None} == dark


@pytest.mark.parametrize(
    ("seats", "moves"),
    [("- Vindictive -", "P1 red"), ("Insistent - -", "P1 red, play 6, play 10")],
)
def test_a_duty_to_clue_without_a_token_is_a_softlock(seats: str, moves: str) -> None:
    stuck = played(replace(start(seats), clue_units=1), moves)
    assert (stuck.stop_code, stuck.score, stuck.end) == (7, 0, End.TERMINATED)
    assert not list(legal(stuck))
    assert (why_illegal(stuck, Play(5)) or "")[0] == "game-over"
    # a table may have been closed by hand where nobody noticed
    ended = play(stuck, Stop(None, StopReason(4, "terminated")))
    assert (ended.stop_code, ended.end) == (4, End.TERMINATED)


def test_a_softlock_comes_before_every_other_end() -> None:
    # P0 misplays for the third time, and P1, clued before, must give a clue that nobody can pay
    clued = replace(played(start("- Vindictive -"), "P1 red"), seat=0, clue_units=0, strikes=2)
    assert play(replace(clued, stacks=(1,) * 5), Play(0)).stop_code == 7
    calm = replace(played(start("- Vindictive -"), "P2 red"), seat=0, clue_units=0, strikes=2)
    struck = play(replace(calm, stacks=(1,) * 5), Play(0))
    assert (struck.stop_code, struck.end) == (0, End.STRIKEOUT)


def test_a_player_without_any_legal_action_ends_the_game() -> None:
    numbers_only_2_and_5 = "r1 y1 g1 b1 p1   r2 y2 g2 r5 b5   r4 y4 g5 y1 y2"
    state = start("Genius Vulnerable -", numbers_only_2_and_5)
    stuck = played(state, "P1 red")
    assert (stuck.stop_code, stuck.seat) == (7, 0)
    assert played(state, "P2 red").stop_code == 0


def test_empty_clues_may_touch_nothing_that_is_seen() -> None:
    state = start("Blind.Spot - -", empty_clues=True)
    assert why_illegal(state, *actions("P1 red")) is None
    assert why_illegal(state, *actions("P1 purple")) is None
    assert (
        why_illegal(start("Blind.Spot - -", variant=variant("Color Blind (5 Suits)")), *actions("P1 red"))
        is None
    )


def test_half_tokens_count_as_the_server_counts_them() -> None:
    starved = variant("Clue Starved (5 Suits)")
    for seats, clue_units, allowed in (
        ("Miser - -", 8, True),
        ("Miser - -", 7, False),
        ("Genius - -", 4, True),
        ("Genius - -", 3, False),
    ):
        state = replace(start(seats, variant=starved), clue_units=clue_units)
        assert (why_illegal(state, *actions("P1 red")) is None) is allowed
    for seats, clue_units, allowed in (
        ("Wasteful - -", 3, True),
        ("Wasteful - -", 4, False),
        ("Anxious - -", 3, True),
    ):
        state = replace(start(seats, variant=starved), clue_units=clue_units)
        assert (why_illegal(state, *actions("discard 0")) is None) is allowed
    assert play(replace(start("Panicky - -", variant=starved), clue_units=7), Discard(0)).seat == 0
    assert play(replace(start("Panicky - -", variant=starved), clue_units=8), Discard(0)).seat == 1


def test_a_suit_that_swaps_playing_and_discarding_leaves_some_rules_open() -> None:
    orange = variant("Orange (5 Suits)")
    front = "r1 y1 g1 b1 o1   r2 y2 g2 r3 b5   r4 y4 g5 y1 y2"
    state = start("Hesitant Vindictive Stubborn", front, variant=orange)
    assert why_illegal(state, Play(4)) is None
    assert [sentence.partition(";")[0] for sentence in unenforced_rules(state.terms, ("Ann",))] == [
        "Ann is Hesitant and may not play from slot 1",
        "P2 is Stubborn and may not do what was done just before: play, discard or clue",
    ]
    clued = played(state, "P1 red")
    assert (why_illegal(clued, Play(5)) or "")[0] == "character"
    again = played(clued, "P2 red")
    assert (why_illegal(again, *actions("P0 1")) or "")[0] == "character"
    assert why_illegal(again, Play(10)) is None


def test_a_value_that_nobody_wrote_down_is_reported() -> None:
    state = start("Fuming - Inept=0")
    assert why_illegal(state, *actions("P1 red")) is None
    (sentence,) = unenforced_rules(state.terms)
    rule = "P0 is Fuming and may only clue numbers and one colour"
    assert sentence == f"{rule}; not enforced, because the record does not say which colour"
    assert not unenforced_rules(Terms(3))


@pytest.mark.parametrize(
    ("name", "metadata", "character"),
    [
        ("Fuming", 2, Character("Fuming", 2)),
        ("Fuming", -1, Character("Fuming")),
        ("Fuming", None, Character("Fuming")),
        ("Picky", -1, Character("Picky")),
        ("Picky", 0, Character("Picky")),
        ("mood swings", -1, Character("Mood Swings")),
        ("n/a", -1, None),
        ("", -1, None),
    ],
)
def test_read_as_exports_write(name: str, metadata: int | None, character: Character | None) -> None:
    assert read_character(name, metadata) == character
    written: dict[str, Any] = {**write_character(character)}
    assert read_character(written["name"], written["metadata"]) == character
    assert written.keys() == {"name", "metadata"}


@pytest.mark.parametrize(
    ("name", "advice"), [("Fumming", "did you mean Fuming"), ("Xyz", "they are Fuming, Dumbfounded")]
)
def test_an_unknown_character_is_refused_with_similar_names(name: str, advice: str) -> None:
    with pytest.raises(InputError, match=f"no character is called {name!r}; {advice}"):
        read_character(name, -1)


@pytest.mark.parametrize(
    ("who", "message"),
    [
        (
            (Character("Fuming", 5), None),
            "Fuming has colour 5, which No Variant does not have: they are 0 to 4",
        ),
        ((Character("Inept", 9), None), "Inept has suit 9, which No Variant does not have: they are 0 to 4"),
        (
            (Character("Awkward", 0), None),
            "Awkward has number 0, which No Variant does not have: they are 1 to 5",
        ),
        ((Character("Picky"),), "there are 2 players, but 1 character"),
    ],
)
def test_terms_refuse_what_cannot_be(who: tuple[Character | None, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Terms(2, characters=who)
    with pytest.raises(InputError, match="Picky takes no value"):
        Character("Picky", 1)
    assert Terms(2, characters=(None, None)) == Terms(2)
    with pytest.raises(InputError, match="there is none"):
        Terms(2, variant("Color Mute (5 Suits)"), characters=(Character("Fuming", 0), None))


def test_a_position_knows_what_the_characters_remember() -> None:
    state = start("Stubborn - -", max_strikes=99)
    calm, clued = played(state, "play 4, play 9, play 14"), played(state, "play 4, play 9, P0 1")
    assert (
        calm.position
        != replace(clued, hands=calm.hands, drawn=calm.drawn, clue_units=calm.clue_units).position
    )
    plain = replace(state, setup=Setup(Terms(3, max_strikes=99), state.cards))
    assert (
        played(plain, "play 4, play 9, play 14").position
        == replace(
            played(plain, "play 4, P0 1, play 14"),
            hands=calm.hands,
            drawn=calm.drawn,
            clue_units=calm.clue_units,
            strikes=2,
        ).position
    )
