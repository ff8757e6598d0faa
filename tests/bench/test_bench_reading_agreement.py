"""Games that agreed count for the convention and the sources that were compared, and for no others."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bench.checks import reading_agreement
from bench.checks.reading_agreement import Portion, portions, run, sources_digest


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the games that are compared, without playing them."""
    games: list[int] = []

    def agree(_core: Any, _bot: Any, _terms: Any, game: int, **_options: Any) -> None:
        games.append(game)

    monkeypatch.setitem(sys.modules, "convention_agreement", SimpleNamespace(agree=agree))
    monkeypatch.setattr(reading_agreement, "compile_convention", lambda _core, _terms: None)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return games


def test_games_that_agreed_are_not_played_again(played: list[int], tmp_path: Path) -> None:
    out = tmp_path / "agreement.jsonl"
    assert run("minimal", 250, 0, out) == 250
    assert played == list(range(250))
    played.clear()
    assert run("minimal", 300, 0, out) == 300
    assert played == list(range(200, 300))  # the last portion is now a longer one
    played.clear()
    assert run("minimal order=rank", 100, 0, out) == 100
    assert len(played) == 100


def test_games_of_older_sources_do_not_count(
    played: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "agreement.jsonl"
    run("minimal", 200, 0, out)
    (first, _) = portions(out)
    out.write_text(f'{{"convention":"minimal","identity":"{first.identity}","first":0,"games":100}}\n')
    assert portions(out) == [Portion("minimal", first.identity, 0, 100)]
    played.clear()
    assert run("minimal", 200, 0, out) == 200
    monkeypatch.setattr(reading_agreement, "sources_digest", lambda: "other")
    assert run("minimal", 200, 0, out) == 200
    assert played == [*range(200), *range(200)]


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("conventions/core.py", True),
        ("conventions/interpreter/rule_context.py", True),
        ("conventions/compiler/codegen.py", True),
        ("compiled/jit.py", True),
        ("comparison.py", True),
        ("conventions/review.py", False),
        ("conventions/library/conventions/minimal.convention", False),  # what it means is its identity
        ("web/server.py", False),
    ],
)
def test_the_digest_follows_what_is_compared(name: str, counts: bool, tmp_path: Path) -> None:
    file, comparison = tmp_path / name, tmp_path / "comparison.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    comparison.write_text("compared")
    file.write_text("one")
    before = sources_digest(tmp_path, comparison)
    file.write_text("two")
    assert (sources_digest(tmp_path, comparison) != before) is counts


def test_every_pattern_of_sources_finds_a_file() -> None:
    for pattern in reading_agreement.SOURCES:
        assert any(reading_agreement.PACKAGE.glob(pattern)), pattern
