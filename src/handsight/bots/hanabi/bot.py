"""A bot of Hanabi: `Bot` with Hanabi's types."""

from handsight.bots.bot import Bot
from handsight.hanabi import Action, Event, Terms, View

HanabiBot = Bot[Terms, View, Event, Action]
