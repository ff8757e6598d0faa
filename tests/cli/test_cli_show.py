"""`handsight show`: the table of a turn as text."""

import re
from pathlib import Path

import pytest
from cli.command_line import Cli

GAMES = Path(__file__).parents[1] / "games"
SAMPLE = GAMES / "sample.hanabi"


def row(text: str, head: str, nth: int = 0) -> list[str]:
    """Return the words of the nth line that begins with a word."""
    lines = [line.strip("│ ") for line in text.splitlines()]
    return [line for line in lines if line.startswith(head)][nth].split()


def test_the_table_shows_stacks_hands_and_clue_marks(cli: Cli) -> None:
    done = cli("show", SAMPLE)
    assert done.status == 0
    assert "turn 10" in done.out
    assert "r1   y1   g1   b-   p1" in done.out
    assert "score 4 of 25" in done.out
    assert "clues 5" in done.out
    assert row(done.out, "discards") == ["discards", "y1"]
    assert row(done.out, "Alice") == ["Alice", "g3", "p4", "g2", "r5", "y2"]
    assert row(done.out, "Bob") == ["Bob", "y3", "b4", "r3", "b2", "g4"]
    assert row(done.out, "slot", 0) == ["slot", "1", "2", "3", "4", "5"]
    marks = " ".join(row(done.out, "clues", 1))
    assert re.search(r"\bblu\b|\bBlue\b", marks)
    assert "-1" in marks
    assert "Alice played y1" in done.out
    assert "\x1b" not in done.out


@pytest.mark.shows("S0-6")
def test_a_seat_does_not_see_its_own_hand(cli: Cli) -> None:
    done = cli("show", SAMPLE, "--seat", "1")
    assert row(done.out, "Alice") == ["Alice", "g3", "p4", "g2", "r5", "y2"]
    assert row(done.out, "Bob") == ["Bob", "??", "??", "??", "??", "??"]
    done = cli("show", SAMPLE, "--seat", "0")
    assert row(done.out, "Alice") == ["Alice", "??", "??", "??", "??", "??"]


def test_pips_and_probabilities_are_shown(cli: Cli) -> None:
    done = cli("show", SAMPLE, "--seat", "1", "--turn", "10")
    assert "play 25%" in done.out  # card 12: 0.247222
    assert "play 10%" in done.out  # card 11: 1/10
    assert "b2" in row(done.out, "may be", 0) or "b2" in row(done.out, "may be", 1)


@pytest.mark.parametrize("turn", range(1, 11))
def test_every_turn_is_there(cli: Cli, turn: int) -> None:
    done = cli("show", SAMPLE, "--turn", turn)
    assert done.status == 0
    assert f"turn {turn} ·" in done.out


@pytest.mark.parametrize(
    "words", ["--turn 11", "--turn 0", "--turn -1", "--turn x", "--seat 2", "--seat -1", "--number 2"]
)
def test_turns_and_seats_have_bounds(cli: Cli, words: str) -> None:
    done = cli("show", SAMPLE, *words.split())
    assert done.status == 2
    assert done.out == ""
    assert done.err.strip()


def test_of_a_broken_game_the_good_part_is_shown(cli: Cli) -> None:
    done = cli("show", "-", stdin=SAMPLE.read_text() + "P1 plays 0\n")
    assert done.status == 1
    assert "turn 10 ·" in done.out
    assert "not in" in done.err


def test_what_cannot_be_read_is_not_shown(cli: Cli) -> None:
    done = cli("show", "-", stdin="hello")
    assert done.status == 1
    assert done.out == ""
    assert done.err.strip()


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.json"))[::6], ids=lambda path: path.stem)
def test_every_kind_of_game_can_be_shown_at_its_end(cli: Cli, path: Path) -> None:
    done = cli("show", path)
    assert done.status == 0
    assert "score" in done.out


def test_pips_that_promise_too_much_say_so(cli: Cli) -> None:
    out = cli("show", "sample:first", "--turn", "49", "--seat", "Bob").out
    assert "6 of 12" in out
    assert "y1 y3 y5" in out
    assert "12 of 12" not in out
