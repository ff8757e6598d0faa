"""Knowledge of Hanabi in sentences for people: turns and slots count from 1, slot 1 is the newest card."""

from collections.abc import Iterable, Iterator, Sequence

from handsight.hanabi import (
    START,
    Card,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    Clue,
    ClueGiven,
    Event,
    GameStopped,
    Variant,
    View,
)
from handsight.knowledge.claims import Claim, FormulaAnswer, formula_sentences
from handsight.knowledge.hanabi.explain import ClueFact, Explanation, Fact, HiddenClueFact, SeenFact
from handsight.knowledge.hanabi.nested import NestedKnowledge
from handsight.knowledge.hanabi.own_hand import CardKnowledge, Knowledge
from handsight.knowledge.hanabi.timeline import InformationGain
from handsight.notation.hanabi.record import Game
from handsight.text.counting import slot_number, turn_number

Answer = Knowledge | NestedKnowledge | Explanation | FormulaAnswer

COUNTS = {1: "the only", 2: "both", 3: "all three"}
MOST_CARDS = 8
"""How many possible cards of a slot are listed."""
LEAST_BITS = 0.005
"""Smaller gains of information are not worth a line."""


def sentences(answer: Answer, names: Sequence[str]) -> list[str]:
    """Return an answer about knowledge as lines of text; *names* are those of the seats."""
    match answer:
        case Knowledge():
            return list(_knowledge(answer, names))
        case NestedKnowledge():
            return list(_nested(answer, names))
        case Explanation():
            return list(_explanation(answer, names))
        case FormulaAnswer():
            return formula_sentences(answer)


def card_in_words(variant: Variant, card: Card) -> str:
    """Name a card in words: blue 4."""
    rank = "START" if card.rank == START else str(card.rank)
    return f"{variant.suits[card.suit].display.lower()} {rank}"


def clue_in_words(variant: Variant, clue: Clue) -> str:
    """Name a clue in words: blue, or 4."""
    return variant.colors[clue.value].lower() if clue.kind == "color" else str(clue.value)


def event_sentence(event: Event, variant: Variant, names: Sequence[str]) -> str:
    """Say what happened, as far as the event shows it; empty for a draw."""
    match event:
        case ClueGiven(_, giver, target, clue, _, touched, _):
            value = clue_in_words(variant, clue) if clue else "something"
            return f"{names[giver]} clued {names[target]} {value}, touching {len(touched)}"
        case CardPlayed(_, seat, order, card, fits):
            face = variant.text(card) if card else f"card {order}"
            return f"{names[seat]} played {face}{', a strike' if fits is False else ''}"
        case CardDiscarded(_, seat, order, card):
            return f"{names[seat]} discarded {variant.text(card) if card else f'card {order}'}"
        case GameStopped(_, stop):
            return f"the game was broken off ({stop.reason.word})"
        case CardDrawn():
            return ""


def _knowledge(knowledge: Knowledge, names: Sequence[str]) -> Iterator[str]:
    who, turn = f"{names[knowledge.seat]} (seat {knowledge.seat})", turn_number(knowledge.turn)
    yield f"{who}, turn {turn}: {knowledge.worlds:,} possible hands"
    for card in knowledge:
        chances = sorted(card.probability.items(), key=lambda pair: (-pair[1], pair[0]))
        shown = "  ".join(f"{card.variant.text(face)} {float(p):.1%}" for face, p in chances[:MOST_CARDS])
        more = f"  and {len(chances) - MOST_CARDS} more" if len(chances) > MOST_CARDS else ""
        values = f"  [{_values(card)}]" if card.playable is not None else ""
        yield f"  slot {slot_number(card.slot)} (card {card.order}): {shown}{more}{values}"
    if knowledge.caveat:
        yield f"  {knowledge.caveat}"


def _values(card: CardKnowledge) -> str:
    shares = (("playable", card.playable), ("trash", card.trash), ("critical", card.critical))
    return ", ".join(f"{name} {float(share):.1%}" for name, share in shares if share) or "of no use now"


def _nested(nested: NestedKnowledge, names: Sequence[str]) -> Iterator[str]:
    seat, of, turn = names[nested.seat], names[nested.of], turn_number(nested.turn)
    yield f"what {seat} can say of what {of} may think, turn {turn}:"
    for card in nested:
        sure = " (surely known playable)" if card.surely_playable else ""
        sure = " (surely known trash)" if card.surely_trash else sure
        yield f"  slot {slot_number(card.slot)} (card {card.order}): {card.possible}{sure}"
        if card.caveat:
            yield f"    {card.caveat}"


def _explanation(explanation: Explanation, names: Sequence[str]) -> Iterator[str]:
    slot = slot_number(explanation.slot)
    which = f"{names[explanation.seat]}'s slot {slot} (card {explanation.order})"
    if not explanation.claims:
        yield f"{which}: nothing is certain yet"
    for claim in explanation.claims:
        since = turn_number(claim.since)
        yield f"{which} is {claim_sentence(claim, explanation, names)}; known since turn {since}"


def claim_sentence(claim: Claim[Fact], explanation: Explanation, names: Sequence[str]) -> str:
    """Say what is known and why: "blue 4, because turn 5's blue clue touched it"."""
    view = explanation.view
    variant = view.terms.variant
    text = card_in_words(variant, variant.read(claim.value)) if claim.value else claim.name
    if not claim.value:
        text += " as the table stands"
    if claim.facts is None:
        return f"{text}, which follows only from replaying the face-down cards"
    facts = [*_clues(claim.facts, explanation), *_hidden_clues(claim.facts), *_seen(claim.facts, view, names)]
    return f"{text}, because {_joined(facts)}" if facts else f"{text}, whatever it is"


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}{',' * (len(parts) > 2)} and {parts[-1]}"


def _clues(facts: Iterable[Fact], explanation: Explanation) -> Iterator[str]:
    variant = explanation.view.terms.variant
    for fact in sorted((f for f in facts if isinstance(f, ClueFact)), key=lambda f: f.event.turn):
        if fact.event.clue is not None:
            clue, verb = clue_in_words(variant, fact.event.clue), "touched" if fact.touched else "missed"
            yield f"turn {turn_number(fact.event.turn)}'s {clue} clue {verb} {_which(fact, explanation)}"


def _which(fact: ClueFact, explanation: Explanation) -> str:
    hand = explanation.view.hands[explanation.seat]
    if fact.order == explanation.order:
        return "it"
    if fact.order in hand:
        return f"slot {slot_number(hand.index(fact.order))}"
    return f"card {fact.order}, which is hidden too"


def _hidden_clues(facts: Iterable[Fact]) -> Iterator[str]:
    kinds = {"color": "colour clue", "number": "number clue"}
    for fact in facts:
        if isinstance(fact, HiddenClueFact):
            kind, turn = kinds.get(fact.event.kind or "", "clue"), turn_number(fact.event.turn)
            yield f"some {kind} at turn {turn} touched {len(fact.event.touched)} cards"


def _seen(facts: Iterable[Fact], view: View, names: Sequence[str]) -> Iterator[str]:
    """Say where copies are seen, those of one card together."""
    variant = view.terms.variant
    places: dict[Card, list[str]] = {}
    for fact in facts:
        if isinstance(fact, SeenFact):
            places.setdefault(fact.card, []).append(_place(fact.order, view, names))
    for card, where in sorted(places.items()):
        count, copies, name = len(where), variant.copies[variant.identity(card)], card_in_words(variant, card)
        plural, verb = ("", "is") if count == 1 else ("s", "are")
        many = COUNTS.get(count, f"all {count}") if count == copies else "a" if count == 1 else str(count)
        yield f"{many} {name}{plural} {verb} {' and '.join(dict.fromkeys(where))}"


def _place(order: int, view: View, names: Sequence[str]) -> str:
    for seat, hand in enumerate(view.hands):
        if order in hand:
            return f"in {names[seat]}'s hand"
    return "in the discard pile" if order in view.discarded else "on the table"


def timeline_sentences(game: Game, gains: Iterable[InformationGain]) -> Iterator[str]:
    """Yield, move by move, what happened and how much information it gave each seat."""
    variant, move = game.setup.terms.variant, -1
    for gain in gains:
        if gain.turn > move:
            move = gain.turn
            events = (event for event in game.states[move + 1].events if event.turn == move)
            happened = filter(None, (event_sentence(event, variant, game.seats) for event in events))
            yield f"{turn_number(move)}. {'; '.join(happened)}"
        learned = "; ".join(
            f"card {order} is {variant.text(game.setup.deck[order]) if name == 'identity' else name}"
            for order, name in gain.learned
        )
        if gain.bits > LEAST_BITS or learned:
            bound = f" ({gain.bound})" if gain.bound else ""
            news = f", now knows: {learned}" if learned else ""
            yield f"     {game.seats[gain.seat]} +{gain.bits:.2f} bits{bound}{news}"
