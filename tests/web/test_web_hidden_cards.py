"""No message to a seat says anything of the cards that it may not see."""

import asyncio
import json
import re
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from handsight.errors import RequestError
from handsight.game import Dice
from handsight.hanabi import Action, ClueGiven, GiveClue, Play, legal, view
from handsight.web import Store
from handsight.web.hanabi.table import (
    PAGE,
    HanabiOpening,
    HanabiPageTable,
    HanabiRequest,
    choice_of,
    possible_deck,
)
from handsight.web.server.game_table import EVERYONE
from handsight.web.server.table_messages import (
    ActRequest,
    BrowserConnection,
    Look,
    Say,
    SeatRequest,
    SetPace,
    Undo,
    Why,
    WriteNote,
)
from handsight.web.table_server import AnyTable, TableServer

GAMES = 200
VARIANTS = (
    "No Variant",
    "Rainbow (5 Suits)",
    "Up or Down (5 Suits)",
    "Throw It in a Hole (5 Suits)",
    "Duck (5 Suits)",
    "Cow & Pig (5 Suits)",
    "Sudoku (4 Suits)",
    "Clue Starved (5 Suits)",
    "Totally Blind (4 Suits)",
)


class FakeBrowser:
    """Keeps all that is sent to one browser."""

    def __init__(self, server: TableServer, table: HanabiPageTable, seat: int) -> None:
        self.texts: list[str] = []
        self.connection: BrowserConnection[AnyTable] = BrowserConnection(table, seat, self._take)
        self.server = server

    async def _take(self, text: str) -> None:
        self.texts.append(text)

    async def listen(self) -> None:
        await self.connection.serve(self.server.draw)


def others_secrets(opening: HanabiOpening, seat: int) -> list[str]:
    secrets = [other for at, other in enumerate(opening.secrets) if at != seat and other]
    return [*secrets, str(opening.seed)]


def check_picture(picture: dict[str, Any], table: HanabiPageTable, seat: int) -> None:
    """Compare what was sent with what the seat may know, card by card."""
    if table.over:
        return
    seats = range(len(table.opening.secrets)) if seat == EVERYONE else [seat]
    shown = [view(table.moments[picture["turn"]], at) for at in seats]
    hidden = {order for seen_view in shown for order, card in enumerate(seen_view.cards) if card is None}
    for hand in picture["hands"]:
        for held in hand:
            assert held["order"] not in hidden or held["card"] is None
    for order, card in picture["discards"]:
        assert order not in hidden or card is None
    if shown[0].stacks is None:
        assert picture["stacks"] is picture["strikes"] is picture["max_score"] is None
        assert not any(line.get("strike") for line in picture["log"])
    hidden_turns = {
        event.turn
        for seen_view in shown
        for event in seen_view.events
        if isinstance(event, ClueGiven) and event.clue is None
    }
    for line in picture["log"]:
        assert not line.get("why")
        if line["kind"] == "play" and line["orders"][0] in hidden:
            assert line["text"].endswith(f"card {line['orders'][0]}")
        if line["kind"] == "clue":
            assert (line["clue"] == "?") == (line["turn"] in hidden_turns)


def check_other_deal(table: HanabiPageTable, seat: int, number: int) -> None:
    """Deal the seat other cards that it cannot rule out: it must be shown the very same."""
    seen_view = view(table.now, seat)
    try:
        deck = possible_deck(seen_view, Dice(number))
    except RequestError:  # played cards lie face down
        return
    text = table.now.terms.variant.text
    opening = replace(
        table.opening, deck=tuple(map(text, deck)), moves=tuple(move.action for move in table.moves)
    )
    other = HanabiPageTable(opening)
    assert other.picture(seat, other.turn) == table.picture(seat, table.turn)
    assert other.picture(seat, table.now.turn // 2) == table.picture(seat, table.now.turn // 2)


class Party:
    """People who act at random, bots and a watcher at one table; all they are sent is checked."""

    def __init__(self, server: TableServer, number: int) -> None:
        self.server, self.number, self.chance = server, number, Random(number)
        self.people = self.chance.randint(1, 2)
        players = self.chance.randint(2, 5)
        seats = tuple(SeatRequest(bot="" if at < self.people else "random") for at in range(players))
        request = HanabiRequest(seats=seats, variant=VARIANTS[number % len(VARIANTS)], pause=0)
        table = server.table(server.open(request).id)
        assert isinstance(table, HanabiPageTable)
        self.table = table
        self.browsers = [FakeBrowser(server, self.table, seat) for seat in (*range(self.people), EVERYONE)]
        self.heard = 0

    async def play(self) -> int:
        """Play to the end; return how many messages were checked."""
        tasks = [asyncio.create_task(browser.listen()) for browser in self.browsers]
        for browser in self.browsers:
            self.server.join(browser.connection)
        while not self.table.over and self.heard < 1500:
            await asyncio.sleep(0 if self.table.now.seat < self.people else 0.0005)
            if self.table.now.seat < self.people and not self.table.over:
                await self.step(self.browsers[self.table.now.seat].connection)
            self.check()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for browser in self.browsers:
            self.server.leave(browser.connection)
        return self.heard

    async def step(self, connection: BrowserConnection[AnyTable]) -> None:
        table, chance, turn = self.table, self.chance, self.table.now.turn
        if chance.random() < 0.1:
            await self.server.handle(connection, Look(chance.randint(0, turn)))
        if chance.random() < 0.1:
            check_other_deal(table, connection.seat, self.number)
        if chance.random() < 0.1:
            order = chance.randrange(table.cards)
            await self.server.handle(connection, WriteNote(order, f"note-of-seat-{connection.seat}"))
            if self.people > 1:
                await self.server.handle(connection, Say(f"turn {turn}"))
        if chance.random() < 0.05:
            await self.refused(self.browsers[-1].connection, Why(0), SetPace(0, going=False))
            if not table.opening.request.practises:
                await self.refused(connection, Why(0), SetPace(0, going=False))
        if table.opening.request.practises and turn > 5 and chance.random() < 0.05:
            await self.server.handle(connection, Undo(table.version))
        else:
            await self.server.handle(connection, ActRequest(table.version, choice_of(self.choose())))

    async def refused(self, connection: BrowserConnection[AnyTable], *requests: Why | SetPace) -> None:
        """Ask for what others may have."""
        for request in requests:
            with pytest.raises(RequestError):
                await self.server.handle(connection, request)

    def choose(self) -> Action:
        """Take any action, but seldom play blindly, so that games last."""
        options = list(legal(self.table.now))
        clues = [act for act in options if isinstance(act, GiveClue)]
        quiet = [act for act in options if not isinstance(act, Play)]
        chance = self.chance.random()
        return self.chance.choice(
            clues if clues and chance < 0.5 else quiet if quiet and chance < 0.9 else options
        )

    def check(self) -> None:
        for browser in self.browsers:
            for text in browser.texts:
                assert not any(
                    secret in text for secret in others_secrets(self.table.opening, browser.connection.seat)
                )
                message = json.loads(text)
                if message["type"] in ("chat", "notes"):
                    self.check_talk(message, browser.connection.seat)
                    continue
                assert message["type"] in ("welcome", "table", "look")  # a reason only where it is asked for
                picture = message.get("picture", message)
                if picture.get("type", "table") == "table" and picture["turn"] < len(self.table.moments):
                    check_picture(picture, self.table, browser.connection.seat)
            self.heard += len(browser.texts)
            browser.texts.clear()

    def check_talk(self, message: dict[str, Any], seat: int) -> None:
        """Chat is what was said; notes are the reader's own while the game goes on."""
        if message["type"] == "chat":
            assert all(re.fullmatch(r"turn \d+", line["text"]) for line in message["lines"])
        elif not self.table.over:
            assert set(message["notes"]) <= {str(seat)}
            assert all(
                text == f"note-of-seat-{seat}" for text in message["notes"].get(str(seat), {}).values()
            )


@pytest.mark.slow
def test_no_message_of_200_games_reveals_a_hidden_card() -> None:
    async def play_all() -> int:
        server = TableServer(PAGE, Store(":memory:"))
        heard = 0
        for number in range(GAMES):
            heard += await Party(server, number).play()
        server.close()
        return heard

    assert asyncio.run(play_all()) > 20 * GAMES


def test_what_a_seat_is_sent_does_not_depend_on_its_own_cards() -> None:
    server = TableServer(PAGE, Store(":memory:"))
    bot = SeatRequest(bot="random")
    table = server.table(server.open(HanabiRequest(seats=(SeatRequest(), bot, bot))).id)
    assert isinstance(table, HanabiPageTable)
    for number in range(12):
        action = next(act for act in legal(table.now) if not isinstance(act, Play))
        table.apply(*table.check_request(table.now.seat, ActRequest(table.version, choice_of(action))))
        for seat in range(3):
            check_other_deal(table, seat, number)
