"""The server's log: warnings and errors, on stderr and in a file, both limited in size."""

import logging
import os
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path

from handsight.errors import RequestError
from handsight.text.counting_from_one import counted
from handsight.web.server.data_folder import private_file
from handsight.web.server.rate_limits import RateLimit

LOG = "server.log"
MOST_LINES = 200
"""Records on stderr; later ones are in the file alone."""
MOST_BYTES = 1 << 20
"""Bytes of the log file; a longer one is renamed, and one such older file is kept."""
MOST_CHARACTERS = 4_000
"""Characters of one record, with its traceback if it has one."""
OF_VISITORS = (
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
    "ASGI callable returned without completing handshake.",
)
"""What uvicorn logs about malformed or refused requests; it is not logged, as the server is not at fault."""
BURST, PER_SECOND = 50.0, 1.0
"""How many records are written at once, and after that each second; further ones are only counted."""


class ServerLog(RotatingFileHandler):
    """Writes log records to stderr and, if there is a folder, to a file of limited size in it."""

    def __init__(self, folder: Path | None) -> None:
        super().__init__(folder / LOG if folder else os.devnull, "a", MOST_BYTES, 1, "utf-8")
        self.setLevel(logging.WARNING)
        self.setFormatter(PlainLine("%(asctime)s %(levelname)s %(message)s"))
        self._limit = RateLimit(BURST, PER_SECOND)
        self._left_out = self._lines = 0

    def _open(self):  # type: ignore[no-untyped-def]  # as in logging
        private_file(Path(self.baseFilename))
        return super()._open()

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, or only count it if there are too many; those `OF_VISITORS` are left out."""
        if record.msg in OF_VISITORS:
            return
        try:
            self._limit.spend()
        except RequestError:
            self._left_out += 1
            return
        if self._left_out:
            said = f"left out: {counted(self._left_out, 'line')}"
            self._left_out = 0
            self._write(logging.LogRecord("handsight", logging.WARNING, "", 0, said, (), None))
        self._write(record)

    def _write(self, record: logging.LogRecord) -> None:
        self._lines += 1
        if self._lines <= MOST_LINES:
            sys.stderr.write(f"{self.format(record)}\n")
        if self._lines == MOST_LINES:
            more = f"more is in {self.baseFilename}"
            sys.stderr.write(f"{'no more is shown' if self.baseFilename == os.devnull else more}\n")
        super().emit(record)


class PlainLine(logging.Formatter):
    """Formats a record with its time; control characters are written as escapes."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as text."""
        text = super().format(record)[:MOST_CHARACTERS]
        return "".join(one if one.isprintable() or one == "\n" else repr(one)[1:-1] for one in text)


def start_log(folder: Path | None) -> ServerLog:
    """Log the warnings and errors of this process to stderr and, if there is a folder, to a file in it."""
    logging.raiseExceptions = False  # a full disk must not end in a traceback about the log
    try:
        log = ServerLog(folder)
    except OSError:  # the disk is full
        log = ServerLog(None)
    logging.getLogger().addHandler(log)
    return log
