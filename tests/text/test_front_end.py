"""The front end of languages: mistakes in words, and going on after them."""

from pathlib import Path

import pytest

from handsight.text.front_end import Fault, Language, LineLanguage, Statement, SyntaxMistake

SUMS = """
start: term (PLUS term)*
term: NUMBER | LEFT start RIGHT
PLUS: "+"
LEFT: "("
RIGHT: ")"
NUMBER: /[0-9]+/
%ignore " "
%ignore /\\n/
"""
WALKS = """
start: statement*
?statement: walker | step
walker: WALKER NAME
step: NAME (GOES | STOPS) [NUMBER]
WALKER.2: "walker"i
GOES.2: "goes"i
STOPS.2: "stops"i
NUMBER.2: /[0-9]+/
NAME: /(?!(walker|goes|stops)\\b)[a-z]+/i
%ignore /\\s+/
"""


@pytest.fixture
def sums(tmp_path: Path) -> Language:
    (tmp_path / "sums.lark").write_text(SUMS)
    return Language(
        grammar=tmp_path / "sums.lark",
        names={"PLUS": "'+'", "RIGHT": "')'", "$END": "the end"},
        otherwise="a sum",
        mistakes={r"-": "only sums are known: write +"},
    )


@pytest.fixture
def walks(tmp_path: Path) -> LineLanguage:
    (tmp_path / "walks.lark").write_text(WALKS)
    return LineLanguage(
        grammar=tmp_path / "walks.lark",
        names={"NAME": "a name", "GOES": "goes", "STOPS": "stops", "NUMBER": "a number"},
        keywords={"Walker": "walker"},
        verbs=("goes", "stops"),
        verb_kind="step",
        verb_remedy="needs a walker before it",
        naming="walker",
        opening="Walker, or the name of one",
    )


@pytest.mark.parametrize(
    ("text", "position", "said"),
    [
        ("1 +", (1, 4), "the text ends too early; expected a sum"),
        ("1 +\n+ 2", (2, 1), "unexpected '+'; expected a sum"),
        ("(1 + 2", (1, 7), "the text ends too early; expected ')'"),
        ("1 2", (1, 3), "unexpected '2'; expected '+' or the end"),
        ("1 - 2", (1, 3), "unexpected '-'; expected '+' or the end; only sums are known: write +"),
    ],
)
def test_a_mistake_says_where_and_what_was_expected(
    sums: Language, text: str, position: tuple[int, int], said: str
) -> None:
    with pytest.raises(SyntaxMistake) as caught:
        sums.parse(text)
    assert caught.value.position[:2] == position
    assert sums.describe(caught.value, text) == said


def test_every_mistake_of_a_text_is_found(walks: LineLanguage) -> None:
    text = (
        "Walker ann\nann goes 3\nann gose 4\nWalkr bob\nann\nstops 3\nann stops\nann goes 5 6\nann goes\n7\n"
    )
    items = walks.statements(text)
    assert [item.kind for item in items if isinstance(item, Statement)] == ["walker", *["step"] * 5]
    assert [(item.line, item.column, item.message) for item in items if isinstance(item, Fault)] == [
        (3, 5, "unexpected 'gose'; expected goes or stops after 'ann'; did you mean goes?"),
        (4, 1, "no statement begins with 'Walkr'; expected Walker, or the name of one; did you mean Walker?"),
        (8, 12, "'6' is one word too many on this line; remove it, or begin a new line"),
    ]


def test_a_valid_text_may_be_laid_out_in_any_way(walks: LineLanguage) -> None:
    plain = walks.statements("walker ann\nann goes 3\nann stops")
    assert [item[:1] for item in walks.statements("walker\nann ann goes\n\n3 ann stops")] == [
        item[:1] for item in plain
    ]


def test_a_verb_needs_a_name(walks: LineLanguage) -> None:
    (fault,) = walks.statements("goes 3")
    assert fault == Fault(
        "step", 1, 1, "'goes' needs a walker before it; expected Walker, or the name of one"
    )
