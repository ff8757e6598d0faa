"""Knowledge of Boeren Bridge in sentences for people: turns are counted from 1."""

from collections.abc import Iterator, Sequence

from handsight.boeren import SUIT_NAMES, BidMade, CardPlayed, Event, TrickTaken, VoidShown
from handsight.knowledge.boeren.explain import Explanation, Fact, SeenFact, SizeFact, VoidFact
from handsight.knowledge.boeren.kripke_model import NestedKnowledge
from handsight.knowledge.boeren.owners import PLACES, SEAT_LETTERS, STOCK, Owners
from handsight.knowledge.claims import Claim, FormulaAnswer, formula_sentences
from handsight.text.counting import turn_number
from handsight.text.suggestions import listed

Answer = Owners | NestedKnowledge | Explanation | FormulaAnswer


def sentences(answer: Answer, names: Sequence[str]) -> list[str]:
    """Return an answer about knowledge as lines of text; *names* are those of the seats."""
    match answer:
        case Owners():
            return list(_owners(answer))
        case NestedKnowledge():
            return list(_nested(answer))
        case Explanation():
            return list(_explanation(answer, names))
        case FormulaAnswer():
            return formula_sentences(answer, "deal")


def event_sentence(event: Event, names: Sequence[str]) -> str:
    """Say what happened, as every seat sees it."""
    match event:
        case BidMade(_, seat, tricks):
            return f"{names[seat]} bids {tricks}"
        case CardPlayed(_, seat, card, _):
            return f"{names[seat]} plays {card.symbol}"
        case VoidShown(_, seat, suit):
            return f"{names[seat]} has no {SUIT_NAMES[suit].lower()}"
        case TrickTaken(_, seat, _, _):
            return f"{names[seat]} takes the trick"


def _owners(found: Owners) -> Iterator[str]:
    yield f"{SEAT_LETTERS[found.view.viewer]}: {found.deal.size:,} deals"
    excluded = found.excluded
    for card, row in found.chances.items():
        places = ", ".join(PLACES[place] for place in excluded.get(card, ()))
        also = f"   (card by card also {places}: ruled out by counting)" if places else ""
        yield f"  {card}: " + ", ".join(f"{PLACES[at]} {chance}" for at, chance in row.items()) + also


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


def _explanation(explanation: Explanation, names: Sequence[str]) -> Iterator[str]:
    who = names[explanation.seat]
    if not explanation.claims:
        yield f"{who} knows nothing for certain about who holds {explanation.card}"
    for claim in explanation.claims:
        since = turn_number(claim.since)
        yield f"{claim_sentence(claim, explanation, names)}; {who} knows it since turn {since}"


def claim_sentence(claim: Claim[Fact], explanation: Explanation, names: Sequence[str]) -> str:
    """Say what is known and why: "QH is East's, because South holds no more hearts (turn 9)"."""
    place = PLACES.index(claim.value)
    facts = [_fact(fact, explanation, names) for fact in claim.facts or ()]
    because = f", because {listed(facts, 'and')}" if facts else ""
    return f"{explanation.card} is {'' if claim.name == 'owner' else 'not '}{_owner(place, names)}{because}"


def _owner(place: int, names: Sequence[str]) -> str:
    return "in the stock" if place == STOCK else f"{_name(place, names)}'s"


def _name(place: int, names: Sequence[str]) -> str:
    if place == STOCK:
        return "the stock"
    return names[place] if place < len(names) else SEAT_LETTERS[place]


def _fact(fact: Fact, explanation: Explanation, names: Sequence[str]) -> str:
    match fact:
        case VoidFact(event):
            suit = SUIT_NAMES[event.suit].lower()
            return (
                f"{_name(event.seat, names)} showed that it has no {suit} at turn {turn_number(event.turn)}"
            )
        case SizeFact(place, 0):
            return f"{_name(place, names)} has no cards left"
        case SizeFact(place, size):
            return f"{_name(place, names)} holds {size} card{'s' * (size != 1)}"
        case SeenFact(place, None):
            return "it was turned up" if place == STOCK else f"{_name(explanation.seat, names)} holds it"
        case SeenFact(place, turn):
            return f"{_name(place, names)} played it at turn {turn_number(turn or 0)}"
