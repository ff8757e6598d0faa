"""A bot of Boeren Bridge: `Bot` with its types, how actions are named, and what each bot is called."""

from collections.abc import Mapping
from types import MappingProxyType

from handsight import boeren
from handsight.boeren import Action, Bid, Event, Play, Rules, View, hook, legal
from handsight.bots.bot import Bot
from handsight.bots.separate_process.json_protocol import GameText

BoerenBot = Bot[Rules, View, Event, Action]
"""A bot of Boeren Bridge; its terms are the rules of the whole match."""
TEXT = GameText("boeren", boeren, Rules)
"""How views and actions are written for bots in other processes."""
BOT_TITLES = MappingProxyType(
    {
        "random": "Random, any legal move",
        "greedy": "Greedy, always plays its highest card",
        "greedy-kripke": "Greedy Kripke, tries to win every trick",
        "full-kripke": "Full Kripke, plays for its bid",
        "counter": "Counter, plays for its bid by exact chances",
        "sampler": "Sampler, tries possible deals",
        "learner": "Learner, learned by playing",
        "learner-plain": "Learner plain, learned from its hand and the table",
        "learner-exact": "Learner exact, learned from exact chances",
    }
)
"""The title of every bot that ships, for people who choose players on the page."""
NO_CHOICE = "there is no other legal action"


def action_name(action: Action) -> str:
    """Return the name of an action for a list: a card, or a bid."""
    if isinstance(action, Play):
        return action.card.symbol
    return f"bid {action.tricks}" if isinstance(action, Bid) else f"change to {action.tricks}"


def lasting_actions(view: View) -> list[Action]:
    """List the legal actions without the bid that the dealer would have to change at once."""
    barred = hook(view) if view.bidding and view.viewer == view.dealer else None
    return [action for action in legal(view) if not (isinstance(action, Bid) and action.tricks == barred)]


def tell_values(values: Mapping[Action, float]) -> str:
    """Return a list of actions in words, the highest value first, each with its value."""
    numbers = {action: round(value, 2) + 0.0 for action, value in values.items()}
    best = sorted(numbers, key=lambda action: -numbers[action])
    return ", ".join(f"{action_name(action)}: {numbers[action]:.2f}" for action in best)
