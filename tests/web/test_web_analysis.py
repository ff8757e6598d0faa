"""Analyses on the server: a job that follows requests, turns that stream in, what was found is kept."""

import json
import re
from pathlib import Path
from time import sleep
from typing import Any
from urllib.parse import quote

import pytest
from web.page_server import PageServer, hear

from handsight.analysis.hanabi import convention_agreement as blueprints
from handsight.analysis.hanabi.turn_analysis import OPEN_NODES
from handsight.errors import InputError, RequestError
from handsight.hanabi import Terms
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.notation.checked_game import CheckedGame
from handsight.playable_games import load
from handsight.search.open_hands import solve_state
from handsight.web import replay_analyses as analyses_module
from handsight.web.app import STATIC
from handsight.web.games import PEOPLE, judging_bot, offered_conventions
from handsight.web.hanabi.game_analysis import HanabiAnalysis
from handsight.web.hanabi.game_replay import HanabiReplay
from handsight.web.hanabi.tried_line import move_word, read_line
from handsight.web.recorded_games import Recordings
from handsight.web.replay_analyses import Analyses, AnalysisKey, PageAnalysis, next_turn, prepare_worker
from handsight.web.server.table_store import Store
from handsight.web.server.worker_process import Reporter, Worker


def follow(report: Reporter) -> list[Any]:
    """Report every request until it is to stop."""
    heard: list[Any] = []
    while not heard or heard[-1] != "stop":
        request = report.request()
        if not heard or request != heard[-1]:
            heard.append(request)
            report(request)
        sleep(0.01)
    return heard


def answer(_: Reporter, value: int) -> int:
    return value


@pytest.mark.slow
def test_a_job_follows_requests_and_its_process_stays() -> None:
    worker, heard = Worker(), list[Any]()
    steps = iter([1, 2])
    requests: dict[None, Any] = {None: 0}

    def request() -> Any:
        if heard and heard[-1] == requests[None]:
            requests[None] = next(steps, "stop")
        return requests[None]

    found = worker.run(follow, seconds=30, report=heard.append, requests=request)
    assert [one for one in found if one is not None] == [0, 1, 2, "stop"]
    assert worker.run(answer, 7, seconds=30) == 7  # no request is left over
    worker.close()


def test_the_turn_that_is_looked_at_comes_first() -> None:
    assert next_turn({}, 10, 400, 4) == 4
    assert next_turn({4: 100}, 10, 400, 4) == 4
    assert next_turn({4: 400}, 10, 400, 4) == 5
    assert next_turn({4: 400} | dict.fromkeys(range(5, 10), 100), 10, 400, 4) == 0
    assert next_turn(dict.fromkeys(range(10), 100), 10, 400, 10) is None  # the game is over there
    assert next_turn(dict.fromkeys(range(10), 100), 10, 400, 3) == 3


def test_the_bot_that_fits_the_players_is_chosen_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blueprints, "CANDIDATES", ("robot6", "robot5"))
    game = load("sample:first")
    fits = blueprints.best_fits([game])
    analysis = HanabiAnalysis(game, "auto")
    assert analysis.by == fits[0].name
    assert f"{analysis.by} fits these players best: it would have made" in analysis.reason
    assert HanabiAnalysis(game, "robot5").reason == ""


def test_moves_that_are_hidden_do_not_choose_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games that begin alike: until they part, the same bot fits, for the same reason."""
    monkeypatch.setattr(blueprints, "CANDIDATES", ("robot6", "robot5"))
    game = load("sample:first")
    order = game.states[20].hands[game.states[20].seat][0]
    parted = HanabiReplay(CheckedGame("", game), "").with_line(f"21.d{order}")
    for until in (0, 9, 20):
        found = HanabiReplay(CheckedGame("", game), "").best_fit(until)
        assert found == parted.best_fit(until)
        assert found["by"] == blueprints.best_fits([game], until)[0].name
    assert "no move yet" in HanabiReplay(CheckedGame("", game), "").best_fit(0)["reason"]
    assert "of 20 moves" in found["reason"]


def test_a_line_is_judged_by_the_bot_of_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fits best is asked of the recorded game; a tried move must not change the judge."""
    asked = list[str]()
    monkeypatch.setattr(Worker, "run", lambda _self, _job, *args, **_: asked.append(args[-3]))
    store = Store(tmp_path)
    analyses = Analyses(Recordings(store))
    analysis = PageAnalysis(AnalysisKey("sample:first", 1, "2.d3", "auto"))
    base = PageAnalysis(AnalysisKey("sample:first", 1, "", "auto"))
    base.update({"turns": 3, "deals": 400, "by": "robot6", "reason": "it fits best"})
    analysis.begin_with(base)
    analyses._run(analysis, analyses._free.pop())  # noqa: SLF001  without its thread
    assert asked == ["robot6"]


@pytest.mark.slow
def test_the_bot_that_fits_is_found_among_all_candidates() -> None:
    analysis = HanabiAnalysis(load("sample:first"), "auto")
    assert analysis.by in blueprints.CANDIDATES
    assert analysis.reason.startswith(f"{analysis.by} fits these players best")


def test_conventions_are_believed_where_that_is_asked_for() -> None:
    game = load("sample:first")
    plain, believing = HanabiAnalysis(game, "robot5"), HanabiAnalysis(game, "robot5", believe=True)
    assert next(plain.refine(30))["believe"] is None
    explained = next(believing.refine(30))["believe"]
    assert explained["moves"] == 30
    assert 0 < explained["explained"] <= 30


@pytest.mark.slow
def test_open_hands_and_the_choices_of_a_judge_are_asked_by_address(server: PageServer) -> None:
    status, found = server.ask("api/replays/sample:first/open-hands?turn=40")
    solved = solve_state(load("sample:first").states[40], nodes=OPEN_NODES)
    assert (status, found) == (200, {"turn": 40, **_plain(solved)})
    assert server.ask("api/replays/sample:first/open-hands?turn=99")[0] == 400
    assert server.ask("api/replays/sample:first/best-fit?until=99")[0] == 400
    status, found = server.ask("api/replays/sample:first/analysis?turn=0&by=auto&believe=1")
    assert (status, found["asked"], found["believe"]) == (200, "auto", True)
    assert server.ask("api/replays/sample:first/played-on?turn=0&by=auto")[0] == 400


def _plain(solved: Any) -> dict[str, Any]:
    return {"best": solved.best, "proved": solved.proved, "bound": solved.bound}


def test_the_worker_that_is_taken_first_is_prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The job that prepares is done by the worker that the first analysis takes."""
    monkeypatch.setattr(analyses_module, "PREPARE_AFTER", 0.0)
    done = list[tuple[Any, ...]]()
    monkeypatch.setattr(Worker, "run", lambda self, job, *args, **_: done.append((self, job, args[-1])))
    store = Store(tmp_path)
    analyses = Analyses(Recordings(store))
    analyses.prepare()
    first = analyses._free[-1]  # noqa: SLF001  the next analysis takes it
    assert done == [(first, prepare_worker, "robot5")]


def row(turn: int) -> dict[str, Any]:
    moves = [{"move": "play 3", "try": "p3"}, {"move": "discard 3", "try": "d3"}]
    return {"turn": turn, "deals": 100, "exact": False, "moves": moves, "played": "play 3", "call": "mistake"}


def test_news_are_told_once_and_a_line_begins_with_its_game() -> None:
    base = PageAnalysis(AnalysisKey("x", 1, "", "robot5"))
    base.update({"turns": 3, "deals": 400, "by": "robot5", "reason": ""})
    for turn in (1, 0, 1):
        base.update({"row": row(turn)})
    assert [row["turn"] for row in base.status(0)["rows"]] == [0, 1]
    assert [row["turn"] for row in base.status(2)["rows"]] == [1]
    assert base.status(3)["rows"] == []
    base.update({"turns": 3, "deals": 400, "by": "robot5", "reason": "it fits best"})
    line = PageAnalysis(AnalysisKey("x", 1, "2.d3", "auto"))
    line.begin_with(base)
    line.update({"turns": 2, "deals": 400, "by": "robot5", "reason": ""})
    judge = line.head["by"], line.head["reason"]
    assert judge == ("robot5", "it fits best")  # one bot for the game and its lines
    assert line.rows[0][1] == row(0)
    assert (line.rows[1][1]["played"], line.rows[1][1]["call"]) == ("discard 3", None)
    base.update({"row": row(2)})
    other = PageAnalysis(AnalysisKey("x", 1, "2.c1n3", "robot5"))
    other.begin_with(base)
    assert list(other.rows) == [0]


def test_a_line_begins_with_its_game_while_the_game_is_analysed() -> None:
    base = PageAnalysis(AnalysisKey("x", 1, "", "robot5"))
    for turn in (0, 1):
        base.update({"row": row(turn)})

    class Meanwhile(PageAnalysis):
        def update(self, change: dict[str, Any]) -> None:
            super().update(change)
            base.update({"row": row(len(base.rows))})  # as the thread of its job does

    line = Meanwhile(AnalysisKey("x", 1, "3.d3", "robot5"))
    line.begin_with(base)
    assert list(line.rows)[:2] == [0, 1]


@pytest.mark.parametrize("line", ["9" * 5000, "x", "2.q3", "2." + ".".join(["p1"] * 101), "0.p3"])
def test_a_line_that_is_none_is_refused_at_once(tmp_path: Path, line: str) -> None:
    store = Store(tmp_path)
    recordings = Recordings(store)
    analyses = Analyses(recordings)
    key = AnalysisKey("sample:first", 1, "", "robot5")
    for _ in range(2):  # it is not kept, either
        with pytest.raises(InputError):
            analyses.look(key._replace(line=line), 0, 0)
    analyses.close()
    recordings.close()


PROGRAMS = (
    "cmd:/bin/true",
    "x.py:Y",
    "os:system",
    "apart:x",
    "learned x.npz",
    "search(robot5, 10000000)",
    "/etc/x.convention",
    "./x.convention",
    "robot5 ",
    "robot5" + " " * 60,
    "pair without saves",
    "h-group-2 +people",
)
"""Names that would run or read something, take for ever, or are not written as the list has them."""


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_browser_may_name_only_bots_that_ship(server: PageServer, name: str) -> None:
    by = quote(name)
    for path in (f"analysis?turn=3&by={by}", f"played-on?turn=3&by={by}"):
        status, said = server.ask(f"api/replays/sample:first/{path}")
        assert (status, said["code"]) == (400, "unknown-bot"), path
    for path in (f"reading?by={by}", f"page?by={by}"):
        status, said = server.ask(f"api/replays/sample:first/{path}")
        assert (status, said["code"]) == (400, "unknown-convention"), path
    seats = [{"bot": ""}, {"bot": name}]
    status, said = server.ask("api/tables/hanabi", {"seats": seats})
    assert (status, said["code"]) in {(400, "unknown-bot"), (400, "malformed")}
    game = load("sample:first")
    replay = HanabiReplay(CheckedGame("", game), "")
    for ask in (lambda: HanabiAnalysis(game, name), lambda: replay.played_on(3, name)):
        with pytest.raises(RequestError) as refused:
            ask()
        assert refused.value.code == "unknown-bot"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("cheat", "unfair-bot"),
        ("careful", "unsuitable-bot"),
        ("search(robot5)", "unsuitable-bot"),
        ("learned", "unsuitable-bot"),
    ],
)
def test_bots_that_cannot_judge_are_refused(name: str, code: str) -> None:
    game = load("sample:first")
    replay = HanabiReplay(CheckedGame("", game), "")
    for ask in (lambda: HanabiAnalysis(game, name), lambda: replay.played_on(3, name)):
        with pytest.raises(RequestError) as refused:
            ask()
        assert refused.value.code == code


def test_a_browser_may_name_no_bot_to_the_coach(server: PageServer) -> None:
    opened = server.table("", "careful")
    with server.sit(opened["id"], opened["secrets"][0]) as socket:
        hear(socket, "table")
        socket.send('{"type": "coach", "turn": 0, "by": "cmd:/bin/true"}')
        assert hear(socket, "error")["code"] == "malformed"


def test_bots_that_the_page_offers_can_judge() -> None:
    text = (STATIC / "games" / "hanabi" / "analysis.js").read_text("utf-8")
    (offered,) = re.findall(r"const BOTS = (\[.*\]);", text)
    rows = json.loads(offered)
    assert {"robot5", "robot6", "h-group-2", "duet"} <= {name for name, *_ in rows}
    for name, _, *only in rows:
        for players in only or (2, 3, 4, 5):
            assert judging_bot("hanabi", name, players).unsuitable(Terms(players)) == ""


@pytest.mark.parametrize(("players", "first"), [(2, "duet"), (3, "h-group-2"), (5, "h-group-2")])
def test_the_strongest_convention_of_people_is_offered_first(players: int, first: str) -> None:
    plan = HanabiPlan(("robot1",) * players, Terms(players), 1)
    checked = CheckedGame("game", plan.record_game(0), (), ())
    assert HanabiReplay(checked, "").head()["conventions"][0] == first


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_game_can_be_read_as_people_play(players: int) -> None:
    plan = HanabiPlan(("robot1",) * players, Terms(players), 1)
    replay = HanabiReplay(CheckedGame("game", plan.record_game(0), (), ()), "")
    assert PEOPLE in replay.head()["conventions"]
    assert set(replay.head()["convention_names"]) <= set(offered_conventions())
    assert "bluffs" in replay.reading(PEOPLE)["text"]


@pytest.mark.slow
def test_an_unknown_game_or_bot_is_refused(tmp_path: Path) -> None:
    store = Store(tmp_path)
    recordings = Recordings(store)
    analyses = Analyses(recordings)
    with pytest.raises(RequestError, match="no such game"):
        analyses.look(AnalysisKey("nosuch", 1, "", "robot5"), 0, 0)
    key = AnalysisKey("sample:first", 1, "", "nobody")
    while not (found := analyses.look(key, 0, 0))["failure"]:
        sleep(0.05)
    assert "nobody" in found["failure"]
    assert analyses.rows("sample:first", 1, "") is None
    analyses.close()
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
