"""Environments that hold only some of the packages that are installed here, as after `pip install handsight`.

A folder of links to the packages of some extras, and to all that those need, takes the place of the folder
that pip would fill; nothing is fetched. What is not in the folder is not there for Python, either.
"""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())


def required(extra: str = "") -> Iterator[Requirement]:
    """Yield what an extra asks for, or the core."""
    project = PROJECT["project"]
    listed = project["optional-dependencies"][extra] if extra else project["dependencies"]
    for requirement in map(Requirement, listed):
        if requirement.name == "handsight":
            for other in sorted(requirement.extras):
                yield from required(other)
        else:
            yield requirement


def with_all_they_need(requirements: Iterable[Requirement]) -> dict[str, Distribution]:
    """Return the installed packages that these requirements lead to, by name."""
    found, waiting = dict[str, Distribution](), list(requirements)
    while waiting:
        requirement = waiting.pop()
        name = re.sub(r"[-_.]+", "-", requirement.name).lower()
        if name not in found:
            found[name] = distribution(name)
            further = map(Requirement, found[name].requires or ())
            waiting += [one for one in further if one.marker is None or one.marker.evaluate({"extra": ""})]
    return found


def link_packages(folder: Path, extras: Sequence[str]) -> None:
    """Fill a folder with links to the packages of the core and of some extras."""
    asked = [one for extra in ("", *extras) for one in required(extra)]
    for package in with_all_they_need(asked).values():
        for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            (folder / top).symlink_to(Path(str(package.locate_file(top))))


def run_python(
    packages: Path, *words: str, cwd: Path, source: Path | None = ROOT / "src", **settings: str
) -> "subprocess.CompletedProcess[str]":
    """Run Python with the packages of a folder and with Handsight's own source, and with nothing else."""
    path = os.pathsep.join(str(folder) for folder in (packages, source) if folder)
    return subprocess.run(
        [sys.executable, "-S", "-P", *words],
        env={**os.environ, "PYTHONPATH": path, "COLUMNS": "200", **settings},
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
