"""One score everywhere: of the perfect score, 0 for a game that was struck out, stacks told beside it."""

from pathlib import Path

import pytest
from cli.command_line import Cli

import handsight as hs
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi import Play, State, deal, play
from handsight.notation.hanabi import hanab_live_export as hanab_live
from handsight.web.hanabi.game_replay import HanabiReplay
from handsight.web.hanabi.table_view import picture
from handsight.web.recorded_games import replay_of
from handsight.web.server.game_table import OPEN

FIRST = "sample:first"
"""A game of 23 points; two cards are lost, so that no more than 23 could be reached."""


@pytest.fixture
def struck_out(tmp_path: Path) -> Path:
    """Return the file of a game that is struck out with some cards on the stacks."""
    state: State = deal(hs.load(FIRST).setup)
    actions, states = list[Play](), [state]
    while not state.over:
        playable = [
            order
            for order in state.hands[state.seat]
            if play(state, Play(order)).points > state.points and state.points < 2
        ]
        actions.append(Play((playable or state.hands[state.seat][-1:])[0]))
        state = play(state, actions[-1])
        states.append(state)
    assert state.struck_out
    assert state.points > 0
    path = tmp_path / "struck.json"
    path.write_text(hanab_live.write(Game(state.setup, tuple(actions), tuple(states))).text)
    return path


def test_a_score_is_told_of_the_perfect_score(cli: Cli) -> None:
    assert "score 23 of 25 (" in cli("check", FIRST).out
    assert "score 23 of 25 " in cli("show", FIRST).out
    (row,) = cli("check", FIRST, "--json").rows
    assert (row["score"], row["max_score"], row["perfect_score"]) == (23, 23, 25)
    (row,) = cli("show", FIRST, "--json").rows
    assert (row["score"], row["max_score"], row["perfect_score"]) == (23, 23, 25)


def test_what_can_still_be_reached_is_told_beside_it_while_a_game_goes_on(cli: Cli) -> None:
    assert "score 6 of 25   clues" in cli("show", FIRST, "--turn", "21").out
    assert "score 22 of 25, at most 23   clues" in cli("show", FIRST, "--turn", "57").out


def test_a_game_that_is_struck_out_scores_0(cli: Cli, struck_out: Path) -> None:
    played = hs.load(struck_out).final.points
    said = f"score 0 of 25, {played} on the stacks"
    assert said in cli("check", struck_out).out
    assert said in cli("show", struck_out).out
    (row,) = cli("show", struck_out, "--json").rows
    assert row["score"] == 0
    assert sum(row["stacks"]) == played
    kept = f"score {played} of 25"
    assert kept in cli("check", struck_out, "--rules", "stacks").out


def test_the_page_says_the_same(struck_out: Path) -> None:
    game = hs.load(struck_out)
    said = f"0 of 25, {game.final.points} on the stacks"
    assert picture(game.final, OPEN, game.seats)["score_text"] == said
    replay = replay_of(struck_out.read_text(), "game")
    assert isinstance(replay, HanabiReplay)
    assert replay.head()["score_text"] == said
    assert replay_of(*hs.notation.open_source(FIRST)).head()["score_text"] == "23 of 25"


def test_an_experiment_tells_the_mean_with_the_stacks_kept(cli: Cli) -> None:
    done = cli("simulate", "random", "--games", "20", "--quiet")
    assert "100.00% of the games were struck out and score 0; with the cards on their stacks" in done.out
    kept = cli("simulate", "random", "--games", "20", "--quiet", "--rules", "stacks")
    assert "struck out and score 0" not in kept.out


def test_several_games_end_in_a_line_of_totals(cli: Cli, struck_out: Path) -> None:
    done = cli("check", FIRST, "sample:rainbow", struck_out)
    assert done.status == 0
    last = "3 games in 3 files: 3 valid, 0 invalid, mean score of the valid ones 15.67"
    assert done.out.splitlines()[-1] == last
    assert "valid," not in cli("check", FIRST).out.splitlines()[-1].replace("valid; ", "")
    assert len(cli("check", FIRST, struck_out, "--json").rows) == 2
    some = cli("check", FIRST, "-", stdin="Players 2\n")
    assert some.status == 1
    assert some.out.splitlines()[-1].startswith("2 games in 2 files: 1 valid, 1 invalid")
