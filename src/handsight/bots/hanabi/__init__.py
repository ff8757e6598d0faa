"""Bots of Hanabi, from `random` to `hat` and `robot5`; conventions are bots, too."""

from handsight.bots.hanabi.bot import HanabiBot
from handsight.bots.hanabi.simple_bots import CardValues, card_values

__all__ = ["CardValues", "HanabiBot", "card_values"]
