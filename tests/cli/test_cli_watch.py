"""`show --watch`: keys are distinguished however they arrive, and each moves the table as it should."""

import json
import os
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.command_line import Cli

from handsight.cli.show import LEAVE, STEPS, keys, seat_after

# A terminal of one's own, as a login gives it, so that Ctrl-C reaches the program, even where whoever runs
# the tests lets interrupts pass (as a shell does with what it starts in the background).
PROGRAM = """
import os, signal, sys
os.login_tty(0)
signal.signal(signal.SIGINT, signal.default_int_handler)
from handsight.cli import main
main(sys.argv[1:])
"""
DUCK = Path(__file__).parents[1] / "games" / "duck.json"


def pressed(*writes: bytes) -> list[list[str]]:
    """The keys of each read, where every write is read on its own."""
    out, into = os.pipe()
    found = keys(out)
    read = []
    for data in writes:
        os.write(into, data)
        read.append(next(found))
    os.close(into)
    read += found
    os.close(out)
    return read


@pytest.mark.parametrize(
    ("data", "expect"),
    [
        (b"q", ["q"]),
        (b"\x1b[C", ["\x1b[C"]),
        (b"\x1b[C\x1b[C\x1b[D", ["\x1b[C", "\x1b[C", "\x1b[D"]),
        (b"\x1bOC\x1bOA", ["\x1bOC", "\x1bOA"]),
        (b"12s", ["1", "2", "s"]),
        (b"\x1b[1~\x1b[4~2", ["\x1b[1~", "\x1b[4~", "2"]),
        (b"\x1b[1;5C2", ["\x1b[1;5C", "2"]),
        ("²é→".encode(), ["²", "é", "→"]),
        (b"\xff\x1b[H", ["\ufffd", "\x1b[H"]),
        (b"\x1b\x1b[C", ["\x1b", "\x1b[C"]),
        (b"\x1b[\x1b[C", ["\x1b[", "\x1b[C"]),
        (b"\x1bq", ["\x1b", "q"]),
        (b"\n", ["\n"]),
        (b"\x1b[C" * 300, ["\x1b[C"] * 300),
    ],
    ids=str,
)
def test_keys_that_arrive_together_are_distinguished(data: bytes, expect: list[str]) -> None:
    assert pressed(data) == [expect]


def test_keys_that_arrive_in_pieces_are_put_together() -> None:
    assert pressed(b"1\x1b", b"[C") == [["1"], ["\x1b[C"]]
    assert pressed(b"1\xc2", b"\xb2") == [["1"], ["²"]]


def test_escape_alone_is_a_key_after_a_pause() -> None:
    out, into = os.pipe()
    os.write(into, b"\x1b")
    assert next(keys(out)) == ["\x1b"]
    os.close(out)
    os.close(into)


def test_what_keys_mean() -> None:
    far = max(STEPS.values())
    homes, ends = ([key for key, step in STEPS.items() if step == end] for end in (-far, far))
    assert {"\x1b[H", "\x1bOH", "\x1b[1~"} <= set(homes)
    assert {"\x1b[F", "\x1bOF", "\x1b[4~"} <= set(ends)
    assert {"q", "\x1b", "\x03", "\x04"} == set(LEAVE)
    assert [seat_after(key, 1, 3) for key in "02s3²x"] == [0, 2, None, 1, 1, 1]


def environment() -> dict[str, str]:
    """Ours, without a size of the screen: a library that reads lines sets one for all its children."""
    return {name: word for name, word in os.environ.items() if name not in {"LINES", "COLUMNS"}}


class Terminal:
    """A terminal with the program in it."""

    def __init__(self, *words: object, rows: int = 60, columns: int = 160) -> None:
        self.ours, theirs = os.openpty()
        termios.tcsetwinsize(theirs, (rows, columns))
        self.before = termios.tcgetattr(theirs)
        self.theirs = theirs
        self.program = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *map(str, words)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment() | {"TERM": "xterm-256color", "LANG": "C.UTF-8"},
        )
        self.data = b""

    @property
    def text(self) -> str:
        """What was printed since the last key, without the terminal's own codes."""
        return re.sub(r"\x1b\[[ -?]*[@-~]", "", self.data.decode(errors="replace"))

    def until(self, pattern: str) -> str:
        """Read until the text since the last key says so."""
        limit = time.monotonic() + 120
        while not re.search(pattern, self.text):
            assert time.monotonic() < limit, self.text
            if select.select([self.ours], [], [], 0.2)[0]:
                self.data += os.read(self.ours, 65536)
            else:
                assert self.program.poll() is None, self.text
        return self.text

    def press(self, data: str, pattern: str) -> str:
        """Press keys in one write, and read until the picture shows what they did."""
        self.data = b""
        os.write(self.ours, data.encode())
        return self.until(pattern + r"[\s\S]*q leave")

    def leave(self, data: str) -> int:
        """Press keys that end the program; return its status."""
        os.write(self.ours, data.encode())
        limit = time.monotonic() + 120
        while self.program.poll() is None:
            assert time.monotonic() < limit
            if select.select([self.ours], [], [], 0.05)[0]:
                os.read(self.ours, 65536)
        return self.program.returncode

    def close(self) -> None:
        if self.program.poll() is None:
            self.program.kill()
            self.program.wait()
        os.close(self.ours)
        os.close(self.theirs)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    found = Terminal("show", DUCK, "--watch")
    yield found
    found.close()


@pytest.mark.slow
def test_a_walk_through_a_game_in_a_real_terminal(terminal: Terminal) -> None:
    last = len(json.loads(DUCK.read_text())["actions"])
    assert "??" not in terminal.until(r"turn 1 ·[\s\S]*q leave")
    for data, turn in [
        ("\x1b[C", 1),
        ("\x1b[C\x1b[C\x1bOC", 4),
        ("²é\x1b[1;5C\x1b[5~ ", 5),
        ("\x1b[B", 15),
        ("\x1bOB\x1b[D", 24),
        ("\x1b[A", 14),
        ("\x1bOA\x1bOD\x1b[D", 2),
        ("\x1b[F", last),
        ("\x1b[H", 0),
        ("\x1b[4~", last),
        ("\x1b[1~", 0),
        ("\x1bOF\x1b[C", last),
        ("\x1bOH\x1b[A", 0),
        ("\x1b[B\x1b[B", 20),
    ]:
        terminal.press(data, rf"turn {turn + 1} ·")
    assert "??" in terminal.press("1", "turn 21 ·")
    assert "??" in terminal.press("²", "turn 21 ·")
    assert "??" not in terminal.press("0s", "turn 21 ·")
    assert terminal.leave("q") == 0
    assert termios.tcgetattr(terminal.theirs) == terminal.before


@pytest.mark.parametrize("eyes", ["s", "0", "1", "2"])
def test_a_small_terminal_shows_the_whole_table(eyes: str) -> None:
    small = Terminal("show", DUCK, "--watch", "--turn", 20, rows=24, columns=80)
    small.until(r"turn 20 ·[\s\S]*q leave")
    small.press(eyes, r"turn 20 ·[\s\S]*Alice[\s\S]*Bob[\s\S]*Cathy")
    assert small.leave("q") == 0
    small.close()


@pytest.mark.parametrize(("key", "status"), [("\x1b", 0), ("\x03", 130)], ids=["Escape", "Ctrl-C"])
def test_the_terminal_is_left_as_it_was(terminal: Terminal, key: str, status: int) -> None:
    terminal.until("q leave")
    assert terminal.leave(key) == status
    assert termios.tcgetattr(terminal.theirs) == terminal.before


def test_watching_needs_a_terminal(cli: Cli) -> None:
    done = cli("show", DUCK, "--watch")
    assert done.status == 2
    assert done.out == ""
    assert "terminal" in done.err
