"""The rules of Hanabi; variants as values."""

from handsight.hanabi.cards import START, Card
from handsight.hanabi.cardset import CardSet
from handsight.hanabi.catalogue import variant
from handsight.hanabi.variant import Clue, Variant, tiny

__all__ = ["START", "Card", "CardSet", "Clue", "Variant", "tiny", "variant"]
