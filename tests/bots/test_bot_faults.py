"""Bots in this process that print, or fail: what is said of them."""

import sys
from threading import Thread

import pytest

from handsight.bots.user_bots import fault_text, printing_to_stderr


def test_what_is_printed_goes_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    with printing_to_stderr():
        sys.stdout.write("hello\n")
    sys.stdout.write("result\n")
    assert capsys.readouterr() == ("result\n", "hello\n")


def test_another_thread_leaves_standard_output_alone() -> None:
    before, seen = sys.stdout, []

    def work() -> None:
        with printing_to_stderr():
            seen.append(sys.stdout)

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]


class Unspeakable(Exception):  # noqa: N818  a stranger's exception
    """Cannot be put in words."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


def test_any_exception_is_told() -> None:
    assert fault_text(ValueError("why")) == "ValueError: why"
    assert fault_text(SystemExit()) == "SystemExit: it called sys.exit(), but a bot only returns actions"
    assert fault_text(Unspeakable()) == "Unspeakable"
