"""What can be known at a moment of Boeren Bridge, through somebody's eyes.

The eyes are a seat's, or those of one who sees no hand, or of one who sees all. An answer is made from what
those eyes saw: it is *yes* or *no* where every deal that they leave possible says so, and *open* otherwise.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from handsight.boeren import SEATS, Card, State, View, view
from handsight.errors import HandsightError, InputError, RequestError, TooLargeError
from handsight.knowledge.boeren.owners import SEATS as LETTERS
from handsight.knowledge.boeren.owners import (
    STOCK,
    Owners,
    outsider,
    owners,
    public_model,
    spelled,
    true_deal,
)
from handsight.logic import C, Formula, K, Kv, M, all_of, any_of, parse, witnesses, write
from handsight.logic.deal_space import Deal, dealt
from handsight.logic.engines.bdd import Diagram
from handsight.logic.engines.symbolic import SymbolicModel
from handsight.table.bitmask import members
from handsight.web.boeren import messages as wire
from handsight.web.boeren.table import EVERYONE, OPEN
from handsight.web.server.worker import Tell

PLACES = (*LETTERS, "stock")
MOST_FILLINGS = 70_000
"""How full four hands may be, after each card of the pack, where a stock takes the rest: with five cards of
a whole pack the diagrams have room, with six they outgrow it, after a quarter of a minute."""
TOO_MANY = (
    "this round can be dealt in too many ways to hold them all side by side; "
    "card models and exact chances are told, and rounds with fewer cards can be asked about"
)


@lru_cache(maxsize=16)
def _public(look: View) -> SymbolicModel:
    return public_model(look)


@dataclass(frozen=True)
class Sight:
    """A moment of a round, seen through somebody's eyes; the truth is there only for those who see all."""

    look: View
    eyes: int
    truth: State | None = None

    @classmethod
    def of(cls, state: State, eyes: int) -> "Sight":
        """Look at a moment; a seat's sight holds nothing that the seat does not see."""
        if eyes >= 0:
            return cls(view(state, eyes), eyes)
        look = replace(view(state, 0), viewer=EVERYONE, hand=())
        return cls(look, eyes, state if eyes == OPEN else None)

    @cached_property
    def model(self) -> SymbolicModel:
        """All deals that anybody may still think possible."""
        terms = self.look.terms
        if terms.stock and (terms.hand_size + 1) ** SEATS * len(terms.pack) > MOST_FILLINGS:
            raise TooLargeError(TOO_MANY)
        return _public(replace(self.look, viewer=EVERYONE, hand=()))

    @cached_property
    def cell(self) -> Diagram:
        """The deals that these eyes cannot rule out."""
        if self.truth:
            return self.model.at(true_deal(self.truth))
        if self.eyes == EVERYONE:
            return self.model.lawful
        hand = all_of(dealt(LETTERS[self.eyes], str(card)) for card in self.look.dealt)
        return self.model.lawful & self.model.extension(hand)

    def verdict(self, formula: Formula) -> str:
        """Say whether a formula is true: yes, no, or open."""
        where = self.model.extension(formula)
        if self.cell & where == self.model.nowhere:
            return "no"
        return "yes" if self.cell & ~where == self.model.nowhere else "open"

    @cached_property
    def owners(self) -> Owners:
        """Who may hold each card that these eyes do not see; those who see all take the outsider's part."""
        return outsider(self.look) if self.eyes < 0 else owners(self.look)

    @cached_property
    def seen(self) -> dict[Card, int]:
        """The cards in sight, and whose they are or were (the stock's, where one lies open)."""
        found = _open(self.look)
        found |= dict.fromkeys(self.look.hand, self.eyes)
        if self.truth:
            found |= {card: seat for seat, hand in enumerate(self.truth.hands) for card in hand}
            found = dict.fromkeys(self.look.terms.pack, STOCK) | found
        return found


def _open(look: View) -> dict[Card, int]:
    """Find the cards that everybody sees or saw, and whose they were."""
    played = {play.card: play.seat for play in look.plays}
    return played | ({look.turned: STOCK} if look.turned else {})


def answer(_: Tell, state: State, question: wire.Question) -> dict[str, Any]:
    """Answer a question in a process apart."""
    return answered(state, question)


def answered(state: State, question: wire.Question) -> dict[str, Any]:
    """Answer a question, or raise RequestError saying what is wrong with it."""
    sight = Sight.of(state, question.eyes)
    try:
        match question:
            case wire.Know():
                said = _known(sight, _card(sight, question.card))
            case wire.Nested():
                said = _nested(sight, _card(sight, question.card), question)
            case wire.Ask(formula=formula):
                said = _asked(sight, formula)
    except TooLargeError:
        raise RequestError("cannot-say", TOO_MANY) from None
    except HandsightError as error:
        raise RequestError("cannot-say", str(error)) from None
    return {"type": question.__struct_config__.tag, "turn": question.turn, "eyes": question.eyes, **said}


def _card(sight: Sight, text: str) -> Card:
    card = Card.read(text)
    if card not in sight.look.terms.pack:
        raise InputError(f"{card} is not in the pack of this round")
    return card


def _known(sight: Sight, card: Card) -> dict[str, Any]:
    """Describe a card's model as the document draws it, and the exact chances of every hidden card."""
    found = sight.owners
    return {
        "card": str(card),
        "model": _drawn(sight, card),
        "deals": found.deal.size,
        "owners": {
            str(hidden): {PLACES[at]: [chance.numerator, chance.denominator] for at, chance in row.items()}
            for hidden, row in found.chances.items()
        },
        "counted_out": {
            str(hidden): [PLACES[at] for at in places] for hidden, places in found.excluded.items()
        },
        "held": {str(shown): PLACES[place] for shown, place in sight.seen.items()},
    }


def _drawn(sight: Sight, card: Card) -> dict[str, Any]:
    """Draw one card's model: worlds, those these eyes think possible, the true one if they know it, lines."""
    public = outsider(sight.look)
    shown = _open(sight.look)
    worlds = [shown[card]] if card in shown else [*members(public.per_card[public.cards.index(card)])]
    if card in sight.seen:
        possible = [sight.seen[card]]
    else:
        possible = [*members(sight.owners.deal.possible[sight.owners.cards.index(card)])]
    names = [PLACES[at] for at in worlds]
    return {
        "worlds": names,
        "possible": [PLACES[at] for at in possible],
        "actual": PLACES[possible[0]] if len(possible) == 1 else None,
        "lines": {seat: [pair for pair in combinations(names, 2) if seat not in pair] for seat in LETTERS},
    }


def _nested(sight: Sight, card: Card, question: wire.Nested) -> dict[str, Any]:
    """Say of every seat, or of every pair after those named before, whether the chain knows the owner."""
    if len(question.before) != max(question.depth - 2, 0):
        raise InputError(f"a chain of {question.depth} names {max(question.depth - 2, 0)} seats first")
    if card == sight.look.turned:
        raise InputError(f"{card} lies open on the stock, and everybody knows it")
    owner = f"owner({card})"
    knows = [Kv(seat, owner) for seat in LETTERS]
    places = [place for place in PLACES if place != PLACES[STOCK] or sight.look.terms.stock]
    rows = [[_chained(question.before, known) for known in knows]]
    if question.depth > 1:
        rows = [[_chained(question.before, K(seat, known)) for known in knows] for seat in LETTERS]
    common = any_of(C(LETTERS, dealt(place, str(card))) for place in places)
    return {
        "card": str(card),
        "depth": question.depth,
        "before": question.before,
        "rows": [[sight.verdict(statement) for statement in row] for row in rows],
        "formulas": [[write(statement) for statement in row] for row in rows],
        "thinks": [
            {place: sight.verdict(M(seat, dealt(place, str(card)))) for place in places} for seat in LETTERS
        ],
        "everybody": sight.verdict(all_of(knows)),
        "common": sight.verdict(common),
    }


def _chained(before: tuple[int, ...], statement: Formula) -> Formula:
    for seat in reversed(before):
        statement = K(LETTERS[seat], statement)
    return statement


def _asked(sight: Sight, text: str) -> dict[str, Any]:
    """Answer a formula, with deals that show it and in how many deals it is true."""
    model = sight.model
    formula = parse(text, model, spell=spelled)
    where, verdict = model.extension(formula), sight.verdict(formula)
    among = model.lawful if sight.truth else sight.cell
    return {
        "formula": write(formula),
        "verdict": verdict,
        "true_in": model.size(among & where),
        "deals": model.size(among),
        "shown": _shown(sight, formula, where, verdict),
    }


def _shown(sight: Sight, formula: Formula, where: Diagram, verdict: str) -> list[dict[str, Any]]:
    """Show deals: one each way where the eyes cannot tell, or a way by doubts to one that decides it."""
    model = sight.model
    if verdict == "open":
        sides = {"true": sight.cell & where, "false": sight.cell & ~where}
        return [
            {"start": _dealt(next(model.each(deals))), "steps": [], "end": f"here it is {word}"}
            for word, deals in sides.items()
        ]
    try:
        doubts = witnesses(model, formula, next(model.each(sight.cell)))
    except InputError:  # nothing about knowledge is asked, so no doubt decides it
        return []
    return [
        {
            "start": _dealt(doubt.start),
            "steps": [{"who": list(group), "deal": _dealt(deal)} for group, deal in doubt.steps],
            "end": f"there {write(doubt.end)}",
        }
        for doubt in doubts
    ]


def _dealt(world: object) -> dict[str, list[str]]:
    """Write a deal down, hand by hand."""
    if not isinstance(world, Deal):
        raise TypeError(world)
    return {place: list(world.hand(place)) for place in PLACES[: SEATS + 1] if world.hand(place)}
