"""Positions and problems, as people and as JSON see them."""

from handsight.text.diagnostics import Diagnostics, Position, Problem, marked, position_of, problem_json


def test_a_problem_shows_its_line_and_counts_turns_from_one() -> None:
    diagnostics = Diagnostics(["Card Red 1", "\tP0\x07plays 3"], turn=0)
    diagnostics.report(2, 5, "this cannot be")
    (problem,) = diagnostics.problems
    assert str(problem) == "line 2, column 5, turn 1: this cannot be\n     P0\ufffdplays 3\n        ^"
    assert problem_json(problem) == {
        "code": "bad-word",
        "turn": 0,
        "line": 2,
        "column": 5,
        "message": "this cannot be",
    }


def test_a_problem_may_be_nowhere() -> None:
    assert str(Problem("unreadable", "there is no text in it")) == "there is no text in it"
    assert problem_json(Problem("unreadable", "it is empty"))["line"] is None
    assert str(Problem("bad-line", "it is broken", position=Position(3))) == "line 3: it is broken"


def test_long_lines_are_cut_around_the_column() -> None:
    shown, caret = marked("x" * 500 + "!" + "x" * 500, 501, 21).splitlines()[1:]
    assert len(shown.strip()) == 23
    assert shown[len(caret) - 1] == "!"


def test_the_position_of_a_character() -> None:
    assert position_of("ab\ncd", 4)[:2] == (2, 2)
    assert position_of("", 0)[:2] == (1, 1)
