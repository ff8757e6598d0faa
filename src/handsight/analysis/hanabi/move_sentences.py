"""What a convention says of moves and cards of a game: in sentences, and as JSON."""

from collections.abc import Iterator
from typing import Any, Literal, get_args

from msgspec import Struct
from msgspec.structs import asdict

from handsight.analysis.hanabi.game_reading import (
    SHOWN_BITS,
    CardMeaning,
    CardSaid,
    GameReading,
    MoveMeaning,
    OpenReading,
)
from handsight.conventions.interpreter.open_readings import ANY, MOST_ALTERNATIVES
from handsight.hanabi import CardSet
from handsight.text.counting_from_one import counted, slot_number, turn_number
from handsight.text.suggestions import listed

SentenceKind = Literal["open", "play", "value", "impossible", "narrower", "flag", "withdrawn", "full"]
KINDS: tuple[SentenceKind, ...] = get_args(SentenceKind)
"""The order of sentences: what a move left open, who is told to play, what a card is, and the rest."""
MOST_NAMED = 6
"""If a card may have more identities than this, they are not listed."""
TOO_MANY = (
    f"more than {MOST_ALTERNATIVES} readings: those that need the most cards are left out,"
    " so one of those may be meant"
)


class MoveSentence(Struct, frozen=True):
    """A sentence about what a move told about a card, without a full stop."""

    order: int | None
    """The order of the card; None if the sentence is about no card."""
    kind: SentenceKind
    text: str
    ending: str = ""
    """Whether it is true, and when that was settled; empty if the reader may not know this."""

    @property
    def with_ending(self) -> str:
        """The sentence with its ending, for a reader who sees all cards."""
        return f"{self.text}; {self.ending}" if self.ending else self.text


def meaning_sentences(meaning: MoveMeaning, reading: GameReading) -> list[str]:
    """Say what a move meant, in lines for people: what was done, about each card, and the bits told."""
    lines = [f"move {turn_number(meaning.turn)}, {meaning.text}:"]
    lines += [f"  {one.with_ending}" for one in move_sentences(meaning, reading)]
    told = [
        f"{reading.name(seat)} {bits:+.1f}"
        for seat, bits in enumerate(meaning.bits)
        if abs(bits) >= SHOWN_BITS
    ]
    if told:
        lines.append(f"  bits told: {', '.join(told)}")
    if len(lines) == 1:
        lines.append("  it says nothing about any card")
    return lines


def move_sentences(meaning: MoveMeaning, reading: GameReading, *, public: bool = False) -> list[MoveSentence]:
    """Say what a move told about each card: what it left open, whom it told to play, what it is, its flags.

    With *public* they say what everybody at the table can tell, and otherwise what each card's holder can.

    >>> from handsight.conventions import load_convention, promised_knowledge
    >>> from handsight.playable_games import load
    >>> reading = GameReading(promised_knowledge(load("sample:first"), load_convention("minimal")))
    >>> print(move_sentences(reading.meaning(0), reading)[0].text)
    Cathy is told to play slot 3, read as b1
    """
    about = {flag.name: flag.text for flag in reading.convention.flags}
    cards = reading.said_in_public(meaning.turn) if public else meaning.cards
    found = list[MoveSentence]()
    for card in cards:
        if card.says_by_convention:
            found += _told(card, meaning, reading)
        if card.says_by_convention and card.gains:
            flags = ", ".join(f"{flag} ({about[flag]})" if about.get(flag) else flag for flag in card.gains)
            found.append(MoveSentence(card.order, "flag", f"{_place(card, reading)} is marked {flags}"))
    for lost in meaning.cards:
        if lost.withdrawn is not None:
            what = _either(lost.withdrawn) if lost.withdrawn.mask else "what it cannot be"
            text = f"{_place(lost, reading)} is no longer promised to be {what}"
            found.append(MoveSentence(lost.order, "withdrawn", text))
    if meaning.full:
        found.append(MoveSentence(None, "full", TOO_MANY))
    return sorted(found, key=lambda one: KINDS.index(one.kind))


def _told(card: CardSaid, meaning: MoveMeaning, reading: GameReading) -> Iterator[MoveSentence]:
    """Say what a move told about a card: to play it, or what it is; nothing where it told neither."""
    opened = next((one for one in meaning.readings if one.focus == card.order), None)
    kind: SentenceKind = "open" if opened else "play" if card.asked else "value"
    few = 0 < len(card.possible) <= MOST_NAMED
    place, what = _place(card, reading), _either(card.possible) if few else ""
    ending = _ending(card, opened, reading)
    if card.asked:
        text = f"{reading.name(card.holder)} is told to play slot {slot_number(card.slot)}"
        text += (f", read as {what}" if what else "") + _needed_by(card, meaning, reading)
        yield MoveSentence(card.order, kind, text, ending)
    elif opened:
        text = f"{place} is {_open_values(opened, meaning, reading, card.possible)}"
        yield MoveSentence(card.order, kind, text, ending)
    elif card.promised is not None:
        could = reading.context(meaning.turn + 1).could(card.order)
        if isinstance(card, CardMeaning):
            could = card.by_rules.mask
        if not card.promised.mask & could:
            promised = f"{_either(card.promised)}, which is not" if card.promised.mask else "nothing that is"
            text = f"{place} is promised to be {promised} possible"
            yield MoveSentence(card.order, "impossible", text, ending)
        elif what and card.before != card.possible:
            yield MoveSentence(card.order, kind, f"{place} is {what}", ending)
        else:
            left = counted(len(card.possible), "card")
            yield MoveSentence(card.order, "narrower", f"{place} is one of {left}", ending)


def _ending(card: CardSaid, opened: OpenReading | None, reading: GameReading) -> str:
    """Say whether what was told of a card is true, and when that was settled."""
    if not isinstance(card, CardMeaning) or (card.promised is None and opened is None):
        return ""
    parts, settled = [], card.settled
    if opened:
        parts, settled = ["true" if opened.true else "not true"], opened.settled
    elif card.true is False:
        parts = [f"not true: it is {card.possible.variant.text(reading.game.final.cards[card.order])}"]
    return "; ".join([*parts, *([f"settled at move {settled}"] if settled is not None else [])])


def _place(card: CardSaid, reading: GameReading) -> str:
    return f"{reading.name(card.holder)}'s slot {slot_number(card.slot)}"


def _either(cards: CardSet) -> str:
    return listed(cards.variant.text(card) for card in cards)


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
    parts = [listed(now)] if now else []
    return "; or ".join(parts + [f"{listed(names)}, once {after}" for after, names in later.items()])


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
        f"{reading.name(seat)} has played slot{'s' * (len(slots) > 1)} {listed(slots, 'and')}"
        for seat, slots in by_seat.items()
    ]
    return listed(who, "and") if who else "the cards before it are played"


def _needed_by(card: CardSaid, meaning: MoveMeaning, reading: GameReading) -> str:
    """Say which other cards need this one first: `: Bob's slot 2 needs it first`; empty if none does."""
    after = reading.game.states[meaning.turn + 1]
    waiting = []
    for one in meaning.readings:
        holder = reading.holder(meaning.turn + 1, one.focus)
        on = {other for _, pairs in one.alternatives for other, _ in pairs}
        if holder is not None and one.focus != card.order and card.order in on:
            slot = slot_number(after.hands[holder].index(one.focus))
            waiting.append(f"{reading.name(holder)}'s slot {slot}")
    if not waiting:
        return ""
    unseen = "" if after.touched >> card.order & 1 else ", though no clue touched it"
    return f"{unseen}: {listed(waiting, 'and')} {'needs' if len(waiting) == 1 else 'need'} it first"


def meaning_json(meaning: MoveMeaning, reading: GameReading) -> dict[str, object]:
    """Return what a move meant as JSON data; turns and slots are indices from 0."""
    return {
        "turn": meaning.turn,
        "seat": meaning.seat,
        "convention": reading.convention.name,
        "move": meaning.text,
        "cards": [card_json(card) for card in meaning.cards],
        "bits": [round(bits, 6) for bits in meaning.bits],
        "readings": [_reading_json(one, reading) for one in meaning.readings],
        "full": meaning.full,
    }


def _reading_json(one: OpenReading, reading: GameReading) -> dict[str, object]:
    """Return what a move left open as JSON data."""
    variant = reading.game.setup.terms.variant

    def text(value: int) -> str:
        return variant.text(variant.card(value))

    return {
        "order": one.focus,
        "alternatives": [
            {
                "card": text(value),
                "on": [{"order": card, "card": None if what == ANY else text(what)} for card, what in pairs],
            }
            for value, pairs in one.alternatives
        ],
        "true": one.true,
        "settled": one.settled,
    }


def card_json(card: CardMeaning) -> dict[str, object]:
    """Return what a move said about a card as JSON data."""
    row: dict[str, Any] = {
        name: list(map(str, value)) if isinstance(value, tuple) else value
        for name, value in asdict(card).items()
    }
    for name, cards in row.items():
        if isinstance(cards, CardSet):
            row[name] = [cards.variant.text(one) for one in cards]
    return row | {"seat": row.pop("holder"), "bits": round(card.bits, 6)}
