"""The rules of a round of Boeren Bridge: deal, legal, play, score.

Bids go clockwise from the dealer's left. If they add up to the number of tricks, the dealer must change its
bid by one, which is announced; other rules bar that bid instead, or allow it. The seat left of the dealer
leads to the first trick, the winner of a trick to the next. A player must follow suit if possible; the
highest trump takes the trick, or else the highest card of the suit that was led.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from handsight.boeren.actions import (
    Action,
    Bid,
    BidChanged,
    BidMade,
    CardPlayed,
    ChangeBid,
    Event,
    Play,
    SuitLed,
    TrickTaken,
    TrumpAnnounced,
    VoidShown,
)
from handsight.boeren.cards import SUIT_NAMES, Card
from handsight.boeren.state import State
from handsight.boeren.terms import SEATS, Setup, Terms, setup_problems
from handsight.boeren.view import View
from handsight.errors import IllegalActionError

TRICK_SUIT, TRUMP = 13, 26
MET, PER_TRICK, ZERO_BONUS, ZERO_FROM = 10, 2, 20, 6


def deal(setup: Setup) -> State:
    """Return the state after the deal, or raise IllegalActionError."""
    for code, sentence, _ in setup_problems(setup):
        raise IllegalActionError(code, sentence)
    return State(
        setup,
        hands=tuple(tuple(sorted(hand)) for hand in setup.hands),
        bids=(None,) * SEATS,
        leader=(setup.dealer + 1) % SEATS,
        trick=(),
        won=(0,) * SEATS,
        turn=0,
        events=(TrumpAnnounced(-1, setup.dealer, setup.trump, setup.turned),),
    )


def legal(table: State | View) -> Iterator[Action]:
    """Yield every legal action of the seat to move; the view of another seat yields none."""
    if table.over or (isinstance(table, View) and table.viewer != table.seat):
        return
    if table.must_change:
        yield from map(ChangeBid, revised_bids(table, table.bids[table.dealer] or 0))
    elif table.bidding:
        closed = table.seat == table.dealer and table.terms.rules.dealer_change == "barred"
        barred = hook(table) if closed else None
        yield from (Bid(tricks) for tricks in range(table.terms.hand_size + 1) if tricks != barred)
    else:
        yield from (Play(card) for card in playable_cards(table.hand, table.led))


def playable_cards(hand: tuple[Card, ...], led: int | None) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played: those of the suit that was *led*, else all."""
    return tuple(card for card in hand if card.suit == led) or hand


def hook(table: State | View) -> int | None:
    """Return the dealer's bid with which bids sum to the tricks; None if allowed, unknown or below 0."""
    others = [bid for seat, bid in enumerate(table.bids) if seat != table.dealer and bid is not None]
    barred = table.terms.hand_size - sum(others)
    free = table.terms.rules.dealer_change == "none" or len(others) < SEATS - 1
    return None if free or barred < 0 else barred


def revised_bids(table: State | View, guess: int) -> tuple[int, ...]:
    """Return the bids that a guess may end as: the guess itself, unless the dealer has to change it."""
    size = table.terms.hand_size
    if guess != hook(table):
        return (guess,)
    if table.terms.rules.dealer_change == "any_other":
        return tuple(bid for bid in range(size + 1) if bid != guess)
    return tuple(bid for bid in (guess - 1, guess + 1) if 0 <= bid <= size)


def why_illegal(state: State, action: Action) -> tuple[str, str] | None:
    """Return why an action is not legal (the rule's code and a sentence), or None if it is legal."""
    if state.over:
        return "game-over", "the round is over"
    match action:
        case Bid(tricks):
            return _why_not_bid(state, tricks)
        case ChangeBid(tricks):
            return _why_not_change(state, tricks)
        case Play(card):
            return _why_not_card(state, card)


def _why_not_change(state: State, tricks: int) -> tuple[str, str] | None:
    size = state.terms.hand_size
    if not state.must_change:
        reason = f"a bid is changed only by the dealer, when all bids add up to {size}"
        return "no-change", reason if state.terms.bidding else "there are no bids in this round"
    guess = state.bids[state.dealer] or 0
    if tricks not in revised_bids(state, guess):
        by = "by one" if state.terms.rules.dealer_change == "plus_minus_one" else "to another number"
        return "change-range", f"the dealer must change its bid of {guess} {by}, and not to {tricks}"
    return None


def _why_not_bid(state: State, tricks: int) -> tuple[str, str] | None:
    size = state.terms.hand_size
    if not state.bidding:
        return (
            "bids-closed",
            "all bids have been made" if state.terms.bidding else "there are no bids in this round",
        )
    if state.must_change:
        return "must-change", f"the bids add up to {size}, so the dealer must change its bid"
    if not 0 <= tricks <= size:
        return "bid-range", f"a bid is a number from 0 to {size}"
    barred = state.terms.rules.dealer_change == "barred"
    if barred and state.seat == state.dealer and tricks == hook(state):
        return "dealer-bid", f"the dealer may not bid {tricks}, for then the bids would add up to {size}"
    return None


def _why_not_card(state: State, card: Card) -> tuple[str, str] | None:
    if state.bidding:
        then = "the dealer has changed its bid" if state.must_change else "every seat has bid"
        return "bids-open", f"no card is played before {then}"
    if card not in state.hand:
        return "not-in-hand", f"{card} is not in that hand"
    if card not in playable_cards(state.hand, state.led):
        suit = SUIT_NAMES[state.trick[0].suit].lower()
        return "must-follow", f"{suit} were led, and that hand can follow suit"
    return None


def play(state: State, action: Action) -> State:
    """Return the state after an action, or raise IllegalActionError."""
    problem = why_illegal(state, action)
    if problem:
        raise IllegalActionError(*problem)
    match action:
        case Bid(tricks):
            return _after_bid(state, tricks, BidMade(state.turn, state.seat, tricks))
        case ChangeBid(tricks):
            guess = state.bids[state.dealer] or 0
            return _after_bid(state, tricks, BidChanged(state.turn, state.dealer, guess, tricks))
        case Play(card):
            return _taken(_played(state, card))


def score(state: State) -> tuple[int, ...] | None:
    """Return every seat's points; None while the round goes on, and in rounds without bids."""
    if not state.over or not state.terms.bidding:
        return None
    calls = zip(state.bids, state.won, strict=True)
    return tuple(round_points(bid, won, state.terms) for bid, won in calls if bid is not None)


def _after_bid(state: State, tricks: int, event: BidMade | BidChanged) -> State:
    seat = event.seat
    bids = (*state.bids[:seat], tricks, *state.bids[seat + 1 :])
    return replace(state, bids=bids, turn=state.turn + 1, events=(*state.events, event))


def _played(state: State, card: Card) -> State:
    """Return the state after a card is played, with events for a suit led or a suit not followed."""
    seat, led = state.seat, state.led
    news: list[Event] = [CardPlayed(state.turn, seat, card, led)]
    if led is None:
        news.append(SuitLed(state.turn, seat, card.suit))
    elif card.suit != led:
        news.append(VoidShown(state.turn, seat, led))
    hand = tuple(held for held in state.hands[seat] if held != card)
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    events, trick = (*state.events, *news), (*state.trick, card)
    return replace(state, hands=hands, trick=trick, turn=state.turn + 1, events=events)


def _taken(state: State) -> State:
    """Return the state after a complete trick goes to its winner, who leads to the next one."""
    if len(state.trick) < SEATS:
        return state
    seat = (state.leader + trick_winner(state.trick, state.trump)) % SEATS
    took = TrickTaken(state.turn - 1, seat, state.leader, state.trick)
    won = tuple(tricks + (winner == seat) for winner, tricks in enumerate(state.won))
    return replace(state, won=won, leader=seat, trick=(), events=(*state.events, took))


def trick_value(card: Card, trump: int, led: int | None = None) -> int:
    """Return the value of a card in a trick: its rank, plus 13 in the suit that was led, plus 26 in trump."""
    return card.rank + TRICK_SUIT * (card.suit == led) + TRUMP * (card.suit == trump)


def trick_winner(trick: tuple[Card, ...], trump: int) -> int:
    """Return the index of the card that takes a trick; index 0 is the card that was led."""
    led = trick[0].suit
    return max(range(len(trick)), key=lambda at: trick_value(trick[at], trump, led))


def round_points(bid: int, won: int, terms: Terms) -> int:
    """Return the points of a seat in a round, for its bid and the tricks it took."""
    if bid != won:
        return -PER_TRICK * abs(bid - won)
    generous = bid == 0 and terms.hand_size >= ZERO_FROM and terms.rules.zero_bonus == "from_six"
    return (ZERO_BONUS if generous else MET) + PER_TRICK * won
