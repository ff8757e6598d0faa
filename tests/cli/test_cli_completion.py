"""Shell completion: which words may stand where, and the scripts that ask for them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli.command_line import Cli

from handsight.cli.completion import FILES, SHELLS, candidates
from handsight.cli.main import all_verbs


def words(*typed: str) -> list[str]:
    """Return the words that may stand in place of the last one typed."""
    return [candidate.word for candidate in candidates(typed)]


def test_verbs() -> None:
    assert set(all_verbs()) < set(words(""))
    assert words("cro") == ["crossplay"]
    assert set(words("help", "con")) == {"convert", "convention"}


def test_options_of_a_verb() -> None:
    assert words("check", "--ke") == ["--keep-going"]
    assert "--until-clear" in words("compare", "hat", "--")
    assert "--version" not in words("check", "--")
    assert words("--json", "check", "--ke") == ["--keep-going"]


def test_jobs_of_a_verb_and_their_options() -> None:
    assert set(words("convention", "")) >= {"check", "show", "ablate"}
    assert words("convention", "ablate", "--onl") == ["--only"]


@pytest.mark.parametrize(
    ("typed", "some"),
    [
        (("simulate", "hat", "--players", "3", "care"), "careful"),
        (("play", "hanabi", "--with", "robo"), "robot4"),
        (("play", "--with", "hat", "hana"), "hanabi"),
        (("simulate", "--game", "boeren", "full"), "full-kripke"),
        (("simulate", "hat", "--variant", "Rainbow (5"), "Rainbow (5 Suits)"),
        (("simulate", "hat", "--variant=Rainbow (5"), "--variant=Rainbow (5 Suits)"),
        (("check", "sample:f"), "sample:first"),
        (("check", "a.json", "sample:f"), "sample:first"),
        (("simulate", "hat", "--rules", "st"), "stacks"),
        (("check", "a.json", "--rules", "st"), "stacks"),
        (("simulate", "--game", "boeren", "greedy", "--rules", ""), "fifteen"),
        (("convention", "show", "mini"), "minimal"),
        (("know", "a.json", "--convention", "mini"), "minimal"),
        (("convert", "a.json", "--to", "u"), "url"),
        (("completion", "b"), "bash"),
    ],
)
def test_names(typed: tuple[str, ...], some: str) -> None:
    assert some in words(*typed)


@pytest.mark.parametrize(
    "typed", [("check", ""), ("convert", "a.json", ""), ("simulate", "hat", "--out", ""), ("simulate", "my")]
)
def test_files_are_left_to_the_shell(typed: tuple[str, ...]) -> None:
    assert FILES in words(*typed)


def test_a_wrong_command_completes_to_nothing(cli: Cli) -> None:
    assert cli("completion", "words", "--", "check", "--nope", "x") == (0, "", "")
    assert cli("completion", "csh").status == 2


@pytest.mark.parametrize("shell", SHELLS)
def test_every_script_asks_for_words(cli: Cli, shell: str) -> None:
    done = cli("completion", shell)
    assert done.status == 0
    assert "completion words --" in done.out
    if shutil.which(shell):
        checked = subprocess.run([shell, "-n"], input=done.out, text=True, capture_output=True, check=False)
        assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
@pytest.mark.parametrize(
    ("line", "replies"),
    [
        ("handsight cro", ["crossplay"]),
        ("handsight check sample:fi", ["first"]),
        ("handsight simulate hat --players 3 careful-", ["careful-saves"]),
        ("handsight check gam", ["game.json"]),
        ("handsight convert game.json --to=ur", ["url"]),
    ],
)
def test_the_script_works_in_bash(tmp_path: Path, line: str, replies: list[str]) -> None:
    program = tmp_path / "handsight"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m handsight "$@"\n')
    program.chmod(0o755)
    (tmp_path / "game.json").write_text("{}")
    script = (
        'eval "$(handsight completion bash)"\n'
        f'COMP_LINE="{line}" COMP_POINT={len(line)}\n'
        '_handsight handsight\nprintf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(
        [shutil.which("bash") or "bash", "-c", script],
        cwd=tmp_path,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stdout.split() == replies, done.stderr
