"""Values of actions in words, for bots that compare all of them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from handsight.boeren import Action, Bid, Play, View, hook, legal
from handsight.boeren.compiled.state_conversion import to_number


def action_name(action: Action) -> str:
    """Name an action in a list: a number of tricks, or a card."""
    if isinstance(action, Play):
        return action.card.symbol
    return f"bid {action.tricks}" if isinstance(action, Bid) else f"change to {action.tricks}"


def lasting_actions(view: View) -> list[Action]:
    """List the legal actions without the bid that the dealer would have to change at once."""
    barred = hook(view) if view.bidding and view.viewer == view.dealer else None
    return [action for action in legal(view) if not (isinstance(action, Bid) and action.tricks == barred)]


NO_CHOICE = "there is no other legal action"


def tell_values(choices: Sequence[Action], values: NDArray[np.floating]) -> str:
    """List actions from the best down, each with its value; *values* are by the number of the action."""
    numbers = {action: round(float(values[to_number(action)]), 2) + 0.0 for action in choices}
    best = sorted(choices, key=lambda action: -numbers[action])
    return ", ".join(f"{action_name(action)}: {numbers[action]:.2f}" for action in best)
