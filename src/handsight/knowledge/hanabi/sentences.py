"""Say knowledge in a sentence of the table."""

from handsight.errors import InputError
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
from handsight.knowledge.hanabi.own_hand import seen
from handsight.knowledge.hanabi.why import USES, ClueFact, Reason, RiddleFact, SeenFact, why
from handsight.notation.hanabi.record import Game

COUNTS = {1: "the only", 2: "both", 3: "all three"}


def card_word(variant: Variant, card: Card) -> str:
    """Name a card in words: blue 4."""
    rank = "START" if card.rank == START else str(card.rank)
    return f"{variant.suits[card.suit].display.lower()} {rank}"


def clue_word(variant: Variant, clue: Clue) -> str:
    """Name a clue in words: blue, or 4."""
    return variant.colors[clue.value].lower() if clue.kind == "color" else str(clue.value)


def happened(event: Event, variant: Variant, names: tuple[str, ...]) -> str:
    """Say in words what happened, as far as the event shows it; a draw is not worth words."""
    match event:
        case ClueGiven(_, giver, target, clue, _, touched, _):
            word = clue_word(variant, clue) if clue else "something"
            return f"{names[giver]} clued {names[target]} {word}, touching {len(touched)}"
        case CardPlayed(_, who, order, card, fits):
            word = variant.text(card) if card else f"card {order}"
            return f"{names[who]} played {word}{', a strike' if fits is False else ''}"
        case CardDiscarded(_, who, order, card):
            return f"{names[who]} discarded {variant.text(card) if card else f'card {order}'}"
        case GameStopped(_, stop):
            return f"the game was broken off ({stop.reason.word})"
        case CardDrawn():
            return ""


def tell(reason: Reason, look: View, names: tuple[str, ...], *, newest: int = 0) -> str:
    """Say a reason: the claim, because of its facts; slots count from *newest*."""
    variant = look.terms.variant
    claim = reason.claim
    if claim not in USES:
        claim = card_word(variant, variant.read(claim))
    facts = [*_clues(reason, look, newest), *_riddles(reason), *_seen(reason, look, names)]
    if reason.claim in USES:
        claim += " as the table stands"
    return f"{claim}, because {_joined(facts)}" if facts else f"{claim}, whatever it is"


def why_known(game: Game, *, seat: int | str, slot: int, turn: int | None = None) -> list[str]:
    """Say what a seat knows for certain of one of its cards, each with its reason."""
    look = seen(game, seat=seat, turn=turn)
    size = len(look.hands[look.viewer])
    if not 0 <= slot < size:
        raise InputError(f"there is no slot {slot}; this hand has slots 0 to {size - 1}")
    return [tell(reason, look, game.seats) for reason in why(look, slot)]


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}{',' * (len(parts) > 2)} and {parts[-1]}"


def _clues(reason: Reason, look: View, newest: int) -> list[str]:
    variant, hand = look.terms.variant, look.hands[look.viewer]
    said = []
    for fact in sorted((f for f in reason.facts if isinstance(f, ClueFact)), key=lambda f: f.event.turn):
        if fact.event.clue is not None:
            verb = "touched" if fact.touched else "missed"
            which = "it" if fact.order == reason.order else _which(fact.order, hand, newest)
            said.append(
                f"turn {fact.event.turn + 1}'s {clue_word(variant, fact.event.clue)} clue {verb} {which}"
            )
    return said


def _which(order: int, hand: tuple[int, ...], newest: int) -> str:
    return f"slot {hand.index(order) + newest}" if order in hand else f"card {order}, which is hidden too"


def _riddles(reason: Reason) -> list[str]:
    return [
        f"some {_kind(fact.event)} at turn {fact.event.turn + 1} touched {len(fact.event.touched)} cards"
        for fact in reason.facts
        if isinstance(fact, RiddleFact)
    ]


def _kind(event: ClueGiven) -> str:
    return {"color": "colour clue", "number": "number clue"}.get(event.kind or "", "clue")


def _seen(reason: Reason, look: View, names: tuple[str, ...]) -> list[str]:
    """Say where the copies lie, those of one face together."""
    variant = look.terms.variant
    lying: dict[Card, list[str]] = {}
    for fact in reason.facts:
        if isinstance(fact, SeenFact):
            lying.setdefault(fact.card, []).append(_place(fact.order, look, names))
    said = []
    for card, places in sorted(lying.items()):
        count, copies, word = len(places), variant.copies[variant.identity(card)], card_word(variant, card)
        plural = "" if count == 1 else "s"
        many = COUNTS.get(count, f"all {count}") if count == copies else "a" if count == 1 else str(count)
        where = " and ".join(dict.fromkeys(places))
        said.append(f"{many} {word}{plural} {'is' if count == 1 else 'are'} {where}")
    return said


def _place(order: int, look: View, names: tuple[str, ...]) -> str:
    for seat, hand in enumerate(look.hands):
        if order in hand:
            return f"in {names[seat]}'s hand"
    return "in the discard pile" if order in look.discarded else "on the table"
