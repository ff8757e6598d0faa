"""The model of all initial deals of a round, in which every card played is an announcement.

Formulas speak of `has(N,QH)` and `owner(QH)=N`.
"""

from dataclasses import dataclass
from itertools import combinations, permutations

from handsight.boeren import SEAT_NAMES, SEATS, Card, CardPlayed, State, View, VoidShown, view
from handsight.knowledge.boeren.owners import SEAT_LETTERS, pooled_owners
from handsight.knowledge.claims import FormulaAnswer
from handsight.knowledge.recorded import turn_in
from handsight.logic import K, Kv, formula_text, parse
from handsight.logic.deal_model import CardDeal, all_deals, dealt_to, void
from handsight.logic.engines.symbolic_model import SymbolicModel
from handsight.notation.boeren.record import Round
from handsight.table import in_any_case

spell_seat = in_any_case(dict(zip((*SEAT_LETTERS, *SEAT_NAMES), SEAT_LETTERS * 2, strict=True)))
"""Returns the letter that formulas use for a seat, which may be written `North` or `n`."""


def public_model(view: View) -> SymbolicModel:
    """Return the model of all initial deals after all that happened; any seat's view gives the same."""
    terms = view.terms
    pack = [str(card) for card in terms.pack if card != view.turned]
    model = all_deals(pack, dict.fromkeys(SEAT_LETTERS, terms.hand_size))
    played: dict[int, list[str]] = {seat: [] for seat in range(SEATS)}
    for event in view.events:
        match event:
            case CardPlayed(_, seat, card):
                played[seat].append(str(card))
                model = model.announce(dealt_to(SEAT_LETTERS[seat], str(card)))
            case VoidShown(_, seat, suit):
                of_suit = [str(card) for card in terms.pack if card.suit == suit and str(card) in pack]
                model = model.announce(void(SEAT_LETTERS[seat], of_suit, played[seat]))
    return model


def actual_deal(state: State) -> CardDeal:
    """Return the deal as it was: the actual world of the model of all deals."""
    hands = zip(SEAT_LETTERS, state.setup.hands, strict=True)
    pack = [str(card) for card in state.terms.pack if card != state.setup.turned]
    return CardDeal.of(pack, {seat: [str(card) for card in hand] for seat, hand in hands})


def deal_model(state: State) -> SymbolicModel:
    """Return the model of all initial deals after everything that happened, with its actual world."""
    return public_model(view(state, 0)).with_actual(actual_deal(state))


def ask(game: Round, *, formula: str, turn: int | None = None) -> FormulaAnswer:
    """Say whether a formula of knowledge is true at a turn of a round; seats by letter or name, in any case.

    Args:
        game: a recorded round.
        formula: such as ``K[N] Kv[E] owner(QH)``.
        turn: how many actions have been taken (default: all of them).

    Raises:
        InputError: the formula cannot be read, or names what the round does not have.
    """
    at = turn_in(game, turn)
    model = deal_model(game.states[at])
    question = parse(formula, model, canonical_name=spell_seat)
    return FormulaAnswer(at, formula_text(question), model.holds(question), model.count())


@dataclass(frozen=True)
class NestedKnowledge:
    """Who knows that who knows, what is common knowledge, and what two seats know together."""

    public_deals: int
    """How many deals an observer who sees no hand thinks possible."""
    common_component: int
    """How many deals are not ruled out by common knowledge."""
    knows_that_knows: dict[tuple[int, int], tuple[Card, ...]]
    """By two seats, the cards of which the first knows that the second knows the owner."""
    common_owners: dict[Card, tuple[int, ...]]
    """For each card, the seats that it is not commonly known not to be dealt to."""
    pooled: dict[tuple[int, int], tuple[int, tuple[Card, ...]]]
    """By two seats, how many deals they think possible together, and the cards whose owner they then know."""


def nested_knowledge(state: State) -> NestedKnowledge:
    """Return what seats know of each other's knowledge, through the model of all deals."""
    model = deal_model(state)
    hidden = sorted(card for hand in state.hands for card in hand)
    component = model.generated_submodel()
    pairs = [(pair, pooled_owners(state, pair)) for pair in combinations(range(SEATS), 2)]
    return NestedKnowledge(
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
