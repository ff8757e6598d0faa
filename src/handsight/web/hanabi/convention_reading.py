"""A recorded game as a convention reads it, for the page: every card at every turn, and every move.

A card has a `probability` where promises tell its holder more than the rules do, and `public`, what everybody
can tell about it, where promises narrow that.

Turns and slots are indices from 0. Whether and when each promise came true is only in `endings`, so that the
page can hide it. The board shows what a move `told` about cards, the tab all that it `said`, with flags.
"""

import re
from typing import Any

import msgspec

from handsight.analysis.hanabi.convention_review import MoveReview, Review
from handsight.analysis.hanabi.game_reading import GameReading
from handsight.analysis.hanabi.move_sentences import MoveSentence, move_sentences
from handsight.conventions import load_convention, promised_knowledge
from handsight.hanabi import CardSet
from handsight.hanabi import HanabiRecord as Game
from handsight.web.games import CONVENTION_TEXTS

Row = dict[str, Any]
ON_THE_BOARD = ("open", "play", "value")
"""The kinds of sentences that are shown on the board."""
LONGEST_WORD = 14
"""Letters that fit under a card."""


def reading_json(game: Game, name: str) -> Row:
    """Return a game as a convention reads it; InputError if it is unknown or cannot read such a game."""
    review = Review(promised_knowledge(game, load_convention(name)))
    reading = review.reading
    return {
        "convention": name,
        "text": CONVENTION_TEXTS.get(name, review.convention.flat.file.text),
        "flags": {flag.name: flag_words(flag.name, flag.text) for flag in review.convention.flags},
        "turns": [_turn(reading, turn) for turn in range(reading.last + 1)],
        "moves": [_move(review, move) for move in review.moves],
    }


def flag_words(name: str, text: str) -> Row:
    """Return the page's texts for a flag: a word under a card, what it means, and the flag's whole text.

    The word is empty where the clues on the card show it already.

    >>> flag_words("CH", "chop: the oldest card without a clue")["word"]
    'chop'
    """
    head = re.split(r"[:,;(]", text)[0].strip()
    head = re.split(" (?:of|by) ", re.sub("^(it (was|is)|what its holder) ", "", head))[0]
    word = head or name
    if len(word) > LONGEST_WORD:
        word = word.split(" ")[-1]
    meaning = text.removeprefix(word).lstrip(":,; ") if text.startswith(word) else text
    return {"word": "" if head in ("touched", "clued") else word, "meaning": meaning, "text": text or name}


def _turn(reading: GameReading, turn: int) -> Row:
    """Return what the convention says about every card at a turn."""
    state = reading.game.states[turn]
    variant = state.terms.variant
    cards, in_public = {}, reading.sure_in_public(turn)
    for seat, hand in enumerate(state.hands):
        sure, by_rules = reading.sure_plays(turn, seat), reading.possible_by_rules(turn, seat)
        masks = reading.possible(turn, seat)
        for slot, order in enumerate(hand):
            card: Row = {
                "flags": list(reading.knowledge.flags(turn, order)),
                "told": order in sure,
                "told_in_public": order in in_public,
            }
            if masks[slot] != by_rules[slot]:
                chances = reading.chances(turn, seat, slot)
                card["probability"] = {
                    variant.text(face): round(chances[variant.identity(face)], 6)
                    for face in CardSet(variant, masks[slot])
                }
            public = reading.in_public(turn, order)
            if public is not None:
                card["public"] = [variant.text(face) for face in public]
            cards[order] = card
    supports = [{"card": order, "on": list(on)} for order, on in reading.supports(turn).items()]
    return {"cards": cards, "supports": supports}


def _move(review: Review, move: MoveReview) -> Row:
    """Return what a move meant, what the convention would have done, and how the move broke it."""
    meaning, reading = move.meaning, review.reading
    said, in_public_said = move_sentences(meaning, reading), move_sentences(meaning, reading, public=True)
    opened = {one.focus: one for one in meaning.readings}
    in_public = [card for card in reading.said_in_public(move.turn) if card.order not in opened]
    ends = [card for card in meaning.cards if card.promised is not None and card.says_by_convention]
    ends = [card for card in ends if card.order not in opened]
    return {
        "turn": move.turn,
        "seat": meaning.seat,
        "text": meaning.text,
        "said": [one.text for one in said],
        "said_in_public": [one.text for one in in_public_said],
        "opened": [
            *opened,
            *(card.order for card in in_public if card.promised is not None and card.says_by_convention),
        ],
        "told": _on_the_board(said),
        "told_in_public": _on_the_board(in_public_said),
        "endings": [
            *({"order": one.focus, "true": one.true, "settled": one.settled} for one in meaning.readings),
            *({"order": card.order, "true": card.true, "settled": card.settled} for card in ends),
        ],
        "agrees": move.agrees,
        "wanted": move.wanted_text,
        "rule": move.wanted.rule,
        "bits": [round(bits, 2) for bits in meaning.bits],
        "broken": msgspec.to_builtins(move.broken),
    }


def _on_the_board(said: list[MoveSentence]) -> list[Row]:
    return [{"order": one.order, "text": one.text} for one in said if one.kind in ON_THE_BOARD]
