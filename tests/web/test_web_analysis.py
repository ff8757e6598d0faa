"""Analyses on the server: a job that follows wishes, turns that stream in, what was found is kept."""

from pathlib import Path
from time import sleep
from typing import Any

import pytest
from web.page_server import PageServer, hear

from handsight.errors import RequestError
from handsight.web.hanabi.line import move_word, read_line
from handsight.web.replay.analyses import Analyses, AnalysisKey, PageAnalysis
from handsight.web.replay.analysis_job import next_turn
from handsight.web.replay.recordings import Recordings
from handsight.web.server.store import Store
from handsight.web.server.worker import Reporter, Worker


def follow(report: Reporter) -> list[Any]:
    """Report every wish until it is to stop."""
    heard: list[Any] = []
    while not heard or heard[-1] != "stop":
        wish = report.wish()
        if not heard or wish != heard[-1]:
            heard.append(wish)
            report(wish)
        sleep(0.01)
    return heard


def answer(_: Reporter, value: int) -> int:
    return value


def test_a_job_follows_wishes_and_its_process_stays() -> None:
    worker, heard = Worker(), list[Any]()
    steps = iter([1, 2])
    wishes: dict[None, Any] = {None: 0}

    def wish() -> Any:
        if heard and heard[-1] == wishes[None]:
            wishes[None] = next(steps, "stop")
        return wishes[None]

    found = worker.run(follow, seconds=30, report=heard.append, wishes=wish)
    assert [one for one in found if one is not None] == [0, 1, 2, "stop"]
    assert worker.run(answer, 7, seconds=30) == 7  # no wish is left over
    worker.close()


def test_the_turn_that_is_looked_at_comes_first() -> None:
    assert next_turn({}, 10, 400, 4) == 4
    assert next_turn({4: 100}, 10, 400, 4) == 4
    assert next_turn({4: 400}, 10, 400, 4) == 5
    assert next_turn({4: 400} | dict.fromkeys(range(5, 10), 100), 10, 400, 4) == 0
    assert next_turn(dict.fromkeys(range(10), 100), 10, 400, 10) is None  # the game is over there
    assert next_turn(dict.fromkeys(range(10), 100), 10, 400, 3) == 3


def row(turn: int) -> dict[str, Any]:
    moves = [{"move": "play 3", "try": "p3"}, {"move": "discard 3", "try": "d3"}]
    return {"turn": turn, "deals": 100, "exact": False, "moves": moves, "played": "play 3", "call": "mistake"}


def test_news_are_told_once_and_a_line_begins_with_its_game() -> None:
    base = PageAnalysis(AnalysisKey("x", 1, "", "robot5"))
    base.update({"turns": 3, "deals": 400})
    for turn in (1, 0, 1):
        base.update({"row": row(turn)})
    assert [row["turn"] for row in base.status(0)["rows"]] == [0, 1]
    assert [row["turn"] for row in base.status(2)["rows"]] == [1]
    assert base.status(3)["rows"] == []
    line = PageAnalysis(AnalysisKey("x", 1, "2.d3", "robot5"))
    line.begin_with(base)
    assert line.rows[0][1] == row(0)
    assert (line.rows[1][1]["played"], line.rows[1][1]["call"]) == ("discard 3", None)
    base.update({"row": row(2)})
    other = PageAnalysis(AnalysisKey("x", 1, "2.c1n3", "robot5"))
    other.begin_with(base)
    assert list(other.rows) == [0]


def test_an_unknown_game_or_bot_is_refused(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.sqlite3")
    recordings = Recordings(store)
    analyses = Analyses(recordings, store)
    with pytest.raises(RequestError, match="no such game"):
        analyses.look(AnalysisKey("nosuch", 1, "", "robot5"), 0, 0)
    key = AnalysisKey("sample:first", 1, "", "nobody")
    while not (found := analyses.look(key, 0, 0))["failure"]:
        sleep(0.05)
    assert "nobody" in found["failure"]
    assert analyses.rows("sample:first", 1, "") is None
    analyses.close()
    recordings.close()


def test_a_whole_analysis_is_there_after_a_restart(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.sqlite3")
    recordings = Recordings(store)
    key = AnalysisKey("sample:first", 1, "", "robot5")
    done = PageAnalysis(key)
    done.update({"turns": 2, "deals": 100})
    analyses = Analyses(recordings, store)
    for turn in (0, 1):
        analyses.save(done)
        assert store.setting("analyses") is None  # a part is not saved
        done.update({"row": row(turn)})
    analyses.save(done)
    again = Analyses(recordings, store)
    found = again.look(key, 0, 0)
    assert [one["turn"] for one in found["rows"]] == [0, 1]
    assert not found["running"]
    recordings.close()


def test_moves_are_written_as_a_line_reads_them() -> None:
    words = "p31.d22.c1n3.c0c4"
    assert ".".join(map(move_word, read_line(f"12.{words}").moves)) == words


@pytest.mark.slow
def test_a_coach_judges_moves_of_ones_own_in_practice(server: PageServer) -> None:
    opened = server.table("", "careful")
    with server.sit(opened["id"], opened["secrets"][0]) as socket:
        hear(socket, "table")
        socket.send('{"type": "coach", "turn": 0}')
        assert "no move of yours" in hear(socket, "error")["message"]
        socket.send('{"type": "act", "version": 0, "action": {"do": "play", "order": 0}}')
        socket.send('{"type": "coach", "turn": 0}')
        said = hear(socket, "coach", 240)
        assert (said["turn"], said["played"], said["by"]) == (0, "play slot 5", "robot5")
        assert said["loss"] >= 0
        socket.send('{"type": "coach", "turn": 1}')
        assert "no move of yours" in hear(socket, "error", 60)["message"]
    people = server.table("", "")
    with server.sit(people["id"], people["secrets"][0]) as socket:
        hear(socket, "table")
        socket.send('{"type": "coach", "turn": 0}')
        assert "practice" in hear(socket, "error")["message"]
