"""A person studies where a game was lost; afterwards no error may be in the console.

The analysis itself is tested in tests/lab and tests/search; here, that the page shows it and how one goes
on.
"""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from web.page_server import COMPILED_MS, PageServer

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, Route, expect  # it need not be installed

import handsight.notation.hanabi as notation
from bench.pictures.screens import faults, paint

pytestmark = pytest.mark.slow
Visit = Callable[..., Page]
BLUNDER = 32
"""The index of the turn of the sample at which most was lost: a discard by Cathy."""
SIZES = ((1366, 768), (1024, 768), (390, 844))


def dropped(server: PageServer, visit: Visit) -> Page:
    """Open a game from a file, and the analysis of its 33rd turn."""
    page = visit(f"{server.base}#/replay")
    sample = Path(notation.__file__).parent / "samples" / "first.json"
    page.locator("#file").set_input_files(sample)
    expect(page.locator("#view[data-turn]")).to_be_attached()
    page.get_by_role("tab", name="Analysis").click()
    expect(page).to_have_url(re.compile("tab=analysis"))
    page.goto(re.sub(r"turn=\d+", f"turn={BLUNDER}", page.url))
    return page


def test_a_dropped_game_is_analysed_shared_and_saved(
    server: PageServer, visit: Visit, chromium: Browser, tmp_path: Path
) -> None:
    page = dropped(server, visit)
    expect(page.locator(".analysis > header")).to_contain_text("Bob’s eyes", timeout=COMPILED_MS)
    expect(page.locator(".values li").first).to_be_visible(timeout=COMPILED_MS)
    # Jump to the worst mistake that was found, and read its words.
    page.locator(f"[data-mistake='{BLUNDER}']").click(timeout=COMPILED_MS)
    expect(page.locator(f'#view[data-turn="{BLUNDER + 1}"]')).to_be_attached()
    verdict = page.locator(".verdict-of.is-blunder")
    expect(verdict).to_contain_text(
        re.compile(r"Blunder: −\d\.\d ± \d\.\d points in expectation"), timeout=COMPILED_MS
    )
    expect(page.locator(".value.played .loss-of")).to_have_text(re.compile(r"−\d\.\d"))
    assert page.locator(".held.suggested").count() >= 1
    assert page.locator(".score-curve .is-blunder .call").count() == 1
    page.get_by_role("button", name="Next mistake").click()
    expect(page.locator(f'#view[data-turn="{BLUNDER + 1}"]')).to_have_count(0)
    page.keyboard.press("Shift+M")
    expect(page.locator(f'#view[data-turn="{BLUNDER + 1}"]')).to_be_attached()
    expect(page.locator(".tab-analysis")).to_have_attribute(
        "data-deals", re.compile("400|800|1600"), timeout=COMPILED_MS
    )
    # Try the best move, and see its value.
    best = page.locator(".value.best").first
    words, value = best.locator("span").nth(-2).inner_text(), best.locator("b").inner_text()
    best.click()
    expect(page.locator(".hypothetical-banner")).to_be_visible()
    branch = page.locator(".branch")
    expect(branch).to_contain_text(
        f"{words[0].upper()}{words[1:]}: {value}, as good as any", timeout=COMPILED_MS
    )
    expect(branch).to_contain_text("that Cathy could not rule out at turn 33")
    # The address leads a second browser to the same place.
    other = visit(page.url)
    expect(other.locator(".branch")).to_contain_text(
        f"{words[0].upper()}{words[1:]}: {value}", timeout=COMPILED_MS
    )
    # Bots play the branch on, with the deck of the game.
    page.locator("[data-key=play-on]").click()
    expect(page.locator(".branch")).to_contain_text(
        "this game’s own deck (open), the line ends with", timeout=COMPILED_MS
    )
    page.locator("[data-key=line-leave]").click()
    expect(page.locator(".verdict-of.is-blunder")).to_be_visible(timeout=COMPILED_MS)
    for size in SIZES:
        paint(page, "light", size)
        assert faults(page, "replay") == [], size
    paint(page, "light", (1366, 768))
    # One file, with the analysis inside.
    page.locator(".share summary").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download as web page").click()
    file = tmp_path / "game.html"
    saved.value.save_as(file)
    context = chromium.new_context()
    wrong: list[str] = []
    alone = context.new_page()
    alone.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    alone.on("pageerror", lambda error: wrong.append(str(error)))
    alone.goto(f"{file.as_uri()}#/?turn={BLUNDER + 1}&tab=analysis")
    expect(alone.locator(".verdict-of.is-blunder")).to_contain_text("Blunder: −")
    expect(alone.locator(".value.best b").first).to_have_text(value)
    context.close()
    assert wrong == []


def test_how_moves_are_judged_is_chosen_and_stands_in_the_address(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/replay/sample:first?turn=50&tab=analysis")
    expect(page.locator(".values li").first).to_be_visible(timeout=COMPILED_MS)
    assert page.locator(".open-hands").count() == page.locator(".believed").count() == 0
    expect(page.locator(".known-of").first).to_contain_text("known since turn")
    page.get_by_label("Open hands").check()
    expect(page.locator(".open-hands[data-best]")).to_contain_text(
        "with all cards known", timeout=COMPILED_MS
    )
    page.get_by_label("Believe conventions").check()
    expect(page.locator(".believed")).to_contain_text("of 49 past moves", timeout=COMPILED_MS)
    page.locator("[data-key=analysis-by]").select_option("robot6")
    expect(page).to_have_url(re.compile("judge=robot6&believe=1&open=1"))
    page.locator(".value").first.click()  # the line that is tried is judged likewise
    expect(page).to_have_url(re.compile("judge=robot6&believe=1&open=1&line="))
    page.reload()
    expect(page.locator("[data-key=analysis-by]")).to_have_value("robot6")
    expect(page.get_by_label("Believe conventions")).to_be_checked()


def test_nothing_is_told_of_moves_that_are_hidden(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/replay/sample:first?turn=33&tab=analysis&future=hidden")
    expect(page.locator(".values li").first).to_be_visible(timeout=COMPILED_MS)
    assert page.locator(".value.played").count() == 0
    assert page.locator(".verdict-of").count() == 0
    told = [mark.get_attribute("data-mistake") for mark in page.locator("[data-mistake]").all()]
    assert all(int(turn or 33) < 33 for turn in told)  # of the moves that are shown, some may be told already
    page.keyboard.press("ArrowRight")
    expect(page.locator('#view[data-turn="34"]')).to_be_attached()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".value.played")).to_be_visible(timeout=COMPILED_MS)


def test_what_cannot_be_analysed_is_said_in_words(server: PageServer, visit: Visit) -> None:
    page = visit(server.base)
    said = {"by": "robot5", "deals": 0, "turns": None, "done": 0, "news": 0, "running": False, "rows": []}
    answer = said | {"failure": "search has no way of playing with characters; choose another table"}
    page.route("**/analysis?**", lambda route: route.fulfill(json=answer))
    page.goto(f"{server.base}#/replay/sample:first?turn=5&tab=analysis")
    expect(page.locator(".analysis [role=alert]")).to_contain_text("Search has no way of playing")
    page.get_by_role("tab", name="Moves").click()
    expect(page.locator(".move-list li").first).to_be_visible()


def test_hidden_moves_choose_no_bot_where_the_others_could_not(server: PageServer, visit: Visit) -> None:
    """Without an answer which bot fits the moves that are shown, nothing is analysed until asked again."""
    page = visit(server.base)
    said = {"by": "robot6", "deals": 0, "turns": 0, "done": 0, "news": 0, "running": False, "rows": []}
    bots: list[str] = []

    def analysed(route: Route) -> None:
        if route.request.method == "GET":
            bots.extend(parse_qs(urlsplit(route.request.url).query)["by"])
        route.fulfill(json=said | {"failure": "", "reason": ""})

    page.route("**/analysis?**", analysed)
    page.route("**/best-fit?**", lambda route: route.fulfill(body="no answer"))
    page.goto(f"{server.base}#/replay/sample:first?turn=5&tab=analysis&judge=auto&future=hidden")
    again = page.locator(".analysis [role=alert]").get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    assert bots == []
    page.unroute("**/best-fit?**")
    fits = {"by": "robot6", "reason": "it fits best"}
    page.route("**/best-fit?**", lambda route: route.fulfill(json=fits))
    again.click()
    expect(page.locator(".analysis .reason-of")).to_contain_text("It fits best")
    expect(again).to_have_count(0)
    assert set(bots) <= {"robot6"}


def test_the_coach_says_what_a_move_lost_after_it_was_made(server: PageServer, visit: Visit) -> None:
    page = visit(server.link(server.table("", "careful"), 0))
    page.wait_for_selector(".bar.ready")
    assert page.locator(".coach").count() == 0
    page.locator("[data-key=preferences]").click()
    page.get_by_label("Coach").check()
    page.locator(".mine .held").last.click()
    page.locator("[data-key=do-play]").click()
    said = page.locator(".coach[data-turn='0']")
    expect(said).to_contain_text(
        re.compile("your move, play slot 5, .*deals that you could not rule out"), timeout=COMPILED_MS
    )
    page.keyboard.press("u")
    expect(page.locator(".coach")).to_have_count(0)
