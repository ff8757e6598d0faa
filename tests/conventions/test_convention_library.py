"""Every convention that ships can be read, is honest, and comes back from its own text."""

import pytest

from handsight.conventions.library import LIBRARY, shipped
from handsight.conventions.syntax.parse import parse
from handsight.conventions.syntax.printer import print_file


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_file_comes_back_from_its_own_text(name: str) -> None:
    file, problems = parse((LIBRARY / f"{name}.convention").read_text(encoding="utf-8"))
    assert not problems
    assert file is not None
    again, problems = parse(print_file(file))
    assert not problems
    assert again == file
