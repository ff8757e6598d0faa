"""Tables set and driven in a real browser: options, bots that stand still and step, reasons, long rounds."""

from collections.abc import Callable
from typing import Any

import pytest
from web.page_server import PageServer

pytestmark = pytest.mark.slow
Visit = Callable[..., Any]


def turn(page: Any) -> int:
    return int(page.locator(".log li").count())


def test_options_are_chosen_and_listed_at_the_table(server: PageServer, visit: Visit) -> None:
    page = visit(server.base)
    page.get_by_role("button", name="Me and one bot").click()
    page.get_by_text("Rules and options").click()
    page.get_by_label("Rules", exact=True).select_option("stacks")
    page.get_by_label("Cards in a hand").select_option(label="6, one more")
    page.get_by_label("clues may touch nothing").check()
    page.get_by_label("practice, where one person plays").uncheck()
    page.get_by_label("Seed").fill("11")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".bar.ready")
    agreed = page.locator(".settings").inner_text()
    assert agreed == "No Variant · rules: stacks · hands of 6 · empty clues · no undo"
    assert page.locator(".mine .held").count() == 6
    assert page.locator("[data-key=tool-U]").count() == 0
    cards = page.locator(".hand:not(.mine) .held").evaluate_all("all => all.map(one => one.ariaLabel)")
    page.locator(".hand:not(.mine) .held").first.click()
    assert page.locator(".clue[aria-disabled]").count() == 0  # a clue may touch nothing
    page.goto(server.base)
    page.reload()
    page.get_by_role("button", name="Me and one bot").click()
    page.get_by_text("Rules and options").click()
    page.get_by_label("Cards in a hand").select_option(label="6, one more")
    page.get_by_label("Seed").fill("11")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".bar.ready")
    again = page.locator(".hand:not(.mine) .held").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert again == cards  # the same seed deals the same cards


def test_bots_alone_are_paused_stepped_and_hurried(server: PageServer, visit: Visit) -> None:
    opened = server.table("careful", "careful", "careful", pause=5)
    page = visit(f"{server.base}#/table/hanabi/{opened['id']}")
    page.get_by_role("button", name="Pause").click()
    page.get_by_text("Paused.").wait_for()
    assert page.locator(".hand .turn").inner_text() == "to move"
    page.locator(".figures").click()  # nothing is focused
    for number in (1, 2, 3):
        page.keyboard.press(" ")
        page.locator(f".log li:nth-child({number})").wait_for(state="attached")
    page.get_by_role("button", name="Step").click()
    page.locator(".log li:nth-child(4)").wait_for(state="attached")
    assert turn(page) == 4
    page.get_by_label("Bots move").select_option("at once")
    page.keyboard.press("Tab")
    page.locator(".figures").click()
    page.keyboard.press("p")
    page.locator(".game-over").wait_for()
    assert page.locator(".pacing").count() == 0


def test_a_reason_is_revealed_when_it_is_asked_for(server: PageServer, visit: Visit) -> None:
    page = visit(server.link(server.table("", "robot5"), 0))
    page.wait_for_selector(".bar.ready")
    page.locator(".hand:not(.mine) .held").first.click()
    page.locator(".clue.fits:not([aria-disabled])").first.click()
    page.locator(".log li:nth-child(2)").wait_for(state="attached")
    page.wait_for_selector(".bar.ready")
    assert page.locator(".reason").count() == 0
    page.get_by_role("button", name="Reveal why: move 2").click()
    page.wait_for_selector(".reason")
    assert page.locator(".reason").inner_text()
    page.keyboard.press("u")
    page.get_by_text("The cards are dealt.").wait_for()
    assert page.locator(".reason").count() == 0
    page.get_by_label("Bots move").select_option("slowly")
    page.wait_for_function("document.querySelector('[data-key=speed]').value === '1.5'")


def boeren(page: Any, server: PageServer, schedule: str) -> None:
    page.goto(f"{server.base}#/boeren")
    page.get_by_label("Rounds").select_option("own")
    page.get_by_label("Written out").fill(schedule)
    page.get_by_label("Trump").select_option("turn_up")
    page.get_by_text("Rules and options").click()
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".bar.ready")


def test_a_long_round_with_a_stock_fits_and_is_undone(server: PageServer, visit: Visit) -> None:
    page = visit(server.base, width=360, height=760)
    boeren(page, server, "8/52")
    assert page.locator(".mine .holder").count() == 8
    assert page.locator(".bids button").count() >= 8
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for card in page.locator(".player .pc").all():
        box = card.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
    assert page.locator(".kripke .world.of-stock").count() == 1
    made = page.locator(".figure", has_text="Sum of bids").locator("dd").inner_text()
    buttons = page.locator(".bids button")  # a bid that a dealer need not change: all or nothing
    page.keyboard.press((buttons.first if made == "0" else buttons.last).inner_text())
    page.wait_for_selector(".bar.ready .prompt:has-text('play a card')")
    page.locator("[data-key=panel-chances]").click()
    page.wait_for_selector(".chances th:has-text('Stock')")
    page.locator("[data-key=panel-nested]").click()
    page.get_by_text("dealt in too many ways").wait_for()
    page.keyboard.press("u")
    page.wait_for_selector(".bids")
    assert page.locator(".player.mine .tally").inner_text().split()[:2] == ["bid", "–"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_addresses_of_the_last_version_still_lead_to_their_tables(server: PageServer, visit: Visit) -> None:
    hanabi = server.table("", "careful")
    page = visit(f"{server.base}#/table/{hanabi['id']}?seat={hanabi['secrets'][0]}")
    page.wait_for_selector(".bar.ready")
    _, cards = server.ask("api/tables/boeren", {"seats": [{"bot": "greedy"}] * 4, "seed": 7})
    page.goto(f"{server.base}#/boeren/{cards['id']}")
    page.wait_for_selector(".cloth")
    assert page.locator("nav [aria-current]").inner_text() == "Boeren Bridge (Oh Hell)"
    page.goto(f"{server.base}#/table/chess/x")
    page.get_by_text("This server has no game chess").wait_for()
