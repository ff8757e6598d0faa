"""Whatever a file or an argument holds: an error with its place, and nothing that a terminal obeys."""

import json
from pathlib import Path

import pytest
from cli.command_line import Cli

GAMES = Path(__file__).parents[1] / "games"
LONG = "9" * 5_000
ESCAPE = "\x1b]0;gone\x07\x1b[2J\x9b31m\u202e"


def test_escapes_in_names_and_lines_are_shown_and_not_obeyed(cli: Cli, tmp_path: Path) -> None:
    export = json.loads((GAMES / "duck.json").read_text())
    export["players"] = [f"{ESCAPE}{name}" for name in export["players"]]
    (tmp_path / "game.json").write_text(json.dumps(export))
    (tmp_path / "broken.hanabi").write_text(f'Players "{ESCAPE}A" B\nCard {ESCAPE}\n{ESCAPE}A plays 3\n')
    (tmp_path / "bad.convention").write_text(f'convention bad "{ESCAPE}"\n  let {ESCAPE} be 1\n')
    (tmp_path / "bad.logic").write_text(f"agents {ESCAPE}\natoms p\nvalid? {ESCAPE}\n")
    for words in (
        ("check", tmp_path / "game.json"),
        ("show", tmp_path / "game.json"),
        ("know", tmp_path / "game.json", "--turn", 3),
        ("know", tmp_path / "game.json", "--timeline"),
        ("check", tmp_path / "broken.hanabi"),
        ("convention", "check", tmp_path / "bad.convention"),
        ("logic", tmp_path / "bad.logic"),
        ("check", f"{ESCAPE}.json"),
        ("simulate", f"{ESCAPE}bot"),
    ):
        done = cli(*words)
        assert not set("\x1b\x07\x9b\u202e") & set(done.out + done.err), words
    exact = cli("convert", tmp_path / "game.json", "-", "--to", "live")
    assert json.loads(exact.out)["players"] == export["players"]


@pytest.mark.parametrize(
    ("name", "content", "words", "said"),
    [
        (
            "a.json",
            b'{"formula_cases": [\n {"id": "\xff"}]}',
            ("logic", "--cases"),
            "line 2, column 10: the byte",
        ),
        (
            "a.json",
            b'{"formula_cases": [\n {"id" 3}]}',
            ("logic", "--cases"),
            "line 2, column 8: this is",
        ),
        ("a.json", b"[]", ("logic", "--cases"), "line 1, column 1: the file has"),
        (
            "a.json",
            b'{"formula_cases": null}',
            ("logic", "--cases"),
            "line 1, column 1: the file has",
        ),
        ("a.logic", b"agents a\natoms \xff\n", ("logic",), "line 2, column 7: the byte"),
        ("a.convention", b"convention a\n  \xff\n", ("convention", "check"), "line 2, column 3: the byte"),
        ("a.story", b"story a\n  \xff\n", ("convention", "tell"), "line 2, column 3: the byte"),
        ("a.json", f'{{"players": ["a", "b"], "id": {LONG}}}'.encode(), ("check",), "line 1"),
        ("a.hanabi", f"Players 2\nP0 plays {LONG}\n".encode(), ("check",), "line 2"),
        ("a.boeren", f"Boeren Bridge\nRound {LONG}\n".encode(), ("check",), "line 2"),
        ("a.logic", f"agents a\natoms p\nworlds {LONG}\n".encode(), ("logic",), "line 3"),
        ("a.json", b'{"players": ["\\ud800", "b"], "deck": [], "actions": []}', ("check",), "a.json"),
        ("a.md", b"\xff", ("results", "--write"), "line 1, column 1: the byte"),
    ],
)
def test_what_cannot_be_read_is_an_error_with_its_place(  # noqa: PLR0913, PLR0917  # one case each
    cli: Cli, tmp_path: Path, name: str, content: bytes, words: tuple[str, ...], said: str
) -> None:
    (tmp_path / name).write_bytes(content)
    done = cli(*words, tmp_path / name)
    assert done.status in (1, 2)
    assert said in done.out + done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    "words",
    [
        ("check", "\udcff\ud800"),
        ("check", "sample:\ud800"),
        ("simulate", "random", "--games", LONG),
        ("simulate", "random", "--seed", LONG),
        ("simulate", "\ud800.py:Bot"),
        ("simulate", "random", "--variant", "\ud800"),
        ("know", "sample:first", "--turn", LONG),
        ("know", "sample:first", "--ask", f"K[0] {LONG}"),
        ("know", "sample:first", "--seat", "\ud800"),
        ("convention", "check", "\ud800"),
        ("convention", "check", f"minimal order={LONG}"),
        ("logic", "\ud800"),
        ("convert", "sample:first", "\ud800.json"),
        ("show", "sample:first", "--number", LONG),
        ("\ud800",),
    ],
)
def test_hostile_arguments_are_told_in_a_sentence(cli: Cli, words: tuple[str, ...]) -> None:
    done = cli(*words)
    assert done.status in (1, 2)
    assert done.err
    assert "Traceback" not in done.err
