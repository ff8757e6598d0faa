"""Games of learners among bots: after each action of a learner the bots move, until a learner's turn comes.

As in `game_loop`, each different bot has a state of its own in every game, because each keeps its own
memory; *tables* has them by game and bot. The environment's own states (see `environment`) hold no bot's
memory.
"""

import numpy as np

from handsight.compiled.compiled_dice import Streams
from handsight.compiled.jit import Ints, compiled, inlined
from handsight.env.hanabi.compiled import environment
from handsight.env.hanabi.compiled.environment import Results
from handsight.env.vec_games import COMPLETED, LEARNER, NEXT_STEP, SAME_STEP
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.game_loop import NO_ACTION, decide_at, read_all
from handsight.notation.hanabi.compiled import hle_observation as hle

DECIDE, READ = range(2)
"""The rows of *bots*: the addresses of the decide functions, and of the read functions."""


@inlined
def _follow(terms: Ints, tables: Ints, action: int, bots: Ints, workspace: Ints) -> None:
    """Take an action in every bot's state, and let the bot read it."""
    for bot in range(tables.shape[0]):
        rules.step(terms, tables[bot], action)
    read_all(bots[READ], terms, tables, workspace)


@inlined
def _let_bots_move(
    terms: Ints, state: Ints, tables: Ints, bot_of_seat: Ints, bots: Ints, workspace: Ints
) -> bool:
    """Let bots move until a learner's turn or the end; False after an illegal action."""
    while not environment.ended(terms, state):
        bot = bot_of_seat[state[st.SEAT]]
        if bot == LEARNER:
            return True
        action = decide_at(bots[DECIDE, bot], terms, tables[bot], workspace)
        if not rules.is_legal(terms, state, action):
            return False
        environment.take_action(terms, state, action)
        _follow(terms, tables, action, bots, workspace)
    return True


@inlined
def _begin(
    terms: Ints, state: Ints, tables: Ints, starts: Streams, bot_of_seat: Ints, bots: Ints, workspace: Ints
) -> bool:
    """Give bots the game just dealt and their dice, and let them move; False after an illegal action."""
    for bot in range(tables.shape[0]):
        table = tables[bot]
        st.copy_words(state, 0, table, 0, st.MEMORY)
        for word in range(st.MEMORY, table.size):
            table[word] = 0
        dice = table[st.DICE : st.DICE + st.MAX_SEATS].view(np.uint64)
        for seat in range(st.MAX_SEATS):
            dice[seat] = starts[seat]
    read_all(bots[READ], terms, tables, workspace)
    return _let_bots_move(terms, state, tables, bot_of_seat, bots, workspace)


@compiled(
    "int64(int64[::1], int64[:, ::1], int64[:, :, ::1], int64[::1], uint64[:, ::1], int64[::1],"
    " int64[:, ::1], int64[::1])"
)
def seat_partners(
    terms: Ints,
    states: Ints,
    tables: Ints,
    which: Ints,
    starts: Streams,
    bot_of_seat: Ints,
    bots: Ints,
    workspace: Ints,
) -> int:
    """Seat bots in games that were just dealt, and let them move; return COMPLETED, or where one failed."""
    for row in range(which.size):
        at = which[row]
        if not _begin(terms, states[at], tables[at], starts[at], bot_of_seat, bots, workspace):
            return at
    return COMPLETED


@compiled(
    "int64(int64[::1], int64[:, ::1], int64[:, :, ::1], int64[::1], int64[::1], uint64[:, ::1], uint64,"
    f" int64, int64, int64[::1], int64[:, ::1], int64[::1], int64[::1], {environment.RESULTS})"
)
def step_with_partners(
    terms: Ints,
    states: Ints,
    tables: Ints,
    actions: Ints,
    legal: Ints,
    starts: Streams,
    seed: np.uint64,
    stride: int,
    mode: int,
    bot_of_seat: Ints,
    bots: Ints,
    counted: Ints,
    workspace: Ints,
    results: Results,
) -> int:
    """Take a learner's action in each game, let the bots move, and deal new games as *mode* says.

    *counted* is the score that was rewarded so far; what bots gain before a learner's first turn is part of
    the first reward. *starts* are the dice of the game that each game is followed by. Returns COMPLETED, or
    the game in which a bot chose an illegal action.
    """
    games, rewards = results[0], results[1]
    for at in range(states.shape[0]):
        state = states[at]
        over, dealt = legal[at] == 0, False
        rewards[at] = 0.0
        if over and mode == NEXT_STEP:
            dealt, over = True, False
        elif not over:
            action = environment.act(terms, state, legal[at], actions[at])
            if action < 0:
                rewards[at] = -1.0
            else:
                _follow(terms, tables[at], action, bots, workspace)
                if not _let_bots_move(terms, state, tables[at], bot_of_seat, bots, workspace):
                    return at
                score = rules.score(terms, state)
                rewards[at] = score - counted[at]
                counted[at] = score
            over = environment.ended(terms, state)
        environment.write_result(terms, state, over, at, results)
        if dealt or (over and mode == SAME_STEP):
            games[at] += stride
            environment.deal_game(terms, state, seed, games[at])
            counted[at] = 0
            if not _begin(terms, state, tables[at], starts[at], bot_of_seat, bots, workspace):
                return at
            if mode == NEXT_STEP:
                environment.write_result(terms, state, False, at, results)
    return COMPLETED


@compiled("int64(int64, int64[::1], int64[:, ::1], int64[:, :, ::1], int64, int64[::1], int64[::1])")
def ask_bot(
    decide: int, terms: Ints, states: Ints, tables: Ints, bot: int, workspace: Ints, numbers: Ints
) -> int:
    """Write what a bot would do in each game, by HLE's numbers; 0 where the game is over."""
    for at in range(states.shape[0]):
        numbers[at] = 0
        if not environment.ended(terms, states[at]):
            action = decide_at(decide, terms, tables[at, bot], workspace)
            if action == NO_ACTION or not rules.is_legal(terms, states[at], action):
                return at
            numbers[at] = hle.to_hle(terms, states[at], action)
    return COMPLETED


@compiled("void(int64[:, ::1], int64[:, :, ::1], int64[::1])")
def copy_hidden_cards(states: Ints, tables: Ints, which: Ints) -> None:
    """Copy the cards of hands and deck to the bots' states, after they were dealt anew."""
    for row in range(which.size):
        at = which[row]
        for bot in range(tables.shape[1]):
            st.copy_words(states[at], st.DECK, tables[at, bot], st.DECK, st.MAX_CARDS)
            st.copy_words(states[at], st.HAND_CLUES, tables[at, bot], st.HAND_CLUES, st.MAX_SEATS)
