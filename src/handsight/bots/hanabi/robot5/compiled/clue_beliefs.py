"""What everybody believes about every hand: compiled `bots.hanabi.robot5.clue_beliefs`, which explains it."""

from handsight.bots.hanabi.robot5.compiled import memory_layout as mem
from handsight.bots.hanabi.robot5.compiled.memory_layout import ANY, HEARD, ROW
from handsight.bots.hanabi.robot5.compiled.stack_outlook import finishing, soon_playable
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit
from handsight.hanabi.compiled import card_value, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm


@inlined
def likely(possible: int, meant: int) -> int:
    """Return what a card may be if its clues are believed; what is possible, if that leaves nothing."""
    return possible & meant or possible


@inlined
def believed(card: int, touched: int, needed: int) -> int:
    """Return what a card of this likely mask is taken for; a touched card is taken for a needed one."""
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
    """Take the touched cards of a row for none that is known elsewhere; return whether that changed any."""
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
    """Narrow all hands by what is known in them, as long as that changes any; then KNOWN is up to date."""
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
    """Fill the rows of all hands, by the clue masks from a word of the state on; the viewer's comes last.

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
    """Find the focus of a clue that touched new cards, and say what it may be.

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
    """Read a clue on touched cards: if it makes none of them surely playable, it means the newest is."""
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
def _slots_of(place: int, cards: int, workspace: Ints) -> int:
    """Return the set of slots of a hand whose cards are in a set of cards."""
    slots = 0
    for slot in range(workspace[mem.SIZES + place]):
        slots |= (cards >> workspace[mem.CARDS + ROW * place + slot] & 1) << slot
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
        hit = _slots_of(place, state[st.CLUE_TOUCHED], workspace)
        hear(terms, state, place, state[st.CLUE], hit, workspace)
        for slot in range(workspace[mem.SIZES + place]):
            order = workspace[mem.CARDS + ROW * place + slot]
            state[mem.MEANT + order] = workspace[mem.ROW_MEANT + ROW * HEARD + slot]
    state[mem.TOUCHED_BEFORE] = state[st.TOUCHED]
    st.copy_words(state, st.CLUE_MASKS, state, mem.MASKS_BEFORE, st.MAX_CARDS)
