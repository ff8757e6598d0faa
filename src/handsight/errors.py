"""Every error this package raises on purpose.

HandsightError
├── IllegalActionError   a player tried what the rules forbid; says which rule, by its code
├── FalseAnnouncementError news or an event that cannot be, since the actual world is otherwise
├── UsageError           the words of a command are wrong; says which would be right
├── InputError           a file or text cannot be read; says where and what to do
│   └── UnknownNameError a name or a word means nothing here; says which would
├── ContradictionError   what is known leaves no deal at all; says which things have too few values left
├── TooLargeError        an exact answer would be too large; says how large and what to do instead
├── RequestError         a browser asked for what cannot be done; says why, by a code and a sentence
├── BotError             a bot cannot be found in its file, failed or broke a rule; says which and where
└── WorkerError          workers cannot be had, died too often or are of another version; says what to do

Interrupted, a KeyboardInterrupt, is no error: somebody stopped games, and it says how many were played.
"""


class HandsightError(Exception):
    """Base of every deliberate error."""


class IllegalActionError(HandsightError):
    """A player tried what the rules forbid."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class FalseAnnouncementError(HandsightError):
    """Somebody announced what is false, or an event happened that cannot."""


class UsageError(HandsightError):
    """The words of a command are wrong."""


class InputError(HandsightError):
    """A file or text cannot be read; *line* and *column* count from 1."""

    def __init__(self, message: str, *, line: int | None = None, column: int | None = None) -> None:
        place = (
            "" if line is None else f"line {line}: " if column is None else f"line {line}, column {column}: "
        )
        super().__init__(place + message)
        self.message = message
        self.line = line
        self.column = column


class UnknownNameError(InputError):
    """A name that nothing has, or a word that changes nothing: on a command line, a wrong word."""


class TooLargeError(HandsightError):
    """An exact answer would be too large to give."""


class ContradictionError(HandsightError):
    """What is known leaves no deal: the *things* compete for *values* with too few copies."""

    def __init__(self, message: str, things: tuple[int, ...] = (), values: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.things = things
        self.values = values


class RequestError(HandsightError):
    """A browser asked the server for what it may not or cannot do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class BotError(HandsightError):
    """A bot cannot be found in its file, failed, or did what the rules forbid."""


class WorkerError(HandsightError):
    """The workers of an experiment cannot do their work."""


class Interrupted(KeyboardInterrupt):
    """Somebody stopped an experiment after so many of its games."""

    def __init__(self, games: int) -> None:
        super().__init__()
        self.games = games
