"""Files are written whole or not at all, and say whether they are damaged."""

from pathlib import Path

import pytest

from handsight.errors import InputError
from handsight.safe_files import replaced_file, sealed, unsealed, write_file


def test_a_file_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    write_file(path, "new")
    assert path.read_text(encoding="utf-8") == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_may_not_be_replaced_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_file(path, "first", replace=False)
    write_file(path, "first", replace=False)
    with pytest.raises(InputError, match="exists already and was not changed; --force replaces it"):
        write_file(path, "second", replace=False)
    assert path.read_text(encoding="utf-8") == "first"


def test_what_is_interrupted_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("old", encoding="utf-8")

    def be_interrupted() -> None:
        with replaced_file(path) as unfinished:
            unfinished.write_text("half", encoding="utf-8")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        be_interrupted()
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_in_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot be written .*; nothing was changed"):
        write_file(tmp_path / "nowhere" / "game.json", "text")


def test_a_sealed_content_opens_under_its_name_and_undamaged() -> None:
    data = sealed(b"kernel", "cache/one")
    assert unsealed(data, "cache/one") == b"kernel"
    assert unsealed(data, "cache/two") is None
    assert unsealed(data[:-1], "cache/one") is None
    assert all(
        unsealed(bytes(byte ^ (at == flipped) for at, byte in enumerate(data)), "cache/one") is None
        for flipped in range(len(data))
    )
