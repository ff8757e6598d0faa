"""A process that is sent lines of JSON and answers them, each within a time."""

import json
import os
import selectors
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic, sleep
from typing import Any

from handsight.bots.faults import BotFault
from handsight.bots.separate_process.json_protocol import shown

MOST_ANSWER = 1 << 16
"""Bytes in an answer."""
MOST_TOLD = 2_000
"""How much is kept of what a process writes to its standard error."""
END_SECONDS = 0.5
"""How long a process may take to end."""
POLL_SECONDS = 0.005
PASSED_ON = ("PATH", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")
"""What a process is told of the environment."""


class BotProcess:
    """One process. It is stopped with everything it started when it fails, or when it is closed.

    Raises:
        BotFault: The program cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        try:
            self._process = subprocess.Popen(  # noqa: S603  the program that the user named
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment | {"PYTHONHASHSEED": "0"},
                start_new_session=True,
                bufsize=0,
            )
        except OSError as error:
            raise BotFault(f"cannot be started: {error.strerror or error}") from None
        assert self._process.stdin and self._process.stdout and self._process.stderr  # noqa: S101, PT018  pipes
        self._in, self._out, self._err = self._process.stdin, self._process.stdout, self._process.stderr
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream.fileno(), False)
        self._to_send, self._received, self._told = b"", b"", b""

    def send(self, message: dict[str, Any]) -> None:
        """Put a message in line; what does not fit in the pipe now is sent while an answer is awaited."""
        self._to_send += json.dumps(message, separators=(",", ":")).encode() + b"\n"
        self._write()

    def answer(self, seconds: float) -> dict[str, Any]:
        """Wait for the next answer.

        Raises:
            BotFault: There is none in time, the process has ended, or it is no JSON object.
        """
        line = self._line(monotonic() + seconds, seconds)
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = None
        if isinstance(said, dict):
            return said
        what = f"answered {shown(line.decode(errors='replace'))}, which is no JSON object"
        raise self._fault(f"{what}; its standard output is for answers alone, one on a line")

    def _line(self, deadline: float, seconds: float) -> bytes:
        with selectors.DefaultSelector() as selector:
            for stream in (self._out, self._err):
                selector.register(stream, selectors.EVENT_READ)
            if self._to_send:
                selector.register(self._in, selectors.EVENT_WRITE)
            while b"\n" not in self._received:
                if len(self._received) > MOST_ANSWER:
                    raise self._fault(f"answered with more than {MOST_ANSWER:,} bytes on a line")
                if (left := deadline - monotonic()) <= 0:
                    raise self._fault(f"gave no answer within {seconds:g} s, and was stopped")
                ready = selector.select(min(left, END_SECONDS))
                if not ready and self._has_ended(0):  # something that it started may hold the pipe open
                    raise self._ended()
                for key, _ in ready:
                    self._exchange(key.fileobj, selector)
        line, _, self._received = self._received.partition(b"\n")
        return line

    def _exchange(self, stream: Any, selector: selectors.BaseSelector) -> None:
        """Write or read what can be written or read now."""
        if stream is self._in:
            self._write()
            if not self._to_send:
                selector.unregister(stream)
        elif not self._read(stream):
            selector.unregister(stream)
            if stream is self._out:
                raise self._ended()

    def _write(self) -> None:
        try:
            while self._to_send:
                self._to_send = self._to_send[os.write(self._in.fileno(), self._to_send) :]
        except BlockingIOError:
            pass
        except (
            BrokenPipeError,
            ValueError,
        ):  # it has closed its input, or ended, which the next answer tells
            self._to_send = b""

    def _read(self, stream: Any) -> bool:
        """Read what is there; return whether more may come."""
        try:
            data = os.read(stream.fileno(), MOST_ANSWER)
        except BlockingIOError:
            return True
        if stream is self._err:
            self._told = (self._told + data)[-MOST_TOLD:]
        else:
            self._received += data
        return bool(data)

    def _ended(self) -> BotFault:
        """Return what is told of a process that has closed its standard output."""
        if not self._has_ended(END_SECONDS):
            return self._fault("closed its standard output instead of answering")
        told = self._fault("")  # stopping what it has started tells its exit status, too
        status = self._process.returncode
        how = (
            f"was ended by {signal.Signals(-status).name}"
            if status < 0
            else f"ended with exit status {status}"
        )
        return BotFault(f"{how} instead of answering{told}")

    def _has_ended(self, seconds: float) -> bool:
        """Whether the process ends in time; it keeps its number, so that its group can still be stopped."""
        end, options = monotonic() + seconds, os.WEXITED | os.WNOHANG | os.WNOWAIT
        while os.waitid(os.P_PID, self._process.pid, options) is None:
            if monotonic() > end:
                return False
            sleep(POLL_SECONDS)
        return True

    def _fault(self, what: str) -> BotFault:
        """Stop the process, and return an error with the last that it wrote to its standard error."""
        self._read(self._err)
        self.stop()
        told = self._told.decode(errors="replace").strip()
        last = shown(told.splitlines()[-1]) if told else ""
        return BotFault(f"{what}; it last wrote {last}" if last else what)

    def close(self) -> None:
        """Let the process end by itself, for its input ends here; stop it if it does not."""
        if self._process.returncode is None:
            self._write()
            self._in.close()
            self._has_ended(END_SECONDS)
        self.stop()

    def stop(self) -> None:
        """Stop the process at once, with all that it started in its session."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        for stream in (self._in, self._out, self._err):
            stream.close()
