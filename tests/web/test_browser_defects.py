"""What was wrong on the page once: each test failed before it was mended."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from web.page_server import PageServer

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect  # it need not be installed

pytestmark = pytest.mark.slow
Visit = Callable[..., Page]


def checked(page: Page, at: int = 0) -> None:
    expect(page.locator(".state").nth(at)).to_have_attribute("data-mood", "good")


def test_keys_go_on_after_the_slider_was_touched(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/replay/sample:first?turn=5")
    expect(page.locator('#view[data-turn="5"]')).to_be_attached()
    page.get_by_role("slider", name="Turn").click()
    assert page.evaluate("document.activeElement.type") == "range"
    expect(page.locator('#view:not([data-turn="5"])')).to_be_attached()
    turn = int(page.locator("#view").get_attribute("data-turn") or 0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(f'#view[data-turn="{turn + 1}"]')).to_be_attached()
    page.keyboard.press("2")
    expect(page.locator('.viewpoints [aria-pressed="true"]')).to_have_text("Bob")
    page.keyboard.press("Home")
    expect(page.locator('#view[data-turn="1"]')).to_be_attached()


def test_an_error_goes_when_the_next_thing_is_done(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/lab")
    checked(page)
    pen = page.get_by_role("textbox", name="Convention A")
    good = pen.input_value()
    pen.fill("convention")
    expect(page.locator(".state").first).to_have_attribute("data-mood", "wrong")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".message")).to_contain_text("correct the mistakes")
    pen.fill(good)
    expect(page.locator(".message")).to_have_text("")
    page.goto(f"{server.base}#/logic/nothing")
    expect(page.locator(".message")).to_contain_text("There is no puzzle called nothing")
    page.get_by_role("button", name="Next step").click()
    expect(page.locator(".message")).to_have_text("")


def test_legal_clues_look_legal_and_a_refused_one_leaves_the_chooser_open(
    server: PageServer, visit: Visit
) -> None:
    seats = [{}, {"bot": "careful"}]
    status, opened = server.ask("api/tables/hanabi", {"seats": seats, "seed": 3, "pause": 0})
    assert status == 200
    page = visit(server.link(opened, 0))
    page.wait_for_selector(".bar.ready")
    page.locator(".hand:not(.mine) .held").first.click()
    look = """all => all.map((e) => [
        getComputedStyle(e).borderStyle, getComputedStyle(e).opacity,
        getComputedStyle(e.querySelector("svg")).opacity,
    ])"""
    legal, illegal = page.locator(".clue:not([aria-disabled])"), page.locator(".clue[aria-disabled]")
    assert page.locator(".clue.fits").count() < legal.count()  # some touch only other cards
    assert {tuple(row) for row in legal.evaluate_all(look)} == {("solid", "1", "1")}
    assert {row[0] for row in illegal.evaluate_all(look)} == {"dashed"}
    illegal.first.click(force=True)
    expect(page.locator(".message")).to_contain_text("touch")
    expect(page.locator(".clue")).to_have_count(10)
    legal.first.click()
    expect(page.locator(".log li")).not_to_have_count(0)
    expect(page.locator(".message")).to_have_text("")


def test_a_broken_logic_file_leaves_no_picture(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/logic/muddy?step=2")
    expect(page.locator('#view[data-step="2"]')).to_be_attached()
    page.get_by_role("tab", name="As a file").click()
    pen = page.get_by_role("textbox", name="Logic file")
    good = pen.input_value()
    pen.fill(good.replace("agents    ann", "agents    an"))
    expect(page.locator(".model-canvas")).to_contain_text("There is no picture")
    expect(page.locator(".world")).to_have_count(0)
    expect(page.locator(".model-steps li")).to_have_count(0)
    expect(page.get_by_role("button", name="Save picture")).to_be_disabled()
    pen.fill(good)
    expect(page.locator(".world:not(.gone)")).to_have_count(4)
    page.get_by_role("tab", name="What is said").click()
    expect(page.locator(".model-steps li").first).to_be_visible()


def test_a_picture_of_the_worlds_is_saved(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/logic/muddy?step=1")
    expect(page.locator('#view[data-step="1"]')).to_be_attached()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save picture").click()
    assert saved.value.suggested_filename == "muddy-1.svg"
    assert Path(saved.value.path()).read_text("utf-8").count("<rect") == 7


def run(page: Page, games: int) -> str:
    before = page.url
    page.get_by_label("Games", exact=True).fill(str(games))
    page.get_by_role("button", name=f"Run {games} games").click()
    expect(page).not_to_have_url(before)
    expect(page.locator('#view[data-stage="done"]')).to_be_attached(timeout=60_000)
    expect(page.locator(".lab-games tbody tr").first).to_be_visible()
    return page.url


def test_back_in_the_lab_leads_to_the_same_place(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/lab")
    checked(page)
    first = run(page, 30)
    page.get_by_role("button", name="More games").click()
    expect(page.locator(".pages")).to_contain_text("13–24 of 30")
    pen = page.get_by_role("textbox", name="Convention A")
    pen.fill(pen.input_value() + "\n# a thought")
    checked(page)
    button = page.locator("[data-game]").nth(7)
    number = button.get_attribute("data-game")
    button.click()
    expect(page.locator("#view[data-turn]")).to_be_attached()
    page.go_back()
    expect(page.locator(".pages")).to_contain_text("13–24 of 30")
    expect(page.locator(f'[data-game="{number}"]')).to_be_focused()
    expect(page.locator(f'[data-game="{number}"]')).to_be_in_viewport()
    assert pen.input_value().endswith("# a thought")
    checked(page)
    run(page, 12)
    page.go_back()
    expect(page.locator(".pages")).to_contain_text("of 30")
    assert page.url.startswith(first)


def test_a_changed_copy_has_a_name_of_its_own_and_shows_what_differs(
    server: PageServer, visit: Visit
) -> None:
    page = visit(f"{server.base}#/lab")
    checked(page)
    page.get_by_label("Compare with").select_option("a copy, to change")
    checked(page, 1)
    pen = page.get_by_role("textbox", name="Convention B")
    assert "convention minimal-copy" in pen.input_value()
    pen.fill(pen.input_value().replace("discard my backmost", "discard my frontmost"))
    checked(page, 1)
    expect(page.locator(".lab-difference .is-out")).to_have_count(2)
    expect(page.locator(".lab-difference .is-in").last).to_contain_text("discard my frontmost")
    run(page, 12)
    expect(page.locator(".lab-side-figures h3")).to_have_text(["minimal", "minimal-copy"])
    page.get_by_label("Compare with").select_option("nothing")
    mine = page.get_by_role("textbox", name="Convention A")
    mine.fill(mine.input_value().replace("discard my backmost", "discard my frontmost"))
    checked(page)
    expect(page.locator(".lab-difference h2")).to_have_text("What you changed in minimal")
    run(page, 12)
    expect(page.locator(".lab-side-figures h3")).to_have_text(["minimal (changed)"])


def test_a_finished_replay_tells_one_score(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/replay/sample:first?turn=58")
    expect(page.locator('#view[data-turn="58"]')).to_be_attached()
    expect(page.locator(".heading .title")).to_contain_text("23 of 25")
    expect(page.locator(".figure").first).to_have_text(re.compile("^Score ?23 of 25$"))


def test_the_lines_of_a_card_model_are_explained_and_claim_nothing(server: PageServer, visit: Visit) -> None:
    status, opened = server.ask("api/tables/boeren", {"seats": [{}] + [{"bot": "counter"}] * 3, "seed": 7})
    assert status == 200
    page = visit(f"{server.base}#/table/boeren/{opened['id']}?seat={opened['secrets'][0]}")
    expect(page.locator(".kripke .doubt").first).to_be_attached()
    expect(page.locator(".kripke figcaption")).to_contain_text(
        "A line joins two owners that a player cannot tell apart"
    )
    assert "cannot tell" not in (page.locator(".seat-legend").text_content() or "")


def test_boeren_bridge_is_begun_with_a_seed_and_rules(server: PageServer, visit: Visit) -> None:
    hands = []
    for _ in range(2):
        page = visit(f"{server.base}#/boeren")
        page.get_by_text("Rules and options").click()
        page.get_by_label("Seed").fill("7")
        page.get_by_label("Bids that add up").select_option("the dealer may not make that bid")
        expect(page.get_by_label("Rules", exact=True)).to_have_value("custom")
        page.get_by_role("button", name="Start").click()
        expect(page.locator(".mine .holder").first).to_be_visible()
        hands.append(page.locator(".mine .holder").evaluate_all("all => all.map((e) => e.dataset.key)"))
    assert hands[0] == hands[1]


def test_a_bot_that_sees_hidden_cards_cannot_sit_with_people(server: PageServer, visit: Visit) -> None:
    page = visit(server.base)
    group = page.locator("optgroup.unfair")
    expect(group.first).to_have_attribute("label", "See hidden cards: only where no person plays")
    assert all(group.evaluate_all("all => all.map((e) => e.disabled)"))
    page.get_by_role("button", name="Watch bots").click()
    assert not any(group.evaluate_all("all => all.map((e) => e.disabled)"))
    status, said = server.ask("api/tables/hanabi", {"seats": [{}, {"bot": "cheat"}]})
    assert (status, said["code"]) == (400, "unfair-bot")
    assert "looks at hidden cards" in said["message"]
