"""Stacks during the search, and what everybody believes: compiled `bots.hanabi.robot5.clue_beliefs`."""

from handsight.bots.hanabi.robot5.compiled import memory_layout as mem
from handsight.bots.hanabi.robot5.compiled.memory_layout import ANY, HEARD, ROW
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit
from handsight.hanabi.compiled import card_value, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.terms_layout import MAX_STACK_STATES

# Stacks during a search, and which cards are playable, needed or finishing on them.


@inlined
def rank_position(terms: Ints, identity: int, workspace: Ints) -> int:
    """Return the index of the rank of an identity."""
    return identity - terms[tm.SUIT_OF + identity] * workspace[mem.RANKS]


@inlined
def put_on(terms: Ints, stacks: int, playable: int, identity: int, workspace: Ints) -> int:
    """Put a card that fits on the stacks from word *stacks* on; return the mask of what is playable then."""
    suit = terms[tm.SUIT_OF + identity]
    at = workspace[stacks + suit]
    after = terms[tm.STACK_STEPS + identity * MAX_STACK_STATES + at]
    workspace[stacks + suit] = after
    playable &= ~terms[tm.STACK_PLAYABLE + suit * MAX_STACK_STATES + at]
    playable |= terms[tm.STACK_PLAYABLE + suit * MAX_STACK_STATES + after]
    if at == 0 and terms[tm.DISTINCT_STARTS]:
        taken = terms[tm.TAKEN_STARTS + suit * MAX_STACK_STATES + after]
        for other in range(terms[tm.SUITS]):
            if workspace[stacks + other] == 0:
                playable &= ~(taken & terms[tm.SUIT_MASK + other])
    return playable


@compiled("int64(int64[::1], int64[::1], int64, int64[::1])")
def soon_playable(terms: Ints, state: Ints, waiting: int, workspace: Ints) -> int:
    """Return the mask of what will be playable after all plays that the *waiting* cards allow."""
    playable = state[st.PLAYABLE]
    if not waiting & playable:
        return playable
    for suit in range(terms[tm.SUITS]):
        workspace[mem.SOON_STACKS + suit] = state[st.STACKS + suit]
    while waiting & playable:
        ready = waiting & playable
        waiting &= ~ready
        while ready:
            identity = lowest_bit(ready)
            ready &= ready - 1
            if playable >> identity & 1:  # no other card of this round took its place
                playable = put_on(terms, mem.SOON_STACKS, playable, identity, workspace)
    return playable


@inlined
def _needed_from(terms: Ints, alive: int, suit: int, stack: int, taken: int) -> int:
    """Return the mask of the cards of a suit that can still be played from a stack state on."""
    ahead, useful = 1 << stack, 0
    while ahead:
        at = lowest_bit(ahead)
        ahead &= ahead - 1
        steps = terms[tm.STACK_PLAYABLE + suit * MAX_STACK_STATES + at] & alive
        if at == 0:
            steps &= ~taken
        useful |= steps
        while steps:
            ahead |= 1 << terms[tm.STACK_STEPS + lowest_bit(steps) * MAX_STACK_STATES + at]
            steps &= steps - 1
    return useful


@compiled("int64(int64[::1], int64[::1], int64[::1])")
def finishing(terms: Ints, state: Ints, workspace: Ints) -> int:
    """Return the mask of the cards that can be the last of their stacks, whatever is discarded."""
    if workspace[mem.FINISHING] != mem.UNKNOWN:
        return workspace[mem.FINISHING]
    found = 0
    for suit in range(terms[tm.SUITS]):
        ahead = 1 << state[st.STACKS + suit]
        while ahead:
            at = lowest_bit(ahead)
            ahead &= ahead - 1
            steps = terms[tm.STACK_PLAYABLE + suit * MAX_STACK_STATES + at]
            while steps:
                identity = lowest_bit(steps)
                steps &= steps - 1
                after = terms[tm.STACK_STEPS + identity * MAX_STACK_STATES + at]
                if terms[tm.STACK_PLAYABLE + suit * MAX_STACK_STATES + after]:
                    ahead |= 1 << after
                else:
                    found |= 1 << identity
    workspace[mem.FINISHING] = found
    return found


@inlined
def forget_needed(terms: Ints, workspace: Ints) -> None:
    """Forget the needed cards that were worked out for the stacks of another position."""
    for suit in range(terms[tm.SUITS]):
        workspace[mem.NEEDED_FOUND + suit] = 0


@inlined
def begin_outlook(terms: Ints, state: Ints, workspace: Ints) -> None:
    """Set the outlook in the workspace to the stacks as they are now."""
    for suit in range(terms[tm.SUITS]):
        workspace[mem.THEN_STACKS + suit] = state[st.STACKS + suit]
    workspace[mem.THEN_PLAYABLE] = state[st.PLAYABLE]
    workspace[mem.THEN_NEEDED] = state[st.NEEDED]


@inlined
def _suit_needed(terms: Ints, state: Ints, suit: int, workspace: Ints) -> int:
    """Return the mask of the needed cards of a suit, computed once for each stack state."""
    at = workspace[mem.THEN_STACKS + suit]
    if not workspace[mem.NEEDED_FOUND + suit] >> at & 1:
        workspace[mem.NEEDED_FOUND + suit] |= 1 << at
        workspace[mem.NEEDED_AT + suit * MAX_STACK_STATES + at] = _needed_from(
            terms, state[st.ALIVE], suit, at, 0
        )
    return workspace[mem.NEEDED_AT + suit * MAX_STACK_STATES + at]


@inlined
def _narrow_starts(terms: Ints, state: Ints, workspace: Ints) -> None:
    """Compute what the empty stacks need, when no two may start alike and one more has started."""
    taken = 0
    for suit in range(terms[tm.SUITS]):
        taken |= terms[tm.TAKEN_STARTS + suit * MAX_STACK_STATES + workspace[mem.THEN_STACKS + suit]]
    for suit in range(terms[tm.SUITS]):
        if workspace[mem.THEN_STACKS + suit] == 0:
            needed = _needed_from(terms, state[st.ALIVE], suit, 0, taken)
            workspace[mem.THEN_NEEDED] = workspace[mem.THEN_NEEDED] & ~terms[tm.SUIT_MASK + suit] | needed


@compiled("void(int64[::1], int64[::1], int64, int64[::1])")
def advance_outlook(terms: Ints, state: Ints, identity: int, workspace: Ints) -> None:
    """Change the outlook in the workspace as if a card that fits was played."""
    suit = terms[tm.SUIT_OF + identity]
    starts = workspace[mem.THEN_STACKS + suit] == 0
    workspace[mem.THEN_PLAYABLE] = put_on(
        terms, mem.THEN_STACKS, workspace[mem.THEN_PLAYABLE], identity, workspace
    )
    others = workspace[mem.THEN_NEEDED] & ~terms[tm.SUIT_MASK + suit]
    workspace[mem.THEN_NEEDED] = others | _suit_needed(terms, state, suit, workspace)
    if starts and terms[tm.DISTINCT_STARTS]:
        _narrow_starts(terms, state, workspace)


@inlined
def points_lost(terms: Ints, state: Ints, identity: int, workspace: Ints) -> int:
    """Return how many points become impossible if the last copy of a card is discarded.

    MOST_POINTS must be there. NEEDED and CRITICAL are the same afterwards, and up to date.
    """
    alive, suit = state[st.ALIVE], terms[tm.SUIT_OF + identity]
    needed, critical, height = state[st.NEEDED], state[st.CRITICAL], state[st.MAX_HEIGHTS + suit]
    state[st.ALIVE] = alive & ~(1 << identity)
    state[st.STALE_SUITS] |= 1 << suit
    after = card_value.max_score(terms, state)
    state[st.ALIVE], state[st.NEEDED], state[st.CRITICAL] = alive, needed, critical
    state[st.MAX_HEIGHTS + suit] = height
    return workspace[mem.MOST_POINTS] - after


# Beliefs.


@inlined
def likely(possible: int, meant: int) -> int:
    """Return what a card may be if its clues are believed; if that leaves nothing, all that is possible."""
    return possible & meant or possible


@inlined
def believed(card: int, touched: int, needed: int) -> int:
    """Return what a card of this likely mask is believed to be; a touched card is needed, if it can be."""
    return card & needed if touched & 1 and card & needed else card


@inlined
def _known(row: int, slots: int, needed: int, workspace: Ints) -> int:
    """Return the mask of the cards that some touched card of a row is surely believed to be."""
    mask, touched = 0, workspace[mem.TOUCHED_SLOTS + row]
    for slot in range(slots):
        if touched >> slot & 1:
            one = believed(workspace[mem.LIKELY + ROW * row + slot], 1, needed)
            mask |= 0 if one & one - 1 else one
    return mask


@inlined
def _narrow_row(row: int, slots: int, known: int, needed: int, workspace: Ints) -> bool:
    """Rule out for touched cards of a row what other cards are *known* to be; return whether one changed."""
    changed, touched = False, workspace[mem.TOUCHED_SLOTS + row]
    for slot in range(slots):
        if touched >> slot & 1:
            mask = believed(workspace[mem.LIKELY + ROW * row + slot], 1, needed)
            rest = mask & ~known
            if mask & mask - 1 and rest and rest != mask:
                workspace[mem.LIKELY + ROW * row + slot] = rest
                changed = True
    return changed


@inlined
def _narrow_all(terms: Ints, needed: int, workspace: Ints) -> None:
    """Narrow all hands by the cards that are known in them, until nothing changes; update KNOWN."""
    changed = True
    while changed:
        known, changed = 0, False
        for place in range(terms[tm.PLAYERS]):
            known |= workspace[mem.KNOWN + place]
        for place in range(terms[tm.PLAYERS]):
            size = workspace[mem.SIZES + place]
            if _narrow_row(place, size, known, needed, workspace):
                changed = True
                workspace[mem.KNOWN + place] = _known(place, size, needed, workspace)


@inlined
def narrow_hand(terms: Ints, place: int, row: int, needed: int, workspace: Ints) -> None:
    """Narrow the row of the hand at a place by what is known in the other hands, and in the row itself."""
    elsewhere, size = 0, workspace[mem.SIZES + place]
    for other in range(terms[tm.PLAYERS]):
        if other != place:
            elsewhere |= workspace[mem.KNOWN + other]
    while _narrow_row(row, size, elsewhere | _known(row, size, needed, workspace), needed, workspace):
        pass


@inlined
def fill_beliefs(
    terms: Ints, state: Ints, viewer: int, masks: int, touched_cards: int, workspace: Ints
) -> None:
    """Fill the rows of all hands, the viewer's last, by the clue masks from word *masks* of the state on.

    NEEDED and CRITICAL are up to date after that.
    """
    needed, players = card_value.needed(terms, state), terms[tm.PLAYERS]
    seat = viewer
    workspace[mem.FINISHING] = mem.UNKNOWN
    for place in range(players):
        seat = rules.seat_after(terms, seat, 1)
        size, touched = state[st.HAND_SIZES + seat], 0
        for slot in range(size):
            order = st.order_at(state, seat, slot)
            possible = state[masks + order] & state[st.UNSEEN]
            workspace[mem.CARDS + ROW * place + slot] = order
            workspace[mem.POSSIBLE + ROW * place + slot] = possible
            workspace[mem.ROW_MEANT + ROW * place + slot] = state[mem.MEANT + order]
            workspace[mem.LIKELY + ROW * place + slot] = likely(possible, state[mem.MEANT + order])
            touched |= (touched_cards >> order & 1) << slot
        workspace[mem.SIZES + place] = size
        workspace[mem.TOUCHED_SLOTS + place] = touched
        workspace[mem.KNOWN + place] = _known(place, size, needed, workspace)
    if state[mem.ELIMINATE]:
        _narrow_all(terms, needed, workspace)


@inlined
def _say(place: int, touch: int, hit: int, known: int, needed: int, workspace: Ints) -> None:
    """Apply a clue that touched a set of slots: newly touched cards are useful and not duplicates."""
    touched = workspace[mem.TOUCHED_SLOTS + place]
    for slot in range(workspace[mem.SIZES + place]):
        possible = workspace[mem.POSSIBLE + ROW * place + slot]
        meant = workspace[mem.ROW_MEANT + ROW * place + slot]
        if hit >> slot & 1:
            possible &= touch
            useful = possible & needed
            if not touched >> slot & 1 and useful:
                meant = useful & ~known or useful
        else:
            possible &= ~touch
        workspace[mem.POSSIBLE + ROW * HEARD + slot] = possible
        workspace[mem.ROW_MEANT + ROW * HEARD + slot] = meant
        workspace[mem.LIKELY + ROW * HEARD + slot] = likely(possible, meant)
    workspace[mem.TOUCHED_SLOTS + HEARD] = touched | hit


@inlined
def _promise(slot: int, meant: int, workspace: Ints) -> None:
    """Narrow what a card of the row HEARD was meant to be, unless that leaves nothing."""
    possible = workspace[mem.POSSIBLE + ROW * HEARD + slot]
    narrow = possible & workspace[mem.ROW_MEANT + ROW * HEARD + slot] & meant
    if narrow:
        workspace[mem.ROW_MEANT + ROW * HEARD + slot] = narrow
        workspace[mem.LIKELY + ROW * HEARD + slot] = narrow


@inlined
def _promise_focus(
    terms: Ints, state: Ints, size: int, new: int, soon: int, number: bool, workspace: Ints
) -> None:
    """Find the focus of a clue that touched new cards, and narrow what it was meant to be.

    A clue on the chop may be a save: of a critical card, and of a five only by its number.
    """
    focus, oldest = lowest_bit(new), size - 1
    while not new >> oldest & 1:
        oldest -= 1
    if workspace[mem.TOUCHED_SLOTS + HEARD] >> oldest + 1 == (1 << size - oldest - 1) - 1:
        saved = workspace[mem.POSSIBLE + ROW * HEARD + oldest] & state[st.CRITICAL]
        if saved and not number:
            saved = saved & ~finishing(terms, state, workspace) if state[mem.COLOR_SAVES] else 0
        if saved or new & new - 1 == 0:
            focus = oldest
            soon |= saved
    _promise(focus, soon, workspace)


@inlined
def _read_reclue(
    state: Ints, place: int, size: int, hit: int, soon: int, needed: int, workspace: Ints
) -> None:
    """Read a clue on touched cards: if none becomes surely playable, the newest that can be is meant."""
    unplayable, touched, news = ~state[st.PLAYABLE], workspace[mem.TOUCHED_SLOTS + place], 0
    for slot in range(size):
        before = believed(workspace[mem.LIKELY + ROW * place + slot], touched >> slot, needed)
        if hit >> slot & 1 and before & unplayable:
            news |= 1 << slot
            after = workspace[mem.LIKELY + ROW * HEARD + slot]
            if not believed(after, 1, needed) & unplayable:
                return
    while news:
        slot = lowest_bit(news)
        news &= news - 1
        if believed(workspace[mem.LIKELY + ROW * HEARD + slot], 1, needed) & soon:
            _promise(slot, soon, workspace)
            return


@compiled("void(int64[::1], int64[::1], int64, int64, int64, int64[::1])")
def hear(terms: Ints, state: Ints, place: int, clue: int, hit: int, workspace: Ints) -> None:
    """Fill the row HEARD: the hand at a place after a clue that touches a set of its slots."""
    needed, size, elsewhere = state[st.NEEDED], workspace[mem.SIZES + place], 0
    for other in range(terms[tm.PLAYERS]):
        if other != place:
            elsewhere |= workspace[mem.KNOWN + other]
    _say(place, terms[tm.CLUE_TOUCH + clue], hit, elsewhere | workspace[mem.KNOWN + place], needed, workspace)
    waiting = elsewhere | _known(HEARD, size, needed, workspace)
    soon = state[st.PLAYABLE] | soon_playable(terms, state, waiting, workspace)
    new = hit & ~workspace[mem.TOUCHED_SLOTS + place]
    if new:
        number = terms[tm.CLUE_EVENT + clue] == st.EVENT_NUMBER_CLUE
        _promise_focus(terms, state, size, new, soon, number, workspace)
    else:
        _read_reclue(state, place, size, hit, soon, needed, workspace)
    if state[mem.ELIMINATE]:
        narrow_hand(terms, place, HEARD, needed, workspace)


@inlined
def slots_in(begin: int, place: int, wanted: int, workspace: Ints) -> int:
    """Return the set of a hand's slots whose word, in the rows from *begin* on, is in the set *wanted*."""
    slots = 0
    for slot in range(workspace[mem.SIZES + place]):
        slots |= (wanted >> workspace[begin + ROW * place + slot] & 1) << slot
    return slots


@compiled("void(int64[::1], int64[::1], int64[::1])")
def read_action(terms: Ints, state: Ints, workspace: Ints) -> None:
    """Read the last action: what a clue meant is kept, and a drawn card may be anything."""
    if state[st.TURN] == 0:
        for order in range(st.MAX_CARDS):
            state[mem.MEANT + order] = ANY
    elif state[st.TARGET] >= 0:
        actor = state[st.ACTOR]
        fill_beliefs(terms, state, actor, mem.MASKS_BEFORE, state[mem.TOUCHED_BEFORE], workspace)
        away = state[st.TARGET] - actor
        place = (away if away > 0 else away + terms[tm.PLAYERS]) - 1
        hit = slots_in(mem.CARDS, place, state[st.CLUE_TOUCHED], workspace)
        hear(terms, state, place, state[st.CLUE], hit, workspace)
        for slot in range(workspace[mem.SIZES + place]):
            order = workspace[mem.CARDS + ROW * place + slot]
            state[mem.MEANT + order] = workspace[mem.ROW_MEANT + ROW * HEARD + slot]
    state[mem.TOUCHED_BEFORE] = state[st.TOUCHED]
    st.copy_words(state, st.CLUE_MASKS, state, mem.MASKS_BEFORE, st.MAX_CARDS)
