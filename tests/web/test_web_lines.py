"""Hypotheticals in a replay: other moves from some turn on, and a reader's own notes."""

import json

import msgspec
import pytest

from handsight.errors import InputError
from handsight.hanabi import GiveClue, Play, legal, play
from handsight.notation import read, read_file
from handsight.web import Store
from handsight.web.hanabi.game_replay import HanabiReplay
from handsight.web.hanabi.tried_line import read_line
from handsight.web.recorded_games import Recordings
from handsight.web.single_file import single_file


def sample() -> HanabiReplay:
    (checked,) = read_file("sample:first")
    return HanabiReplay(checked, "")


def test_other_moves_are_played_from_the_same_deal() -> None:
    replay = sample()
    choices = replay.choices(11)
    seat, mark, orders = choices["clues"][0]
    line = replay.with_line(f"12.p{choices['hand'][0]}")
    assert line.last == 12
    assert line.game.states[:12] == replay.game.states[:12]
    assert line.game.final == play(replay.game.states[11], Play(choices["hand"][0]))
    clued = replay.with_line(f"12.c{seat}{mark}")
    assert isinstance(clued.game.actions[11], GiveClue)
    assert clued.head()["line"] == {"turn": 11, "text": f"12.c{seat}{mark}"}
    assert clued.head()["log"][11]["orders"] == orders
    assert clued.moment(12)["seats"][0]["worlds"] > 0
    assert sample().head()["line"] is None


def test_a_hypothetical_is_exported_as_one_as_far_as_a_format_can() -> None:
    replay = sample()
    game = msgspec.structs.replace(replay.game, id=1234)
    numbered = HanabiReplay(msgspec.structs.replace(replay.checked, game=game), "")
    line = numbered.with_line(f"12.p{replay.choices(11)['hand'][0]}")
    texts = {row["name"]: row["text"] for row in line.exports()}
    assert texts["url"].strip().endswith("#12")  # hanab.live opens it where the line departs
    assert "a hypothetical: the moves from turn 12 on were tried" in texts["log"]
    assert "id" not in json.loads(texts["live"])  # that game was another
    assert all(row["lost"][-1].endswith("from turn 12 on") for row in line.exports())
    for name in ("log", "live", "jsonl", "code", "url"):
        (again,) = read(texts[name], name)
        assert again.game is not None
        assert again.game.actions == line.game.actions
    assert not any(row["lost"] for row in replay.exports())


def test_the_choices_of_a_turn_are_the_legal_actions() -> None:
    replay = sample()
    for turn in (0, 11, 30, replay.last - 1):
        state = replay.game.states[turn]
        choices = replay.choices(turn)
        assert choices["mover"] == state.seat
        clues = [act for act in legal(state) if isinstance(act, GiveClue)]
        assert len(choices["clues"]) == len(clues)
    assert replay.choices(replay.last)["mover"] == -1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("x", "is no line of moves"),
        ("0.p1", "is no line of moves"),
        ("12.z3", "is no move"),
        ("12.p49", "turn 12"),
        ("999.p1", "there is no turn 999"),
        ("12" + ".p1" * 101, "is no line of moves"),
    ],
)
def test_a_line_that_cannot_be_played_says_why(line: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        sample().with_line(line)


def test_a_line_is_read_as_it_is_written() -> None:
    read_back = read_line("3.p4.d5.c1n2.c0c4")
    assert read_back.turn == 2
    assert [type(move).__name__ for move in read_back.moves] == ["Play", "Discard", "GiveClue", "GiveClue"]


def test_readers_notes_are_in_the_exports_and_in_the_single_file() -> None:
    replay = sample().with_notes((("", "red 2?"), ("<b>finesse</b>",)))
    texts = {row["name"]: row["text"] for row in replay.exports() if "text" in row}
    (checked,) = read(texts["live"], "game")
    assert checked.game is not None
    assert checked.game.notes == (("", "red 2?"), ("<b>finesse</b>",))
    assert replay.head()["notes"] == checked.game.notes
    html = single_file(replay).decode()
    assert "red 2?" in html
    assert "<b>finesse</b>" not in html


def test_questions_about_a_line_are_answered_by_the_recordings() -> None:
    recordings = Recordings(Store(":memory:"))
    first = sample().choices(11)["hand"][0]
    next_one = sample().with_line(f"12.p{first}").choices(12)["hand"][0]
    line = f"12.p{first}.p{next_one}"
    head = json.loads(recordings.ask("sample:first", 1, line, "head", notes=(("seen",),)))
    recordings.close()
    assert head["turns"] == 13
    assert head["notes"] == [["seen"]]


def test_reasons_of_bots_are_kept_in_a_file() -> None:
    text = next(row["text"] for row in sample().exports() if row["name"] == "live")
    export = json.loads(text) | {"handsight": {"bots": ["robot5", "", ""], "reasons": ["because"]}}
    (checked,) = read(json.dumps(export), "game")
    head = HanabiReplay(checked, "").head()
    assert (head["bots"], head["reasons"]) == (("robot5", "", ""), ("because",))
    assert json.loads(next(row["text"] for row in head["exports"] if row["name"] == "live")) == export
