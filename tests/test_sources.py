"""docs/sources.md: every item of the five documents is shown by a command that runs or a test that exists."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from cli.command_line import Cli
from cli.conftest import cli  # noqa: F401  # the fixture that runs a command in this process

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "sources.md"
HEADS = ["item", "where", "shown by", "differs"]
LEAST = {
    "The Hanabi Game Compiler": 66,
    "Fabrigoule and Guillot's robots": 52,
    "Minimal Convention": 56,
    "LAMAS BoerenBridge": 62,
    "O'Dwyer's set-packing puzzle": 24,
}
"""How many items each document has at least; none may be dropped."""
COMMAND = re.compile(r"`handsight (?P<words>[^`]+)` → `(?P<prints>[^`]+)`")
TEST = re.compile(r"`(?P<path>tests/[\w/.-]+)(?:::(?P<name>\w+))?`")
EXECUTED_PAGE = re.compile(r"`(?P<path>docs/[\w/.-]+\.md)`")


class Item(NamedTuple):
    document: str
    text: str
    shown_by: str


def items() -> Iterator[Item]:
    """Every row of the tables of items."""
    for section in re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        rows = [
            [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]
            for line in body.splitlines()
            if line.startswith("|") and not line.startswith("| ---")
        ]
        if rows and rows[0] == HEADS:
            for row in rows[1:]:
                assert len(row) == len(HEADS), row
                yield Item(title, row[0], row[2])


ITEMS = list(items())
COMMANDS = sorted({match["words"] for item in ITEMS for match in COMMAND.finditer(item.shown_by)})


def test_every_document_has_all_its_items() -> None:
    for document, least in LEAST.items():
        found = [item.text for item in ITEMS if item.document == document]
        assert len(found) >= least, document
        assert len(set(found)) == len(found), document
    assert {item.document for item in ITEMS} == set(LEAST)


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.text[:50])
def test_every_item_is_shown_by_a_command_a_test_or_an_executed_page(item: Item) -> None:
    shown = [
        *COMMAND.finditer(item.shown_by),
        *TEST.finditer(item.shown_by),
        *EXECUTED_PAGE.finditer(item.shown_by),
    ]
    assert shown, item
    for match in TEST.finditer(item.shown_by):
        path = ROOT / match["path"]
        assert path.is_file(), item
        if match["name"]:
            assert re.search(rf"^def {match['name']}\(", path.read_text(encoding="utf-8"), re.MULTILINE), item
    for match in EXECUTED_PAGE.finditer(item.shown_by):
        assert (ROOT / match["path"]).is_file(), item


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_prints_what_the_table_says(
    words: str,
    cli: Cli,  # noqa: F811  the fixture
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    done = cli(*shlex.split(words))
    assert done.status == 0, done.err
    for item in ITEMS:
        for match in COMMAND.finditer(item.shown_by):
            if match["words"] == words:
                assert match["prints"] in done.out, (item.text, done.out)
