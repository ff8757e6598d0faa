"""docs/sources.md: every item of the five documents is shown by a command that runs or a test that says so.

A test says so with `@pytest.mark.shows("S0-12")`, and the item's row names the test.
"""

import ast
import re
import shlex
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from cli.command_line import Cli
from cli.conftest import cli  # noqa: F401  # the fixture that runs a command in this process

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "sources.md"
LEAST = (66, 0, 0, 0, 0)
"""How many items each document has at least; none may be dropped."""
COMMAND = re.compile(r"`handsight (?P<words>[^`]+)` → `(?P<prints>[^`]+)`")
TEST = re.compile(r"`(?P<name>test_\w+)`")


class Item(NamedTuple):
    name: str
    shown_by: str

    @property
    def commands(self) -> list[tuple[str, str]]:
        return COMMAND.findall(self.shown_by)

    @property
    def tests(self) -> list[str]:
        return TEST.findall(self.shown_by)


def items() -> Iterator[Item]:
    """Every row of the tables of items: its identifier, and what shows it."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:]]
        if cells and re.fullmatch(r"S\d-\d+", cells[0]):
            assert len(cells) in (4, 5), line
            yield Item(cells[0], cells[3])


def asserts(test: ast.FunctionDef, module: ast.Module) -> bool:
    """Whether a test asserts something, itself or by calling functions of its module."""
    functions = {node.name: node for node in module.body if isinstance(node, ast.FunctionDef)}
    within, seen = [test], set[str]()
    while within:
        for node in ast.walk(within.pop()):
            if isinstance(node, ast.Assert):
                return True
            if isinstance(node, ast.Name | ast.Attribute):
                name = node.id if isinstance(node, ast.Name) else node.attr
                if name in ("raises", "expect"):
                    return True
                if name in functions and name not in seen:
                    seen.add(name)
                    within.append(functions[name])
    return False


def marked() -> dict[str, list[str]]:
    """The tests that say which item they show, by the item."""
    found = defaultdict[str, list[str]](list)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        module = ast.parse(text) if "mark.shows" in text else ast.Module([], [])
        for test in (node for node in module.body if isinstance(node, ast.FunctionDef)):
            for mark in test.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.shows":
                    assert asserts(test, module), f"{path.name}::{test.name} asserts nothing"
                    for argument in mark.args:
                        found[ast.literal_eval(argument)].append(test.name)
    return found


ITEMS = list(items())
PRINTED: dict[str, str] = {}
"""What the commands have printed, so that each runs once."""


def test_every_document_has_all_its_items() -> None:
    counts = [sum(item.name.startswith(f"S{document}-") for item in ITEMS) for document in range(5)]
    assert all(count >= least for count, least in zip(counts, LEAST, strict=True)), counts
    names = [f"S{document}-{at + 1}" for document, count in enumerate(counts) for at in range(count)]
    assert [item.name for item in ITEMS] == names


def test_rows_name_the_tests_that_say_so_and_no_others() -> None:
    said = marked()
    assert {item.name: sorted(item.tests) for item in ITEMS if item.tests} == {
        item: sorted(tests) for item, tests in said.items()
    }


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.name)
def test_every_item_is_shown(item: Item, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    assert item.commands or item.tests
    rest = TEST.sub("", COMMAND.sub("", item.shown_by))
    assert not rest.strip(" ,"), "only commands and tests show an item"
    monkeypatch.chdir(ROOT)
    for words, prints in item.commands:
        if words not in PRINTED:
            done = cli(*shlex.split(words))
            assert done.status == 0, done.err
            PRINTED[words] = done.out
        assert prints in PRINTED[words], PRINTED[words]
