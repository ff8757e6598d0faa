"""What the ``cli`` fixture is and returns: a command run in this process, and what it left behind."""

import json
from typing import Any, NamedTuple, Protocol


class Done(NamedTuple):
    """What a command left: its exit status, stdout and stderr."""

    status: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Its results, a JSON object a line."""
        return [json.loads(line) for line in self.out.splitlines()]


class Cli(Protocol):
    """Runs ``handsight WORD…`` with *stdin* to read from."""

    def __call__(self, *words: object, stdin: str = "") -> Done: ...


class OutputOf(Protocol):
    """Runs ``handsight WORD…``, which must end with *status*; returns stdout, or stderr if that is not 0."""

    def __call__(self, *words: str, status: int = 0) -> str: ...
