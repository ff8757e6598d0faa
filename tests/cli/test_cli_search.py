"""Bots that search, on the command line and at a table of the page."""

import pytest
from cli.command_line import Cli

from handsight.roster.hanabi import find_bot
from handsight.search.search_settings import THREADS_VARIABLE
from handsight.web.hanabi.table import PAGE, HanabiRequest
from handsight.web.server.table_messages import SeatRequest
from handsight.web.server.table_store import Store
from handsight.web.table_server import TableServer

GAMES = ("--games", "2", "--variant", "3 Suits", "--quiet", "--json")


def test_simulate_with_a_searcher_names_its_rollouts_and_does_not_depend_on_threads(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(THREADS_VARIABLE, "1")  # undone after the test, also where --threads changes it
    (row,) = cli("simulate", "search(pair, 20)", "pair", *GAMES).rows
    assert row["bots"][0] == "search(pair, 20)"
    (again,) = cli("simulate", "search(pair, 20)", "pair", *GAMES, "--threads", "2").rows
    assert again["bots"] == row["bots"]
    assert again["histogram"] == row["histogram"]


def test_a_quoted_name_in_a_name_is_that_name() -> None:
    assert find_bot("search('pair', 2)").name == find_bot("search(pair, 2)").name


@pytest.mark.parametrize("threads", ["0", "x", "257"])
def test_a_wrong_number_of_threads_is_refused(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, threads: str
) -> None:
    monkeypatch.setenv(THREADS_VARIABLE, "1")
    done = cli("simulate", "search(pair)", "pair", "--threads", threads)
    assert done.status == 2
    assert "must be a number from 1 to 256 (--threads)" in done.err


@pytest.mark.parametrize("bot", ["search(pear)", "search(careful)", "search(pair, x)", "search(pair, late)"])
def test_a_wrong_searcher_is_a_wrong_command(cli: Cli, bot: str) -> None:
    done = cli("simulate", bot, "pair", "--games", "1")
    assert done.status == 2
    assert "Traceback" not in done.err


def test_a_searcher_sits_at_a_table_of_the_page_and_says_why() -> None:
    server = TableServer(PAGE, Store(":memory:"))
    seats = (SeatRequest(bot="search(pair)"), SeatRequest(bot="pair"))
    table = server.table(server.open(HanabiRequest(seats=seats, seed=1)).id)
    entry, _ = table.decide(table.now)
    assert "`pair` would" in entry.why
    assert " deals" in entry.why
