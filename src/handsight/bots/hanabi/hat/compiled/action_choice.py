"""How a hat bot decides: sure plays, then the clue that speaks to all seats, then the cheapest discard."""

from handsight.bots.hanabi.hat.compiled import endgame_search as endgame
from handsight.bots.hanabi.hat.compiled import memory_layout as mem
from handsight.bots.hanabi.hat.compiled.public_knowledge import (
    count_open,
    is_single,
    knows_play,
    load_hand,
    mask_at,
    public_masks_of,
    share,
)
from handsight.bots.hanabi.hat.compiled.shown_numbers import (
    BY_CLUE,
    NO_NUMBER,
    clues_showing,
    number_to_show,
    playable_slots,
    ruled_out_by_discard,
    slot_showing_sum,
    target_distance,
    trash_slots,
)
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit, non_negative, popcount
from handsight.hanabi.compiled import card_value, rules, seat_knowledge
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.game_loop import DECIDE_SIGNATURE, NO_ACTION

# Discards: sure trash, or else the card with the lowest expected cost.


@inlined
def held_by(state: Ints, seat: int) -> int:
    """Return the mask of the identities that a seat holds."""
    mask = 0
    for slot in range(state[st.HAND_SIZES + seat]):
        mask |= 1 << st.identity_at(state, seat, slot)
    return mask


@inlined
def held_by_others(terms: Ints, state: Ints) -> int:
    """Return the mask of the identities that the other seats hold."""
    mask = 0
    for seat in range(terms[tm.PLAYERS]):
        if seat != state[st.SEAT]:
            mask |= held_by(state, seat)
    return mask


@inlined
def rank_of(terms: Ints, identity: int) -> int:
    """Return the rank of an identity."""
    return 1 + popcount(terms[tm.SUIT_MASK + terms[tm.SUIT_OF + identity]] & (1 << identity) - 1)


@inlined
def sure_trash(state: Ints, workspace: Ints) -> int:
    """Return the mask of the mover's slots that surely hold trash, or a second copy in the same hand."""
    slots = 0
    for slot in range(state[st.HAND_SIZES + state[st.SEAT]]):
        mask = workspace[seat_knowledge.POSSIBLE + slot]
        if mask & state[st.NEEDED] == 0:
            slots |= 1 << slot
        elif is_single(mask):
            for other in range(slot):
                if workspace[seat_knowledge.POSSIBLE + other] == mask:
                    slots |= 1 << slot
    return slots


@inlined
def _discard_cost(terms: Ints, state: Ints, mask: int, others: int, workspace: Ints) -> float:
    """Return the expected cost of discarding a card that is one of *mask*, in thousandths of a game."""
    needed = mask & state[st.NEEDED]
    unseen_copy = needed & ~others
    cost = 1.0 * mem.VISIBLE_COPY_COST * count_open(needed & others, workspace)
    cost += mem.LAST_COPY_COST * count_open(unseen_copy & state[st.CRITICAL], workspace)
    cost += mem.UNSEEN_COPY_COST * count_open(unseen_copy & ~state[st.CRITICAL], workspace)
    while needed:
        identity = lowest_bit(needed)
        needed &= needed - 1
        cost -= mem.RANK_DISCOUNT * rank_of(terms, identity) * count_open(1 << identity, workspace)
    return cost / max(1, count_open(mask, workspace))


@compiled("int64(int64[::1], int64[::1], int64, int64[::1])")
def cheapest_discard(terms: Ints, state: Ints, limit: int, workspace: Ints) -> int:
    """Return the slot that is cheapest to discard, or NO_ACTION if it costs *limit* + 1 or more."""
    others, best, chosen = held_by_others(terms, state), limit + 1.0, NO_ACTION
    for slot in range(state[st.HAND_SIZES + state[st.SEAT]]):
        cost = _discard_cost(terms, state, workspace[seat_knowledge.POSSIBLE + slot], others, workspace)
        if cost < best:
            best, chosen = cost, slot
    return chosen


# The choice of an action.


GIVE_CLUE, DISCARD = -2, -3
"""Plans other than to play; a plan to play is the number of the slot."""
ABOVE_RANKS = 10
UNLIMITED = 1 << 32


@inlined
def _fill_possible(terms: Ints, state: Ints, public: int, seat: int, workspace: Ints) -> None:
    """Fill POSSIBLE with what the seat's cards can be, and OPEN_COPIES with the copies that it cannot see."""
    size = state[st.HAND_SIZES + seat]
    seat_knowledge.fill_hidden_copies(terms, state, ~(1 << seat), workspace)
    for slot in range(size):
        workspace[seat_knowledge.SLOT_MASKS + slot] = mask_at(state, mem.NOW, public, seat, slot)
    if not seat_knowledge.narrow(size, workspace):  # someone broke the convention: only clues count
        seat_knowledge.fill_slot_masks(state, seat, workspace)
        seat_knowledge.narrow(size, workspace)
    st.copy_words(workspace, seat_knowledge.HIDDEN_COPIES, workspace, mem.OPEN_COPIES, st.COPY_PLANES)


@inlined
def _urgency(terms: Ints, state: Ints, identity: int) -> float:
    """Return how urgent it is to play a card: low ranks first, and cards that no other seat holds."""
    holders = 1
    if state[st.DRAWN] < terms[tm.DECK_SIZE]:
        for seat in range(terms[tm.PLAYERS]):
            if seat != state[st.SEAT]:
                holders += held_by(state, seat) >> identity & 1
    return (ABOVE_RANKS - rank_of(terms, identity)) / holders


@inlined
def _sure_play(terms: Ints, state: Ints, workspace: Ints) -> int:
    """Return the slot of the most urgent card that is surely playable, or NO_ACTION."""
    best, chosen = 0.0, NO_ACTION
    for slot in range(state[st.HAND_SIZES + state[st.SEAT]]):
        mask = workspace[seat_knowledge.POSSIBLE + slot]
        if mask & ~state[st.PLAYABLE]:
            continue
        urgency, left = 0.0, mask
        while left:
            identity = lowest_bit(left)
            left &= left - 1
            urgency += share(mask, 1 << identity, workspace) * _urgency(terms, state, identity)
        if urgency > best:
            best, chosen = urgency, slot
    return chosen


@inlined
def _bold_play(state: Ints, workspace: Ints) -> int:
    """Return the slot of a card, playable or trash, with the best chance above BOLD_CHANCE; or NO_ACTION."""
    best, chosen = mem.BOLD_CHANCE, NO_ACTION
    for slot in range(state[st.HAND_SIZES + state[st.SEAT]]):
        mask = workspace[seat_knowledge.POSSIBLE + slot]
        if mask & state[st.NEEDED] & ~state[st.PLAYABLE] == 0:
            chance = share(mask, state[st.PLAYABLE], workspace)
            if chance > best:
                best, chosen = chance, slot
    return chosen


@inlined
def _someone_needs_clue(terms: Ints, state: Ints, public: int, workspace: Ints) -> bool:
    """Whether another seat holds a playable card, but publicly knows of no card that it can play."""
    for seat in range(terms[tm.PLAYERS]):
        if seat != state[st.SEAT] and held_by(state, seat) & state[st.PLAYABLE]:
            load_hand(state, public, seat, workspace)
            if not knows_play(state, seat, state[st.PLAYABLE], workspace):
                return True
    return False


@inlined
def _prefers_clue(terms: Ints, state: Ints, public: int, early: bool, workspace: Ints) -> bool:
    """Whether to give a clue rather than discard when there is nothing to play."""
    tokens = state[st.CLUE_UNITS] // terms[tm.CLUE_COST]
    if tokens == 0:
        return False
    if state[st.CLUE_UNITS] == terms[tm.MAX_CLUE_UNITS] or _someone_needs_clue(
        terms, state, public, workspace
    ):
        return True
    if early and sure_trash(state, workspace):
        return False
    if held_by_others(terms, state) & state[st.PLAYABLE] or tokens > mem.MANY_TOKENS:
        return True
    return cheapest_discard(terms, state, mem.DANGEROUS_COST, workspace) == NO_ACTION


@inlined
def _usual_choice(terms: Ints, state: Ints, public: int, workspace: Ints) -> int:
    """Return the plan by rules of thumb: a slot to play, GIVE_CLUE or DISCARD."""
    play = _sure_play(terms, state, workspace)
    if play != NO_ACTION:
        return play
    dealt = terms[tm.PLAYERS] * terms[tm.HAND_SIZE]
    early = popcount(state[st.DISCARDED]) <= terms[tm.DECK_SIZE] - terms[tm.MAX_SCORE] - dealt
    if early and state[st.STRIKES] < terms[tm.MAX_STRIKES] - 2:
        play = _bold_play(state, workspace)
        if play != NO_ACTION:
            return play
    return GIVE_CLUE if _prefers_clue(terms, state, public, early, workspace) else DISCARD


@inlined
def _can_evaluate(terms: Ints, state: Ints, plan: int, bold: bool, workspace: Ints) -> bool:
    """Whether a plan can be played out; *bold* allows plays that may fail."""
    if plan == GIVE_CLUE:
        return state[st.CLUE_UNITS] >= terms[tm.CLUE_COST]
    if plan == DISCARD:
        return state[st.CLUE_UNITS] < terms[tm.MAX_CLUE_UNITS] and sure_trash(state, workspace) != 0
    mask = workspace[seat_knowledge.POSSIBLE + plan]
    return mask & state[st.PLAYABLE] != 0 and (bold or is_single(mask))


@compiled("int64(int64[::1], int64[::1], int64, boolean, int64, int64, int64[::1])")
def _endgame_cost(
    terms: Ints, state: Ints, plan: int, exact: bool, deals: int, limit: int, workspace: Ints
) -> int:
    """Return the summed cost of a plan over all deals of the hidden cards (*exact*), or over sampled ones."""
    choice = endgame.GIVE_CLUE if plan == GIVE_CLUE else endgame.DISCARD
    if plan >= 0:
        choice = lowest_bit(workspace[seat_knowledge.POSSIBLE + plan])
    if exact:
        return endgame.cost_on_all_deals(terms, state, plan, choice, deals, limit, workspace)
    return endgame.cost_on_samples(terms, choice, deals, limit, workspace)


@compiled("int64(int64[::1], int64[::1], int64, int64, int64[::1])")
def _endgame_choice(terms: Ints, state: Ints, public: int, usual: int, workspace: Ints) -> int:
    """Return the plan that is cheapest when played out; the others are tried only if the usual one costs."""
    if usual >= 0 and not is_single(workspace[seat_knowledge.POSSIBLE + usual]):
        return usual
    endgame.write_outline(terms, state, public, workspace)
    exact = terms[tm.DECK_SIZE] - state[st.DRAWN] <= mem.EXACT_DECK
    deals = endgame.list_unknown_cards(state, workspace) if exact else endgame.sample_deals(state, workspace)
    best, chosen = _endgame_cost(terms, state, usual, exact, deals, UNLIMITED, workspace), usual
    for plan in range(state[st.HAND_SIZES + state[st.SEAT]] - 1, DISCARD - 1, -1):
        if best == 0:
            break
        if plan in (usual, NO_ACTION) or not _can_evaluate(terms, state, plan, exact, workspace):
            continue
        cost = _endgame_cost(terms, state, plan, exact, deals, best, workspace)
        if cost < best:
            best, chosen = cost, plan
    return chosen


@inlined
def _extra_information(terms: Ints, state: Ints, target: int, clue: int, workspace: Ints) -> float:
    """Return by what factor a clue narrows a hand beyond the answers, doubled for each card settled by it."""
    information, touch, needed = 1.0, terms[tm.CLUE_TOUCH + clue], state[st.NEEDED]
    for slot in range(state[st.HAND_SIZES + target]):
        mask = state[mem.ANSWERED_MASKS + mem.SLOTS * target + slot]
        if is_single(mask) or mask & needed == 0:
            continue
        after = mask & (touch if touch >> st.identity_at(state, target, slot) & 1 else ~touch)
        information *= count_open(mask, workspace) / max(1, count_open(after, workspace))
        if is_single(after) or after & needed == 0:
            information *= 2
    return information


@inlined
def _clue_showing_sum(terms: Ints, state: Ints, public: int, workspace: Ints) -> int:
    """Return the most informative clue that shows the sum of all answers, or NO_ACTION if there is none."""
    number = number_to_show(terms, state, public, BY_CLUE, 0, workspace)
    if number == NO_NUMBER:
        return NO_ACTION
    clues = clues_showing(terms, state, number)
    away = target_distance(state, number)
    first = 2 * terms[tm.SLOTS] + (away - 1) * terms[tm.CLUES]
    if is_single(clues):
        return first + lowest_bit(clues) if clues else NO_ACTION
    target = rules.seat_after(terms, state[st.SEAT], away)
    best, chosen = 0.0, NO_ACTION
    while clues:
        information = _extra_information(terms, state, target, lowest_bit(clues), workspace)
        if information > best:
            best, chosen = information, first + lowest_bit(clues)
        clues &= clues - 1
    return chosen


@compiled(DECIDE_SIGNATURE)
def decide(terms: Ints, state: Ints, workspace: Ints) -> int:
    """Choose an action; NO_ACTION if there is none."""
    seat, slots = non_negative(state[st.SEAT]), terms[tm.SLOTS]
    public = public_masks_of(state, seat)
    card_value.update_card_values(terms, state)
    _fill_possible(terms, state, public, seat, workspace)
    plan = _usual_choice(terms, state, public, workspace)
    if terms[tm.DECK_SIZE] - state[st.DRAWN] <= mem.ENDGAME_DECK:
        plan = _endgame_choice(terms, state, public, plan, workspace)
    if plan >= 0:
        choices = playable_slots(terms, state, mem.NOW, public, seat)
        if is_single(choices):
            return plan
        return slot_showing_sum(terms, state, public, choices, 0, workspace)
    trash = sure_trash(state, workspace)
    action = slots + (
        lowest_bit(trash) if trash else cheapest_discard(terms, state, mem.LAST_COPY_COST, workspace)
    )
    choices = trash_slots(terms, state, mem.NOW, public, seat)
    if plan == DISCARD and not is_single(choices):
        ruled_out = ruled_out_by_discard(terms, state, mem.NOW)
        action = slots + slot_showing_sum(terms, state, public, choices, ruled_out, workspace)
    if plan == GIVE_CLUE:
        clue = _clue_showing_sum(terms, state, public, workspace)
        action = clue if clue != NO_ACTION else action
    if rules.is_legal(terms, state, action):
        return action
    legal = rules.legal(terms, state)
    clues = legal >> 2 * slots << 2 * slots
    return lowest_bit(clues) if clues else lowest_bit(legal) if legal else NO_ACTION
