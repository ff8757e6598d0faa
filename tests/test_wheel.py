"""The wheel, installed into an empty environment: it has all of its files, and says what it is."""

import os
import re
import signal
import subprocess
import sys
import venv
import zipfile
from email.parser import Parser
from importlib.util import find_spec
from pathlib import Path
from urllib.request import urlopen

import pytest
from installed_parts import PROJECT, ROOT, link_packages

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, with the backend that is installed here or with the one that pip fetches."""
    folder = tmp_path_factory.mktemp("dist")
    if find_spec("hatchling"):
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    else:
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder), "."]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode and not find_spec("hatchling"):
        pytest.skip("no build backend is installed here, and none could be fetched")
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


class Installed:
    """The wheel in an environment of its own, with the packages of some extras, in an empty folder."""

    def __init__(self, wheel: Path, folder: Path, extras: list[str]) -> None:
        self.here = folder / "empty"
        self.here.mkdir()
        venv.create(folder / "venv", symlinks=True)
        self.bin = folder / "venv" / "bin"
        (packages,) = (folder / "venv").glob("lib/python*/site-packages")
        link_packages(packages, extras)
        self.environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        pip = [sys.executable, "-m", "pip", "--python", str(self.bin / "python"), "install", "--quiet"]
        subprocess.run([*pip, "--no-index", "--no-deps", str(wheel)], env=self.environment, check=True)

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run the installed command."""
        return subprocess.run(
            [str(self.bin / "handsight"), *words],
            cwd=self.here,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        (metadata,) = (name for name in files.namelist() if name.endswith("dist-info/METADATA"))
        said = Parser().parsestr(files.read(metadata).decode())
        assert any(name.endswith("licenses/LICENSE") for name in files.namelist())
        assert any(name.endswith("fonts/inter-licence.txt") for name in files.namelist())
    assert said["License-Expression"] == "MIT AND OFL-1.1"
    assert "LICENSE" in said.get_all("License-File", [])
    assert said["Requires-Python"] == ">=3.11"
    assert {line.partition(",")[0] for line in said.get_all("Project-URL", [])} == {
        *PROJECT["project"]["urls"]
    }
    classifiers = said.get_all("Classifier", [])
    for version in ("3.11", "3.12", "3.13"):
        assert f"Programming Language :: Python :: {version}" in classifiers
    core = [line for line in said.get_all("Requires-Dist", []) if "extra ==" not in line]
    assert [re.split(r"\W", line)[0] for line in core] == ["lark", "msgspec", "rich"]
    assert {"lab", "web", "logic", "env", "rl", "all"} <= {*said.get_all("Provides-Extra", [])}


def test_the_core_checks_and_knows_in_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    installed = Installed(wheel, tmp_path, [])
    checked = installed.run("check", "sample:first")
    assert checked.returncode == 0, checked.stderr
    assert "valid" in checked.stdout
    known = installed.run("know", "sample:first", "--turn", "49", "--seat", "Bob")
    assert known.returncode == 0, known.stderr
    assert "b4" in known.stdout
    without = installed.run("simulate", "hat")
    assert without.returncode == 2
    assert "pip install 'handsight[lab]'" in without.stderr


def test_the_lab_simulates_in_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    done = Installed(wheel, tmp_path, ["lab"]).run("simulate", "random", "--games", "20", "--json")
    assert done.returncode == 0, done.stderr
    assert '"games":20' in done.stdout.replace(" ", "")


def test_the_page_is_served_from_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    installed = Installed(wheel, tmp_path, ["web"])
    server = subprocess.Popen(
        [
            str(installed.bin / "handsight"),
            "serve",
            "--port",
            "0",
            "--no-open",
            "--no-prepare",
            "--data",
            ":memory:",
        ],
        cwd=installed.here,
        env=installed.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert server.stdout
        said = list[str]()
        for line in server.stdout:
            said.append(line)
            if found := re.search(r"http://[\w.:]+", line):
                break
        else:
            pytest.fail("".join(said))
        with urlopen(f"{found[0]}/", timeout=30) as page:  # noqa: S310  # our own server
            assert "Handsight" in page.read().decode()
        with urlopen(f"{found[0]}/static/style.css", timeout=30) as style:  # noqa: S310  # as above
            assert style.status == 200
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=60)
