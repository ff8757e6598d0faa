"""Tables as they are set: options, bots that stand still or step, reasons that a person asks for."""

import json
from pathlib import Path
from time import sleep
from typing import Any

import msgspec
import pytest
from web.example_openings import opening_of
from web.page_server import PageServer, at_turn, hear, start, until
from websockets.sync.client import ClientConnection

from handsight.errors import InputError, RequestError
from handsight.game import Dice, shuffled
from handsight.hanabi import Setup, State, deal, legal, play
from handsight.web.hanabi import table as hanabi_table
from handsight.web.hanabi.table import PAGE, HanabiPageTable, HanabiRequest, Options, choice_of
from handsight.web.hanabi.table_view import picture
from handsight.web.server.game_table import Acted
from handsight.web.server.table_messages import SeatRequest, Why
from handsight.web.server.table_store import Store
from handsight.web.table_server import TableServer

BOTS = ("careful", "careful", "careful")
STILL = {"type": "pace", "pause": 0, "going": False}


def order(server: PageServer, *seats: str, **words: Any) -> tuple[int, Any]:
    return server.ask("api/tables/hanabi", {"seats": [{"bot": bot} for bot in seats], "pause": 0, **words})


def say(socket: ClientConnection, **message: Any) -> None:
    socket.send(json.dumps(message))


@pytest.mark.slow
def test_bots_alone_pause_step_and_go_on(server: PageServer) -> None:
    opened = server.table(*BOTS, pause=10)
    with server.sit(opened["id"]) as me, server.sit(opened["id"]) as other:
        first = hear(me, "table")
        assert (first["turn"], first["going"], first["pause"]) == (0, True, 10)
        say(me, **STILL)
        still = until(me, lambda picture: not picture["going"])
        assert (still["turn"], still["pause"]) == (0, 0)
        assert not until(other, lambda picture: not picture["going"])["turn"]  # every browser is notified
        for turn in (1, 2, 3):
            say(other, type="step", version=still["version"])
            still = until(me, at_turn(turn))
            assert not still["going"]
        say(me, type="step", version=0)
        assert hear(me, "error")["code"] == "stale"
        sleep(0.3)
        say(me, type="look", turn=0)
        assert hear(me, "look")["picture"]["version"] == 3  # nothing moved by itself
        say(me, type="pace", pause=0, going=True)
        over = until(me, lambda picture: picture["over"])
        say(me, type="step", version=over["version"])
        assert hear(me, "error")["code"] == "not-a-bot"


@pytest.mark.slow
def test_a_slower_bot_can_be_hurried(server: PageServer) -> None:
    opened = server.table(*BOTS, pause=10)
    with server.sit(opened["id"]) as me:
        hear(me, "table")
        say(me, type="pace", pause=0)
        assert until(me, lambda picture: picture["turn"] > 2)["pause"] == 0


def test_bots_alone_stop_when_nobody_watches(server: PageServer) -> None:
    opened = server.table(*BOTS, pause=0.05)
    with server.sit(opened["id"]) as me:
        until(me, lambda picture: picture["turn"] == 3)
    sleep(0.3)
    with server.sit(opened["id"]) as me:
        left = hear(me, "table")["turn"]
        say(me, **STILL)
        assert left <= 5
    with server.sit(opened["id"]) as me:
        assert not hear(me, "table")["going"]  # it stands as it was left


def test_only_players_of_a_practice_table_set_the_pace(server: PageServer) -> None:
    opened = server.table("", "", "careful")
    with server.sit(opened["id"], opened["secrets"][0]) as me, server.sit(opened["id"]) as nobody:
        for socket, code in ((me, "no-pace"), (nobody, "watching")):
            for message in (STILL, {"type": "step", "version": 0}):
                say(socket, **message)
                assert hear(socket, "error")["code"] == code
        for wrong in ({"pause": 11}, {"pause": -1}, {"pause": "x"}, {"pause": 1, "going": 1}, {}):
            say(me, type="pace", **wrong)
            assert hear(me, "error")["code"] == "malformed"
    alone = server.table("", "careful")
    with server.sit(alone["id"], alone["secrets"][0]) as me, server.sit(alone["id"]) as nobody:
        now = hear(me, "table")
        say(me, type="step", version=now["version"])
        assert hear(me, "error")["code"] == "not-a-bot"
        say(nobody, **STILL)
        assert hear(nobody, "error")["code"] == "watching"
        say(me, type="pace", pause=2)
        assert until(me, lambda picture: picture["pause"] == 2)["going"]


def test_a_reason_is_given_in_practice_on_request(server: PageServer) -> None:
    opened = server.table("", "robot5")
    with server.sit(opened["id"], opened["secrets"][0]) as me, server.sit(opened["id"]) as nobody:
        now = until(me, lambda picture: picture["mover"] == 0)
        seat, mark, _ = now["clues"][0]
        kind = "color" if mark[0] == "c" else "number"
        clue = {"do": "clue", "seat": seat, "kind": kind, "value": int(mark[1:])}
        say(me, type="act", version=now["version"], action=clue)
        after = until(me, lambda picture: picture["turn"] == 2)
        assert not any(line.get("why") for line in after["log"])
        say(me, type="why", turn=1)
        assert hear(me, "why")["why"]
        say(me, type="why", turn=0)
        assert not hear(me, "why")["why"]  # a person gives none
        say(me, type="why", turn=2)
        assert hear(me, "error")["code"] == "no-such-turn"
        say(nobody, type="why", turn=1)
        assert hear(nobody, "error")["code"] == "watching"
    for words in ({}, {"practice": False}):
        status, strict = order(server, "", "robot5" if words else "", **words)
        assert status == 200
        with server.sit(strict["id"], strict["secrets"][0]) as me:
            hear(me, "table")
            say(me, type="why", turn=0)
            assert hear(me, "error")["code"] == "no-why"


def test_a_hanabi_table_is_dealt_as_requested(server: PageServer) -> None:
    options = {
        "hand": 6,
        "deck_plays": True,
        "empty_clues": True,
        "card_cycle": True,
        "all_or_nothing": True,
    }
    status, opened = order(
        server, "", "careful", rules="stacks", options=options, seed=7, practice=False, variant="3 Suits"
    )
    assert status == 200, opened
    with server.sit(opened["id"], opened["secrets"][0]) as me:
        welcome, now = hear(me, "welcome"), hear(me, "table")
    assert welcome["settings"] | {"rules": 0} == {
        "rules": 0,
        "rule_set": "stacks",
        "options": options,
        "origin": "",
    }
    assert not welcome["practice"]
    how = {"variant": "3 Suits", "rules": "stacks", "options": options}
    terms = msgspec.convert({"seats": [{}, {}], **how}, HanabiRequest).terms()
    assert (terms.hand_size, terms.rules.name) == (6, "stacks")
    state = deal(Setup(terms, shuffled(terms.variant.deck(), Dice(7))))
    assert [held["card"] for held in now["hands"][1]] == [
        [state.setup.deck[order].suit, state.setup.deck[order].rank] for order in state.hands[1]
    ]
    assert all(held["card"] is None for held in now["hands"][0])
    assert "seed" not in json.dumps((welcome, now))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"options": {"hand": 3}}, "one less (4) or more (6)"),
        ({"options": {"hand": 12}}, "<= 9"),
        ({"options": {"hand": True}}, "int"),
        ({"options": {"hats": True}}, "unknown field"),
        ({"practice": True}, "one person plays with bots"),
        ({"seed": 3}, "at most one person"),
        ({"seed": -1}, ">= 0"),
        ({"seed": 1 << 60}, "9007199254740991"),
    ],
)
def test_bad_options_are_explained(server: PageServer, words: dict[str, Any], said: str) -> None:
    status, answer = order(server, "", "", **words)
    assert status == 400
    assert said in answer["message"]


def test_requests_know_what_they_allow() -> None:
    person, bot = SeatRequest(), SeatRequest(bot="careful")
    HanabiRequest(seats=(person, bot), practice=True, seed=1).check()
    HanabiRequest(seats=(bot, bot), seed=1).check()
    with pytest.raises(RequestError, match="no bot is called"):
        TableServer(PAGE, Store(":memory:")).open(HanabiRequest(seats=(person, SeatRequest(bot="nobody"))))
    with pytest.raises(InputError, match="one less"):
        HanabiRequest(seats=(person, person), options=Options(hand=7)).check()


def last_card(state: State) -> State:
    """Play on until one card is left in the deck."""
    while state.deck_left > 1:
        acts = list(legal(state))
        quiet = [act for act in acts if choice_of(act).__class__ is hanabi_table.DiscardChoice]
        state = play(state, (quiet or acts[::-1])[0])
    return state


def test_the_last_card_of_the_deck_can_be_played_where_that_is_agreed() -> None:
    for allowed in (False, True):
        options = Options(deck_plays=allowed)
        terms = HanabiRequest(seats=(SeatRequest(),) * 2, variant="3 Suits", options=options).terms()
        state = last_card(deal(Setup(terms, shuffled(terms.variant.deck(), Dice(3)))))
        mover, other = state.seat, 1 - state.seat
        drawn = [picture(state, seat, ("a", "b")) for seat in (mover, other)]
        assert drawn[0]["bottom"] == (state.drawn if allowed else -1)
        assert drawn[1]["bottom"] == -1


@pytest.mark.slow
def test_options_are_kept_after_a_restart(tmp_path: Path) -> None:
    seats = (("A", "", "s"), ("B", "careful"))
    assert HanabiPageTable(opening_of(PAGE, *seats, seed=3)).now.terms.hand_size == 5
    server = start(tmp_path)
    try:
        _, opened = order(server, *BOTS, options={"hand": 4})
    finally:
        server.kill()
    again = start(tmp_path)
    try:
        with again.sit(opened["id"]) as me:
            assert [len(hand) for hand in hear(me, "table")["hands"]] == [4, 4, 4]
    finally:
        again.kill()


def test_reasons_are_for_those_who_see_all_or_practise() -> None:
    seats = (("A", "", "s"), ("B", "careful"))
    table = HanabiPageTable(opening_of(PAGE, *seats, seed=3))
    table.apply(Acted(choice_of(next(legal(table.now))), "because"))
    assert table.past(0, Why(0))["why"] == "because"
    assert not table.picture(0, 1)["log"][0].why
    table.opening = opening_of(PAGE, *seats, seed=3, practice=False)
    with pytest.raises(RequestError, match="practice tables"):
        table.past(0, Why(0))
