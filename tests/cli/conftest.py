"""Run a command in this process, which is quick, and keep its status, stdout and stderr."""

import io
import sys

import pytest
from cli.command_line import Cli, Done, OutputOf

from handsight.cli.main import main


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Return a function that runs ``handsight WORD…``, with *stdin* to read from."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("handsight.cli.output.SECONDS_TO_FIRST_LINE", 3600.0)  # on a slow machine, too

    def run(*words: object, stdin: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert isinstance(left.value.code, int)
        return Done(left.value.code, out, err)

    return run


@pytest.fixture
def output_of(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> OutputOf:
    """Return a function that runs ``handsight WORD…`` and returns what it prints."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("handsight.cli.output.SECONDS_TO_FIRST_LINE", 3600.0)  # on a slow machine, too

    def run(*words: str, status: int = 0) -> str:
        with pytest.raises(SystemExit) as left:
            main(list(words))
        out, err = capsys.readouterr()
        assert left.value.code == status, err
        if status:
            assert not out
            return err
        return out

    return run
