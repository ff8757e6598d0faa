"""`handsight logic`: what is drawn, where it goes, and in which file a mistake is."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from cli.command_line import Cli

SVG = "{http://www.w3.org/2000/svg}"
LARGE = f"""agents a, b
atoms {", ".join(f"p{at}" for at in range(30))}
sees a: p0, p1
sees b: p2
actual p0
announce p0 | p1
valid? K[a] p0
where? p2
"""


@pytest.mark.parametrize(("after", "worlds"), [(0, 8), (1, 7), (2, 4), (3, 1), (None, 1)])
def test_a_model_is_drawn_after_any_announcement(cli: Cli, after: int | None, worlds: int) -> None:
    chosen = () if after is None else ("--after", after)
    drawn = cli("logic", "sample:muddy", "--to", "svg", *chosen)
    assert (drawn.status, drawn.err) == (0, "")
    assert len(ET.fromstring(drawn.out).findall(f"{SVG}g")) == worlds  # noqa: S314  our own
    dot = cli("logic", "sample:muddy", "--to", "dot", *chosen).out
    assert sum(" [label=" in line for line in dot.splitlines()) == worlds


def test_worlds_are_drawn_on_a_cube_or_a_circle_if_asked(cli: Cli) -> None:
    cube = cli("logic", "sample:muddy", "--to", "svg", "--after", 0).out
    assert cube == cli("logic", "sample:muddy", "--to", "svg", "--after", 0, "--layout", "auto").out
    assert cube != cli("logic", "sample:muddy", "--to", "svg", "--after", 0, "--layout", "circle").out
    boxes = {(box.get("x"), box.get("y")) for box in ET.fromstring(cube).iter(f"{SVG}rect")}  # noqa: S314  our own
    assert len(boxes) == 8
    assert len({x for x, _ in boxes}) == len({y for _, y in boxes}) == 4


def test_a_large_model_is_drawn_as_classes_with_their_sizes(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "large.logic").write_text(LARGE)
    dot = cli("logic", tmp_path / "large.logic", "--to", "dot").out
    assert "K[a] p0\\np2\\n268,435,456 worlds · 33.333%\\nsuch as {p0, p2}" in dot
    assert sum(" [label=" in line for line in dot.splitlines()) == 4
    everything = cli("logic", tmp_path / "large.logic", "--to", "dot", "--after", 0)
    assert "1,073,741,824" not in everything.out  # what the file asks tells its worlds apart
    assert everything.status == 0


def test_a_file_is_written_where_it_is_asked_for(cli: Cli, tmp_path: Path) -> None:
    for kind in ("svg", "dot"):
        place = tmp_path / f"model.{kind}"
        done = cli("logic", "sample:muddy", "--to", kind, "-o", place)
        assert (done.status, done.out) == (0, "")
        assert place.read_text() == cli("logic", "sample:muddy", "--to", kind).out


@pytest.fixture
def gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand beside a file that has no world."""
    monkeypatch.chdir(tmp_path)
    Path("gone.logic").write_text("agents a\natoms p\nlaw p & ~p\ncount? p\n")


@pytest.mark.usefixtures("gone")
@pytest.mark.parametrize(
    ("words", "status", "hint"),
    [
        ("sample:muddy --to svg --after 9", 2, "no model after 9 announcements and events; the file has 3"),
        ("sample:muddy --to svg --after -1", 2, "the file has 3"),
        ("sample:muddy --after 1", 2, "--after needs --to svg or dot"),
        ("sample:muddy -o model.svg", 2, "-o needs --to svg or dot"),
        ("sample:muddy --to svg -o nowhere/model.svg", 2, "there is no folder nowhere"),
        ("sample:muddy --to dot --layout auto", 2, "--layout needs --to svg"),
        ("sample:muddy --to png", 2, "svg"),
        ("--cases sample:cases --to svg", 2, "--to and --cases do not go together"),
        ("gone.logic --to svg", 1, "no world is left to draw"),
    ],
)
def test_what_cannot_be_drawn_is_said(cli: Cli, words: str, status: int, hint: str) -> None:
    done = cli("logic", *words.split())
    assert (done.status, done.out) == (status, "")
    assert hint in done.err


def test_a_mistake_says_in_which_file_it_is(cli: Cli, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.logic"
    wrong.write_text("agents a\natoms p\nvalid? K[b] p\n")
    place = f"handsight: {wrong}: line 3, column 10: unknown agent 'b'"
    for words in ((), ("--to", "svg")):
        done = cli("logic", wrong, *words)
        assert done.status == 1
        assert done.err.startswith(place)
    large = tmp_path / "large.logic"
    large.write_text(LARGE)
    assert f"handsight: {large}: line 8, column 8: it is true in" in cli("logic", large).err
    wrong.write_text("agents a\n")
    assert f"handsight: {wrong} asks nothing" in cli("logic", wrong).err
    assert f"handsight: {wrong}: " in cli("logic", "--cases", wrong).err
    assert cli("logic", "-", stdin="agents a\natoms p\nvalid? q").err.startswith("handsight: -: line 3")
