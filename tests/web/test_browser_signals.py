"""A person tries partitions; afterwards no error may be in the console, and no request gone elsewhere."""

from collections.abc import Callable

import pytest
from web.page_server import PageServer

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect  # it need not be installed

pytestmark = pytest.mark.slow
Visit = Callable[..., Page]


def settled(page: Page, tried: int, safe: int, best: int) -> None:
    expect(page.locator(f'#view[data-signals="{tried} {safe} {best}"]')).to_be_attached()


def test_the_puzzle_is_solved_and_the_table_edited(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/signals")
    settled(page, 0, 0, 2)
    for hint, block in (("R", "1"), ("W", "2")):
        page.get_by_label(f"Group of {hint}").select_option(block)
    settled(page, 2, 1, 2)
    expect(page.locator(".signal-blocks .unsafe")).to_contain_text("not safe: with the hand")
    for hint in "YG":
        page.get_by_label(f"Group of {hint}").select_option("2")
    settled(page, 2, 2, 2)
    expect(page.locator(".signal-summary")).to_contain_text("there cannot be more")
    page.get_by_role("button", name="slot 1, B").click()
    expect(page.get_by_label("What each card can be, newest first")).to_have_value("RWYGB WY YG R")
    page.get_by_role("button", name="slot 2, W").click()  # the second card is yellow for sure
    settled(page, 2, 2, 2)
    page.get_by_role("button", name="Show the best groups").click()
    expect(page.locator(".signal-best")).to_contain_text("2 groups, proved to be the most")
    page.get_by_label("Puzzle").select_option(label="Few copies left")
    settled(page, 0, 0, 3)
    page.get_by_role("button", name="Show the best groups").click()
    page.get_by_role("button", name="Use these groups").click()
    settled(page, 3, 3, 3)
    assert "rows=RB+WY+W+RB" in page.url
    page.get_by_label("What each card can be, newest first").fill("RB W.")
    page.get_by_label("What each card can be, newest first").press("Enter")
    expect(page.locator(".message")).to_contain_text("line 1, column 5")


@pytest.mark.parametrize("width", [360, 1280])
def test_a_replay_leads_to_the_public_table_of_a_hand(server: PageServer, visit: Visit, width: int) -> None:
    page = visit(f"{server.base}#/replay/sample:first?turn=31", width)
    page.get_by_role("link", name="surely say?").click()
    expect(page.locator("#view[data-signals]")).to_be_attached()
    page.get_by_label("Hand of").select_option("Bob")
    expect(page.locator(".signals h2").first).to_contain_text("Bob’s hand at turn 31")
    page.get_by_label("Use").select_option("colours")
    settled(page, 0, 0, 2)
    expect(page.locator(".signal-table tbody tr")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name="Back to the replay").click()
    expect(page.locator('#view[data-turn="31"]')).to_be_attached()
