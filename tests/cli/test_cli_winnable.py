"""`handsight winnable`: deals of seeds and recorded games."""

import pytest
from cli.command_line import Cli

from handsight.hanabi import Terms
from handsight.lab.hanabi.game_plan import shuffled_setup

KEYS = {"game", "players", "best", "proved", "line", "deck"}


def test_json_has_the_documented_shape(cli: Cli) -> None:
    rows = cli("winnable", "--seed", "7", "--games", "3", "--players", "2", "--json").rows
    assert [row["game"] for row in rows] == ["seed 7 #0", "seed 7 #1", "seed 7 #2"]
    assert all(row.keys() >= KEYS for row in rows)
    assert (rows[0]["players"], rows[0]["best"], rows[0]["proved"]) == (2, 25, True)
    setup = shuffled_setup(Terms(2), 7, 0)
    assert rows[0]["deck"] == [setup.terms.variant.text(card) for card in setup.deck]
    assert rows[0]["line"][-1].startswith("play ")


def test_a_recorded_game_is_solved_from_the_deal_or_a_turn(cli: Cli) -> None:
    (row,) = cli("winnable", "sample:first", "--json").rows
    assert (row["best"], row["turn"]) == (25, 0)
    (row,) = cli("winnable", "sample:first", "--turn", "31", "--json").rows
    assert (row["best"], row["proved"], row["turn"]) == (23, True, 30)


def test_a_seed_of_hanab_live_is_a_game(cli: Cli) -> None:
    done = cli("winnable", "p2v0s1")
    assert "25 can be reached" in done.out
    assert "  1  Alice: " in done.out


def test_several_games_are_summed_up(cli: Cli) -> None:
    done = cli("winnable", "--seed", "5", "--games", "4", "--players", "4")
    assert "4 games: 4 (100.00%) can be won, 0 proved not, 0 open" in done.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "name either a game or"),
        (("p2v0s1", "--seed", "1"), "name either a game or"),
        (("p2v0s1", "--games", "3"), "--games needs --seed"),
        (("--seed", "1", "--turn", "3"), "--seed and --turn do not go together"),
        (("--seed", "1", "--nodes", "0"), "--nodes: 0 is too few"),
        (("--seed", "1", "--variant", "Sudoku (5 Suits)"), "cannot be solved with open hands"),
        (("sample:first", "--turn", "500"), "there is no turn 500"),
    ],
)
def test_wrong_commands_are_explained(cli: Cli, words: tuple[str, ...], message: str) -> None:
    done = cli("winnable", *words)
    assert (done.status, message in done.err) == (2, True)


def test_a_game_that_cannot_be_solved_is_named(cli: Cli) -> None:
    done = cli("winnable", "sample:up_or_down", "p2v0s1")
    assert done.status == 1
    assert "sample:up_or_down" in done.err
    assert "25 can be reached" in done.out
