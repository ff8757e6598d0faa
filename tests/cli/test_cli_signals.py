"""`handsight signals`: a typed table, a file, the hand of a seat in a game; what is refused and why."""

from pathlib import Path

import pytest
from cli.command_line import Cli


def test_the_table_of_the_puzzle(cli: Cli) -> None:
    done = cli("signals", "--hints", "RWYGB", "RWYG", "WY", "YG", "R")
    assert done.status == 0
    assert "card 1 (newest)   1     1     1     1     ." in done.out
    assert "largest partition: 2 blocks (proved optimal)" in done.out
    assert "surely legal: R" in done.out


def test_json_has_the_documented_shape(cli: Cli) -> None:
    (row,) = cli("signals", "--hints", "RWYGB", "RWYG", "WY", "YG", "R", "--json").rows
    assert row["hints"] == ["R", "W", "Y", "G", "B"]
    assert (row["bound"], row["exact"], len(row["blocks"])) == (2, True, 2)
    assert sorted(hint for block in row["blocks"] for hint in block) == sorted(row["hints"])
    assert (row["surely_possible"], row["impossible"]) == (["R"], ["B"])
    assert row["proofs"][0] == "R touches card 4, whatever it is"


def test_json_has_both_partitions(cli: Cli) -> None:
    (row,) = cli("signals", "RB WY W RB", "--left", "R=1 W=2 Y=2 G=0 B=1", "--json").rows
    assert (row["packing"]["size"], row["joint"]["size"], row["joint"]["bound"]) == (2, 3, 3)
    assert row["status"] == {"R": "sure", "B": "sure", "W": "sure", "Y": "open", "G": "impossible"}
    assert row["joint"]["proofs"][0]["rows"] == [0, 3]


def test_a_table_in_a_file_and_on_standard_input(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_text("RWYG  # newest\nWY\nYG\nR\n", "utf-8")
    assert "2 blocks" in cli("signals", file).out
    assert "2 blocks" in cli("signals", "-", stdin="RWYG WY YG R").out
    file.write_text("RWYG\nW?\n", "utf-8")
    done = cli("signals", file)
    assert (done.status, "table.txt: line 2, column 2" in done.err) == (1, True)


@pytest.mark.parametrize("kind", ["colours", "ranks", "both"])
def test_a_hand_of_a_game(cli: Cli, kind: str) -> None:
    (row,) = cli("signals", "sample:first", "--turn", 31, "--seat", "Bob", "--kind", kind, "--json").rows
    assert (row["turn"], row["seat"], row["variant"], len(row["cards"])) == (30, 1, "No Variant", 5)
    assert len(row["hints"]) == (10 if kind == "both" else 5)
    assert row["joint"]["size"] == {"colours": 2, "ranks": 1, "both": 3}[kind]
    shown = cli("signals", "sample:first", "--turn", 31, "--seat", "Bob", "--kind", kind).out
    assert shown.startswith("Bob's hand (seat 1) as everybody knows it, turn 31, No Variant")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["RW W.Y"], "line 1, column 5"),
        (["sample:first"], "if this is a game, name the hand with --turn and --seat"),
        (["sample:first", "--turn", "3"], "say with --seat whose hand"),
        (["sample:first", "--seat", "Zed"], "no seat Zed"),
        (["sample:first", "--seat", "0", "--left", "R=1"], "--left is about a typed table"),
        (["sample:first", "--seat", "0", "--turn", "999"], "no turn 999"),
        (["R R", "--left", "R=1"], "cards 1 and 2 have too few copies left"),
        (["RW", "--steps", "-1"], "--steps"),
        (["RW", "WG", "--hints", "RW"], "the rows name G"),
        (["RW", "--kind", "ranks"], "no hints of ranks"),
    ],
)
def test_what_is_wrong_is_said(cli: Cli, words: list[str], said: str) -> None:
    done = cli("signals", *words)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


def test_a_search_that_ends_early_says_between_what(cli: Cli) -> None:
    done = cli("signals", "ABC BCD CDE DEF EFG FGA HIJ", "--hints", "ABCDEFGHIJKLMNOPQ", "--steps", 10)
    assert "between" in done.out
