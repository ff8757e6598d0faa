"""What somebody who has never seen the page needs next is in view: each test follows one first task."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from web.page_server import PageServer

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect  # it need not be installed

pytestmark = pytest.mark.slow
Visit = Callable[..., Page]
LONG = 240_000
"""Milliseconds for what a busy machine computes."""
LAPTOP = {"width": 1366, "height": 768}


def test_a_first_game_begins_without_scrolling(server: PageServer, chromium: Browser) -> None:
    """The tour stands over the form, and Start is in view all the same; what is chosen is marked."""
    context = chromium.new_context(viewport=LAPTOP, reduced_motion="reduce")  # type: ignore[arg-type]  # a plain dict
    page = context.new_page()
    page.goto(server.base)
    expect(page.locator(".tour")).to_be_visible()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_in_viewport(ratio=1)
    pressed = page.locator(".presets [aria-pressed=true]")
    expect(pressed).to_have_text(["Me and two bots"])
    page.get_by_role("button", name="Watch bots").click()
    expect(pressed).to_have_text(["Watch bots"])
    page.get_by_label("Who plays Alice").select_option("you")
    expect(pressed).to_have_text(["Me and two bots"])
    page.get_by_label("Who plays Cathy").select_option("another person")
    expect(pressed).to_have_count(0)
    context.close()


def test_the_tour_makes_room_for_what_the_others_did(server: PageServer, chromium: Browser) -> None:
    context = chromium.new_context(viewport=LAPTOP, reduced_motion="reduce")  # type: ignore[arg-type]  # a plain dict
    page = context.new_page()
    page.goto(server.link(server.table("", "careful", "careful"), 0))
    expect(page.locator(".bar.ready .prompt")).to_contain_text("Choose a card of yours")
    expect(page.locator(".tour")).to_be_visible()
    card = page.locator(".hand:not(.mine) .held").first
    card.click()
    about = page.locator(".clue.about")
    assert 0 < about.count() < page.locator(".clue:not([aria-disabled])").count()
    about.first.click()
    expect(page.locator(".log li")).to_have_count(3)
    expect(page.locator(".log")).to_be_visible()
    said = page.locator(".log .line span:last-child").all_inner_texts()
    expect(page.locator(".bar.ready .prompt")).to_have_text(f"Your turn. {said[1]}. {said[0]}.")
    context.close()


def test_a_game_that_is_over_leads_to_its_replay(server: PageServer, visit: Visit) -> None:
    page = visit(server.link(server.table("", "careful"), 0), width=1366, height=768)
    while True:  # struck out on purpose
        page.wait_for_selector(".bar.ready, .game-over")
        if page.locator(".game-over").count():
            break
        moves = page.locator(".log li").count()
        page.locator(".mine .held").first.click()
        page.locator("[data-key=do-play]").click()
        page.locator(f".log li:nth-child({moves + 1})").wait_for(state="attached")
    button = page.locator(".game-over").get_by_role("button", name="Watch the replay")
    expect(button).to_be_in_viewport(ratio=1)
    button.click()
    expect(page.locator("#view[data-turn]")).to_be_attached()
    page.go_back()
    page.get_by_role("button", name="Where were points lost?").click()
    expect(page.get_by_role("tab", name="Analysis")).to_have_attribute("aria-selected", "true")
    expect(page).to_have_url(re.compile("tab=analysis"))


def test_the_link_to_send_is_in_view(server: PageServer, visit: Visit) -> None:
    """Also where somebody left another tab open at the table before."""
    page = visit(server.base, width=1366, height=768)
    page.evaluate("localStorage.setItem('tab-table', 'moves')")
    page.get_by_role("button", name="Two people").click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("button", name="Copy link")).to_be_in_viewport(ratio=1)
    page.get_by_text("How can a friend elsewhere join?").click()
    expect(page.locator(".invitations details")).to_contain_text("--host 0.0.0.0")


def test_sample_games_say_what_they_are(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/replay")
    expect(page.locator(".samples li").first).to_contain_text("three players")
    page.locator(".samples a").first.click()
    expect(page.locator("#view[data-turn]")).to_be_attached()
    page.locator("[data-key=tab-notes]").click()
    expect(page.locator(".card-notes")).to_contain_text("Kept in this browser")


def test_the_results_of_an_experiment_are_in_view_and_stay(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/lab", width=1366, height=768)
    expect(page.locator(".lab-results")).to_contain_text("Press Run")
    expect(page.locator("#view .editor .state").first).to_have_attribute("data-mood", "good", timeout=LONG)
    page.get_by_label("Games", exact=True).fill("20")
    page.get_by_role("button", name="Run 20 games").click()
    expect(page.locator('#view[data-stage="done"]')).to_be_attached(timeout=LONG)
    expect(page.locator(".lab-figures .big")).to_be_in_viewport(ratio=1)
    row = page.locator(".lab-games tbody tr").first
    expect(row).to_be_visible(timeout=LONG)
    boxes = [cell.bounding_box() for cell in row.locator("th, td:not(.lost)").all()]
    for left, right in pairwise(boxes):  # columns, not words that run together
        assert left
        assert right
        assert left["x"] + left["width"] <= right["x"] + 1
    page.get_by_role("link", name="Signals").click()
    expect(page.locator("#view[data-signals]")).to_be_attached()
    page.get_by_role("link", name="Lab", exact=True).click()
    expect(page.locator(".lab-games tbody tr").first).to_be_visible(timeout=LONG)


def test_a_puzzle_is_stepped_through_without_scrolling(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/logic/muddy", width=1366, height=768)
    button = page.get_by_role("button", name="Next step")
    for step in (0, 1, 2, 3):
        expect(page.locator(f'#view[data-step="{step}"]')).to_be_attached()
        expect(button).to_be_in_viewport(ratio=1)
        expect(page.locator(".step[aria-current]")).to_be_in_viewport(ratio=1)
        expect(button).to_have_class(re.compile("main") if step < 3 else re.compile("^$"))
        page.keyboard.press("ArrowRight")
