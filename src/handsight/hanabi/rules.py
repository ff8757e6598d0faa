"""The rules of Hanabi: deal, play, score.

A turn is a clue (it costs a token and points out every card of one colour or number in another hand), a
discard (it returns a token) or a play (the card fits its stack, or is a strike); then a card is drawn. After
the last draw every player has one more turn. The third strike ends the game, and so does a perfect score.
"""

from msgspec.structs import replace

from handsight.errors import IllegalActionError
from handsight.hanabi.actions import (
    Action,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    ClueGiven,
    Discard,
    GameStopped,
    GiveClue,
    MoveEvent,
    Play,
    Stop,
)
from handsight.hanabi.board import chop, touches
from handsight.hanabi.cards import Card
from handsight.hanabi.characters import effects
from handsight.hanabi.legality import SOFTLOCK, allowed, why_illegal
from handsight.hanabi.state import State
from handsight.hanabi.terms import Setup, Terms
from handsight.hanabi.variants.variant import Clue

SPEEDRUN_FAILED, ALL_OR_NOTHING_FAILED, ALL_OR_NOTHING_STUCK = 5, 8, 9


def deal(setup: Setup) -> State:
    """Deal the opening hands from the front of the deck, a whole hand at a time.

    Raises:
        IllegalActionError: the deck lists too few cards.
    """
    terms = setup.terms
    size = terms.hand_size
    dealt = terms.players * size
    if len(setup.deck) < dealt:
        raise IllegalActionError(
            "deck-short", f"the deck lists {len(setup.deck)} cards, but {dealt} are dealt at once"
        )
    hands = tuple(tuple(range(at + size - 1, at - 1, -1)) for at in range(0, dealt, size))
    drew = tuple(CardDrawn(0, seat, order) for seat, hand in enumerate(hands) for order in reversed(hand))
    left = terms.final_round if dealt == terms.variant.deck_size and not terms.all_or_nothing else None
    return State(
        setup,
        hands,
        drawn=dealt,
        stacks=(0,) * len(terms.variant.suits),
        clue_units=terms.max_clue_units,
        strikes=0,
        seat=terms.first_seat,
        turn=0,
        turns_left=left if terms.rules.end == "last_draw" else None,
        events=drew,
    )


def play(state: State, action: Action) -> State:
    """Return the state after an action.

    Raises:
        IllegalActionError: the action is not legal; the message says which rule forbids it.
    """
    problem = why_illegal(state, action)
    if problem:
        raise IllegalActionError(*problem)
    return apply(state, action)


def apply(state: State, action: Action) -> State:
    """Return the state after an action that is known to be legal; `play` checks first."""
    match action:
        case Play(order):
            return _advance(*_played(state, order), order)
        case Discard(order):
            return _advance(*_discarded(state, order), order)
        case GiveClue(seat, clue):
            return _advance(*_given(state, seat, clue), None)
        case Stop(_, reason):
            stopped = GameStopped(state.turn, action)
            return replace(state, stop_code=reason.code, events=(*state.events, stopped))


def score(state: State) -> int | None:
    """Return the final score, or None while the game goes on."""
    return state.score if state.over else None


def fits(state: State, card: Card) -> int:
    """Return the state of a stack after a card is played on it, or -1 if the card does not fit."""
    variant = state.terms.variant
    rule, at = variant.stacks[card.suit], state.stacks[card.suit]
    position = variant.ranks.index(card.rank)
    after = rule.steps[at][position]
    if after >= 0 and at == 0 and variant.distinct_starts:
        begun = zip(variant.stacks, state.stacks, strict=True)
        if any(other and begin.starts[other] == position for begin, other in begun):
            return -1
    return after


def _played(state: State, order: int) -> tuple[State, CardPlayed]:
    card, variant, rules = state.cards[order], state.terms.variant, state.terms.rules
    after = fits(state, card)
    if state.terms.characters and effects.misplays(state.terms, state.seat, state.stacks, card):
        after = -1
    event = CardPlayed(state.turn, state.seat, order, card, after >= 0)
    if after < 0:
        discarded = state.discarded if rules.misplay == "vanish" else (*state.discarded, order)
        return replace(state, strikes=state.strikes + 1, discarded=discarded), event
    stacks = (*state.stacks[: card.suit], after, *state.stacks[card.suit + 1 :])
    rule = variant.stacks[card.suit]
    finished = rule.height[after] == rule.full and rules.refund_five and not variant.face_down
    refund = finished and state.clue_units < state.terms.max_clue_units
    return replace(
        state,
        stacks=stacks,
        clue_units=state.clue_units + refund,
        wasted=state.wasted + (finished and not refund),
        played=(*state.played, order),
    ), event


def _discarded(state: State, order: int) -> tuple[State, CardDiscarded]:
    event = CardDiscarded(state.turn, state.seat, order, state.cards[order])
    clue_units = min(state.clue_units + 1, state.terms.max_clue_units)
    return replace(state, clue_units=clue_units, discarded=(*state.discarded, order)), event


def _given(state: State, seat: int, clue: Clue) -> tuple[State, ClueGiven]:
    touched = touches(state, seat, clue)
    missed = tuple(order for order in state.hands[seat] if order not in touched)
    event = ClueGiven(state.turn, state.seat, seat, clue, clue.kind, touched, missed)
    marks = state.touched
    for order in touched:
        marks |= 1 << order
    state = replace(state, clue_units=state.clue_units - state.terms.clue_cost, touched=marks)
    return (_cycled(state) if state.terms.card_cycle else state), event


def _cycled(state: State) -> State:
    """Move the giver's chop card to the newest slot, as the card-cycle option demands after a clue."""
    hand = state.hands[state.seat]
    if not hand:
        return state
    at = chop(hand, state.touched)
    return replace(state, hands=_with_hand(state, (hand[at], *hand[:at], *hand[at + 1 :])))


def _with_hand(state: State, hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*state.hands[: state.seat], hand, *state.hands[state.seat + 1 :])


def _advance(state: State, event: MoveEvent, gone: int | None) -> State:
    """Take the card *gone* out of the hand, draw, and pass the turn."""
    terms, seat = state.terms, state.seat
    hands, drawn, events, left = state.hands, state.drawn, (*state.events, event), state.turns_left
    if gone is not None:
        had_cards = state.deck_left > 0
        hand = tuple(order for order in state.hands[seat] if order != gone)
        if gone == drawn:  # a deck play: drawn and played at once
            drawn += 1
            events = (*state.events, CardDrawn(state.turn, seat, gone), event)
        elif had_cards:
            hand = (drawn, *hand)
            events = (*events, CardDrawn(state.turn, seat, drawn))
            drawn += 1
        hands = _with_hand(state, hand)
        last_draw = had_cards and drawn == terms.variant.deck_size
        begins = last_draw if terms.rules.end == "last_draw" else not had_cards and left is None
        if begins and not terms.all_or_nothing:
            left = terms.final_round + 1
    following = (
        effects.next_seat(state, event, state.clue_units) if terms.characters else (seat + 1) % terms.players
    )
    if left is not None and following != seat:
        left -= 1
    after = replace(
        state,
        hands=hands,
        drawn=drawn,
        seat=following,
        turn=state.turn + 1,
        turns_left=left,
        events=events,
    )
    code = _end_code(after, terms)
    return replace(after, stop_code=code) if code else after


def _end_code(state: State, terms: Terms) -> int:
    """Return the end code of a game that ends for another reason than stacks and strikes, or 0."""
    if terms.characters and state.clue_units < terms.clue_cost and effects.must_clue(state):
        return SOFTLOCK
    code = _failure(state, terms) if terms.speedrun or terms.all_or_nothing else 0
    if terms.characters and not code and not state.over and next(allowed(state), None) is None:
        return SOFTLOCK
    return code


def _failure(state: State, terms: Terms) -> int:
    """Return the end code of a speedrun or all-or-nothing game that has failed, or 0."""
    if state.struck_out:
        return 0
    if state.max_score < terms.variant.max_score:
        return SPEEDRUN_FAILED if terms.speedrun else ALL_OR_NOTHING_FAILED
    # asked before a perfect score is seen, as hanab.live does; a stack that returns a token avoids it
    stuck = not state.hands[state.seat] and state.clue_units < terms.clue_cost
    return ALL_OR_NOTHING_STUCK if terms.all_or_nothing and stuck else 0
