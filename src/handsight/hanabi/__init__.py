"""The rules of Hanabi."""

from handsight.hanabi.actions import STOPS, Action, Discard, GiveClue, Play, Stop, StopReason
from handsight.hanabi.board import chop, touches
from handsight.hanabi.cards import START, Card
from handsight.hanabi.cardset import CardSet
from handsight.hanabi.characters.character import Character
from handsight.hanabi.characters.effects import unenforced_rules, why_character_forbids
from handsight.hanabi.events import CardDiscarded, CardDrawn, CardPlayed, ClueGiven, Event, GameStopped
from handsight.hanabi.legality import legal, why_illegal
from handsight.hanabi.rules import apply, deal, play, score
from handsight.hanabi.state import End, State
from handsight.hanabi.terms import HAND_SIZES, OFFICIAL, RULE_SETS, Rules, Setup, Terms, rule_set
from handsight.hanabi.variants.catalogue import variant, variant_names
from handsight.hanabi.variants.variant import Clue, Variant, tiny
from handsight.hanabi.view import View, spectator_view, view

__all__ = [
    "HAND_SIZES",
    "OFFICIAL",
    "RULE_SETS",
    "START",
    "STOPS",
    "Action",
    "Card",
    "CardDiscarded",
    "CardDrawn",
    "CardPlayed",
    "CardSet",
    "Character",
    "Clue",
    "ClueGiven",
    "Discard",
    "End",
    "Event",
    "GameStopped",
    "GiveClue",
    "Play",
    "Rules",
    "Setup",
    "State",
    "Stop",
    "StopReason",
    "Terms",
    "Variant",
    "View",
    "apply",
    "chop",
    "deal",
    "legal",
    "play",
    "rule_set",
    "score",
    "spectator_view",
    "tiny",
    "touches",
    "unenforced_rules",
    "variant",
    "variant_names",
    "view",
    "why_character_forbids",
    "why_illegal",
]
