"""A reader at a replay: other moves, a player's own view, earlier clues, notes, and links to hanab.live."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from web.page_server import PageServer

from handsight.notation import read

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect  # it need not be installed

pytestmark = pytest.mark.slow
Visit = Callable[..., Any]


def at(page: Page, turn: int) -> None:
    expect(page.locator(f'#view[data-turn="{turn}"]')).to_be_attached()


def tab(page: Page, word: str) -> None:
    page.locator(f'[data-key="tab-{word}"]').click()


def test_other_moves_are_tried_taken_back_and_left(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/replay/sample:first?turn=12")
    at(page, 12)
    tab(page, "try")
    page.locator('.tries [data-try^="p"]').first.click()
    at(page, 13)
    expect(page.locator(".hypothetical-banner")).to_contain_text("1 move from turn 12 on")
    page.locator('.tries [data-try^="c"]').first.click()
    at(page, 14)
    expect(page.locator(".hypothetical-banner")).to_contain_text("2 moves from turn 12 on")
    assert re.search(r"line=12\.p\d+\.c\d[cn]\d", page.url)
    address = page.url
    tab(page, "moves")
    expect(page.locator(".move-list .tried")).to_have_count(2)
    page.reload()
    at(page, 14)
    expect(page.locator(".move-list .tried")).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    at(page, 13)
    page.locator('[data-key="line-undo"]').click()
    expect(page.locator(".hypothetical-banner")).to_contain_text("1 move from turn 12 on")
    page.locator('[data-key="line-leave"]').click()
    expect(page.locator(".hypothetical-banner")).to_have_count(0)
    at(page, 12)
    page.keyboard.press("End")
    at(page, 58)
    other = visit(address)
    expect(other.locator(".hypothetical-banner")).to_contain_text("2 moves")


def test_a_game_that_was_left_is_not_drawn_again(server: PageServer, chromium: Any) -> None:
    """What the information chart needs comes late, when the reader is at another line already."""
    page, held = chromium.new_page(), list[Any]()
    page.route("**/information?*", lambda route: held.append(route))  # noqa: PLW0108  it asks for a plain function
    page.goto(f"{server.base}#/replay/sample:first?turn=12")
    at(page, 12)
    tab(page, "try")
    page.locator('.tries [data-try^="p"]').first.click()
    at(page, 13)
    with page.expect_response("**/information?*"):
        for route in held:
            route.continue_()
    page.wait_for_timeout(500)
    assert page.locator("#view").get_attribute("data-turn") == "13"
    page.close()


def test_a_line_that_cannot_be_played_leads_back(server: PageServer, chromium: Any) -> None:
    page = chromium.new_page()
    page.goto(f"{server.base}#/replay/sample:first?line=12.p49")
    expect(page.locator(".replay-message")).to_contain_text("cannot be tried at turn 12")
    page.get_by_role("link", name="Back to the game").click()
    at(page, 1)
    page.close()


def test_space_shows_the_view_of_the_player_under_the_pointer(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/replay/sample:first?turn=13")
    at(page, 13)
    expect(page.locator(".hand .held .face")).to_have_count(15)
    page.locator('[data-hand="2"] .held').first.hover()
    page.keyboard.down(" ")
    expect(page.locator('[data-hand="2"] .held .back')).to_have_count(5)
    expect(page.locator(".hand .held .face")).to_have_count(10)
    page.keyboard.up(" ")
    expect(page.locator(".hand .held .face")).to_have_count(15)
    assert "seat=" not in page.url


def test_clues_to_a_card_are_looked_back_to(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/replay/sample:first?turn=25")
    at(page, 25)
    touched = page.locator(".held.touched").first
    order = touched.get_attribute("data-order")
    touched.click()
    tab(page, "card")
    first = page.locator(".clue-history button").first
    turn = int(str(first.get_attribute("data-key")).rpartition("-")[2]) + 2  # after the clue, counted from 1
    first.click()
    at(page, turn)
    assert f"card={order}" in page.url
    expect(page.locator('.clue-history [aria-current="step"]')).to_have_count(1)
    page.keyboard.press("End")
    page.goto(f"{server.base}#/replay/sample:first?turn=25&card={order}")
    at(page, 25)
    page.keyboard.press("c")
    expect(page.locator('.clue-history [aria-current="step"]')).to_have_count(1)


def test_a_readers_notes_are_kept_and_saved(
    server: PageServer, visit: Visit, chromium: Any, tmp_path: Path
) -> None:
    page = visit(f"{server.base}#/replay/sample:first?turn=13&card=3")
    at(page, 13)
    tab(page, "notes")
    page.locator("#card-note").fill("a finesse? <i>")
    page.locator("#card-note").press("Enter")
    expect(page.locator(".card-notes li span")).to_have_text("a finesse? <i>")
    page.reload()
    expect(page.locator(".card-notes li span")).to_have_text("a finesse? <i>")
    expect(page.locator(".note-mark")).to_have_count(1)
    page.locator(".share summary").click()
    with page.expect_download() as saved:
        page.locator('[data-format="live"]').click()
    saved.value.save_as(tmp_path / "game.json")
    (checked,) = read((tmp_path / "game.json").read_text(), "game")
    assert checked.game is not None
    assert "a finesse? <i>" in [text for row in checked.game.notes for text in row]
    with page.expect_download() as saved:
        page.locator('[data-format="page"]').click()
    saved.value.save_as(tmp_path / "replay.html")
    data = (tmp_path / "replay.html").read_text().partition('id="game">')[2].partition("</script>")[0]
    assert "a finesse? <i>" in [text for row in json.loads(data)["head"]["notes"] for text in row]
    alone = chromium.new_page()
    alone.goto(f"{(tmp_path / 'replay.html').as_uri()}#/?turn=13")
    expect(alone.locator(".note-mark")).to_have_count(1)
    assert alone.locator('[data-key="tab-try"]').count() == 0
    alone.close()


def test_recently_opened_replays_are_listed(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/replay/sample:rainbow")
    at(page, 1)
    page.goto(f"{server.base}#/replay")
    page.locator(".recent a").first.click()
    at(page, 1)
    assert "sample%3Arainbow" in page.url or "sample:rainbow" in page.url


@pytest.mark.parametrize(
    ("pasted", "number", "turn"),
    [
        ("1234567", 1234567, None),
        ("#1234567", 1234567, None),
        ("hanab.live/replay/1234567#30", 1234567, 30),
        ("https://hanab.live/shared-replay/1234567#30", 1234567, 30),
        ("https://hanab.live/export/1234567", 1234567, None),
        ("  <https://www.hanab.live/replay/1234567?x=1#5>  ", 1234567, 5),
    ],
)
def test_addresses_of_hanab_live_lead_to_the_export_and_back(
    server: PageServer, visit: Visit, pasted: str, number: int, turn: int | None
) -> None:
    status, found = server.ask("api/replays", pasted.encode())
    assert (status, found) == (200, {"export": f"https://hanab.live/export/{number}", "turn": turn})
    if turn is None:
        return
    page = visit(f"{server.base}#/replay")
    page.locator("#text").fill(pasted)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".export a")).to_have_attribute("href", f"https://hanab.live/export/{number}")
    _, head = server.ask("api/replays/sample:first")
    export = next(row["text"] for row in head["exports"] if row["name"] == "live")
    page.locator("#text").fill(export)
    page.get_by_role("button", name="Open", exact=True).click()
    at(page, turn)
