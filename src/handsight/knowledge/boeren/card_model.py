"""The model of one card (Boeren Bridge Kripke agents): a world for each place that it may be in.

Two announcements change it: a seat plays the card, and a seat shows that it lacks the suit. It does not
count how many cards each hand holds, so it never claims anything false, but may claim less than a seat
knows.
"""

from functools import partial
from itertools import combinations
from operator import eq
from typing import Any

from handsight.boeren import Card, CardPlayed, State, VoidShown
from handsight.errors import InputError
from handsight.knowledge.boeren.owners import SEAT_LETTERS
from handsight.logic import ExplicitModel, Formula, K, atom

STOCK = "stock"


def has(place: str, card: Card) -> Formula:
    """Return the formula that a card was dealt to a place."""
    return atom(f"has({place},{card})")


def card_model(state: State, card: Card) -> ExplicitModel:
    """Return the model of one card after everything that happened, with its actual world."""
    if card not in state.terms.pack or card == state.setup.turned:
        raise InputError(f"{card} was not dealt in this round; choose a card that was")
    places = (*SEAT_LETTERS, STOCK) if state.terms.stock else SEAT_LETTERS
    holder = next((seat for seat, hand in enumerate(state.setup.hands) if card in hand), None)
    model = ExplicitModel.of(
        places,
        sees={seat: partial(eq, seat) for seat in SEAT_LETTERS},
        atoms={f"has({place},{card})": partial(eq, place) for place in places},
        actual=STOCK if holder is None else SEAT_LETTERS[holder],
    )
    held = [len(hand) for hand in state.setup.hands]
    for event in state.events:
        match event:
            case CardPlayed(_, seat, played):
                holds = has(SEAT_LETTERS[seat], card)
                model = model.announce(holds) if played == card else model
                held[seat] -= 1
                if not held[seat] and seat != holder:  # all see an empty hand
                    model = model.announce(~holds)
            case VoidShown(_, seat, suit) if suit == card.suit and seat != holder:
                model = model.announce(~has(SEAT_LETTERS[seat], card))
            case _:
                pass
    return model


def thinks_possible(model: ExplicitModel, seat: str, card: Card) -> list[str]:
    """Return the places that a seat thinks possible for the card."""
    return [place for place in map(str, model.where()) if model.holds(~K(seat, ~has(place, card)))]


def card_json(state: State, card: Card, name: str) -> dict[str, Any]:
    """Return the model as JSON data: its worlds, and for each seat the pairs that it cannot tell apart."""
    part = card_model(state, card).generated_submodel()
    worlds = [str(place) for place in part.where()]
    return {
        "id": name,
        "card": str(card),
        "worlds": worlds,
        "actual": part.actual,
        "lines": {
            seat: [[one, other] for one, other in combinations(worlds, 2) if seat not in (one, other)]
            for seat in SEAT_LETTERS
        },
    }
