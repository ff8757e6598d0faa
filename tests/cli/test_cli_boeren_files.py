"""Files of Boeren Bridge: recognised, converted, checked."""

from pathlib import Path

import pytest
from cli.command_line import Cli

from handsight.notation.boeren import file_formats as files

FOUR = ("full-kripke", "greedy-kripke", "greedy", "random")
ORACLE = Path(__file__).parents[1] / "boeren" / "boeren.json"


@pytest.fixture
def saved(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A log of a match."""
    monkeypatch.chdir(tmp_path)
    cli("simulate", "--game", "boeren", *FOUR, "--games", 1, "--save-games", 1)
    return "games.boeren"


@pytest.mark.parametrize("name", ["games.boeren", "games.txt", "-"])
def test_a_file_tells_which_game_it_is(cli: Cli, saved: str, name: str) -> None:
    text = Path(saved).read_text()
    if name == "games.txt":
        Path(name).write_text(text)
    for words in (("show", name, "--number", 2), ("know", name, "--number", 2, "--turn", 6, "--json")):
        asked, named = cli(*words, stdin=text), cli(*words, "--game", "boeren", stdin=text)
        assert asked.status == 0
        assert asked == named
    assert cli("show", name, "--game", "hanabi", stdin=text).status == 1


def test_the_ending_of_a_broken_file_tells_its_game(cli: Cli, tmp_path: Path) -> None:
    broken = tmp_path / "broken.boeren"
    broken.write_text("P0 likes AS\n")
    for verb in ("check", "show", "know"):
        done = cli(verb, broken)
        assert done.status == 1
        assert "line 1, column 4" in done.err


def test_cards_of_a_save_file_are_not_taken_for_a_round() -> None:
    assert files.recognise("Cards 3\n")
    assert not files.recognise("players = 3\ncards = [1, 2]\n")


@pytest.mark.slow
def test_rounds_are_converted_there_and_back(cli: Cli, saved: str) -> None:
    assert cli("convert", saved, "rounds.json").status == 0
    assert cli("check", "rounds.json", "--compare", "--json").rows == cli("check", saved, "--json").rows
    assert cli("convert", "rounds.json", "again.boeren").status == 0
    assert Path("again.boeren").read_text() == Path(saved).read_text()
    second = cli("convert", saved, "--number", 2, "--to", "json")
    assert len(cli("check", "-", "--json", stdin=second.out).rows) == 1
    assert cli("convert", ORACLE, "oracle.boeren").status == 0
    assert len(cli("check", "oracle.boeren", "--json").rows) == len(cli("check", ORACLE, "--json").rows)


@pytest.mark.parametrize(
    ("out", "said"),
    [
        (("x.html",), "in which format to write Boeren Bridge, with --to or by the ending of OUT (.boeren, "),
        (("x.txt", "--to", "url"), "this is Boeren Bridge, which is not written as url; choose log, json"),
    ],
)
def test_what_boeren_bridge_is_not_written_as(cli: Cli, saved: str, out: tuple[str, ...], said: str) -> None:
    done = cli("convert", saved, *out)
    assert done.status == 2
    assert said in done.err


def test_hanabi_alone_is_explained_by_a_convention(cli: Cli, saved: str) -> None:
    for name in (saved, ORACLE):
        done = cli("convention", "explain", "minimal", name)
        assert done.status == 1
        assert "Boeren Bridge" in done.err


def test_a_broken_round_is_converted_as_far_as_it_is_good(cli: Cli, saved: str) -> None:
    lines = Path(saved).read_text().splitlines()
    last = next(at for at, line in enumerate(lines) if "plays" in line)
    Path("cut.boeren").write_text("\n".join([*lines[: last + 1], "P0 plays 2C", ""]))
    done = cli("convert", "cut.boeren", "cut.json")
    assert done.status == 1
    assert "writing the 5 valid actions" in done.err
    assert Path("cut.json").exists()
