"""Recorded games as transitions."""

import numpy as np
import pytest
from msgspec.structs import replace

from handsight.env.hanabi.record_games import transitions
from handsight.errors import InputError
from handsight.hanabi import Terms, variant, view
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.notation.hanabi import hle_observation as hle


def test_every_action_is_a_row_of_what_its_seat_saw() -> None:
    plan = HanabiPlan(("robot1",) * 3, Terms(3), 4)
    games = [plan.record_game(number) for number in range(4)]
    made = transitions(games)
    assert len(made.action) == sum(len(game.actions) for game in games)
    assert made.done.sum() == 4
    row = 0
    for number, game in enumerate(games):
        for state, action in zip(game.states, game.actions, strict=False):
            assert made.obs[row].tolist() == hle.observation(view(state, state.seat))
            assert made.mask[row, made.action[row]] == 1
            assert made.action[row] == hle.action_number(
                state.terms, state.seat, state.hands[state.seat], action
            )
            assert (made.seat[row], made.game[row]) == (state.seat, number)
            row += 1
    scores = [made.reward[made.game == number].sum() for number in range(4)]
    assert scores == [0 if game.states[-1].strikes == 3 else game.states[-1].points for game in games]


def test_a_game_may_be_cut_short_and_of_any_variant() -> None:
    plan = HanabiPlan(("random",) * 2, Terms(2, variant("Rainbow (5 Suits)")), 4)
    game = plan.record_game(0)
    part = replace(game, actions=game.actions[:3], states=game.states[:4])
    made = transitions([part], "exact")
    assert made.obs.dtype == np.float32
    assert len(made.action) == 3
    assert made.done.tolist()[-1]
    with pytest.raises(InputError, match="no game was given"):
        transitions([])
    other = HanabiPlan(("random",) * 3, Terms(3), 4).record_game(0)
    with pytest.raises(InputError, match="game 1 is on other terms"):
        transitions([game, other], "exact")
