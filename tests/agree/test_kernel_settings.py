"""The agreement tests hold under Numba's other settings too: with bounds checked, and as plain Python."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CHECKED = ["test_deals_agree.py"]


def run_again(words: list[str], place: Path, **settings: str) -> None:
    """Run the agreement tests in another process, with a cache of its own."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider"]
    ran = subprocess.run(
        [*command, *words, *(str(HERE / name) for name in CHECKED)],
        env={**os.environ, **settings, "HANDSIGHT_CACHE": str(place)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "passed" in ran.stdout


@pytest.mark.slow
def test_no_kernel_reads_outside_its_arrays(tmp_path: Path) -> None:
    run_again([], tmp_path, NUMBA_BOUNDSCHECK="1")


@pytest.mark.slow
def test_kernels_run_as_plain_python(tmp_path: Path) -> None:
    run_again(["-k", "hands_agree and 0 or owners"], tmp_path, NUMBA_DISABLE_JIT="1")
    assert not list(tmp_path.iterdir())
