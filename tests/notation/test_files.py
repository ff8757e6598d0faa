import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from random_hanabi import random_game

from handsight.errors import InputError, UnknownNameError
from handsight.hanabi import RULE_SETS, Terms
from handsight.notation import game_files as loading
from handsight.notation import read, read_file
from handsight.notation.checked_game import CheckedGame
from handsight.notation.hanabi import hanab_live_export as hanab_live
from handsight.notation.hanabi import hanab_live_links as link_code
from handsight.notation.hanabi.file_formats import FORMATS, SAMPLES, recognise_format
from handsight.playable_games import load

GAME = random_game(6, Terms(3))
TEXT = hanab_live.write(GAME).text


def only(source: str | Path) -> CheckedGame[Any]:
    (checked,) = read_file(source)
    return checked


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.encode("utf-16"),
        b"\xfe\xff" + TEXT.encode("utf-16-be"),
        TEXT.encode("utf-32"),
        TEXT.replace("\n", "\r\n").encode(),
    ],
)
def test_encodings_with_and_without_marks(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "any name.txt"
    file.write_bytes(data)
    checked = only(file)
    assert checked.game == GAME
    assert checked.label == "any name.txt:1"


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    checked = only("-")
    assert checked.game == GAME
    assert checked.label == "-:1"


def test_links_and_codes_need_no_file() -> None:
    code = link_code.write(GAME).text.strip()
    assert only(code).label == "code:1"
    assert only(code).game == GAME
    link = link_code.write_link(GAME).text.strip()
    assert only(link).label == "link:1"
    assert only(link).game == GAME


def test_a_code_may_lie_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "game.url"
    file.write_text(link_code.write_link(GAME).text)
    assert only(file).game == GAME


@pytest.mark.parametrize(
    ("data", "message", "line", "column"),
    [
        (b"", "there is no text in it", None, None),
        (b" \r\n\t\n", "there is no text in it", None, None),
        (
            b'{"players":\n["Zo\xeb"]}',
            "the byte at offset 16 (0xeb) is not UTF-8; save the file as UTF-8",
            2,
            5,
        ),
        (b"\xff\xfe{\x00x", "is not UTF-16", 1, 2),
        (b'{"deck":\n "\x00"}', "this is a NUL character", 2, 3),
        ('{"deck": []}'.encode("utf-16-le"), "it looks like UTF-16 without its mark", 1, 2),
        (b"\x89PNG\r\n\x1a\n\x00", "this is a PNG picture, not a recorded game", None, None),
        (b"PK\x03\x04rest", "this is a ZIP archive", None, None),
        (b"%PDF-1.7", "this is a PDF document", None, None),
        (b"<!DOCTYPE html>\n<p>players = 3</p>", "web page or XML", None, None),
        (b"name,score\nAlice,3\nBob,4\n", "not a game in any format that Handsight reads", None, None),
        (b"import os\n\nprint(os.name)\n", "not a game in any format that Handsight reads", None, None),
        (
            b"# A heading\n\nSome prose about cards.\n",
            "not a game in any format that Handsight reads",
            None,
            None,
        ),
        (b'"text"', "not a game in any format that Handsight reads", None, None),
        (b"12345", "not a game in any format that Handsight reads", None, None),
    ],
)
def test_other_peoples_files_are_named(
    tmp_path: Path, data: bytes, message: str, line: int | None, column: int | None
) -> None:
    file = tmp_path / "x"
    file.write_bytes(data)
    checked = only(file)
    assert checked.game is None
    (problem,) = checked.problems
    assert message in problem.message
    assert (problem.position and problem.position.line) == line
    assert (problem.position and problem.position.column) == column


def test_what_is_no_file(tmp_path: Path) -> None:
    assert "this is a folder" in only(tmp_path).problems[0].message
    assert "there is no file" in only(tmp_path / "missing.json").problems[0].message
    assert "there is no file" in only("\0").problems[0].message
    assert "there is no file" in only("x" * 5000).problems[0].message
    assert "there is no file" in only("").problems[0].message


def test_nothing_is_downloaded() -> None:
    found = only("https://hanab.live/replay/123456#5").problems[0].message
    assert "open https://hanab.live/export/123456 in a browser, save it as 123456.json" in found
    assert "nothing is downloaded" in only("https://example.org/game.json").problems[0].message


def test_a_file_that_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "locked.json"
    file.write_text(TEXT)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert only(file).problems[0].message == "the file cannot be opened: Permission denied"


def test_a_file_may_be_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "MOST_BYTES", 1 << 20)
    file = tmp_path / "large.json"
    file.write_bytes(b" " * ((1 << 20) + 1))
    assert only(file).problems[0].message == "the file is larger than 1 MiB, the limit; split it"


def test_too_many_games_and_far_too_many_cards() -> None:
    (checked,) = read("{}\n" * 50_001)
    assert "more than 50,000 games" in checked.problems[0].message
    tree = json.loads(TEXT)
    (checked,) = read(json.dumps(tree | {"deck": tree["deck"] * 200, "actions": tree["actions"] * 200}))
    assert len(checked.problems) == 9
    (checked,) = read(json.dumps(tree | {"actions": tree["actions"] * 200}))
    assert checked.problems[0].code == "game-over"


def test_rules_given_stand_above_the_file() -> None:
    text = hanab_live.write(random_game(6, Terms(3, rules=RULE_SETS["stacks"]))).text
    (checked,) = read(text, rules=RULE_SETS["hanabidata"])
    assert checked.game
    assert checked.game.setup.terms.rules is RULE_SETS["hanabidata"]
    six = json.loads(hanab_live.write(random_game(8, Terms(6, hand_size=4))).text)
    del six["options"]
    (checked,) = read(json.dumps(six), rules=RULE_SETS["stacks"])
    assert checked.valid
    assert checked.game
    assert checked.game.setup.terms == Terms(6, hand_size=4, rules=RULE_SETS["stacks"])


def test_keep_going_skips_what_is_not_legal() -> None:
    tree = json.loads(TEXT)
    wrong = {"type": 3, "target": 0, "value": 1}
    text = json.dumps(tree | {"actions": [wrong, *tree["actions"]]})
    (checked,) = read(text)
    assert checked.game
    assert checked.game.actions == ()
    (checked,) = read(text, keep_going=True)
    assert checked.game == GAME
    assert [problem.code for problem in checked.problems] == ["clue-self"]


def test_formats_by_name() -> None:
    assert list(FORMATS) == ["log", "live", "jsonl", "code", "seed", "url", "hanabidata", "save001"]
    for name in ("live", "jsonl", "code", "url"):
        text, lost = FORMATS[name].write(GAME)
        assert lost == ()
        assert read(text)[0].game == GAME
    with pytest.raises(InputError, match="save001 can be read, but not written"):
        FORMATS["save001"].write(GAME)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (" \n {", "live"),
        ("[\n{", "live"),
        ("Old GID: 12\nTreatment", "hanabidata"),
        ("MOVE: 0 1 2", "hanabidata"),
        ("# a game\nmoves = []", "save001"),
        ("# a game\n\n  Card Red 1", "log"),
        ("Players 3\n", "log"),
        ("p0 PLAYS 3", "log"),
        ("Alice plays 3", "log"),
        ("P0 clues P1 Red", "log"),
    ],
)
def test_content_tells_the_format(text: str, name: str) -> None:
    assert recognise_format(text) is FORMATS[name]


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_the_samples_are_good_games(path: Path) -> None:
    checked = only(path)
    assert checked.valid
    assert checked.game
    assert checked.game.final.over
    assert checked.game.final.score > 15
    assert hanab_live.write(checked.game).text == path.read_text()


def test_there_are_samples() -> None:
    assert len(list(SAMPLES.glob("*.json"))) >= 3


def test_a_game_remembers_how_it_ended() -> None:
    (checked,) = read(TEXT)
    assert checked.game
    assert checked.game.final == replace(GAME).final == GAME.states[-1]


def test_a_file_that_is_not_there_is_an_input_error_that_names_no_game_number() -> None:
    with pytest.raises(InputError, match=r"^there is no file 'nofile'"):
        load("nofile")


@pytest.mark.parametrize("text", ["Players 2", "Boeren Bridge\nCards 3", "no game at all"])
def test_an_unknown_rule_set_is_an_unknown_name_and_no_problem_of_the_text(text: str) -> None:
    with pytest.raises(UnknownNameError, match="no rule set is called 'none'"):
        read(text, rules="none")


def test_a_text_is_no_list_of_switches() -> None:
    with pytest.raises(InputError, match=r"switches are pairs, such as .*, not 'refund_five=no'"):
        read("Players 2", switches="refund_five=no")  # type: ignore[arg-type]  # the test
