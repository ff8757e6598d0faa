"""`handsight search critic` on the command line."""

from pathlib import Path

import pytest
from cli.command_line import Cli

SMALL = ("--players", "2", "--variant", "3 Suits", "--rules", "stacks", "--rollouts", "60", "--quiet")


def test_it_prints_rules_with_their_losses_and_positions_to_look_at(cli: Cli, tmp_path: Path) -> None:
    report = tmp_path / "critic.html"
    done = cli("search", "critic", "pair", "--games", "2", *SMALL, "--json", "--report", str(report))
    (row,) = done.rows
    assert row["bot"] == "pair"
    assert (row["players"], row["games"], row["rollouts"], row["seed"]) == (2, 2, 60, 1)
    assert row["moves"] == sum(rule["moves"] for rule in row["by_rule"])
    assert row["loss"] == pytest.approx(sum(rule["loss"] for rule in row["by_rule"]))
    assert {"rule", "written", "moves_a_game", "better", "loss_each", "loss_stderr"} <= set(row["by_rule"][0])
    losses = [rule["loss"] for rule in row["by_rule"]]
    assert losses == sorted(losses, reverse=True)
    position = row["positions"][0]
    assert "command that shows it" in report.read_text(encoding="utf-8")
    command = position["commands"][0].split()
    assert command[:2] == ["handsight", "show"]
    shown = cli(*command[1:], "--json")
    (table,) = shown.rows
    assert table["turn"] == position["turn"]
    assert table["seat"] == position["seat"]


def test_it_prints_tables_for_people(cli: Cli) -> None:
    done = cli("search", "critic", "robot5", "--games", "1", *SMALL)
    assert done.status == 0
    assert "moves judged with 60 rollouts each" in done.out
    assert "loss a game" in done.out
    assert "every move" in done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["careful"], "no compiled version"),
        (["pear"], "no bot is called 'pear'"),
        (["pair", "--rollouts", "5"], "5 rollouts a move are not possible"),
        (["pair", "--workers", "0"], "--workers: 0 is too few"),
        (["pair", "--players", "9"], "9"),
        ([], "BOT is missing"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(cli: Cli, words: list[str], said: str) -> None:
    done = cli("search", "critic", *words, "--games", "1")
    assert done.status == 2
    assert said in done.err
    assert "Traceback" not in done.err
