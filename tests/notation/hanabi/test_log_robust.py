"""Any text can be read as a log: the answer is a parsed game, and every problem has its position."""

from pathlib import Path
from typing import Any

from hanabi_strategies import games
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from handsight.hanabi import HanabiRecord
from handsight.notation.checked_game import CheckedGame
from handsight.notation.hanabi import log
from handsight.notation.hanabi.log_settings import LOG
from handsight.notation.hanabi.validation import validate
from handsight.text.front_end import Fault

SAMPLE = (Path(__file__).parents[2] / "games" / "sample.hanabi").read_text()
TEXT = r"""
Card Players Variant Rules Switch Option Character Id Seed Extra Note End plays discards clues ends START
Red Rde Blue 1 5 0 -1 99999999999999999999 P0 P1 P9 P99999999999999999999 Alice "Alice" "a\"b" "a\q" " "" # é
( {} no yes hand first speedrun stacks refund_five Fuming tiny(2, 3)
"""
WORDS = st.sampled_from([*TEXT.split(), "\0", "\u200b", "\ud800", "\x1b[2J"])
GAPS = st.sampled_from([" ", " ", " ", "\n", "\n", "\r\n", "\t", "\u00a0", ""])


def sound(checked: CheckedGame[Any], text: str) -> None:
    """Every problem has a code, a sentence and a place inside the text, and can be printed."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for problem in checked.problems:
        assert problem.code
        assert problem.message
        assert str(problem)
        if problem.position:
            assert 1 <= problem.position.line <= len(lines)
            assert 1 <= (problem.position.column or 0) <= len(lines[problem.position.line - 1]) + 1
    assert checked.problems or checked.game


def check(text: str) -> CheckedGame[Any]:
    (parsed,) = log.read(text)
    checked = validate(parsed, "fuzz", partial=True)
    sound(checked, text)
    return checked


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_any_text(text: str) -> None:
    check(text)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(WORDS, GAPS), max_size=40))
def test_any_words(words: list[tuple[str, str]]) -> None:
    check("".join(word + gap for word, gap in words))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_log_with_something_changed(data: st.DataObject) -> None:
    words = SAMPLE.replace("\n", " \n ").split(" ")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(words) - 1))
        match data.draw(st.sampled_from(["change", "drop", "insert", "cut"])):
            case "change":
                words[at] = data.draw(WORDS)
            case "drop":
                del words[at]
            case "insert":
                words.insert(at, data.draw(WORDS))
            case "cut":
                words[at] = words[at][: data.draw(st.integers(0, 4))]
    check(" ".join(words))


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(games())
def test_reading_from_mistake_to_mistake_is_reading_at_once(game: HanabiRecord) -> None:
    text = log.write(game).text
    assert list(LOG.recover(text)) == LOG.statements(text)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 62), st.sampled_from(["Crad Red 1", "P0 plyas 1", "7", "Card Red", "P0", "Note P0 1", '"'])
)
def test_a_bad_line_costs_itself_alone(at: int, bad: str) -> None:
    lines = SAMPLE.splitlines()
    at = min(at, len(lines))
    items = LOG.statements("\n".join([*lines[:at], bad, *lines[at:]]))
    (fault,) = [item for item in items if isinstance(item, Fault)]
    assert fault.line == at + 1
    assert len(items) == len(LOG.statements(SAMPLE)) + 1
