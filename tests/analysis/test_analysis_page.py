"""The table of turns in reports of analyses: every figure once, names set apart, no row in bold."""

from typing import Any

from handsight.analysis.analysis_report import marked, turn_table


def row(**other: Any) -> dict[str, Any]:
    best = {"move": "clue 2 2", "words": "clue Cathy 2", "value": 22.4, "loss": 0.0, "loss_error": 0.0}
    played = {"move": "discard 3", "words": "discard slot 5", "value": 20.9, "loss": 1.5, "loss_error": 0.2}
    why = "`circle` would clue Cathy 2"
    text = f"blunder, 1.50 ± 0.20 points: discard slot 5: 20.90; clue Cathy 2: 22.40; {why}"
    known = {"turn": 4, "player": "Bob", "played": "discard 3", "moves": [best, played], "facts": []}
    return known | {"call": "blunder", "text": text, "why": why} | other


def test_a_row_says_everything_once() -> None:
    table = turn_table([row()])
    assert table.count("22.40") == table.count("20.90") == table.count("1.50") == 1
    assert table.count("discard slot 5") == 1
    assert "<code>circle</code> would clue Cathy 2" in table
    assert "`" not in table
    assert "<b>" not in table


def test_the_best_move_is_not_told_twice() -> None:
    table = turn_table([row(played="clue 2 2", call=None, why="")])
    assert table.count("22.40") == table.count("clue Cathy 2") == 1
    assert "the same" in table


def test_rows_of_earlier_versions_have_no_reason() -> None:
    old = {name: value for name, value in row().items() if name != "why"}
    assert "blunder" in turn_table([old])


def test_names_are_marked_and_nothing_else_is_html() -> None:
    assert marked("a `b<c` d & `e") == "a <code>b&lt;c</code> d &amp; `e"
