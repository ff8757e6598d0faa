"""Parsing and printing convention files."""

from pathlib import Path

import pytest
from conventions.syntax_tree_strategies import files
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from handsight.conventions.library import LIBRARY, find_source, shipped
from handsight.conventions.syntax.parse_convention import parse
from handsight.conventions.syntax.print_convention import print_file
from handsight.conventions.syntax.syntax_tree import File

CHEATS = Path(__file__).parent / "cheats"
EVERY = [*sorted(LIBRARY.glob("*/*.convention")), *sorted(CHEATS.glob("*.convention"))]
MINIMAL = find_source("minimal").text


def parse_file(text: str) -> File:
    """Parse a file that must be right."""
    file, problems = parse(text)
    assert file is not None
    assert not problems
    return file


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.stem)
def test_what_is_written_is_read_back(path: Path) -> None:
    file = parse_file(path.read_text())
    assert parse_file(print_file(file)) == file


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(files)
def test_any_printed_syntax_tree_is_parsed_to_itself(file: File) -> None:
    text = print_file(file)
    read, problems = parse(text)
    assert not problems, f"{problems[0]}\n{text}"
    assert read == file, text


@pytest.mark.parametrize(
    "subject",
    [
        "the card that could be touched by promise",
        "the card touched by (the card) (from the front)",
        "the card touched by (number of cards) with IP",
        "the card that is (the card) with IP",
        "the card that could be not (a copy of c) with IP",
    ],
)
def test_what_is_said_of_a_thing_is_not_read_as_said_of_another(subject: str) -> None:
    text = f"convention c\n\n  update\n    c: {subject} gains IP\n"
    assert print_file(parse_file(text)) == text


def test_a_condition_about_my_knowledge_may_follow_a_flag() -> None:
    rule = "c: play c, for every card c of mine, if c has IP and I know c is playable"
    text = f"convention c\n\n  act\n    {rule}\n"
    assert print_file(parse_file(text)) == text


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_spoiled_file_has_problems_that_point_into_it(data: st.DataObject) -> None:
    """Cut out a piece, or put another in: problems point into the text, and nothing is raised."""
    text = find_source(data.draw(st.sampled_from(shipped()))).text
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 12)))
    put = data.draw(
        st.one_of(st.just(""), st.text(max_size=4), st.sampled_from(["(", '"', "every", "IP", "§"]))
    )
    spoiled = text[:begin] + put + text[end:]
    _, problems = parse(spoiled)
    for problem in problems:
        assert problem.position is not None
        line, column, _ = problem.position
        assert column is not None
        assert 1 <= line <= spoiled.count("\n") + 1
        assert 1 <= column <= len(spoiled.split("\n")[line - 1]) + 2


# What was spoiled in `minimal`, where it is seen, and what is said.
SPOILED = [
    ("gains IP", "gain IP", (12, 66), "did you mean `gains`?"),
    ("after a clue,", "after a clue", (12, 27), "expected a comma"),
    ("flag IP", "flga IP", (6, 3), "did you mean `flag`?"),
    ("card with IP", "card with Ip", (15, 42), "flags in capitals"),
    ("card with IP", "card with IP that is", (15, 52), "not finished"),
    ("if focus is", "if focus are not not", (18, 33), "unexpected `"),
    ("  update\n", "", (11, 5), "write `update` or `act`"),
    ('playable" promises', "playable promises", (6, 11), "this quote is not closed"),
    ("convention minimal", "", (4, 3), "no statement begins with"),
    ("play my frontmost", "play mine frontmost", (15, 24), "unexpected `"),
    ("by seat", "by", (17, 95), "expected"),
]


@pytest.mark.parametrize(
    ("right", "wrong", "place", "said"),
    SPOILED,
    ids=[f"{right}→{wrong}".strip() for right, wrong, *_ in SPOILED],
)
def test_a_mistake_is_pointed_at(right: str, wrong: str, place: tuple[int, ...], said: str) -> None:
    assert right in MINIMAL
    _, problems = parse(MINIMAL.replace(right, wrong, 1))
    assert problems[0].position is not None
    assert problems[0].position[:2] == place
    assert said in problems[0].message


def test_one_mistake_does_not_hide_another() -> None:
    text = MINIMAL.replace("gains IP", "gain IP").replace("discard my", "discard may")
    assert len(parse(text)[1]) == 2


def test_a_mistake_shows_its_line_with_a_caret() -> None:
    message = str(parse(MINIMAL.replace("gains IP", "gain IP"))[1][0])
    line, caret = message.split("\n")[1:]
    assert caret.index("^") == line.index("gain IP")


def test_an_error_carries_its_place() -> None:
    _, (problem,) = parse("hello")
    assert problem.position is not None
    assert problem.position[:2] == (1, 1)
    assert str(problem).startswith("line 1, column 1")


def test_an_empty_file_says_what_is_missing() -> None:
    for text in ("", "\n\n", "# nothing\n"):
        assert "has no name" in parse(text)[1][0].message


def test_files_of_the_package_lie_in_the_folder_of_their_kind() -> None:
    kinds = {path.stem: path.parent.name for path in LIBRARY.glob("*/*.convention")}
    assert tuple(sorted(kinds)) == shipped()
    for name, folder in kinds.items():
        assert parse_file(find_source(name).text).kind == folder.removesuffix("s"), name
