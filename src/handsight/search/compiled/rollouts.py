"""Games replayed with a supposed hand, and games played on to the end by a compiled bot."""

import numpy as np

from handsight.compiled.compiled_dice import Die, xorshift
from handsight.compiled.jit import Ints, Kernel, compiled, inlined
from handsight.hanabi.compiled import deal, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.game_loop import DECIDE_SIGNATURE, READ_SIGNATURE, Results
from handsight.search.compiled.evidence import write_hand
from handsight.search.compiled.hand_lists import pick

_BOT = f"FunctionType({DECIDE_SIGNATURE}), FunctionType({READ_SIGNATURE})"


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


@compiled(f"int64({_BOT}, int64[::1], int64[::1], int64[::1])")
def finish(decide: Kernel, read: Kernel, terms: Ints, state: Ints, workspace: Ints) -> int:
    """Play on to the end with the bot in every seat; return the score. It ends, too, if the bot is stuck."""
    memory = state.size > st.MEMORY
    while state[st.END] == st.IN_PROGRESS:
        action = decide(terms, state, workspace)
        if not rules.is_legal(terms, state, action):
            break
        rules.step(terms, state, action)
        if memory:
            read(terms, state, workspace)
    return rules.score(terms, state)


@inlined
def deal_cards(
    terms: Ints,
    base: Ints,
    orders: Ints,
    hands: Ints,
    sums: Ints,
    die: Die,
    world: Ints,
    workspace: Ints,
) -> None:
    """Copy a state, with a hand of the seat to move drawn by its weight and the rest of the deck shuffled."""
    st.copy_words(base, 0, world, 0, base.size)
    write_hand(terms, world, base[st.SEAT], orders, hands[pick(sums, die)])
    deal.reshuffle_deck(terms, world, die, workspace)


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
    """Draw a deal with new dice for every seat."""
    dice = world[st.DICE : st.DICE + st.MAX_SEATS].view(np.uint64)
    deal_cards(terms, base, orders, hands, sums, die, world, workspace)
    for other in range(terms[tm.PLAYERS]):
        die[0] = xorshift(die[0])
        dice[other] = die[0]


@compiled(
    f"void({_BOT}, int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], uint64[::1],"
    " int16[:, ::1], int64[:, ::1], int64[::1])"
)
def try_actions(
    decide: Kernel,
    read: Kernel,
    terms: Ints,
    base: Ints,
    orders: Ints,
    hands: Ints,
    sums: Ints,
    actions: Ints,
    die: Die,
    scores: Results,
    states: Ints,
    workspace: Ints,
) -> None:
    """Play on after every action, on the same deals: a hand by its weight, and the deck shuffled.

    Args:
        decide: the compiled bot, which plays on in every seat.
        read: how it reads actions.
        terms: the terms of the game.
        base: the state of the seat to move; its own hand and the deck in it do not matter.
        orders: the cards of its hand, by slot.
        hands: the hands it may hold.
        sums: the sum of the weights up to each hand.
        actions: the actions to try.
        die: throws the deals.
        scores: by deal and action: the score at the end.
        states: room for two states.
        workspace: room for the bot.
    """
    world, playing = states[0], states[1]
    for trial in range(scores.shape[0]):
        draw_deal(terms, base, orders, hands, sums, die, world, workspace)
        for at in range(actions.size):
            st.copy_words(world, 0, playing, 0, base.size)
            rules.step(terms, playing, actions[at])
            if base.size > st.MEMORY:
                read(terms, playing, workspace)
            scores[trial, at] = finish(decide, read, terms, playing, workspace)
