"""The rules in small cases that a reader can check by hand."""

from typing import Any

import pytest
from msgspec.structs import replace

from handsight import boeren
from handsight.boeren import (
    DEFAULT_RULES,
    RULE_SETS,
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
    TrickTaken,
    TrumpAnnounced,
    VoidShown,
    deal,
    hook,
    legal,
    play,
    revised_bids,
    round_points,
    score,
    trick_value,
    view,
    why_illegal,
)
from handsight.errors import IllegalActionError, InputError
from handsight.game import lines, perft, states_of

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.read, text.split()))


def setup(*hands: str, trump: int = HEARTS, dealer: int = 3, terms: Terms | None = None) -> Setup:
    dealt = tuple(map(cards, hands))
    return Setup(terms or Terms(len(dealt[0])), dealt, trump, dealer)


def after(state: State, *actions: int | str) -> State:
    for action in actions:
        state = play(state, Bid(action) if isinstance(action, int) else Play(Card.read(action)))
    return state


ONE = setup("♠A", "♥A", "♣A", "♦A")
THREE = setup("QS KS AS", "QH KH AH", "QC KC AC", "QD KD AD")
PLAIN = setup("QS KS AS", "QH KH QC", "AH KC AC", "QD KD AD")


@pytest.mark.parametrize(
    ("n", "bid", "won", "expected"),
    [(3, 2, 2, 14), (3, 1, 3, -4), (5, 0, 0, 10), (6, 0, 0, 20), (8, 0, 1, -2)],
)
def test_points(n: int, bid: int, won: int, expected: int) -> None:
    assert round_points(bid, won, Terms(n)) == expected


def test_author_pays_no_bonus_for_zero() -> None:
    assert round_points(0, 0, Terms(6, rules=RULE_SETS["author"])) == 10


def test_values_in_a_trick() -> None:
    trick = cards("♠K ♠A ♣A ♥10")
    assert [trick_value(card, HEARTS, SPADES) for card in trick] == [24, 25, 12, 34]
    assert boeren.trick_winner(trick, HEARTS) == 3
    assert boeren.trick_winner(trick[:3], HEARTS) == 1
    assert trick_value(Card.read("2H"), HEARTS, HEARTS) == 39
    assert trick_value(Card.read("2C"), HEARTS) == 0


def test_an_offsuit_card_never_wins() -> None:
    assert boeren.trick_winner(cards("2C AD AS AD"), HEARTS) == 0


def test_bids_go_clockwise_and_the_dealer_is_last() -> None:
    state = deal(setup("QS KS AS", "QH KH AH", "QC KC AC", "QD KD AD", dealer=1))
    order = []
    for bid in (0, 1, 1, 3):
        order.append(state.seat)
        state = play(state, Bid(bid))
    assert order == [2, 3, 0, 1]
    assert (state.seat, state.leader) == (2, 2)
    assert state.bids == (1, 3, 0, 1)


@pytest.mark.parametrize(
    ("change", "barred", "moves"),
    [
        ("plus_minus_one", 1, (0, 2)),
        ("any_other", 1, (0, 2, 3)),
        ("barred", 1, (0, 2)),
        ("none", None, (1,)),
    ],
)
def test_the_dealers_bid(change: str, barred: int | None, moves: tuple[int, ...]) -> None:
    rules = DEFAULT_RULES.switched("dealer_change", change)
    state = after(
        deal(setup("QS KS AS", "QH KH AH", "QC KC AC", "QD KD AD", terms=Terms(3, 3, rules))), 0, 1, 1
    )
    assert hook(state) == barred
    closed = barred if change == "barred" else None
    assert list(legal(state)) == [Bid(tricks) for tricks in range(4) if tricks != closed]
    assert revised_bids(state, 1) == moves
    assert revised_bids(state, 3) == (3,)


def test_west_had_to_change_its_guess() -> None:
    """The event of LAMAS BoerenBridge: the guesses add up, and the dealer changes its own by one."""
    before = after(deal(THREE), 1, 0, 1)
    assert (before.seat, before.dealer) == (3, 3)
    state = play(before, Bid(1))
    assert (state.must_change, state.bidding, state.seat, state.turn) == (True, True, 3, 4)
    assert list(legal(state)) == list(legal(view(state, 3))) == [ChangeBid(0), ChangeBid(2)]
    assert list(legal(view(state, 0))) == []
    state = play(state, ChangeBid(2))
    assert state.events[-1] == BidChanged(turn=4, seat=3, guess=1, tricks=2)
    assert view(state, 1).events == state.events
    assert (state.bids, state.bidding, state.seat, state.turn) == ((1, 0, 1, 2), False, 0, 5)


@pytest.mark.parametrize(("bids", "guess", "change"), [((1, 1, 1), 0, 1), ((0, 0, 0), 3, 2)])
def test_at_the_ends_a_guess_changes_one_way_only(bids: tuple[int, ...], guess: int, change: int) -> None:
    assert list(legal(after(deal(THREE), *bids, guess))) == [ChangeBid(change)]


def test_a_barred_bid_is_no_choice_of_the_dealer() -> None:
    rules = Rules(dealer_change="barred")
    state = after(deal(replace(THREE, terms=Terms(3, rules=rules))), 1, 0, 1)
    assert list(legal(state)) == [Bid(0), Bid(2), Bid(3)]
    problem = why_illegal(state, Bid(1))
    assert problem == ("dealer-bid", "the dealer may not bid 1, for then the bids would add up to 3")


def test_nobody_else_is_barred() -> None:
    state = after(deal(THREE), 0, 1)
    assert list(legal(state)) == [Bid(0), Bid(1), Bid(2), Bid(3)]
    assert hook(state) is None


def test_no_number_is_barred_once_the_bids_exceed_the_tricks() -> None:
    assert hook(after(deal(THREE), 2, 2, 0)) is None


@pytest.mark.parametrize(
    ("actions", "wrong", "code"),
    [
        ((), Play(Card.read("AS")), "bids-open"),
        ((), Bid(4), "bid-range"),
        ((), Bid(-1), "bid-range"),
        ((1, 1, 0), ChangeBid(1), "no-change"),
        ((1, 1, 0, 1), Bid(2), "must-change"),
        ((1, 1, 0, 1), ChangeBid(3), "change-range"),
        ((1, 1, 0, 1), ChangeBid(1), "change-range"),
        ((1, 1, 0, 1), Play(Card.read("AS")), "bids-open"),
        ((1, 1, 0, 2), ChangeBid(1), "no-change"),
        ((1, 1, 0, 0), Bid(1), "bids-closed"),
        ((1, 1, 0, 0), Play(Card.read("AH")), "not-in-hand"),
        ((1, 1, 0, 0, "AS", "QH", "AH"), Play(Card.read("KS")), "not-in-hand"),
        ((1, 1, 0, 0, "AS", "QC", "AH", "QD", "KC"), Play(Card.read("AC")), "not-in-hand"),
        ((1, 1, 0, 0, "AS", "KH", "AH", "QD", "AC", "KD", "KS"), Play(Card.read("QH")), "must-follow"),
    ],
)
def test_objections(actions: tuple[int | str, ...], wrong: Action, code: str) -> None:
    state = after(deal(PLAIN), *actions)
    found = why_illegal(state, wrong)
    assert found is not None
    assert found[0] == code
    with pytest.raises(IllegalActionError) as caught:
        play(state, wrong)
    assert caught.value.code == code


def test_nothing_follows_the_last_trick() -> None:
    state = after(deal(ONE), 0, 0, 0, 0, "AS", "AH", "AC", "AD")
    assert state.over
    assert why_illegal(state, Bid(0)) == ("game-over", "the round is over")
    assert why_illegal(state, Play(Card.read("AS"))) == ("game-over", "the round is over")
    assert (state.won, score(state)) == ((0, 1, 0, 0), (10, -2, 10, 10))


def test_events_tell_everything() -> None:
    state = after(deal(ONE), 1, 0, 1, 1, "AS", "AH", "AC", "AD")
    spade, heart, club, diamond = cards("AS AH AC AD")
    assert state.events == (
        TrumpAnnounced(-1, 3, HEARTS),
        BidMade(0, 0, 1),
        BidMade(1, 1, 0),
        BidMade(2, 2, 1),
        BidMade(3, 3, 1),
        CardPlayed(4, 0, spade, None),
        SuitLed(4, 0, SPADES),
        CardPlayed(5, 1, heart, SPADES),
        VoidShown(5, 1, SPADES),
        CardPlayed(6, 2, club, SPADES),
        VoidShown(6, 2, SPADES),
        CardPlayed(7, 3, diamond, SPADES),
        VoidShown(7, 3, SPADES),
        TrickTaken(7, 1, 0, (spade, heart, club, diamond)),
    )


def test_the_winner_of_a_trick_opens_the_next() -> None:
    state = after(deal(PLAIN), 1, 1, 0, 0, "AS", "KH", "AH", "QD")
    assert (state.seat, state.leader, state.trick, state.led) == (2, 2, (), None)


def test_a_round_without_bids_begins_with_a_card_and_has_no_score() -> None:
    state = deal(setup("♠A", "♥A", "♣A", "♦A", terms=Terms(1, bidding=False)))
    found = why_illegal(state, Bid(0))
    assert found is not None
    assert found[0] == "bids-closed"
    state = after(state, "AS", "AH", "AC", "AD")
    assert (state.over, state.won, score(state)) == (True, (0, 1, 0, 0), None)


@pytest.mark.parametrize(
    ("wrong", "codes"),
    [
        (setup("♠A", "♥A", "♣A", "♠A"), ["card-twice"]),
        (setup("♠A", "♥A", "♣A", "♦K"), ["not-in-pack"]),
        (setup("♠A", "♥A", "♣A"), ["hand-count"]),
        (setup("QS KS AS", "QH KH", "QC KC AC", "QD KD AD"), ["hand-size"]),
        (setup("♠A", "♥A", "♣A", "♦A", dealer=4), ["unknown-seat"]),
        (setup("♠A", "♥A", "♣A", "♦A", trump=4), ["no-such-suit"]),
        (Setup(Terms(1, 13), ONE.hands, HEARTS, 0, Card.read("5H")), ["turned"]),
        (setup("♠A", "♥A", "♣A", "♦A", terms=Terms(1, 13, Rules(trump="turn_up"))), ["not-turned"]),
        (Setup(Terms(1, 13, Rules(trump="turn_up")), ONE.hands, HEARTS, 0, Card.read("AH")), ["card-twice"]),
        (Setup(Terms(1, 2, Rules(trump="turn_up")), ONE.hands, HEARTS, 0, Card.read("2H")), ["card-twice"]),
        (
            Setup(Terms(1, 13, Rules(trump="turn_up")), ONE.hands, CLUBS, 0, Card.read("5H")),
            ["trump-differs"],
        ),
        (setup("♠A", "♠A", "♣2", "♦A", dealer=-1), ["unknown-seat", "card-twice", "not-in-pack"]),
    ],
)
def test_impossible_deals(wrong: Setup, codes: list[str]) -> None:
    assert [fault.code for fault in boeren.setup_problems(wrong)] == codes
    with pytest.raises(IllegalActionError) as caught:
        deal(wrong)
    assert caught.value.code == codes[0]


@pytest.mark.parametrize(
    "size", [{"hand_size": 0}, {"hand_size": 14}, {"hand_size": 5, "ranks": 4}, {"hand_size": 5, "ranks": 14}]
)
def test_impossible_sizes(size: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Terms(**size)


def test_trump_is_turned_up_only_from_a_stock() -> None:
    with pytest.raises(InputError, match="stock"):
        Terms(5, rules=Rules(trump="turn_up"))
    assert Terms(5, 13, Rules(trump="turn_up")).stock == 32


def test_switches() -> None:
    assert DEFAULT_RULES.switched("zero_bonus", "none").zero_bonus == "none"
    assert [rules.name for rules in RULE_SETS.values()] == ["text", "author", "fifteen"]
    assert Rules(dealer_change="none").name == "custom"
    assert boeren.rule_set("author").first_lead == "winner_opens"
    with pytest.raises(InputError, match="did you mean zero_bonus"):
        DEFAULT_RULES.switched("zero_bonu", "none")
    with pytest.raises(InputError, match="separate, turn_up"):
        DEFAULT_RULES.switched("trump", "hearts")
    with pytest.raises(InputError, match="text, author"):
        boeren.rule_set("house")


@pytest.mark.parametrize("text", ["AS", "as", "♠A", "A♠", "♠a"])
def test_card_text(text: str) -> None:
    card = Card.read(text)
    assert card == Card(SPADES, 12)
    assert (str(card), card.symbol, card.identity) == ("AS", "♠A", 51)
    assert eval(repr(card)) == card  # noqa: S307 - the law is that a repr can be pasted back


@pytest.mark.parametrize("text", ["TH", "10H", "♥10", "10♥", "♥T"])
def test_ten(text: str) -> None:
    assert Card.read(text) == Card(HEARTS, 8)
    assert Card.read(text).symbol == "♥10"


@pytest.mark.parametrize("text", ["", "A", "SA", "1S", "11S", "ASS", "A S", "♠♠", "X♠", "ß", "0S"])
def test_no_card(text: str) -> None:
    with pytest.raises(InputError):
        Card.read(text)


def test_perft_of_one_card_rounds() -> None:
    """A barred dealer loses a bid if the others bid 0 or 1 in all, 4 times in 8; then one card each."""
    state = deal(replace(ONE, terms=Terms(1, rules=Rules(dealer_change="barred"))))
    assert [perft(boeren, state, depth) for depth in range(1, 9)] == [2, 4, 8, 12, 12, 12, 12, 12]
    assert sum(lines(boeren, state, lambda at: at.position).values()) == 12


def test_perft_of_one_card_rounds_with_changes() -> None:
    """Four of the sixteen bids add up to one; there is one way to change each."""
    state = deal(ONE)
    assert [perft(boeren, state, depth) for depth in range(1, 6)] == [2, 4, 8, 16, 16]
    assert sum(lines(boeren, state, lambda at: at.position).values()) == 16


def test_states_of_walks_through_a_round() -> None:
    actions: tuple[Action, ...] = (*map(Bid, (0, 0, 0, 0)), *map(Play, cards("AS AH AC AD")))
    states = states_of(boeren, ONE, actions)
    assert [state.turn for state in states] == list(range(9))
    assert states[-1].over
    assert len(states[0].hands) == SEATS
