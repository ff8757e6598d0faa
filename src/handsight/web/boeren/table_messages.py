"""The messages of a Boeren Bridge table: actions and questions of a seat, and the picture that it is sent.

A picture is made only from what its seat may see.
"""

from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import replace

from handsight import boeren
from handsight.boeren import Action, Card, CardPlayed, Match, Play, State, legal, view
from handsight.knowledge.boeren.announcements import KINDS, announced
from handsight.logic import formula_text
from handsight.notation.boeren.table_text import event_sentence
from handsight.web.server import table_messages
from handsight.web.server.game_table import OPEN
from handsight.web.server.table_messages import TurnRequest

MOST_FORMULA = 400
"""Characters in a formula; ordinary ones have a tenth of that."""
CardText = Annotated[str, Meta(min_length=2, max_length=3)]
SeatIndex = Annotated[int, Meta(ge=0, le=3)]
Viewpoint = Annotated[int, Meta(ge=-2, le=3)]
"""A seat, or -1 for one who sees no hand, or -2 for one who sees all hands."""


class BidChoice(table_messages.TableChoice, frozen=True, tag="bid"):
    """Bid a number of tricks; a dealer who has to change its bid changes it to this number."""

    tricks: Annotated[int, Meta(ge=0, le=13)]


class CardChoice(table_messages.TableChoice, frozen=True, tag="play"):
    """Play a card, such as ``QH``."""

    card: CardText


BoerenChoice = BidChoice | CardChoice


def action_of(choice: BoerenChoice, state: State) -> Action:
    """Return a choice in a state as an action of the rules, or raise InputError if there is no such card."""
    match choice:
        case BidChoice(tricks):
            return boeren.ChangeBid(tricks) if state.must_change else boeren.Bid(tricks)
        case CardChoice(card):
            return boeren.Play(Card.read(card))


def choice_of(action: Action) -> BoerenChoice:
    """Return an action of the rules as it is saved and sent."""
    match action:
        case boeren.Bid(tricks) | boeren.ChangeBid(tricks):
            return BidChoice(tricks)
        case boeren.Play(card):
            return CardChoice(str(card))


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
    """Ask what each bid or card was worth in the eyes of who moved."""


KnowledgeQuestion = KnowCard | KnowNested | AskFormula


class Moment(NamedTuple):
    """A moment of a match: the rounds that are finished, and the round on the table."""

    match: Match
    state: State

    @property
    def round(self) -> int:
        """The index of the round on the table."""
        return len(self.match.finished) - self.state.over


class BoerenLogLine(Struct, frozen=True):
    """A line of the log: what happened, of what kind and by whom, in words."""

    turn: int
    """How many moves had been made after it."""
    seat: int
    kind: str
    text: str
    formula: str
    """What everybody knows from it, as a formula; empty where it follows from what was said."""


def picture(moment: Moment, turn: int, seen_as: int, chooser: int, names: tuple[str, ...]) -> dict[str, Any]:
    """Return what is sent of a moment after *turn* moves; a card that is not to be seen is null.

    The hand of *seen_as* is shown (OPEN: all hands), and the choices of *chooser* are listed.
    """
    match, state = moment
    return {
        "turn": turn,
        "open": seen_as == OPEN,
        "round": moment.round,
        "sizes": [setup.terms.hand_size for setup in match.setups],
        "ranks": state.terms.ranks,
        "stock": state.terms.stock,  # cards that nobody was dealt
        "trump": state.trump,
        "turned": str(state.setup.turned) if state.setup.turned else None,  # the stock's top card
        "dealer": state.dealer,
        "mover": -1 if state.over else state.seat,
        "bidding": state.bidding,
        "must_change": state.must_change,  # all bids add up, so that the dealer has to change its own
        "over": state.over,
        "ended": match.over,
        "hands": [
            [str(card) if seen_as in (OPEN, at) else None for card in hand]
            for at, hand in enumerate(state.hands)
        ],
        "bids": state.bids,
        "won": state.won,
        "trick": _trick(moment),
        "scores": match.scores,
        "totals": match.totals,
        "winners": match.winners if match.over else (),
        "played": [(str(event.card), event.seat) for event in state.events if isinstance(event, CardPlayed)],
        "choices": _choices(moment, chooser),
        "log": _log(moment, turn, names),
    }


def _trick(moment: Moment) -> dict[str, Any]:
    """Return the cards on the table as they were played; a full trick stays until the next card is led."""
    state = moment.state
    leader, cards, winner = state.leader, state.trick, -1
    if not state.trick and state.tricks:
        last = state.tricks[-1]
        leader, cards, winner = last.leader, last.cards, last.seat
    return {"leader": leader, "cards": list(map(str, cards)), "winner": winner}


def _choices(moment: Moment, seat: int) -> list[str | int]:
    state = moment.state
    if seat < 0 or state.over or seat != state.seat:
        return []
    return [
        str(action.card) if isinstance(action, Play) else action.tricks for action in legal(view(state, seat))
    ]


def _log(moment: Moment, turn: int, names: tuple[str, ...]) -> list[BoerenLogLine]:
    """Return the log of the round on the table up to a moment."""
    first, seen = turn - moment.state.turn, view(moment.state, 0)
    lines = []
    for at, event in enumerate(seen.events):
        formula = announced(event, replace(seen, events=seen.events[: at + 1]))
        said = "" if formula is None else formula_text(formula)
        kind, text = KINDS[type(event)], event_sentence(event, names)
        lines.append(BoerenLogLine(first + event.turn + 1, event.seat, kind, text, said))
    return lines
