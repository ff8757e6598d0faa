"""What the critic says a move lost is what enumerating all deals says, on tiny decks."""

import pytest
from plain_belief import plain_decision, positions
from test_search_belief_agree import TWO, enumerated_value

from handsight.bots.hanabi.roster import find_bot
from handsight.hanabi import legal, view
from handsight.kernels.hanabi.convert import to_action
from handsight.search.critic import Critic
from handsight.table import Dice

CLEAR_LOSS = 0.3


@pytest.mark.slow
def test_losses_are_those_of_all_deals() -> None:
    name, compared, clear = "pair", 0, 0
    for seed in range(300, 312):
        late = [state for state in positions(name, TWO, seed) if state.deck_left <= 2]
        for state in late[:2]:
            critic, seen = Critic(TWO, 0, Dice(seed), find_bot(name), 6_000), view(state, 0)
            own = plain_decision(name, seen)
            found = critic.compare(seen, own)
            values = {action: enumerated_value(state, action, name) for action in legal(state)}
            lost = max(values.values()) - values[own]
            if found.other is None:
                assert lost < CLEAR_LOSS
                continue
            other = to_action(TWO, critic.history.now, found.other)
            assert abs(found.loss - (values[other] - values[own])) <= 4 * found.error + 1e-9
            assert lost - (values[other] - values[own]) < CLEAR_LOSS
            compared += 1
            clear += lost >= CLEAR_LOSS
    assert compared >= 3
    assert clear
