"""The rules of Hanabi: deal, legal, play, score.

A turn is a clue (it costs a token and points out every card of one colour or number in another hand), a
discard (it returns a token) or a play (the card fits its stack, or is a strike); then a card is drawn. After
the last draw every player has one more turn. The third strike ends the game, and so does a perfect score.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from handsight.errors import IllegalActionError
from handsight.hanabi import character_effects as effects
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
from handsight.hanabi.board import chop, hand_mask, touches
from handsight.hanabi.cards import Card
from handsight.hanabi.state import State
from handsight.hanabi.terms import Setup, Terms
from handsight.hanabi.variants.variant import Clue
from handsight.hanabi.view import View
from handsight.text.counting_from_one import counted

SPEEDRUN_FAILED, ALL_OR_NOTHING_FAILED, ALL_OR_NOTHING_STUCK = 5, 8, 9
SOFTLOCK = 7
"""hanab.live's end code of a game in which no action is legal."""


def deal(setup: Setup) -> State:
    """Return the state after the opening hands are dealt from the front of the deck, a whole hand at a time.

    Raises:
        IllegalActionError: the deck lists too few cards.
    """
    terms = setup.terms
    size = terms.hand_size
    dealt = terms.players * size
    if len(setup.deck) < dealt:
        raise IllegalActionError(
            "deck-short", f"the deck lists {counted(len(setup.deck), 'card')}, but {dealt} are dealt at once"
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
    """Return the state after an action, or raise IllegalActionError."""
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
    """Return the state with the giver's chop moved to the newest slot, as the card-cycle option demands."""
    hand = state.hands[state.seat]
    if not hand:
        return state
    at = chop(hand, state.touched)
    return replace(state, hands=_with_hand(state, (hand[at], *hand[:at], *hand[at + 1 :])))


def _with_hand(state: State, hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*state.hands[: state.seat], hand, *state.hands[state.seat + 1 :])


def _advance(state: State, event: MoveEvent, gone: int | None) -> State:
    """Return the state after the card *gone* (if any) is replaced from the deck, and the turn has passed."""
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
        state, hands=hands, drawn=drawn, seat=following, turn=state.turn + 1, turns_left=left, events=events
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


def legal(table: State | View) -> Iterator[Action]:
    """Yield every legal action of the player to move: plays, discards, then clues seat by seat.

    The view of the seat to move gives the same, but does not show that the deck lists no further card.
    """
    actions = allowed(table)
    if isinstance(table, State) and _deck_is_short(table):
        return (action for action in actions if isinstance(action, GiveClue))
    return actions


def allowed(table: State | View) -> Iterator[Action]:
    """Yield what the rules allow, even if the deck does not list the card that would be drawn."""
    actions = _legal(table)
    if table.terms.characters:
        return (action for action in actions if effects.why_character_forbids(table, action) is None)
    return actions


def _deck_is_short(state: State) -> bool:
    """Whether the deck does not list the card that would be drawn next."""
    return len(state.cards) <= state.drawn < state.terms.variant.deck_size


def _legal(table: State | View) -> Iterator[Action]:
    if table.over:
        return
    hand, terms = table.hands[table.seat], table.terms
    bottom = (table.drawn,) if terms.deck_plays and table.deck_left == 1 else ()
    for order in hand + bottom:
        yield Play(order)
    if may_discard(table):
        for order in hand + bottom if terms.variant.inverted else hand:
            yield Discard(order)
    if table.clue_units >= terms.clue_cost:
        clues = _clues_of_allowed_kind(table)
        for away in range(1, terms.players):
            seat = (table.seat + away) % terms.players
            identities = hand_mask(table, seat)
            for clue in clues:
                if _may_touch(terms, clue, identities):
                    yield GiveClue(seat, clue)


def _clues_of_allowed_kind(table: State | View) -> tuple[Clue, ...]:
    """Return the clues whose kind may be given now: all of them, unless kinds must alternate."""
    variant = table.terms.variant
    last = table.last_clue if variant.alternating else None
    return tuple(clue for clue in variant.clues() if clue.kind != last.kind) if last else variant.clues()


def _may_touch(terms: Terms, clue: Clue, identities: int) -> bool:
    """Whether a clue touches a hand with these identities, or need not touch a card."""
    variant = terms.variant
    if variant.touch(clue) & identities or terms.empty_clues:
        return True
    return variant.blind_colors if clue.kind == "color" else variant.blind_numbers


def may_discard(table: State | View) -> bool:
    """Whether discarding is allowed now; with all clue tokens it usually is not."""
    terms = table.terms
    return table.clue_units < terms.max_clue_units or terms.rules.discard_at_full or terms.variant.inverted


def _why_not_clue(table: State | View, seat: int, clue: Clue) -> tuple[str, str] | None:
    """Return why a clue may not be given (a code and a sentence), or None if it may."""
    terms, variant = table.terms, table.terms.variant
    if clue not in variant.clues():
        return "no-such-clue", f"{variant.name} has no such clue"
    if clue not in _clues_of_allowed_kind(table):
        return "same-kind-of-clue", f"the last clue was a {clue.kind} clue too, and kinds must alternate"
    if not _may_touch(terms, clue, hand_mask(table, seat)):
        return "clue-touches-nothing", "the clue touches no card of that hand"
    return None


def why_illegal(state: State, action: Action) -> tuple[str, str] | None:
    """Return why an action is not legal (the rule's code and a sentence), or None if it is legal."""
    if state.over and not (state.stop_code == SOFTLOCK and isinstance(action, Stop)):
        return "game-over", f"the game is over ({state.end.value.replace('_', ' ')})"
    return _why_rules_forbid(state, action) or (
        effects.why_character_forbids(state, action) if state.terms.characters else None
    )


def _why_rules_forbid(state: State, action: Action) -> tuple[str, str] | None:
    match action:
        case Play(order) | Discard(order):
            return _why_not_card(state, order, discarding=isinstance(action, Discard))
        case GiveClue(seat, clue):
            return _why_not_target(state, seat) or _why_not_clue(state, seat, clue)
        case Stop():
            return None


def _why_not_target(state: State, seat: int) -> tuple[str, str] | None:
    if not 0 <= seat < state.terms.players:
        return "unknown-seat", f"there is no seat {seat}; seats are 0 to {state.terms.players - 1}"
    if seat == state.seat:
        return "clue-self", "a player may not give a clue to themselves"
    if state.clue_units < state.terms.clue_cost:
        return "no-clue-tokens", "there is no clue token left"
    return None


def _why_not_card(state: State, order: int, *, discarding: bool) -> tuple[str, str] | None:
    if discarding and not may_discard(state):
        return "discard-at-full-clues", "the team has all its clue tokens, so discarding is not allowed"
    terms = state.terms
    bottom = terms.deck_plays and order == state.drawn == terms.variant.deck_size - 1
    if not (order in state.hands[state.seat] or (bottom and (terms.variant.inverted or not discarding))):
        return "not-in-hand", f"card {order} is not in that hand"
    if _deck_is_short(state):
        return "deck-short", f"card {state.drawn} would be drawn, but the deck does not list it"
    return None
