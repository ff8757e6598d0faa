"""The book of a table: its terms and variant as one array that the kernels read and never write.

| at   | name       | words | what it holds |
| ---- | ---------- | ----- | ------------- |
|    0 | PLAYERS    |   1 | seats |
|    1 | HAND       |   1 | cards in a full hand |
|    2 | SLOTS      |   1 | places to play from: the hand and, with deck plays, the bottom of the deck |
|    3 | SUITS      |   1 | suits |
|    4 | FACES      |   1 | identities |
|    5 | CARDS      |   1 | cards in the deck |
|    6 | CLUES      |   1 | different clues, colours first |
|    7 | ACTIONS    |   1 | different actions |
|    8 | CAP        |   1 | the most coins that can be held |
|    9 | COST       |   1 | coins a clue costs |
|   10 | LIVES      |   1 | the strike that ends the game |
|   11 | SUMMIT     |   1 | the perfect score |
|   12 | FIRST      |   1 | the seat that begins |
|   13 | EVERYTHING |   1 | mask of all identities |
|   14 | ALWAYS     |   1 | set of clues that need not touch a card |
|   15 | REFUND     |   1 | yes: finishing a stack returns a coin |
|   16 | LATE       |   1 | yes: the final round follows the first draw that fails, not the last draw |
|   17 | ZEROED     |   1 | yes: a struck-out game scores nothing |
|   18 | VANISH     |   1 | yes: a misplayed card is not put on the discard pile |
|   19 | STOPS      |   1 | yes: a perfect score ends the game |
|   20 | FREE       |   1 | yes: discarding with all coins in hand is allowed |
|   21 | BOTTOM     |   1 | yes: the last card of the deck may be played where it lies |
|   22 | BOTTOM_OFF |   1 | yes: and discarded there |
|   23 | CYCLE      |   1 | yes: after a clue, the giver's chop moves to slot 0 |
|   24 | NO_END     |   1 | yes: all or nothing, without a final round |
|   25 | STRICT     |   1 | the code with which the game ends once perfection is out of reach, or 0 |
|   26 | SHOWN      |   1 | yes: everybody hears what clue was given |
|   27 | HOLE       |   1 | yes: played cards stay hidden |
|   28 | DISTINCT   |   1 | yes: no two stacks begin with the same rank |
|   29 | TOUCH      |  16 | by clue: mask of what it touches |
|   45 | KIN        |  16 | by clue: the set of clues that must not follow it |
|   61 | SORT       |  16 | by clue: the kind of its event, COLOR or NUMBER |
|   77 | NAMED      |  16 | by clue: the number it names, 0 for a colour |
|   93 | OF_SUIT    |   6 | by suit: mask of its cards |
|   99 | PLACE      |  64 | by action: the slot it plays or discards, or the number of its clue |
|  163 | AWAY       |  64 | by action: how many seats on its clue goes, 0 for plays and discards |
|  227 | COPIES     |  36 | by identity: how many are in the deck |
|  263 | SUIT       |  36 | by identity: its suit |
|  299 | RANK       |  36 | by identity: its rank |
|  335 | HEARD      |  36 | by identity: the set of clues that touch it |
|  371 | PILE       |  64 | the deck, sorted |
|  435 | FITTING    | 192 | by suit and state of its stack: mask of what fits |
|  627 | HEIGHT     | 192 | … how many cards lie there |
|  819 | BEGUN      | 192 | … mask of what no empty stack may begin with because of this one |
| 1011 | SPARE      | 192 | … mask of what the stack can do without one of |
| 1203 | STEPS      | 1152 | by identity and state of its stack: the state it leads to, or -1 |
| 2355 | OPENING    | 139 | the row just dealt, but for its deck |

**Actions are small numbers**, in the order in which `hanabi.legal` yields them: play slot 0, 1, … SLOTS - 1;
discard slot 0, 1, …; then every clue to the next seat, every clue to the seat after it, and so on. Slot HAND
is the bottom of the deck. A set of actions is a mask; no table has more than 63.
"""

from functools import lru_cache

import numpy as np

from handsight.errors import InputError
from handsight.hanabi import START, Terms, Variant
from handsight.kernels.hanabi import state_layout
from handsight.kernels.hanabi.state_layout import (
    COLOR,
    MOST_CARDS,
    MOST_SLOTS,
    MOST_SUITS,
    NUMBER,
    PLANES,
    Ints,
)

MOST_CLUES, MOST_ACTIONS, MOST_FACES, MOST_STATES = 16, 63, 36, 32

(
    PLAYERS,
    HAND,
    SLOTS,
    SUITS,
    FACES,
    CARDS,
    CLUES,
    ACTIONS,
    CAP,
    COST,
    LIVES,
    SUMMIT,
    FIRST,
    EVERYTHING,
    ALWAYS,
    REFUND,
    LATE,
    ZEROED,
    VANISH,
    STOPS,
    FREE,
    BOTTOM,
    BOTTOM_OFF,
    CYCLE,
    NO_END,
    STRICT,
    SHOWN,
    HOLE,
    DISTINCT,
) = range(29)
TOUCH = DISTINCT + 1
KIN = TOUCH + MOST_CLUES
SORT = KIN + MOST_CLUES
NAMED = SORT + MOST_CLUES
OF_SUIT = NAMED + MOST_CLUES
PLACE = OF_SUIT + MOST_SUITS
AWAY = PLACE + 64
COPIES = AWAY + 64
SUIT = COPIES + MOST_FACES
RANK = SUIT + MOST_FACES
HEARD = RANK + MOST_FACES
PILE = HEARD + MOST_FACES
FITTING = PILE + MOST_CARDS
HEIGHT = FITTING + MOST_SUITS * MOST_STATES
BEGUN = HEIGHT + MOST_SUITS * MOST_STATES
SPARE = BEGUN + MOST_SUITS * MOST_STATES
STEPS = SPARE + MOST_SUITS * MOST_STATES
OPENING = STEPS + MOST_FACES * MOST_STATES
BOOK = OPENING + state_layout.DECK

SPEEDRUN_FAILED, ALL_OR_NOTHING_FAILED, ALL_OR_NOTHING_STUCK = 5, 8, 9


@lru_cache(maxsize=64)
def book(terms: Terms) -> Ints:
    """Return the book of these terms; the same one each time, so write nothing into it."""
    _refuse(terms)
    words = np.zeros(BOOK, np.int64)
    _write_terms(words, terms)
    _write_clues(words, terms)
    _write_actions(words, terms)
    _write_cards(words, terms.variant)
    _write_stacks(words, terms.variant)
    words[OPENING:BOOK] = _opening(words, terms)
    return words


def slots_of(terms: Terms) -> int:
    """How many slots the numbers of actions reckon with."""
    return terms.hand_size + terms.deck_plays


def _refuse(terms: Terms) -> None:
    """Say what no row has room for."""
    variant = terms.variant
    actions = 2 * slots_of(terms) + (terms.players - 1) * len(variant.clues())
    if terms.characters:
        raise InputError("compiled games know no characters; use the plain rules for this table")
    for what, size, most in (
        ("cards in a hand", terms.hand_size, MOST_SLOTS),
        ("different actions", actions, MOST_ACTIONS),
        ("suits", len(variant.suits), MOST_SUITS),
        ("identities", len(variant.cards), MOST_FACES),
        ("cards in the deck", variant.deck_size, MOST_CARDS - 1),
        ("copies of a card", max(variant.copies), PLANES),
        ("different clues", len(variant.clues()), MOST_CLUES),
    ):
        if size > most:
            raise InputError(
                f"compiled games have room for {most} {what}, not {size}; use the plain rules for this table"
            )


def _write_terms(words: Ints, terms: Terms) -> None:
    variant, rules = terms.variant, terms.rules
    failed = SPEEDRUN_FAILED if terms.speedrun else ALL_OR_NOTHING_FAILED if terms.all_or_nothing else 0
    for place, value in {
        PLAYERS: terms.players,
        HAND: terms.hand_size,
        SLOTS: slots_of(terms),
        SUITS: len(variant.suits),
        FACES: len(variant.cards),
        CARDS: variant.deck_size,
        CLUES: len(variant.clues()),
        CAP: terms.max_clue_units,
        COST: terms.clue_cost,
        LIVES: terms.max_strikes,
        SUMMIT: variant.max_score,
        FIRST: terms.first_seat,
        EVERYTHING: variant.everything,
        REFUND: rules.refund_five and not variant.face_down,
        LATE: rules.end == "failed_draw",
        ZEROED: rules.strikeout == "zero",
        VANISH: rules.misplay == "vanish",
        STOPS: rules.stop_perfect,
        FREE: rules.discard_at_full or variant.inverted,
        BOTTOM: terms.deck_plays,
        BOTTOM_OFF: terms.deck_plays and variant.inverted,
        CYCLE: terms.card_cycle,
        NO_END: terms.all_or_nothing,
        STRICT: failed,
        SHOWN: not variant.hides,
        HOLE: variant.face_down,
        DISTINCT: variant.distinct_starts,
    }.items():
        words[place] = value


def _write_clues(words: Ints, terms: Terms) -> None:
    variant = terms.variant
    kinds = [clue.kind for clue in variant.clues()]
    for number, clue in enumerate(variant.clues()):
        blind = variant.blind_colors if clue.kind == "color" else variant.blind_numbers
        words[TOUCH + number] = variant.touch(clue)
        words[SORT + number] = COLOR if clue.kind == "color" else NUMBER
        words[NAMED + number] = 0 if clue.kind == "color" else clue.value
        words[ALWAYS] |= (terms.empty_clues or blind) << number
        if variant.alternating:
            words[KIN + number] = sum(1 << other for other, kind in enumerate(kinds) if kind == clue.kind)


def _write_actions(words: Ints, terms: Terms) -> None:
    slots, clues = slots_of(terms), len(terms.variant.clues())
    own = [(0, slot) for slot in [*range(slots), *range(slots)]]
    given = [(away, clue) for away in range(1, terms.players) for clue in range(clues)]
    words[ACTIONS] = len(own + given)
    for action, (away, place) in enumerate(own + given):
        words[AWAY + action], words[PLACE + action] = away, place


def _write_cards(words: Ints, variant: Variant) -> None:
    for face, card in enumerate(variant.cards):
        words[COPIES + face] = variant.copies[face]
        words[SUIT + face] = card.suit
        words[RANK + face] = card.rank
        words[OF_SUIT + card.suit] |= 1 << face
        words[HEARD + face] = sum(
            (variant.touch(clue) >> face & 1) << number for number, clue in enumerate(variant.clues())
        )
    for place, card in enumerate(variant.deck()):
        words[PILE + place] = variant.identity(card)


def _write_stacks(words: Ints, variant: Variant) -> None:
    ranks, suits = len(variant.ranks), len(variant.suits)
    column = sum(1 << suit * ranks for suit in range(suits))  # one rank position of every suit
    for suit, rule in enumerate(variant.stacks):
        for state, steps in enumerate(rule.steps):
            at = suit * MOST_STATES + state
            fitting = sum(1 << position for position, after in enumerate(steps) if after >= 0)
            words[FITTING + at] = fitting << suit * ranks
            words[HEIGHT + at] = rule.height[state]
            if variant.distinct_starts and state:
                words[BEGUN + at] = column << rule.starts[state]
            if rule.tops[state] in (0, START):
                words[SPARE + at] = rule.spare << suit * ranks
            for position, after in enumerate(steps):
                words[STEPS + (suit * ranks + position) * MOST_STATES + state] = after


def _opening(words: Ints, terms: Terms) -> Ints:
    """Return a row just dealt, up to its deck."""
    row, variant, hand = state_layout.blank(), terms.variant, terms.hand_size
    dealt = terms.players * hand
    for seat in range(terms.players):
        orders = range(seat * hand, seat * hand + hand)
        row[state_layout.HANDS + seat] = sum(order << 8 * slot for slot, order in enumerate(reversed(orders)))
        row[state_layout.SIZES + seat] = hand
        row[state_layout.HOLDS + seat] = sum(1 << order for order in orders)
    row[state_layout.DRAWN], row[state_layout.SEAT], row[state_layout.COINS] = (
        dealt,
        terms.first_seat,
        terms.max_clue_units,
    )
    empty = dealt == variant.deck_size and terms.rules.end == "last_draw" and not terms.all_or_nothing
    row[state_layout.TURNS_LEFT] = terms.final_round if empty else -1
    row[state_layout.STALE] = (1 << len(variant.suits)) - 1
    row[state_layout.FITS] = sum(words[FITTING + suit * MOST_STATES] for suit in range(len(variant.suits)))
    row[state_layout.MASKS : state_layout.MASKS + variant.deck_size] = variant.everything
    for plane in range(PLANES):
        left = sum(1 << face for face, copies in enumerate(variant.copies) if copies > plane)
        row[state_layout.UNSEEN + plane] = row[state_layout.ALIVE + plane] = left
    for place in (
        state_layout.ACTION,
        state_layout.TARGET,
        state_layout.CLUE,
        state_layout.SLOT,
        state_layout.ORDER,
        state_layout.DREW,
    ):
        row[place] = -1
    return row[: state_layout.DECK]
