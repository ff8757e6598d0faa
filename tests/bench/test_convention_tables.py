"""The tables of the report on conventions: small ones, played by the plain rules."""

import pytest

from bench.tables.hanabi_conventions import best
from bench.tables.marked_tables import TABLES, rewritten
from bench.tables.table_request import PlaySettings, TableRequest
from handsight.lab import HanabiPlan

pytestmark = pytest.mark.slow  # dozens of conventions, each read, checked and played


@pytest.fixture(autouse=True)
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A handful of games is played sooner by the plain rules than kernels are compiled."""
    monkeypatch.setattr(HanabiPlan, "compiled_bots", lambda _plan: None)


def test_the_best_for_each_number_of_players() -> None:
    text = best(TableRequest("best-conventions", 1, 5, 1, PlaySettings()))
    assert text.startswith("1 game, seed 5, `stacks` rules")
    assert [line.split(" | ")[3] for line in text.split("\n")[4:]] == [
        "`pair`",
        "`circle`",
        "`circle`",
        "`full-table`",
    ]


def test_saves_and_what_their_choices_are_worth() -> None:
    page = "<!-- results saves games=2 seed=5 -->\n<!-- /results -->\n"
    page += "<!-- results saves-worth games=2 seed=5 -->\nold\n<!-- /results -->\n"
    after = rewritten(page, PlaySettings())
    assert "old" not in after
    assert after.count("`misread-saves`") == 4
    assert "all 16 ways" in after
    assert "| `save>point` |" in after
    assert rewritten(after, PlaySettings()) == after


def test_every_table_has_a_name() -> None:
    assert {"best-conventions", "saves", "saves-worth", "ideas-worth"} <= set(TABLES)
