"""Compiled kernels are cached, and compiled again when any of their sources has changed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from handsight.kernels import cache


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """Clear the cached answers before and after each test."""
    for question in (cache.source_key, cache.kernel_folder):
        question.cache_clear()
    yield
    for question in (cache.source_key, cache.kernel_folder):
        question.cache_clear()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a package with three rooms in place of ours."""
    for name in ("kernels/cache.py", "hanabi/stacks.py", "web/page.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("ONE = 1\n")
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "kernels" / "cache.py"))
    return tmp_path


def key_now() -> str:
    cache.source_key.cache_clear()
    return cache.source_key()


def test_key_follows_every_source_of_a_kernel(package: Path) -> None:
    before = key_now()
    assert key_now() == before
    (package / "web/page.py").write_text("ONE = 2\n")
    assert key_now() == before
    (package / "hanabi/stacks.py").write_text("ONE = 2\n")
    changed = key_now()
    assert changed != before
    (package / "kernels/new.py").write_text("")
    longer = key_now()
    assert longer not in {before, changed}
    (package / "new_game/cards").mkdir(parents=True)
    (package / "new_game/cards/suits.py").write_text("")
    assert key_now() not in {before, changed, longer}


def test_key_follows_settings_and_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = key_now()
    monkeypatch.setenv("NUMBA_CACHE_DIR", "elsewhere")
    assert key_now() == before
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    checked = key_now()
    assert checked != before
    monkeypatch.setattr(cache, "version", lambda _: "0.0")
    assert key_now() not in {before, checked}


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
    assert today == tmp_path / "kernels" / cache.source_key()
    assert (kept.exists(), old.exists(), other.exists()) == (True, False, True)
    assert "compiling" in capsys.readouterr().err
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


def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    settings = {"HANDSIGHT_CACHE": str(tmp_path), "NUMBA_DEBUG_CACHE": "1"}
    command = [sys.executable, "-c", "import handsight.kernels.dice"]
    first, second = (
        subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True, check=True)
        for _ in range(2)
    )
    assert "data saved to" in first.stdout
    assert "compiling" in first.stderr
    assert "data loaded from" in second.stdout
    assert "data saved to" not in second.stdout
    assert second.stderr == ""
