"""Compiled bots of Boeren Bridge: what one is, and the compiled versions of the simple bots.

A compiled bot is a kernel ``decide(state, settings) -> action``, a pure function of what its seat sees.
*settings* are the bot's own numbers, such as how many deals it samples.

`bots.boeren.rule_graphs.bot_graphs` is the reference implementation of the graphs. Sets of cards are masks
of 13 bits a suit, the Two lowest, so that the highest bit of a suit's mask is its highest card. The win graph
is given two masks: *winners*, the cards of the hand that will take the trick (when leading: cards that no
other of their suit can beat), and *live*, the cards that others may hold.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from handsight.boeren import SEATS
from handsight.boeren.compiled import rules
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_layout import NONE, RANKS_PER_SUIT, SUIT_MASK, SUIT_OF
from handsight.bots.boeren.compiled import owner_chances as chances
from handsight.compiled.compiled_dice import below
from handsight.compiled.jit import Ints, compiled, highest_bit, inlined, lowest_bit, popcount

DECIDE_SIGNATURE = "int64(int64[::1], int64[::1])"
TIES = np.array([2, 1, 0, 3], np.int64)
"""Ties between cards of one rank are broken in the order hearts, diamonds, clubs, spades."""
BID_TRUMP = 13
"""What is added to the rank of a trump, for its value in a bid."""


class CompiledBoerenBot(NamedTuple):
    """A decide kernel, and the settings that it is called with."""

    decide: Callable[[Ints, Ints], int]
    settings: tuple[int, ...] = ()

    def settings_array(self) -> Ints:
        """Return the settings as a kernel takes them."""
        return np.array(self.settings or (0,), np.int64)


# Cards and bids.


@inlined
def pick_one(state: Ints, choices: int) -> int:
    """Pick one of a set by the dice of the seat to move; a single one needs no throw."""
    count = popcount(choices)
    if count > 1:
        place = st.DICE + state[st.SEAT]
        for _ in range(below(state[place : place + 1].view(np.uint64), count)):
            choices &= choices - 1
    return lowest_bit(choices)


@inlined
def rank_of(card: int) -> int:
    """Return a card's rank, 0 for the Two."""
    return card - RANKS_PER_SUIT * SUIT_OF[card]


@inlined
def lowest_of_any_suit(cards: int) -> int:
    """Return the card of lowest rank; TIES decides between suits."""
    found, key = NONE, 1 << 62
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        value = 4 * rank_of(card) + TIES[SUIT_OF[card]]
        if value < key:
            found, key = card, value
    return found


@inlined
def highest_of_any_suit(cards: int) -> int:
    """Return the card of highest rank; TIES decides between suits."""
    found, key = NONE, -1
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        value = 4 * rank_of(card) + 3 - TIES[SUIT_OF[card]]
        if value > key:
            found, key = card, value
    return found


@inlined
def least_valuable(cards: int, trumps: int) -> int:
    """Return the lowest card that is not a trump, or else the lowest trump."""
    plain = cards & ~trumps
    return lowest_of_any_suit(plain) if plain else lowest_bit(cards)


@inlined
def bid_value(cards: int, trump: int) -> int:
    """Return the value of cards for a bid: their ranks, and 13 more for every trump."""
    total = BID_TRUMP * popcount(cards & SUIT_MASK[trump])
    while cards:
        total += rank_of(lowest_bit(cards))
        cards &= cards - 1
    return total


@inlined
def moved_by_one(state: Ints, guess: int, up: bool) -> int:
    """Return a bid moved by one: up or down as *up* says, or the only way possible from 0 or all tricks."""
    if guess == 0 or guess == state[st.HAND_SIZE]:
        return 1 if guess == 0 else guess - 1
    return guess + 1 if up else guess - 1


@compiled("int64(int64[::1])")
def bid_by_mean(state: Ints) -> int:
    """Bid by the mean value of the hand; a dealer who has to change the bid does so as the rules say."""
    pack, trump, size = state[st.PACK], state[st.TRUMP], state[st.HAND_SIZE]
    mine = bid_value(state[st.HANDS + state[st.SEAT]], trump) * popcount(pack)  # the means, scaled alike
    usual = bid_value(pack, trump) * size
    if st.must_change(state):
        if state[st.DEALER_CHANGE] == st.ANY_OTHER:
            return pick_one(state, rules.legal(state))
        return moved_by_one(state, state[st.DEALER_GUESS], mine >= usual)
    guess = size
    if 10 * mine < 13 * usual:
        guess = size // 2 if 10 * mine >= 11 * usual else size // 4 if 10 * mine >= 8 * usual else 0
    if state[st.DEALER_CHANGE] == st.BARRED and guess == rules.barred_bid(state):
        return moved_by_one(state, guess, mine >= usual)
    return guess


# The graphs.


@inlined
def held_by(state: Ints, seat: int, count: int) -> int:
    """Return the cards that one of the next *count* seats may hold, each card considered alone."""
    found = 0
    for step in range(1, count + 1):
        found |= ~state[st.VOIDS + st.seat_after(seat, step)]
    return found & st.unseen(state, seat)


@inlined
def higher_cards(cards: int, card: int) -> int:
    """Return the cards of a card's own suit that are higher."""
    return cards & SUIT_MASK[SUIT_OF[card]] & -(2 << card)


@inlined
def masters(cards: int, others: int) -> int:
    """Return those of the cards above which *others* has no card of the same suit."""
    found = 0
    for suit in range(SEATS):
        own = cards & SUIT_MASK[suit]
        if own:
            while own:
                card = highest_bit(own)
                if higher_cards(others, card):
                    break
                found |= 1 << card
                own &= ~(1 << card)
    return found


@inlined
def sure_trumps(state: Ints, seat: int, trumps: int) -> int:
    """Return the trumps that take the trick for a seat that cannot follow, as the win graph judges."""
    trump = state[st.TRUMP]
    later = held_by(state, seat, st.seats_to_come(state))
    leading = trumps
    if SUIT_OF[state[st.BEST_CARD]] == trump:
        leading &= -(2 << state[st.BEST_CARD])
    if not later & SUIT_MASK[state[st.SUIT_LED]] or not later & SUIT_MASK[trump]:
        return leading
    return leading & -(2 << highest_bit(later & SUIT_MASK[trump]))


@compiled("int64(int64[::1], int64)", inline=True)
def kripke_winners(state: Ints, cards: int) -> int:
    """Return the cards of the hand that take the trick, judged by where each hidden card alone may be."""
    seat = state[st.SEAT]
    trumps = SUIT_MASK[state[st.TRUMP]]
    if state[st.SUIT_LED] == NONE:
        return masters(cards, held_by(state, seat, SEATS - 1))
    if cards & SUIT_MASK[state[st.SUIT_LED]]:
        if state[st.SUIT_LED] != state[st.TRUMP] and state[st.TRICK] & trumps:
            return 0
        return masters(cards, held_by(state, seat, SEATS - 1) | state[st.TRICK])
    return sure_trumps(state, seat, cards & trumps) if cards & trumps else 0


@inlined
def lowest_of_long_suit(state: Ints, cards: int) -> int:
    """Return the lowest of a plain suit with two cards or more, drawn by dice, else the least valuable."""
    long = 0
    for suit in range(SEATS):
        if suit != state[st.TRUMP] and popcount(cards & SUIT_MASK[suit]) > 1:
            long |= 1 << suit
    if long:
        return lowest_bit(cards & SUIT_MASK[pick_one(state, long)])
    return least_valuable(cards, SUIT_MASK[state[st.TRUMP]])


@inlined
def lead_to_win(state: Ints, cards: int, winners: int, live: int) -> int:
    """Lead to win: a sure winner, else the lowest of a suit with several cards, else the least valuable."""
    trumps = SUIT_MASK[state[st.TRUMP]]
    contested = live & trumps
    if contested and cards & trumps and winners >> highest_bit(cards & trumps) & 1:
        return highest_bit(cards & trumps)
    sure = winners & ~trumps
    if sure:
        if contested:
            for suit in range(SEATS):
                if not live & SUIT_MASK[suit]:
                    sure &= ~SUIT_MASK[suit]
        return highest_of_any_suit(sure) if sure else least_valuable(cards, trumps)
    return lowest_of_long_suit(state, cards)


@compiled("int64(int64[::1], int64, int64, int64)", inline=True)
def win(state: Ints, cards: int, winners: int, live: int) -> int:
    """Choose a card by the win graph."""
    trumps = SUIT_MASK[state[st.TRUMP]]
    if state[st.SUIT_LED] == NONE:
        return lead_to_win(state, cards, winners, live)
    if cards & SUIT_MASK[state[st.SUIT_LED]]:
        best = highest_bit(cards)
        return best if winners >> best & 1 else lowest_bit(cards)
    sure = winners & trumps
    return lowest_bit(sure) if sure else least_valuable(cards, trumps)


@compiled("int64(int64[::1], int64)", inline=True)
def lose(state: Ints, cards: int) -> int:
    """Choose a card by the lose graph."""
    trump, led, top = state[st.TRUMP], state[st.SUIT_LED], state[st.BEST_CARD]
    trumps = SUIT_MASK[trump]
    if led == NONE:
        return least_valuable(cards, trumps)
    trumped = SUIT_OF[top] == trump
    if cards & SUIT_MASK[led]:
        if trumped and led != trump:
            return highest_bit(cards)
        under = cards & ((1 << top) - 1)
        if under:
            return highest_bit(under)
        return highest_bit(cards) if state[st.TRICK_SIZE] == SEATS - 1 else lowest_bit(cards)
    under = cards & trumps & ((1 << top) - 1)
    if trumped and under:
        return highest_bit(under)
    plain = cards & ~trumps
    return highest_of_any_suit(plain) if plain else lowest_bit(cards)


# The bots.


@inlined
def cards_of_rank(cards: int, rank: int) -> int:
    """Return the cards of one rank."""
    found = 0
    for suit in range(SUIT_MASK.size):
        found |= cards & 1 << st.RANKS_PER_SUIT * suit + rank
    return found


@compiled(DECIDE_SIGNATURE)
def random(state: Ints, _settings: Ints) -> int:
    """Bid a random number, change it at random, one up or down if it is barred, and play a random card."""
    if st.is_bidding(state) and not st.must_change(state):
        bid = pick_one(state, (2 << state[st.HAND_SIZE]) - 1)
        if state[st.DEALER_CHANGE] != st.BARRED or bid != rules.barred_bid(state):
            return bid
        return pick_one(state, rules.legal(state) & rules.one_off(bid))
    return pick_one(state, rules.legal(state))


@compiled(DECIDE_SIGNATURE)
def greedy(state: Ints, _settings: Ints) -> int:
    """Play the highest legal card, ties by the dice."""
    if st.is_bidding(state):
        return bid_by_mean(state)
    cards = rules.legal(state)
    trumps = cards & SUIT_MASK[state[st.TRUMP]]
    if trumps:
        return highest_bit(trumps)
    if state[st.SUIT_LED] != NONE and cards & SUIT_MASK[state[st.SUIT_LED]]:
        return highest_bit(cards)
    return pick_one(state, cards_of_rank(cards, rank_of(highest_of_any_suit(cards))))


Chooser = Callable[[Ints, int], int]
"""Chooses one of the legal cards, given a state and a mask of these cards."""


@inlined
def play_by_graphs(state: Ints, keeps_bid: bool, win: Chooser, lose: Chooser) -> int:
    """Bid by the mean of the hand, play by graphs; a bot that *keeps_bid* plays to lose once it is met."""
    if st.is_bidding(state):
        return bid_by_mean(state)
    seat, cards = state[st.SEAT], rules.legal(state)
    if not cards & cards - 1:
        return lowest_bit(cards)
    if keeps_bid and state[st.WON + seat] >= state[st.BIDS + seat]:
        return lose(state, cards)
    return win(state, cards)


@inlined
def _win_card_by_card(state: Ints, cards: int) -> int:
    """Choose by our win graph, judging where each card may be on its own."""
    live = held_by(state, state[st.SEAT], SEATS - 1)
    return win(state, cards, kripke_winners(state, cards), live)


@compiled(DECIDE_SIGNATURE)
def greedy_kripke(state: Ints, _settings: Ints) -> int:
    """Always play to win the trick."""
    return play_by_graphs(state, False, _win_card_by_card, lose)


@compiled(DECIDE_SIGNATURE, inline=True)
def full_kripke(state: Ints, _settings: Ints) -> int:
    """Play to win while the bid is not reached, then to lose."""
    return play_by_graphs(state, True, _win_card_by_card, lose)


ENOUGH = 0.5 - 1e-9
"""From this chance on, a card counts as taking the trick: one half, less what a sum of floats may miss."""


@inlined
def likely_winners(state: Ints, cards: int) -> int:
    """Return the cards that are likely to take the trick, of those that the win graph asks about."""
    asked, found = 0, 0
    if state[st.SUIT_LED] == NONE or cards & SUIT_MASK[state[st.SUIT_LED]]:
        for suit in range(SEATS):
            if cards & SUIT_MASK[suit]:
                asked |= 1 << highest_bit(cards & SUIT_MASK[suit])
    else:
        asked = cards & SUIT_MASK[state[st.TRUMP]]
    while asked:
        card = lowest_bit(asked)
        asked &= asked - 1
        if chances.chance_unbeaten(state, card) >= ENOUGH:
            found |= 1 << card
    return found


@inlined
def likely_live_cards(state: Ints) -> int:
    """Return all cards of the suits that others are likely to hold."""
    found = 0
    for suit in range(SEATS):
        if chances.chance_suit_held(state, suit) >= ENOUGH:
            found |= SUIT_MASK[suit]
    return found


@inlined
def _win_by_chances(state: Ints, cards: int) -> int:
    """Choose by our win graph, from exact chances."""
    return win(state, cards, likely_winners(state, cards), likely_live_cards(state))


@compiled(DECIDE_SIGNATURE)
def counter(state: Ints, _settings: Ints) -> int:
    """Play to win while the bid is not reached, then to lose, from exact chances."""
    return play_by_graphs(state, True, _win_by_chances, lose)


RANDOM = CompiledBoerenBot(random)
GREEDY = CompiledBoerenBot(greedy)
GREEDY_KRIPKE = CompiledBoerenBot(greedy_kripke)
FULL_KRIPKE = CompiledBoerenBot(full_kripke)
COUNTER = CompiledBoerenBot(counter)

COMPILED_BOTS = {
    "random": RANDOM,
    "greedy": GREEDY,
    "greedy-kripke": GREEDY_KRIPKE,
    "full-kripke": FULL_KRIPKE,
    "counter": COUNTER,
}
"""The compiled versions of the plain bots, by name."""
