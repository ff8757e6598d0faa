"""The integer layout of a Hanabi state: one array of 64-bit words, for every variant and number of players.

What never changes during a game is in the terms array (see `terms_layout`); what changes is here. Names are
indices: ``state[SEAT]``, ``state[DECK + order]``. A *set of cards* has a bit for each order (bit 7 is card
7), a *mask* a bit for each identity, a *set of clues* a bit for each clue number: its index in
``variant.clues()``.

| at  | name           | words | what it holds |
| --- | -------------- | ----- | ------------- |
|   0 | SEAT           |     1 | the seat to move |
|   1 | TURN           |     1 | actions taken |
|   2 | DRAWN          |     1 | cards that have left the deck; the order of the next one |
|   3 | CLUE_UNITS     |     1 | clue tokens in their smallest unit (halves in Clue Starved) |
|   4 | STRIKES        |     1 | strikes |
|   5 | TURNS_LEFT     |     1 | turns until the end, -1 before the final round |
|   6 | POINTS         |     1 | cards on the stacks |
|   7 | END            |     1 | 0 while the game goes on, then an index into ``ENDS`` |
|   8 | STOP_CODE      |     1 | hanab.live's code for an end other than the normal one, or 0 |
|   9 | BARRED_CLUES   |     1 | set of clues that must not follow the last clue (alternating clues) |
|  10 | PLAYABLE       |     1 | mask: identities that can be played now |
|  11 | STALE_SUITS    |     1 | set of suits whose values below are out of date (see `card_value`) |
|  12 | NEEDED         |     1 | mask: identities that can still score |
|  13 | CRITICAL       |     1 | mask: needed identities with one copy left |
|  14 | PLAYED         |     1 | set of cards on the stacks |
|  15 | DISCARDED      |     1 | set of cards in the discard pile |
|  16 | TOUCHED        |     1 | set of cards that some clue has touched |
|  17 | WASTED_REFUNDS |     1 | stacks finished while there was no room for the clue token |
|  18 | ACTION         |     1 | the last action as a number (see `terms_layout`) |
|  19 | EVENT          |     1 | the last event: one of EVENT_DEAL … EVENT_NUMBER_CLUE |
|  20 | ACTOR          |     1 | the seat that acted |
|  21 | TARGET         |     1 | the seat that received the clue, else -1 |
|  22 | CLUE           |     1 | the number of the clue, else -1 |
|  23 | CLUE_TOUCHED   |     1 | set of cards that this clue touched, else 0 |
|  24 | SLOT           |     1 | the slot of the card that was played or discarded, else -1 |
|  25 | ORDER          |     1 | the order of that card, else -1 |
|  26 | DREW           |     1 | the order of the card drawn after it, else -1 |
|  27 | UNSEEN         |     3 | copy planes: copies in hands and deck (and in face-down stacks) |
|  30 | ALIVE          |     3 | copy planes: copies that are not in the discard pile |
|  33 | STACKS         |     6 | by suit: the state of the stack |
|  39 | MAX_HEIGHTS    |     6 | by suit: the greatest height still possible (see `card_value`) |
|  45 | HANDS          |     6 | by seat: the orders held, newest first, eight bits a slot |
|  51 | HAND_SIZES     |     6 | by seat: how many cards it holds |
|  57 | HAND_SETS      |     6 | by seat: the same hand as a set of cards |
|  63 | HAND_CLUES     |     6 | by seat: set of clues that touch a card of this hand (hidden from it) |
|  69 | DICE           |     6 | by seat: the state of its random number generator |
|  75 | CLUE_MASKS     |    64 | by order: mask of the identities that the clues allow |
| 139 | DECK           |    64 | by order: the card's identity (hidden from its holder) |
| 203 | MEMORY         |     … | the bot's own memory, as many words as it asks for |

*Copy planes* are three masks: the identities of which at least one, two and three copies are left (see
`hand_count`). Keep a flag of cards as a set of cards, one word of memory for each flag: a card keeps its
order for the whole game, so nothing moves when a hand shifts.

The state contains everything. An honest bot reads the DECK (and HAND_CLUES, which is derived from it) only
for the hands that its seat sees; where plays lie face down, it does not read the stacks either.
"""

import numpy as np

from handsight.compiled.jit import Ints, inlined
from handsight.hanabi import End

MAX_SEATS, MAX_SUITS, MAX_SLOTS, MAX_CARDS, COPY_PLANES = 6, 6, 7, 64, 3

# fmt: off
(
    SEAT, TURN, DRAWN, CLUE_UNITS, STRIKES, TURNS_LEFT, POINTS, END, STOP_CODE, BARRED_CLUES, PLAYABLE,
    STALE_SUITS, NEEDED, CRITICAL, PLAYED, DISCARDED, TOUCHED, WASTED_REFUNDS, ACTION, EVENT, ACTOR,
    TARGET, CLUE, CLUE_TOUCHED, SLOT, ORDER, DREW, UNSEEN,
) = range(28)
# fmt: on
ALIVE = UNSEEN + COPY_PLANES
STACKS = ALIVE + COPY_PLANES
MAX_HEIGHTS = STACKS + MAX_SUITS
HANDS = MAX_HEIGHTS + MAX_SUITS
HAND_SIZES = HANDS + MAX_SEATS
HAND_SETS = HAND_SIZES + MAX_SEATS
HAND_CLUES = HAND_SETS + MAX_SEATS
DICE = HAND_CLUES + MAX_SEATS
CLUE_MASKS = DICE + MAX_SEATS
DECK = CLUE_MASKS + MAX_CARDS
MEMORY = DECK + MAX_CARDS

EVENT_DEAL, EVENT_PLAY, EVENT_MISPLAY, EVENT_DISCARD, EVENT_COLOR_CLUE, EVENT_NUMBER_CLUE = range(6)
"""The kinds of events, as EVENT holds them."""
EVENT_NOTHING = -1
"""Marks a copy of a state in which nothing new happened, so that bots read only what always holds."""

ENDS = tuple(End)
IN_PROGRESS, PERFECT, FINAL_ROUND, STRIKEOUT, _, TERMINATED = range(len(ENDS))


def blank_state(memory: int = 0) -> Ints:
    """Return an empty state, with *memory* words for a bot."""
    return np.zeros(MEMORY + memory, np.int64)


@inlined
def order_at(state: Ints, seat: int, slot: int) -> int:
    """Return the order of the card that a seat holds in a slot."""
    return state[HANDS + seat] >> 8 * slot & 63


@inlined
def identity_at(state: Ints, seat: int, slot: int) -> int:
    """Return the identity of the card that a seat holds in a slot."""
    return state[DECK + (state[HANDS + seat] >> 8 * slot & 63)]


@inlined
def remove_copy(state: Ints, planes: int, card: int) -> None:
    """Remove one copy of an identity from the copy planes that begin at a word."""
    bit = 1 << card
    for plane in range(planes + COPY_PLANES - 1, planes - 1, -1):
        taken = state[plane] & bit
        state[plane] ^= taken
        bit ^= taken


@inlined
def load_planes(words: Ints, at: int) -> tuple[int, int, int]:
    """Return the copy planes that begin at a word of an array."""
    return words[at], words[at + 1], words[at + 2]


@inlined
def store_planes(words: Ints, at: int, planes: tuple[int, int, int]) -> None:
    """Write copy planes to an array."""
    words[at], words[at + 1], words[at + 2] = planes


@inlined
def without_copy(one: int, two: int, three: int, bit: int) -> tuple[int, int, int]:
    """Return copy planes without one copy of the identity of a bit, if they have any."""
    return one & ~(bit & ~two), two & ~(bit & ~three), three & ~bit


@inlined
def copy_words(source: Ints, begin: int, target: Ints, at: int, words: int) -> None:
    """Copy some words of one array to another."""
    here, there = source[begin : begin + words], target[at : at + words]
    for word in range(words):
        there[word] = here[word]
