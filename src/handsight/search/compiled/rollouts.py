"""Deals that a seat holds possible, drawn or all of them, and games played on from each by a compiled bot.

A deal is a row of DEAL_WORDS words: the identity of every card, then the state of every seat's dice. *base*
is the state of the seat to move; the cards of its hand (*orders*, by slot) and of the deck in it are ignored.
*hands* are those it may hold, *sums* the sums of their weights up to each.
"""

import numpy as np

from handsight.compiled.compiled_dice import Die, xorshift
from handsight.compiled.jit import Ints, Kernel, compiled, inlined, lowest_bit
from handsight.hanabi.compiled import deal, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.game_loop import DECIDE_SIGNATURE, NO_ACTION, READ_SIGNATURE, Results
from handsight.search.compiled.possible_hands import pick, write_hand
from handsight.search.compiled.wrong_readings import drop_wrong_readings

_BOT = f"FunctionType({DECIDE_SIGNATURE}), FunctionType({READ_SIGNATURE})"
DEAL_WORDS = st.MAX_CARDS + st.MAX_SEATS
TOO_MANY_DEALS = -1


@compiled(f"void(FunctionType({READ_SIGNATURE}), int64[::1], int64[::1], int64[:, ::1], int64[::1])")
def replay(read: Kernel, terms: Ints, actions: Ints, states: Ints, workspace: Ints) -> None:
    """Fill the states before each action and after the last, from the deck in the first state."""
    memory = states.shape[1] > st.MEMORY
    deal.start_game(terms, states[0])
    if memory:
        read(terms, states[0], workspace)
    for turn in range(actions.size):
        st.copy_words(states[turn], 0, states[turn + 1], 0, states.shape[1])
        rules.step(terms, states[turn + 1], actions[turn])
        if memory:
            read(terms, states[turn + 1], workspace)


# ---- deals


@inlined
def draw_deal(
    terms: Ints,
    base: Ints,
    orders: Ints,
    hands: Ints,
    sums: Ints,
    die: Die,
    world: Ints,
    workspace: Ints,
) -> None:
    """Copy a state, with a hand drawn by its weight, the rest of the deck shuffled, and new dice for all."""
    dice = world[st.DICE : st.DICE + st.MAX_SEATS].view(np.uint64)
    st.copy_words(base, 0, world, 0, base.size)
    write_hand(terms, world, base[st.SEAT], orders, hands[pick(sums, die)])
    deal.reshuffle_deck(terms, world, die, workspace)
    for seat in range(terms[tm.PLAYERS]):
        die[0] = xorshift(die[0])
        dice[seat] = die[0]


@compiled(
    "void(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], uint64[::1], int64[:, ::1],"
    " int64[::1], int64[::1])"
)
def draw_deals(
    terms: Ints,
    base: Ints,
    orders: Ints,
    hands: Ints,
    sums: Ints,
    die: Die,
    deals: Ints,
    state: Ints,
    workspace: Ints,
) -> None:
    """Draw deals, one a row: a hand by its weight, and the rest of the deck shuffled."""
    for at in range(deals.shape[0]):
        draw_deal(terms, base, orders, hands, sums, die, state, workspace)
        st.copy_words(state, st.DECK, deals[at], 0, st.MAX_CARDS)
        st.copy_words(state, st.DICE, deals[at], st.MAX_CARDS, st.MAX_SEATS)


@inlined
def _sort_rest(terms: Ints, state: Ints) -> int:
    """Fill the deck with the cards that were never drawn, in ascending order.

    Return in how many ways copies of one card can be exchanged there.
    """
    order, exchanges = state[st.DRAWN], 1
    for identity in range(terms[tm.IDENTITIES]):
        left = terms[tm.COPIES + identity]
        for drawn in range(state[st.DRAWN]):
            left -= state[st.DECK + drawn] == identity
        for copy in range(left):
            if order < terms[tm.DECK_SIZE]:
                state[st.DECK + order] = identity
                order += 1
                exchanges *= copy + 1
    return exchanges


@inlined
def _next_order(cards: Ints) -> bool:
    """Put cards into their next order, all orders being sorted; return False after the last."""
    at = cards.size - 2
    while at >= 0 and cards[at] >= cards[at + 1]:
        at -= 1
    if at < 0:
        return False
    other = cards.size - 1
    while cards[other] <= cards[at]:
        other -= 1
    cards[at], cards[other] = cards[other], cards[at]
    low, high = at + 1, cards.size - 1
    while low < high:
        cards[low], cards[high] = cards[high], cards[low]
        low += 1
        high -= 1
    return True


@compiled(
    "int64(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[:, ::1], int64[::1], int64[::1])"
)
def list_deals(
    terms: Ints, base: Ints, orders: Ints, hands: Ints, ways: Ints, deals: Ints, weights: Ints, state: Ints
) -> int:
    """Write every hand with every order of the deck; return how many, or TOO_MANY_DEALS if they do not fit.

    A deal's weight is the number of deals that it stands for, copies being distinct: *ways* for its hand,
    times the orders of the deck that look alike.
    """
    first, last, found = base[st.DRAWN], terms[tm.DECK_SIZE], 0
    for at in range(hands.size):
        st.copy_words(base, 0, state, 0, base.size)
        write_hand(terms, state, base[st.SEAT], orders, hands[at])
        exchanges = _sort_rest(terms, state)
        while True:
            if found == deals.shape[0]:
                return TOO_MANY_DEALS
            st.copy_words(state, st.DECK, deals[found], 0, st.MAX_CARDS)
            weights[found] = ways[at] * exchanges
            found += 1
            if not _next_order(state[st.DECK + first : st.DECK + last]):
                break
    return found


@inlined
def _put_cards(terms: Ints, base: Ints, dealt: Ints, world: Ints) -> None:
    """Copy a state, with the cards of a deal."""
    st.copy_words(base, 0, world, 0, base.size)
    st.copy_words(dealt, 0, world, st.DECK, st.MAX_CARDS)
    deal.update_hand_clues(terms, world, world[st.SEAT])


@compiled("void(int64[::1], int64[::1], int64[:, ::1], int64[:, ::1])")
def put_deals(terms: Ints, base: Ints, deals: Ints, worlds: Ints) -> None:
    """Write the state of the seat to move in each of some deals; the dice stay as they are."""
    for at in range(deals.shape[0]):
        _put_cards(terms, base, deals[at], worlds[at])


@inlined
def _play_past(read: Kernel, terms: Ints, past: Ints, world: Ints, workspace: Ints) -> None:
    """Play the past once more with the deck that is in a state, so that the memory fits its cards."""
    deal.start_game(terms, world)
    read(terms, world, workspace)
    for action in past:
        rules.step(terms, world, action)
        read(terms, world, workspace)


# ---- rollouts


@inlined
def next_action(decide: Kernel, terms: Ints, state: Ints, workspace: Ints) -> int:
    """Return what the bot does. Where it finds nothing: a discard of the oldest card, a clue, or a play.

    NO_ACTION if there is no legal action.
    """
    action = decide(terms, state, workspace)
    if rules.is_legal(terms, state, action):
        return action
    legal, slots = rules.legal(terms, state), terms[tm.SLOTS]
    oldest = slots + state[st.HAND_SIZES + state[st.SEAT]] - 1
    if oldest >= slots and legal >> oldest & 1:
        return oldest
    if legal >> 2 * slots:
        return 2 * slots + lowest_bit(legal >> 2 * slots)
    return lowest_bit(legal) if legal else NO_ACTION


@compiled(f"int64({_BOT}, int64[::1], int64[::1], int64[::1])")
def finish(decide: Kernel, read: Kernel, terms: Ints, state: Ints, workspace: Ints) -> int:
    """Play on to the end with the bot in every seat; return the score."""
    memory = state.size > st.MEMORY
    while state[st.END] == st.IN_PROGRESS:
        action = next_action(decide, terms, state, workspace)
        if action == NO_ACTION:
            break
        rules.step(terms, state, action)
        if memory:
            read(terms, state, workspace)
    return rules.score(terms, state)


@compiled(
    f"void({_BOT}, FunctionType({READ_SIGNATURE}), int64[::1], int64[::1], int64[::1], boolean,"
    " int64[::1], int64[:, ::1], int64[::1], int16[:, ::1], int64[:, ::1], int64[::1])"
)
def try_actions(
    decide: Kernel,
    read: Kernel,
    restart: Kernel,
    terms: Ints,
    base: Ints,
    past: Ints,
    plays_past: bool,
    readings: Ints,
    deals: Ints,
    actions: Ints,
    scores: Results,
    states: Ints,
    workspace: Ints,
) -> None:
    """Try every action on every deal, and play on to the end; write the scores by deal and action.

    Where the bot's memory depends on hands (*plays_past*), the past is played again in each deal. *readings*
    say where its memory has readings, so that wrong ones are dropped; empty to believe them all. *states* is
    room for three states.
    """
    world, playing = states[0], states[1]
    for at in range(deals.shape[0]):
        _put_cards(terms, base, deals[at], world)
        if plays_past:
            _play_past(read, terms, past, world, workspace)
        st.copy_words(deals[at], st.MAX_CARDS, world, st.DICE, st.MAX_SEATS)
        if readings.size > 0:
            restart(terms, world, workspace)
            drop_wrong_readings(decide, read, terms, readings, world, states[1:], workspace)
        for tried in range(actions.size):
            st.copy_words(world, 0, playing, 0, base.size)
            rules.step(terms, playing, actions[tried])
            if base.size > st.MEMORY:
                read(terms, playing, workspace)
            scores[at, tried] = finish(decide, read, terms, playing, workspace)
