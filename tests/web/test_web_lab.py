"""The lab behind the page: checking, running, stopping, looking into games; what is too much is refused."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from web.page_server import PageServer

from handsight.conventions.library import find_source
from handsight.errors import RequestError
from handsight.lab import compare
from handsight.roster.hanabi import find_bot
from handsight.web.server.worker_process import MOST_WAITING, Report, Worker

MINIMAL = find_source("minimal").text
SLOW = find_source("finesse").text
"""Takes a tenth of a second a game by plain rules."""


def order(*texts: str, browser: str = "test-browser", **words: Any) -> dict[str, Any]:
    return {"browser": browser, "texts": texts, "players": 3, "games": 24, "seed": 5, **words}


def ended(server: PageServer, name: str, seconds: float = 60) -> dict[str, Any]:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        status, seen = server.ask(f"api/lab/runs/{name}")
        assert status == 200, seen
        if seen["stage"] in ("done", "failed"):
            return dict(seen)
        time.sleep(0.1)
    raise TimeoutError(seen["stage"])


def test_a_mistake_is_reported_with_its_place(server: PageServer) -> None:
    status, found = server.ask("api/lab/check", {"text": MINIMAL.replace("discard my", "discard mye")})
    assert status == 200
    (problem,) = found["problems"]
    line = next(at for at, row in enumerate(MINIMAL.split("\n"), 1) if "discard my" in row)
    assert (problem["line"], problem["column"]) == (line, 26)
    assert "backmost" in problem["message"]
    status, found = server.ask("api/lab/check", {"text": MINIMAL})
    assert (status, found["name"], found["problems"]) == (200, "minimal", [])
    assert found["acts"] == ["play", "point", "discard", "stall"]


def test_a_text_of_the_browser_reads_no_file_of_the_server(server: PageServer) -> None:
    for name in ("../secret", "/etc/passwd", "./x.convention"):
        _, found = server.ask("api/lab/check", {"text": f'convention x uses {name}\n  "y"\n'})
        assert {problem["code"] for problem in found["problems"]} == {"bad-syntax"}  # no such name can be


def test_too_much_or_nonsense_is_refused(server: PageServer) -> None:
    status, found = server.ask("api/lab/check", {"text": "x" * 64_001})
    assert (status, found["code"]) == (400, "malformed")
    assert server.ask("api/lab/check", b"x" * 2_000_000)[0] == 413
    assert server.ask("api/lab/runs", order(MINIMAL, games=100_001))[0] == 400
    assert server.ask("api/lab/runs", order(MINIMAL, MINIMAL, MINIMAL))[0] == 400
    assert server.ask("api/lab/runs", order(MINIMAL, more=1))[0] == 400
    status, found = server.ask("api/lab/runs", order(MINIMAL, rules="nobody"))
    assert (status, found["code"]) == (400, "refused")
    status, found = server.ask("api/lab/runs", order("convention x\n"))
    assert (status, found["code"]) == (400, "refused")
    assert server.ask("api/lab/runs/nothing")[0] == 404


@pytest.mark.slow
def test_an_experiment_is_what_the_lab_finds_and_its_games_are_replays(server: PageServer) -> None:
    status, begun = server.ask("api/lab/runs", order(MINIMAL, find_source("careful-saves").text))
    assert status == 200
    seen = ended(server, begun["id"])
    assert seen["stage"] == "done", seen
    plain = [replace(find_bot(name), compiler=None) for name in ("minimal", "careful-saves")]
    expected = compare(*plain, players=3, games=24, seed=5)
    assert [side["histogram"] for side in seen["sides"]] == [run.histogram for run in expected.runs]
    assert [side["clues_given"] for side in seen["sides"]] == [run.clues_given.mean for run in expected.runs]
    assert seen["pair"]["difference"] == expected.pairs[0].difference.mean
    assert seen["pair"]["low"] == expected.pairs[0].difference.low
    for side, lost in zip(seen["sides"], seen["lost"], strict=True):
        assert side["mean"] + sum(lost["points"].values()) == pytest.approx(25)

    here = f"api/lab/runs/{begun['id']}/games"
    _, page = server.ask(f"{here}?side=1")
    assert (page["count"], len(page["games"])) == (24, 12)
    scores = [game["score"] for game in page["games"]]
    assert scores == sorted(expected.runs[1].scores)[:12]
    game = page["games"][0]
    assert game["other"] == expected.runs[0].scores[game["number"]]
    assert sum(loss["points"] for loss in game["lost"]) == 25 - game["score"]
    _, some = server.ask(f"{here}?side=0&score={max(expected.runs[0].scores)}")
    assert {row["score"] for row in some["games"]} == {max(expected.runs[0].scores)}

    _, opened = server.ask(here, {"side": 1, "number": game["number"]})
    assert opened["lost"] == game["lost"]
    status, head = server.ask(f"api/replays/{opened['id']}")
    assert (status, head["turns"], head["problems"]) == (200, game["turns"], [])
    assert 0 <= opened["lost"][-1]["turn"] < head["turns"]
    assert server.ask(here, {"side": 1, "number": 24})[0] == 404
    assert server.ask(here, {"side": 2, "number": 0})[0] == 404


def test_an_experiment_can_be_stopped_and_a_browser_has_one(server: PageServer) -> None:
    _, first = server.ask("api/lab/runs", order(SLOW, games=60, browser="somebody"))
    _, second = server.ask("api/lab/runs", order(SLOW, games=60, browser="somebody"))
    assert ended(server, first["id"])["code"] == "stopped"
    _, third = server.ask("api/lab/runs", order(SLOW, games=60, browser="neighbour"))
    status, found = server.ask("api/lab/runs", order(SLOW, games=60, browser="stranger"))
    assert (status, found["code"]) == (400, "busy")
    for name in (second["id"], third["id"]):
        request = f"{server.base}api/lab/runs/{name}"
        assert _delete(request) == 200
        assert ended(server, name)["code"] == "stopped"


def _delete(address: str) -> int:
    from urllib.request import Request, urlopen

    with urlopen(Request(address, method="DELETE"), timeout=60) as answer:  # noqa: S310  # our own server
        return int(answer.status)


def slowly(_: Report, seconds: float) -> str:
    time.sleep(seconds)
    return "well rested"


def wrongly(_: Report) -> None:
    raise KeyError("something")


def counting(report: Report, most: int) -> int:
    for number in range(most):
        report(number)
    return most


@pytest.mark.slow
def test_a_job_has_a_deadline_and_its_worker_restarts() -> None:
    worker = Worker()
    heard: list[int] = []
    assert worker.run(counting, 3, seconds=30, report=heard.append) == 3
    assert heard == [0, 1, 2]
    with pytest.raises(RequestError, match="too long"):
        worker.run(slowly, 60.0, seconds=0.1)
    assert worker.run(slowly, 0.0, seconds=30) == "well rested"
    with pytest.raises(RequestError, match="should not have happened: KeyError"):
        worker.run(wrongly, seconds=30)
    with pytest.raises(RequestError, match="stopped"):
        worker.run(slowly, 60.0, seconds=30, wanted=lambda: False)
    worker.close()


def greedily(_: Report, size: int) -> int:
    kept.append(bytearray(size))
    return len(kept)


kept: list[bytearray] = []


def refusing(_: Report) -> None:
    raise RequestError("unknown-game", "there is no such game")


def test_a_worker_that_ran_out_of_memory_restarts() -> None:
    worker = Worker(1 << 30)
    assert [worker.run(greedily, 1 << 20, seconds=30) for _ in range(2)] == [1, 2]
    with pytest.raises(RequestError, match="too large"):
        worker.run(greedily, 2 << 30, seconds=30)
    assert worker.run(greedily, 1 << 20, seconds=30) == 1  # it remembers nothing
    with pytest.raises(RequestError) as caught:
        worker.run(refusing, seconds=30)
    assert caught.value.code == "unknown-game"
    worker.close()


@pytest.mark.slow
def test_few_may_wait_for_a_worker() -> None:
    worker = Worker()
    with ThreadPoolExecutor(MOST_WAITING + 4) as threads:
        asked = [threads.submit(worker.run, slowly, 0.1, seconds=30) for _ in range(MOST_WAITING + 4)]
        refused = [error for one in asked if isinstance(error := one.exception(), RequestError)]
    assert {error.code for error in refused} == {"waiting"}
    assert len(refused) == 4
    worker.close()
