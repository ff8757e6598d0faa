"""Questions at a Boeren Bridge table: what can be known from a viewpoint, and why a move was made.

A viewpoint is a seat, EVERYONE (one who sees no hand) or OPEN (one who sees all). An answer depends only on
what can be seen from there: it is *yes* or *no* where all deals that are possible from there agree, otherwise
*open*.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from handsight.boeren import SEAT_NAMES, SEATS, Card, State, View, spectator_view, view
from handsight.boeren import BoerenRecord as Round
from handsight.bots.boeren.kripke_bots import GraphBot
from handsight.bots.boeren.rule_graphs.rule_graph import Walk, graph_svg
from handsight.errors import HandsightError, InputError, RequestError, TooLargeError
from handsight.game import Dice
from handsight.game.bitmask import members
from handsight.knowledge.boeren.kripke_model import actual_deal, parse_formula, public_model
from handsight.knowledge.boeren.owners import SEAT_LETTERS as LETTERS
from handsight.knowledge.boeren.owners import STOCK, Owners, owners, public_owners
from handsight.logic import C, Formula, K, Kv, M, all_of, any_of, counterexamples, formula_text
from handsight.logic.deal_model import CardDeal, dealt_to
from handsight.logic.engines.bdd import Bdd
from handsight.logic.engines.symbolic_model import SymbolicModel
from handsight.roster.boeren import find_bot
from handsight.web.server.game_table import EVERYONE, OPEN
from handsight.web.server.table_messages import TurnRequest
from handsight.web.server.worker_process import Report

ADVISER = "full-kripke"
"""The bot whose graph of rules is shown for a player that has none."""
OWNERS = (*LETTERS, "stock")
MOST_FILLINGS = 70_000
"""With a stock, the most that (cards in a hand + 1)**4 * (cards in the pack) may be: hands of five cards from
a whole pack fit into the decision diagrams, hands of six do not."""
TOO_MANY = (
    "this round can be dealt in too many ways to answer this; card models and exact chances can be shown, "
    "and this question can be asked in rounds with fewer cards"
)
MOST_FORMULA = 400
"""Characters in a formula; ordinary ones have a tenth of that."""
CardText = Annotated[str, Meta(min_length=2, max_length=3)]
SeatIndex = Annotated[int, Meta(ge=0, le=3)]
Viewpoint = Annotated[int, Meta(ge=-2, le=3)]
"""A seat, or -1 for one who sees no hand, or -2 for one who sees all hands."""


class KnowCard(TurnRequest, frozen=True, tag="know"):
    """Ask for a card's Kripke model, and the exact chances of every owner of every hidden card."""

    viewpoint: Viewpoint
    card: CardText


class KnowNested(TurnRequest, frozen=True, tag="nested"):
    """Ask who knows that who knows who owns a card; *before* are the seats that come first in the chain."""

    viewpoint: Viewpoint
    card: CardText
    depth: Annotated[int, Meta(ge=1, le=4)]
    before: Annotated[tuple[SeatIndex, ...], Meta(max_length=2)] = ()


class AskFormula(TurnRequest, frozen=True, tag="ask"):
    """Ask whether a formula is true."""

    viewpoint: Viewpoint
    formula: Annotated[str, Meta(max_length=MOST_FORMULA)]


class AskReasons(TurnRequest, frozen=True, tag="reasons"):
    """Ask why a move was made, with the path through a graph of rules."""


class AskWorth(TurnRequest, frozen=True, tag="worth"):
    """Ask what each bid or card was worth, by what the mover could see."""


KnowledgeQuestion = KnowCard | KnowNested | AskFormula


_public_model = lru_cache(maxsize=16)(public_model)


@dataclass(frozen=True)
class Perspective:
    """A moment of a round from a viewpoint; *truth* is there only for OPEN."""

    view: View
    viewpoint: int
    truth: State | None = None

    @classmethod
    def of(cls, state: State, viewpoint: int) -> "Perspective":
        """Return a moment from a viewpoint; a seat's perspective holds nothing that the seat does not see."""
        if viewpoint >= 0:
            return cls(view(state, viewpoint), viewpoint)
        public = replace(view(state, 0), viewer=EVERYONE, hand=())
        return cls(public, viewpoint, state if viewpoint == OPEN else None)

    @cached_property
    def model(self) -> SymbolicModel:
        """All deals that fit what everybody has seen."""
        terms = self.view.terms
        if terms.stock and (terms.hand_size + 1) ** SEATS * len(terms.pack) > MOST_FILLINGS:
            raise TooLargeError(TOO_MANY)
        return _public_model(replace(self.view, viewer=EVERYONE, hand=()))

    @cached_property
    def cell(self) -> Bdd:
        """The deals that cannot be ruled out from this viewpoint."""
        if self.truth:
            return self.model.singleton(actual_deal(self.truth))
        if self.viewpoint == EVERYONE:
            return self.model.allowed
        hand = all_of(dealt_to(LETTERS[self.viewpoint], str(card)) for card in self.view.dealt)
        return self.model.allowed & self.model.extension(hand)

    def verdict(self, formula: Formula) -> str:
        """Return yes or no if a formula is true or false in all deals possible from here, else open."""
        where = self.model.extension(formula)
        if self.cell & where == self.model.empty_set:
            return "no"
        return "yes" if self.cell & ~where == self.model.empty_set else "open"

    @cached_property
    def owners(self) -> Owners:
        """Who may hold each card that is not seen from here; OPEN has the chances of one who sees no hand."""
        return public_owners(self.view) if self.viewpoint < 0 else owners(self.view)

    @cached_property
    def seen(self) -> dict[Card, int]:
        """The cards that are or were seen from here, each with its owner: a seat, or STOCK."""
        found = _public_cards(self.view)
        found |= dict.fromkeys(self.view.hand, self.viewpoint)
        if self.truth:
            found |= {card: seat for seat, hand in enumerate(self.truth.hands) for card in hand}
            found = dict.fromkeys(self.view.terms.pack, STOCK) | found
        return found


def _public_cards(seen: View) -> dict[Card, int]:
    """Return the cards that everybody sees or saw, and their owners."""
    played = {play.card: play.seat for play in seen.plays}
    return played | ({seen.turned: STOCK} if seen.turned else {})


def answer(_: Report, state: State, question: KnowledgeQuestion) -> dict[str, Any]:
    """Answer a question, or raise RequestError saying what is wrong with it."""
    perspective = Perspective.of(state, question.viewpoint)
    try:
        match question:
            case KnowCard():
                said = _known(perspective, _card(perspective, question.card))
            case KnowNested():
                said = _nested(perspective, _card(perspective, question.card), question)
            case AskFormula(formula=formula):
                said = _asked(perspective, formula)
    except TooLargeError:
        raise RequestError("cannot-say", TOO_MANY) from None
    except HandsightError as error:
        raise RequestError("cannot-say", str(error)) from None
    return {
        "type": question.__struct_config__.tag,
        "turn": question.turn,
        "viewpoint": question.viewpoint,
        **said,
    }


def _card(perspective: Perspective, text: str) -> Card:
    card = Card.read(text)
    if card not in perspective.view.terms.pack:
        raise InputError(f"{card} is not in the pack of this round")
    return card


def _known(perspective: Perspective, card: Card) -> dict[str, Any]:
    """Return a card's Kripke model, and the exact chances of every owner of every hidden card."""
    found = perspective.owners
    return {
        "card": str(card),
        "model": _card_model(perspective, card),
        "deals": found.deal.size,
        "owners": {
            str(hidden): {OWNERS[at]: [chance.numerator, chance.denominator] for at, chance in row.items()}
            for hidden, row in found.chances.items()
        },
        "counted_out": {
            str(hidden): [OWNERS[at] for at in places] for hidden, places in found.excluded.items()
        },
        "held": {str(shown): OWNERS[place] for shown, place in perspective.seen.items()},
    }


def _card_model(perspective: Perspective, card: Card) -> dict[str, Any]:
    """Return one card's model: worlds, those possible from here, the true one if it is known, and lines."""
    public = public_owners(perspective.view)
    shown = _public_cards(perspective.view)
    worlds = [shown[card]] if card in shown else [*members(public.per_card[public.cards.index(card)])]
    if card in perspective.seen:
        possible = [perspective.seen[card]]
    else:
        possible = [*members(perspective.owners.deal.possible[perspective.owners.cards.index(card)])]
    names = [OWNERS[at] for at in worlds]
    return {
        "worlds": names,
        "possible": [OWNERS[at] for at in possible],
        "actual": OWNERS[possible[0]] if len(possible) == 1 else None,
        "lines": {seat: [pair for pair in combinations(names, 2) if seat not in pair] for seat in LETTERS},
    }


def _nested(perspective: Perspective, card: Card, question: KnowNested) -> dict[str, Any]:
    """Return for every seat, or every pair of seats after *before*, whether the chain knows the owner."""
    if len(question.before) != max(question.depth - 2, 0):
        raise InputError(f"depth {question.depth} needs {max(question.depth - 2, 0)} seats in `before`")
    if card == perspective.view.turned:
        raise InputError(f"{card} lies open on the stock, and everybody knows it")
    owner = f"owner({card})"
    knows = [Kv(seat, owner) for seat in LETTERS]
    owners = [place for place in OWNERS if place != OWNERS[STOCK] or perspective.view.terms.stock]
    rows = [[_chained(question.before, known) for known in knows]]
    if question.depth > 1:
        rows = [[_chained(question.before, K(seat, known)) for known in knows] for seat in LETTERS]
    common = any_of(C(LETTERS, dealt_to(place, str(card))) for place in owners)
    return {
        "card": str(card),
        "depth": question.depth,
        "before": question.before,
        "rows": [[perspective.verdict(statement) for statement in row] for row in rows],
        "formulas": [[formula_text(statement) for statement in row] for row in rows],
        "thinks": [
            {place: perspective.verdict(M(seat, dealt_to(place, str(card)))) for place in owners}
            for seat in LETTERS
        ],
        "everybody": perspective.verdict(all_of(knows)),
        "common": perspective.verdict(common),
    }


def _chained(before: tuple[int, ...], statement: Formula) -> Formula:
    for seat in reversed(before):
        statement = K(LETTERS[seat], statement)
    return statement


def _asked(perspective: Perspective, text: str) -> dict[str, Any]:
    """Answer a formula, with deals that show it and in how many deals it is true."""
    model = perspective.model
    formula = parse_formula(text, model)
    where, verdict = model.extension(formula), perspective.verdict(formula)
    among = model.allowed if perspective.truth else perspective.cell
    return {
        "formula": formula_text(formula),
        "verdict": verdict,
        "true_in": model.count_worlds(among & where),
        "deals": model.count_worlds(among),
        "shown": _shown(perspective, formula, where, verdict),
    }


def _shown(perspective: Perspective, formula: Formula, where: Bdd, verdict: str) -> list[dict[str, Any]]:
    """Return a true and a false deal if the answer is open, else chains of deals to one that decides it."""
    model = perspective.model
    if verdict == "open":
        sides = {"true": perspective.cell & where, "false": perspective.cell & ~where}
        return [
            {"start": _hands(next(model.worlds_in(deals))), "steps": [], "end": f"here it is {word}"}
            for word, deals in sides.items()
        ]
    try:
        doubts = counterexamples(model, formula, next(model.worlds_in(perspective.cell)))
    except InputError:  # nothing about knowledge is asked, so no doubt decides it
        return []
    return [
        {
            "start": _hands(doubt.start),
            "steps": [{"who": list(group), "deal": _hands(deal)} for group, deal in doubt.steps],
            "end": f"there {formula_text(doubt.end)}",
        }
        for doubt in doubts
    ]


def _hands(world: object) -> dict[str, list[str]]:
    """Return a deal as lists of cards, hand by hand."""
    if not isinstance(world, CardDeal):
        raise TypeError(world)
    return {place: list(world.hand(place)) for place in OWNERS[: SEATS + 1] if world.hand(place)}


# Why a move was made, and what each choice was worth.


def reasons(_: Report, state: State, turn: int, move: Any, bot: str) -> dict[str, Any]:
    """Return the reason for the move that was made in a state by a bot, or by a person (an empty name).

    For a card, `path` is the bot's way through its graph of rules, or that of `ADVISER` if it has none.
    """
    said = {
        "type": "reasons",
        "turn": turn,
        "seat": SEAT_NAMES[state.seat],
        "bot": bot,
        "why": getattr(move, "why", ""),
        "path": None,
    }
    card = getattr(getattr(move, "action", None), "card", None)
    if card is None:  # a bid
        return said
    name, walk = _walk(state, bot)
    return said | {"card": card, "path": _path(name, walk)}


def worth(_: Report, game: Round, turn: int, at: int) -> dict[str, Any]:
    """Return what each bid or card was worth, as `handsight analyse` finds it.

    The move is number *turn* of the table, and number *at* of its round.
    """
    from handsight.analysis.boeren.analyse import RoundSettings, analyse_turn

    return {"type": "worth"} | analyse_turn(game, at, RoundSettings()) | {"turn": turn}


def _walk(state: State, bot: str) -> tuple[str, Walk]:
    """Return a walk through the bot's graph, or the adviser's if the bot has none, after that one's name."""
    for name in (bot, ADVISER):
        spec = find_bot(name) if name else None
        player = spec.make(state.terms.rules, state.seat, Dice(0)) if spec else None
        if spec and isinstance(player, GraphBot):
            seen = (view if spec.honest else spectator_view)(state, state.seat)
            return name, player.walk(seen)
    raise AssertionError(ADVISER)


def _path(name: str, walk: Walk) -> dict[str, Any]:
    graph = walk.graph
    steps = [
        {
            "number": graph.number(walk.route[:at]),
            "question": question.text,
            "answer": walk.route[at],
            "fact": fact,
        }
        for at, (question, fact) in enumerate(zip(walk.questions, walk.facts, strict=True))
    ]
    return {
        "bot": name,
        "graph": graph.name,
        "steps": steps,
        "number": walk.number,
        "choice": walk.choice.text,
        "cards": [str(card) for card in walk.cards],
        "svg": graph_svg(graph, walk.route),
    }
