"""What may be done now, and why anything else may not."""

from collections.abc import Iterator

from handsight.hanabi.actions import Action, Discard, GiveClue, Play, Stop
from handsight.hanabi.board import hand_mask
from handsight.hanabi.characters import effects
from handsight.hanabi.state import State
from handsight.hanabi.terms import Terms
from handsight.hanabi.variants.variant import Clue
from handsight.hanabi.view import View

SOFTLOCK = 7
"""How a game ends in which nothing may be done."""


def legal(table: State | View) -> Iterator[Action]:
    """Yield every action the player to move may take: plays, discards, then clues seat by seat."""
    actions = allowed(table)
    if isinstance(table, State) and _short(table):
        return (action for action in actions if isinstance(action, GiveClue))
    return actions


def allowed(table: State | View) -> Iterator[Action]:
    """Yield what the rules allow, whether or not the card that would be drawn is known."""
    actions = _legal(table)
    if table.terms.characters:
        return (action for action in actions if effects.why_character_forbids(table, action) is None)
    return actions


def _short(state: State) -> bool:
    """Whether the deck was cut short, and does not list the card that would be drawn next."""
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
        clues = _due(table)
        for away in range(1, terms.players):
            seat = (table.seat + away) % terms.players
            held = hand_mask(table, seat)
            for clue in clues:
                if _points(terms, clue, held):
                    yield GiveClue(seat, clue)


def _due(table: State | View) -> tuple[Clue, ...]:
    """Return the clues of a kind that may be given now: any, unless kinds must alternate."""
    variant = table.terms.variant
    last = table.last_clue if variant.alternating else None
    return tuple(clue for clue in variant.clues() if clue.kind != last.kind) if last else variant.clues()


def _points(terms: Terms, clue: Clue, held: int) -> bool:
    """Say whether a clue touches a hand of these identities, or need touch nothing."""
    variant = terms.variant
    if variant.touch(clue) & held or terms.empty_clues:
        return True
    return variant.blind_colors if clue.kind == "color" else variant.blind_numbers


def may_discard(table: State | View) -> bool:
    """Say whether discarding is allowed now: with all tokens in hand it would gain nothing."""
    terms = table.terms
    return table.clue_units < terms.max_clue_units or terms.rules.discard_at_full or terms.variant.inverted


def _clue_objection(table: State | View, seat: int, clue: Clue) -> tuple[str, str] | None:
    """Say why a clue may not be given (a code and a sentence), or None if it may."""
    terms, variant = table.terms, table.terms.variant
    if clue not in variant.clues():
        return "no-such-clue", f"{variant.name} has no such clue"
    if clue not in _due(table):
        return "same-kind-of-clue", f"the last clue was a {clue.kind} clue too, and kinds must alternate"
    if not _points(terms, clue, hand_mask(table, seat)):
        return "clue-touches-nothing", "the clue touches no card of that hand"
    return None


def why_illegal(state: State, action: Action) -> tuple[str, str] | None:
    """Say why an action is not legal (the rule's code and a sentence), or None if it is."""
    if state.over and not (state.stop_code == SOFTLOCK and isinstance(action, Stop)):
        return "game-over", f"the game is over ({state.end.value.replace('_', ' ')})"
    return _plain_objection(state, action) or (
        effects.why_character_forbids(state, action) if state.terms.characters else None
    )


def _plain_objection(state: State, action: Action) -> tuple[str, str] | None:
    match action:
        case Play(order) | Discard(order):
            return _card_objection(state, order, discarding=isinstance(action, Discard))
        case GiveClue(seat, clue):
            return _target_objection(state, seat) or _clue_objection(state, seat, clue)
        case Stop():
            return None


def _target_objection(state: State, seat: int) -> tuple[str, str] | None:
    if not 0 <= seat < state.terms.players:
        return "unknown-seat", f"there is no seat {seat}; seats are 0 to {state.terms.players - 1}"
    if seat == state.seat:
        return "clue-self", "nobody may give a clue to themselves"
    if state.clue_units < state.terms.clue_cost:
        return "no-clue-tokens", "there is no token left for a clue"
    return None


def _card_objection(state: State, order: int, *, discarding: bool) -> tuple[str, str] | None:
    if discarding and not may_discard(state):
        return "discard-at-full-clues", "all clue tokens are there, so nobody may discard"
    terms = state.terms
    bottom = terms.deck_plays and order == state.drawn == terms.variant.deck_size - 1
    if not (order in state.hands[state.seat] or (bottom and (terms.variant.inverted or not discarding))):
        return "not-in-hand", f"card {order} is not in that hand"
    if _short(state):
        return "deck-short", f"card {state.drawn} would be drawn, but the deck does not list it"
    return None
