"""The rules of Hanabi."""

from handsight.hanabi.actions import STOPS, Action, Discard, Give, Play, Stop, StopReason
from handsight.hanabi.board import chop, touches
from handsight.hanabi.cards import START, Card
from handsight.hanabi.cardset import CardSet
from handsight.hanabi.character_list import Character
from handsight.hanabi.characters.effects import refusal, unenforced
from handsight.hanabi.events import Clued, Discarded, Drew, Event, Played, Stopped
from handsight.hanabi.legality import legal, objection
from handsight.hanabi.rules import apply, deal, play, score
from handsight.hanabi.state import End, State
from handsight.hanabi.terms import HAND_SIZES, OFFICIAL, RULE_SETS, Rules, Setup, Terms, rule_set
from handsight.hanabi.variants.catalogue import names, variant
from handsight.hanabi.variants.variant import Clue, Variant, tiny
from handsight.hanabi.view import View, open_view, view

__all__ = [
    "HAND_SIZES",
    "OFFICIAL",
    "RULE_SETS",
    "START",
    "STOPS",
    "Action",
    "Card",
    "CardSet",
    "Character",
    "Clue",
    "Clued",
    "Discard",
    "Discarded",
    "Drew",
    "End",
    "Event",
    "Give",
    "Play",
    "Played",
    "Rules",
    "Setup",
    "State",
    "Stop",
    "StopReason",
    "Stopped",
    "Terms",
    "Variant",
    "View",
    "apply",
    "chop",
    "deal",
    "legal",
    "names",
    "objection",
    "open_view",
    "play",
    "refusal",
    "rule_set",
    "score",
    "tiny",
    "touches",
    "unenforced",
    "variant",
    "view",
]
