"""The messages of a Boeren Bridge table that are its own: the actions, and questions about knowledge."""

from typing import Annotated

from msgspec import Meta, Struct

from handsight import boeren
from handsight.boeren import Action, Card, State
from handsight.web.server.messages import Act, Hello, Look, PlayAgain, Say, SetName, Small, Step, Undo, Why

MOST_FORMULA = 400
"""Characters in a formula; ordinary ones have a tenth of that."""
CardText = Annotated[str, Meta(min_length=2, max_length=3)]
SeatIndex = Annotated[int, Meta(ge=0, le=3)]
Viewpoint = Annotated[int, Meta(ge=-2, le=3)]
"""A seat, or -1 for one who sees no hand, or -2 for one who sees all hands."""


class Bid(Struct, frozen=True, tag_field="do", tag="bid", forbid_unknown_fields=True):
    """Bid a number of tricks; a dealer who has to change its bid changes it to this number."""

    tricks: Annotated[int, Meta(ge=0, le=13)]


class Play(Struct, frozen=True, tag_field="do", tag="play", forbid_unknown_fields=True):
    """Play a card, such as ``QH``."""

    card: CardText


Choice = Bid | Play


class Know(Struct, frozen=True, tag_field="type", tag="know", forbid_unknown_fields=True):
    """Ask for a card's Kripke model, and the exact chances of every owner of every hidden card."""

    turn: Small
    viewpoint: Viewpoint
    card: CardText


class Nested(Struct, frozen=True, tag_field="type", tag="nested", forbid_unknown_fields=True):
    """Ask who knows that who knows who owns a card; *before* are the seats that come first in the chain."""

    turn: Small
    viewpoint: Viewpoint
    card: CardText
    depth: Annotated[int, Meta(ge=1, le=4)]
    before: Annotated[tuple[SeatIndex, ...], Meta(max_length=2)] = ()


class Ask(Struct, frozen=True, tag_field="type", tag="ask", forbid_unknown_fields=True):
    """Ask whether a formula is true."""

    turn: Small
    viewpoint: Viewpoint
    formula: Annotated[str, Meta(max_length=MOST_FORMULA)]


class Reasons(Struct, frozen=True, tag_field="type", tag="reasons", forbid_unknown_fields=True):
    """Ask why the move after *turn* moves was made, with the path through a graph of rules."""

    turn: Small


class Worth(Struct, frozen=True, tag_field="type", tag="worth", forbid_unknown_fields=True):
    """Ask what each bid or card was worth in the eyes of who moved after *turn* moves."""

    turn: Small


KnowledgeQuestion = Know | Nested | Ask
Request = (
    Hello
    | Act[Choice]
    | Undo
    | Step
    | Look
    | Why
    | Know
    | Nested
    | Ask
    | Reasons
    | Worth
    | SetName
    | Say
    | PlayAgain
)


def action_of(choice: Choice, state: State) -> Action:
    """Return a choice in a state as an action of the rules, or raise InputError if there is no such card."""
    match choice:
        case Bid(tricks):
            return boeren.ChangeBid(tricks) if state.must_change else boeren.Bid(tricks)
        case Play(card):
            return boeren.Play(Card.read(card))


def choice_of(action: Action) -> Choice:
    """Return an action of the rules as it is saved and sent."""
    match action:
        case boeren.Bid(tricks) | boeren.ChangeBid(tricks):
            return Bid(tricks)
        case boeren.Play(card):
            return Play(str(card))
