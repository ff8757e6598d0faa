"""How the knowing players choose: the guess, the win graph, the lose graph. Twin of `bots.boeren.graphs`.

The graphs ask two things of whoever knows: *winners*, the own cards that will take the trick (for the card
that opens: the masters), and *live*, the cards that others may hold.
"""

import numpy as np

from handsight.boeren import SEATS
from handsight.kernels.boeren import rules, state_layout
from handsight.kernels.boeren.state_layout import DEEP, NONE, OF_SUIT, SUIT_OF, Ints
from handsight.kernels.dice import below
from handsight.kernels.jit import compiled, highest, inlined, lowest, popcount

TIES = np.array([2, 1, 0, 3], np.int64)
"""In which order cards of one rank are taken: hearts, diamonds, clubs, spades."""
BID_TRUMP = 13
"""What a trump is worth above its rank, when a hand is weighed for a bid."""


@inlined
def one_of(row: Ints, choices: int) -> int:
    """Pick one of a set by the dice of the seat to move; a single one is taken without a throw."""
    count = popcount(choices)
    if count > 1:
        place = state_layout.DICE + row[state_layout.SEAT]
        for _ in range(below(row[place : place + 1].view(np.uint64), count)):
            choices &= choices - 1
    return lowest(choices)


@inlined
def rank_of(card: int) -> int:
    """Return a card's rank, 0 for the Two."""
    return card - DEEP * SUIT_OF[card]


@inlined
def bottom(cards: int) -> int:
    """Return the lowest rank of some cards of any suits, ties in the order of the suits."""
    found, key = NONE, 1 << 62
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        worth = 4 * rank_of(card) + TIES[SUIT_OF[card]]
        if worth < key:
            found, key = card, worth
    return found


@inlined
def peak(cards: int) -> int:
    """Return the highest rank of some cards of any suits, ties in the order of the suits."""
    found, key = NONE, -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        worth = 4 * rank_of(card) + 3 - TIES[SUIT_OF[card]]
        if worth > key:
            found, key = card, worth
    return found


@inlined
def worst(cards: int, trumps: int) -> int:
    """Return the card of least value: the lowest that is no trump, or else the lowest trump."""
    plain = cards & ~trumps
    return bottom(plain) if plain else lowest(cards)


@inlined
def weigh(cards: int, trump: int) -> int:
    """Add up what cards are worth for a bid: their ranks, and 13 for every trump."""
    total = BID_TRUMP * popcount(cards & OF_SUIT[trump])
    while cards:
        total += rank_of(lowest(cards))
        cards &= cards - 1
    return total


@inlined
def shares(row: Ints, hand: int) -> tuple[int, int]:
    """Return a hand's mean card and the pack's, both times the same number."""
    pack, trump = row[state_layout.PACK], row[state_layout.TRUMP]
    return weigh(hand, trump) * popcount(pack), weigh(pack, trump) * row[state_layout.SIZE]


@inlined
def first_guess(mine: int, usual: int, size: int) -> int:
    """Turn the ratio of the own mean to the usual one into a number of tricks."""
    if 10 * mine < 8 * usual:
        return 0
    if 10 * mine < 11 * usual:
        return size // 4
    return size // 2 if 10 * mine < 13 * usual else size


@inlined
def stepped(row: Ints, guess: int, up: bool) -> int:  # noqa: FBT001  kernels have no keywords
    """Move a barred guess by one, up or down as its hand likes, where there is room."""
    if guess == 0 or guess == row[state_layout.SIZE]:
        return 1 if guess == 0 else guess - 1
    return guess + 1 if up else guess - 1


@inlined
def settle(row: Ints, guess: int, up: bool) -> int:  # noqa: FBT001  kernels have no keywords
    """Make the bid of a guess: a dealer who is barred moves it as the rules say, up or down as it likes."""
    if guess != rules.barred(row):
        return guess
    if row[state_layout.HOOK] == state_layout.ANY_OTHER:
        return one_of(row, rules.legal(row))
    return stepped(row, guess, up)


@compiled("int64(int64[::1])")
def guess(row: Ints) -> int:
    """Bid by the mean of the own hand."""
    mine, usual = shares(row, row[state_layout.HELD + row[state_layout.SEAT]])
    return settle(row, first_guess(mine, usual, row[state_layout.SIZE]), mine >= usual)


@inlined
def held_by(row: Ints, seat: int, first: int, count: int) -> int:
    """Return the cards that some of the next so many seats may hold, each card seen alone."""
    found = 0
    for step in range(first, first + count):
        found |= ~row[state_layout.LACKS + state_layout.seat_after(seat, step)]
    return found & state_layout.unseen(row, seat)


@inlined
def live_cards(row: Ints, seat: int) -> int:
    """Return the cards that some other seat may hold, each card seen alone."""
    return held_by(row, seat, 1, SEATS - 1)


@inlined
def above(cards: int, card: int) -> int:
    """Return the cards of a card's own suit that are higher."""
    return cards & OF_SUIT[SUIT_OF[card]] & -(2 << card)


@inlined
def masters(cards: int, others: int) -> int:
    """Return the cards that no other of their suit is above: the highest of each suit, or none of it."""
    found = 0
    for suit in range(SEATS):
        own = cards & OF_SUIT[suit]
        if own:
            while own:
                card = highest(own)
                if above(others, card):
                    break
                found |= 1 << card
                own &= ~(1 << card)
    return found


@inlined
def sure_trumps(row: Ints, seat: int, trumps: int) -> int:
    """Return the trumps by which one who lacks the suit led takes the trick, as the win graph sees it."""
    trump = row[state_layout.TRUMP]
    later = held_by(row, seat, 1, state_layout.to_come(row))
    leading = trumps
    if SUIT_OF[row[state_layout.TOP]] == trump:
        leading &= -(2 << row[state_layout.TOP])
    if not later & OF_SUIT[row[state_layout.LED]] or not later & OF_SUIT[trump]:
        return leading
    return leading & -(2 << highest(later & OF_SUIT[trump]))


@compiled("int64(int64[::1], int64)", inline=True)
def kripke_winners(row: Ints, cards: int) -> int:
    """Return the own cards that take the trick, by what each card alone may be."""
    seat = row[state_layout.SEAT]
    trumps = OF_SUIT[row[state_layout.TRUMP]]
    if row[state_layout.LED] == NONE:
        return masters(cards, live_cards(row, seat))
    if cards & OF_SUIT[row[state_layout.LED]]:
        if row[state_layout.LED] != row[state_layout.TRUMP] and row[state_layout.TABLE] & trumps:
            return 0
        return masters(cards, live_cards(row, seat) | row[state_layout.TABLE])
    return sure_trumps(row, seat, cards & trumps) if cards & trumps else 0


@inlined
def open_to_win(row: Ints, cards: int, winners: int, live: int) -> int:
    """Open a trick that one wants: a master, else the lowest of a suit one has more of, else the worst."""
    trumps = OF_SUIT[row[state_layout.TRUMP]]
    contested = live & trumps
    if contested and cards & trumps and winners >> highest(cards & trumps) & 1:
        return highest(cards & trumps)
    sure = winners & ~trumps
    if sure:
        if contested:
            for suit in range(SEATS):
                if not live & OF_SUIT[suit]:
                    sure &= ~OF_SUIT[suit]
        return peak(sure) if sure else worst(cards, trumps)
    long = 0
    for suit in range(SEATS):
        if suit != row[state_layout.TRUMP] and popcount(cards & OF_SUIT[suit]) > 1:
            long |= 1 << suit
    return lowest(cards & OF_SUIT[one_of(row, long)]) if long else worst(cards, trumps)


@compiled("int64(int64[::1], int64, int64, int64)", inline=True)
def win(row: Ints, cards: int, winners: int, live: int) -> int:
    """Choose a card in the hope of the trick."""
    trumps = OF_SUIT[row[state_layout.TRUMP]]
    if row[state_layout.LED] == NONE:
        return open_to_win(row, cards, winners, live)
    if cards & OF_SUIT[row[state_layout.LED]]:
        best = highest(cards)
        return best if winners >> best & 1 else lowest(cards)
    sure = winners & trumps
    return lowest(sure) if sure else worst(cards, trumps)


@compiled("int64(int64[::1], int64)", inline=True)
def lose(row: Ints, cards: int) -> int:
    """Choose a card in the hope of not taking the trick."""
    trump, led, top = row[state_layout.TRUMP], row[state_layout.LED], row[state_layout.TOP]
    trumps = OF_SUIT[trump]
    if led == NONE:
        return worst(cards, trumps)
    trumped = SUIT_OF[top] == trump
    if cards & OF_SUIT[led]:
        if trumped and led != trump:
            return highest(cards)
        under = cards & ((1 << top) - 1)
        if under:
            return highest(under)
        return highest(cards) if row[state_layout.LAID] == SEATS - 1 else lowest(cards)
    under = cards & trumps & ((1 << top) - 1)
    if trumped and under:
        return highest(under)
    plain = cards & ~trumps
    return peak(plain) if plain else lowest(cards)
