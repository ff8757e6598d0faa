"""Bots in this process that print, or think for ever: what is said of them."""

import sys
from threading import Event, Thread

import pytest

from handsight.bots.bot_faults import ThoughtWatch, fault_text, printing_to_stderr


def test_a_bot_that_thinks_for_long_is_named_once(capsys: pytest.CaptureFixture[str]) -> None:
    watch, done = ThoughtWatch(0.05), Event()

    def tell(text: str) -> int:
        said.append(text)
        done.set()
        return len(text)

    said: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.stderr, "write", tell)
        with watch.watching("mine in seat 0, game 3, turn 5"):
            assert done.wait(60)
            done.clear()
            assert not done.wait(0.3)
    assert len(said) == 1
    assert said[0].startswith("handsight: mine in seat 0, game 3, turn 5 has been thinking for ")
    assert "--apart --time-limit S" in said[0]
    with watch.watching("quick"):
        pass
    assert "quick" not in capsys.readouterr().err


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
