"""What a move told about cards by a convention, in a short sentence for each: for people new to its language.

>>> from handsight.conventions import load_convention, promised_knowledge
>>> from handsight.analysis.hanabi.game_reading import GameReading
>>> from handsight.playable_games import load
>>> reading = GameReading(promised_knowledge(load("sample:first"), load_convention("minimal")))
>>> [card["text"] for card in told(reading.meaning(0), reading)]
['Cathy is told to play slot 3, read as b1']
"""

from collections.abc import Iterable, Iterator
from typing import Any

from handsight.analysis.hanabi.game_reading import CardSaid, GameReading, MoveMeaning, OpenReading
from handsight.hanabi import CardSet
from handsight.text.counting_from_one import slot_number

Row = dict[str, Any]
MOST_NAMED = 6
"""A card that may be more than so many is not worth a list of them."""

OPEN, TO_PLAY, VALUE = range(3)
"""In which order it is told what a move left open, who plays, and what a card is."""


def told(meaning: MoveMeaning, reading: GameReading) -> list[Row]:
    """Say what a move told about cards, as their holders can tell: what it left open, then who plays."""
    return _told(meaning.cards, meaning, reading)


def told_in_public(meaning: MoveMeaning, reading: GameReading) -> list[Row]:
    """Say the same as everybody at the table can tell."""
    return _told(reading.said_in_public(meaning.turn), meaning, reading)


def _told(cards: Iterable[CardSaid], meaning: MoveMeaning, reading: GameReading) -> list[Row]:
    open_at = {one.focus: one for one in meaning.readings}
    rows = []
    for card in cards:
        opened = open_at.get(card.order)
        news = card.promised is not None and card.before != card.possible
        if not card.says_by_convention or not (opened or card.asked or news):
            continue
        who, slot, what = reading.name(card.holder), f"slot {slot_number(card.slot)}", _either(card.possible)
        if card.asked:
            text = f"{who} is told to play {slot}" + (f", read as {what}" if what else "")
            text += _needed_by(card, meaning, reading)
        elif opened:
            text = f"{who}'s {slot} is {_open_values(opened, meaning, reading, card.possible)}"
        elif what:
            text = f"{who}'s {slot} is {what}"
        else:
            continue
        rank = OPEN if opened else TO_PLAY if card.asked else VALUE
        rows.append((rank, {"order": card.order, "text": text}))
    return [row for _, row in sorted(rows, key=lambda ranked: ranked[0])]


def _either(cards: CardSet) -> str:
    """Name cards: `r1, r2 or b1`; empty where they are too many, or none."""
    names = [cards.variant.text(card) for card in cards]
    return _listed(names) if 0 < len(names) <= MOST_NAMED else ""


def _listed(words: list[str], last: str = "or") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def _open_values(one: OpenReading, meaning: MoveMeaning, reading: GameReading, possible: CardSet) -> str:
    """Name what a card may be, and what must be played before: `r1; or r2, once Alice has played slot 1`.

    What is not *possible* is left out, unless nothing is left then.
    """
    variant = reading.game.setup.terms.variant
    values = dict.fromkeys(value for value, _ in one.alternatives)
    values = {value: None for value in values if possible.mask >> value & 1} or values
    ways = {value: [on for other, on in one.alternatives if other == value] for value in values}
    now = [variant.text(variant.card(value)) for value, ons in ways.items() if not all(ons)]
    later: dict[str, list[str]] = {}
    for value, ons in ways.items():
        if all(ons):
            after = _after(ons, meaning, reading)
            later.setdefault(after, []).append(variant.text(variant.card(value)))
    parts = [_listed(now)] if now else []
    return "; or ".join(parts + [f"{_listed(names)}, once {after}" for after, names in later.items()])


def _after(ons: list[tuple[tuple[int, int], ...]], meaning: MoveMeaning, reading: GameReading) -> str:
    """Say what must be played first; cards that nobody holds any more are left out."""
    if len(ons) > 1:
        return "a card that it needs is played"
    hands = reading.game.states[meaning.turn + 1].hands
    places = {order: (seat, slot) for seat, hand in enumerate(hands) for slot, order in enumerate(hand)}
    by_seat: dict[int, list[str]] = {}
    for order, _ in ons[0]:
        if order in places:
            seat, slot = places[order]
            by_seat.setdefault(seat, []).append(str(slot_number(slot)))
    who = [
        f"{reading.name(seat)} has played slot{'s' * (len(slots) > 1)} {_listed(slots, 'and')}"
        for seat, slots in by_seat.items()
    ]
    return _listed(who, "and") if who else "the cards before it are played"


def _needed_by(card: CardSaid, meaning: MoveMeaning, reading: GameReading) -> str:
    """Say for which card one is asked for, if for another: `, without a clue: Cathy's slot 4 needs it`."""
    waiting = list(_waiting_for(card.order, meaning, reading))
    if not waiting:
        return ""
    clued = reading.game.states[meaning.turn + 1].touched >> card.order & 1
    need = "needs" if len(waiting) == 1 else "need"
    return f"{'' if clued else ', though no clue touched it'}: {_listed(waiting, 'and')} {need} it first"


def _waiting_for(order: int, meaning: MoveMeaning, reading: GameReading) -> Iterator[str]:
    hands = reading.game.states[meaning.turn + 1].hands
    for one in meaning.readings:
        holder = reading.holder(meaning.turn + 1, one.focus)
        on = {other for _, pairs in one.alternatives for other, _ in pairs}
        if holder is not None and one.focus != order and order in on:
            yield f"{reading.name(holder)}'s slot {slot_number(hands[holder].index(one.focus))}"
