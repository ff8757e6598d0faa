"""Where rule sets differ, as small stories: a deck, a few turns, and what must come of it."""

from collections import Counter
from typing import Any

import pytest
from hanabi.example_states import with_stacks
from msgspec.structs import replace

from handsight.errors import IllegalActionError, InputError
from handsight.hanabi import (
    OFFICIAL,
    RULE_SETS,
    Action,
    Clue,
    Discard,
    End,
    GiveClue,
    Play,
    Rules,
    Setup,
    State,
    Terms,
    deal,
    legal,
    play,
    rule_set,
    score,
    tiny,
    variant,
    why_illegal,
)


def by_rules(word: str, values: tuple[object, ...]) -> pytest.MarkDecorator:
    """One story under the four rule sets, and what each makes of it."""
    pairs = list(zip(RULE_SETS.values(), values, strict=True))
    return pytest.mark.parametrize(("rules", word), pairs, ids=list(RULE_SETS))


def table(front: str, players: int = 2, **terms: Any) -> State:
    """Deal a deck that begins with these cards and goes on with the rest, sorted."""
    agreed = Terms(players, **terms)
    cards = [agreed.variant.read(word) for word in front.split()]
    rest = Counter(agreed.variant.deck())
    rest.subtract(cards)
    assert min(rest.values()) >= 0, "no such deck"
    return deal(Setup(agreed, (*cards, *sorted(rest.elements()))))


def after(state: State, *words: str) -> State:
    """Take these actions: `p7` plays card 7, `d7` discards it, `red` or `3` clues the next seat."""
    for word in words:
        seat = (state.seat + 1) % state.terms.players
        colors = {color.lower(): at for at, color in enumerate(state.terms.variant.colors)}
        action: Action
        if word in colors:
            action = GiveClue(seat, Clue("color", colors[word]))
        elif word.isdigit():
            action = GiveClue(seat, Clue("number", int(word)))
        else:
            action = (Play if word[0] == "p" else Discard)(int(word[1:]))
        state = play(state, action)
    return state


def turns_until_over(state: State) -> int:
    """Let everybody play their oldest card, as often as the rules allow."""
    turns = 0
    while not state.over:
        state = play(state, Play(min(state.hands[state.seat])))
        turns += 1
    return turns


RED_RUN = "r1 r3 r5 y1 y1 r2 r4 y1 y2 y3"  # seat 0 and seat 1 play red from 1 to 5


@pytest.mark.shows("S0-1", "S0-24")
@pytest.mark.parametrize(("players", "cards"), [(2, 5), (3, 5), (4, 4), (5, 4), (6, 3)])
def test_how_many_play_decides_how_many_cards_each_is_dealt(players: int, cards: int) -> None:
    hands = table("", players).hands
    assert [len(hand) for hand in hands] == [cards] * players
    assert [order for hand in hands for order in reversed(hand)] == list(range(players * cards))


@pytest.mark.shows("S0-1")
@pytest.mark.parametrize("players", [1, 7])
def test_one_player_or_seven_are_refused(players: int) -> None:
    with pytest.raises(InputError, match=f"for 2 to 6 players, not {players}"):
        Terms(players)


@pytest.mark.shows("S0-4", "S0-36")
def test_a_card_fits_one_above_its_own_stack_whatever_the_others_show() -> None:
    state = after(table("b1 b3 r1 r5 r3 b2 r2 y4 y4 g4"), "p0", "p5", "p1")
    assert (state.heights, state.strikes) == ((0, 0, 0, 3, 0), 0)
    state = after(state, "p6")  # r2 before r1
    assert (state.heights, state.strikes) == ((0, 0, 0, 3, 0), 1)
    state = after(state, "p2", "1", "p3")  # r1 after b3, then r5 on r1
    assert (state.heights, state.strikes) == ((1, 0, 0, 3, 0), 2)


@pytest.mark.shows("S0-39")
def test_a_discard_returns_a_token() -> None:
    state = after(table(RED_RUN), "red")
    assert state.tokens == 7
    assert after(state, "d7").tokens == 8


@pytest.mark.shows("S0-41")
@by_rules("tokens", (7, 7, 6, 7))
def test_a_finished_stack_returns_a_token_but_not_among_explorers(rules: Rules, tokens: int) -> None:
    state = after(table(RED_RUN, rules=rules), "p0", "p5", "p1", "p6", "yellow", "1", "p2")
    assert state.heights == (5, 0, 0, 0, 0)
    assert state.tokens == tokens


@pytest.mark.shows("S0-41")
@by_rules("wasted", (1, 1, 0, 1))
def test_with_all_tokens_there_a_finished_stack_returns_nothing(rules: Rules, wasted: int) -> None:
    state = after(table(RED_RUN, rules=rules), "p0", "p5", "p1", "p6", "yellow", "d7", "p2")
    assert (state.tokens, state.wasted) == (8, wasted)


@by_rules("turns", (4, 4, 5, 4))
@pytest.mark.parametrize("players", [2, 3])
def test_the_final_round_follows_the_last_draw_or_the_first_that_fails(
    rules: Rules, turns: int, players: int
) -> None:
    # one suit of ten cards: two players have two cards to draw, three players one
    hand = 4 if players == 2 else 3
    state = table("", players, variant=tiny(1, 5), hand_size=hand, max_strikes=99, rules=rules)
    assert turns_until_over(state) == turns


@pytest.mark.shows("S0-38")
@by_rules("worth", (0, 1, 1, 1))
def test_the_third_strike_takes_the_points_or_leaves_them(rules: Rules, worth: int) -> None:
    state = after(table("r1 r5 y5 g5 b5 y4 g4", rules=rules), "p0", "p5", "p1", "p6")
    assert (state.end, state.score, score(state)) == (End.STRIKEOUT, worth, worth)
    assert state.heights == (1, 0, 0, 0, 0)
    assert list(legal(state)) == []


@pytest.mark.shows("S0-37")
@by_rules("pile", ((0,), (0,), (), (0,)))
def test_a_misplayed_card_is_discarded_or_vanishes(rules: Rules, pile: tuple[int, ...]) -> None:
    state = after(table("r5", rules=rules), "p0")
    assert (state.strikes, state.discarded, state.tokens) == (1, pile, 8)
    # the best score counts the discard pile alone
    assert state.max_score == (24 if pile else 25)


@by_rules("stops", (True, True, False, False))
def test_a_perfect_score_ends_the_game_or_not(rules: Rules, stops: bool) -> None:
    state = table("r1 r3 r1 r2 r1 r2", variant=tiny(1, 3), hand_size=2, rules=rules)
    state = after(state, "p0", "p3", "p1")
    assert (state.end, state.points, state.over) == (End.PERFECT, 3, stops)
    assert score(state) == (3 if stops else None)


@pytest.mark.shows("S0-40")
@by_rules("allowed", (False, False, False, True))
def test_discarding_with_all_tokens_is_refused_or_gains_nothing(rules: Rules, allowed: bool) -> None:
    state = table("r1", rules=rules)
    assert (Discard(0) in list(legal(state))) == allowed
    if allowed:
        assert after(state, "d0").tokens == 8
    else:
        with pytest.raises(IllegalActionError) as caught:
            after(state, "d0")
        assert caught.value.code == "discard-at-full-clues"


def test_single_switches_make_custom_rules() -> None:
    assert OFFICIAL.switched("strikeout", "stacks") == Rules("custom", strikeout="stacks")
    assert OFFICIAL.switched("refund_five", "No") == Rules("custom", refund_five=False)
    assert OFFICIAL.switched("end", "last_draw") is OFFICIAL
    explorer = OFFICIAL
    for switch, value in (
        ("refund_five", "no"),
        ("end", "failed_draw"),
        ("strikeout", "stacks"),
        ("misplay", "vanish"),
        ("stop_perfect", "no"),
    ):
        explorer = explorer.switched(switch, value)
    assert replace(explorer, name="explorer") == RULE_SETS["explorer"]


def test_a_wrong_switch_is_refused_with_what_would_be_right() -> None:
    with pytest.raises(InputError, match="did you mean strikeout"):
        OFFICIAL.switched("strike_out", "zero")
    with pytest.raises(InputError, match="zero, stacks"):
        OFFICIAL.switched("strikeout", "half")
    with pytest.raises(InputError, match="official, stacks, explorer, hanabidata"):
        rule_set("house")


def nearly_perfect(name: str, *, clue_units: int) -> State:
    """All or nothing: seat 0 holds the very last card, seat 1 holds none."""
    state = table("r1", variant=variant(name), all_or_nothing=True)
    assert state.cards[49] == (4, 5)
    return with_stacks(state, (5, 5, 5, 5, 4), [], hands=((49,), ()), drawn=50, clue_units=clue_units)


def test_a_perfect_game_must_leave_the_next_player_something_to_do() -> None:
    # the returned token lets seat 1 clue, so the game is perfect
    state = after(nearly_perfect("No Variant", clue_units=0), "p49")
    assert (state.end, state.score) == (End.PERFECT, 25)
    # half a token, or none, does not: hanab.live asks this before it sees the score
    for name in ("Clue Starved (5 Suits)", "Throw It in a Hole (5 Suits)"):
        state = after(nearly_perfect(name, clue_units=0), "p49")
        assert (state.end, state.stop_code, state.score) == (End.TERMINATED, 9, 0)


def test_all_or_nothing_has_no_final_round() -> None:
    state = table("", variant=tiny(1, 5), hand_size=4, max_strikes=99, all_or_nothing=True)
    state = after(state, "p0", "p4", "p3", "p7")  # r1 r2, then two strikes
    assert (state.deck_left, state.turns_left, state.over) == (0, None, False)


def test_all_or_nothing_is_over_when_a_needed_card_is_gone() -> None:
    state = table("r5", all_or_nothing=True)
    state = after(state, "p0")
    assert (state.end, state.stop_code, state.score) == (End.TERMINATED, 8, 0)
    state = after(table("r5", speedrun=True), "p0")
    assert (state.end, state.stop_code, state.score) == (End.TERMINATED, 5, 0)


def test_a_deck_play_takes_the_last_card_alone() -> None:
    state = replace(table("", deck_plays=True), drawn=48)
    assert why_illegal(state, Play(48)) == ("not-in-hand", "card 48 is not in that hand")
    assert why_illegal(state, Play(49)) == ("not-in-hand", "card 49 is not in that hand")
    state = replace(state, drawn=49)
    assert Play(49) in list(legal(state))
    assert Discard(49) not in list(legal(state))
    after_it = play(state, Play(49))
    assert after_it.hands == state.hands
    assert (after_it.deck_left, after_it.turns_left) == (0, 2)


def test_with_an_inverted_suit_the_last_card_may_be_discarded_too() -> None:
    state = table("", variant=variant("Orange (5 Suits)"), deck_plays=True)
    state = replace(state, drawn=49)
    assert Discard(49) in list(legal(state))
    assert play(state, Discard(49)).discarded == (49,)


def test_a_deck_play_of_a_card_that_is_not_listed_is_refused() -> None:
    state = table("", deck_plays=True)
    short = replace(state, setup=replace(state.setup, deck=state.cards[:49]), drawn=49)
    assert why_illegal(short, Play(49)) == (
        "deck-short",
        "card 49 would be drawn, but the deck does not list it",
    )


def test_card_cycle_moves_the_chop_to_the_front() -> None:
    state = table("r1 r1 y2 y2 g3 b1 b1 p2 p2 p3", card_cycle=True)
    state = after(state, "blue")
    assert state.hands[0] == (0, 4, 3, 2, 1)
    state = after(state, "1", "d0")  # seat 1's chop is card 7: 5 and 6 are touched
    assert state.hands[1] == (7, 9, 8, 6, 5)
