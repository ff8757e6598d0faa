"""Generated source is compiled to machine code that agrees with Python, and cached."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from handsight.compiled import kernel_cache as cache
from handsight.compiled.compile_source import compile_source
from handsight.hanabi import Terms
from handsight.hanabi.compiled.game_loop import CompiledBot, call_decide, call_read
from handsight.hanabi.compiled.play_games import play

CALLERS = {"decide": call_decide, "read": call_read}
HEAD = """
from handsight.compiled.jit import compiled, highest_bit, lowest_bit, popcount
from handsight.conventions.compiler.compiled.convention_runtime import clues_to, pace, quotient
from handsight.compiled.python_to_llvm import write_float
from handsight.conventions.compiler.compiled.convention_runtime import ranked, sort
from handsight.hanabi.compiled.game_loop import DECIDE_SIGNATURE, READ_SIGNATURE
from handsight.hanabi.compiled.rules import legal
FIVE = 5
"""
DEF = "\n@compiled(DECIDE_SIGNATURE)\ndef decide(terms, state, workspace):\n"
FIRST_LEGAL = f"""{HEAD}

@compiled(DECIDE_SIGNATURE)
def decide(terms, state, workspace):
    return lowest_bit(legal(terms, state))
"""
PLAY = """
import sys
from pathlib import Path
from handsight.hanabi import Terms
from handsight.compiled.compile_source import compile_source
from handsight.hanabi.compiled.game_loop import CompiledBot
from handsight.hanabi.compiled.game_loop import call_decide
from handsight.hanabi.compiled.play_games import play
functions = compile_source(Path(sys.argv[1]).read_text(), {"decide": call_decide})
print(play(CompiledBot(functions["decide"]), Terms(2), games=3, seed=1).tolist())
"""


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep what tests make out of the user's cache."""
    monkeypatch.setattr(cache, "kernel_folder", lambda: tmp_path)


def answers(expression: str, one: int, two: int) -> tuple[int, int]:
    """Ask machine code and Python for the value of an expression."""
    text = f"{HEAD}\n{DEF}    return {expression}\n"
    words = np.array([one, two, 3]), np.zeros(4, np.int64), np.zeros(9, np.int64)
    plain = eval(expression, {"FIVE": 5}, {"terms": [one, two, 3]})  # noqa: S307  # ours
    return compile_source(text, CALLERS)["decide"](*words), plain


@pytest.mark.parametrize(
    "expression",
    [
        "terms[0] // terms[1]",
        "terms[0] % terms[1]",
        "terms[0] + FIVE - terms[1] * 3",
        "(terms[0] & 12 | terms[1] ^ 9) << 2",
        "terms[0] >> 1",
        "~terms[0] + -terms[1]",
        "terms[0] < terms[1]",
        "terms[0] <= terms[1] and terms[1] != 7",
        "not terms[0] == 4 or terms[0] >= 5",
        "terms[0] and terms[1]",
        "(terms[0] - 7) or terms[1]",
        "(terms[0] > 0) + (terms[1] > 0)",
        "7 if terms[0] > terms[1] else terms[2]",
        "terms[0] / terms[1] > 0.5",
        "terms[0] * 0.5 - 1 == terms[1]",
        "not terms[0] * 0.5",
        "-(terms[0] * 0.5) <= terms[1] / 2",
    ],
)
def test_expressions_mean_what_they_mean_in_python(expression: str) -> None:
    for one, two in ((7, 2), (-7, 2), (7, -2), (-7, -2), (4, 4), (0, 3), (6, 7)):
        machine_says, python_says = answers(expression, one, two)
        assert machine_says == python_says, (one, two)


STATEMENTS = f"""{HEAD}

@compiled("int64(int64[::1], int64)")
def summed(terms, most):
    total, found = 0, False
    for at in range(most):
        if terms[at] == 3:
            found = True
            break
        total += terms[at]
    for back in range(most - 1, -1, -1):
        total = total * 10 + back
    for at in range(1, most):
        while terms[at]:
            terms[at] -= 1
    if found:
        return total
    else:
        return -total


@compiled(READ_SIGNATURE)
def read(terms, state, workspace):
    part = workspace[2:5]
    part[1] = summed(terms, 3)
    write_float(workspace, 6, state[0] / 4)


@compiled(DECIDE_SIGNATURE)
def decide(terms, state, workspace):
    return popcount(state[0]) * 100 + lowest_bit(state[0]) * 10 + highest_bit(state[0])
"""


def test_statements_mean_what_they_mean_in_python() -> None:
    functions = compile_source(STATEMENTS, CALLERS)
    terms, state, workspace = np.array([1, 2, 3]), np.array([40]), np.zeros(9, np.int64)
    functions["read"](terms, state, workspace)
    assert terms.tolist() == [1, 0, 0]
    assert workspace[:6].tolist() == [0, 0, 0, 3210, 0, 0]
    assert workspace[6:7].view(np.float64)[0] == 10.0
    assert functions["decide"](terms, state, workspace) == 235
    again = np.array([1, 2, 4])
    functions["read"](again, state, workspace)
    assert workspace[3] == -7210


@pytest.mark.parametrize(
    "body", ["return sum(terms)", "return terms[::2]", "return [1]", "return state[0].size", "return 'one'"]
)
def test_what_generated_source_never_contains_is_refused(body: str) -> None:
    text = f"{HEAD}\n\n@compiled(DECIDE_SIGNATURE)\ndef decide(terms, state, workspace):\n    {body}\n"
    with pytest.raises((NotImplementedError, AttributeError, KeyError)):
        compile_source(text, CALLERS)


def test_machine_code_is_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in (FIRST_LEGAL, FIRST_LEGAL, FIRST_LEGAL + "# other\n"):
        functions = compile_source(text, CALLERS)
        scores = play(CompiledBot(functions["decide"]), Terms(3), games=4, seed=2)[:, 0].tolist()
        assert scores == [0, 0, 0, 0]
    assert len(list((tmp_path / "generated").iterdir())) == 2
    monkeypatch.setattr(
        cache, "kernel_folder", lambda: None
    )  # and where nothing can be kept, it plays all the same
    assert (
        play(CompiledBot(compile_source(FIRST_LEGAL, CALLERS)["decide"]), Terms(3), games=1, seed=2)[0, 0]
        == 0
    )


@pytest.mark.parametrize("damage", [b"", b"no machine code at all", None])
def test_machine_code_that_was_damaged_is_compiled_again(tmp_path: Path, damage: bytes | None) -> None:
    compile_source(FIRST_LEGAL, CALLERS)
    (kept,) = (tmp_path / "generated").iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-9] + bytes(9) if damage is None else damage)
    functions = compile_source(FIRST_LEGAL, CALLERS)
    assert play(CompiledBot(functions["decide"]), Terms(3), games=1, seed=2)[0, 0] == 0
    assert kept.read_bytes() == whole


def test_machine_code_of_another_convention_is_not_used(tmp_path: Path) -> None:
    compile_source(FIRST_LEGAL, CALLERS)
    (kept,) = (tmp_path / "generated").iterdir()
    whole = kept.read_bytes()
    compile_source(FIRST_LEGAL.replace("lowest_bit(", "highest_bit("), CALLERS)
    (other,) = set((tmp_path / "generated").iterdir()) - {kept}
    kept.write_bytes(other.read_bytes())
    compile_source(FIRST_LEGAL, CALLERS)
    assert kept.read_bytes() == whole


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "generated").write_text("a file, where a folder should be")
    assert (
        play(CompiledBot(compile_source(FIRST_LEGAL, CALLERS)["decide"]), Terms(3), games=1, seed=2)[0, 0]
        == 0
    )


def test_a_broken_text_leaves_nothing_behind(tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            compile_source("1 / 0\n", CALLERS)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    (tmp_path / "text").write_text(FIRST_LEGAL)
    if kernels := cache.kernel_folder():  # only the player is to be compiled
        shutil.copytree(
            kernels,
            tmp_path / "kernels" / cache.environment_key(),
            ignore=shutil.ignore_patterns("generated"),
        )
    command = [sys.executable, "-c", PLAY, str(tmp_path / "text")]
    said, kept = [], []
    for _ in range(2):
        settings = {**os.environ, "HANDSIGHT_CACHE": str(tmp_path)}
        ran = subprocess.run(command, env=settings, capture_output=True, text=True, check=True)
        said.append(ran.stdout)
        kept.append({path: path.stat().st_mtime_ns for path in tmp_path.rglob("generated/*")})
    assert len(kept[0]) == 1
    assert kept[0] == kept[1]
    assert said[0] == said[1]
