"""Where results are written: checked before the first game, so that a wrong path costs no games."""

import os
from argparse import Namespace
from pathlib import Path
from tempfile import TemporaryFile

from handsight.cli.arguments import usage_errors
from handsight.errors import UsageError


def check(args: Namespace) -> None:
    """Refuse a file of --report or --plot that could not be written in the end."""
    if args.plot:
        from handsight.lab.plots import kind_of

        with usage_errors():
            kind_of(args.plot)
    for option in ("plot", "report"):
        if getattr(args, option):
            check_file(Path(getattr(args, option)), f"--{option}")


def check_file(path: Path, option: str) -> None:
    """Refuse a file that cannot be written, and say what to give to the option instead."""
    if path.is_dir():
        raise UsageError(f"{path} is a folder; name a file in it with {option}")
    if path.exists():
        if not os.access(path, os.W_OK):
            raise UsageError(f"{path} may not be written; choose another file with {option}")
        return
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {path.parent} for {path.name}; make it, or change {option}")
    try:
        TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise UsageError(
            f"nothing can be written in {path.parent} ({error.strerror}); choose another place with {option}"
        ) from None
