"""Knowledge of Boeren Bridge in sentences for people: turns are counted from 1."""

from collections.abc import Iterator, Sequence

from handsight.boeren import (
    SUIT_NAMES,
    BidChanged,
    BidMade,
    CardPlayed,
    Event,
    SuitLed,
    TrickTaken,
    TrumpAnnounced,
    VoidShown,
)
from handsight.knowledge.boeren.explanation import Explanation, explanation_sentences
from handsight.knowledge.boeren.kripke_model import NestedKnowledge
from handsight.knowledge.boeren.owners import SEAT_LETTERS, Owners
from handsight.knowledge.claims import FormulaAnswer, formula_sentences

Answer = Owners | NestedKnowledge | Explanation | FormulaAnswer


def sentences(answer: Answer, names: Sequence[str]) -> list[str]:
    """Return an answer about knowledge as lines of text; *names* are those of the seats."""
    match answer:
        case Owners():
            return str(answer).splitlines()
        case NestedKnowledge():
            return list(_nested(answer))
        case Explanation():
            return list(explanation_sentences(answer, names))
        case FormulaAnswer():
            return formula_sentences(answer, "deal")


def event_sentence(event: Event, names: Sequence[str]) -> str:
    """Say what happened, as every seat sees it."""
    match event:
        case TrumpAnnounced() | BidMade() | BidChanged():
            return _bidding_sentence(event, names)
        case CardPlayed(_, seat, card, _):
            return f"{names[seat]} plays {card.symbol}"
        case SuitLed(_, _, suit):
            return f"the suit of the trick is {SUIT_NAMES[suit].lower()}"
        case VoidShown(_, seat, suit):
            return f"{names[seat]} has no {SUIT_NAMES[suit].lower()}"
        case TrickTaken(_, seat, _, _):
            return f"{names[seat]} takes the trick"


def _bidding_sentence(event: TrumpAnnounced | BidMade | BidChanged, names: Sequence[str]) -> str:
    match event:
        case TrumpAnnounced(_, seat, suit, card):
            shown = f": {names[seat]} turns up {card.symbol}" if card else ""
            return f"trump is {SUIT_NAMES[suit].lower()}{shown}"
        case BidMade(_, seat, tricks):
            return f"{names[seat]} bids {tricks}"
        case BidChanged(_, seat, guess, tricks):
            return f"{names[seat]} had to change its guess from {guess} to {tricks}"


def _nested(found: NestedKnowledge) -> Iterator[str]:
    yield f"  public deals: {found.public_deals:,}"
    yield f"  common knowledge component: {found.common_component:,}"
    knows = (
        f"{SEAT_LETTERS[one]}>{SEAT_LETTERS[other]}: {_cards(cards)}"
        for (one, other), cards in found.knows_that_knows.items()
    )
    yield f"  knows that knows owner: {'; '.join(knows) or '–'}"
    common = (
        f"{card}: {', '.join(SEAT_LETTERS[seat] for seat in seats) or '–'}"
        for card, seats in found.common_owners.items()
    )
    yield f"  common owners: {'; '.join(common) or '–'}"
    pooled = (
        f"{SEAT_LETTERS[one]}+{SEAT_LETTERS[other]}: deals: {deals:,}; known: {_cards(known)}"
        for (one, other), (deals, known) in found.pooled.items()
    )
    yield f"  pooled: {'; '.join(pooled) or '–'}"


def _cards(cards: Sequence[object]) -> str:
    return ", ".join(map(str, cards)) or "–"
