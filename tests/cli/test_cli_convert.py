"""`handsight convert`: any format to any that can hold the game, and a word for what is lost."""

import json
from pathlib import Path

import pytest
from cli.command_line import Cli
from msgspec.structs import replace

from handsight.hanabi import SEAT_NAMES as NAMES
from handsight.hanabi import HanabiRecord as Game
from handsight.notation import read_file
from handsight.notation.hanabi.file_formats import FORMATS

GAMES = Path(__file__).parents[1] / "games"
SAMPLE = GAMES / "sample.hanabi"
TARGETS = {"log": "out.hanabi", "live": "out.json", "jsonl": "out.jsonl", "code": "out.txt", "url": "out.txt"}


def game(source: str | Path) -> Game:
    """The one game of a source, without what only some formats hold."""
    (checked,) = read_file(source)
    found = checked.valid_game()
    assert isinstance(found, Game)
    return replace(found, names=found.names or NAMES[: found.setup.terms.players])


def test_every_writable_format_is_tried_here() -> None:
    assert set(TARGETS) == {name for name, form in FORMATS.items() if form.writer}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("source", ["sample.hanabi", "strikeout.json", "duck.json", "orange.json"])
def test_a_game_comes_back_as_it_was(cli: Cli, tmp_path: Path, source: str, target: str) -> None:
    out = tmp_path / TARGETS[target]
    done = cli("convert", GAMES / source, out, "--to", target)
    assert done.status == 0
    assert done.out == ""
    shown = cli("convert", GAMES / source, "-", "--to", target)
    assert shown.status == 0
    assert shown.out == out.read_text()
    *lost, said = done.err.splitlines()
    assert said == f"wrote {out} (1 game as {target})"
    assert shown.err.splitlines() == lost
    before, after = game(GAMES / source), game(out)
    assert (after.setup, after.actions) == (before.setup, before.actions)
    if not lost:
        assert after == before


@pytest.mark.shows("S0-18")
@pytest.mark.parametrize("target", ["log", "live", "jsonl"])
def test_every_game_survives_the_formats_that_hold_all(cli: Cli, tmp_path: Path, target: str) -> None:
    out = tmp_path / TARGETS[target]
    for path in sorted(GAMES.glob("*.json"))[::4]:
        assert cli("convert", path, out, "--force").status == 0
        assert game(out) == game(path), path.name


def test_there_and_back_is_the_same_text(cli: Cli, tmp_path: Path) -> None:
    one, two, three = (tmp_path / name for name in ("1.hanabi", "2.json", "3.hanabi"))
    for source, out in ((GAMES / "duck.json", one), (one, two), (two, three)):
        assert cli("convert", source, out).status == 0
    assert one.read_text() == three.read_text()


def test_what_is_lost_is_said(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "named.json"
    export = json.loads((GAMES / "duck.json").read_text())
    file.write_text(json.dumps(export | {"players": ["Ann", "Ben", "Cy"], "notes": [["a note"], [], []]}))
    for target in ("code", "url"):
        done = cli("convert", file, "-", "--to", target)
        assert done.status == 0
        assert f"named.json:1: left out of {target}: " in done.err
        assert "names" in done.err
        assert "notes" in done.err
        assert "left out" not in done.out
    assert cli("convert", file, "-", "--to", "live").err == ""
    assert "allOrNothing" in cli("convert", GAMES / "all-or-nothing.json", "-", "--to", "code").err


def test_a_url_is_a_link_with_the_code(cli: Cli) -> None:
    code = cli("convert", SAMPLE, "-", "--to", "code").out.strip()
    url = cli("convert", SAMPLE, "-", "--to", "url").out.strip()
    assert url.startswith("https://hanab.live/")
    assert url.endswith(code)
    assert cli("convert", url, "-", "--to", "code").out.strip() == code
    assert cli("convert", code, "-", "--to", "live").out == cli("convert", url, "-", "--to", "live").out


@pytest.mark.parametrize(
    "words",
    [
        (SAMPLE,),
        (SAMPLE, "-"),
        (SAMPLE, "out.txt"),
        (SAMPLE, "-", "--to", "nosuch"),
        (SAMPLE, "-", "--to", "hanabidata"),
        (),
        (SAMPLE, "-", "--to", "log", "--number", "2"),
    ],
    ids=lambda words: " ".join(Path(word).name for word in words),
)
def test_without_a_format_that_can_be_written_nothing_is(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[Path | str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    done = cli("convert", *words)
    assert done.status == 2
    assert done.out == ""
    assert done.err.strip()
    assert not list(tmp_path.iterdir())


def test_of_a_broken_game_the_good_prefix_is_written(cli: Cli, tmp_path: Path) -> None:
    text = SAMPLE.read_text() + "P1 plays 0\n"
    done = cli("convert", "-", "-", "--to", "log", stdin=text)
    assert done.status == 1
    assert "not in" in done.err
    assert "9 valid actions" in done.err
    out = tmp_path / "good.hanabi"
    out.write_text(done.out)
    assert game(out) == game(SAMPLE)


def test_of_what_cannot_be_read_nothing_is_written(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    done = cli("convert", "-", out, stdin="hello")
    assert done.status == 1
    assert done.out == ""
    assert done.err.strip()
    assert not out.exists()


def test_many_games_fit_one_a_line(cli: Cli, tmp_path: Path) -> None:
    two = tmp_path / "two.jsonl"
    two.write_text(
        "".join(cli("convert", GAMES / name, "-", "--to", "jsonl").out for name in ("duck.json", "mix.json"))
    )
    assert cli("convert", two, "-", "--to", "jsonl").out == two.read_text()
    refused = cli("convert", two, "-", "--to", "log")
    assert refused.status == 2
    assert "--number" in refused.err
    second = cli("convert", two, "-", "--to", "jsonl", "--number", "2")
    assert second.out == two.read_text().splitlines(keepends=True)[1]


def test_a_folder_that_is_not_there_is_named(cli: Cli, tmp_path: Path) -> None:
    done = cli("convert", SAMPLE, tmp_path / "nosuch" / "out.json")
    assert done.status == 1
    assert "nosuch" in done.err


def test_a_file_that_is_there_is_replaced_only_with_force(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "mine.hanabi"
    out.write_text("do not lose this")
    refused = cli("convert", SAMPLE, out)
    assert (refused.status, out.read_text()) == (1, "do not lose this")
    assert f"{out} exists already; replace it with --force" in refused.err
    assert cli("convert", SAMPLE, out, "--force").status == 0
    assert game(out) == game(SAMPLE)


def test_a_file_is_written_whole_or_not_at_all(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full after the first bytes leaves the old file, and no other."""
    out = tmp_path / "mine.hanabi"
    out.write_text("do not lose this")
    write = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        write(path, data[:40])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    monkeypatch.setattr(Path, "write_text", lambda path, text, **_: full(path, text.encode()))
    failed = cli("convert", SAMPLE, out, "--force")
    assert failed.status == 1
    assert "No space left on device" in failed.err
    assert out.read_text() == "do not lose this"
    assert list(tmp_path.iterdir()) == [out]
