"""The authors' graphs of LAMAS BoerenBridge, compiled; `bench.tables.peeking_bots` explains them."""

from handsight.boeren import SEATS
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_layout import NONE, SUIT_MASK, SUIT_OF
from handsight.bots.boeren.compiled.compiled_bots import (
    DECIDE_SIGNATURE,
    TIES,
    CompiledBoerenBot,
    higher_cards,
    highest_of_any_suit,
    least_valuable,
    lowest_of_long_suit,
    pick_one,
    play_by_graphs,
    rank_of,
)
from handsight.compiled.jit import Ints, compiled, highest_bit, inlined, lowest_bit


@inlined
def with_others(state: Ints, seat: int) -> int:
    """Return the cards that other seats really hold, or have in the trick."""
    found = state[st.TRICK]
    for step in range(1, SEATS):
        found |= state[st.HANDS + st.seat_after(seat, step)]
    return found


@inlined
def only_master(state: Ints, own: int, others: int) -> int:
    """Return the top card of the plain suits (of equal ranks: the last suit) if it is an own one, or NONE."""
    found, rank, last = NONE, -1, -1
    for suit in range(SEATS):
        cards = (own | others) & SUIT_MASK[suit]
        if suit == state[st.TRUMP] or not cards:
            continue
        card = highest_bit(cards)
        if rank_of(card) > rank or (rank_of(card) == rank and TIES[suit] > last):
            found, rank, last = card, rank_of(card), TIES[suit]
    return found if found != NONE and own >> found & 1 else NONE


@inlined
def author_lead_to_win(state: Ints, cards: int, others: int) -> int:
    """Lead the highest trump or the one card that counts as highest, else the lowest of a long suit."""
    trumps = SUIT_MASK[state[st.TRUMP]]
    contested = others & trumps
    if contested and cards & trumps and not higher_cards(others, highest_bit(cards & trumps)):
        return highest_bit(cards & trumps)
    card = only_master(state, cards, others)
    if card == NONE:
        return lowest_of_long_suit(state, cards)
    if not contested or others & SUIT_MASK[SUIT_OF[card]]:
        return card
    return least_valuable(cards, trumps)


@inlined
def author_trump_to_win(state: Ints, cards: int, others: int) -> int:
    """Choose for a seat that cannot follow suit."""
    trumps = SUIT_MASK[state[st.TRUMP]]
    own, best = cards & trumps, state[st.BEST_CARD]
    if not own:
        return least_valuable(cards, trumps)
    if state[st.TRICK_SIZE] == SEATS - 1:
        if SUIT_OF[best] == state[st.TRUMP] and highest_bit(own) > best:
            return highest_bit(own)
        return least_valuable(cards, trumps)
    if others & SUIT_MASK[state[st.SUIT_LED]] and others & trumps:
        return highest_bit(own)
    return lowest_bit(own)


@compiled("int64(int64[::1], int64)", inline=True)
def author_win(state: Ints, cards: int) -> int:
    """Choose a card by the authors' win graph."""
    led, others = state[st.SUIT_LED], with_others(state, state[st.SEAT])
    if led == NONE:
        return author_lead_to_win(state, cards, others)
    if not cards & SUIT_MASK[led]:
        return author_trump_to_win(state, cards, others)
    top = highest_bit(cards)
    if SUIT_OF[state[st.BEST_CARD]] == state[st.TRUMP] or higher_cards(others, top):
        return lowest_bit(cards)
    return top


@inlined
def highest_by_value(state: Ints, cards: int) -> int:
    """Return the highest trump, else a card of highest rank, by the dice."""
    trumps = cards & SUIT_MASK[state[st.TRUMP]]
    if trumps:
        return highest_bit(trumps)
    rank, left, found = rank_of(highest_of_any_suit(cards)), cards, 0
    while left:
        card = lowest_bit(left)
        left &= left - 1
        if rank_of(card) == rank:
            found |= 1 << card
    return pick_one(state, found)


@compiled("int64(int64[::1], int64)", inline=True)
def author_lose(state: Ints, cards: int) -> int:
    """Choose a card by the authors' lose graph."""
    trump, led, best = state[st.TRUMP], state[st.SUIT_LED], state[st.BEST_CARD]
    if led == NONE:
        return least_valuable(cards, SUIT_MASK[trump])
    trumped = SUIT_OF[best] == trump
    under = cards & SUIT_MASK[SUIT_OF[best]] & ((1 << best) - 1)
    if cards & SUIT_MASK[led]:
        top = highest_bit(cards)
        mine = not higher_cards(with_others(state, state[st.SEAT]), top)
        return highest_bit(under) if under and not trumped and not mine else top
    return highest_bit(under) if trumped and under else highest_by_value(state, cards)


@compiled(DECIDE_SIGNATURE)
def greedy_kripke_author(state: Ints, _settings: Ints) -> int:
    """Always play to win the trick, as the authors' program does. NOT HONEST."""
    return play_by_graphs(state, False, author_win, author_lose)


@compiled(DECIDE_SIGNATURE)
def full_kripke_author(state: Ints, _settings: Ints) -> int:
    """Play to win while the bid is not reached, then to lose, as the authors' program does. NOT HONEST."""
    return play_by_graphs(state, True, author_win, author_lose)


GREEDY_KRIPKE_AUTHOR = CompiledBoerenBot(greedy_kripke_author)
FULL_KRIPKE_AUTHOR = CompiledBoerenBot(full_kripke_author)
