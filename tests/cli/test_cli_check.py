"""`handsight check`: one row a game, in the promised shape, whatever the game is worth."""

import json
from pathlib import Path
from typing import Any

import pytest
from cli.command_line import Cli

GAMES = Path(__file__).parents[1] / "games"
SAMPLE = GAMES / "sample.hanabi"
BOEREN = Path(__file__).parents[1] / "boeren" / "boeren.json"
FILES = sorted([*GAMES.glob("*.json"), SAMPLE])
BROKEN = sorted(GAMES.glob("broken/*.hanabi"))

KEYS = [
    "game",
    "valid",
    "players",
    "variant",
    "turns",
    "score",
    "max_score",
    "perfect_score",
    "stacks",
    "clues",
    "strikes",
    "end",
    "pace",
    "efficiency",
    "error",
]
EXTRAS = {"rules", "errors", "notices"}
ERROR = ["code", "turn", "line", "column", "message"]
ENDS = {"perfect", "final_round", "strikeout", "no_more_points", "terminated", "in_progress"}

CODE = "215fgeflanukqcshxmaa-bbcddfghiijkklmnoppp-qrrstuuvvwwxy,03lbai-sbahpbafbalaad,0"


def in_shape(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row of `check --json` after looking at its keys and the kinds of its values."""
    assert set(KEYS) <= set(row) <= {*KEYS, *EXTRAS}
    assert type(row["valid"]) is bool
    assert (row["error"] is None) == row["valid"]
    if row["error"]:
        assert set(ERROR) == set(row["error"])
        assert row["error"]["code"]
        assert row["error"]["message"]
    if row["players"] is not None:
        assert all(type(row[key]) is int for key in ("players", "turns", "score", "max_score", "strikes"))
        assert row["end"] in ENDS
        assert row["pace"] is None or row["end"] == "in_progress"
    return row


def log(*actions: str) -> str:
    """Return the sample's deck with other actions after it."""
    lines = SAMPLE.read_text().splitlines()
    return "\n".join([*(line for line in lines if line.startswith(("Players", "Card"))), *actions]) + "\n"


def test_every_game_is_summarised_as_its_file_expects(cli: Cli) -> None:
    done = cli("check", *FILES, "--json")
    assert done.status == 0
    assert done.err == ""
    assert [row["game"] for row in done.rows] == [f"{path.name}:1" for path in FILES]
    for path, row in zip(FILES, done.rows, strict=True):
        in_shape(row)
        expected = (
            json.loads(path.read_text())["expect"] if path.suffix == ".json" else {"turns": 9, "score": 4}
        )
        figures = {key: expected[key] for key in KEYS if key in expected}
        figures |= {"efficiency": round(figures["efficiency"], 2)} if figures.get("efficiency") else {}
        assert {key: row[key] for key in figures} == figures, path.name


def test_the_sample_is_summarised_completely(cli: Cli) -> None:
    (row,) = cli("check", SAMPLE, "--json").rows
    assert {key: row[key] for key in KEYS} == {
        "game": "sample.hanabi:1",
        "valid": True,
        "players": 2,
        "variant": "No Variant",
        "turns": 9,
        "score": 4,
        "max_score": 25,
        "perfect_score": 25,
        "stacks": [1, 1, 1, 0, 1],
        "clues": 5,
        "strikes": 0,
        "end": "in_progress",
        "pace": 35 + 2 - 25 + 4,  # cards in the deck, players, points to make
        "efficiency": 1.25,  # 4 cards played and one more touched, for 4 clues
        "error": None,
    }


STRUCK = ("P0 plays 2", "P1 plays 6", "P0 plays 4")  # r5, g4 and g2 on the empty table


@pytest.mark.parametrize(
    ("actions", "words", "expect"),
    [
        ((), (), {"valid": True, "turns": 0, "end": "in_progress", "score": 0, "clues": 8}),
        (STRUCK[:2], (), {"valid": True, "strikes": 2, "end": "in_progress"}),
        (STRUCK, (), {"valid": True, "strikes": 3, "end": "strikeout", "score": 0, "pace": None}),
        (
            ("P0 plays 0", "P1 plays 6", "P0 plays 2", "P1 plays 9"),
            (),
            {"valid": True, "end": "strikeout", "score": 0, "stacks": [0, 1, 0, 0, 0]},
        ),
        (
            ("P0 plays 0", "P1 plays 6", "P0 plays 2", "P1 plays 9"),
            ("--rules", "stacks"),
            {"valid": True, "end": "strikeout", "score": 1, "stacks": [0, 1, 0, 0, 0]},
        ),
        (
            ("P0 plays 0", "P1 plays 6", "P0 plays 2", "P1 plays 9"),
            ("--set", "strikeout=stacks"),
            {"valid": True, "end": "strikeout", "score": 1},
        ),
        (
            ("P0 discards 0",),
            (),
            {"valid": False, "turns": 0, "end": "in_progress", "code": "discard-at-full-clues", "turn": 0},
        ),
        (("P0 discards 0",), ("--rules", "hanabidata"), {"valid": True, "turns": 1}),
        (
            ("P0 clues P1 1", "P1 plays 8", "P1 plays 7", "P0 clues P1 Blue"),
            (),
            {"valid": False, "turns": 2, "score": 1, "code": "not-your-turn", "turn": 2, "column": 1},
        ),
        (
            ("P0 clues P1 1", "P1 plays 8", "P1 plays 7", "P0 clues P1 Blue"),
            ("--keep-going",),
            {"valid": False, "turns": 3, "clues": 6, "code": "not-your-turn", "turn": 2},
        ),
        (("P0 plays 0", "P0 ends"), (), {"valid": True, "end": "terminated", "score": 0, "pace": None}),
    ],
    ids=str,
)
def test_a_game_ends_or_breaks_as_its_rules_say(
    cli: Cli, actions: tuple[str, ...], words: tuple[str, ...], expect: dict[str, Any]
) -> None:
    done = cli("check", "-", "--json", *words, stdin=log(*actions))
    (row,) = done.rows
    in_shape(row)
    assert row["game"] == "-:1"
    error = row["error"] or {}
    found = {key: error[key] if key in ERROR and key in error else row.get(key) for key in expect}
    assert found == expect
    assert done.status == (0 if expect["valid"] else 1)


def test_an_error_says_its_line_column_turn_and_remedy(cli: Cli) -> None:
    text = log("P0 clues P1 1", "P1 plays 8", "P0 clues P1 5")
    done = cli("check", "-", "--json", stdin=text)
    error = done.rows[0]["error"]
    assert (error["code"], error["turn"]) == ("clue-touches-nothing", 2)
    line = text.splitlines()[error["line"] - 1]
    assert line == "P0 clues P1 5"
    assert 1 <= error["column"] <= len(line)
    assert "try" in error["message"]
    said = cli("check", "-", stdin=text)
    assert said.status == 1
    assert "INVALID" in said.out
    assert f"line {error['line']}, column {error['column']}" in said.err
    assert "^" in said.err


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_log_has_a_row_and_says_where(cli: Cli, path: Path) -> None:
    done = cli("check", path, "--json")
    assert done.status == 1
    assert all(in_shape(row)["error"] for row in done.rows[:1])
    said = cli("check", path)
    assert said.status == 1
    assert "line " in said.err or "turn " in said.err


@pytest.mark.parametrize(
    "text", ["", "\n\n", "hello", "{", "[]", "{}", "\0", "[" * 5000, "<html>", "players = ", "Card Red 9"]
)
def test_what_cannot_be_read_has_a_row_with_every_key(cli: Cli, text: str) -> None:
    done = cli("check", "-", "--json", stdin=text)
    (row,) = done.rows
    assert done.status == 1
    assert in_shape(row)["valid"] is False
    if row["players"] is None:
        assert all(row[key] is None for key in KEYS if key not in ("game", "valid", "error", "variant"))
    said = cli("check", "-", stdin=text)
    assert said.status == 1
    assert said.out.count("\n") == 1
    assert said.err.strip()


def test_a_missing_file_and_a_folder_are_wrong_input(cli: Cli, tmp_path: Path) -> None:
    done = cli("check", tmp_path / "nosuch.json", tmp_path, SAMPLE, "--json")
    assert done.status == 1
    assert [in_shape(row)["valid"] for row in done.rows] == [False, False, True]
    assert "no file" in done.rows[0]["error"]["message"]
    assert "folder" in done.rows[1]["error"]["message"]


def test_one_bad_game_of_several_makes_the_status_1(cli: Cli, tmp_path: Path) -> None:
    bad = tmp_path / "bad.hanabi"
    bad.write_text(log("P0 discards 0"))
    done = cli("check", SAMPLE, bad, GAMES / "duck.json", "--json")
    assert done.status == 1
    assert [row["valid"] for row in done.rows] == [True, False, True]


def test_games_one_a_line_are_numbered(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "two.jsonl"
    lines = [json.dumps(json.loads((GAMES / f"{name}.json").read_text())) for name in ("duck", "mix")]
    file.write_text("\n".join(lines) + "\n")
    done = cli("check", file, "--json")
    assert done.status == 0
    assert [row["game"] for row in done.rows] == ["two.jsonl:1", "two.jsonl:2"]
    assert [row["variant"] for row in done.rows] == ["Duck (5 Suits)", "Special Mix (6 Suits)"]


def test_without_json_there_is_a_line_a_game_and_one_for_all(cli: Cli) -> None:
    done = cli("check", SAMPLE, GAMES / "strikeout.json")
    assert done.status == 0
    heads = [line.split(":")[0] for line in done.out.splitlines()]
    assert heads == ["sample.hanabi", "strikeout.json", "2 games in 2 files"]
    assert "score 4 of 25" in done.out
    assert "strikeout, score 0" in done.out


@pytest.mark.parametrize(
    "word", [CODE, f"https://hanab.live/replay-json/{CODE}", f"https://hanab.live/shared-replay-json/{CODE}"]
)
def test_a_code_or_a_link_is_a_game(cli: Cli, word: str) -> None:
    (row,) = cli("check", word, "--json").rows
    (sample,) = cli("check", SAMPLE, "--json").rows
    assert {key: row[key] for key in KEYS[1:]} == {key: sample[key] for key in KEYS[1:]}


def test_players_and_short_decks_are_given_by_options(cli: Cli) -> None:
    short = "\n".join(log().splitlines()[:13]) + "\nP0 clues P1 1\n"
    short = "\n".join(line for line in short.splitlines() if not line.startswith("Players")) + "\n"
    assert cli("check", "-", stdin=short).status == 1
    (row,) = cli("check", "-", "--json", "--partial", stdin=short).rows
    assert (row["valid"], row["players"]) == (True, 2)
    full = "\n".join(line for line in log("P0 clues P1 1").splitlines() if not line.startswith("Players"))
    (inferred,) = cli("check", "-", "--json", stdin=full).rows
    assert inferred["players"] == 2
    assert "notices" in inferred
    (row,) = cli("check", "-", "--json", "--players", "3", stdin=full).rows
    assert (row["players"], row["valid"]) == (3, True)


def test_a_switch_is_thrown_in_the_rules_that_the_file_names(cli: Cli) -> None:
    text = "Rules hanabidata\n" + log("P0 discards 0")
    assert cli("check", "-", stdin=text).status == 0
    assert cli("check", "-", "--set", "refund_five=no", stdin=text).status == 0


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--nosuch", SAMPLE),
        (SAMPLE, "--rules", "nosuch"),
        (SAMPLE, "--rules"),
        (SAMPLE, "--set", "refund_five"),
        (SAMPLE, "--set", "nosuch=no"),
        (SAMPLE, "--set", "refund_five=perhaps"),
        (SAMPLE, "--players", "many"),
        (SAMPLE, "--game", "chess"),
    ],
    ids=str,
)
def test_wrong_words_are_status_2(cli: Cli, words: tuple[Path | str, ...]) -> None:
    done = cli("check", *words)
    assert done.status == 2
    assert done.out == ""
    assert done.err.strip()


def test_boeren_bridge_is_recognised_and_recomputed(cli: Cli) -> None:
    rounds = json.loads(BOEREN.read_text())["rounds"]
    done = cli("check", BOEREN, "--json")
    assert done.status == 0
    rows = {row["game"]: row for row in done.rows}
    for expect in rounds:
        row = rows[expect["id"]]
        assert set(row) >= {"game", "valid", "won", "scores", "winners", "error"}
        assert (row["valid"], row["error"]) == (True, None)
        assert (row["won"], row["scores"]) == (expect["won"], expect["scores"])
        assert row["winners"] == [trick["winner"] for trick in expect["tricks"]]


def test_a_stated_result_of_boeren_bridge_is_compared_when_asked(cli: Cli) -> None:
    a_round = json.loads(BOEREN.read_text())["rounds"][0]
    a_round["scores"][0] += 2
    text = json.dumps(a_round)
    assert cli("check", "-", stdin=text).status == 0
    done = cli("check", "-", "--compare", "--json", stdin=text)
    assert done.status == 1
    assert done.rows[0]["error"]


@pytest.mark.shows("S0-44")
def test_keep_going_says_that_it_played_on(cli: Cli) -> None:
    text = log("P0 discards 0", "P0 clues P1 1", "P1 clues P0 Purple", "P1 plays 8")
    done = cli("check", "-", "--keep-going", stdin=text)
    assert done.status == 1
    assert "INVALID, played on without 2 illegal actions" in done.out
    line = text[: text.index("P0 discards 0")].count("\n") + 1
    skipped = f"played on: line {line} was skipped at turn 1 (discard-at-full-clues), nothing changed"
    assert f"{skipped}, and it was still P0's turn" in done.err
    (row,) = cli("check", "-", "--keep-going", "--json", stdin=text).rows
    assert (row["turns"], row["score"], len(row["notices"])) == (2, 1, 2)
    assert "still P1's turn" in row["notices"][1]
    assert "played on" not in cli("check", "-", stdin=text).err
