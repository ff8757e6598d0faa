"""The page on the log language of Boeren Bridge has the whole grammar, and every statement of it."""

import re
from pathlib import Path

from handsight.boeren.terms import SWITCHES
from handsight.notation import read
from handsight.notation.boeren import file_formats as files

PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "boeren-log.md").read_text(encoding="utf-8")
GRAMMAR = (Path(files.__file__).parent / "log.lark").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def test_the_grammar_is_the_parsers() -> None:
    assert block("lark") == GRAMMAR[GRAMMAR.index("start:") :]


def test_every_statement_is_in_the_table() -> None:
    (line,) = re.findall(r"^\?statement: (.*)$", GRAMMAR, re.MULTILINE)
    table = PAGE[PAGE.index("## Statements") : PAGE.index("## Grammar")]
    assert set(re.findall(r"^\|.*\| `(\w+)` \|", table, re.MULTILINE)) == set(line.split(" | "))
    for name, choices in SWITCHES.items():
        assert f"`{name}`" in table
        assert all(f"`{choice}`" in table for choice in choices)


def test_the_statements_of_the_table_are_understood() -> None:
    table = PAGE[PAGE.index("## Statements") : PAGE.index("## Grammar")]
    rows = re.findall(r"^\| (`.*?`) \| `\w+` \|", table, re.MULTILINE)
    for statement in (words for row in rows for words in re.findall(r"`(.*?)`", row)):
        (checked,) = read(statement, game="boeren")
        assert not [problem for problem in checked.problems if problem.code == "bad-word"], statement


def test_the_sample_is_shown() -> None:
    assert files.SAMPLES
    assert block("text") == (files.SAMPLES / "boeren.boeren").read_text(encoding="utf-8")


def test_a_log_is_recognised_by_any_of_its_statements() -> None:
    assert all(
        files.recognise(line) for line in ("P3 changes to 3", "Trump Clubs", "North holds AS", "Round 1")
    )
    assert not files.recognise("Alice changes her mind")
