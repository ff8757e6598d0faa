"""A bot of Boeren Bridge: `Bot` with its types; its terms are the rules of the whole match."""

from handsight.boeren import Action, Event, Rules, View
from handsight.bots.bot import Bot

BoerenBot = Bot[Rules, View, Event, Action]
