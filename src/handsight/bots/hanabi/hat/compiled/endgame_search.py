"""Hat's endgame: a simplified game, played out on sampled deals of the hidden cards, or on all of them.

Once the deck is low nearly every card is public, and what counts is the order of turns: when to draw, and
when to pass the turn with a clue. So the game is reduced to an *outline* of who holds which needed cards and
who knows it. In an outline a seat plays what it knows to be playable, a clue makes all listeners know their
cards, and everything else is junk.

| at | name       | words | what it holds |
| -- | ---------- | ----- | ------------- |
|  0 | MOVER      |     1 | the seat to move |
|  1 | TOKENS     |     1 | clue tokens |
|  2 | DECK_LEFT  |     1 | cards in the deck |
|  3 | TURNS_LEFT |     1 | turns until the end, -1 before the final round |
|  4 | PLAYABLE   |     1 | mask: identities that can be played |
|  5 | NEEDED     |     1 | mask: identities that are needed |
|  6 | STACK_TOPS |     1 | mask: identities that finish a stack |
|  8 | KNOWN      |     6 | by seat: mask of the needed cards it holds and knows |
| 16 | UNKNOWN    |     6 | by seat: mask of the needed cards it holds and does not know |
| 24 | HAND_SIZES |     6 | by seat: how many cards it holds |

With at most one card in the deck the search is exact. Then the only cards that a seat cannot see are its own
hand and the last card. Each hidden card in turn is taken to be the last one, and to be the card of an
uncertain play; the cost is weighted by the ways in which the rest fill the hand.
"""

import numpy as np

from handsight.bots.hanabi.hat.compiled import memory_layout as mem
from handsight.bots.hanabi.hat.compiled.public_knowledge import is_single
from handsight.compiled.compiled_dice import GOLDEN, HALF_WORD, xorshift
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit, non_negative, popcount
from handsight.hanabi.compiled import seat_knowledge
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.state_layout import COPY_PLANES, MAX_CARDS

(
    MOVER,
    TOKENS,
    DECK_LEFT,
    TURNS_LEFT,
    PLAYABLE,
    NEEDED,
    STACK_TOPS,
    KNOWN,
    UNKNOWN,
    HAND_SIZES,
    OUTLINE_WORDS,
) = 0, 1, 2, 3, 4, 5, 6, 8, 16, 24, 32
PADDED_SEATS = 8
"""How many words a row by seat has, also for absent seats: LLVM vectorises a loop of fixed length."""
GIVE_CLUE, DISCARD, MISPLAY, WAIT, STUCK = -1, -2, -3, -4, -5
"""Choices other than an identity to play: give a clue, discard junk, misplay, do nothing, give up."""
MANY_TOKENS = 4
"""With more tokens than this, seats in an outline give a clue rather than discard."""


@inlined
def _held_by_others(outline: Ints, mover: int) -> int:
    """Return the mask of the needed cards in other hands; some may have been played in the meantime."""
    mask = 0
    for seat in range(PADDED_SEATS):
        held = outline[KNOWN + seat] | outline[UNKNOWN + seat]
        mask |= held if seat != mover else 0
    return mask


@inlined
def _give_clue(outline: Ints, mover: int) -> None:
    """Give a clue: all other seats now know their cards."""
    sure, fresh = outline[KNOWN + mover], outline[UNKNOWN + mover]
    for seat in range(PADDED_SEATS):
        outline[KNOWN + seat] |= outline[UNKNOWN + seat]
        outline[UNKNOWN + seat] = 0
    outline[KNOWN + mover], outline[UNKNOWN + mover] = sure, fresh


@inlined
def _choose_play(outline: Ints, mover: int, plays: int) -> int:
    """Choose a play: first what another hand waits for, last what finishes a stack."""
    if not is_single(plays):
        going_on = plays & ~outline[STACK_TOPS]
        waited_for = going_on & _held_by_others(outline, mover) >> 1
        plays = waited_for or going_on or plays
    return lowest_bit(plays)


@inlined
def _can_discard(outline: Ints, mover: int, goal: int) -> bool:
    """Whether the seat to move can discard junk, or a card of which another hand holds a copy."""
    held = (outline[KNOWN + mover] | outline[UNKNOWN + mover]) & goal
    return popcount(held) < outline[HAND_SIZES + mover] or held & _held_by_others(outline, mover) != 0


@inlined
def _discard(outline: Ints, mover: int, goal: int) -> None:
    """Discard junk, or a card of which another hand holds a copy."""
    held = (outline[KNOWN + mover] | outline[UNKNOWN + mover]) & goal
    if popcount(held) >= outline[HAND_SIZES + mover]:
        duplicates = held & _held_by_others(outline, mover)
        outline[KNOWN + mover] &= ~(duplicates & -duplicates)
        outline[UNKNOWN + mover] &= ~(duplicates & -duplicates)


@inlined
def _usual_move(
    terms: Ints, outline: Ints, mover: int, tokens: int, left: int, playable: int, goal: int
) -> int:
    """Return what a seat does in an outline by rules of thumb: an identity to play, or another choice."""
    plays = outline[KNOWN + mover] & playable
    if plays:
        return _choose_play(outline, mover, plays)
    if tokens > 0:
        waits = tokens > MANY_TOKENS or _held_by_others(outline, mover) & playable != 0
        if waits or left + terms[tm.PLAYERS] <= popcount(goal):
            return GIVE_CLUE
    if outline[HAND_SIZES + mover] == 0:
        return WAIT
    if _can_discard(outline, mover, goal):
        return DISCARD
    return GIVE_CLUE if tokens > 0 else STUCK


@inlined
def rollout(terms: Ints, outline: Ints, deck: Ints, choice: int) -> int:
    """Play a choice and then the outline to its end; return how many needed cards stay unplayed.

    A second copy of a played card is junk: only cards that are still needed count in a hand.
    """
    players, mover, tokens, left = (
        terms[tm.PLAYERS],
        non_negative(outline[MOVER]),
        outline[TOKENS],
        outline[DECK_LEFT],
    )
    turns, playable, goal = outline[TURNS_LEFT], outline[PLAYABLE], outline[NEEDED]
    while choice != STUCK:
        if choice == GIVE_CLUE:
            tokens -= 1
            _give_clue(outline, mover)
        elif choice != WAIT:
            if choice == DISCARD:
                tokens += 1
                _discard(outline, mover, goal)
            elif choice != MISPLAY:
                bit = 1 << choice
                after = (bit & ~outline[STACK_TOPS]) << 1
                goal &= ~bit
                playable = playable & ~bit | after & goal
                tokens += after == 0 and tokens < terms[tm.MAX_CLUE_UNITS]
            if left > 0:
                left -= 1
                outline[UNKNOWN + mover] |= 1 << deck[left] & goal & ~outline[KNOWN + mover]
                turns = turns if left else players + 1
            else:
                outline[HAND_SIZES + mover] -= 1
        mover = non_negative(mover + 1 if mover + 1 < players else 0)
        turns -= turns > 0
        if goal == 0 or turns == 0:
            break
        choice = _usual_move(terms, outline, mover, tokens, left, playable, goal)
    return popcount(goal)


@inlined
def write_outline(terms: Ints, state: Ints, public: int, workspace: Ints) -> None:
    """Write the outline as the seat to move sees it, without the cards of its hand that it does not know."""
    outline = workspace[mem.OUTLINE : mem.OUTLINE + OUTLINE_WORDS]
    outline[MOVER] = state[st.SEAT]
    outline[TOKENS] = state[st.CLUE_UNITS] // terms[tm.CLUE_COST]
    outline[DECK_LEFT] = terms[tm.DECK_SIZE] - state[st.DRAWN]
    outline[TURNS_LEFT] = state[st.TURNS_LEFT]
    outline[PLAYABLE] = state[st.PLAYABLE] & state[st.NEEDED]
    outline[NEEDED] = state[st.NEEDED]
    outline[STACK_TOPS] = 0
    for suit in range(terms[tm.SUITS]):
        outline[STACK_TOPS] |= terms[tm.SUIT_MASK + suit] & ~(terms[tm.SUIT_MASK + suit] >> 1)
    for seat in range(terms[tm.PLAYERS], PADDED_SEATS):
        outline[KNOWN + seat] = outline[UNKNOWN + seat] = 0
    for seat in range(terms[tm.PLAYERS]):
        sure, fresh = 0, 0
        for slot in range(state[st.HAND_SIZES + seat]):
            if seat == state[st.SEAT]:
                mask = workspace[seat_knowledge.POSSIBLE + slot]
                sure |= mask if is_single(mask) else 0
                continue
            order = st.order_at(state, seat, slot)
            mask, bit = state[public + order], 1 << state[st.DECK + order]
            if is_single(mask) or mask & ~state[st.PLAYABLE] == 0:
                sure |= bit
            else:
                fresh |= bit
        outline[KNOWN + seat] = sure & state[st.NEEDED]
        outline[UNKNOWN + seat] = fresh & state[st.NEEDED] & ~sure
        outline[HAND_SIZES + seat] = state[st.HAND_SIZES + seat]


@inlined
def list_hidden_cards(workspace: Ints) -> int:
    """List every hidden card in HIDDEN_CARDS; return how many there are."""
    count = 0
    for plane in range(COPY_PLANES):
        identities = workspace[mem.OPEN_COPIES + plane]
        while identities:
            workspace[mem.HIDDEN_CARDS + count] = lowest_bit(identities)
            identities &= identities - 1
            count += 1
    return count


@inlined
def _shuffle(turn: int, deals: int, count: int, workspace: Ints) -> None:
    """Shuffle the decks of all deals together, by dice seeded with the turn number."""
    dice = workspace[mem.DECK_DICE : mem.DECK_DICE + mem.SAMPLED_DEALS].view(np.uint64)
    for deal in range(deals):
        dice[deal] = np.uint64(turn * mem.SAMPLED_DEALS + deal + 1) * GOLDEN
    for place in range(count - 1, 0, -1):
        for deal in range(deals):
            dice[deal] = xorshift(dice[deal])
            other = np.int64(((dice[deal] >> HALF_WORD) * np.uint64(place + 1)) >> HALF_WORD)
            begin = mem.DECKS + deal * MAX_CARDS
            identity = workspace[begin + place]
            workspace[begin + place] = workspace[begin + other]
            workspace[begin + other] = identity


@inlined
def _take_own_hand(state: Ints, deck: Ints, count: int, workspace: Ints) -> int:
    """Take the mover's hand out of a deck, known cards first; return the mask of its unknown needed cards."""
    own = 0
    for known in (True, False):
        for slot in range(state[st.HAND_SIZES + state[st.SEAT]]):
            mask = workspace[seat_knowledge.POSSIBLE + slot]
            if is_single(mask) != known:
                continue
            for place in range(count - 1, -1, -1):
                if mask >> deck[place] & 1:
                    own |= 0 if known else 1 << deck[place]
                    count -= 1
                    deck[place] = deck[count]
                    break
    return own & state[st.NEEDED]


@inlined
def sample_deals(state: Ints, workspace: Ints) -> int:
    """Sample deals of the cards that the seat to move cannot see (one if none is needed); return how many.

    The dice depend on the turn number alone, so the same view always gives the same choice.
    """
    hidden = workspace[mem.OPEN_COPIES] & state[st.NEEDED] & ~workspace[mem.OUTLINE + KNOWN + state[st.SEAT]]
    deals = mem.SAMPLED_DEALS if hidden else 1
    count = list_hidden_cards(workspace)
    for deal in range(deals):
        st.copy_words(workspace, mem.HIDDEN_CARDS, workspace, mem.DECKS + deal * MAX_CARDS, count)
    _shuffle(state[st.TURN], deals, count, workspace)
    for deal in range(deals):
        begin = mem.DECKS + deal * MAX_CARDS
        workspace[mem.OWN_NEEDED + deal] = _take_own_hand(
            state, workspace[begin : begin + MAX_CARDS], count, workspace
        )
    return deals


@compiled("int64(int64[::1], int64[::1], int64[::1], int64)")
def rollout_cost(terms: Ints, outline: Ints, deck: Ints, choice: int) -> int:
    """Play a choice out on one deal; return its cost: 0 if every needed card is played."""
    price, mover = 0, outline[MOVER]
    if choice == DISCARD and not _can_discard(outline, mover, outline[NEEDED]):
        price = mem.LOSS_COST
        tokens, left, playable = outline[TOKENS], outline[DECK_LEFT], outline[PLAYABLE]
        choice = _usual_move(terms, outline, mover, tokens, left, playable, outline[NEEDED])
    missing = rollout(terms, outline, deck, choice)
    return price + mem.LOSS_COST + missing if missing else price


@compiled("int64(int64[::1], int64, int64, int64, int64[::1])")
def cost_on_samples(terms: Ints, choice: int, deals: int, limit: int, workspace: Ints) -> int:
    """Play a choice (GIVE_CLUE, DISCARD or an identity) out on every deal; return the sum of the costs.

    Stop as soon as the sum reaches *limit*.
    """
    total = 0
    outline = workspace[mem.ROLLOUT : mem.ROLLOUT + OUTLINE_WORDS]
    for deal in range(deals):
        begin = mem.DECKS + deal * MAX_CARDS
        deck = workspace[begin : begin + MAX_CARDS]
        st.copy_words(workspace, mem.OUTLINE, workspace, mem.ROLLOUT, OUTLINE_WORDS)
        seat = outline[MOVER]
        outline[UNKNOWN + seat] = workspace[mem.OWN_NEEDED + deal] & ~outline[KNOWN + seat]
        total += rollout_cost(terms, outline, deck, choice)
        if total >= limit:
            break
    return total


# All deals.


NO_CARD = -1


@inlined
def list_unknown_cards(state: Ints, workspace: Ints) -> int:
    """List hidden cards in HIDDEN_CARDS, except those the mover knows it holds; return how many there are."""
    count = list_hidden_cards(workspace)
    for slot in range(state[st.HAND_SIZES + state[st.SEAT]]):
        mask = workspace[seat_knowledge.POSSIBLE + slot]
        for place in range(count - 1, -1, -1):
            if is_single(mask) and 1 << workspace[mem.HIDDEN_CARDS + place] == mask:
                count -= 1
                workspace[mem.HIDDEN_CARDS + place] = workspace[mem.HIDDEN_CARDS + count]
                break
    return count


@compiled("int64(int64[::1], int64, int64, int64, int64, int64[::1])")
def _count_fillings(state: Ints, but: int, hidden: int, drawn: int, shown: int, workspace: Ints) -> int:
    """Count the ways to fill the mover's unknown slots except *but*, without the drawn and the shown card."""
    slots = 0
    for slot in range(state[st.HAND_SIZES + state[st.SEAT]]):
        if slot != but and not is_single(workspace[seat_knowledge.POSSIBLE + slot]):
            slots |= 1 << slot
    ways = workspace[seat_knowledge.COUNT_WORKSPACE : seat_knowledge.COUNT_WORKSPACE + slots + 1]
    ways[:] = 0
    ways[0] = 1
    for place in range(hidden):
        if place in (drawn, shown):
            continue
        for filled in range(slots, -1, -1):
            if ways[filled] == 0 or filled & ~slots:
                continue
            for slot in range(state[st.HAND_SIZES + state[st.SEAT]]):
                free = slots & ~filled & 1 << slot
                if (
                    free
                    and workspace[seat_knowledge.POSSIBLE + slot] >> workspace[mem.HIDDEN_CARDS + place] & 1
                ):
                    ways[filled | free] += ways[filled]
    return ways[slots]


@inlined
def _cost_of_deal(
    terms: Ints, state: Ints, choice: int, hidden: int, drawn: int, shown: int, workspace: Ints
) -> int:
    """Return the cost of a choice if *drawn* is the last card of the deck and *shown* the card played."""
    outline = workspace[mem.ROLLOUT : mem.ROLLOUT + OUTLINE_WORDS]
    st.copy_words(workspace, mem.OUTLINE, workspace, mem.ROLLOUT, OUTLINE_WORDS)
    own = 0
    for place in range(hidden):
        if place not in (drawn, shown):
            own |= 1 << workspace[mem.HIDDEN_CARDS + place]
    seat = outline[MOVER]
    outline[UNKNOWN + seat] = own & state[st.NEEDED] & ~outline[KNOWN + seat]
    if shown != NO_CARD:
        choice = workspace[mem.HIDDEN_CARDS + shown]
        if not state[st.PLAYABLE] >> choice & 1:
            choice = MISPLAY
            if state[st.STRIKES] + 1 == terms[tm.MAX_STRIKES]:
                zero = state[st.POINTS] if terms[tm.STRIKEOUT_ZERO] else 0
                return mem.LOSS_COST + popcount(state[st.NEEDED]) + zero
    workspace[mem.DECKS] = workspace[mem.HIDDEN_CARDS + max(0, drawn)]
    return rollout_cost(terms, outline, workspace[mem.DECKS : mem.DECKS + 1], choice)


@compiled("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64[::1])")
def cost_on_all_deals(
    terms: Ints, state: Ints, plan: int, choice: int, hidden: int, limit: int, workspace: Ints
) -> int:
    """Play a plan out on every deal; return the sum of the costs over all ways, or stop at *limit*."""
    total, deck = 0, terms[tm.DECK_SIZE] - state[st.DRAWN]
    bold = plan >= 0 and not is_single(workspace[seat_knowledge.POSSIBLE + plan])
    for drawn in range(hidden if deck else 1):
        for shown in range(hidden if bold else 1):
            last, card = drawn if deck else NO_CARD, shown if bold else NO_CARD
            if bold and (
                last == card
                or not workspace[seat_knowledge.POSSIBLE + plan] >> workspace[mem.HIDDEN_CARDS + shown] & 1
            ):
                continue
            ways = _count_fillings(state, plan if bold else NO_CARD, hidden, last, card, workspace)
            if ways:
                total += ways * _cost_of_deal(terms, state, choice, hidden, last, card, workspace)
            if total >= limit:
                return total
    return total
