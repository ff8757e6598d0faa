"""A recorded game as a convention reads it, for the page: every card at every turn, and every move.

Turns and slots are indices from 0. What a reading ends in (whether a promise was true, when it was settled)
stands apart, so that the page can hide the future.
"""

from typing import Any

from handsight.conventions import load_convention, promised_knowledge
from handsight.conventions.game_reading import GameReading, said_of_cards
from handsight.conventions.review import MoveReview, Review
from handsight.hanabi import CardSet
from handsight.notation.hanabi.record import Game

Row = dict[str, Any]


def reading_json(game: Game, name: str) -> Row:
    """Return a game as a convention reads it.

    Raises:
        InputError: There is no such convention, or it cannot be kept on the terms of the game.
    """
    review = Review(promised_knowledge(game, load_convention(name)))
    reading = review.reading
    return {
        "convention": name,
        "text": review.convention.flat.file.text,
        "flags": {flag.name: flag.text for flag in review.convention.flags},
        "turns": [_turn(reading, turn) for turn in range(reading.last + 1)],
        "moves": [_move(review, move) for move in review.moves],
    }


def _turn(reading: GameReading, turn: int) -> Row:
    """Return what the convention says about every card at a turn."""
    state = reading.game.states[turn]
    variant = state.terms.variant
    cards = {}
    for seat, hand in enumerate(state.hands):
        sure = reading.sure_plays(turn, seat)
        masks = zip(hand, reading.possible(turn, seat), strict=True)
        for order, mask in masks:
            cards[order] = {
                "possible": [variant.text(card) for card in CardSet(variant, mask)],
                "flags": list(reading.knowledge.flags(turn, order)),
                "asked": order in sure,
            }
    supports = [{"card": order, "on": list(on)} for order, on in reading.supports(turn).items()]
    return {"cards": cards, "supports": supports}


def _move(review: Review, move: MoveReview) -> Row:
    """Return what a move meant, what the convention would have done, and how it was broken."""
    meaning, reading = move.meaning, review.reading
    ends = [card for card in meaning.cards if card.promised is not None and card.says_by_convention]
    return {
        "turn": move.turn,
        "seat": meaning.seat,
        "text": meaning.text,
        "said": said_of_cards(meaning, reading, ending=False),
        "endings": [{"order": card.order, "true": card.true, "settled": card.settled} for card in ends],
        "agrees": move.agrees,
        "wanted": move.wanted_text,
        "rule": move.wanted.rule,
        "bits": [round(bits, 2) for bits in meaning.bits],
        "broken": [
            {"kind": one.kind, "text": one.text, "order": one.order, "known_from": list(one.known_from)}
            for one in move.broken
        ],
    }
