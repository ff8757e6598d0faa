"""The command itself: its verbs, its help, its version, what it imports, and how it leaves."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli.command_line import Cli

import handsight
from handsight.cli.games import GAMES
from handsight.cli.main import VERBS as SHARED

VERBS = [*SHARED, *(verb for commands in GAMES.values() for verb in commands.verbs)]
SAMPLE = Path(__file__).parents[1] / "games" / "sample.hanabi"


def started(*words: object, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    command = [sys.executable, "-m", "handsight", *map(str, words)]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False, timeout=60)


def test_the_version_is_the_packages(cli: Cli) -> None:
    for word in ("--version", "-V"):
        assert cli(word) == (0, f"handsight {handsight.__version__}\n", "")


def test_help_lists_every_verb(cli: Cli) -> None:
    for word in ("--help", "-h", "help"):
        done = cli(word)
        assert done.status == 0
        assert done.err == ""
        assert all(f"  {verb}" in done.out for verb in VERBS)
    assert cli().status == 2


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_a_verb_has_an_example(cli: Cli, verb: str) -> None:
    done = cli(verb, "--help")
    assert done.status == 0
    assert done.err == ""
    assert f"usage: handsight {verb}" in done.out
    assert f"example:\n  handsight {verb}" in done.out


@pytest.mark.parametrize(
    ("typo", "verb"), [("chekc", "check"), ("shwo", "show"), ("konw", "know"), ("benhc", "bench")]
)
def test_a_typo_in_a_verb_suggests_it(cli: Cli, typo: str, verb: str) -> None:
    done = cli(typo, SAMPLE)
    assert done.status == 2
    assert done.out == ""
    assert f"did you mean '{verb}'" in done.err


def test_a_word_like_no_verb_is_sent_to_the_help(cli: Cli) -> None:
    done = cli("xyzzy")
    assert done.status == 2
    assert "--help" in done.err


@pytest.mark.slow
def test_the_tour_ends_well() -> None:
    done = started("demo")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.count("$ handsight ") > 4
    assert "https://hanab.live/" in done.stdout


@pytest.mark.parametrize(
    "words", [("check", "--json"), ("convert", "-", "--to", "log")], ids=lambda words: words[0]
)
def test_reading_a_game_needs_no_numpy(words: tuple[str, ...]) -> None:
    verb, *rest = words
    program = (
        "import sys\nfrom handsight.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "finally: print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, verb, str(SAMPLE), *rest],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    imported = set(done.stderr.split())
    assert "handsight.notation.hanabi.log" in imported
    assert not imported & {"numpy", "numba", "rich", "z3", "dd"}


def test_the_command_in_a_process_of_its_own() -> None:
    assert started("check", SAMPLE).returncode == 0
    bad = started("check", "-", "--json", stdin=SAMPLE.read_text() + "P1 plays 0\n")
    assert bad.returncode == 1
    assert bad.stdout.count("\n") == 1
    assert bad.stderr == ""
    assert started("check").returncode == 2


def test_a_reader_that_goes_away_is_no_error() -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    command = [sys.executable, "-m", "handsight", "convert", str(SAMPLE), "-", "--to", "log"]
    done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
    os.close(theirs)
    assert done.stderr == ""
    assert done.returncode == 0
