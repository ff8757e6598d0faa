"""Analyses of games that people played: facts, open hands, and bots that go on sensibly."""

from functools import cache
from pathlib import Path

import pytest

from bench.checks.analysis_checks import would_strike
from handsight.analysis.hanabi.turn_analysis import MoverPosition
from handsight.analysis.hanabi.turn_statements import CAUSE_OF, facts_of
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi import view
from handsight.hanabi.state import End
from handsight.lab.hanabi.lost_points import losses
from handsight.notation import read_file
from handsight.roster.hanabi import find_bot
from handsight.search.blueprint import blueprint
from handsight.search.open_hands import solve_state

REPLAYS = Path(__file__).parents[3] / "shared" / "replays"
pytestmark = pytest.mark.skipif(
    not REPLAYS.is_dir(), reason="the recorded games are not here (../shared/replays)"
)


@cache
def games(name: str) -> list[Game]:
    return [checked.valid_game() for checked in read_file(str(REPLAYS / f"{name}.jsonl"))]


def test_facts_are_those_of_losses_in_every_recorded_game() -> None:
    for game in games("hanabi-challenges") + games("hanabi-data")[::10]:
        if not game.final.over:
            continue
        found = [
            (turn, fact.cause, fact.points)
            for turn in range(game.final.turn)
            for fact in facts_of(game, turn)
        ]
        assert sorted(found) == sorted(
            (loss.turn, CAUSE_OF[loss.cause], loss.points) for loss in losses(game)
        )


def test_a_recorded_perfect_game_can_be_won_from_every_turn() -> None:
    perfect = [game for game in games("hanabi-challenges") if game.final.end == End.PERFECT]
    plain = [game for game in perfect if not game.setup.terms.deck_plays]
    for state in plain[0].states[::6]:
        assert solve_state(state, nodes=100_000).best == 25


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["robot5", "circle", "robot3", "minimal"])
def test_bots_do_not_play_wrong_readings_into_strikes(bot: str) -> None:
    """From positions of people nobody strikes at once because of what it read into a clue."""
    before = after = 0
    for game in games("hanabi-data")[:60:10] + games("hanabi-challenges")[12:18:3]:
        compiled = blueprint(find_bot(bot), game.setup.terms)
        for turn in range(6, game.final.turn, 12):
            state = game.states[turn]
            counts = would_strike(MoverPosition(compiled, view(state, state.seat)), 4)
            before, after = before + counts[0], after + counts[1]
    assert before > 0
    assert after == 0
