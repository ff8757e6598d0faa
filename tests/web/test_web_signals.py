"""The signals screen's answers: a typed table, a hand of a replay, a partition that is tried, refusals."""

from typing import Any

import pytest
from web.page_server import PageServer

import handsight as hs
from handsight.signals import public_table, signals_json, study
from handsight.web.signals_screen import typed_table

PUZZLE = {"text": "RWYG WY YG R", "more": "RWYGB"}


def typed(text: str, **how: Any) -> dict[str, Any]:
    found: dict[str, Any] = typed_table(lambda _: None, text=text, **how)
    return found


def test_a_tried_partition_is_judged() -> None:
    good = typed("RWYG WY YG R", more="B", blocks=[["R", "B"], ["W", "Y", "G"]])
    assert [one["safe"] for one in good["tried"]] == [True, True]
    bad = typed("RWYG WY YG R", more="B", blocks=[["R"], ["W"]])
    assert [one["safe"] for one in bad["tried"]] == [True, False]
    assert bad["tried"][1]["sentence"].endswith("none of its hints is legal")


def test_a_table_that_is_too_large_to_show_is_refused() -> None:
    said = typed(" ".join(["RW"] * 13))["problem"]
    assert "take away rows or hints" in said
    assert "handsight" not in said  # nobody on a page has a terminal


def test_hints_of_the_table_before_are_left_out_of_the_blocks() -> None:
    found = typed("RW W", blocks=[["R", "B"], ["Y"], ["W"]])
    assert [one["block"] for one in found["tried"]] == [["R"], ["W"]]


def test_the_server_answers_for_tables_and_for_hands_of_replays(server: PageServer) -> None:
    status, found = server.ask("api/signals", PUZZLE | {"blocks": [["R"], ["Y", "G"]]})
    assert (status, found["packing"]["size"], [one["safe"] for one in found["tried"]]) == (
        200,
        2,
        [True, True],
    )
    status, found = server.ask("api/signals/sample:first", {"turn": 30, "seat": 1, "hints": "colours"})
    assert (status, found["names"][1], found["variant"]) == (200, "Bob", "No Variant")
    expected = signals_json(study(public_table(hs.load("sample:first"), turn=30, seat=1, kind="colours")))
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("api/signals", {"text": "R W."}, "line 1, column 4"),
        ("api/signals", {"text": "R R", "left": "R=1"}, "too few copies left"),
        ("api/signals", PUZZLE | {"blocks": [["R"], ["R"]]}, "in block 1 and in block 2"),
        ("api/signals", PUZZLE | {"hints": "shapes"}, "Invalid enum value 'shapes'"),
        ("api/signals", {"rows": "R"}, "cannot be read"),
        ("api/signals/sample:first", {"turn": 999, "seat": 0}, "there is no turn"),
        ("api/signals/sample:first", {"turn": 0, "seat": 9}, "there is no seat 9"),
        ("api/signals/nosuch", {"turn": 0, "seat": 0}, "no such game"),
    ],
)
def test_what_is_wrong_is_said(server: PageServer, path: str, body: dict[str, Any], said: str) -> None:
    status, found = server.ask(path, body)
    assert status in (200, 400, 404)
    assert said in found["problem" if status == 200 else "message"]
