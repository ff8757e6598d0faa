"""Every error that Handsight raises on purpose, and the one interruption.

HandsightError
├── IllegalActionError      an action breaks the rules; has the rule's code and a sentence
├── FalseAnnouncementError  an announcement is false, or an event cannot happen, in the actual world
├── UsageError              the options of a command are wrong; says which would be right
│   └── MissingExtraError   a package that this part needs is not installed; says how to install it
├── InputError              a file or text cannot be read; says where, and what would be right
│   └── UnknownNameError    a name (variant, bot, seat, option) that does not exist; lists what does
├── ContradictionError      what is known leaves no possible deal; says which variables have too few values
├── TooLargeError           an exact answer would be too large; says how large, and what to do instead
├── RequestError            a browser asked for something that is not possible; has a code and a sentence
├── BotError                a bot cannot be loaded, failed, or broke a rule; says which bot and where
└── WorkerError             worker processes are missing, died or have another version; says what to do

Interrupted, a KeyboardInterrupt, is not an error: a run was stopped, and it has the number of games played.
"""


class HandsightError(Exception):
    """Base class of every error that Handsight raises on purpose."""


class IllegalActionError(HandsightError):
    """An action breaks the rules; *code* names the rule, such as ``not-in-hand``."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class FalseAnnouncementError(HandsightError):
    """An announcement is false in the actual world, or an event cannot happen there."""


class UsageError(HandsightError):
    """The options of a command are wrong."""


class MissingExtraError(UsageError, ImportError):
    """Part of Handsight needs packages that are not installed; the command that installs them is in the text.

    It is an ImportError, too, so that code that tests whether a part is installed can catch it as one.
    """

    def __init__(self, extra: str, packages: tuple[str, ...]) -> None:
        names = packages[0] if len(packages) == 1 else f"{', '.join(packages[:-1])} and {packages[-1]}"
        verb = "is" if len(packages) == 1 else "are"
        super().__init__(
            f"this needs {names}, which {verb} not installed; install with: pip install 'handsight[{extra}]'"
        )
        self.extra = extra
        self.packages = packages

    def __reduce__(self) -> tuple[type["MissingExtraError"], tuple[str, tuple[str, ...]]]:
        return MissingExtraError, (self.extra, self.packages)


class InputError(HandsightError):
    """A file or text cannot be read; *line* and *column* count from 1, None where the format has none."""

    def __init__(self, message: str, *, line: int | None = None, column: int | None = None) -> None:
        place = (
            "" if line is None else f"line {line}: " if column is None else f"line {line}, column {column}: "
        )
        super().__init__(place + message)
        self.message = message
        self.line = line
        self.column = column


class UnknownNameError(InputError):
    """A name that does not exist; a command that fails with it exits with status 2, as for a wrong option."""


class TooLargeError(HandsightError):
    """An exact answer would be too large to compute or to list."""


class ContradictionError(HandsightError):
    """What is known leaves no possible deal: the *variables* need more copies of *values* than there are."""

    def __init__(self, message: str, variables: tuple[int, ...] = (), values: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.variables = variables
        self.values = values


class RequestError(HandsightError):
    """A browser asked the server for something that it may not or cannot do; *code* names the reason."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class BotError(HandsightError):
    """A bot cannot be loaded, failed while it played, or chose an illegal action."""


class WorkerError(HandsightError):
    """The worker processes of an experiment cannot do their work."""


class Interrupted(KeyboardInterrupt):
    """A run was stopped by the user; *games* were played before."""

    def __init__(self, games: int) -> None:
        super().__init__()
        self.games = games
