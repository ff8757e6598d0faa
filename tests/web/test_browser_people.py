"""People at a table in real browsers: names, invitations, notes, chat, rematch, own games, clues of bots."""

import json
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from web.page_server import PageServer

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect  # it need not be installed

pytestmark = pytest.mark.slow
Visit = Callable[..., Any]


def tab(page: Page, word: str) -> None:
    page.locator(f'[data-key="tab-{word}"]').click()


def test_two_people_with_names_notes_chat_and_a_rematch(  # noqa: PLR0915 one evening
    server: PageServer, visit: Visit
) -> None:
    host = visit(f"{server.base}#/")
    host.get_by_role("button", name="Two people").click()
    host.get_by_role("button", name="Start", exact=True).click()
    link = host.locator(".invitation input")
    expect(link).to_be_visible()
    assert "seat=" not in host.url
    assert "seat=" in link.input_value()
    expect(host.locator(".reach")).to_contain_text("Only browsers on this computer")
    guest = visit(link.input_value())
    expect(guest.locator(".hand.mine")).to_be_visible()
    assert "seat=" not in guest.url
    expect(host.locator(".invitation")).to_have_count(0)

    for page, name in ((host, "Anna"), (guest, "Ben")):
        page.locator("#player-name").fill(name)
        page.locator('[data-key="save-name"]').click()
    expect(host.locator(".plate .who", has_text="Ben")).to_be_visible()
    expect(guest.locator(".plate .who", has_text="Anna")).to_be_visible()
    guest.reload()
    expect(guest.locator(".hand.mine .who")).to_have_text("Ben")
    expect(guest.locator("#player-name")).to_be_hidden()

    guest.locator("#chat-text").fill("<b>hello</b> & good luck")
    guest.locator('[data-key="chat-say"]').click()
    expect(host.locator(".chat-lines li")).to_have_text("Ben <b>hello</b> & good luck")
    assert host.locator(".chat-lines li b").count() == 1

    card = guest.locator(".hand:not(.mine) .held").first
    card.click(button="right")
    guest.locator("#card-note").fill("maybe a red 1")
    guest.locator("#card-note").press("Enter")
    expect(guest.locator(".hand:not(.mine) .held").first.locator(".note-mark")).to_be_attached()
    guest.reload()
    expect(guest.locator(".note-mark")).to_have_count(1)
    assert host.locator(".note-mark").count() == 0

    for page in (host, guest):
        tab(page, "moves")
    host.locator(".hand.mine").wait_for()
    turn = 0
    while turn < 60 and not host.locator(".game-over").count():
        mover, other = (host, guest) if turn % 2 == 0 else (guest, host)
        expect(mover.locator(".bar.ready")).to_be_visible()
        mover.keyboard.press("a")
        mover.keyboard.press("1")
        turn += 1
        for page in (mover, other):
            expect(page.locator(".log li")).to_have_count(turn)
    expect(guest.locator(".game-over")).to_be_visible()
    tab(host, "notes")
    expect(host.locator(".card-notes li")).to_contain_text("maybe a red 1")
    expect(host.locator(".card-notes li")).to_contain_text("Ben")

    before = host.url
    guest.get_by_role("button", name="Rematch").click()
    expect(host.get_by_role("button", name="Join the next game")).to_be_visible()
    host.get_by_role("button", name="Join the next game").click()
    expect(host.locator(".hand.mine .who")).to_have_text("Anna")
    expect(guest.locator(".hand.mine .who")).to_have_text("Ben")
    assert host.url == guest.url != before
    assert "seat=" not in host.url

    host.goto(f"{server.base}#/games")
    expect(host.locator(".statistics .all td").first).to_have_text("1")
    expect(host.locator('[aria-label="Finished"] li')).to_contain_text("Anna, Ben")
    expect(host.locator('[aria-label="Finished"] li')).to_contain_text("0 of 25, three strikes")
    expect(host.locator('[aria-label="Go on playing"] li')).to_have_count(1)
    host.get_by_role("button", name="Replay").click()
    expect(host.locator(".replay .move-list .line").first).to_be_attached()
    tab(host, "notes")
    expect(host.locator(".card-notes li")).to_contain_text("maybe a red 1")


def test_the_same_deal_again(server: PageServer, visit: Visit) -> None:
    _, opened = server.ask("api/tables/hanabi", {"seats": [{}, {"bot": "random"}], "seed": 5, "pause": 0})
    page = visit(server.link(opened, 0))
    tab(page, "moves")
    first = page.locator(".hand:not(.mine) .held").evaluate_all(
        "all => all.map(card => card.ariaLabel.split(';')[0])"
    )
    while not page.locator(".game-over").count():
        expect(page.locator(".bar.ready, .game-over").first).to_be_visible()
        if page.locator(".bar.ready").count():
            done = page.locator(".log li").count()
            page.keyboard.press("a")
            page.keyboard.press("1")
            expect(page.locator(f".log li:nth-child({done + 1})")).to_be_attached()
    page.get_by_role("button", name="Same deal again").click()
    expect(page.locator(".game-over")).to_have_count(0)
    expect(page.locator(".bar.ready")).to_be_visible()
    again = page.locator(".hand:not(.mine) .held").evaluate_all(
        "all => all.map(card => card.ariaLabel.split(';')[0])"
    )
    assert again == first
    assert opened["id"] not in page.url


def test_space_shows_what_each_holder_sees(server: PageServer, visit: Visit) -> None:
    page = visit(server.link(server.table("", "", ""), 0))
    expect(page.locator(".hand .held .face")).to_have_count(10)
    page.locator(".hand:not(.mine) .held").first.click()  # a card that was clicked does not keep the key
    page.keyboard.down(" ")
    expect(page.locator(".hand .held .face")).to_have_count(0)
    expect(page.locator(".hand .held .back")).to_have_count(15)
    expect(page.locator(".banner")).to_contain_text("from clues")
    page.keyboard.up(" ")
    expect(page.locator(".hand .held .face")).to_have_count(10)


def test_a_watcher_sees_all_hands_where_the_table_allows_it(server: PageServer, visit: Visit) -> None:
    for open_hands, faces in ((False, 0), (True, 10)):
        _, opened = server.ask("api/tables/hanabi", {"seats": [{}, {}], "open_hands": open_hands})
        page = visit(f"{server.base}#/table/hanabi/{opened['id']}")
        expect(page.locator(".hand .held")).to_have_count(10)
        assert page.locator(".hand .held .face").count() == faces
        tab(page, "chat")
        expect(page.locator(".chat-say")).to_be_hidden()
    expect(page.locator(".settings")).to_contain_text("whoever watches sees all hands")


def test_clock_and_sound_are_off_until_they_are_switched_on(server: PageServer, chromium: Any) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.add_init_script(
        """window.tones = 0;
        window.AudioContext = class {
          currentTime = 0; destination = {};
          createGain() {
            return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} };
          }
          createOscillator() {
            return { frequency: {}, connect: (to) => to, start() { window.tones += 1; }, stop() {} };
          }
        };"""
    )
    page = context.new_page()
    page.goto(server.link(server.table("", "random"), 0))
    expect(page.locator(".bar.ready")).to_be_visible()
    assert page.evaluate("window.tones") == 0
    expect(page.locator(".clock")).to_be_hidden()
    page.locator('[data-key="preferences"]').click()
    page.locator('[data-key="prefer-sound"]').check()
    page.locator('[data-key="prefer-clock"]').check()
    expect(page.locator(".clock")).to_contain_text(re.compile(r"This turn \d+:\d\d"))
    page.locator(".hands").click(position={"x": 5, "y": 5})
    page.keyboard.press("a")
    page.keyboard.press("1")
    expect(page.locator(".log li").nth(1)).to_be_attached()
    expect(page.locator(".bar.ready")).to_be_visible()
    assert page.evaluate("window.tones") == 2
    page.reload()
    expect(page.locator(".clock")).to_be_visible()
    context.close()


def test_what_a_bots_clues_mean_is_beside_its_name(server: PageServer, visit: Visit) -> None:
    page = visit(server.link(server.table("", "robot5"), 0))
    page.get_by_role("button", name="robot5").click()
    expect(page.locator("dialog[open] .clue-meaning")).to_contain_text("A clue means one card")
    page.get_by_role("link", name="More about it").click()
    expect(page.locator(".bot-list .marked h2")).to_have_text("Robot 5, best partner for people")
    expect(page.locator('.bot-list [aria-label="minimal"] pre')).to_contain_text("convention minimal")


def test_reasons_of_bots_are_in_the_replay_of_their_game(server: PageServer, visit: Visit) -> None:
    _, opened = server.ask("api/tables/hanabi", {"seats": [{"bot": "robot3"}] * 2, "seed": 4, "pause": 0})
    page = visit(f"{server.base}#/table/hanabi/{opened['id']}")
    expect(page.locator(".game-over")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Watch the replay").click()
    expect(page.locator(".replay .move-list .line").first).to_be_attached()
    tab(page, "moves")
    page.locator('[data-key="why-1"]').click()
    expect(page.locator(".move-list .why[open] p")).not_to_be_empty()
    expect(page.get_by_role("button", name="robot3").first).to_be_visible()


def test_an_invitation_has_an_address_that_others_can_reach(tmp_path: Path, visit: Visit) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "handsight", "serve", "--host", "0.0.0.0", "--port", str(port)]  # noqa: S104 tried out
    command += ["--data", str(tmp_path), "--no-open", "--no-prepare", "--allow-host", "cards.example.org"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout
    server = PageServer(tmp_path, process, process.stdout.readline().strip())
    try:
        page = visit(server.base)
        page.get_by_role("button", name="Two people").click()
        page.get_by_role("button", name="Start", exact=True).click()
        link = page.locator(".invitation input")
        expect(link).to_have_value(re.compile(rf"http://cards\.example\.org:{port}/#/table/hanabi/"))
        expect(page.locator(".reach")).to_contain_text("any machine that reaches this one")
    finally:
        server.kill()


def test_two_seats_of_one_table_in_two_tabs_of_one_browser(server: PageServer, chromium: Any) -> None:
    opened = server.table("", "")
    context = chromium.new_context()
    tabs = []
    for seat in (0, 1):
        page = context.new_page()
        page.goto(server.link(opened, seat))
        tabs.append(page)
    names = []
    for page in tabs:
        expect(page.locator(".hand.mine .who")).to_be_visible()
        page.reload()
        names.append(page.locator(".hand.mine .who").inner_text())
        assert "seat=" not in page.url
    assert names == ["Alice", "Bob"]
    saved = json.loads(tabs[0].evaluate("localStorage.getItem('tables')"))
    assert [table["id"] for table in saved] == [opened["id"]]
    context.close()
