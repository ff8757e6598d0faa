"""The messages of a Hanabi table that are Hanabi's own: the actions, and asking what one knows."""

from typing import Literal

from msgspec import Struct

from handsight import hanabi
from handsight.hanabi import STOP_REASONS, Action
from handsight.web.server.messages import (
    Act,
    Hello,
    Look,
    PlayAgain,
    Say,
    SetName,
    SetPace,
    Small,
    Step,
    Undo,
    WhatIf,
    Why,
    WriteNote,
)

TERMINATED = next(reason for reason in STOP_REASONS if reason.word == "terminated")


class Play(Struct, frozen=True, tag_field="do", tag="play", forbid_unknown_fields=True):
    """Play a card of one's own hand."""

    order: Small


class Discard(Struct, frozen=True, tag_field="do", tag="discard", forbid_unknown_fields=True):
    """Discard a card of one's own hand."""

    order: Small


class Clue(Struct, frozen=True, tag_field="do", tag="clue", forbid_unknown_fields=True):
    """Give a clue to another seat; *value* is the index of a colour, or the number itself."""

    seat: Small
    kind: Literal["color", "number"]
    value: Small


class Stop(Struct, frozen=True, tag_field="do", tag="stop", forbid_unknown_fields=True):
    """Terminate the game."""


Choice = Play | Discard | Clue | Stop


class Know(Struct, frozen=True, tag_field="type", tag="know", forbid_unknown_fields=True):
    """Ask what the seat knows of its own hand."""


class Coach(Struct, frozen=True, tag_field="type", tag="coach", forbid_unknown_fields=True):
    """Ask at a practice table what a past move of one's own lost; *turn* is how many were made before it."""

    turn: Small


Request = (
    Hello
    | Act[Choice]
    | Undo
    | WhatIf
    | SetPace
    | Step
    | Why
    | Look
    | Know
    | Coach
    | SetName
    | Say
    | WriteNote
    | PlayAgain
)


def action_of(choice: Choice, seat: int) -> Action:
    """Return a seat's choice as an action of the rules."""
    match choice:
        case Play(order):
            return hanabi.Play(order)
        case Discard(order):
            return hanabi.Discard(order)
        case Clue(target, kind, value):
            return hanabi.GiveClue(target, hanabi.Clue(kind, value))
        case Stop():
            return hanabi.Stop(seat, TERMINATED)


def choice_of(action: Action) -> Choice:
    """Return an action of the rules as it is saved and sent."""
    match action:
        case hanabi.Play(order):
            return Play(order)
        case hanabi.Discard(order):
            return Discard(order)
        case hanabi.GiveClue(seat, clue):
            return Clue(seat, clue.kind, clue.value)
        case hanabi.Stop():
            return Stop()
