"""The rules of Hanabi, and only the rules.

`rules` deals, says what is legal and why not, plays and scores; `terms` is what players agree on;
`state` and `view` are all of a game and what one seat sees; `card_value` says what is playable, trash and
critical. What hanab.live adds is in `variants`, `characters` and `character_effects`.

Examples:
    >>> from handsight import hanabi
    >>> terms = hanabi.Terms(3, hanabi.variant("Rainbow (6 Suits)"))
    >>> state = hanabi.deal(hanabi.Setup(terms, terms.variant.deck()))
    >>> sum(1 for action in hanabi.legal(state))
    12
"""

from handsight.hanabi.actions import (
    STOP_REASONS,
    Action,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    ClueGiven,
    Discard,
    Event,
    GameStopped,
    GiveClue,
    Play,
    Stop,
    StopReason,
)
from handsight.hanabi.board import chop, touches
from handsight.hanabi.cards import START, Card
from handsight.hanabi.cardset import CardSet
from handsight.hanabi.character_effects import unenforced_rules, why_character_forbids
from handsight.hanabi.characters import Character
from handsight.hanabi.hanabi_record import SEAT_NAMES, HanabiRecord
from handsight.hanabi.rules import apply, deal, legal, play, score, why_illegal
from handsight.hanabi.state import End, State
from handsight.hanabi.terms import HAND_SIZES, OFFICIAL, RULE_SETS, Rules, Setup, Terms, rule_set
from handsight.hanabi.variants.catalogue import variant, variant_names
from handsight.hanabi.variants.variant import Clue, Variant, tiny
from handsight.hanabi.view import View, spectator_view, view

__all__ = [
    "HAND_SIZES",
    "OFFICIAL",
    "RULE_SETS",
    "SEAT_NAMES",
    "START",
    "STOP_REASONS",
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
    "HanabiRecord",
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
