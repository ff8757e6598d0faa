"""`handsight train hanabi`: a small run is trained, continued, drawn, and played with."""

import json
import shutil
from pathlib import Path

import pytest
from cli.command_line import Cli

pytest.importorskip("torch", reason="PyTorch is not installed")
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")

SMALL = (
    *("train", "hanabi", "--suits", "2", "--ranks", "2", "--hand", "2", "--tokens", "3", "--steps", "2048"),
    *("--games", "32", "--minibatch", "256", "--hidden", "8", "--device", "cpu"),
)


@pytest.mark.slow
def test_a_run_is_trained_and_continued(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    first = cli(*SMALL, "--out", folder, "--minutes", "0", "--json")
    (row,) = first.rows
    assert row["steps"] == 1024
    assert {"official", "error", "stacks", "perfect", "struck_out", "averaged", "training"} <= set(row)
    second = cli(*SMALL, "--out", folder)
    assert "play with it" in second.out
    assert "million steps" in second.err
    lines = (folder / "curve.jsonl").read_text().splitlines()
    assert [json.loads(line)["steps"] for line in lines] == [1024, 2048]
    for name in ("actor.npz", "averaged.npz", "curve.svg"):
        assert (folder / name).stat().st_size
    other = cli(*SMALL, "--out", folder, "--seed", "2")
    assert other.status == 1
    assert "other settings (seed)" in other.err


def test_widths_that_make_no_sense_are_named(cli: Cli, tmp_path: Path) -> None:
    said = cli(*SMALL, "--hidden", "wide", "--out", tmp_path / "run")
    assert said.status == 2
    assert "--hidden wide is not understood" in said.err
    said = cli(*SMALL, "--minibatch", "100", "--out", tmp_path / "run")
    assert "must be a multiple of minibatch" in said.err
