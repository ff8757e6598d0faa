"""Bots of Hanabi, from `random` to `hat` and `robot5`; conventions are bots, too."""

from handsight.bots.hanabi.bot import HanabiBot
from handsight.bots.hanabi.card_values import CardValues, card_values
from handsight.bots.hanabi.roster import ROSTER, convention_names, find_bot, listed_bots

__all__ = ["ROSTER", "CardValues", "HanabiBot", "card_values", "convention_names", "find_bot", "listed_bots"]
