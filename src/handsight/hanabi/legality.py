"""Which actions are legal now, and why any other is not."""

from collections.abc import Iterator

from handsight.hanabi.actions import Action, Discard, GiveClue, Play, Stop
from handsight.hanabi.board import hand_mask
from handsight.hanabi.characters import effects
from handsight.hanabi.state import State
from handsight.hanabi.terms import Terms
from handsight.hanabi.variants.variant import Clue
from handsight.hanabi.view import View

SOFTLOCK = 7
"""hanab.live's end code of a game in which no action is legal."""


def legal(table: State | View) -> Iterator[Action]:
    """Yield every legal action of the player to move: plays, discards, then clues seat by seat.

    Args:
        table: a state, or the view of the seat to move; a view cannot know that a short deck has run out.
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
