"""The measurements of logic: every row is there, with what it is to be held against."""

import pytest

from bench import BENCHES
from bench.timings import logic


@pytest.mark.slow
def test_small_sizes_have_all_their_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logic, "MUDDY", {4: 0.05, 8: None, 9: 0.1})
    monkeypatch.setattr(logic, "DINING", {3: 0.04, 5: 0.1})
    monkeypatch.setattr(logic, "SEPARATE", {3: 0.1, 5: 0.2})
    monkeypatch.setattr(logic, "DEALS", {2: "under 200"})
    monkeypatch.setattr(logic, "_suite", lambda: None)
    rows = {row.what: row for row in logic.run()}
    assert rows["muddy children, n = 4"].aim == "SMCDEL 0.05 s"
    assert rows["muddy children, n = 8"].aim == "DEMO-S5 0.11 s"
    assert rows["muddy children, growth from 4 to 9"].aim == "SMCDEL 2"
    assert rows["cryptographers, each apart, SMCDEL's time over ours at 5"].aim == "at least 5"
    assert rows["2 cards each, in which deals K of K"].unit == "ms"
    assert all(row.value >= 0 for row in rows.values())
    assert "logic" in BENCHES


def test_the_published_sizes_are_measured() -> None:
    assert max(logic.MUDDY) == 80
    assert max(logic.DINING) == 160
    assert max(logic.SEPARATE) == 11
    assert max(logic.DEALS) == 13


def test_the_suite_of_puzzles_runs() -> None:
    logic._suite()  # noqa: SLF001 measured whole, tried whole
