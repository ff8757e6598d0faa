"""A person in the lab; afterwards no error may be in the console, and no request gone elsewhere."""

import re
from collections.abc import Callable

import pytest
from web.page_server import PageServer

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect  # it need not be installed

pytestmark = pytest.mark.slow
Visit = Callable[..., Page]


def ready(page: Page, at: int = 0) -> None:
    expect(page.locator(".state").nth(at)).to_have_attribute("data-mood", "good")


def run(page: Page, games: int = 24) -> None:
    page.get_by_label("Games", exact=True).fill(str(games))
    page.get_by_role("button", name=f"Run {games} games").click()
    expect(page.locator('#view[data-stage="done"]')).to_be_attached(timeout=60_000)
    expect(page.locator(".lab-games tbody tr").first).to_be_visible()


def test_a_convention_is_edited_refused_mended_run_and_its_worst_game_opened(
    server: PageServer, visit: Visit
) -> None:
    page = visit(f"{server.base}#/lab")
    ready(page)
    pen = page.get_by_role("textbox", name="Convention A")
    good = pen.input_value()
    pen.fill(good.replace("discard my backmost", "discard mye backmost"))
    expect(page.locator(".mistakes li")).to_have_count(1)
    expect(page.locator(".mistakes").first).to_contain_text("line 19, column 26")
    expect(page.locator(".ink .wrong")).to_have_text("backmost")
    expect(page.locator(".gutter .wrong")).to_have_text("19\n")
    expect(pen).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".message")).to_contain_text("correct the mistakes")
    page.locator(".mistakes button").click()
    assert page.evaluate("getSelection().toString()") == "backmost"
    pen.fill(good.replace("discard my backmost", "discard my frontmost"))
    ready(page)
    run(page)
    expect(page.locator(".lab-figures .big")).to_have_count(1)
    assert page.locator(".distribution .pillar").count() >= 1
    lost = page.locator(".lab-games tbody tr").first.locator(".loss").first  # by a card, not by the end
    (turn,) = re.findall(r"turn (\d+)", lost.text_content() or "")
    address = page.url
    assert "#/lab?run=" in address
    lost.click()
    expect(page.locator(f'#view[data-turn="{turn}"]')).to_be_attached()
    (card,) = re.findall(rf"#/replay/\w+\?turn={turn}&card=(\d+)", page.url)
    expect(page.locator(f'.held.inspected[data-order="{card}"]')).to_be_visible()  # the card that was lost
    page.go_back()
    expect(page.locator(".lab-games tbody tr").first).to_be_visible()
    assert page.url == address
    assert "discard my frontmost" in pen.input_value()


def test_two_conventions_are_compared_and_a_bar_shows_its_games(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/lab", 360, 740)
    ready(page)
    page.get_by_label("Compare with").select_option("careful-saves")
    ready(page, 1)
    run(page)
    expect(page.locator(".lab-pair")).to_contain_text("95%")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    bar = page.locator('.score[data-side="1"]', has=page.locator('.pillar:not([height="0"])')).last
    score = bar.get_attribute("data-score")
    bar.locator(".reach").dispatch_event("click")
    expect(page.get_by_label("Games with which score")).to_have_value(score or "")
    expect(page.locator(".lab-games tbody td.points-made").first).to_have_text(score or "")
    for control in page.get_by_role("button").all() + page.get_by_role("combobox").all():
        name = control.get_attribute("aria-label") or control.text_content() or control.get_attribute("id")
        assert (name or "").strip()


def test_a_long_run_shows_its_progress_and_can_be_stopped(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/lab")
    ready(page)
    page.get_by_label("Convention", exact=True).select_option("full-table")
    ready(page)
    page.get_by_label("Games", exact=True).fill("60")
    page.get_by_role("button", name="Run 60 games").click()
    expect(page.locator(".lab-progress")).to_contain_text("of 60 games", timeout=60_000)
    expect(page.locator(".distribution")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".lab-wrong")).to_have_text("Stopped.")
    expect(page.get_by_role("button", name="Run 60 games")).to_be_visible()
