"""What holds in every round, whatever is dealt, bid and played."""

from collections import Counter
from itertools import pairwise
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from handsight.boeren import (
    DEFAULT_RULES,
    SEATS,
    Action,
    Bid,
    BidChanged,
    BidMade,
    Card,
    CardPlayed,
    ChangeBid,
    Play,
    Rules,
    Setup,
    State,
    SuitLed,
    Terms,
    TrumpAnnounced,
    View,
    VoidShown,
    deal,
    hook,
    legal,
    pack,
    play,
    score,
    shuffle,
    view,
    why_illegal,
)
from handsight.game import Dice

CHANGES = ("plus_minus_one", "any_other", "barred", "none")

T = TypeVar("T")


@st.composite
def terms(draw: st.DrawFn) -> Terms:
    hand = draw(st.integers(1, 6))
    ranks = draw(st.integers(hand, 13))
    turn_up = ranks > hand and draw(st.booleans())
    rules = Rules(
        dealer_change=draw(st.sampled_from(CHANGES)),
        zero_bonus=draw(st.sampled_from(["from_six", "none"])),
        trump="turn_up" if turn_up else "separate",
    )
    return Terms(hand, ranks, rules, bidding=draw(st.sampled_from([True, True, True, False])))


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    return shuffle(draw(terms()), draw(st.integers(0, 3)), Dice(draw(st.integers(0, 2**32))))


@st.composite
def states(draw: st.DrawFn) -> list[State]:
    """Every state of a random round, up to a random turn."""
    setup, dice = draw(setups()), Dice(draw(st.integers(0, 2**32)), stream=1)
    walk = [deal(setup)]
    for _ in range(draw(st.integers(0, SEATS * (setup.terms.hand_size + 1) + 1))):
        options = list(legal(walk[-1]))
        if not options:
            break
        walk.append(play(walk[-1], options[dice.below(len(options))]))
    return walk


def finished(state: State, seed: int) -> State:
    dice = Dice(seed, stream=2)
    while options := list(legal(state)):
        state = play(state, options[dice.below(len(options))])
    return state


@given(states())
def test_play_never_mutates(walk: list[State]) -> None:
    state = walk[-1]
    before = repr(state)
    for action in legal(state):
        play(state, action)
    assert repr(state) == before


@given(states())
def test_cards_are_conserved(walk: list[State]) -> None:
    state = walk[-1]
    held = [card for hand in state.hands for card in hand]
    played = [event.card for event in state.events if isinstance(event, CardPlayed)]
    taken = [card for trick in state.tricks for card in trick.cards]
    assert sorted(held + played) == sorted(card for hand in state.setup.hands for card in hand)
    assert sorted([*taken, *state.trick]) == sorted(played)
    assert len(state.terms.pack) == len(held) + len(played) + state.terms.stock


@given(states())
def test_legal_is_what_nobody_objects_to(walk: list[State]) -> None:
    state = walk[-1]
    tricks = range(-1, 15)
    every: list[Action] = [*map(Bid, tricks), *map(ChangeBid, tricks), *map(Play, pack(13))]
    assert [action for action in every if why_illegal(state, action) is None] == list(legal(state))


@given(states())
def test_each_action_is_one_turn_of_the_seat_to_move(walk: list[State]) -> None:
    for before, after in pairwise(walk):
        news = after.events[len(before.events) :]
        assert after.turn == before.turn + 1 == news[0].turn + 1
        assert news[0].seat == before.seat
        assert all(event.turn == before.turn for event in news)


@given(states(), st.integers(0, 3))
def test_a_view_does_not_depend_on_what_it_hides(walk: list[State], viewer: int) -> None:
    state = walk[-1]
    seen = view(state, viewer)
    others = [seat for seat in range(SEATS) if seat != viewer]
    hidden = [card for seat in others for card in state.hands[seat]]
    stock = [card for card in seen.unseen if card not in hidden]
    turned_round = (stock + hidden)[::-1]
    hands, dealt = list(state.hands), list(state.setup.hands)
    for seat in others:
        kept = [card for card in dealt[seat] if card not in hands[seat]]
        hands[seat] = tuple(turned_round.pop() for _ in hands[seat])
        dealt[seat] = (*kept, *hands[seat])
    setup = replace(state.setup, hands=tuple(dealt))
    assert view(replace(state, setup=setup, hands=tuple(hands)), viewer) == seen


def reachable(thing: object) -> list[object]:
    inside = (
        [getattr(thing, name) for name in thing.__struct_fields__]
        if isinstance(thing, Struct)
        else list(thing)
        if isinstance(thing, tuple)
        else []
    )
    return [thing, *(deeper for part in inside for deeper in reachable(part))]


@given(states(), st.integers(0, 3))
def test_a_view_holds_no_card_its_seat_may_not_see(walk: list[State], viewer: int) -> None:
    state = walk[-1]
    things = reachable(view(state, viewer))
    hidden = {card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand}
    assert not any(isinstance(thing, State | Setup) for thing in things)
    assert hidden.isdisjoint(thing for thing in things if isinstance(thing, Card))


@given(states())
def test_only_the_seat_to_move_sees_its_choices(walk: list[State]) -> None:
    state = walk[-1]
    for seat in range(SEATS):
        expected = list(legal(state)) if seat == state.seat else []
        assert list(legal(view(state, seat))) == expected


@given(states())
def test_what_a_view_adds_up(walk: list[State]) -> None:
    state = walk[-1]
    for seat in range(SEATS):
        seen: View = view(state, seat)
        assert seen.sizes == tuple(map(len, state.hands))
        assert sorted(seen.dealt) == sorted(state.setup.hands[seat])
        room = sum(seen.sizes) - len(seen.hand) + state.terms.stock - (seen.turned is not None)
        assert len(seen.unseen) == room
        for other, suits in enumerate(seen.voids):
            assert suits.isdisjoint(card.suit for card in state.hands[other])


@given(states(), st.integers(0, 2**32))
def test_showing_out_is_an_event_each_time_and_only_then(walk: list[State], seed: int) -> None:
    state = finished(walk[-1], seed)
    plays = [event for event in state.events if isinstance(event, CardPlayed)]
    failed = [(p.turn, p.seat, p.led) for p in plays if p.led is not None and p.card.suit != p.led]
    assert [(e.turn, e.seat, e.suit) for e in state.events if isinstance(e, VoidShown)] == failed


@given(states(), st.integers(0, 2**32))
def test_a_round_ends_with_every_trick_taken(walk: list[State], seed: int) -> None:
    state = finished(walk[-1], seed)
    assert state.over
    assert sum(state.won) == state.terms.hand_size
    assert not any(state.hands)
    assert (score(state) is not None) == state.terms.bidding
    if state.terms.bidding and state.terms.rules.dealer_change != "none":
        assert sum(bid for bid in state.bids if bid is not None) != state.terms.hand_size
        assert state.bids[state.dealer] != hook(state)


@given(states(), st.integers(0, 2**32))
def test_a_dealer_changes_its_bid_once_and_only_if_all_bids_add_up(walk: list[State], seed: int) -> None:
    state = finished(walk[-1], seed)
    made = [event.tricks for event in state.events if isinstance(event, BidMade)]
    changes = [event for event in state.events if isinstance(event, BidChanged)]
    announced = state.terms.rules.dealer_change in ("plus_minus_one", "any_other")
    due = state.terms.bidding and announced and sum(made) == state.terms.hand_size
    assert len(changes) == due
    for change in changes:
        assert (change.seat, change.guess, change.turn) == (state.dealer, made[-1], SEATS)
        assert state.bids[state.dealer] == change.tricks
        assert change.tricks in range(state.terms.hand_size + 1)
        assert state.terms.rules.dealer_change == "any_other" or abs(change.tricks - change.guess) == 1


@given(states())
def test_trump_and_the_suit_of_each_trick_are_announced(walk: list[State]) -> None:
    state = walk[-1]
    first, *rest = state.events
    assert first == TrumpAnnounced(-1, state.dealer, state.trump, state.setup.turned)
    led = [
        (play.turn, play.seat, play.card.suit)
        for play in rest
        if isinstance(play, CardPlayed) and play.led is None
    ]
    assert [(suit.turn, suit.seat, suit.suit) for suit in rest if isinstance(suit, SuitLed)] == led


def by_hand(state: State) -> tuple[list[int], list[int]]:
    """Score a finished round a second time, from the cards alone and in other words than the rules'."""
    trump, won = state.trump, Counter[int]()
    played = [event for event in state.events if isinstance(event, CardPlayed)]
    while played:
        trick, played = played[:4], played[4:]
        trumps = [p for p in trick if p.card.suit == trump]
        suited = [p for p in trick if p.card.suit == trick[0].card.suit]
        ranked = sorted(trumps or suited, key=lambda p: p.card.rank)
        won[ranked[-1].seat] += 1
    scores = []
    for seat in range(4):
        bid, tricks = state.bids[seat], won[seat]
        assert bid is not None
        if bid == tricks == 0:
            bonus = state.terms.rules.zero_bonus == "from_six" and len(state.setup.hands[0]) > 5
            scores.append(20 if bonus else 10)
        elif bid == tricks:
            scores.append(10 + tricks + tricks)
        else:
            scores.append(2 * (min(bid, tricks) - max(bid, tricks)))
    return [won[seat] for seat in range(4)], scores


@given(states(), st.integers(0, 2**32))
def test_a_second_scorer_agrees(walk: list[State], seed: int) -> None:
    state = finished(walk[-1], seed)
    if state.terms.bidding:
        assert by_hand(state) == (list(state.won), list(score(state) or ()))


@given(setups(), st.permutations(range(4)), st.integers(0, 3), st.integers(0, 2**32))
def test_names_of_suits_and_seats_do_not_matter(setup: Setup, suits: list[int], turn: int, seed: int) -> None:
    def renamed(card: Card) -> Card:
        return Card(suits[card.suit], card.rank)

    def rotated(by_seat: tuple[T, ...]) -> tuple[T, ...]:
        return tuple(by_seat[(seat - turn) % SEATS] for seat in range(SEATS))

    other = Setup(
        setup.terms,
        rotated(tuple(tuple(map(renamed, hand)) for hand in setup.hands)),
        suits[setup.trump],
        (setup.dealer + turn) % SEATS,
        setup.turned and renamed(setup.turned),
    )
    end = finished(deal(setup), seed)
    state = deal(other)
    for event in end.events:
        match event:
            case CardPlayed(card=card):
                state = play(state, Play(renamed(card)))
            case BidMade(tricks=tricks):
                state = play(state, Bid(tricks))
            case BidChanged(tricks=tricks):
                state = play(state, ChangeBid(tricks))
    assert state.won == rotated(end.won)
    assert state.bids == rotated(end.bids)
    points = score(end)
    assert score(state) == (None if points is None else rotated(points))


def test_frozen() -> None:
    state = deal(shuffle(Terms(3), 0, Dice(1)))
    with pytest.raises(AttributeError):
        state.turn = 5  # type: ignore[misc]  # the test is that it fails
    assert state.terms.rules is DEFAULT_RULES
