"""The games that a learner plays, as range kernels: a row of words is a game.

A row is a state (see `hanabi.compiled.state_layout`) with HLE's notes in its memory, then the number of the
game among those of its seed, and a die that chooses actions. Actions are numbered and observations are laid
out as in the Hanabi Learning Environment (HLE): slots count from the oldest card.

An observation is a row of words of 64 bits: the canonical vector of bits, zeros up to a whole word, then the
own hand, which only a critic may see.
"""

import numpy as np
from numpy.typing import NDArray

from handsight.compiled.bit_vectors import Bytes, Floats32, set_bit
from handsight.compiled.compiled_dice import GOLDEN, golden_steps, mix, xorshift
from handsight.compiled.jit import Ints, compiled, inlined
from handsight.hanabi.compiled import deal, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.notation.hanabi.compiled import hle_observation as hle

Counts = NDArray[np.int32]
NUMBER = st.MEMORY + hle.NOTES
"""The word that holds the number of a game."""
DICE = NUMBER + 1
"""The word that holds the random numbers which choose the game's actions."""
ROW_WORDS = DICE + 1
DICE_WORD, ROOM_WORDS = 0, 1 + 64
"""Where a room holds a die; then it holds an observation. No observation has more words."""
HAND_BITS_AT = 1
"""Where the observation begins in a room."""
MOVER = -1
"""In place of a seat: the one to move."""


@inlined
def words_of_bits(bits: int) -> int:
    """Return how many words hold these bits."""
    return (bits + 63) >> 6


@inlined
def _stream_start(seed: np.uint64, number: int, stream: int) -> np.uint64:
    """Return the first state of a stream, as `game.dice` has it."""
    start = mix(golden_steps(mix(golden_steps(seed, np.uint64(number + 1))), np.uint64(stream)))
    return GOLDEN if start == np.uint64(0) else start


@inlined
def _deal(terms: Ints, game: Ints, seed: np.uint64) -> None:
    """Deal the game of a row by its number."""
    number, die = game[NUMBER], game[DICE]
    start = _stream_start(seed, number, 0)
    st.copy_words(terms, tm.SORTED_DECK, game, st.DECK, st.MAX_CARDS)
    deal.shuffle(game, 0, terms[tm.DECK_SIZE], start)
    deal.start_game(terms, game)
    hle.note(game)
    game[NUMBER] = number
    game[DICE] = die


@inlined
def _show(terms: Ints, game: Ints, seat: int, words: Ints, room: Ints) -> None:
    """Write what a seat observes, and its own hand behind it."""
    seen = room[HAND_BITS_AT:]
    for word in range(words.size + 1):
        seen[word] = 0
    hle.observe_bits(terms, game, seat, seen)
    own, cards = words_of_bits(hle.observation_size(terms)) * 64, game[st.HANDS + seat]
    for slot in range(game[st.HAND_SIZES + seat] - 1, -1, -1):
        set_bit(seen, own + slot * terms[tm.IDENTITIES] + game[st.DECK + (cards & 63)])
        cards >>= 8
    for word in range(words.size):
        words[word] = seen[word]


@compiled("void(int64, int64, int64[::1], int64[:, ::1], uint64, int64, uint64, int64[::1])")
def deal_games(
    first: int,
    last: int,
    terms: Ints,
    games: Ints,
    seed: np.uint64,
    number: int,
    random_seed: np.uint64,
    _room: Ints,
) -> None:
    """Deal games of a seed: row 0 is game *number*. Another seed starts the dice that choose actions."""
    for at in range(first, last):
        games[at, NUMBER] = number + at
        games[at, DICE] = np.int64(_stream_start(random_seed, at, 1))
        _deal(terms, games[at], seed)


@compiled("void(int64, int64, int64[::1], int64[:, ::1], int64, int64[:, ::1], int64[::1], int64[::1])")
def show_games(
    first: int, last: int, terms: Ints, games: Ints, seat: int, observations: Ints, legal: Ints, room: Ints
) -> None:
    """Write what a seat of each game observes, or the one to move (`MOVER`), and which actions are legal."""
    for at in range(first, last):
        _show(terms, games[at], games[at, st.SEAT] if seat == MOVER else seat, observations[at], room)
        legal[at] = hle.legal_in_hle(terms, games[at])


@compiled(
    "void(int64, int64, int64[::1], int64[:, ::1], uint8[::1], float32[::1], uint64, int64, float32[::1],"
    " uint8[::1], int32[:, ::1], int64[:, ::1], int64[::1], int64[::1])"
)
def step_games(
    first: int,
    last: int,
    terms: Ints,
    games: Ints,
    actions: Bytes,
    share: Floats32,
    seed: np.uint64,
    following: int,
    rewards: Floats32,
    ended: Bytes,
    results: Counts,
    observations: Ints,
    legal: Ints,
    room: Ints,
) -> None:
    """Take an action in each game, redeal games that ended, and show what comes next.

    The reward is what the stacks gain; the last strike takes back *share* of all points. A game that is over
    is followed by the one whose number is greater by *following*, or stays as it is where that is 0. Results
    are the score, strikes, moves and 1 of a game that ended, else zeros.
    """
    for at in range(first, last):
        game = games[at]
        if game[st.END] != st.IN_PROGRESS:
            rewards[at] = 0
            ended[at] = 1
            continue
        before = game[st.POINTS]
        rules.step(terms, game, hle.from_hle(terms, game, int(actions[at])))
        hle.note(game)
        over = game[st.END] != st.IN_PROGRESS
        reward = np.float32(game[st.POINTS] - before)
        if game[st.STRIKES] == terms[tm.MAX_STRIKES]:
            reward -= share[0] * np.float32(before)
        rewards[at] = reward
        ended[at] = over
        results[at, 0] = game[st.POINTS] * over
        results[at, 1] = game[st.STRIKES] * over
        results[at, 2] = game[st.TURN] * over
        results[at, 3] = over
        if over and following:
            game[NUMBER] += following
            _deal(terms, game, seed)
        _show(terms, game, game[st.SEAT], observations[at], room)
        legal[at] = hle.legal_in_hle(terms, game)


@compiled("void(int64, int64, int64[:, ::1], float32[::1], int64[::1])")
def draw_numbers(first: int, last: int, games: Ints, numbers: Floats32, _room: Ints) -> None:
    """Draw a number from 0 to 1 by the die of each game."""
    for at in range(first, last):
        die = xorshift(np.uint64(games[at, DICE]))
        games[at, DICE] = np.int64(die)
        numbers[at] = np.float32(np.int64(die >> np.uint64(40))) * np.float32(1 / (1 << 24))


@compiled("void(int64, int64, int64, uint8[:, ::1], int64[::1], uint64[:, ::1], int64[::1])")
def spread_bits(
    first: int, last: int, one: int, observations: Bytes, index: Ints, inputs: NDArray[np.uint64], _room: Ints
) -> None:
    """Write rows of network inputs, a number for each bit of the observations that *index* names.

    One thread spreads one byte. The inputs are seen as words: 2 or 4 of them hold eight numbers. *one* is the
    number 1 as the network's inputs have it, in 16 or 32 bits.
    """
    width, words = observations.shape[1], inputs.shape[1]
    numbers = 8 // words
    bits_each = np.uint64(64 // numbers)
    for at in range(first, last):
        bits = np.uint64(observations[index[at // width], at % width])
        for word in range(words):
            value = np.uint64(0)
            for number in range(numbers):
                bit = bits >> np.uint64(word * numbers + number) & np.uint64(1)
                value |= bit * np.uint64(one) << bits_each * np.uint64(number)
            inputs[at, word] = value
