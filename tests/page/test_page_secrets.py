"""No message to a seat says anything of the cards that it may not see."""

import asyncio
import json
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from handsight.errors import RequestError
from handsight.hanabi import Action, ClueGiven, GiveClue, Play, legal, view
from handsight.table import Dice
from handsight.web import Hall, Store
from handsight.web.hanabi.entries import Opening, choice_of
from handsight.web.hanabi.hypothetical import supposed
from handsight.web.hanabi.messages import Act, Look, Tempo, Undo, Why
from handsight.web.hanabi.new_table import Order, Place
from handsight.web.hanabi.table import Table
from handsight.web.hanabi.view import EVERYONE
from handsight.web.server.connection import Guest

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


class Ear:
    """Hears all that is sent to one browser."""

    def __init__(self, hall: Hall, table: Table, seat: int) -> None:
        self.texts: list[str] = []
        self.guest = Guest(table, seat, self._take)
        self.hall = hall

    async def _take(self, text: str) -> None:
        self.texts.append(text)

    async def listen(self) -> None:
        await self.guest.attend(self.hall.draw)


def others_secrets(opening: Opening, seat: int) -> list[str]:
    secrets = [other.secret for at, other in enumerate(opening.seats) if at != seat and other.secret]
    return [*secrets, str(opening.seed)]


def check_picture(picture: dict[str, Any], table: Table, seat: int) -> None:
    """Compare what was sent with what the seat may know, card by card."""
    if table.state.over:
        return
    seats = range(len(table.opening.seats)) if seat == EVERYONE else [seat]
    shown = [view(table.states[picture["turn"]], at) for at in seats]
    hidden = {order for look in shown for order, card in enumerate(look.cards) if card is None}
    for hand in picture["hands"]:
        for held in hand:
            assert held["order"] not in hidden or held["card"] is None
    for order, card in picture["discards"]:
        assert order not in hidden or card is None
    if shown[0].stacks is None:
        assert picture["stacks"] is picture["strikes"] is picture["max_score"] is None
        assert not any(line.get("strike") for line in picture["log"])
    untold = {
        event.turn
        for look in shown
        for event in look.events
        if isinstance(event, ClueGiven) and event.clue is None
    }
    for line in picture["log"]:
        assert not line.get("why")
        if line["kind"] == "play" and line["orders"][0] in hidden:
            assert line["text"].endswith(f"card {line['orders'][0]}")
        if line["kind"] == "clue":
            assert (line["clue"] == "?") == (line["turn"] in untold)


def check_other_deal(table: Table, seat: int, number: int) -> None:
    """Deal the seat other cards that it cannot rule out: it must be shown the very same."""
    look = view(table.state, seat)
    try:
        deck = supposed(look, Dice(number))
    except RequestError:  # played cards lie face down
        return
    text = table.state.terms.variant.text
    opening = replace(table.opening, deck=tuple(map(text, deck)), moves=tuple(map(choice_of, table.actions)))
    other = Table(opening)
    assert other.picture(seat) == table.picture(seat)
    assert other.picture(seat, table.state.turn // 2) == table.picture(seat, table.state.turn // 2)


class Party:
    """People and bots at one table, and one who watches; people act by chance, and every ear is checked."""

    def __init__(self, hall: Hall, number: int) -> None:
        self.hall, self.number, self.chance = hall, number, Random(number)
        self.people = self.chance.randint(1, 2)
        players = self.chance.randint(2, 5)
        seats = tuple(Place(bot="" if at < self.people else "random") for at in range(players))
        opened = hall.open(Order(seats, VARIANTS[number % len(VARIANTS)], pause=0))
        self.table = hall.table(opened.id)
        self.ears = [Ear(hall, self.table, seat) for seat in (*range(self.people), EVERYONE)]
        self.heard = 0

    async def play(self) -> int:
        """Play to the end; return how many messages were checked."""
        tasks = [asyncio.create_task(ear.listen()) for ear in self.ears]
        for ear in self.ears:
            self.hall.join(ear.guest)
        while not self.table.state.over and self.heard < 1500:
            await asyncio.sleep(0 if self.table.state.seat < self.people else 0.0005)
            if self.table.state.seat < self.people and not self.table.state.over:
                await self.step(self.ears[self.table.state.seat].guest)
            self.check()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for ear in self.ears:
            self.hall.leave(ear.guest)
        return self.heard

    async def step(self, guest: Guest) -> None:
        table, chance, turn = self.table, self.chance, self.table.state.turn
        if chance.random() < 0.1:
            await self.hall.heed(guest, Look(chance.randint(0, turn)))
        if chance.random() < 0.1:
            check_other_deal(table, guest.seat, self.number)
        if chance.random() < 0.05:
            await self.refused(self.ears[-1].guest, Why(0), Tempo(0, going=False))
            if not table.opening.practice:
                await self.refused(guest, Why(0), Tempo(0, going=False))
        if table.opening.practice and turn > 5 and chance.random() < 0.05:
            await self.hall.heed(guest, Undo(table.at))
        else:
            await self.hall.heed(guest, Act(table.at, choice_of(self.choose())))

    async def refused(self, guest: Guest, *requests: Why | Tempo) -> None:
        """Ask for what others may have."""
        for request in requests:
            with pytest.raises(RequestError):
                await self.hall.heed(guest, request)

    def choose(self) -> Action:
        """Take any action, but seldom play blindly, so that games last."""
        options = list(legal(self.table.state))
        clues = [act for act in options if isinstance(act, GiveClue)]
        quiet = [act for act in options if not isinstance(act, Play)]
        chance = self.chance.random()
        return self.chance.choice(
            clues if clues and chance < 0.5 else quiet if quiet and chance < 0.9 else options
        )

    def check(self) -> None:
        for ear in self.ears:
            for text in ear.texts:
                assert not any(
                    secret in text for secret in others_secrets(self.table.opening, ear.guest.seat)
                )
                message = json.loads(text)
                assert message["type"] in ("welcome", "table", "look")  # a reason only where it is asked for
                picture = message.get("picture", message)
                if picture["type"] == "table" and picture["turn"] < len(self.table.states):
                    check_picture(picture, self.table, ear.guest.seat)
            self.heard += len(ear.texts)
            ear.texts.clear()


@pytest.mark.slow
def test_no_message_of_200_games_betrays_a_hidden_card():
    async def play_all() -> int:
        hall = Hall(Store(":memory:"))
        heard = 0
        for number in range(GAMES):
            heard += await Party(hall, number).play()
        hall.close()
        return heard

    assert asyncio.run(play_all()) > 20 * GAMES


def test_what_a_seat_is_shown_does_not_hang_on_its_own_cards():
    hall = Hall(Store(":memory:"))
    opened = hall.open(Order((Place(), Place(bot="random"), Place(bot="random"))))
    table = hall.table(opened.id)
    for number in range(12):
        action = next(act for act in legal(table.state) if not isinstance(act, Play))
        table.follow(table.asked(table.state.seat, Act(table.at, choice_of(action))))
        for seat in range(3):
            check_other_deal(table, seat, number)
