"""`handsight bench`: the figures of benchmarks."""

from pathlib import Path

import pytest
from cli.command_line import Cli

from bench import BENCHES


def test_a_benchmark_that_is_not_there_is_status_2(cli: Cli) -> None:
    done = cli("bench", "nosuch")
    assert done.status == 2
    assert done.out == ""
    assert all(name in done.err for name in BENCHES)


def test_a_benchmark_prints_its_figures(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    from bench import Measurement
    from bench.timings import check

    rows = [Measurement("games validated", 1234.5, "games/s", "500")]
    monkeypatch.setattr(check, "run", lambda: rows)
    (row,) = cli("bench", "check", "--json").rows
    assert row == {
        "bench": "check",
        "what": "games validated",
        "value": 1234.5,
        "unit": "games/s",
        "aim": "500",
    }
    said = cli("bench", "check").out
    assert "games validated" in said
    assert "games/s" in said


@pytest.mark.parametrize("words", [("bench", "check"), ("results", "robots"), ("results", "--write", "x.md")])
def test_what_only_a_checkout_has_is_said(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr("handsight.cli.bench.CHECKOUT", tmp_path)
    done = cli(*words)
    assert (done.status, done.out) == (2, "")
    assert "not part of the installed package; run this from a checkout of the source" in done.err
