"""Names, notes, chat and the next table: who reads what, what is kept, and what is refused."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from handsight.errors import RequestError
from handsight.game import Dice
from handsight.hanabi import Play, legal
from handsight.notation import read
from handsight.web import Store
from handsight.web.boeren.table import PAGE as BOEREN
from handsight.web.boeren.table import BoerenPageTable, BoerenRequest
from handsight.web.hanabi.table import (
    PAGE,
    HanabiPageTable,
    HanabiRequest,
    StopChoice,
    choice_of,
    possible_deck,
)
from handsight.web.server.game_table import EVERYONE
from handsight.web.server.table_messages import (
    MOST_LINES,
    MOST_NOTE,
    MOST_SAID,
    ActRequest,
    BrowserConnection,
    Named,
    PlayAgain,
    Say,
    SeatRequest,
    SetName,
    Why,
    WriteNote,
    decode,
    own_name,
    plain_text,
)
from handsight.web.server.table_store import check_store, talk_file
from handsight.web.table_server import AnyTable, TableServer

PERSON = SeatRequest()
BOT = SeatRequest(bot="random")


class Browser:
    """Keeps all that is sent to one browser."""

    def __init__(self, server: TableServer, table: AnyTable, seat: int) -> None:
        self.texts: list[str] = []
        self.server = server
        self.connection: BrowserConnection[AnyTable] = BrowserConnection(table, seat, self._take)
        self.task = asyncio.create_task(self.connection.serve(server.draw))
        server.join(self.connection)

    async def _take(self, text: str) -> None:
        self.texts.append(text)

    async def ask(self, request: object) -> None:
        await self.server.handle(self.connection, request)

    async def heard(self, kind: str) -> list[dict[str, Any]]:
        await asyncio.sleep(0.01)
        return [one for one in map(json.loads, self.texts) if one["type"] == kind]


def served(work: Callable[[TableServer], Coroutine[Any, Any, None]], store: Store | None = None) -> None:
    """Do some work with a server in an event loop."""

    async def run() -> None:
        server = TableServer(PAGE, store or Store(":memory:"))
        await work(server)
        server.close()

    asyncio.run(run())


def opened(server: TableServer, *seats: SeatRequest, **fields: Any) -> HanabiPageTable:
    table = server.table(server.open(HanabiRequest(seats=seats, **fields)).id)
    assert isinstance(table, HanabiPageTable)
    return table


def moved(table: HanabiPageTable) -> ActRequest[Any]:
    """Choose a move that ends nothing."""
    action = next(act for act in legal(table.now) if not isinstance(act, Play))
    return ActRequest(table.version, choice_of(action))


async def lose(table: HanabiPageTable, browsers: list[Browser]) -> None:
    """Play any cards until the game is over."""
    while not table.over:
        action = next(act for act in legal(table.now) if isinstance(act, Play))
        await browsers[table.now.seat].ask(ActRequest(table.version, choice_of(action)))


def test_names_are_told_to_everybody_and_stay_different() -> None:
    async def work(server: TableServer) -> None:
        table = opened(server, PERSON, PERSON, BOT)
        anna, other = Browser(server, table, 0), Browser(server, table, 1)
        await anna.ask(SetName("  Anna\n<b> "))
        await other.ask(SetName("anna <B>"))
        assert table.names == ("Anna <b>", "anna <B> 2", "Cathy")
        assert (await other.heard("table"))[-1]["names"] == list(table.names)
        await anna.ask(moved(table))
        assert (await other.heard("table"))[-1]["log"][0]["text"].startswith("Anna <b>")
        with pytest.raises(RequestError, match="at least one letter"):
            await anna.ask(SetName(" \t"))
        with pytest.raises(RequestError, match="watching"):
            await Browser(server, table, EVERYONE).ask(SetName("Eve"))

    served(work)
    assert own_name("Anna", ["anna", "ANNA 2"]) == "Anna 3"
    assert plain_text("a\u202eb\r\nc\0") == "a b c"


def test_notes_are_the_writers_own_until_the_game_is_over() -> None:
    async def work(server: TableServer) -> None:
        table = opened(server, PERSON, PERSON)
        first, second, watcher = (Browser(server, table, seat) for seat in (0, 1, EVERYONE))
        await first.ask(WriteNote(3, "maybe red 2"))
        await second.ask(WriteNote(7, "a secret thought"))
        await second.ask(WriteNote(8, "gone"))
        await second.ask(WriteNote(8, ""))
        assert (await first.heard("notes"))[-1]["notes"] == {"0": {"3": "maybe red 2"}}
        assert (await second.heard("notes"))[-1]["notes"] == {"1": {"7": "a secret thought"}}
        assert await watcher.heard("notes") == []
        late = Browser(server, table, 0)
        assert (await late.heard("notes"))[-1]["notes"] == {"0": {"3": "maybe red 2"}}
        for browser in (first, late, watcher):
            assert not any("secret thought" in text for text in browser.texts)
        with pytest.raises(RequestError, match="cards 0 to 49"):
            await first.ask(WriteNote(50, "x"))
        with pytest.raises(RequestError, match="watching"):
            await watcher.ask(WriteNote(0, "x"))
        await lose(table, [first, second])
        everything = {"0": {"3": "maybe red 2"}, "1": {"7": "a secret thought"}}
        for browser in (first, second, watcher):
            assert (await browser.heard("notes"))[-1]["notes"] == everything
        (game,) = read(table.record(), "game")
        assert game.game is not None
        assert game.game.notes == (("", "", "", "maybe red 2"), (*[""] * 7, "a secret thought"))

    served(work)


def test_what_a_seat_is_sent_depends_on_no_hidden_card_and_no_note_of_others() -> None:
    """Byte by byte: another deal that the seat cannot rule out, and other notes of the other person."""

    async def sent(server: TableServer, table: HanabiPageTable, seat: int, note: str) -> list[str]:
        browsers = [Browser(server, table, at) for at in (0, 1)]
        await browsers[0].ask(SetName("Anna"))
        await browsers[1].ask(Say("good luck"))
        await browsers[seat].ask(WriteNote(2, "mine"))
        await browsers[1 - seat].ask(WriteNote(2, note))
        late = Browser(server, table, seat)
        await late.heard("table")
        texts = [*browsers[seat].texts, *late.texts]
        return [text.replace(table.opening.id, "ID") for text in texts]

    async def work(server: TableServer) -> None:
        for seat in (0, 1):
            table = opened(server, PERSON, PERSON, seed=None)
            for _ in range(8):
                table.apply(*table.check_request(table.now.seat, moved(table)))
            said = [await sent(server, table, seat, "one thing")]
            for number in range(4):
                deck = possible_deck(table.view(seat), Dice(number))
                text = table.now.terms.variant.text
                again = replace(table.opening, id=f"other{seat}{number}", deck=tuple(map(text, deck)))
                server.store.save_table(again)
                other = server.table(again.id)
                assert isinstance(other, HanabiPageTable)
                for move in table.moves:
                    other.apply(move)
                said.append(await sent(server, other, seat, f"another {number}"))
            clock = [[_without_times(text) for text in texts] for texts in said]
            assert all(texts == clock[0] for texts in clock[1:])
            assert any('"good luck"' in text for text in clock[0])

    served(work)


def _without_times(text: str) -> str:
    message = json.loads(text)
    for line in message.get("lines", ()):
        line["time"] = 0
    return json.dumps(message)


def test_chat_is_kept_with_the_table_and_bounded(tmp_path: Path) -> None:
    store = Store(tmp_path)
    found: list[str] = []

    async def work(server: TableServer) -> None:
        table = opened(server, PERSON, PERSON)
        found.append(table.opening.id)
        first, watcher = Browser(server, table, 0), Browser(server, table, EVERYONE)
        await first.ask(Say(" <img src=x>\nhello "))
        (_, line) = await watcher.heard("chat")
        assert line["lines"][0]["text"] == "<img src=x> hello"
        with pytest.raises(RequestError, match="watching"):
            await watcher.ask(Say("slot 2 is red"))
        with pytest.raises(RequestError, match="empty"):
            await first.ask(Say("   "))
        for number in range(MOST_LINES + 5):
            await first.ask(Say(f"line {number}"))
        await first.ask(SetName("Anna"))
        await first.ask(WriteNote(1, "kept"))

    async def later(server: TableServer) -> None:
        table = server.table(found[0])
        late = Browser(server, table, 0)
        (chat,) = await late.heard("chat")
        assert chat["fresh"]
        assert [line["text"] for line in chat["lines"]] == [f"line {n}" for n in range(5, MOST_LINES + 5)]
        assert table.names[0] == "Anna"
        assert (await late.heard("notes"))[0]["notes"] == {"0": {"1": "kept"}}
        alone = opened(server, PERSON, BOT)
        with pytest.raises(RequestError, match="several people"):
            await Browser(server, alone, 0).ask(Say("hello"))

    served(work, store)
    store.close()
    served(later, Store(tmp_path))


@pytest.mark.parametrize(
    "message",
    [
        {"type": "say", "text": "x" * (MOST_SAID + 1)},
        {"type": "note", "order": 0, "text": "x" * (MOST_NOTE + 1)},
        {"type": "note", "order": -1, "text": "x"},
        {"type": "name", "name": "x" * 31},
        {"type": "say", "text": "x", "seat": 1},
        {"type": "again", "same_deal": 1},
    ],
)
def test_what_is_too_long_or_unknown_is_refused(message: dict[str, Any]) -> None:
    with pytest.raises(RequestError, match="cannot be read"):
        decode(json.dumps(message), HanabiPageTable.request_decoder)


@pytest.mark.parametrize("same_deal", [False, True])
def test_the_same_people_play_again(same_deal: bool) -> None:
    async def work(server: TableServer) -> None:
        table = opened(server, PERSON, PERSON, BOT)
        people = [Browser(server, table, seat) for seat in (0, 1)]
        watcher = Browser(server, table, EVERYONE)
        await people[0].ask(SetName("Anna"))
        with pytest.raises(RequestError, match="when this one is over"):
            await people[0].ask(PlayAgain(same_deal))
        table.apply(*_stopped(table))
        await people[1].ask(PlayAgain(same_deal))
        await people[0].ask(PlayAgain(same_deal))  # to the same table
        told = [(await browser.heard("next"))[-1] for browser in (*people, watcher)]
        assert len({one["id"] for one in told}) == 1
        again = server.table(told[0]["id"])
        assert isinstance(again, HanabiPageTable)
        assert again.names[0] == "Anna"
        assert (again.deal_text() == table.deal_text()) == same_deal
        assert [again.seat_of(one["secret"]) for one in told] == [0, 1, EVERYONE]
        secrets = set(filter(None, again.opening.secrets))
        assert not secrets & set(table.opening.secrets)
        for browser, one in zip((*people, watcher), told, strict=True):
            others = secrets - {one["secret"]}
            assert not any(secret in text for secret in others for text in browser.texts)
        with pytest.raises(RequestError, match="watching"):
            await watcher.ask(PlayAgain())

    served(work)


def _stopped(table: HanabiPageTable) -> tuple[Any, Any]:
    from handsight.web.server.game_table import Acted

    entry: Acted[Any] = Acted(StopChoice())
    return entry, table.after(table.now, entry)


def test_watchers_see_all_hands_only_where_the_table_allows_it() -> None:
    async def work(server: TableServer) -> None:
        for open_hands in (False, True):
            table = opened(server, PERSON, PERSON, open_hands=open_hands)
            player, watcher = Browser(server, table, 0), Browser(server, table, EVERYONE)
            assert (await player.heard("welcome"))[0]["open_hands"] == open_hands
            seen = (await watcher.heard("table"))[-1]["hands"]
            assert all((held["card"] is not None) == open_hands for hand in seen for held in hand)
            own = (await player.heard("table"))[-1]["hands"]
            assert all(held["card"] is None for held in own[0])
            table.apply(*table.check_request(0, moved(table)))
            if not open_hands:
                with pytest.raises(RequestError):
                    await watcher.ask(Why(0))
            with pytest.raises(RequestError):
                await player.ask(Why(0))

    served(work)


def test_watchers_of_boeren_bridge_see_all_hands_only_where_the_table_allows_it() -> None:
    server = TableServer(BOEREN, Store(":memory:"))
    for open_hands in (False, True):
        request = BoerenRequest(seats=(PERSON,) * 4, open_hands=open_hands)
        table = server.table(server.open(request).id)
        assert isinstance(table, BoerenPageTable)
        hands = table.picture(EVERYONE, 0)["hands"]
        assert all((card is not None) == open_hands for hand in hands for card in hand)
        assert [all(card is None for card in hand) for hand in table.picture(2, 0)["hands"]] == [
            True,
            True,
            False,
            True,
        ]
    server.close()


def test_the_outcome_of_a_game_is_told_when_it_is_over() -> None:
    async def work(server: TableServer) -> None:
        table = opened(server, PERSON, PERSON)
        await lose(table, [Browser(server, table, 0), Browser(server, table, 1)])
        outcome = table.outcome()
        assert (outcome["end"], outcome["score"], outcome["players"]) == ("strikeout", 0, 2)
        assert outcome["max_score"] == 25

    served(work)


def test_bots_and_their_reasons_are_in_the_record() -> None:
    server = TableServer(PAGE, Store(":memory:"))
    table = opened(server, SeatRequest(bot="robot5"), SeatRequest(bot="robot5"), seed=3)
    for _ in range(6):
        table.apply(*table.decide(table.now))
    table.apply(*_stopped(table))
    (checked,) = read(table.record(), "game")
    assert checked.game is not None
    assert checked.game.bots == ("robot5", "robot5")
    assert checked.game.reasons[:6] == tuple(move.why for move in table.moves[:6])
    assert any(checked.game.reasons)
    server.close()


def test_damaged_talk_stops_no_game(tmp_path: Path) -> None:
    path = tmp_path
    store = Store(path)
    server = TableServer(PAGE, store)
    name = opened(server, PERSON, PERSON).opening.id
    store.save_talk(name, [msgspec.Raw(b'{"talk":"say","number":"x"}'), Named(0, "Anna")])
    store.close()
    server.close()
    again = Store(path)
    table = TableServer(PAGE, again).table(name)
    assert table.names[0] == "Anna"
    assert table.talk.lines == []
    again.close()


GOOD = b'{"talk":"note","seat":0,"order":1,"text":"good"}'
IMPOSSIBLE = (
    b'{"talk":"note","seat":0,"order":2000000000,"text":"x"}',
    b'{"talk":"note","seat":0,"order":-1,"text":"x"}',
    b'{"talk":"note","seat":7,"order":1,"text":"x"}',
    b'{"talk":"name","seat":5,"name":"Eve"}',
    b'{"talk":"say","number":3,"seat":-9,"text":"x","time":0.0}',
    b'{"talk":"say","number":"x"}',
    b'{"talk":"next","id":"x","secrets":["a"],"same_deal":false}',
)


def test_impossible_talk_is_left_out_and_named(tmp_path: Path) -> None:
    path = tmp_path
    store = Store(path)
    server = TableServer(PAGE, store)
    name = opened(server, PERSON, PERSON).opening.id
    store.save_talk(name, [msgspec.Raw(GOOD)])
    assert check_store(path, {"hanabi": HanabiPageTable}).whole
    store.save_talk(name, map(msgspec.Raw, (GOOD, *IMPOSSIBLE)))
    store.close()
    server.close()
    report = check_store(path, {"hanabi": HanabiPageTable})
    assert (len(report.talk), report.damaged, report.whole) == (len(IMPOSSIBLE), {}, False)
    again = Store(path)
    assert f"table {name}: line 7 of what people wrote is damaged" in "\n".join(again.problems)
    late = TableServer(PAGE, again)
    talk = late.table(name).talk
    assert (talk.names, talk.lines, talk.next, talk.notes) == ({}, [], {}, {0: {1: "good"}})
    assert talk.note_rows(2) == (("", "good"), ())
    said = "\n".join(again.problems)
    numbers = range(2, len(IMPOSSIBLE) + 2)
    assert [
        number for number in numbers if f"line {number} of what people wrote is damaged" not in said
    ] == []
    assert len(again.problems) == len(IMPOSSIBLE)
    late.close()
    again.close()


def test_a_damaged_line_of_talk_is_left_out_and_the_others_stay(tmp_path: Path) -> None:
    store = Store(tmp_path)
    server = TableServer(PAGE, store)
    name = opened(server, PERSON, PERSON).opening.id
    people = [Named(0, "Anna"), Named(1, "Bert")]
    store.save_talk(name, people)
    path = tmp_path / talk_file(name)
    path.write_bytes(path.read_bytes().replace(b"Anna", b"Emma"))  # possible, but not what was written
    assert len(check_store(tmp_path, {"hanabi": HanabiPageTable}).talk) == 1
    again = Store(tmp_path)
    assert f"table {name}: line 1 of what people wrote is damaged and left out" in again.problems[0]
    assert TableServer(PAGE, again).table(name).talk.names == {1: "Bert"}
    again.save_talk(name, people)
    assert Store(tmp_path).problems == []
    server.close()


def test_every_bot_on_the_page_says_what_its_clues_mean() -> None:
    """A new bot needs its sentences in `bots.hanabi.bot_descriptions`."""
    server = TableServer(PAGE, Store(":memory:"))
    assert [bot["name"] for bot in server.listed_bots() if not bot["clues"]] == []
    server.close()
