"""Knowledge of Hanabi in sentences for people: turns and slots count from 1, slot 1 is the newest card."""

from collections.abc import Iterable, Iterator, Sequence

from handsight.hanabi import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    ClueGiven,
    Event,
    GameStopped,
    Variant,
)
from handsight.knowledge.claims import FormulaAnswer, formula_sentences
from handsight.knowledge.hanabi.explanation import Explanation, clue_in_words, explanation_sentences
from handsight.knowledge.hanabi.nested import NestedKnowledge
from handsight.knowledge.hanabi.own_hand import CardKnowledge, Knowledge
from handsight.knowledge.hanabi.timeline import InformationGain
from handsight.notation.hanabi.record import Game
from handsight.text.counting import slot_number, turn_number

Answer = Knowledge | NestedKnowledge | Explanation | FormulaAnswer

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
            return list(explanation_sentences(answer, names))
        case FormulaAnswer():
            return formula_sentences(answer)


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
    return ", ".join(f"{name} {float(share):.1%}" for name, share in shares if share) or "needed later"


def _nested(nested: NestedKnowledge, names: Sequence[str]) -> Iterator[str]:
    seat, of, turn = names[nested.seat], names[nested.of], turn_number(nested.turn)
    yield f"what {seat} can say of what {of} may think, turn {turn}:"
    for card in nested:
        sure = " (surely known playable)" if card.surely_playable else ""
        sure = " (surely known trash)" if card.surely_trash else sure
        yield f"  slot {slot_number(card.slot)} (card {card.order}): {card.possible}{sure}"
        if card.caveat:
            yield f"    {card.caveat}"


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
