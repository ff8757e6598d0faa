"""What `make` does with a Python that is too old, with a half-made environment, and with pinned packages."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from installed_parts import PROJECT, ROOT, required
from packaging.requirements import Requirement

FILES = ("Makefile", "pyproject.toml", "constraints.txt", "constraints-run.txt")
PYTHON = """#!/bin/sh
# Stands for Python: writes down how it was called, and makes an environment of itself.
echo "$@" >> "{log}"
case "$*" in
    ".ci/python-version") exit {too_old} ;;
    "-m venv .venv") mkdir -p .venv/bin && cp "$0" .venv/bin/python && touch .venv/pyvenv.cfg ;;
    *"$FAILING"*) exit 1 ;;
esac
"""
BROKEN = "#!/bin/sh\nexit 1\n"


class Checkout:
    """A copy of the files that `make` reads, with a stand-in for Python."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "calls"
        (folder / "src").mkdir()
        for name in FILES:
            shutil.copy(ROOT / name, folder)
        shutil.copytree(ROOT / ".ci", folder / ".ci")

    def make(self, target: str, *, too_old: bool = False, failing: str = "nothing") -> tuple[int, str]:
        """Run make; return its status and what it said."""
        python = self.folder / "python"
        write(python, PYTHON.format(log=self.log, too_old=int(too_old)))
        self.log.write_text("")
        done = subprocess.run(
            ["make", target, f"PYTHON={python}"],  # noqa: S607  # as people call it
            cwd=self.folder,
            env={**os.environ, "FAILING": failing},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    @property
    def calls(self) -> list[str]:
        """How Python was called."""
        return self.log.read_text().splitlines()


def write(program: Path, text: str) -> None:
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(text)
    program.chmod(0o755)


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    if not shutil.which("make"):
        pytest.skip("there is no make here")
    return Checkout(tmp_path)


def test_a_python_that_is_too_old_is_refused_before_anything_is_made(checkout: Checkout) -> None:
    status, _ = checkout.make("run", too_old=True)
    assert status != 0
    assert checkout.calls == [".ci/python-version"]
    assert not (checkout.folder / ".venv").exists()


def test_every_python_can_tell_that_it_is_too_old() -> None:
    program = (ROOT / ".ci" / "python-version").read_text()
    lowest = str(PROJECT["project"]["requires-python"]).removeprefix(">=")
    assert f"< ({lowest.replace('.', ', ')})" in program
    assert f"Handsight needs Python {lowest} or newer" in program
    for written_later in ('f"', "import annotations", ":="):
        assert written_later not in program


def test_run_installs_what_is_pinned_and_serves(checkout: Checkout) -> None:
    status, said = checkout.make("run")
    assert status == 0, said
    assert checkout.calls[:2] == [".ci/python-version", "-m venv .venv"]
    installs = [call for call in checkout.calls if "pip install" in call]
    assert "--require-hashes -r constraints-run.txt" in installs[0]
    assert installs[1].endswith("--no-deps --no-build-isolation -e .")
    assert checkout.calls[-1] == "-m handsight serve"
    checkout.make("run")
    assert [call for call in checkout.calls if "pip install" in call] == []
    assert checkout.calls[-1] == "-m handsight serve"


def test_a_half_made_environment_is_made_again(checkout: Checkout) -> None:
    write(checkout.folder / ".venv" / "bin" / "python", BROKEN)
    status, said = checkout.make("run")
    assert status == 0, said
    assert "-m venv .venv" in checkout.calls
    assert checkout.calls[-1] == "-m handsight serve"


def test_an_environment_whose_python_is_gone_is_made_again(checkout: Checkout) -> None:
    checkout.make("run")
    write(checkout.folder / ".venv" / "bin" / "python", BROKEN)
    status, said = checkout.make("run")
    assert status == 0, said
    assert "-m venv .venv" in checkout.calls


def test_what_was_not_installed_to_the_end_is_installed_again(checkout: Checkout) -> None:
    status, _ = checkout.make("run", failing="--require-hashes")
    assert status != 0
    status, said = checkout.make("run")
    assert status == 0, said
    assert checkout.calls[-1] == "-m handsight serve"


def pinned(name: str) -> dict[str, tuple[Requirement, set[str]]]:
    """Read a file of exact versions: by package, the version and the digests of its files."""
    entries = (ROOT / name).read_text().replace("\\\n", " ").splitlines()
    found = {}
    for entry in entries:
        what, *digests = re.split(r"\s+--hash=", entry.strip())
        requirement = Requirement(what)
        found[requirement.name] = (requirement, set(digests))
    return found


@pytest.mark.parametrize("name", ["constraints.txt", "constraints-run.txt"])
def test_every_package_is_pinned_with_the_digests_of_its_files(name: str) -> None:
    for requirement, digests in pinned(name).values():
        assert re.fullmatch(r"==[\w.]+", str(requirement.specifier)), requirement
        assert digests
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", digest) for digest in digests), requirement
    assert "://" not in (ROOT / name).read_text()


def test_run_installs_a_part_of_what_is_tested() -> None:
    everything, run = pinned("constraints.txt"), pinned("constraints-run.txt")
    for name, (requirement, digests) in run.items():
        assert everything[name][0].specifier == requirement.specifier
        assert everything[name][1] == digests


def test_what_the_extras_ask_for_is_pinned() -> None:
    for name, extras in (("constraints.txt", ("dev",)), ("constraints-run.txt", ("lab", "logic", "web"))):
        versions = pinned(name)
        for asked in (one for extra in ("", *extras) for one in required(extra)):
            chosen = versions[re.sub(r"[-_.]+", "-", asked.name).lower()][0].specifier
            assert asked.specifier.contains(str(chosen).removeprefix("==")), asked


def test_the_build_backend_is_the_pinned_one() -> None:
    (backend,) = map(Requirement, PROJECT["build-system"]["requires"])
    for name in ("constraints.txt", "constraints-run.txt"):
        assert pinned(name)[backend.name][0].specifier == backend.specifier


def system_packages(folder: Path, *programs: str, root: bool = True) -> tuple[str, list[str]]:
    """Run the script that installs browsers, where only these programs are; return what it said and did."""
    log = folder / "apt"
    log.write_text("")
    tools = folder / "bin"
    write(tools / "id", f"#!/bin/sh\necho {0 if root else 1000}\n")
    for program in programs:
        write(tools / program, f'#!/bin/sh\necho "$@" >> "{log}"\n')
    done = subprocess.run(
        ["/bin/sh", str(ROOT / ".ci" / "system-packages")],
        env={"PATH": str(tools)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout + done.stderr, log.read_text().splitlines()


def test_missing_browsers_are_installed(tmp_path: Path) -> None:
    said, calls = system_packages(tmp_path, "chromium", "apt-get")
    assert said == "installing firefox-esr nodejs node-typescript\n"
    assert calls == [
        "update -qq",
        "install -y -qq --no-install-recommends firefox-esr",
        "install -y -qq --no-install-recommends nodejs",
        "install -y -qq --no-install-recommends node-typescript",
    ]


def test_what_cannot_be_installed_is_said_and_stops_nothing(tmp_path: Path) -> None:
    said, calls = system_packages(tmp_path, "chromium", "node", "tsc")
    assert "no apt-get here: firefox-esr; the tests that need them will be skipped" in said
    said, calls = system_packages(tmp_path, "chromium", "node", "tsc", "apt-get", root=False)
    assert "not installed: firefox-esr" in said
    assert "as root: apt-get install firefox-esr" in said
    assert calls == []


def test_nothing_is_installed_where_nothing_is_missing(tmp_path: Path) -> None:
    said, calls = system_packages(tmp_path, "chromium", "firefox-esr", "node", "tsc", "apt-get")
    assert (said, calls) == ("", [])
