"""The page's JavaScript by itself: its tests in node, and its types, where node and TypeScript are there."""

import subprocess
from pathlib import Path
from shutil import which

import pytest

HERE = Path(__file__).parent / "javascript"
NODE, TSC = which("node"), which("tsc")
STATIC = Path(__file__).parents[2] / "src" / "handsight" / "web" / "static"


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="node is not installed (Debian: nodejs)")
def test_modules_do_what_their_tests_say() -> None:
    tests = sorted(map(str, HERE.glob("*.test.mjs")))
    assert tests
    done = subprocess.run([str(NODE), "--test", *tests], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
@pytest.mark.skipif(TSC is None, reason="no TypeScript compiler is installed (npm install -g typescript@5)")
def test_types_fit() -> None:
    done = subprocess.run([str(TSC), "--project", str(HERE)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_module_asks_for_its_types_to_be_checked() -> None:
    found = {path: path.read_text("utf-8") for path in STATIC.rglob("*.js")}
    assert [path for path, text in found.items() if not text.startswith("// @ts-check\n")] == []
