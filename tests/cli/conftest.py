"""Run a command in this process, as fast as it can be, and see what it leaves: status, stdout and stderr."""

import io
import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from handsight.cli.main import main


class Done(NamedTuple):
    """What a command left."""

    status: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Its results, a JSON object a line."""
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    """Return a function that runs ``handsight WORD…``, with *stdin* to read from."""
    monkeypatch.setenv("COLUMNS", "200")

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
