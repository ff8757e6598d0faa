"""Words, keys and the tour: what a person without a word of Handsight's own meets on each screen."""

from collections.abc import Callable

import pytest
from web.page_server import PageServer

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect  # it need not be installed

pytestmark = pytest.mark.slow
Visit = Callable[..., Page]
READY = {
    "": "form .seats select",
    "#/boeren": "form .seats select",
    "#/replay/sample:first?turn=13": "#view[data-turn]",
    "#/lab": '.state[data-mood="good"]',
    "#/logic/muddy": "#view[data-step]",
    "#/signals": "#view[data-signals]",
}
NAMELESS = """[...document.querySelectorAll('button, a, input, select, textarea')]
    .filter((e) => e.checkVisibility() && !(e.getAttribute('aria-label') || e.textContent.trim()))
    .filter((e) => !(e.labels?.length || e.title)).map((e) => e.outerHTML)"""
PRIVATE = ("What if…", "Hide the future", "holder sees", "Play on", "struck out", "terminated")


@pytest.mark.parametrize("address", READY)
def test_a_screen_has_names_keys_visible_focus_and_plain_words(
    server: PageServer, visit: Visit, address: str
) -> None:
    page = visit(server.base + address)
    page.wait_for_selector(READY[address], state="attached")
    assert page.evaluate(NAMELESS) == []
    said = page.evaluate("document.body.innerText")
    assert [word for word in PRIVATE if word in said] == []
    page.keyboard.press("Tab")
    for _ in range(4):
        page.keyboard.press("Tab")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline not in ("none", ""), page.evaluate("document.activeElement.outerHTML")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()


def test_players_words_are_used(server: PageServer, visit: Visit) -> None:
    page = visit(server.base)
    navigation = page.get_by_role("navigation", name="Views")
    for name in ("New game", "Boeren Bridge (Oh Hell)", "Logic puzzles"):
        expect(navigation.get_by_role("link", name=name)).to_be_visible()
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    expect(page.locator(".seats option", has_text="Robot 5, best partner for people").first).to_be_attached()
    page.goto(f"{server.base}#/replay/sample:first?turn=13&seat=0")
    expect(page.locator('#view[data-turn="13"]')).to_be_attached()
    expect(page.get_by_role("button", name="No spoilers")).to_be_visible()
    expect(page.get_by_role("button", name="What the holder can see")).to_be_visible()
    expect(page.locator(".inspector")).to_contain_text("possible hands")
    page.get_by_text("Share", exact=True).click()
    expect(page.get_by_role("link", name="Download as web page")).to_be_visible()
    expect(page.get_by_role("button", name="Copy link to this turn")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Moves").click()
    expect(page.locator(".move-list")).to_contain_text("information gained (bits)")


def test_the_tour_is_shown_once_and_can_be_skipped(server: PageServer, chromium: Browser) -> None:
    page = chromium.new_context(reduced_motion="reduce").new_page()
    page.goto(server.base)
    expect(page.locator(".tour")).to_contain_text("Welcome to Handsight")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".tour")).to_contain_text("2 of 4")
    page.get_by_role("button", name="Skip the tour").click()
    expect(page.locator(".tour")).to_have_count(0)
    page.goto(server.link(server.table("", "careful"), 0))
    expect(page.get_by_role("tab", name="Tour")).to_be_visible()
    for _ in range(3):
        page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Got it").click()
    expect(page.get_by_role("tab", name="Tour")).to_have_count(0)
    page.reload()
    expect(page.locator(".mine .held").first).to_be_visible()
    expect(page.get_by_role("tab", name="Tour")).to_have_count(0)
    page.context.close()


def test_moves_are_announced_and_nothing_moves_where_motion_is_unwanted(
    server: PageServer, visit: Visit
) -> None:
    page = visit(server.link(server.table("", "careful"), 0))
    page.wait_for_selector(".bar.ready")
    page.keyboard.press("a")
    page.keyboard.press("1")
    expect(page.locator("[aria-live=polite]", has_text="Your turn.").first).to_be_attached()
    assert page.evaluate("document.getAnimations().length") == 0
