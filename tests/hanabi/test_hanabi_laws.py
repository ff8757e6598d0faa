"""Laws that hold in every game, whatever the variant, the options and the rule set."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, reject, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from handsight.errors import IllegalActionError
from handsight.game import Dice, shuffled
from handsight.hanabi import (
    HAND_SIZES,
    RULE_SETS,
    Action,
    Card,
    CardDrawn,
    CardPlayed,
    Clue,
    ClueGiven,
    Discard,
    End,
    GiveClue,
    Play,
    Setup,
    State,
    Terms,
    deal,
    legal,
    play,
    score,
    touches,
    variant,
    view,
    why_illegal,
)
from handsight.hanabi.card_value import playable

# one of every kind of rule, and the suits that change one
NAMES = (
    "No Variant",
    "Rainbow & Dark Orange (5 Suits)",
    "Pink & Null (6 Suits)",
    "Rainbow & Prism (5 Suits)",
    "Deceptive-Ones (5 Suits)",
    "Clue Starved (5 Suits)",
    "Alternating Clues (4 Suits)",
    "Totally Blind (4 Suits)",
    "Synesthesia (3 Suits)",
    "Reversed (4 Suits)",
    "Up or Down (5 Suits)",
    "Sudoku (4 Suits)",
    "Sudoku (5 Suits)",
    "Duck (4 Suits)",
    "Cow & Pig (4 Suits)",
    "Throw It in a Hole (4 Suits)",
)


History = tuple[list[State], list[Action]]
"""The states of a game and the actions between them."""


def likely(state: State, dice: Random) -> Action | None:
    """A random legal action, but rarely a strike, so that games last; None when there is none."""
    actions = list(legal(state))
    fit, identity = playable(state.terms.variant, state.stacks), state.terms.variant.identity
    safe = [
        action
        for action in actions
        if not isinstance(action, Play) or fit >> identity(state.cards[action.order]) & 1
    ]
    plays = [action for action in safe if isinstance(action, Play)]
    if plays and dice.random() < 0.7:
        return dice.choice(plays)
    return dice.choice(safe if safe and dice.random() < 0.95 else actions) if actions else None


def played_out(setup: Setup, dice: Random, turns: int) -> History:
    states, actions = [deal(setup)], list[Action]()
    while len(actions) < turns and (action := likely(states[-1], dice)) is not None:
        actions.append(action)
        states.append(play(states[-1], action))
    return states, actions


def replayed(setup: Setup, actions: Iterable[Action]) -> State:
    state = deal(setup)
    for action in actions:
        state = play(state, action)
    return state


@st.composite
def games(draw: st.DrawFn, names: Sequence[str] = NAMES) -> History:
    """The states and the actions of some game, played for some turns under some terms."""
    chosen = variant(draw(st.sampled_from(names)))
    players = draw(st.integers(2, 6))
    terms = Terms(
        players,
        chosen,
        RULE_SETS[draw(st.sampled_from(list(RULE_SETS)))],
        hand_size=HAND_SIZES[players] + draw(st.sampled_from((0, 0, -1, 1))),
        first_seat=draw(st.integers(0, players - 1)),
        deck_plays=draw(st.booleans()),
        empty_clues=draw(st.booleans()),
        card_cycle=draw(st.booleans()),
        all_or_nothing=draw(st.integers(0, 9)) == 0,
        speedrun=draw(st.integers(0, 9)) == 0,
    )
    dice = Random(draw(st.integers(0, 2**32)))
    deck = list(chosen.deck())
    dice.shuffle(deck)
    return played_out(Setup(terms, tuple(deck)), dice, draw(st.integers(0, 90)))


# games are played while they are drawn, so drawing is slow; and some laws ask for pairs that are rare
patient = [HealthCheck.too_slow, HealthCheck.filter_too_much]
quick = settings(max_examples=40, deadline=None, suppress_health_check=patient)


@quick
@given(games())
def test_play_never_mutates(game: History) -> None:
    states, actions = game
    for before, action, after in zip(states, actions, states[1:], strict=False):
        hashed, kept = hash(before), replace(before)
        assert play(before, action) == after  # the same choice has the same result
        assert hash(before) == hashed
        assert before == kept
        assert before != after


@pytest.mark.shows("S0-34")
@quick
@given(games())
def test_cards_are_conserved(game: History) -> None:
    for state in game[0]:
        held = [order for hand in state.hands for order in hand]
        struck = [e.order for e in state.events if isinstance(e, CardPlayed) and not e.fits]
        gone = struck if state.terms.rules.misplay == "vanish" else []
        everything = [*held, *state.played, *state.discarded, *gone, *range(state.drawn, len(state.cards))]
        assert sorted(everything) == list(range(state.terms.variant.deck_size))
        assert state.points == len(state.played)
        assert state.strikes == len(struck)
        assert 0 <= state.clue_units <= state.terms.max_clue_units
        assert [e.order for e in state.events if isinstance(e, CardDrawn)] == list(range(state.drawn))


@quick
@given(games())
def test_points_never_pass_the_best_score_and_the_best_score_never_rises(game: History) -> None:
    states, _ = game
    for state in states:
        assert 0 <= state.score <= state.points <= state.max_score <= state.terms.variant.max_score
        assert (score(state) is None) == (not state.over)
    for before, after in pairwise(states):
        assert after.max_score <= before.max_score
        assert after.points >= before.points
        assert after.strikes >= before.strikes


@quick
@given(games())
def test_after_no_more_points_nobody_scores(game: History) -> None:
    stopped = None
    for state in game[0]:
        if state.end is End.NO_MORE_POINTS and stopped is None:
            stopped = state.points
        assert stopped is None or state.points == stopped


def conceivable(state: State) -> list[Action]:
    """Every action one could write down, sense or nonsense."""
    orders = range(-1, len(state.cards) + 1)
    clues = [Clue("color", value) for value in range(-1, 7)] + [Clue("number", value) for value in range(8)]
    return [
        *(verb(order) for verb in (Play, Discard) for order in orders),
        *(GiveClue(seat, clue) for seat in range(-1, state.terms.players + 1) for clue in clues),
    ]


@quick
@given(games())
def test_what_is_legal_meets_no_objection_and_the_rest_does(game: History) -> None:
    state = game[0][-1]
    allowed = list(legal(state))
    assert len(allowed) == len(set(allowed))
    for action in conceivable(state):
        problem = why_illegal(state, action)
        assert (problem is None) == (action in allowed)
        if problem:
            with pytest.raises(IllegalActionError) as caught:
                play(state, action)
            assert (caught.value.code, str(caught.value)) == problem


@quick
@given(games(), st.integers(0, 3))
def test_where_the_deck_was_cut_short_nothing_is_legal_that_would_draw(game: History, more: int) -> None:
    """The cards that are dealt and some more are listed, and then no more: clues alone are left to give."""
    whole = game[0][0]
    state = deal(replace(whole.setup, deck=whole.setup.deck[: whole.drawn + more]))
    dice = Random(more)
    while allowed := list(legal(state)):
        for action in conceivable(state):
            assert (why_illegal(state, action) is None) == (action in allowed)
        state = play(state, dice.choice(allowed))
    assert state.drawn <= whole.drawn + more


@quick
@given(games())
def test_the_seat_to_move_sees_what_it_may_do(game: History) -> None:
    for state in game[0][-8:]:
        assert list(legal(view(state, state.seat))) == list(legal(state))


@quick
@given(games(), st.randoms(use_true_random=False))
def test_a_view_does_not_depend_on_hidden_cards(game: History, dice: Random) -> None:
    state = game[0][-1]
    for seat in range(state.terms.players):
        hidden = [*state.hands[seat], *range(state.drawn, len(state.cards))]
        deck, mixed = list(state.cards), list(hidden)
        dice.shuffle(mixed)
        for at, other in zip(hidden, mixed, strict=True):
            deck[at] = state.cards[other]
        other_deal = replace(state, setup=replace(state.setup, deck=tuple(deck)))
        assert view(other_deal, seat) == view(state, seat)


def alike(one: State, other: State) -> bool:
    """Whether both games went on alike, as far as every seat could see: the same cards touched."""
    touched = [[e.touched for e in state.events if isinstance(e, ClueGiven)] for state in (one, other)]
    return touched[0] == touched[1] and one.over == other.over and one.clue_units == other.clue_units


@quick
@given(games(("Throw It in a Hole (4 Suits)", "Throw It in a Hole & Rainbow (5 Suits)")), st.data())
def test_nobody_can_tell_what_they_threw_in_the_hole(game: History, data: st.DataObject) -> None:
    states, actions = game
    state = next((s for s in reversed(states) if not s.over), states[0])
    seat = data.draw(st.integers(0, state.terms.players - 1))
    thrown = [e.order for e in state.events if isinstance(e, CardPlayed) and e.seat == seat]
    unseen = [*state.hands[seat], *range(state.drawn, len(state.cards))]
    assume(thrown and unseen)
    one, two = data.draw(st.sampled_from(thrown)), data.draw(st.sampled_from([*thrown, *unseen]))
    deck = list(state.cards)
    deck[one], deck[two] = deck[two], deck[one]
    try:
        other = replayed(Setup(state.terms, tuple(deck)), actions[: state.turn])
    except IllegalActionError:
        reject()
    assume(alike(state, other))
    assert view(other, seat) == view(state, seat)


@quick
@given(games(("Duck (4 Suits)", "Cow & Pig (4 Suits)")), st.data())
def test_nobody_but_the_giver_can_tell_a_hidden_clue(game: History, data: st.DataObject) -> None:
    states, actions = game
    turns = [turn for turn, action in enumerate(actions) if isinstance(action, GiveClue)]
    assume(turns)
    turn = data.draw(st.sampled_from(turns))
    state, given_clue = states[turn], actions[turn]
    assert isinstance(given_clue, GiveClue)
    duck = not state.terms.variant.name.startswith("Cow")
    alike = [
        option
        for option in legal(state)
        if isinstance(option, GiveClue)
        and option.seat == given_clue.seat
        and touches(state, option.seat, option.clue) == touches(state, given_clue.seat, given_clue.clue)
        and (duck or option.clue.kind == given_clue.clue.kind)
    ]
    chosen = data.draw(st.sampled_from(alike))
    other = replayed(state.setup, [*actions[:turn], chosen, *actions[turn + 1 :]])
    for seat in range(state.terms.players):
        same = view(other, seat) == view(states[-1], seat)
        assert same == (seat != state.seat or chosen == given_clue)


@quick
@given(games(("No Variant",)), st.permutations(range(5)))
def test_relabelling_suits_commutes_with_play(game: History, names: list[int]) -> None:
    states, actions = game

    def renamed(action: Action) -> Action:
        if isinstance(action, GiveClue) and action.clue.kind == "color":
            return GiveClue(action.seat, Clue("color", names[action.clue.value]))
        return action

    deck = tuple(Card(names[card.suit], card.rank) for card in states[0].cards)
    state = deal(Setup(states[0].terms, deck))
    for at, action in enumerate([*actions, None]):
        before = states[at]
        assert {renamed(option) for option in legal(before)} == set(legal(state))
        assert [before.stacks[suit] for suit in range(5)] == [state.stacks[names[suit]] for suit in range(5)]
        assert (before.hands, before.discarded, before.clue_units) == (
            state.hands,
            state.discarded,
            state.clue_units,
        )
        assert (before.max_score, before.score, before.end) == (state.max_score, state.score, state.end)
        if action is not None:
            state = play(state, renamed(action))


def test_the_same_seed_deals_the_same_deck() -> None:
    deck = variant("No Variant").deck()
    frozen = {
        (0, 0): "p5 r1 g5 r2 r2 b4 y2 y5 g3 g4 p4 p2 b1 g2 r4 b3 y3 b4 y4 r5 g1 r3 y2 g1 y4 "
        "r3 g1 b1 r1 p4 p1 b5 p3 y1 r4 g4 g2 p2 b3 p1 p3 b2 g3 b1 b2 r1 y1 p1 y1 y3",
        (1, 0): "p3 b2 b3 r2 g3 p2 r4 p1 p3 y4 b2 r2 p1 b1 r1 p2 p5 b4 r1 g4 r5 g2 r1 p4 g1 "
        "b5 p4 g1 g3 y2 y4 g2 y2 y1 g5 b1 g4 r4 g1 b1 b4 r3 r3 y3 y1 b3 p1 y5 y1 y3",
        (1, 1): "g1 b1 p5 p2 g2 y1 p1 r3 b4 p3 g4 y4 r2 g3 g5 p2 r3 y3 b2 p4 r1 r4 y1 y4 p4 "
        "b5 r5 y3 g1 r1 r2 y5 b3 b1 y2 g2 p1 y1 b3 b2 b4 y2 r4 p1 p3 g4 b1 g1 r1 g3",
        (2**64 - 1, 9999): "r4 y2 r3 g1 y1 b4 p3 r3 g3 p4 b3 y3 p3 g4 p1 g5 y1 g1 y4 b1 b2 b4 g3 r1 y4 "
        "r1 y5 p5 p1 r5 b2 p2 y1 p2 y2 b1 r2 r4 b1 g1 y3 b5 g2 g2 b3 r2 p4 g4 r1 p1",
    }
    for (seed, number), front in frozen.items():
        dealt = shuffled(deck, Dice(seed, number))
        assert " ".join(variant("No Variant").text(card) for card in dealt) == front
        assert sorted(dealt) == sorted(deck)
