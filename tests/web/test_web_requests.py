"""What is forged, replayed, too long, too often or malformed gets an error and changes nothing."""

import json
import re
from pathlib import Path

import pytest
from web.page_server import PageServer, hear, until
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

import handsight.web
from handsight.errors import RequestError
from handsight.web.server import rate_limits, table_messages


def test_a_person_and_a_bot_take_turns(server: PageServer) -> None:
    opened = server.table("", "random")
    with server.sit(opened["id"], opened["secrets"][0]) as me:
        welcome = hear(me, "welcome")
        assert (welcome["seat"], welcome["bots"], welcome["practice"]) == (0, ["", "random"], True)
        first = until(me, lambda picture: picture["mover"] == 0)
        seat, mark, touched = first["clues"][0]
        action = {
            "do": "clue",
            "seat": seat,
            "kind": "color" if mark[0] == "c" else "number",
            "value": int(mark[1:]),
        }
        me.send(json.dumps({"type": "act", "version": first["version"], "action": action}))
        second = until(me, lambda picture: picture["turn"] >= 2 and picture["mover"] == 0)
        assert second["log"][0]["orders"] == touched
        me.send(json.dumps({"type": "undo", "version": second["version"]}))
        back = until(me, lambda picture: picture["turn"] == 0)
        assert back["version"] > second["version"]
        assert back["hands"] == first["hands"]


def test_what_is_not_allowed_is_refused_and_changes_nothing(server: PageServer) -> None:
    opened = server.table("", "", "random")
    mine, theirs = opened["secrets"][:2]
    with (
        server.sit(opened["id"], mine) as me,
        server.sit(opened["id"], theirs) as you,
        server.sit(opened["id"]) as nobody,
    ):
        now = until(me, lambda picture: all(picture["present"]))
        own = now["hands"][0][0]["order"]
        play = {"type": "act", "version": now["version"], "action": {"do": "discard", "order": own}}
        refusals = {
            "watching": (nobody, play),
            "not-your-turn": (you, play),
            "discard-at-full-clues": (me, play),
            "not-in-hand": (me, play | {"action": {"do": "play", "order": now["hands"][1][0]["order"]}}),
            "clue-self": (me, play | {"action": {"do": "clue", "seat": 0, "kind": "number", "value": 1}}),
            "unknown-seat": (me, play | {"action": {"do": "clue", "seat": 7, "kind": "number", "value": 1}}),
            "no-such-clue": (me, play | {"action": {"do": "clue", "seat": 1, "kind": "number", "value": 9}}),
            "stale": (me, play | {"version": now["version"] + 1}),
            "no-undo": (me, {"type": "undo", "version": now["version"]}),
            "no-what-if": (me, {"type": "what-if", "version": now["version"]}),
            "no-stop": (me, play | {"action": {"do": "stop"}}),
            "seated": (me, {"type": "hello", "seat": theirs}),
            "no-such-turn": (me, {"type": "look", "turn": 99}),
        }
        for code, (socket, message) in refusals.items():
            socket.send(json.dumps(message))
            answer = hear(socket, "error")
            assert (answer["code"], bool(answer["message"])) == (code, True)
        for text in (
            "",
            "{",
            "[]",
            '"act"',
            '{"type":"none"}',
            '{"type":"act"}',
            "\x00",
            '{"type":"look","turn":1,"x":2}',
            '{"type":"look","turn":-1}',
            '{"type":"look","turn":1e9}',
            "[" * 2000,
            b"\xff\xfe",
        ):
            me.send(text)
            assert hear(me, "error")["code"] == "malformed", text
        me.send("x" * 3000)
        assert hear(me, "error")["code"] == "too-long"
        with server.sit(opened["id"], mine) as again:
            later = until(again, lambda picture: all(picture["present"]))
        assert {**later, "present": 0} == {**now, "present": 0}


def test_a_message_counts_once(server: PageServer) -> None:
    opened = server.table("", "random")
    with server.sit(opened["id"], opened["secrets"][0]) as me:
        now = until(me, lambda picture: picture["mover"] == 0)
        message = json.dumps(
            {
                "type": "act",
                "version": now["version"],
                "action": {"do": "play", "order": now["hands"][0][0]["order"]},
            }
        )
        me.send(message)
        me.send(message)
        assert hear(me, "error")["code"] == "stale"


def test_a_forged_seat_and_an_unknown_table_are_refused(server: PageServer) -> None:
    opened = server.table("", "random")
    for table, secret, code in ((opened["id"], "x" * 24, "unknown-seat"), ("nowhere", "", "unknown-table")):
        with server.sit(table, secret) as socket:
            assert hear(socket, "error")["code"] == code
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=60)


def test_a_huge_message_closes_the_connection(server: PageServer) -> None:
    opened = server.table("", "random")
    with server.sit(opened["id"], opened["secrets"][0]) as me:
        hear(me, "table")
        me.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            hear(me, "never")


def test_too_many_messages_are_refused(server: PageServer) -> None:
    opened = server.table("", "random")
    with server.sit(opened["id"], opened["secrets"][0]) as me:
        for _ in range(60):
            me.send('{"type":"look","turn":0}')
        answers = [hear(me, kind) for kind in ["look"] * 25 + ["error"]]
        assert answers[-1]["code"] == "too-often"
        assert answers[-1]["asked"] == '{"type":"look","turn":0}'  # it may be sent again
        while len(answers) < 55:
            answers.append(json.loads(me.recv(timeout=60)))


def test_the_page_sends_less_than_a_connection_may() -> None:
    text = (Path(handsight.web.__file__).parent / "static" / "table" / "pace.js").read_text("utf-8")
    found = dict(re.findall(r"^export const (BURST|PER_SECOND) = (\d+);$", text, re.MULTILINE))
    assert int(found["BURST"]) < table_messages.BURST
    assert int(found["PER_SECOND"]) < table_messages.PER_SECOND


def test_a_rate_limit_recovers_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(rate_limits, "monotonic", lambda: now)
    limit = rate_limits.RateLimit(2, 1)
    limit.spend()
    limit.spend()
    with pytest.raises(RequestError):
        limit.spend()
    now = 1.5
    limit.spend()


def test_requests_from_another_site_are_refused(server: PageServer) -> None:
    order = {"seats": [{}, {"bot": "random"}]}
    assert server.ask("api/tables/hanabi", order, Host="evil.example")[0] == 403
    assert server.ask("api/tables/hanabi", order, Origin="http://evil.example")[0] == 403
    opened = server.table("", "random")
    address = f"ws://127.0.0.1:{server.port}/ws/hanabi/{opened['id']}"
    with pytest.raises(InvalidStatus), connect(address, origin=Origin("http://evil.example")):
        pass


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ({"seats": [{}]}, "length >= 2"),
        ({"seats": [{}] * 7}, "length <= 6"),
        ({"seats": [{}, {"bot": "os:system"}]}, "no bot is called"),
        ({"seats": [{}, {"bot": "bot.py:Bot"}]}, "no bot is called"),
        ({"seats": [{}, {}, {"bot": "robot1-printed"}]}, "robot1-printed plays only at a table of 2 players"),
        ({"seats": [{}, {}], "variant": "Nothing"}, "there is no variant"),
        ({"seats": [{}, {}], "rules": "none"}, "no rule set"),
        ({"seats": [{}, {}], "pause": -1}, ">= 0"),
        ({"seats": [{}, {}], "deck": []}, "unknown field"),
        (b"{", "cannot be read"),
        (b" " * 20_000, "16384 bytes"),
    ],
)
def test_a_bad_request_is_explained(server: PageServer, order: object, words: str) -> None:
    status, answer = server.ask("api/tables/hanabi", order)
    assert 400 <= status < 500
    assert words in answer["message"]


def test_a_record_is_only_for_finished_games(server: PageServer) -> None:
    opened = server.table("", "random")
    status, answer = server.ask(f"api/tables/hanabi/{opened['id']}/record")
    assert (status, answer["code"]) == (400, "not-over")
