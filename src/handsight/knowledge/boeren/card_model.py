"""The document's model of one card: a world for each place it may be in, and what seats cannot tell apart.

Only two announcements change it: somebody plays the card, and somebody shows to lack its suit. It forgets how
many cards each hand holds, so it never says something false, but may say less than a seat knows.
"""

from functools import partial
from itertools import combinations
from operator import eq
from typing import Any

from handsight.boeren import Card, CardPlayed, State, VoidShown
from handsight.errors import InputError
from handsight.knowledge.boeren.owners import SEATS
from handsight.logic import ExplicitModel, Formula, K, atom

STOCK = "stock"


def has(place: str, card: Card) -> Formula:
    """Say that a card was dealt to a place."""
    return atom(f"has({place},{card})")


def card_model(state: State, card: Card) -> ExplicitModel:
    """Return the model of one card after everything that happened, pointed at the truth."""
    if card not in state.terms.pack or card == state.setup.turned:
        raise InputError(f"nobody can hold {card} in this round; choose a card that was dealt")
    places = (*SEATS, STOCK) if state.terms.stock else SEATS
    holder = next((seat for seat, hand in enumerate(state.setup.hands) if card in hand), None)
    model = ExplicitModel.of(
        places,
        sees={seat: partial(eq, seat) for seat in SEATS},
        facts={f"has({place},{card})": partial(eq, place) for place in places},
        actual=STOCK if holder is None else SEATS[holder],
    )
    held = [len(hand) for hand in state.setup.hands]
    for event in state.events:
        match event:
            case CardPlayed(_, seat, played):
                news = has(SEATS[seat], card)
                model = model.announce(news) if played == card else model
                held[seat] -= 1
                if not held[seat] and seat != holder:  # everybody sees an empty hand
                    model = model.announce(~news)
            case VoidShown(_, seat, suit) if suit == card.suit and seat != holder:
                model = model.announce(~has(SEATS[seat], card))
            case _:
                pass
    return model


def thinks_possible(model: ExplicitModel, seat: str, card: Card) -> list[str]:
    """Return the places that a seat thinks possible for the card."""
    return [place for place in map(str, model.where()) if model.holds(~K(seat, ~has(place, card)))]


def card_row(state: State, card: Card, name: str) -> dict[str, Any]:
    """Return the model as it is drawn: worlds, the true one, and for each seat those it cannot tell apart."""
    part = card_model(state, card).generated()
    worlds = [str(place) for place in part.where()]
    return {
        "id": name,
        "card": str(card),
        "worlds": worlds,
        "actual": part.actual,
        "lines": {
            seat: [[one, other] for one, other in combinations(worlds, 2) if seat not in (one, other)]
            for seat in SEATS
        },
    }
