"""Range kernels for search on a network: what a seat does not see, supposed hands, and true hands."""

import numpy as np

from handsight.compiled.bit_vectors import Bytes
from handsight.compiled.compiled_dice import golden_steps, mix
from handsight.compiled.jit import Ints, compiled
from handsight.env.hanabi.compiled import game_rows
from handsight.env.hanabi.compiled.game_rows import Counts
from handsight.hanabi.compiled import deal, seat_knowledge
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm


@compiled(
    "void(int64, int64, int64[::1], int64[:, ::1], int64, uint8[:, ::1], uint8[::1], int32[:, ::1],"
    " int64[::1])"
)
def unseen_cards(
    first: int,
    last: int,
    terms: Ints,
    games: Ints,
    seat: int,
    copies: Bytes,
    sizes: Bytes,
    possible: Counts,
    room: Ints,
) -> None:
    """Write what one seat of each game does not see.

    These are the copies of each identity in its own hand and the deck, the number of its cards, and what
    clues leave possible in each slot.
    """
    for at in range(first, last):
        game = games[at]
        seat_knowledge.fill_hidden_copies(terms, game, ~(1 << seat), room)
        one, two, three = st.load_planes(room, seat_knowledge.HIDDEN_COPIES)
        for identity in range(terms[tm.IDENTITIES]):
            copies[at, identity] = (one >> identity & 1) + (two >> identity & 1) + (three >> identity & 1)
        size, cards = game[st.HAND_SIZES + seat], game[st.HANDS + seat]
        sizes[at] = size
        for slot in range(possible.shape[1]):
            possible[at, slot] = 0
        for slot in range(size - 1, -1, -1):
            possible[at, slot] = game[st.CLUE_MASKS + (cards & 63)]
            cards >>= 8


@compiled(
    "void(int64, int64, int64[::1], int64[:, ::1], int64[:, ::1], int64[::1], int64, uint8[:, ::1],"
    " int64[::1], int64[::1])"
)
def suppose_hands(
    first: int,
    last: int,
    terms: Ints,
    out: Ints,
    games: Ints,
    index: Ints,
    seat: int,
    hands: Bytes,
    dice: Ints,
    room: Ints,
) -> None:
    """Copy games, give one seat a supposed hand, and shuffle all other cards it does not see into the deck.

    A row whose die is negative keeps the deck as it is: only for questions that do not depend on it.
    """
    die = room[game_rows.DICE_WORD : game_rows.DICE_WORD + 1].view(np.uint64)
    for at in range(first, last):
        game = out[at]
        st.copy_words(games[index[at]], 0, game, 0, game.size)
        cards = game[st.HANDS + seat]
        for slot in range(game[st.HAND_SIZES + seat] - 1, -1, -1):
            game[st.DECK + (cards & 63)] = hands[at, slot]
            cards >>= 8
        deal.update_hand_clues(terms, game, seat)
        if dice[at] >= 0:
            die[0] = mix(golden_steps(np.uint64(dice[at]), np.uint64(1))) | np.uint64(1)
            deal.reshuffle_deck(terms, game, die, room[1:])


@compiled("void(int64, int64, int64[::1], int64[:, ::1], int64, uint8[:, ::1], int64[::1])")
def show_hands(first: int, last: int, terms: Ints, games: Ints, seat: int, hands: Bytes, _room: Ints) -> None:
    """Write the hands that one seat of each game holds, for whoever may see them."""
    for at in range(first, last):
        game = games[at]
        for slot in range(hands.shape[1]):
            hands[at, slot] = terms[tm.IDENTITIES]
        cards = game[st.HANDS + seat]
        for slot in range(game[st.HAND_SIZES + seat] - 1, -1, -1):
            hands[at, slot] = game[st.DECK + (cards & 63)]
            cards >>= 8


KERNELS = (unseen_cards, suppose_hands, show_hands)
