"""The hat bot, compiled for whole games (`HAT`) and in one seat of a game that Python plays (`Hat`).

How actions are read: every seat updates the public masks in the same way. The number shown is the sum of all
listeners' answers. A listener sees the other hands and subtracts their answers; what is left is its own. So
all answers become public, and the public masks stay the same for all seats.
"""

import numpy as np

from handsight.bots.hanabi.bot import HanabiBot
from handsight.bots.hanabi.hat.compiled import memory_layout as mem
from handsight.bots.hanabi.hat.compiled.action_choice import decide
from handsight.bots.hanabi.hat.compiled.public_knowledge import (
    answer_questions,
    load_listener,
    store_hand,
    update_public_masks,
)
from handsight.bots.hanabi.hat.compiled.shown_numbers import (
    BY_CLUE,
    BY_NO_CLUE,
    NO_NUMBER,
    SEES_ALL,
    compute_sum,
    is_remembered,
    number_shown,
    playable_slots,
    ruled_out_by_discard,
    trash_slots,
)
from handsight.compiled.jit import Ints, compiled, inlined, popcount
from handsight.game import Dice
from handsight.hanabi import Action, ClueGiven, Event, Terms, View
from handsight.hanabi.actions import action_of
from handsight.hanabi.compiled import card_value, deal, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.game_loop import READ_SIGNATURE, CompiledBot, Readings
from handsight.hanabi.compiled.state_conversion import to_action, to_number
from handsight.hanabi.compiled.state_layout import MAX_CARDS
from handsight.hanabi.compiled.terms_layout import terms_array


@inlined
def _store_answers(terms: Ints, state: Ints, public: int, viewer: int) -> None:
    """Store the masks after the answers of all listeners except the viewer."""
    for seat in range(terms[tm.PLAYERS]):
        if seat not in (state[st.ACTOR], viewer):
            for slot in range(state[st.HAND_SIZES + seat]):
                order = st.order_at(state, seat, slot)
                state[public + order] = state[mem.ANSWERED_MASKS + mem.SLOTS * seat + slot]


@compiled("boolean(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64[::1])")
def _read_number(
    terms: Ints,
    state: Ints,
    public: int,
    viewer: int,
    choices: int,
    number: int,
    ruled_out: int,
    workspace: Ints,
) -> bool:
    """Read what the actor ruled out and the number it showed; False if no sum of answers gives that number.

    A viewer that SEES_ALL then leaves all masks as they were.
    """
    actor = state[st.ACTOR]
    if viewer in (SEES_ALL, actor) and is_remembered(terms, state, choices, ruled_out):
        size = state[mem.SUM_SIZE]
    else:
        size = compute_sum(
            terms, state, mem.STATE_BEFORE, public, actor, viewer, choices, ruled_out, workspace
        )
    if choices == BY_CLUE:
        number = number_shown(terms, state)
        if number == NO_NUMBER:
            return True
    number = (number - state[mem.SUM]) % size
    if viewer == SEES_ALL and number != 0:
        return False
    _store_answers(terms, state, public, viewer)
    if viewer in (SEES_ALL, actor):
        return True
    load_listener(state, public, viewer, ruled_out, workspace)
    away = (viewer - actor) % terms[tm.PLAYERS]
    answers = answer_questions(state, viewer, away, size, number, workspace)
    if answers == number:
        store_hand(state, public, viewer, workspace)
    return answers == number


@inlined
def _read_signal(terms: Ints, state: Ints, public: int, viewer: int, workspace: Ints) -> bool:
    """Read what the last play or discard shows; False if that does not fit the convention."""
    actor, ruled_out = state[st.ACTOR], 0
    if state[st.EVENT] == st.EVENT_DISCARD:
        choices = trash_slots(terms, state, mem.STATE_BEFORE, public, actor)
        ruled_out = ruled_out_by_discard(terms, state, mem.STATE_BEFORE)
    else:
        choices = playable_slots(terms, state, mem.STATE_BEFORE, public, actor)
    size, number = popcount(choices), popcount(choices & (1 << state[st.SLOT]) - 1)
    if size < 2 or not choices >> state[st.SLOT] & 1:
        return ruled_out == 0 or _read_number(
            terms, state, public, viewer, BY_NO_CLUE, 0, ruled_out, workspace
        )
    return _read_number(terms, state, public, viewer, size, number, ruled_out, workspace)


@compiled("boolean(int64[::1], int64[::1], int64, int64, int64[::1])")
def read_for_viewer(terms: Ints, state: Ints, public: int, viewer: int, workspace: Ints) -> bool:
    """Update public masks for a viewer; False if the action does not fit the convention."""
    if state[st.DREW] >= 0:
        state[public + state[st.DREW]] = terms[tm.ALL_IDENTITIES]
    if state[st.TARGET] >= 0:
        fair = _read_number(terms, state, public, viewer, BY_CLUE, 0, 0, workspace)
    else:
        fair = _read_signal(terms, state, public, viewer, workspace)
    if fair or viewer != SEES_ALL:
        update_public_masks(terms, state, public, workspace)
    return fair


@inlined
def _remember_state(terms: Ints, state: Ints) -> None:
    """Remember the state from which the next action is chosen."""
    card_value.update_card_values(terms, state)
    st.copy_words(state, 0, state, mem.STATE_BEFORE, st.CLUE_MASKS)


@inlined
def _reset_masks(terms: Ints, state: Ints, public: int) -> None:
    """Reset the public masks, so that every card may be anything."""
    for order in range(MAX_CARDS):
        state[public + order] = terms[tm.ALL_IDENTITIES]


@compiled(READ_SIGNATURE)
def read(terms: Ints, state: Ints, workspace: Ints) -> None:
    """Read the last action for all seats."""
    if state[st.TURN] == 0:
        _reset_masks(terms, state, mem.PUBLIC_MASKS)
    elif not state[mem.DIVERGED] and not read_for_viewer(terms, state, mem.PUBLIC_MASKS, SEES_ALL, workspace):
        state[mem.DIVERGED] = 1
        for seat in range(1, terms[tm.PLAYERS]):
            st.copy_words(state, mem.PUBLIC_MASKS, state, mem.PUBLIC_MASKS + seat * MAX_CARDS, MAX_CARDS)
    if state[mem.DIVERGED]:
        for seat in range(terms[tm.PLAYERS]):
            read_for_viewer(terms, state, mem.PUBLIC_MASKS + seat * MAX_CARDS, seat, workspace)
    _remember_state(terms, state)


@compiled("void(int64[::1], int64[::1], int64, int64[::1])")
def read_for_seat(terms: Ints, state: Ints, seat: int, workspace: Ints) -> None:
    """Read the last action as one seat, whose hand in the state is only assumed."""
    public = mem.PUBLIC_MASKS + seat * MAX_CARDS
    state[mem.DIVERGED] = 1
    if state[st.TURN] == 0:
        _reset_masks(terms, state, public)
    else:
        read_for_viewer(terms, state, public, seat, workspace)
    _remember_state(terms, state)


@compiled(READ_SIGNATURE)
def restart(terms: Ints, state: Ints, workspace: Ints) -> None:
    """If an action did not fit the convention, start again from clues alone, the same for all seats."""
    if state[mem.DIVERGED]:
        state[mem.DIVERGED] = 0
        state[mem.SUM_TURN] = 0
        _reset_masks(terms, state, mem.PUBLIC_MASKS)
        update_public_masks(terms, state, mem.PUBLIC_MASKS, workspace)
        _remember_state(terms, state)


# The bot.


class Hat(HanabiBot):
    """The hat bot in one seat: it keeps a state in which its own hand is a guess that fits the clues."""

    def __init__(self, terms: Terms, seat: int, dice: Dice) -> None:
        super().__init__(terms, seat, dice)
        self._packed_terms = terms_array(terms)
        self._state = st.blank_state(mem.MEMORY_WORDS)
        self._workspace = np.zeros(mem.WORKSPACE_WORDS, np.int64)
        self._events_read = 0

    def decide(self, view: View) -> Action:
        """Read the events up to this view, and choose an action."""
        self._write_visible_cards(view)
        if not self._events_read:
            deal.start_game(self._packed_terms, self._state)
            read_for_seat(self._packed_terms, self._state, self.seat, self._workspace)
        for event in view.events[self._events_read :]:
            self._read_event(event)
        self._events_read = len(view.events)
        number = int(decide(self._packed_terms, self._state, self._workspace))
        return to_action(self.terms, self._state, number)

    def _write_visible_cards(self, view: View) -> None:
        """Write the identity of every card that the seat sees."""
        for order, card in enumerate(view.cards):
            if card is not None:
                self._state[st.DECK + order] = self.terms.variant.identity(card)

    def _read_event(self, event: Event) -> None:
        """Apply the action of an event to the state, and read it."""
        action = action_of(event)
        if action is None:
            return
        if isinstance(event, ClueGiven) and event.target == self.seat:
            self._assume_hand(event)
        rules.step(self._packed_terms, self._state, to_number(self.terms, self._state, action))
        read_for_seat(self._packed_terms, self._state, self.seat, self._workspace)

    def _assume_hand(self, event: ClueGiven) -> None:
        """Change the guess of this seat's hand so that the clue touches the cards that it did touch."""
        touch = 0 if event.clue is None else self.terms.variant.touch(event.clue)
        for orders, mask in ((event.touched, touch), (event.missed, ~touch)):
            for order in orders:
                left = int(self._state[st.CLUE_MASKS + order]) & mask
                if not left >> int(self._state[st.DECK + order]) & 1:
                    self._state[st.DECK + order] = (left & -left).bit_length() - 1


READINGS = Readings(allowed=tuple(mem.PUBLIC_MASKS + seat * st.MAX_CARDS for seat in range(st.MAX_SEATS)))
HAT = CompiledBot(
    decide, read, mem.MEMORY_WORDS, mem.WORKSPACE_WORDS, readings=READINGS, restart=restart, reads_hands=True
)
