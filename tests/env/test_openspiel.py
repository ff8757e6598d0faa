"""OpenSpiel's Hanabi, game by game: at random, patiently, and by a player that sees every card."""

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from bench.timings.env_agree import compare  # after looking whether it is there


@pytest.mark.slow
@pytest.mark.parametrize(("players", "games"), [(2, 200), (3, 200), (4, 200), (5, 200)])
def test_vectors_legal_actions_rewards_and_ends_are_openspiels(players: int, games: int) -> None:
    found = compare(players, games, seed=players)  # 2,000 games in all take some twenty seconds
    assert found.games == games
    assert found.vectors == players * found.positions
    assert found.struck_out >= games // 3  # the random third, at least
    assert found.perfect > 0
    assert found.out_of_turns > 0
