"""Rounds of Boeren Bridge played by chance, for the tests of several rooms."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from handsight.boeren import (
    Action,
    Bid,
    BidChanged,
    BidMade,
    BoerenRecord,
    Card,
    CardPlayed,
    ChangeBid,
    Play,
    Rules,
    State,
    Terms,
    View,
    deal,
    hook,
    legal,
    play,
    shuffle,
)
from handsight.game import Dice


def random_round(terms: Terms, seed: int) -> Iterator[State]:
    """Yield every state of a round in which everybody plays by chance."""
    rng = Random(seed)
    state = deal(shuffle(terms, rng.randrange(4), Dice(seed)))
    while not state.over:
        yield state
        state = play(state, rng.choice(list(legal(state))))


def actions_of(state: State) -> list[Action]:
    """Return the actions that led to a state, from its events."""
    actions = list[Action]()
    for event in state.events:
        match event:
            case BidMade(tricks=tricks):
                actions.append(Bid(tricks))
            case BidChanged(tricks=tricks):
                actions.append(ChangeBid(tricks))
            case CardPlayed(card=card):
                actions.append(Play(card))
    return actions


def changed_round(seed: int, change: str = "plus_minus_one") -> BoerenRecord:
    """Return a round played by chance in which the dealer has to change its bid."""
    rng, rules = Random(seed), Rules().switched("dealer_change", change)
    size = 3 + seed % 3
    state = deal(shuffle(Terms(size, rng.choice((size, 13)), rules), rng.randrange(4), Dice(seed)))
    left = size
    for _ in range(3):
        bid = rng.randint(0, left)
        left -= bid
        state = play(state, Bid(bid))
    guess = hook(state)
    assert guess is not None
    state = play(state, Bid(guess))
    while not state.over:
        state = play(state, rng.choice(list(legal(state))))
    return BoerenRecord.replay(state.setup, tuple(actions_of(state)), id=f"round {seed}")


def splits(cards: Sequence[Card], sizes: Sequence[int]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Yield every way to deal cards into hands of these sizes; what is left over lies in the stock."""
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        for rest in splits([card for card in cards if card not in hand], sizes[1:]):
            yield (hand, *rest)


def deals(seen_view: View) -> Iterator[dict[int, tuple[Card, ...]]]:
    """Yield, by seat, every way the others' hands may be, one by one."""
    others = [seat for seat in range(4) if seat != seen_view.viewer]
    for hands in splits(seen_view.unseen, [seen_view.sizes[seat] for seat in others]):
        hands_by_seat = dict(zip(others, hands, strict=True))
        if not any(
            card.suit in seen_view.voids[seat] for seat, hand in hands_by_seat.items() for card in hand
        ):
            yield hands_by_seat
