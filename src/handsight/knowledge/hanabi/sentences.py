"""Knowledge of Hanabi in sentences for people: turns and slots count from 1, slot 1 is the newest card."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from handsight.hanabi import (
    START,
    Card,
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
from handsight.text.counting_from_one import percent, slot_number, turn_number

Answer = Knowledge | NestedKnowledge | Explanation | FormulaAnswer

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
    printed: dict[tuple[str, ...], int] = {}  # a grid is printed once, for the first slot that has it
    for card in knowledge:
        values = f"  [{_values(card)}]" if card.playable is not None else ""
        first, *grid = chance_lines(card.variant, card.probability)
        same = printed.setdefault(tuple(grid), card.slot) if grid else card.slot
        like = "" if same == card.slot else f", as in slot {slot_number(same)}"
        yield f"  slot {slot_number(card.slot)} (card {card.order}): {first}{like}{values}"
        yield from (f"    {line}" for line in grid if not like)
    if knowledge.caveat:
        yield f"  {knowledge.caveat}"


def _values(card: CardKnowledge) -> str:
    shares = (
        ("playable", card.playable),
        ("needed later", card.needed_later),
        ("trash", card.trash),
        ("critical", card.critical),
    )
    return ", ".join(f"{name} {percent(share)}" for name, share in shares if share)


def chance_lines(variant: Variant, chances: Mapping[Card, Fraction]) -> list[str]:
    """List every possible card: in one line if one suit or one rank is left, else as a grid with totals.

    The lines of the grid follow the first, which says how many cards are possible.
    """
    suits = sorted({card.suit for card in chances})
    ranks = sorted({card.rank for card in chances})
    if len(suits) == 1 or len(ranks) == 1:
        ordered = sorted(chances.items(), key=lambda pair: (-pair[1], pair[0]))
        return ["  ".join(f"{variant.text(card)} {percent(chance)}" for card, chance in ordered)]
    wide = max(len(variant.suits[suit].name) for suit in suits)
    names = {rank: "START" if rank == START else str(rank) for rank in ranks}
    lines = [" " * wide + "".join(f"{names[rank]:>7}" for rank in ranks) + f"{'all':>8}"]
    for suit in suits:
        row = [chances.get(Card(suit, rank), Fraction(0)) for rank in ranks]
        cells = "".join(f"{percent(chance) if chance else '.':>7}" for chance in row)
        lines.append(f"{variant.suits[suit].name:<{wide}}{cells}{percent(sum(row, Fraction(0))):>8}")
    columns = [
        sum((chances.get(Card(suit, rank), Fraction(0)) for suit in suits), Fraction(0)) for rank in ranks
    ]
    lines.append(f"{'all':<{wide}}" + "".join(f"{percent(total):>7}" for total in columns))
    return [f"{len(chances)} possible cards", *lines]


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
