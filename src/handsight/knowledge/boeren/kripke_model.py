"""Kripke models of a round: of all initial deals, and of one card; every card played is an announcement.

| atom or variable | true, or its value |
| --- | --- |
| `has(N,QH)`, or `N_H_Q` as LAMAS BoerenBridge writes it | North was dealt the queen of hearts |
| `owner(QH)=N` | the same, as a variable |
| `trump=H`, `led=SP` | the trump; the suit of the trick on the table |
| `bid(W)=3`, `guess(W)=2` | West's bid, and what it bid first, where it had to change it |
| `changed(W)` | West had to change its guess |

A seat is `N`, `North`, `P0` or its player's name; a card `QH` or `qh`; a suit `C`, `D`, `H` or `SP` (for `S`
is South), or its name.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, permutations
from operator import eq
from typing import Any

import msgspec

from handsight import boeren
from handsight.boeren import SEATS, BoerenRecord, Card, CardPlayed, State, View, VoidShown, view
from handsight.errors import InputError
from handsight.game import in_any_case
from handsight.game.recorded_game import turn_in
from handsight.knowledge.boeren.announcements import announced
from handsight.knowledge.boeren.owners import (
    PLACES,
    SEAT_LETTERS,
    STOCK,
    SUIT_CODES,
    owners,
    pooled_owners,
)
from handsight.knowledge.claims import FormulaAnswer
from handsight.logic import ExplicitModel, Formula, K, Kv, counterexamples, formula_text, parse
from handsight.logic.deal_model import CardDeal, all_deals, dealt_to
from handsight.logic.engines.bdd import Bdd
from handsight.logic.engines.symbolic_model import SymbolicModel
from handsight.text.counting_from_one import counted
from handsight.text.suggestions import listed

_PARTS = re.compile(r"[^\W_]+(_[^\W_]+)+\Z")
_suit_code = in_any_case(dict(zip((*SUIT_CODES, *boeren.SUIT_NAMES), SUIT_CODES * 2, strict=True)))


def name_speller(players: Sequence[str] = ()) -> Callable[[str], str]:
    """Return a function that spells seats, cards and suits as the models do; *players* are names of seats."""
    numbered = tuple(f"P{seat}" for seat in range(boeren.SEATS))
    words = dict(zip((*SEAT_LETTERS, *boeren.SEAT_NAMES, *numbered), SEAT_LETTERS * 3, strict=True))
    words |= dict(zip(boeren.SUIT_NAMES, SUIT_CODES, strict=True))
    named = zip(players, SEAT_LETTERS, strict=False)
    words = {name: seat for name, seat in named if players.count(name) == 1} | words
    spelled = in_any_case(words)

    def spell(word: str) -> str:
        found = spelled(word)
        return _card_text(word) if found == word else found

    return spell


def _card_text(word: str) -> str:
    try:
        return str(boeren.Card.read(word))
    except InputError:
        return word


def parse_formula(text: str, model: SymbolicModel, players: Sequence[str] = ()) -> Formula:
    """Return the formula that a text about a round contains, or raise InputError showing what is wrong."""
    spell = name_speller(players)

    def plain(written: str) -> str:
        atom = _plain_atom(written, spell)
        if atom != written and atom not in model.atoms:
            raise InputError(f"{written!r}: the card {atom[-3:-1]} was not dealt in this round")
        return atom

    return parse(text, model, canonical_name=spell, canonical_atom=plain)


def _plain_atom(atom: str, spell: Callable[[str], str]) -> str:
    """Return `has(E,QH)` for `E_H_Q`, the notation of LAMAS BoerenBridge, and other atoms as they are."""
    if not _PARTS.match(atom):
        return atom
    parts = atom.split("_")
    if len(parts) == 3:
        seat, suit = spell(parts[0]), _suit_code(parts[1])
        rank = "T" if parts[2] == "10" else parts[2].upper()
        if seat in SEAT_LETTERS and suit in SUIT_CODES and rank in boeren.RANKS:
            return f"has({seat},{rank}{boeren.SUITS[SUIT_CODES.index(suit)]})"
    form = "the seat (N, E, S, W), the suit (C, D, H; SP for spades, as S is South) and the rank"
    raise InputError(f"{atom!r} is not an atom; write {form}, as in E_H_Q (East has the queen of hearts)")


def with_public_facts(model: SymbolicModel, view: boeren.View) -> SymbolicModel:
    """Return the model with what was announced to all: trump, the suit led, bids, and changes.

    Every world agrees on these facts, so they rule no deal out, and all seats know them.
    """
    bdds = model.encoding.bdds

    def truth(holds: bool) -> Bdd:  # noqa: FBT001  # a truth value is what it takes
        return bdds.true if holds else bdds.false

    atoms, values = public_facts(view)
    encoding = replace(
        model.encoding,
        atoms={**model.encoding.atoms, **{name: truth(holds) for name, holds in atoms.items()}},
        values={
            **model.encoding.values,
            **{
                name: {value: truth(value == actual) for value in choices}
                for name, (choices, actual) in values.items()
            },
        },
    )
    return SymbolicModel(encoding, model.allowed, events=model.events, actual=model.actual)


Values = Mapping[str, tuple[Sequence[str], str | None]]
"""By variable, the values that it can have, and the one that it has, if any."""


def public_facts(view: boeren.View) -> tuple[dict[str, bool], Values]:
    """Return the public atoms of a round, and its public variables."""
    guesses = {event.seat: event.tricks for event in view.events if isinstance(event, boeren.BidMade)}
    changed = {event.seat for event in view.events if isinstance(event, boeren.BidChanged)}
    numbers = [str(tricks) for tricks in range(view.terms.hand_size + 1)]
    values: dict[str, tuple[Sequence[str], str | None]] = {
        "trump": (SUIT_CODES, SUIT_CODES[view.trump]),
        "led": (SUIT_CODES, None if view.led is None else SUIT_CODES[view.led]),
    }
    for seat, letter in enumerate(SEAT_LETTERS):
        bid, guess = view.bids[seat], guesses.get(seat)
        values[f"bid({letter})"] = (numbers, None if bid is None else str(bid))
        values[f"guess({letter})"] = (numbers, None if guess is None else str(guess))
    return {f"changed({letter})": seat in changed for seat, letter in enumerate(SEAT_LETTERS)}, values


def public_model(view: View) -> SymbolicModel:
    """Return the model of all initial deals after all that happened; any seat's view gives the same.

    Cards played and suits not followed rule deals out; on other announcements all deals agree.
    """
    terms = view.terms
    pack = [str(card) for card in terms.pack if card != view.turned]
    model = all_deals(pack, dict.fromkeys(SEAT_LETTERS, terms.hand_size))
    for at, event in enumerate(view.events):
        if isinstance(event, CardPlayed | VoidShown):
            said = announced(event, msgspec.structs.replace(view, events=view.events[: at + 1]))
            model = model if said is None else model.announce(said)
    return with_public_facts(model, view)


def actual_deal(state: State) -> CardDeal:
    """Return the deal as it was: the actual world of the model of all deals."""
    hands = zip(SEAT_LETTERS, state.setup.hands, strict=True)
    pack = [str(card) for card in state.terms.pack if card != state.setup.turned]
    return CardDeal.of(pack, {seat: [str(card) for card in hand] for seat, hand in hands})


def deal_model(state: State) -> SymbolicModel:
    """Return the model of all initial deals after everything that happened, with its actual world."""
    return public_model(view(state, 0)).with_actual(actual_deal(state))


def ask(game: BoerenRecord, *, formula: str, turn: int | None = None) -> FormulaAnswer:
    """Return whether a formula such as ``K[N] Kv[E] owner(QH)`` is true; seats by letter, name or number."""
    at = turn_in(game, turn)
    model = deal_model(game.states[at])
    question = parse_formula(formula, model, game.names)
    holds = model.holds(question)
    try:
        doubts = [] if holds else [doubt.text(_deal_text) for doubt in counterexamples(model, question)]
    except InputError:  # a plain fact is false by itself: no player's doubt shows it
        doubts = []
    return FormulaAnswer(at, formula_text(question), holds, model.count(), tuple(doubts), "deal")


def _deal_text(deal: CardDeal) -> str:
    """Return a deal as text: the hands clockwise from North, then the stock."""
    hands = ((place, deal.hand(place)) for place in PLACES)
    return " · ".join(f"{place} {' '.join(hand)}" for place, hand in hands if hand)


@dataclass(frozen=True)
class NestedOwners:
    """Which seats know what others know, what is common knowledge, and what two seats know together."""

    public_deals: int
    """How many deals an observer who sees no hand thinks possible."""
    common_component: int
    """How many deals are not ruled out by common knowledge."""
    knows_that_knows: dict[tuple[int, int], tuple[Card, ...]]
    """For every two seats, the cards of which the first knows that the second knows the owner."""
    common_owners: dict[Card, tuple[int, ...]]
    """For each card, the seats that it may have been dealt to, by common knowledge."""
    pooled: dict[tuple[int, int], tuple[int, tuple[Card, ...]]]
    """For every two seats, how many deals both together think possible, and the cards with a known owner."""

    def sentences(self, names: Sequence[str]) -> Iterator[str]:
        """Yield lines of text: who knows what others know, common knowledge, and what pairs know together."""
        public, common = f"{self.public_deals:,}", f"{self.common_component:,}"
        yield f"  without seeing a hand: {public} possible deals; common knowledge leaves {common}"
        by_card: dict[tuple[Card, ...], list[str]] = {}
        for (one, other), cards in self.knows_that_knows.items():
            by_card.setdefault(cards, []).append(f"{names[one]} that {names[other]} does")
        for cards, pairs in by_card.items():
            if cards:
                yield f"  know that another knows who holds {_cards(cards)}: {'; '.join(pairs)}"
        if not any(by_card):
            yield "  nobody knows that another knows who holds a hidden card which is not its own"
        ruled_out: dict[tuple[int, ...], list[Card]] = {}
        for card, seats in self.common_owners.items():
            ruled_out.setdefault(seats, []).append(card)
        for seats, held in ruled_out.items():
            who = listed([names[seat] for seat in seats], "or")
            yield f"  by common knowledge {_cards(held)} may be dealt to {who}"
        for (one, other), (deals, known) in self.pooled.items():
            whose = f"; they know who holds {_cards(known)}" if known else ""
            yield f"  {names[one]} and {names[other]} together: {counted(deals, 'possible deal')}{whose}"

    def to_json(self, _names: Sequence[str] = ()) -> dict[str, Any]:
        """Return this knowledge as JSON data."""
        return {
            "public_deals": self.public_deals,
            "common_knowledge_component": self.common_component,
            "knows_that_knows_owner": {
                f"{one}>{other}": [str(card) for card in cards]
                for (one, other), cards in self.knows_that_knows.items()
            },
            "common_owners": {str(card): list(seats) for card, seats in self.common_owners.items()},
            "pooled": {
                f"{one}+{other}": {"deals": deals, "known": [str(card) for card in known]}
                for (one, other), (deals, known) in self.pooled.items()
            },
        }


def nested_knowledge(state: State) -> NestedOwners:
    """Return what seats know of each other's knowledge, through the model of all deals."""
    model = deal_model(state)
    hidden = sorted(card for hand in state.hands for card in hand)
    component = model.generated_submodel()
    pairs = [(pair, pooled_owners(state, pair)) for pair in combinations(range(SEATS), 2)]
    return NestedOwners(
        public_deals=pooled_owners(state, ()).deal.size,
        common_component=component.count(),
        knows_that_knows={
            (one, other): tuple(
                card
                for card in hidden
                if model.holds(K(SEAT_LETTERS[one], Kv(SEAT_LETTERS[other], f"owner({card})")))
            )
            for one, other in permutations(range(SEATS), 2)
        },
        common_owners={
            card: tuple(
                seat for seat in range(SEATS) if component.count(dealt_to(SEAT_LETTERS[seat], str(card)))
            )
            for card in hidden
        },
        pooled={pair: (both.deal.size, both.settled) for pair, both in pairs},
    )


def _cards(cards: Sequence[object]) -> str:
    return ", ".join(map(str, cards)) or "–"


def position_json(state: State, name: str, *, nested: bool = False) -> dict[str, Any]:
    """Return what every seat knows of a position, and with *nested* who knows what others know."""
    row: dict[str, Any] = {
        "id": name,
        "views": [owners(view(state, seat)).to_json() for seat in range(SEATS)],
    }
    return row | {"nested": nested_knowledge(state).to_json()} if nested else row


def card_model(state: State, card: Card) -> ExplicitModel:
    """Return the model of one card after everything that happened, with its actual world."""
    if card not in state.terms.pack or card == state.setup.turned:
        raise InputError(f"{card} was not dealt in this round; choose a card that was")
    places = PLACES if state.terms.stock else SEAT_LETTERS
    holder = next((seat for seat, hand in enumerate(state.setup.hands) if card in hand), None)
    model = ExplicitModel.of(
        places,
        sees={seat: partial(eq, seat) for seat in SEAT_LETTERS},
        atoms={f"has({place},{card})": partial(eq, place) for place in places},
        actual=PLACES[STOCK] if holder is None else SEAT_LETTERS[holder],
    )
    held = [len(hand) for hand in state.setup.hands]
    for event in state.events:
        match event:
            case CardPlayed(_, seat, played):
                holds = dealt_to(SEAT_LETTERS[seat], str(card))
                model = model.announce(holds) if played == card else model
                held[seat] -= 1
                if not held[seat] and seat != holder:  # all see an empty hand
                    model = model.announce(~holds)
            case VoidShown(_, seat, suit) if suit == card.suit and seat != holder:
                model = model.announce(~dealt_to(SEAT_LETTERS[seat], str(card)))
            case _:
                pass
    return model


def card_json(state: State, card: Card, name: str) -> dict[str, Any]:
    """Return the model of one card as JSON data: worlds, and for each seat the pairs it cannot tell apart."""
    part = card_model(state, card).generated_submodel()
    worlds = [str(place) for place in part.where()]
    return {
        "id": name,
        "card": str(card),
        "worlds": worlds,
        "actual": part.actual,
        "lines": {
            seat: [[one, other] for one, other in combinations(worlds, 2) if seat not in (one, other)]
            for seat in SEAT_LETTERS
        },
    }
