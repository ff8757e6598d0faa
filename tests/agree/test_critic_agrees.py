"""What the critic says a move lost is what enumerating all deals says, on tiny decks."""

import pytest
from plain_belief import plain_decision, positions
from test_search_belief_agree import TWO, enumerated_value

from handsight.analysis.hanabi.convention_critic import Critic
from handsight.game import Dice
from handsight.hanabi import legal, view
from handsight.hanabi.compiled.state_conversion import to_action
from handsight.roster.hanabi import find_bot

CLEAR_LOSS = 0.3


@pytest.mark.slow
def test_losses_are_those_of_all_deals() -> None:
    """The convention's own move is judged, and the worst move that there is."""
    name, compared = "pair", 0
    for seed in range(300, 306):
        state = next(state for state in positions(name, TWO, seed) if state.deck_left <= 2)
        seen = view(state, 0)
        values = {action: enumerated_value(state, action, name) for action in legal(state)}
        best = max(values.values())
        for own in (plain_decision(name, seen), min(values, key=lambda action: values[action])):
            critic = Critic(TWO, 0, Dice(seed), find_bot(name), 3_000)
            found, better = critic.compare(seen, own)
            if better is None:
                assert best - values[own] < CLEAR_LOSS
                continue
            gain = values[to_action(TWO, critic.history.now, better)] - values[own]
            assert abs(found.loss - gain) <= 4 * found.loss_error + 1e-9
            assert best - values[own] - gain < CLEAR_LOSS
            compared += 1
    assert compared >= 4
