"""Hat's exact endgame, with at most one card in the deck: all deals of the hidden cards, weighted by ways.

Then the only cards that a seat cannot see are its own hand and the last card. Each hidden card in turn is
taken to be the last one, and to be the card of an uncertain play; the cost is weighted by the ways in which
the rest fill the hand.
"""

from handsight.bots.hanabi.hat.compiled import endgame
from handsight.bots.hanabi.hat.compiled import memory_layout as mem
from handsight.bots.hanabi.hat.compiled.public_knowledge import is_single
from handsight.bots.hanabi.hat.compiled.settings import LOSS_COST
from handsight.compiled.jit import Ints, compiled, inlined, popcount
from handsight.hanabi.compiled import seat_knowledge
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm

NO_CARD = -1


@inlined
def list_unknown_cards(state: Ints, workspace: Ints) -> int:
    """List in HIDDEN_CARDS every hidden card that is not a known own card; return how many there are."""
    count = endgame.list_hidden_cards(workspace)
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
    """Count the ways to fill the unknown own slots but one, without the drawn and the shown card."""
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
    """Return the cost of a choice if one hidden card is drawn next and one is shown by playing it."""
    outline = workspace[mem.ROLLOUT : mem.ROLLOUT + endgame.OUTLINE_WORDS]
    st.copy_words(workspace, mem.OUTLINE, workspace, mem.ROLLOUT, endgame.OUTLINE_WORDS)
    own = 0
    for place in range(hidden):
        if place not in (drawn, shown):
            own |= 1 << workspace[mem.HIDDEN_CARDS + place]
    seat = outline[endgame.MOVER]
    outline[endgame.UNKNOWN + seat] = own & state[st.NEEDED] & ~outline[endgame.KNOWN + seat]
    if shown != NO_CARD:
        choice = workspace[mem.HIDDEN_CARDS + shown]
        if not state[st.PLAYABLE] >> choice & 1:
            choice = endgame.MISPLAY
            if state[st.STRIKES] + 1 == terms[tm.MAX_STRIKES]:
                zero = state[st.POINTS] if terms[tm.STRIKEOUT_ZERO] else 0
                return LOSS_COST + popcount(state[st.NEEDED]) + zero
    workspace[mem.DECKS] = workspace[mem.HIDDEN_CARDS + max(0, drawn)]
    return endgame.rollout_cost(terms, outline, workspace[mem.DECKS : mem.DECKS + 1], choice)


@compiled("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64[::1])")
def total_cost(
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
