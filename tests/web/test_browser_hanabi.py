"""The page in a real browser, used as people use it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from web.page_server import PageServer, start

pytestmark = pytest.mark.slow
Visit = Callable[..., Any]
SMALL = "3 Suits"


def ready(page: Any) -> bool:
    """Wait until it is this person's turn, or the game is over; say which."""
    page.wait_for_selector(".bar.ready, .game-over")
    return bool(page.locator(".game-over").count() == 0)


def turn(page: Any) -> int:
    return int(page.locator(".log li").count())


def moved(page: Any, before: int) -> None:
    page.locator(f".log li:nth-child({before + 1})").wait_for(state="attached")


def test_a_whole_game_by_clicks(server: PageServer, visit: Visit) -> None:
    page = visit(server.base)
    page.get_by_role("button", name="Me and one bot").click()
    page.get_by_label("Variant").fill(SMALL)
    page.get_by_label("Bots move").select_option("at once")
    page.get_by_text("Rules and options").click()
    page.get_by_label("Seed").fill("3")
    page.get_by_role("button", name="Start").click()
    done = {"clue": 0, "discard": 0, "play": 0}
    while ready(page):
        before = turn(page)
        if page.locator(".tokens b").inner_text() != "0" and before % 4 < 2:
            page.locator(".hand:not(.mine) .held").first.click()
            page.locator(".clue.fits:not([aria-disabled])").first.click()
            done["clue"] += 1
        else:
            page.locator(".mine .held").last.click()
            verb = "play" if before > 8 and before % 3 else "discard"
            full = page.locator("[data-key=do-discard][aria-disabled]").count()
            page.locator("[data-key=do-play]" if full else f"[data-key=do-{verb}]").click()
            done["play" if full else verb] += 1
        moved(page, before)
    assert all(done.values()), done
    score = page.locator(".game-over .final").inner_text()
    assert score.endswith("of 15")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the game").click()
    assert '"actions"' in Path(saved.value.path()).read_text()


def test_a_whole_game_by_keys(server: PageServer, visit: Visit) -> None:
    opened = server.table("", "careful", variant=SMALL)
    page = visit(server.link(opened, 0))
    keys = page.keyboard
    while ready(page):
        before = turn(page)
        for number in "123":
            keys.press(number)
            if page.locator(".held.would").count():
                break
        if page.locator(".held.would").count():
            keys.press("Enter")
        else:
            keys.press("Escape")
            keys.press("d")
            keys.press("5")
        moved(page, before)
        if before > 12 and ready(page):
            before = turn(page)
            keys.press("a")
            keys.press("1")
            moved(page, before)
    assert page.locator(".game-over").count() == 1
    keys.press("Home")
    page.get_by_text("Turn 1 of").wait_for()
    keys.press("ArrowRight")
    page.get_by_text("Turn 2 of").wait_for()
    keys.press("End")
    page.locator(".game-over").wait_for()


def test_two_browsers_at_one_table(server: PageServer, visit: Visit) -> None:
    opened = server.table("", "")
    alice = visit(server.link(opened, 0))
    ready(alice)
    alice.locator(".away").wait_for()
    bob = visit(server.link(opened, 1))
    watcher = visit(f"{server.base}#/table/hanabi/{opened['id']}")
    alice.locator(".away").wait_for(state="detached")
    alice.keyboard.press("1")
    alice.keyboard.press("q")
    mark = "Enter"
    if not alice.locator(".held.would").count():
        alice.keyboard.press("Escape")
        alice.locator(".hand:not(.mine) .held").first.click()
        alice.locator(".clue.fits:not([aria-disabled])").first.click()
    else:
        alice.keyboard.press(mark)
    assert ready(bob)
    assert bob.locator(".mine .held.touched").count() > 0
    assert bob.locator(".mine .face").count() == 0
    assert watcher.locator(".face").count() == 0
    watcher.keyboard.press("a")
    watcher.locator(".held").first.click()
    assert "You are watching" in watcher.locator(".bar").inner_text()
    bob.locator(".mine .held").first.click()
    bob.locator("[data-key=do-discard]").click()
    assert ready(alice)
    moved(watcher, 1)
    assert turn(alice) == turn(watcher) == 2


def test_reload_and_a_killed_server_in_mid_game(tmp_path: Path, visit: Visit) -> None:
    server = start(tmp_path)
    page = visit(server.welcome)
    try:
        assert ready(page)
        page.locator(".mine .held").nth(1).click()
        page.locator("[data-key=do-play]").click()
        moved(page, 0)
        page.reload()
        assert ready(page)
        before = page.locator(".log").inner_text()
    finally:
        server.kill()
    page.get_by_text("The connection is lost").wait_for()
    again = start(tmp_path, server.port)
    try:
        page.get_by_text("The connection is lost").wait_for(state="detached")
        assert page.locator(".log").inner_text() == before
        page.locator(".mine .held").first.click()
        page.locator("[data-key=do-play]").click()
        moved(page, 3)
    finally:
        page.goto("about:blank")
        again.kill()


def test_a_narrow_screen_shows_everything_without_scrolling_sideways(
    server: PageServer, visit: Visit
) -> None:
    opened = server.table("", "careful", "careful", "careful", "careful", variant="Rainbow (6 Suits)")
    for address in (server.base, server.link(opened, 0)):
        page = visit(address, width=360, height=740)
        page.wait_for_selector("form, .held")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    cards = page.locator(".held").all()
    assert all(
        box["x"] >= 0 and box["x"] + box["width"] <= 360 for card in cards if (box := card.bounding_box())
    )


def test_illegal_moves_are_explained_undone_and_tried_in_a_what_if(server: PageServer, visit: Visit) -> None:
    page = visit(server.link(server.table("", "careful"), 0))
    assert ready(page)
    page.keyboard.press("d")
    page.keyboard.press("1")
    page.get_by_text("The team has all its clue tokens, so discarding is not allowed.").wait_for()
    page.keyboard.press("a")
    page.keyboard.press("1")
    moved(page, 1)
    page.keyboard.press("u")
    page.get_by_text("The cards are dealt.").wait_for()
    page.keyboard.press("k")
    page.get_by_text("your hand can be one of").wait_for()
    page.keyboard.press("h")
    page.get_by_text("a deal that is possible for you").wait_for()
    assert "seat=" not in page.url
    page.reload()
    page.locator(".mine .held").first.wait_for()  # this browser still has its seat
    friend = visit(page.url)
    friend.get_by_text("a deal that is possible for you").wait_for()
    assert friend.locator(".mine").count() == 0
    page.get_by_role("link", name="Back to the game").click()
    page.get_by_text("a deal that is possible for you").wait_for(state="detached")


def test_everything_has_a_name_and_can_be_reached_by_tab(server: PageServer, visit: Visit) -> None:
    page = visit(server.link(server.table("", "careful"), 0))
    assert ready(page)
    nameless = page.evaluate(
        "[...document.querySelectorAll('button, a, input, select')]"
        ".filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length)).length"
    )
    assert nameless == 0
    page.keyboard.press("Escape")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.mine') !== null"):
            break
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.key") == "do-play"
    page.keyboard.press("Enter")
    moved(page, 0)
