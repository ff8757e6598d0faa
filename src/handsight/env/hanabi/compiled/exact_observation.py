"""Handsight's own observation, for every variant and 2 to 6 seats: with exact knowledge, as floats.

`observation_layouts` says what each place holds. All places are 0 or 1, except the chances of the observer's
cards at the end. What the rules do not keep is noted in the memory of the state, after the notes of
`hle_observation`: the last round of actions, a word for each, and for each clue the cards it touched.

A word of the last round: bits 0–2 the event, 3–5 the actor, 6–8 the target, 9–12 the clue, 13–15 the slot
(the oldest first; the hand size is the deck), 16–21 the identity, 22–29 the slots that were touched.
"""

import numpy as np

from handsight.compiled.bit_vectors import Floats32, append, clear, first_bits, set_bit, spread_to_floats
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit, popcount
from handsight.deals.compiled import hand_count
from handsight.hanabi import Terms
from handsight.hanabi.compiled import card_value, rules, seat_knowledge
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.notation.hanabi.compiled import hle_observation as hle

LAST_ROUND = st.MEMORY + hle.NOTES
CLUED = LAST_ROUND + st.MAX_SEATS
NOTES = hle.NOTES + st.MAX_SEATS + tm.MAX_CLUES
"""Words of notes, those of `hle_observation` among them."""

KINDS = 5
"""Kinds of actions: play that fits, misplay, discard, colour clue, number clue."""
VALUE_HIDDEN, CLUE_HIDDEN = 1, 2
"""What clues hide from all but their giver: the value, or the kind too."""

COUNTS = seat_knowledge.OWN_WORKSPACE
COUNT_ROWS = hand_count.MAX_SLOTS
WORDS = COUNTS + COUNT_ROWS * tm.MAX_IDENTITIES
"""Where the words of bits begin in the workspace."""


def hidden_parts(terms: Terms) -> int:
    """Return what clues hide from all but their giver, as a number."""
    return {"value": VALUE_HIDDEN, "clue": CLUE_HIDDEN}.get(str(terms.variant.hides), 0)


@inlined
def note(terms: Ints, state: Ints) -> None:
    """Take note of the last event."""
    event, actor = state[st.EVENT], state[st.ACTOR]
    if event == st.EVENT_DEAL:
        for word in range(LAST_ROUND, st.MEMORY + NOTES):
            state[word] = 0
        return
    word = event | actor << 3
    if event >= st.EVENT_COLOR_CLUE:
        target, clue = state[st.TARGET], state[st.CLUE]
        word |= target << 6 | clue << 9 | hle.slots_touched(state, target) << 22
        state[CLUED + clue] |= state[st.CLUE_TOUCHED]
    else:
        held = state[st.HAND_SIZES + actor] + (state[st.DREW] < 0)
        bottom = state[st.SLOT] == terms[tm.HAND_SIZE]
        place = terms[tm.HAND_SIZE] if bottom else held - 1 - state[st.SLOT]
        word |= place << 13 | state[st.DECK + state[st.ORDER]] << 16
    for back in range(terms[tm.PLAYERS] - 1, 0, -1):
        state[LAST_ROUND + back] = state[LAST_ROUND + back - 1]
    state[LAST_ROUND] = word


@inlined
def action_width(terms: Ints) -> int:
    """Return how many places an action of the last round has."""
    seats, clues = 2 * terms[tm.PLAYERS], terms[tm.CLUES]
    return seats + KINDS + clues + terms[tm.HAND_SIZE] + terms[tm.SLOTS] + terms[tm.IDENTITIES]


@inlined
def _append_action(terms: Ints, word: int, seat: int, hides: int, begin: int, words: Ints) -> int:
    """Append an action as a seat saw it."""
    players, end = terms[tm.PLAYERS], begin + action_width(terms)
    event, actor = word & 7, word >> 3 & 7
    if event == st.EVENT_DEAL:
        return end
    kind = begin + players
    target = kind + KINDS
    clue = target + players
    touched = clue + terms[tm.CLUES]
    slot = touched + terms[tm.HAND_SIZE]
    set_bit(words, begin + (actor - seat + players) % players)
    if event >= st.EVENT_COLOR_CLUE:
        knows = hides == 0 or actor == seat
        if knows or hides == VALUE_HIDDEN:
            set_bit(words, kind + event - 1)
        if knows:
            set_bit(words, clue + (word >> 9 & 15))
        set_bit(words, target + ((word >> 6 & 7) - seat + players) % players)
        append(words, touched, word >> 22 & 255, 0)
    else:
        down = terms[tm.FACE_DOWN] and event != st.EVENT_DISCARD  # neither its fit nor one's own card is seen
        set_bit(words, kind + (st.EVENT_PLAY if down else event) - 1)
        set_bit(words, slot + (word >> 13 & 7))
        if not down or actor != seat:
            set_bit(words, slot + terms[tm.SLOTS] + (word >> 16 & 63))
    return end


@inlined
def _append_table(terms: Ints, state: Ints, at: int, words: Ints) -> int:
    """Append deck, stacks, tokens, strikes, discards, what fits, is needed, is critical, and turns left."""
    cards, identities = terms[tm.DECK_SIZE], terms[tm.IDENTITIES]
    at = append(
        words, at, first_bits(cards - state[st.DRAWN]), cards - terms[tm.PLAYERS] * terms[tm.HAND_SIZE]
    )
    shown = not terms[tm.FACE_DOWN]
    if shown:
        left = state[st.PLAYED]
        while left:
            set_bit(words, at + state[st.DECK + lowest_bit(left)])
            left &= left - 1
    at += identities
    at = append(words, at, first_bits(state[st.CLUE_UNITS]), terms[tm.MAX_CLUE_UNITS])
    at = append(words, at, first_bits(state[st.STRIKES] if shown else 0), terms[tm.MAX_STRIKES])
    at = hle.append_discards(terms, state, st.ALIVE if shown else st.UNSEEN, at, words)
    if shown:
        card_value.update_card_values(terms, state)
        append(words, at, state[st.PLAYABLE], identities)
        append(words, at + identities, state[st.NEEDED], identities)
        append(words, at + 2 * identities, state[st.CRITICAL], identities)
    at += 3 * identities
    if state[st.TURNS_LEFT] > 0:
        set_bit(words, at + state[st.TURNS_LEFT] - 1)
    return at + terms[tm.PLAYERS]


@inlined
def _append_clued(terms: Ints, state: Ints, seat: int, at: int, words: Ints) -> int:
    """Append for each card which clues touched it, if clues are shown, and whether any did."""
    players, hand, clues = terms[tm.PLAYERS], terms[tm.HAND_SIZE], terms[tm.CLUES]
    touched = at + players * hand * clues
    for away in range(players):
        other = rules.seat_after(terms, seat, away)
        size, cards = state[st.HAND_SIZES + other], state[st.HANDS + other]
        for slot in range(size - 1, -1, -1):
            order = cards & 63
            cards >>= 8
            if state[st.TOUCHED] >> order & 1:
                set_bit(words, touched + away * hand + slot)
                if terms[tm.CLUES_SHOWN]:
                    found = 0
                    for clue in range(clues):
                        found |= (state[CLUED + clue] >> order & 1) << clue
                    append(words, at + (away * hand + slot) * clues, found, 0)
    return touched + players * hand


@inlined
def _append_public(terms: Ints, state: Ints, seat: int, at: int, words: Ints, workspace: Ints) -> int:
    """Append what each card may be to one who sees no hand, each hand narrowed as a whole."""
    hand, identities = terms[tm.HAND_SIZE], terms[tm.IDENTITIES]
    seat_knowledge.fill_hidden_copies(terms, state, 0, workspace)
    for away in range(terms[tm.PLAYERS]):
        other = rules.seat_after(terms, seat, away)
        size = state[st.HAND_SIZES + other]
        seat_knowledge.fill_slot_masks(state, other, workspace)
        seat_knowledge.narrow(size, workspace)
        for slot in range(size):
            place = (away * hand + size - 1 - slot) * identities
            append(words, at + place, workspace[seat_knowledge.POSSIBLE + slot], 0)
    return at + terms[tm.PLAYERS] * hand * identities


@inlined
def _crowd_of(left: int, workspace: Ints) -> int:
    """Return the slots of a set that share cards with its first slot, directly or through others."""
    held = workspace[seat_knowledge.HIDDEN_COPIES]
    crowd = left & -left
    union = workspace[seat_knowledge.SLOT_MASKS + lowest_bit(left)] & held
    grown = True
    while grown:
        grown, others = False, left & ~crowd
        while others:
            slot = lowest_bit(others)
            others &= others - 1
            mask = workspace[seat_knowledge.SLOT_MASKS + slot] & held
            if mask & union:
                crowd |= 1 << slot
                union |= mask
                grown = True
    return crowd


@inlined
def _write_share(slot: int, at: int, workspace: Ints, out: Floats32) -> None:
    """Write the chances of a slot if all slots of its crowd allow the same cards: shares of the copies."""
    one, two, three = st.load_planes(workspace, seat_knowledge.HIDDEN_COPIES)
    mask = workspace[seat_knowledge.SLOT_MASKS + slot] & one
    share = np.float32(1.0) / np.float32(popcount(mask) + popcount(mask & two) + popcount(mask & three))
    while mask:
        identity = lowest_bit(mask)
        mask &= mask - 1
        out[at + identity] = np.float32(1 + (two >> identity & 1) + (three >> identity & 1)) * share


@inlined
def _write_crowd(terms: Ints, size: int, crowd: int, begin: int, workspace: Ints, out: Floats32) -> None:
    """Write the chances of slots that share cards, by counting how they can be filled together."""
    identities, slots, members, alike = terms[tm.IDENTITIES], 0, crowd, True
    held = workspace[seat_knowledge.HIDDEN_COPIES]
    while members:
        mask = workspace[seat_knowledge.SLOT_MASKS + lowest_bit(members)] & held
        members &= members - 1
        workspace[seat_knowledge.POSSIBLE + slots] = mask
        alike = alike and mask == workspace[seat_knowledge.POSSIBLE]
        slots += 1
    counts = workspace[COUNTS:WORDS].reshape((COUNT_ROWS, tm.MAX_IDENTITIES))
    share = 0.0
    if not alike:
        ways = hand_count.count(
            workspace[seat_knowledge.POSSIBLE : seat_knowledge.POSSIBLE + slots],
            workspace[seat_knowledge.HIDDEN_COPIES : seat_knowledge.HIDDEN_COPIES + st.COPY_PLANES],
            counts,
            workspace[seat_knowledge.COUNT_WORKSPACE : seat_knowledge.OWN_WORKSPACE].reshape(
                hand_count.WORKSPACE_SHAPE
            ),
        )
        share = 1.0 / ways
    row = 0
    while crowd:
        slot = lowest_bit(crowd)
        crowd &= crowd - 1
        at = begin + (size - 1 - slot) * identities
        if alike:
            _write_share(slot, at, workspace, out)
        else:
            mask = workspace[seat_knowledge.POSSIBLE + row]
            while mask:
                identity = lowest_bit(mask)
                mask &= mask - 1
                out[at + identity] = np.float32(counts[row, identity] * share)
        row += 1


@inlined
def _write_rest(terms: Ints, size: int, free: int, begin: int, workspace: Ints, out: Floats32) -> None:
    """Write the chances of slots of which nothing is known: any card that the others leave, on average."""
    identities = terms[tm.IDENTITIES]
    one, two, three = st.load_planes(workspace, seat_knowledge.HIDDEN_COPIES)
    rest = begin + (size - 1 - lowest_bit(free)) * identities
    every = np.float32(popcount(one) + popcount(two) + popcount(three) - size + popcount(free))
    for identity in range(identities):
        out[rest + identity] = np.float32(
            (one >> identity & 1) + (two >> identity & 1) + (three >> identity & 1)
        )
    for slot in range(size):
        if not free >> slot & 1:
            at = begin + (size - 1 - slot) * identities
            for identity in range(identities):
                out[rest + identity] -= out[at + identity]
    for identity in range(identities):
        out[rest + identity] /= every
    free &= free - 1
    while free:
        at = begin + (size - 1 - lowest_bit(free)) * identities
        free &= free - 1
        for identity in range(identities):
            out[at + identity] = out[rest + identity]


@inlined
def _write_chances(terms: Ints, state: Ints, seat: int, begin: int, workspace: Ints, out: Floats32) -> None:
    """Write the exact chance of each identity in each slot of a seat's hand.

    Slots that share no card are independent: whatever one is, the other can be filled in the same number of
    ways. And slots of which nothing is known take any cards that are left, so they do not change the others.
    """
    size = state[st.HAND_SIZES + seat]
    if size == 0:
        return
    seat_knowledge.fill_hidden_copies(terms, state, ~(1 << seat), workspace)
    seat_knowledge.fill_slot_masks(state, seat, workspace)
    held, free = workspace[seat_knowledge.HIDDEN_COPIES], 0
    for slot in range(size):
        if held & ~workspace[seat_knowledge.SLOT_MASKS + slot] == 0:
            free |= 1 << slot
    known = first_bits(size) & ~free
    while known:
        crowd = _crowd_of(known, workspace)
        known &= ~crowd
        _write_crowd(terms, size, crowd, begin, workspace, out)
    if free:
        _write_rest(terms, size, free, begin, workspace, out)


@compiled("void(int64[::1], int64[::1], int64, int64, int64[::1], float32[::1])")
def observe(terms: Ints, state: Ints, seat: int, hides: int, workspace: Ints, out: Floats32) -> None:
    """Write the observation of a seat into *out*."""
    words = workspace[WORDS:]
    clear(words, out.size)
    at = hle.append_hands(terms, state, seat, 0, words)
    at = _append_table(terms, state, at, words)
    for back in range(terms[tm.PLAYERS]):
        at = _append_action(terms, state[LAST_ROUND + back], seat, hides, at, words)
    at = _append_clued(terms, state, seat, at, words)
    at = _append_public(terms, state, seat, at, words, workspace)
    spread_to_floats(words, at, out)
    for place in range(at, out.size):
        out[place] = 0.0
    _write_chances(terms, state, seat, at, workspace, out)


@compiled("void(int64[::1], int64[::1], int64, float32[::1])")
def observe_own_hand(terms: Ints, state: Ints, seat: int, out: Floats32) -> None:
    """Write the cards that a seat holds and does not see: for critics, never for players."""
    for place in range(out.size):
        out[place] = 0.0
    size = state[st.HAND_SIZES + seat]
    for slot in range(size):
        out[(size - 1 - slot) * terms[tm.IDENTITIES] + st.identity_at(state, seat, slot)] = 1.0
