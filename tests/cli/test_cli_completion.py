"""Shell completion: which words may stand where, and the scripts that ask for them."""

import os
import pty
import re
import select
import shlex
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
    assert "--confidence" in words("compare", "hat", "--")
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


LINES = [
    ("handsight cro", "crossplay"),
    ("handsight check sample:fi", "sample:first"),
    ("handsight simulate hat --players 3 careful-", "careful-saves"),
    ("handsight check gam", "game.json"),
    ("handsight convert game.json --to=ur", "--to=url"),
]
"""What is typed, and the word that its last one becomes."""
QUOTED = ("handsight simulate hat --variant 'Rainbow (5", "Rainbow (5 Suits)")


@pytest.fixture
def shell_environment(tmp_path: Path) -> dict[str, str]:
    """The environment of a shell that finds `handsight`; it begins in a folder with one file."""
    program = tmp_path / "bin" / "handsight"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m handsight "$@"\n')
    program.chmod(0o755)
    (tmp_path / "game.json").write_text("{}")
    return os.environ | {"PATH": f"{program.parent}:{os.environ['PATH']}", "HOME": str(tmp_path)}


def in_shell(command: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run(
        command,
        cwd=environment["HOME"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stdout, done.stderr
    return done.stdout


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
@pytest.mark.parametrize(("line", "word"), LINES)
def test_the_script_works_in_bash(shell_environment: dict[str, str], line: str, word: str) -> None:
    script = (
        'eval "$(handsight completion bash)"\n'
        f'COMP_LINE="{line}" COMP_POINT={len(line)}\n'
        '_handsight handsight\nprintf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    # bash takes `:` and `=` for ends of words, so it gets what follows them
    assert in_shell(["bash", "-c", script], shell_environment).split() == [re.split("[:=]", word)[-1]]


@pytest.mark.skipif(not shutil.which("fish"), reason="there is no fish here")
@pytest.mark.parametrize(("line", "word"), [*LINES, QUOTED])
def test_the_script_works_in_fish(shell_environment: dict[str, str], line: str, word: str) -> None:
    script = f'handsight completion fish | source; complete -C "{line}"'
    found = in_shell(["fish", "--no-config", "-c", script], shell_environment)
    assert [reply.partition("\t")[0] for reply in found.splitlines()] == [word]


BUFFER = re.compile(r"<<(.*?)>>")
ZSH_BEGINS = """
autoload -U compinit; compinit -u -D; eval "$(handsight completion zsh)"
tell-line() { print -r -- "<""<$BUFFER>"">"; zle kill-buffer; exit }
zle -N tell-line; bindkey '^X' tell-line; print REA''DY
"""
"""Completion as people have it, and a key that prints the line; no text is printed that is typed here."""


@pytest.mark.skipif(not shutil.which("zsh"), reason="there is no zsh here")
@pytest.mark.parametrize(("line", "word"), [*LINES, QUOTED])
def test_the_script_works_in_zsh(shell_environment: dict[str, str], line: str, word: str) -> None:
    mine, theirs = pty.openpty()
    shell = subprocess.Popen(
        [str(shutil.which("zsh")), "-f", "-i"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=shell_environment["HOME"],
        env=shell_environment | {"TERM": "dumb", "COLUMNS": "200"},
        start_new_session=True,
    )
    os.close(theirs)
    try:
        os.write(mine, ZSH_BEGINS.encode())
        heard_from(mine, re.compile("READY"))
        os.write(mine, f"{line}\t\x18".encode())
        found = heard_from(mine, BUFFER)
    finally:
        shell.kill()
        shell.wait()
        os.close(mine)
    assert shlex.split(found.strip())[-1] == word


def heard_from(terminal: int, wanted: re.Pattern[str]) -> str:
    """Read what a shell prints until something is there, and return its last part."""
    heard = ""
    while not (found := wanted.search(heard)):
        assert select.select([terminal], [], [], 60)[0], heard
        heard += os.read(terminal, 4096).decode()
    return found[found.lastindex or 0]
