"""The benchmark of partitions measures tables that some hand fits, and gives every figure it promises."""

import pytest

from bench import BENCHES
from bench.timings import signals


def test_tables_are_the_same_each_time_and_of_every_kind() -> None:
    tables = signals.tables(15, 5, 12)
    assert tables == signals.tables(15, 5, 12)
    assert all(table.hand(0) is not None for table in tables)
    assert {(len(table.touch), len(table.rows)) for table in tables} == {(15, 5)}
    assert {table.copies is None for table in tables} == {True, False}


def test_every_figure_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signals, "HINTS", (8,))
    monkeypatch.setattr(signals, "CARDS", (3,))
    monkeypatch.setattr(signals, "TABLES", 4)
    rows = {row.what: row.value for row in signals.run()}
    assert rows["8 hints, 3 cards: proved"] == 100
    assert rows["8 hints, 3 cards: median time"] > 0
    assert "signals" in BENCHES
