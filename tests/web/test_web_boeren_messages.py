"""What a seat of Boeren Bridge is sent: only what it may see, until the round is over."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import permutations
from pathlib import Path
from time import sleep
from typing import Any

import msgspec
import pytest
from web.example_boeren_tables import step, table_of
from web.page_server import PageServer, hear, start
from websockets.sync.client import ClientConnection, connect

from handsight.boeren import SEATS, BidChanged, BidMade, CardPlayed, Match, Setup, State, deal, play, rule_set
from handsight.errors import RequestError
from handsight.game import Dice, shuffled
from handsight.knowledge.boeren.kripke_model import card_json, deal_model
from handsight.logic import parse
from handsight.web.boeren import table as table_messages
from handsight.web.boeren import table_questions
from handsight.web.boeren.table import BoerenPageTable, Dealt
from handsight.web.boeren.table_questions import answer
from handsight.web.server.game_table import EVERYONE, OPEN, Acted

ONE = ("", "counter", "counter", "counter")


def otherwise(state: State, seat: int, dice: Dice) -> State | None:
    """Deal what a seat does not see in another way that fits all that happened, if the shuffle gives one."""
    hidden = [card for other, hand in enumerate(state.hands) for card in hand if other != seat]
    cards, hands = list(shuffled(hidden, dice)), []
    for other, dealt in enumerate(state.setup.hands):
        gone = [card for card in dealt if card not in state.hands[other]]
        left = state.hands[seat] if other == seat else [cards.pop() for _ in state.hands[other]]
        hands.append(tuple(sorted((*gone, *left))))
    setup = Setup(state.terms, tuple(hands), state.trump, state.dealer)
    again = deal(setup)
    for event in state.events:
        match event:
            case BidMade() | BidChanged():
                again = play(again, table_messages.action_of(table_messages.BidChoice(event.tricks), again))
            case CardPlayed():
                if event.card.suit != again.led and any(held.suit == again.led for held in again.hand):
                    return None
                again = play(
                    again, table_messages.action_of(table_messages.CardChoice(str(event.card)), again)
                )
    return again if again.events == state.events else None


QUESTIONS = (
    *(("know", card) for card in ("AS", "QH", "KD")),
    *(("nested", card) for card in ("AC", "KH")),
    *(
        ("ask", text)
        for text in ("has(E,AS)", "K[E] Kv[S] owner(KD)", "C[N,E,S,W] ~has(W,QH)", "M[W] has(N,AH)")
    ),
)


def answered(state: State, question: table_questions.KnowledgeQuestion) -> dict[str, Any]:
    return answer(lambda _: None, state, question)


def asked(kind: str, what: str, turn: int, viewpoint: int) -> table_questions.KnowledgeQuestion:
    match kind:
        case "know":
            return table_questions.KnowCard(turn, viewpoint, what)
        case "nested":
            return table_questions.KnowNested(turn, viewpoint, what, 3, (1,))
    return table_questions.AskFormula(turn, viewpoint, what)


@pytest.mark.parametrize("seat", [0, 2, EVERYONE])
def test_the_same_is_sent_whatever_is_hidden(seat: int) -> None:
    """Deal the hidden cards otherwise: not a byte that a seat is sent may change."""
    table, compared = table_of(*ONE, seed=11), 0
    for _ in range(SEATS * 4 - 1):
        state, dice = table.now.state, Dice(5, table.version)
        deals = (otherwise(state, seat, dice) for _ in range(6))
        others = [other for other in deals if other is not None and other != state]
        for other in others[:1]:
            other_table = table_of(*ONE, seed=11)
            other_table.moments = [*table.moments[:-1], table.now._replace(state=other)]
            other_table.version = table.version
            sent, again = table.picture(seat, table.version), other_table.picture(seat, table.version)
            assert sent == again
            if table.version % 3 == 0:
                for kind, what in QUESTIONS:
                    question = asked(kind, what, table.version, seat)
                    assert answered(state, question) == answered(other, question)
            compared += 1
        step(table)
    assert compared > 6


def test_pictures_hide_other_hands_until_the_round_is_over() -> None:
    table = table_of(*ONE, seed=3)
    while not table.now.state.over:
        drawn = table.picture(0, table.version)
        assert not drawn["open"]
        assert all(card is None for hand in drawn["hands"][1:] for card in hand)
        assert all(drawn["hands"][0])
        assert all(card is None for hand in table.picture(EVERYONE, table.version)["hands"] for card in hand)
        step(table)
    for turn in range(table.version + 1):
        assert all(card for hand in table.picture(0, turn)["hands"] for card in hand)
    first = table.version
    step(table)
    assert table.picture(0, first - 3)["open"]
    assert not table.picture(0, table.version)["open"]


def test_the_viewpoint_is_ones_own_until_the_round_is_over() -> None:
    table = table_of(*ONE, seed=3, moves=6)
    table.check_viewpoint(0, 6, 0)
    for seat, wanted in ((0, 1), (0, OPEN), (0, EVERYONE), (EVERYONE, 0), (EVERYONE, OPEN)):
        with pytest.raises(RequestError, match="your own point of view"):
            table.check_viewpoint(seat, 6, wanted)
    table_of(*["counter"] * 4, moves=6).check_viewpoint(EVERYONE, 6, OPEN)


def test_answers_agree_with_the_models() -> None:
    table = table_of(*["greedy"] * 4, seed=4, moves=9)
    state = table.now.state
    model = deal_model(state)
    for card in state.terms.pack:
        drawn = answered(state, table_questions.KnowCard(9, OPEN, str(card)))["model"]
        row = card_json(state, card, "x")
        assert (sorted(drawn["worlds"]), drawn["actual"]) == (sorted(row["worlds"]), row["actual"])
        assert sum(map(len, drawn["lines"].values())) == sum(map(len, row["lines"].values()))
    for one, other in permutations("NESW", 2):
        text = f"K[{one}] Kv[{other}] owner(KH)"
        said = answered(state, table_questions.AskFormula(9, OPEN, text))
        assert said["verdict"] == ("yes" if model.holds(parse(text)) else "no")
        seen = answered(state, table_questions.AskFormula(9, "NESW".index(one), f"Kv[{other}] owner(KH)"))
        assert (seen["verdict"] == "yes") == (said["verdict"] == "yes")
    rows = answered(state, table_questions.KnowNested(9, OPEN, "KH", 2))["rows"]
    assert (
        rows[0][1] == answered(state, table_questions.AskFormula(9, OPEN, "K[N] Kv[E] owner(KH)"))["verdict"]
    )


def test_a_doubt_is_shown_with_deals_that_fit() -> None:
    state = table_of(*["counter"] * 4, seed=2, moves=6).now.state
    said = answered(state, table_questions.AskFormula(6, OPEN, "K[N] Kv[E] owner(AS)"))
    for doubt in said["shown"]:
        for dealt in (doubt["start"], *(each["deal"] for each in doubt["steps"])):
            assert sorted(card for hand in dealt.values() for card in hand) == sorted(
                map(str, state.terms.pack)
            )
    hidden = next(str(c) for c in state.hands[1])
    unsure = answered(state, table_questions.AskFormula(6, 0, f"has(E,{hidden})"))
    assert unsure["verdict"] == "open"
    assert [row["end"] for row in unsure["shown"]] == ["here it is true", "here it is false"]
    assert hidden in unsure["shown"][0]["start"]["E"]
    assert hidden not in unsure["shown"][1]["start"]["E"]


def test_bad_questions_are_explained() -> None:
    state = table_of(*["counter"] * 4, moves=5).now.state
    for question, words in (
        (table_questions.AskFormula(5, OPEN, "K[N] has(N,QX)"), "column"),
        (table_questions.AskFormula(5, OPEN, ""), "expected a formula"),
        (table_questions.KnowCard(5, OPEN, "2C"), "not in the pack"),
        (table_questions.KnowCard(5, OPEN, "ZZ"), "is not a card"),
        (table_questions.KnowNested(5, OPEN, "AS", 3), "depth 3 needs 1 seats in"),
    ):
        with pytest.raises(RequestError, match=words):
            answered(state, question)


@contextmanager
def sitting(server: PageServer, table: str, secret: str = "") -> Iterator[ClientConnection]:
    with connect(f"ws://127.0.0.1:{server.port}/ws/boeren/{table}", max_size=1 << 20) as socket:
        socket.send(json.dumps({"type": "hello", "seat": secret}))
        yield socket


def opened(server: PageServer, *bots: str) -> dict[str, Any]:
    status, found = server.ask("api/tables/boeren", {"seats": [{"bot": bot} for bot in bots]})
    assert status == 200, found
    return dict(found)


def moved(me: ClientConnection, now: dict[str, Any], request: dict[str, Any]) -> dict[str, Any]:
    """Ask for a move and return the table after it; a server that is asked too fast is asked again."""
    me.send(json.dumps({"version": now["version"], **request}))
    while True:
        message = json.loads(me.recv(timeout=60))
        if message["type"] == "table" and message["version"] > now["version"]:
            return dict(message)
        if message["type"] == "error":
            assert message["code"] == "too-often"
            sleep(0.1)
            me.send(json.dumps({"version": now["version"], **request}))


@pytest.mark.slow
def test_two_rounds_through_a_websocket(server: PageServer) -> None:
    found = opened(server, "full-kripke", "", "greedy", "random")
    with sitting(server, found["id"], found["secrets"][1]) as me, sitting(server, found["id"]) as watcher:
        assert hear(me, "welcome")["seat"] == 1
        now = hear(me, "table")
        while len(now["scores"]) < 2:
            if now["choices"]:
                first = now["choices"][0]
                action = {"do": "bid", "tricks": first} if now["bidding"] else {"do": "play", "card": first}
                now = moved(me, now, {"type": "act", "action": action})
            else:
                now = moved(me, now, {"type": "step"})
            assert now["open"] == now["over"]
            assert now["open"] or not any(card for seat in (0, 2, 3) for card in now["hands"][seat])
        seen = hear(watcher, "table")
        while seen["version"] < now["version"]:
            assert seen["open"] or not any(card for hand in seen["hands"] for card in hand)
            seen = hear(watcher, "table")
        sleep(0.8)  # what may be asked at once is used up
        me.send(json.dumps({"type": "know", "turn": 5, "viewpoint": 3, "card": "AS"}))
        assert hear(me, "know")["viewpoint"] == 3  # the round is over: all may be seen
        for request, code in (
            ({"type": "step", "version": 0}, "stale"),
            ({"type": "look", "turn": 9999}, "no-such-turn"),
            ({"type": "know", "turn": 0, "viewpoint": 7, "card": "AS"}, "malformed"),
            ({"type": "ask", "turn": 0, "viewpoint": -2, "formula": "K[" * 300}, "malformed"),
            ({"type": "ask", "turn": 0, "viewpoint": -2, "formula": "K[N"}, "cannot-say"),
            (
                {"type": "act", "version": now["version"], "action": {"do": "play", "card": "AS"}},
                "not-your-turn",
            ),
        ):
            me.send(json.dumps(request))
            assert hear(me, "error")["code"] == code
        watcher.send(json.dumps({"type": "step", "version": now["version"]}))
        assert hear(watcher, "error")["code"] == "watching"


def test_tables_of_another_game_and_bad_requests_are_refused(server: PageServer) -> None:
    hanabi, cards = server.table("careful", "careful"), opened(server, *["greedy"] * 4)
    with sitting(server, hanabi["id"]) as socket:
        assert hear(socket, "error")["code"] == "unknown-table"
    with server.sit(cards["id"]) as socket:
        assert hear(socket, "error")["code"] == "unknown-table"
    for body, status in (
        ({"seats": [{"bot": "greedy"}] * 3}, 400),
        ({"seats": [{"bot": "nobody"}] * 4}, 400),
        ({"seats": [{"bot": "greedy"}] * 4, "rules": "fifteen"}, 400),
        (b"x" * 20_000, 413),
    ):
        assert server.ask("api/tables/boeren", body)[0] == status


def test_a_table_follows_from_its_saved_entries() -> None:
    table = table_of(*ONE, seed=9, moves=30)
    entries = [
        Dealt() if after.state.turn == 0 else Acted(_choice(before.state, after.state))
        for before, after in zip(table.moments, table.moments[1:], strict=False)
    ]
    again = BoerenPageTable(
        table.opening,
        msgspec.json.decode(
            msgspec.json.encode(entries), type=list[Acted[table_messages.BoerenChoice] | Dealt]
        ),
    )
    assert again.moments == table.moments
    assert again.now.match.setups == Match.shuffled(Dice(9), rule_set("text")).setups


@pytest.mark.slow
def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    first = start(tmp_path)
    try:
        found = opened(first, *["counter"] * 4)
        with sitting(first, found["id"]) as watcher:
            now = hear(watcher, "table")
            for _ in range(7):
                now = moved(watcher, now, {"type": "step"})
    finally:
        first.kill()
    again = start(tmp_path)
    try:
        with sitting(again, found["id"]) as watcher:
            assert hear(watcher, "table") == now
    finally:
        again.kill()


def _choice(before: State, after: State) -> table_messages.BoerenChoice:
    event = after.events[len(before.events)]
    if isinstance(event, BidMade | BidChanged):
        return table_messages.BidChoice(event.tricks)
    assert isinstance(event, CardPlayed)
    return table_messages.CardChoice(str(event.card))
