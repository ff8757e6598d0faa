"""The agreement tests hold with the bounds of arrays checked, too."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
DEALS = ["test_deals_agree.py"]
HANABI = [
    "test_kernel_rules_agree.py",
    "test_kernel_perft.py",
    "test_seat_knowledge_agree.py",
    "test_compiled_games_agree.py",
]

BOEREN = ["test_boeren_kernels_agree.py"]


def run_again(files: list[str], words: list[str], place: Path, **settings: str) -> None:
    """Run agreement tests in another process, with a cache of its own."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider"]
    ran = subprocess.run(
        [*command, "-m", "not slow", *words, *(str(HERE / name) for name in files)],
        env={**os.environ, **settings, "HANDSIGHT_CACHE": str(place)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "passed" in ran.stdout


@pytest.mark.slow
@pytest.mark.parametrize("files", [DEALS, HANABI, BOEREN], ids=["deals", "hanabi", "boeren"])
def test_no_kernel_reads_outside_its_arrays(files: list[str], tmp_path: Path) -> None:
    run_again(files, [], tmp_path, NUMBA_BOUNDSCHECK="1")
    text = "from handsight.hanabi.compiled import rules; import numpy; rules.legal(*numpy.zeros((2, 5), int))"
    settings = {"NUMBA_BOUNDSCHECK": "1", "HANDSIGHT_CACHE": str(tmp_path)}
    if files is HANABI:  # and one that does is noticed
        ran = subprocess.run(
            [sys.executable, "-c", text],
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            check=False,
        )
        assert "IndexError" in ran.stderr
