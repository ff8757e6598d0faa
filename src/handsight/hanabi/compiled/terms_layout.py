"""The integer layout of the terms of a game: players, rules and variant in one array that kernels only read.

| at   | name               | words | what it holds |
| ---- | ------------------ | ----- | ------------- |
|    0 | PLAYERS            |     1 | number of players |
|    1 | HAND_SIZE          |     1 | cards in a full hand |
|    2 | SLOTS              |     1 | playable slots: the hand and, with deck plays, the bottom of the deck |
|    3 | SUITS              |     1 | number of suits |
|    4 | IDENTITIES         |     1 | number of identities |
|    5 | DECK_SIZE          |     1 | cards in the deck |
|    6 | CLUES              |     1 | number of different clues, colours first |
|    7 | ACTIONS            |     1 | number of different actions |
|    8 | MAX_CLUE_UNITS     |     1 | the most clue units that can be held |
|    9 | CLUE_COST          |     1 | clue units that a clue costs |
|   10 | MAX_STRIKES        |     1 | the strike that ends the game |
|   11 | MAX_SCORE          |     1 | the perfect score |
|   12 | FIRST_SEAT         |     1 | the seat that moves first |
|   13 | ALL_IDENTITIES     |     1 | mask of all identities |
|   14 | EMPTY_CLUES        |     1 | set of clues that may touch no card |
|   15 | STACK_REFUND       |     1 | 1: finishing a stack returns a clue unit |
|   16 | END_ON_FAILED_DRAW |     1 | 1: the final round begins when a draw fails, not at the last draw |
|   17 | STRIKEOUT_ZERO     |     1 | 1: a strikeout scores nothing |
|   18 | MISPLAY_VANISHES   |     1 | 1: a misplayed card does not go to the discard pile |
|   19 | STOP_PERFECT       |     1 | 1: a perfect score ends the game |
|   20 | DISCARD_AT_FULL    |     1 | 1: discarding with all clue tokens is legal |
|   21 | DECK_PLAYS         |     1 | 1: the last card of the deck may be played from the deck |
|   22 | DECK_DISCARDS      |     1 | 1: and discarded from there |
|   23 | CARD_CYCLE         |     1 | 1: after a clue, the giver's chop moves to slot 0 |
|   24 | NO_FINAL_ROUND     |     1 | 1: all or nothing, no final round |
|   25 | FAILURE_CODE       |     1 | stop code once a perfect score is impossible, or 0 |
|   26 | CLUES_SHOWN        |     1 | 1: everyone learns which clue was given |
|   27 | FACE_DOWN          |     1 | 1: played cards stay hidden |
|   28 | DISTINCT_STARTS    |     1 | 1: no two stacks may start with the same rank |
|   29 | CLUE_TOUCH         |    16 | by clue: mask of the identities it touches |
|   45 | CLUES_BARRED_AFTER |    16 | by clue: set of clues that must not follow it |
|   61 | CLUE_EVENT         |    16 | by clue: EVENT_COLOR_CLUE or EVENT_NUMBER_CLUE |
|   77 | CLUE_NUMBER        |    16 | by clue: the number it names, 0 for a colour |
|   93 | SUIT_MASK          |     6 | by suit: mask of its identities |
|   99 | ACTION_ARGUMENT    |    64 | by action: the slot it plays or discards, or the number of its clue |
|  163 | ACTION_DISTANCE    |    64 | by action: how many seats away its clue goes, 0 for plays and discards |
|  227 | COPIES             |    36 | by identity: copies in the deck |
|  263 | SUIT_OF            |    36 | by identity: its suit |
|  299 | RANK_OF            |    36 | by identity: its rank |
|  335 | TOUCHING_CLUES     |    36 | by identity: set of clues that touch it |
|  371 | SORTED_DECK        |    64 | the deck, sorted |
|  435 | STACK_PLAYABLE     |   192 | by suit and stack state: mask of playable identities |
|  627 | STACK_HEIGHT       |   192 | … number of cards on the stack |
|  819 | TAKEN_STARTS       |   192 | … mask of identities with which no other stack may start |
| 1011 | STACK_SPARE        |   192 | … mask of identities of which the stack can do without one |
| 1203 | STACK_STEPS        |  1152 | by identity and stack state: the stack state after it is played, or -1 |
| 2355 | DEALT_STATE        |   139 | the state right after the deal, up to its deck |
| 2494 | COLORS             |     1 | number of colour clues |
| 2495 | FIRST_COPY         |    36 | by identity: the place of its first copy in the sorted deck |

**Actions are small numbers**, in the order in which `hanabi.legal` yields them: play slot 0, 1, … SLOTS - 1;
discard slot 0, 1, …; then every clue to the next seat, every clue to the seat after it, and so on. Slot
HAND_SIZE is the bottom of the deck. A set of actions is a mask; there are never more than 63.
"""

from functools import lru_cache

import numpy as np

from handsight.compiled.jit import Ints
from handsight.errors import InputError
from handsight.hanabi import START, Terms, Variant
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.state_layout import (
    COPY_PLANES,
    EVENT_COLOR_CLUE,
    EVENT_NUMBER_CLUE,
    MAX_CARDS,
    MAX_SLOTS,
    MAX_SUITS,
)

MAX_CLUES, MAX_ACTIONS, MAX_IDENTITIES, MAX_STACK_STATES = 16, 63, 36, 32

# fmt: off
(
    PLAYERS, HAND_SIZE, SLOTS, SUITS, IDENTITIES, DECK_SIZE, CLUES, ACTIONS, MAX_CLUE_UNITS, CLUE_COST,
    MAX_STRIKES, MAX_SCORE, FIRST_SEAT, ALL_IDENTITIES, EMPTY_CLUES, STACK_REFUND, END_ON_FAILED_DRAW,
    STRIKEOUT_ZERO, MISPLAY_VANISHES, STOP_PERFECT, DISCARD_AT_FULL, DECK_PLAYS, DECK_DISCARDS,
    CARD_CYCLE, NO_FINAL_ROUND, FAILURE_CODE, CLUES_SHOWN, FACE_DOWN, DISTINCT_STARTS,
) = range(29)
# fmt: on
CLUE_TOUCH = DISTINCT_STARTS + 1
CLUES_BARRED_AFTER = CLUE_TOUCH + MAX_CLUES
CLUE_EVENT = CLUES_BARRED_AFTER + MAX_CLUES
CLUE_NUMBER = CLUE_EVENT + MAX_CLUES
SUIT_MASK = CLUE_NUMBER + MAX_CLUES
ACTION_ARGUMENT = SUIT_MASK + MAX_SUITS
ACTION_DISTANCE = ACTION_ARGUMENT + 64
COPIES = ACTION_DISTANCE + 64
SUIT_OF = COPIES + MAX_IDENTITIES
RANK_OF = SUIT_OF + MAX_IDENTITIES
TOUCHING_CLUES = RANK_OF + MAX_IDENTITIES
SORTED_DECK = TOUCHING_CLUES + MAX_IDENTITIES
STACK_PLAYABLE = SORTED_DECK + MAX_CARDS
STACK_HEIGHT = STACK_PLAYABLE + MAX_SUITS * MAX_STACK_STATES
TAKEN_STARTS = STACK_HEIGHT + MAX_SUITS * MAX_STACK_STATES
STACK_SPARE = TAKEN_STARTS + MAX_SUITS * MAX_STACK_STATES
STACK_STEPS = STACK_SPARE + MAX_SUITS * MAX_STACK_STATES
DEALT_STATE = STACK_STEPS + MAX_IDENTITIES * MAX_STACK_STATES
COLORS = DEALT_STATE + st.DECK
FIRST_COPY = COLORS + 1
WORDS = FIRST_COPY + MAX_IDENTITIES

SPEEDRUN_FAILED, ALL_OR_NOTHING_FAILED, ALL_OR_NOTHING_STUCK = 5, 8, 9


@lru_cache(maxsize=64)
def terms_array(terms: Terms) -> Ints:
    """Return the array of these terms. The array is cached, so do not write to it."""
    _check_limits(terms)
    array = np.zeros(WORDS, np.int64)
    _write_terms(array, terms)
    _write_clues(array, terms)
    _write_actions(array, terms)
    _write_cards(array, terms.variant)
    _write_stacks(array, terms.variant)
    array[DEALT_STATE:COLORS] = _dealt_state(array, terms)
    return array


def action_slots(terms: Terms) -> int:
    """Return how many slots action numbers have: the hand and, with deck plays, the bottom of the deck."""
    return terms.hand_size + terms.deck_plays


def _check_limits(terms: Terms) -> None:
    """Raise InputError for terms that do not fit the layout."""
    variant = terms.variant
    actions = 2 * action_slots(terms) + (terms.players - 1) * len(variant.clues())
    if terms.characters:
        raise InputError("compiled games do not support characters; use the plain rules")
    for what, size, most in (
        ("cards in a hand", terms.hand_size, MAX_SLOTS),
        ("different actions", actions, MAX_ACTIONS),
        ("suits", len(variant.suits), MAX_SUITS),
        ("identities", len(variant.cards), MAX_IDENTITIES),
        ("cards in the deck", variant.deck_size, MAX_CARDS - 1),
        ("copies of a card", max(variant.copies), COPY_PLANES),
        ("different clues", len(variant.clues()), MAX_CLUES),
    ):
        if size > most:
            raise InputError(f"compiled games have room for {most} {what}, not {size}; use the plain rules")


def _write_terms(array: Ints, terms: Terms) -> None:
    variant, rules = terms.variant, terms.rules
    failed = SPEEDRUN_FAILED if terms.speedrun else ALL_OR_NOTHING_FAILED if terms.all_or_nothing else 0
    for place, value in {
        PLAYERS: terms.players,
        HAND_SIZE: terms.hand_size,
        SLOTS: action_slots(terms),
        SUITS: len(variant.suits),
        IDENTITIES: len(variant.cards),
        DECK_SIZE: variant.deck_size,
        CLUES: len(variant.clues()),
        MAX_CLUE_UNITS: terms.max_clue_units,
        CLUE_COST: terms.clue_cost,
        MAX_STRIKES: terms.max_strikes,
        MAX_SCORE: variant.max_score,
        FIRST_SEAT: terms.first_seat,
        ALL_IDENTITIES: variant.everything,
        STACK_REFUND: rules.refund_five and not variant.face_down,
        END_ON_FAILED_DRAW: rules.end == "failed_draw",
        STRIKEOUT_ZERO: rules.strikeout == "zero",
        MISPLAY_VANISHES: rules.misplay == "vanish",
        STOP_PERFECT: rules.stop_perfect,
        DISCARD_AT_FULL: rules.discard_at_full or variant.inverted,
        DECK_PLAYS: terms.deck_plays,
        DECK_DISCARDS: terms.deck_plays and variant.inverted,
        CARD_CYCLE: terms.card_cycle,
        NO_FINAL_ROUND: terms.all_or_nothing,
        FAILURE_CODE: failed,
        CLUES_SHOWN: not variant.hides,
        FACE_DOWN: variant.face_down,
        DISTINCT_STARTS: variant.distinct_starts,
    }.items():
        array[place] = value


def _write_clues(array: Ints, terms: Terms) -> None:
    variant = terms.variant
    kinds = [clue.kind for clue in variant.clues()]
    array[COLORS] = kinds.count("color")
    for number, clue in enumerate(variant.clues()):
        blind = variant.blind_colors if clue.kind == "color" else variant.blind_numbers
        array[CLUE_TOUCH + number] = variant.touch(clue)
        array[CLUE_EVENT + number] = EVENT_COLOR_CLUE if clue.kind == "color" else EVENT_NUMBER_CLUE
        array[CLUE_NUMBER + number] = 0 if clue.kind == "color" else clue.value
        array[EMPTY_CLUES] |= (terms.empty_clues or blind) << number
        if variant.alternating:
            array[CLUES_BARRED_AFTER + number] = sum(
                1 << other for other, kind in enumerate(kinds) if kind == clue.kind
            )


def _write_actions(array: Ints, terms: Terms) -> None:
    slots, clues = action_slots(terms), len(terms.variant.clues())
    own = [(0, slot) for slot in [*range(slots), *range(slots)]]
    given = [(away, clue) for away in range(1, terms.players) for clue in range(clues)]
    array[ACTIONS] = len(own + given)
    for action, (away, place) in enumerate(own + given):
        array[ACTION_DISTANCE + action], array[ACTION_ARGUMENT + action] = away, place


def _write_cards(array: Ints, variant: Variant) -> None:
    for identity, card in enumerate(variant.cards):
        array[COPIES + identity] = variant.copies[identity]
        array[FIRST_COPY + identity] = sum(variant.copies[:identity])
        array[SUIT_OF + identity] = card.suit
        array[RANK_OF + identity] = card.rank
        array[SUIT_MASK + card.suit] |= 1 << identity
        array[TOUCHING_CLUES + identity] = sum(
            (variant.touch(clue) >> identity & 1) << number for number, clue in enumerate(variant.clues())
        )
    for place, card in enumerate(variant.deck()):
        array[SORTED_DECK + place] = variant.identity(card)


def _write_stacks(array: Ints, variant: Variant) -> None:
    ranks, suits = len(variant.ranks), len(variant.suits)
    column = sum(1 << suit * ranks for suit in range(suits))  # one rank position of every suit
    for suit, rule in enumerate(variant.stacks):
        for state, steps in enumerate(rule.steps):
            at = suit * MAX_STACK_STATES + state
            fitting = sum(1 << position for position, after in enumerate(steps) if after >= 0)
            array[STACK_PLAYABLE + at] = fitting << suit * ranks
            array[STACK_HEIGHT + at] = rule.height[state]
            if variant.distinct_starts and state:
                array[TAKEN_STARTS + at] = column << rule.starts[state]
            if rule.tops[state] in (0, START):
                array[STACK_SPARE + at] = rule.spare << suit * ranks
            for position, after in enumerate(steps):
                array[STACK_STEPS + (suit * ranks + position) * MAX_STACK_STATES + state] = after


def _dealt_state(array: Ints, terms: Terms) -> Ints:
    """Return the state right after the deal, up to its deck."""
    state, variant, hand = st.blank_state(), terms.variant, terms.hand_size
    dealt = terms.players * hand
    for seat in range(terms.players):
        orders = range(seat * hand, seat * hand + hand)
        state[st.HANDS + seat] = sum(order << 8 * slot for slot, order in enumerate(reversed(orders)))
        state[st.HAND_SIZES + seat] = hand
        state[st.HAND_SETS + seat] = sum(1 << order for order in orders)
    state[st.DRAWN], state[st.SEAT], state[st.CLUE_UNITS] = (dealt, terms.first_seat, terms.max_clue_units)
    empty = dealt == variant.deck_size and terms.rules.end == "last_draw" and not terms.all_or_nothing
    state[st.TURNS_LEFT] = terms.final_round if empty else -1
    state[st.STALE_SUITS] = (1 << len(variant.suits)) - 1
    state[st.PLAYABLE] = sum(
        array[STACK_PLAYABLE + suit * MAX_STACK_STATES] for suit in range(len(variant.suits))
    )
    state[st.CLUE_MASKS : st.CLUE_MASKS + variant.deck_size] = variant.everything
    for plane in range(COPY_PLANES):
        left = sum(1 << identity for identity, copies in enumerate(variant.copies) if copies > plane)
        state[st.UNSEEN + plane] = state[st.ALIVE + plane] = left
    for place in (st.ACTION, st.TARGET, st.CLUE, st.SLOT, st.ORDER, st.DREW):
        state[place] = -1
    return state[: st.DECK]
