"""What a browser may say at a table of Boeren Bridge; read by these shapes and nothing else."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from handsight import boeren
from handsight.boeren import Action, Card
from handsight.web.hanabi import messages
from handsight.web.hanabi.messages import Hello, Look, Small, Undo

MOST_FORMULA = 400
"""Characters of a formula; what people ask takes a tenth of that."""
CardText = Annotated[str, Meta(min_length=2, max_length=3)]
At = Annotated[int, Meta(ge=0, le=3)]
Eyes = Annotated[int, Meta(ge=-2, le=3)]
"""A seat, or one who sees no hand (-1), or all hands (-2)."""


class Bid(Struct, frozen=True, tag_field="do", tag="bid", forbid_unknown_fields=True):
    """Say how many tricks one will take."""

    tricks: Annotated[int, Meta(ge=0, le=13)]


class Lay(Struct, frozen=True, tag_field="do", tag="play", forbid_unknown_fields=True):
    """Play a card, as in ``QH``."""

    card: CardText


Choice = Bid | Lay


class Act(Struct, frozen=True, tag_field="type", tag="act", forbid_unknown_fields=True):
    """Take an action; *at* is the version of the table it was chosen at, so that no message counts twice."""

    at: Small
    action: Choice


class Step(Struct, frozen=True, tag_field="type", tag="step", forbid_unknown_fields=True):
    """Let the agent to move make its move, or the next round be dealt."""

    at: Small


class Know(Struct, frozen=True, tag_field="type", tag="know", forbid_unknown_fields=True):
    """Ask for a card's model, and for the owners of all cards with their exact chances."""

    turn: Small
    eyes: Eyes
    card: CardText


class Nested(Struct, frozen=True, tag_field="type", tag="nested", forbid_unknown_fields=True):
    """Ask who knows that who knows who has a card; *before* are those who come first in the chain."""

    turn: Small
    eyes: Eyes
    card: CardText
    depth: Annotated[int, Meta(ge=1, le=4)]
    before: Annotated[tuple[At, ...], Meta(max_length=2)] = ()


class Ask(Struct, frozen=True, tag_field="type", tag="ask", forbid_unknown_fields=True):
    """Ask whether a formula is true."""

    turn: Small
    eyes: Eyes
    formula: Annotated[str, Meta(max_length=MOST_FORMULA)]


Request = Hello | Act | Undo | Step | Look | Know | Nested | Ask
Question = Know | Nested | Ask

_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


def read(text: str | bytes) -> Request:
    """Read one message of a browser, or raise RequestError."""
    return messages.decoded(text, _requests)


def action_of(choice: Choice) -> Action:
    """Return what was chosen as an action of the rules, or raise InputError if there is no such card."""
    match choice:
        case Bid(tricks):
            return boeren.Bid(tricks)
        case Lay(card):
            return boeren.Play(Card.read(card))


def choice_of(action: Action) -> Choice:
    """Return an action of the rules as it is written down."""
    match action:
        case boeren.Bid(tricks):
            return Bid(tricks)
        case boeren.Play(card):
            return Lay(str(card))
