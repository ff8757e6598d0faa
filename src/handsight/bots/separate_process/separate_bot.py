"""A bot that plays in another process, how it is named, and how messages go to and fro.

``apart:FILE.py:Class`` is a Python bot, ``cmd:PROGRAM ARGUMENTS`` a program in any language;
``apart=2:…`` and ``cmd=2:…`` give it two seconds for a decision. Every game and every seat has a process of
its own, so no bot remembers a deal that is played again, and no two seats share anything.
"""

import json
import os
import re
import selectors
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple
from weakref import finalize

from handsight.bots.bot import Bot, BotSpec, Decision
from handsight.bots.separate_process.json_protocol import GameText, TextError, from_json, shown, to_json
from handsight.bots.user_bots import BotFault, BotMissing
from handsight.errors import BotError, InputError
from handsight.game import Dice

PROTOCOL = 1
DEFAULT_LIMIT = 10.0
MOST_LIMIT = 86_400.0
START_SECONDS = 60.0
"""How long a process may take to start, to import what it needs and to make its bot."""
APART = "apart"
USERS = re.compile(r".+\.py:\w+|[\w.]+:[^\W\d]\w*")
NAME = re.compile(r"(apart|cmd)(?:=([^:]*))?:(.*)", re.DOTALL)
BOOT = (
    "import sys; sys.path[:] = sys.argv[3:];"
    "from handsight.bots.separate_process.child_process import main; main(*sys.argv[1:3])"
)
DIE_WITH_PARENT = (
    "import ctypes, os, sys; ctypes.CDLL(None).prctl(1, 9);"
    "os.getppid() == int(sys.argv[1]) and os.execv(sys.argv[2], sys.argv[2:])"
)
"""Runs a program that Linux kills when this process ends, however it ends."""
MOST_ANSWER = 1 << 16
"""The most bytes in an answer."""
MOST_TOLD = 2_000
"""How many bytes are kept of what a process writes to its standard error: the last ones."""
END_SECONDS = 0.5
"""How long a process may take to end by itself."""
POLL_SECONDS = 0.005
PASSED_ON = ("PATH", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")
"""The environment variables that a process inherits."""


class Program(NamedTuple):
    """A command, the module that says how the game is written, and the seconds for a decision."""

    command: list[str]
    text: str
    seconds: float

    def started(self) -> list[str]:
        """Return the command; on Linux, a program in another language is started so that it ends with us."""
        if sys.platform != "linux" or BOOT in self.command:
            return self.command
        return [sys.executable, "-I", "-S", "-c", DIE_WITH_PARENT, str(os.getpid()), *self.command]


def plays_apart(name: str) -> bool:
    """Whether a name says that the bot plays in a process of its own."""
    return NAME.fullmatch(name.strip()) is not None


def is_users_name(name: str) -> bool:
    """Whether a name means a user's bot: ``file.py``, ``file.py:Class``, ``module:Class`` or ``apart:…``."""
    return plays_apart(name) or name.endswith(".py") or USERS.fullmatch(name) is not None


def apart_name(name: str, seconds: float = DEFAULT_LIMIT) -> str:
    """Return the name under which a bot plays in a process of its own, with a time limit for a decision."""
    limit = "" if seconds == DEFAULT_LIMIT else f"={seconds:g}"
    kind, _, what = (name if NAME.fullmatch(name) else f"{APART}:{name}").partition(":")
    return f"{kind.partition('=')[0]}{limit}:{what}"


def find_apart_bot(name: str, text: str) -> BotSpec | None:
    """Find the bot that ``apart:…`` or ``cmd:…`` names; None if the name is of another kind.

    The bot's own code is not imported here. *text* is the module whose `TEXT` says how the game is written.
    """
    found = NAME.fullmatch(name.strip())
    if found is None:
        return None
    if not hasattr(os, "waitid"):
        raise InputError("bots play in processes of their own on Linux only, or on macOS from Python 3.13 on")
    kind, limit, what = found.groups()
    seconds, what = read_limit(limit), what.strip()
    command = _python(what, text) if kind == APART else _program(what)
    files = command if kind != APART else [what.rpartition(":")[0] if ".py:" in what else what]
    digest = blake2b(what.encode(), digest_size=6)
    for file in filter(Path.is_file, map(Path, files)):
        digest.update(file.read_bytes())
    make = partial(ApartBot, Program(command, text, seconds))
    return BotSpec(name, "plays in a process of its own", make, identity=digest.hexdigest)


def read_limit(limit: str | None) -> float:
    """Return a time limit in seconds, or raise InputError."""
    try:
        seconds = DEFAULT_LIMIT if limit is None else float(limit)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MOST_LIMIT:
        raise InputError(f"a time limit is a number of seconds above 0, at most a day, not {limit!r}")
    return seconds


def _python(what: str, text: str) -> list[str]:
    place, colon, _ = what.rpartition(":")
    file = what if what.endswith(".py") else place
    if file.endswith(".py") and not Path(file).is_file():
        raise BotError(f"there is no file {file}")
    if not file.endswith(".py") and not colon:
        raise BotError(
            f"{what} is no file and no class; write apart:file.py, apart:file.py:Class or cmd:PROGRAM"
        )
    return [sys.executable, "-I", "-c", BOOT, text, what, *sys.path]


def _program(what: str) -> list[str]:
    try:
        words = shlex.split(what)
    except ValueError as error:
        raise BotError(f"{what} is no command: {error}") from None
    program = shutil.which(words[0]) if words else None
    if program is None:
        told = words[0] if words else what
        hint = "; make it executable with chmod +x" if Path(told).is_file() else ""
        raise BotError(f"there is no program {told!r} that can be run{hint}")
    return [program, *words[1:]]


class BotProcess:
    """The process of one bot. When it fails or is closed, it is stopped with everything that it started."""

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
        """Queue a message; what does not fit in the pipe now is sent while `answer` waits."""
        self._to_send += json.dumps(message, separators=(",", ":")).encode() + b"\n"
        self._write()

    def answer(self, seconds: float) -> dict[str, Any]:
        """Return the next answer; raise BotFault if none comes within *seconds*, or it is no JSON object."""
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
        except (BrokenPipeError, ValueError):  # it has closed its input or ended, which the next answer tells
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
        """Return the fault of a process that ended, or closed its standard output, instead of answering."""
        if not self._has_ended(END_SECONDS):
            return self._fault("closed its standard output instead of answering")
        told = self._fault("")  # stopping what it has started tells its exit status, too
        status = self._process.returncode
        killed = f"was ended by {signal.Signals(-status).name}" if status < 0 else ""
        return BotFault(f"{killed or f'ended with exit status {status}'} instead of answering{told}")

    def _has_ended(self, seconds: float) -> bool:
        """Whether the process ends within *seconds*; its id stays taken, so that its group can be stopped."""
        end, options = monotonic() + seconds, os.WEXITED | os.WNOHANG | os.WNOWAIT
        while os.waitid(os.P_PID, self._process.pid, options) is None:
            if monotonic() > end:
                return False
            sleep(POLL_SECONDS)
        return True

    def _fault(self, what: str) -> BotFault:
        """Stop the process, and return a fault that quotes the last line of its standard error."""
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


class ApartBot(Bot[Any, Any, Any, Any]):
    """A bot that passes events and views on to its process, and returns what the process decides."""

    def __init__(self, program: Program, terms: Any, seat: int, dice: Dice) -> None:
        super().__init__(terms, seat, dice)
        self._text: GameText = import_module(program.text).TEXT
        self._seconds = program.seconds
        self._process = BotProcess(program.started())
        self._close = finalize(self, self._process.close)
        self._started = False
        self._process.send(
            {
                "message": "start",
                "protocol": PROTOCOL,
                "game": self._text.game,
                "seat": seat,
                "terms": to_json(terms),
                "dice": f"{dice.state:016x}",
                "time_limit": program.seconds,
            }
        )

    def observe(self, event: Any) -> None:
        """Pass an event on; there is no answer to it."""
        self._process.send({"message": "event", "event": to_json(event)})

    def decide(self, view: Any) -> Decision[Any]:
        """Pass the view on with the legal actions, and wait for the decision."""
        rules = self._text.rules
        if not self._started:
            self._answer(START_SECONDS)
            self._started = True
        legal = [to_json(action) for action in rules.legal(view)]
        self._process.send({"message": "decide", "view": to_json(view), "legal": legal})
        said = self._answer(self._seconds)
        try:
            if "action" not in said:
                raise TextError('it has no "action"')  # noqa: TRY301  told as all others
            action = from_json(said["action"], rules.Action, "its action")
            reason = from_json(said.get("reason", ""), str, "its reason")
        except (TextError, InputError) as error:
            example = 'an answer is a line such as {"action": one of the "legal" ones}'
            raise BotFault(f"gave a wrong answer: {error}; {example}") from None
        failed = said.get("reason_error")

        def explain() -> str:
            if failed:
                raise BotFault(str(failed)[:500])
            return str(reason)

        return Decision(action, explain)

    def _answer(self, seconds: float) -> dict[str, Any]:
        said = self._process.answer(seconds)
        if "error" in said:
            self._process.stop()
            missing = said.get("missing") is True and not self._started
            raise (BotMissing if missing else BotFault)(str(said["error"])[:500])
        return said
