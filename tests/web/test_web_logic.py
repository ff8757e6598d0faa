"""Models behind the page: files to step through, held to the answers of the logic; too much is refused."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from web.page_server import PageServer

from handsight.logic import file_graph, model_graph
from handsight.logic.drawing.graph_picture import circle
from handsight.logic.files import answers, read
from handsight.logic.files.logic_file import LogicQuery, answered_steps
from handsight.web.logic_screen import MOST_LINES, frames, puzzles

TEXTS = {puzzle["name"]: puzzle["text"] for puzzle in puzzles()}


def follow(text: str) -> dict[str, Any]:
    return frames(lambda _: None, text=text)


def models(text: str) -> Iterator[Any]:
    file = read(text)
    yield file.model
    yield from (model for step, model, _ in answered_steps(file) if not isinstance(step, LogicQuery))


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_puzzle_is_followed_as_the_logic_says(name: str) -> None:
    found = follow(TEXTS[name])
    assert found["problem"] is None
    for frame, model in zip(found["frames"], models(TEXTS[name]), strict=True):
        assert frame["count"] == model.count() == len(frame["alive"])
        shown = [frame["worlds"][at] for at in frame["alive"]]
        assert [world["name"] for world in shown] == list(map(str, model.where()))
        assert len({(world["x"], world["y"]) for world in shown}) == len(shown)
        actual = None if frame["actual"] is None else frame["worlds"][frame["actual"]]["name"]
        assert actual == (None if model.actual is None else str(model.actual))
        drawn = model_graph(model)
        at = {name: k for k, name in enumerate(map(str, model.where()))}
        names = [world["name"] for world in frame["worlds"]]
        lines = {
            (found["agents"][edge["agent"]], at[names[edge["from"]]], at[names[edge["to"]]], edge["both"])
            for edge in frame["edges"]
        }
        assert not frame["rings"]
        assert lines == {(edge.agent, edge.source, edge.target, edge.both) for edge in drawn.edges}
    shown_answers = [answer for frame in found["frames"] for answer in frame["answers"]]
    for row, answer in zip(shown_answers, answers(read(TEXTS[name])), strict=True):
        listed = isinstance(answer.answer, list)
        assert (row["worlds"] if listed else row["answer"]) == answer.answer


def test_a_world_keeps_its_position_while_others_vanish() -> None:
    frames = follow(TEXTS["muddy"])["frames"]
    assert [frame["count"] for frame in frames] == [8, 7, 4, 1]
    assert all(frame["worlds"] == frames[0]["worlds"] for frame in frames)
    assert all(set(one["alive"]) > set(other["alive"]) for one, other in pairwise(frames))


def test_the_comment_above_an_announcement_is_shown() -> None:
    said = [frame["comment"] for frame in follow(TEXTS["cheryl"])["frames"]]
    assert said[1].startswith("Albert: I do not know it")


def test_many_indistinguishable_worlds_are_joined_by_a_ring() -> None:
    frame = follow("agents a\natoms p, q, r\n")["frames"][0]
    assert frame["rings"]
    assert len(frame["edges"]) == 8 > MOST_LINES


def test_a_large_model_is_drawn_in_blocks_that_count_every_world() -> None:
    names = ", ".join(f"p{k}" for k in range(12))
    frames = follow(f"agents a, b\natoms {names}\nsees a: p0, p1\nannounce p0 | p1\ntrue? {{}}: K[a] p0\n")[
        "frames"
    ]
    assert [frame["count"] for frame in frames] == [4096, 3072]
    for frame in frames:
        assert frame["blocks"]
        assert sum(int(world["label"].replace(",", "")) for world in frame["worlds"]) == frame["count"]
    assert {edge["agent"] for edge in frames[0]["edges"]} == {1}


def test_a_problem_is_reported_with_its_place_after_the_valid_part() -> None:
    wrong = TEXTS["muddy"].replace("sees      bob", "sees      bib")
    found = follow(wrong)
    assert (found["frames"], found["problem"]["line"], found["problem"]["column"]) == ([], 6, 11)
    assert "did you mean" in found["problem"]["message"]
    assert "\n" not in found["problem"]["message"]
    untrue = TEXTS["muddy"] + "announce ~muddy(ann)\n"
    found = follow(untrue)
    assert len(found["frames"]) == 4
    assert found["problem"]["line"] == len(untrue.split("\n")) - 1
    assert "not true in the actual world" in found["problem"]["message"]


def test_positions_on_a_circle_are_apart() -> None:
    for number in (2, 3, 7, 40):
        spots = circle(number)
        near = min((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a in spots for b in spots if a is not b)
        assert near >= 1


def test_the_server_bounds_a_file_in_length_and_time(server: PageServer) -> None:
    assert {row["name"] for row in server.ask("api/logic")[1]} == set(TEXTS)
    assert server.ask("api/logic", {"text": "x" * 64_001})[0] == 400
    assert server.ask("api/logic", {"text": 7})[0] == 400
    status, found = server.ask("api/logic", {"text": TEXTS["coin"]})
    assert (status, len(found["frames"])) == (200, 2)
    status, found = server.ask("api/logic", {"text": "agents a\n" + "nonsense\n"})
    assert (status, found["problem"]["line"]) == (200, 2)


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_every_announcement_and_every_question_is_said_in_a_sentence(name: str) -> None:
    for frame in follow(TEXTS[name])["frames"][1:]:
        assert frame["comment"], frame["statement"]
    questions = [answer for frame in follow(TEXTS[name])["frames"] for answer in frame["answers"]]
    assert [question["text"] for question in questions if not question["comment"]] == []


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_the_terminal_draws_each_world_where_the_page_does(name: str) -> None:
    file = read(TEXTS[name])
    for step, frame in enumerate(follow(TEXTS[name])["frames"]):
        drawn = file_graph(file, step)
        assert drawn.points is not None
        shown = [frame["worlds"][at] for at in frame["alive"]]
        assert [(world["x"], world["y"]) for world in shown] == list(drawn.points)


def test_a_picture_is_the_one_that_the_terminal_draws(server: PageServer) -> None:
    status, found = server.ask("api/logic/picture", {"text": TEXTS["muddy"], "step": 2})
    assert (status, found["svg"]) == (200, file_graph(read(TEXTS["muddy"]), 2).svg())
    status, found = server.ask("api/logic/picture", {"text": TEXTS["muddy"], "step": 9})
    assert (status, found["message"]) == (
        400,
        "there is no model after 9 announcements and events; the file has 3",
    )
