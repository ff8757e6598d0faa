"""Compiled kernels are cached, and compiled again when any of their sources has changed."""

import importlib
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from handsight import source_code
from handsight.compiled import kernel_cache as cache


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """Clear the cached answers before and after each test."""
    for question in (cache.environment_key, cache.kernel_folder, source_code.read_source):
        question.cache_clear()
    yield
    for question in (cache.environment_key, cache.kernel_folder, source_code.read_source):
        question.cache_clear()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Load a package of three modules: `hands` imports `cards`; `page` imports nothing."""
    texts = {"__init__": "", "cards": "ONE = 1\n", "page": "ONE = 1\n"}
    texts["hands"] = "from rooms.cards import (\n    ONE,\n)\nfrom rooms import cards\nimport numpy as np\n"
    (tmp_path / "rooms").mkdir()
    for name, text in texts.items():
        (tmp_path / "rooms" / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("rooms", "rooms.cards", "rooms.page", "rooms.hands"):
        monkeypatch.delitem(sys.modules, name, raising=False)
        importlib.import_module(name)
    return tmp_path / "rooms"


def key_now(*modules: str) -> str:
    source_code.read_source.cache_clear()
    return source_code.source_key(modules)


def test_the_key_follows_every_source_that_a_kernel_uses_and_no_other(package: Path) -> None:
    hands, page = key_now("rooms.hands"), key_now("rooms.page")
    assert key_now("rooms.hands") == hands != page
    (package / "page.py").write_text("ONE = 2\n")
    assert key_now("rooms.page") != page
    assert key_now("rooms.hands") == hands
    (package / "cards.py").write_text("ONE = 2\n")
    changed = key_now("rooms.hands")
    assert changed != hands
    assert key_now("rooms.hands", "rooms.page") not in {hands, changed}


def test_the_key_of_the_hat_bot_follows_the_rules_it_is_compiled_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hat, rules = "handsight.bots.hanabi.hat.compiled.action_choice", "handsight.hanabi.compiled.rules"
    importlib.import_module(hat)
    before = key_now(hat)
    known = source_code.read_source

    def edited(module: str, *, lazily: bool) -> tuple[bytes, tuple[str, ...]]:
        digest, imports = known(module, lazily=lazily)
        return (b"edited" if module == rules else digest), imports

    monkeypatch.setattr(source_code, "read_source", edited)
    assert source_code.source_key([hat]) != before


def environment_now() -> str:
    cache.environment_key.cache_clear()
    return cache.environment_key()


def test_the_folder_follows_settings_and_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    before = environment_now()
    monkeypatch.setenv("NUMBA_CACHE_DIR", "elsewhere")
    assert environment_now() == before
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    checked = environment_now()
    assert checked != before
    monkeypatch.setattr(cache, "version", lambda _: "0.0")
    assert environment_now() not in {before, checked}


def test_the_cache_folder_is_the_users_or_the_one_chosen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv(cache.CACHE_VARIABLE, raising=False)
    assert cache.cache_folder() == tmp_path / "handsight"
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path / "mine"))
    assert cache.cache_folder() == tmp_path / "mine"


def test_a_folder_of_another_user_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def forbidden(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path))
    assert cache.kernel_folder()
    cache.kernel_folder.cache_clear()
    monkeypatch.setattr(os, "utime", forbidden)
    assert cache.kernel_folder() is None
    assert "set HANDSIGHT_CACHE to another folder" in capsys.readouterr().err


def test_a_new_folder_clears_away_old_ones_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path))
    kept, old, other = (tmp_path / "kernels" / name for name in ("a" * 16, "b" * 16, "notes"))
    for path in (kept, old, other):
        path.mkdir(parents=True)
    for path in (old, other):
        os.utime(path, (0, 0))
    today = cache.kernel_folder()
    assert today == tmp_path / "kernels" / cache.environment_key()
    assert (kept.exists(), old.exists(), other.exists()) == (True, False, True)
    cache.kernel_folder.cache_clear()
    assert cache.kernel_folder() == today
    assert capsys.readouterr().err == ""


def test_a_folder_that_cannot_be_written_is_said_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path / "file"))
    assert cache.kernel_folder() is None
    assert cache.CACHE_VARIABLE in capsys.readouterr().err


KERNELS = """
from handsight.compiled.jit import compiled

@compiled("int64(int64)")
def doubled(number):
    return 2 * number

@compiled("int64(int64)")
def answer(number):
    return doubled(number) + 2

print(answer(20), sum(doubled.stats.cache_hits.values()) + sum(answer.stats.cache_hits.values()))
"""


def kernel_command(place: Path) -> list[str]:
    """Return a command that compiles two kernels, or takes them from the cache."""
    program = place.with_name("program.py")
    if not program.exists():
        program.write_text(KERNELS)
    return [sys.executable, str(program)]


def run_kernel(place: Path, **settings: str) -> "subprocess.CompletedProcess[str]":
    """Run a kernel in a process of its own, and say how many came from the cache."""
    return subprocess.run(
        kernel_command(place),
        env={**os.environ, **settings, "HANDSIGHT_CACHE": str(place)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    first, second = run_kernel(tmp_path / "cache"), run_kernel(tmp_path / "cache")
    assert "compiling" in first.stderr
    assert first.stdout.split() == ["42", "0"]
    assert second.stdout.split() == ["42", "2"]
    assert second.stderr == ""


@pytest.mark.slow
def test_whatever_is_compiled_later_is_said_too_and_once(tmp_path: Path) -> None:
    run_kernel(tmp_path / "cache")
    (folder,) = (tmp_path / "cache" / "kernels").iterdir()
    for kernel in folder.glob("*doubled*"):
        kernel.unlink()
    later = run_kernel(tmp_path / "cache")
    assert later.stderr.count("compiling kernels") == 1
    assert "up to two minutes" in later.stderr


@pytest.mark.slow
def test_where_nothing_can_be_kept_every_start_says_that_it_compiles(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for _ in range(2):
        done = run_kernel(tmp_path / "file")
        assert "compiling kernels, which cannot be kept" in done.stderr
        assert done.stdout.split() == ["42", "0"]


def damages(whole: bytes, other: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield ways in which a cached file is damaged, cut off, or from elsewhere."""
    middle = len(whole) // 2
    yield "empty", b""
    yield "cut off", whole[:middle]
    yield "one bit", whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    yield "its digest", bytes([whole[0] ^ 1]) + whole[1:]
    yield "zeros at the end", whole[:-512] + bytes(512)
    yield "another kernel", other
    yield "a pickle", pickle.dumps(("0.1", {}))
    yield "text", b"no machine code at all"


@pytest.mark.slow
def test_a_damaged_cache_is_discarded_and_built_again(tmp_path: Path) -> None:
    run_kernel(tmp_path / "cache")
    (folder,) = (tmp_path / "cache" / "kernels").iterdir()
    files = [path for path in folder.rglob("*") if path.is_file()]
    whole = {path: path.read_bytes() for path in sorted(files, key=lambda path: path.stat().st_size)}
    others = dict(zip(whole, reversed(whole.values()), strict=True))
    kinds = [what for what, _ in damages(b"whole" * 1000, b"other")]
    for at, what in enumerate(kinds):
        for path, content in whole.items():
            path.write_bytes(list(damages(content, others[path]))[at][1])
        ran = run_kernel(tmp_path / "cache")
        assert (what, ran.returncode, ran.stdout.split()) == (what, 0, ["42", "0"]), ran.stderr
        assert "is damaged" in ran.stderr
        ran = run_kernel(tmp_path / "cache")
        assert (ran.stdout.split(), ran.stderr) == (["42", "2"], "")
    path = next(iter(whole))
    path.unlink()
    path.mkdir()
    assert run_kernel(tmp_path / "cache").stdout.split() == ["42", "1"]
    assert run_kernel(tmp_path / "cache").stdout.split() == ["42", "2"]


@pytest.mark.slow
def test_processes_that_begin_together_all_get_their_kernels(tmp_path: Path) -> None:
    settings = {**os.environ, "HANDSIGHT_CACHE": str(tmp_path / "cache")}
    running = [
        subprocess.Popen(kernel_command(tmp_path / "cache"), env=settings, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    said = [process.communicate()[0].split()[0] for process in running]
    assert said == ["42"] * 4
    assert run_kernel(tmp_path / "cache").stdout.split() == ["42", "2"]
