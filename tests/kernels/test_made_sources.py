"""Generated players are imported from files, compiled once, and kept."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from handsight.hanabi import Terms
from handsight.kernels import cache, sources
from handsight.kernels.games import Player, play

TEXT = """
from handsight.kernels import rules
from handsight.kernels.compiled import compiled, lowest
from handsight.kernels.loop import DECIDE


@compiled(DECIDE)
def decide(book, row, scratch):
    return lowest(rules.legal(book, row))
"""
PLAY = """
from pathlib import Path
from handsight.hanabi import Terms
from handsight.kernels import sources
from handsight.kernels.games import Player, play
made = sources.imported(Path(sys.argv[1]).read_text())
print(play(Player(made.decide), Terms(2), games=3, seed=1).tolist())
"""


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep the texts that tests make out of the user's cache."""
    monkeypatch.setattr(sources, "folder", lambda: tmp_path)


def test_the_same_text_is_the_same_module(tmp_path: Path) -> None:
    one, two, other = (sources.imported(text) for text in (TEXT, TEXT, TEXT + "# other\n"))
    assert one is two
    assert one is not other
    assert len(list((tmp_path / "made").glob("*.py"))) == 2
    assert play(Player(one.decide), Terms(3), games=4, seed=2)[:, 0].tolist() == [0, 0, 0, 0]


def test_a_broken_text_leaves_nothing_behind() -> None:
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            sources.imported("1 / 0\n")


@pytest.mark.slow
def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    (tmp_path / "text").write_text(TEXT)
    if kernels := cache.folder():  # only the player is to be compiled
        shutil.copytree(kernels, tmp_path / "kernels" / cache.key(), ignore=shutil.ignore_patterns("made*"))
    command = [sys.executable, "-c", "import sys" + PLAY, str(tmp_path / "text")]
    said, kept = [], []
    for _ in range(2):
        settings = {**os.environ, "HANDSIGHT_CACHE": str(tmp_path)}
        ran = subprocess.run(command, env=settings, capture_output=True, text=True, check=True)
        said.append(ran.stdout)
        kept.append({path: path.stat().st_mtime_ns for path in tmp_path.rglob("handsight_made*.nb?")})
    assert len(kept[0]) == 2
    assert kept[0] == kept[1]
    assert said[0] == said[1]
