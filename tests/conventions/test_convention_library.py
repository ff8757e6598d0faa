"""Every convention that ships can be read, is honest, and comes back from its own text."""

import pytest

from handsight.conventions.library import SHELF, shipped
from handsight.conventions.syntax.parse import parse
from handsight.conventions.syntax.print_file import write


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_file_comes_back_from_its_own_text(name: str) -> None:
    file, problems = parse((SHELF / f"{name}.convention").read_text(encoding="utf-8"))
    assert not problems
    assert file is not None
    again, problems = parse(write(file))
    assert not problems
    assert again == file
