"""Tables of Boeren Bridge as they are set: rounds, trump, undo."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from web.example_boeren_tables import step, table_of
from web.example_openings import opening_of
from web.page_server import PageServer, hear, start
from websockets.sync.client import ClientConnection, connect

from handsight.analysis.boeren.analyse import RoundSettings, analyse_turn
from handsight.boeren import SEAT_NAMES, Card, State, deal, hook, rule_set
from handsight.boeren.match import Match
from handsight.errors import RequestError
from handsight.game import Dice
from handsight.web.boeren.table import PAGE, BidChoice, BoerenPageTable, Dealt
from handsight.web.boeren.table_questions import AskReasons, AskWorth, KnowCard, answer
from handsight.web.server.game_table import EVERYONE, OPEN, Acted, Undone
from handsight.web.server.table_messages import Undo

ONE = ("", "greedy", "greedy", "greedy")


def opened(server: PageServer, *bots: str, **words: Any) -> tuple[int, Any]:
    return server.ask("api/tables/boeren", {"seats": [{"bot": bot} for bot in bots], **words})


@contextmanager
def sitting(server: PageServer, table: str, secret: str = "") -> Iterator[ClientConnection]:
    with connect(f"ws://127.0.0.1:{server.port}/ws/boeren/{table}", max_size=1 << 20) as socket:
        socket.send(json.dumps({"type": "hello", "seat": secret}))
        yield socket


def test_the_whole_match_of_the_rules_can_be_played() -> None:
    table = table_of(*["greedy"] * 4, seed=5, schedule="long")
    assert table.now.match.setups == Match.shuffled(Dice(5), rule_set("fifteen")).setups
    while not table.now.match.over:
        step(table)
    drawn = table.picture(EVERYONE, table.turn)
    assert drawn["sizes"] == [*range(1, 9), *range(7, 0, -1)]
    assert (len(drawn["scores"]), drawn["ended"], drawn["stock"]) == (15, True, 48)


def test_a_table_is_dealt_as_requested(server: PageServer) -> None:
    words = {"schedule": "2..3/52", "trump": "turn_up", "seed": 9, "rules": "author"}
    status, found = opened(server, *ONE, **words, dealer_change="barred", zero_bonus="from_six")
    assert status == 200, found
    with sitting(server, found["id"], found["secrets"][0]) as me:
        welcome, now = hear(me, "welcome"), hear(me, "table")
        assert welcome["settings"] == {
            "rules": "author",
            "schedule": "2-3/52",
            "trump": "turn_up",
            "dealer_change": "barred",
            "first_lead": "winner_opens",
            "zero_bonus": "from_six",
        }
        assert welcome["practice"]
        assert (now["sizes"], now["stock"], now["ranks"]) == ([2, 3], 44, 13)
        assert Card.read(now["turned"]).suit == now["trump"]
        for card in (now["turned"], "AS", *now["hands"][0]):
            me.send(json.dumps({"type": "know", "turn": 0, "viewpoint": 0, "card": card}))
            known = hear(me, "know")
            assert known["held"][now["turned"]] == "stock"
            shares = (one / all_ for owners in known["owners"].values() for one, all_ in owners.values())
            assert sum(shares) == pytest.approx(len(known["owners"]))
        me.send(json.dumps({"type": "nested", "turn": 0, "viewpoint": 0, "card": now["turned"], "depth": 1}))
        assert "lies open" in hear(me, "error")["message"]


def test_what_a_move_was_worth_is_asked_of_its_own_round() -> None:
    table = table_of(*["greedy"] * 4, seed=3, schedule="2-3/52")
    while table.now.round == 0 or table.now.state.bidding:
        step(table)
    step(table)
    last = table.turn - 1
    game, turn, at = table.round_with(last)
    assert game.states[at] == table.moment(last).state
    assert game.final == table.moment(last + 1).state
    asked = table.question(EVERYONE, AskWorth(last))
    assert asked.seconds
    found = asked.answer(None, *asked.args)
    alone = analyse_turn(game, at, RoundSettings())
    assert found == {"type": "worth", **alone, "turn": turn}
    assert found["played"] in [move["move"] for move in found["moves"]]
    dealt = next(at for at, move in enumerate(table.moves) if isinstance(move, Dealt))
    with pytest.raises(RequestError, match="nobody moved here"):
        table.question(EVERYONE, AskWorth(dealt))


def test_what_a_move_was_worth_tells_nobody_of_cards_that_are_hidden() -> None:
    table = table_of("", "", "greedy", "greedy", moves=3)  # two people: no practice
    for seat in (0, EVERYONE):
        with pytest.raises(RequestError):
            table.question(seat, AskWorth(1))
    while not table.now.state.over:
        step(table)
    assert table.question(0, AskWorth(1)).seconds


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"schedule": "sometimes"}, "is not a schedule"),
        ({"schedule": "14"}, "1 to 13"),
        ({"schedule": "1..13..1..13/52"}, "30 are the most"),
        ({"schedule": "x" * 61}, "length <= 60"),
        ({"trump": "turn_up"}, "only be turned up from a stock"),
        ({"trump": "none"}, "none"),
        ({"rules": "fifteen"}, "fifteen"),
        ({"seed": -1}, ">= 0"),
    ],
)
def test_bad_options_are_explained(server: PageServer, words: dict[str, Any], said: str) -> None:
    status, answer = opened(server, *ONE, **words)
    assert status == 400
    assert said in answer["message"]


def test_practice_and_a_chosen_deal_are_for_one_person(server: PageServer) -> None:
    for words in ({"practice": True}, {"seed": 1}):
        assert opened(server, "", "", "greedy", "greedy", **words)[0] == 400
        assert opened(server, *ONE, **words)[0] == 200
    assert opened(server, *["greedy"] * 4, seed=1)[0] == 200


def test_a_move_is_taken_back_with_all_that_followed() -> None:
    table = table_of(*ONE, seed=5, moves=30)
    assert table.now.round == 1
    mine = [t for t, m in enumerate(table.moments[:-1]) if m.state.seat == 0 and not m.state.over]
    for back in reversed(mine[-6:]):
        before = table.version
        table.apply(*table.check_request(0, Undo(table.version)))
        assert (table.turn, table.version) == (back, before + 1)
        assert table.now.state.seat == 0
        assert not any(card for hand in table.picture(0, table.turn)["hands"][1:] for card in hand)
    while table.turn != mine[0]:
        table.apply(*table.check_request(0, Undo(table.version)))
    with pytest.raises(RequestError, match="not made a move"):
        table.check_request(0, Undo(table.version))


def test_a_dealer_changes_its_bid() -> None:
    """Where all bids add up, the table asks the dealer again, and the log tells everybody."""
    table = next(table_of(*ONE, seed=seed) for seed in range(1, 50) if dealer_of(seed) == 0)
    while table.now.state.seat != 0:
        step(table)
    guess = hook(table.now.state)
    assert guess is not None
    table.apply(Acted(BidChoice(guess)))
    shown = table.picture(0, table.turn)
    assert (shown["must_change"], shown["bidding"], shown["mover"]) == (True, True, 0)
    assert shown["choices"] == [tricks for tricks in (guess - 1, guess + 1) if 0 <= tricks <= 3]
    assert table.picture(1, table.turn)["choices"] == []
    first = int(shown["choices"][0])
    table.apply(Acted(BidChoice(first)))
    for seat in (0, 2, EVERYONE):
        after = table.picture(seat, table.turn)
        last = after["log"][-1]
        assert (last["kind"], last["seat"], last["turn"], last["turn"]) == ("change", 0, 5, table.turn)
        assert last["text"] == f"S0 had to change its guess from {guess} to {first}"
        assert last["formula"] == f"changed(N) & guess(N)={guess} & bid(N)={first}"
        assert (after["log"][0]["kind"], after["log"][0]["turn"]) == ("trump", 0)
    assert not table.picture(0, table.turn)["must_change"]


def dealer_of(seed: int) -> int:
    """Return who deals first, where the bids of greedy bots leave the dealer a bid with which all add up."""
    state = table_of(*["greedy"] * 4, seed=seed, moves=3).now.state
    return -1 if hook(state) is None else state.dealer


def test_only_one_who_practises_takes_back() -> None:
    table = table_of(*ONE, seed=5, moves=9)
    with pytest.raises(RequestError, match="watching"):
        table.check_request(EVERYONE, Undo(table.version))
    with pytest.raises(RequestError, match="changed since"):
        table.check_request(0, Undo(table.version - 1))
    with pytest.raises(RequestError, match="practice tables"):
        table_of("", "", "greedy", "greedy", moves=9).check_request(0, Undo(9))


@pytest.mark.slow
def test_an_undone_match_is_there_after_a_restart(tmp_path: Path) -> None:
    first = start(tmp_path)
    try:
        _, found = opened(first, *ONE)
        with sitting(first, found["id"], found["secrets"][0]) as me:
            now = hear(me, "table")
            undone = False
            while not (undone and now["turn"] > 9):
                request: dict[str, Any] = {"type": "step"}
                if now["choices"]:
                    choice = now["choices"][0]
                    action = (
                        {"do": "bid", "tricks": choice} if now["bidding"] else {"do": "play", "card": choice}
                    )
                    request = {"type": "act", "action": action}
                if now["turn"] == 9 and not undone:
                    request, undone = {"type": "undo"}, True
                me.send(json.dumps({"version": now["version"], **request}))
                now = hear(me, "table")
            assert now["version"] > now["turn"]
    finally:
        first.kill()
    again = start(tmp_path)
    try:
        with sitting(again, found["id"], found["secrets"][0]) as me:
            assert hear(me, "table") == now
    finally:
        again.kill()


def test_a_table_without_a_schedule_has_the_rounds_of_its_rules() -> None:
    seats = [(name, "greedy") for name in "NESW"]
    table = BoerenPageTable(opening_of(PAGE, *seats, seed=9, schedule=""), [Acted(BidChoice(0)), Undone(0)])
    assert table.now.match.setups == Match.shuffled(Dice(9), rule_set("text")).setups
    assert (table.turn, table.version) == (0, 2)


def otherwise(state: State, dice: Dice) -> State:
    """Swap a card of another hand for one of the stock, where nobody has done anything yet."""
    hands = list(state.setup.hands)
    dealt = {card for hand in hands for card in hand} | {state.setup.turned}
    stock = [card for card in state.terms.pack if card not in dealt]
    hands[1] = tuple(sorted((*hands[1][1:], stock[dice.below(len(stock))])))
    return deal(type(state.setup)(state.terms, tuple(hands), state.trump, state.dealer, state.setup.turned))


def test_nothing_of_the_stock_is_revealed() -> None:
    table = table_of(*ONE, schedule="3/52", trump="turn_up")
    state = table.now.state
    for number in range(6):
        other = otherwise(state, Dice(number))
        other_table = table_of(*ONE, schedule="3/52", trump="turn_up")
        other_table.moments = [table.now._replace(state=other)]
        for seat in (0, EVERYONE):
            assert other_table.picture(seat, 0) == table.picture(seat, 0)
            question = KnowCard(0, seat, "KD")
            assert answer(print, other, question) == answer(print, state, question)


def test_those_who_see_all_see_the_stock() -> None:
    state = deal(Match.shuffled(Dice(2), rule_set("fifteen")).setups[1])
    held = {card for hand in state.hands for card in hand}
    stock = next(card for card in state.terms.pack if card not in held)
    known = answer(print, state, KnowCard(0, OPEN, str(stock)))
    assert known["model"]["actual"] == "stock"
    assert len(known["model"]["worlds"]) == 5


def reasons_of(table: BoerenPageTable, seat: int, turn: int) -> dict[str, Any]:
    question = table.question(seat, AskReasons(turn))
    found: dict[str, Any] = question.answer(print, *question.args)
    return found


def test_a_card_has_the_path_that_led_to_it() -> None:
    table = table_of("full-kripke", "greedy-kripke", "counter", "sampler deals=5", seed=3)
    while table.turn < 16:
        table.apply(*table.decide(table.now))
    for turn in range(16):
        state, found = table.moment(turn).state, reasons_of(table, EVERYONE, turn)
        assert (found["type"], found["turn"], found["seat"]) == ("reasons", turn, SEAT_NAMES[state.seat])
        assert found["why"] == table.moves[turn].why != ""
        if state.bidding:
            assert found["path"] is None
            continue
        path = found["path"]
        own = "sampler" not in found["bot"]
        assert path["bot"] == (found["bot"] if own else "full-kripke")
        assert not own or found["card"] in path["cards"]
        assert path["svg"].count("on-path") == 2 * len(path["steps"]) + 1
        if "only card" not in found["why"] and own:
            assert found["why"].endswith(f"({path['graph']} graph, {path['number']})")
            assert all(step["fact"] in found["why"] for step in path["steps"])


def test_reasons_are_for_those_who_practise_or_see_all() -> None:
    table = table_of("", "", "greedy-kripke", "greedy-kripke", seed=5, moves=9)
    for seat in (0, EVERYONE):
        with pytest.raises(RequestError):
            reasons_of(table, seat, 8)
    practice = table_of(*ONE, seed=5, moves=9)
    assert reasons_of(practice, 0, 8)["path"]["bot"] == "full-kripke"
    with pytest.raises(RequestError, match="moves so far"):
        reasons_of(practice, 0, 9)
    while not table.now.state.over:
        step(table)
    assert reasons_of(table, 0, 8)["path"]
    step(table)
    assert reasons_of(table, 0, table.turn - 1)["path"] is None, "a round was dealt"
