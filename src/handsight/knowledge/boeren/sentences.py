"""Knowledge of Boeren Bridge in sentences for people: turns are counted from 1."""

from collections.abc import Iterator, Sequence

from handsight.boeren import (
    SUIT_NAMES,
    BidChanged,
    BidMade,
    Card,
    CardPlayed,
    Event,
    SuitLed,
    TrickTaken,
    TrumpAnnounced,
    VoidShown,
)
from handsight.knowledge.boeren.announcements import Announcements
from handsight.knowledge.boeren.explanation import Explanation, explanation_sentences
from handsight.knowledge.boeren.kripke_model import NestedKnowledge
from handsight.knowledge.boeren.owners import Owners, owner_lines
from handsight.knowledge.claims import FormulaAnswer, formula_sentences
from handsight.logic import formula_text
from handsight.text.counting_from_one import counted, turn_number
from handsight.text.suggestions import listed

Answer = Owners | NestedKnowledge | Explanation | Announcements | FormulaAnswer


def sentences(answer: Answer, names: Sequence[str]) -> list[str]:
    """Return an answer about knowledge as lines of text; *names* are those of the seats."""
    match answer:
        case Owners():
            return list(owner_lines(answer, names))
        case NestedKnowledge():
            return list(_nested(answer, names))
        case Announcements():
            return list(_announcements(answer, names))
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


def _announcements(answer: Announcements, names: Sequence[str]) -> Iterator[str]:
    """Yield a line for each announcement: when, what, as a formula, and how many deals it leaves."""
    first, *_ = answer.made
    deals = f"{first.deals:,} possible deals before the first"
    yield f"announcements up to turn {turn_number(answer.turn)}: {deals}"
    before = first.deals
    for made in answer.made:
        when = "deal" if made.event.turn < 0 else f"turn {turn_number(made.event.turn)}"
        formula = f"  [{formula_text(made.formula)}]" if made.formula is not None else ""
        fewer = f"  {counted(made.deals, 'deal')} left" if made.deals != before else ""
        yield f"  {when}: {event_sentence(made.event, names)}{formula}{fewer}"
        before = made.deals


def _nested(found: NestedKnowledge, names: Sequence[str]) -> Iterator[str]:
    public, common = f"{found.public_deals:,}", f"{found.common_component:,}"
    yield f"  without seeing a hand: {public} possible deals; common knowledge leaves {common}"
    by_card: dict[tuple[Card, ...], list[str]] = {}
    for (one, other), cards in found.knows_that_knows.items():
        by_card.setdefault(cards, []).append(f"{names[one]} that {names[other]} does")
    for cards, pairs in by_card.items():
        if cards:
            yield f"  know that another knows who holds {_cards(cards)}: {'; '.join(pairs)}"
    if not any(by_card):
        yield "  nobody knows that another knows who holds a hidden card which is not its own"
    ruled_out: dict[tuple[int, ...], list[Card]] = {}
    for card, seats in found.common_owners.items():
        ruled_out.setdefault(seats, []).append(card)
    for seats, held in ruled_out.items():
        who = listed([names[seat] for seat in seats], "or")
        yield f"  by common knowledge {_cards(held)} may be dealt to {who}"
    for (one, other), (deals, known) in found.pooled.items():
        whose = f"; they know who holds {_cards(known)}" if known else ""
        yield f"  {names[one]} and {names[other]} together: {counted(deals, 'possible deal')}{whose}"


def _cards(cards: Sequence[object]) -> str:
    return ", ".join(map(str, cards)) or "–"
