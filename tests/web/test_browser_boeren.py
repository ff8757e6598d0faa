"""Boeren Bridge in a real browser: a round with the viewer, a formula, a person at a seat, a phone."""

from collections.abc import Callable
from typing import Any

import pytest
from web.page_server import PageServer

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import expect  # it need not be installed

pytestmark = pytest.mark.slow
Visit = Callable[..., Any]


SEED, GUESS = 12, "2"
"""A match whose first dealer is North, and the bid of North with which all bids add up."""


def link(server: PageServer, *bots: str, **words: Any) -> str:
    body = {"seats": [{"bot": bot} for bot in bots], "seed": SEED, **words}
    status, found = server.ask("api/tables/boeren", body)
    assert status == 200, found
    secret = next((secret for secret in found["secrets"] if secret), "")
    return f"{server.base}#/table/boeren/{found['id']}" + (f"?seat={secret}" if secret else "")


def space(page: Any, times: int = 1) -> None:
    """Press space, and wait for the move each time."""
    for _ in range(times):
        before = page.locator(".boeren .count").inner_text()
        page.keyboard.press(" ")
        page.wait_for_selector(f".boeren .count:not(:text-is('{before}'))")


def test_a_round_with_the_viewer(server: PageServer, visit: Visit) -> None:
    page = visit(server.base)
    page.get_by_role("button", name="Watch four bots").click()
    page.wait_for_selector(".cloth")
    assert page.locator(".fan-hand .pc:not(.back)").count() == 12
    page.goto(link(server, *["counter"] * 4, seed=SEED))
    page.wait_for_selector(".cloth")
    while "to play" not in page.locator(".bar .prompt").inner_text():  # a dealer may have to change its bid
        space(page)
    page.wait_for_selector(".kripke")
    for suit, rank in ("hk", "da", "cq", "sa"):
        page.keyboard.press(suit)
        page.keyboard.press(rank)
    page.wait_for_selector(".kripke svg[aria-label^='Model of ♠A']")
    expect(page.locator(".world")).to_have_count(4)  # an answer that comes later draws the model anew
    assert page.locator(".world.actual").count() == 1
    assert page.locator(".doubt").count() == 12
    owner = page.locator(".world.actual").get_attribute("data-world")
    holder = page.locator(".player", has=page.get_by_label("ace of spades: show its model"))
    assert holder.get_attribute("aria-label").startswith(owner)
    assert page.locator(f".doubt[data-seat={owner}]").count() == 3  # among the worlds of the three others
    space(page)
    played = page.locator(".laid").first
    played.click()
    page.wait_for_selector(".kripke .world:only-child")
    assert page.locator(".doubt").count() == 0
    assert "Everybody knows" in page.locator(".in-words").inner_text()
    space(page, 11)
    assert "round is over" in page.locator(".bar .prompt").inner_text()
    assert page.locator(".scorecard tbody tr").first.locator("td").all_inner_texts() != ["·"] * 4
    assert page.locator(".log-trick").count() == 3
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".felt.past")
    page.keyboard.press("End")
    page.wait_for_selector(".felt:not(.past)")
    space(page)
    assert page.locator(".fan-hand .pc").count() == 16


def test_one_may_step_faster_than_the_server_allows(server: PageServer, visit: Visit) -> None:
    page = visit(link(server, *["greedy"] * 4, seed=SEED))
    page.wait_for_selector(".kripke")
    space(page, 40)
    assert page.locator(".message").all_inner_texts() == [""]
    page.wait_for_selector(".kripke")  # and the last question is answered


def test_chances_nesting_and_a_formula(server: PageServer, visit: Visit) -> None:
    page = visit(link(server, "greedy", "greedy", "full-kripke", "counter"))
    page.wait_for_selector(".kripke")
    space(page, 6)
    page.get_by_role("button", name="Exact chances").click()
    page.locator("[data-key=view-0]").click()
    page.wait_for_selector(".chances .in-words:has-text('North')")
    rows = page.locator(".chances tbody tr")
    for at in range(rows.count()):
        shares = [text.split("/") for text in rows.nth(at).locator("td:not(.none)").all_inner_texts()]
        assert sum(
            int(share[0]) / int(share[-1] if len(share) > 1 else 1) for share in shares
        ) == pytest.approx(1)
    page.get_by_role("button", name="Who knows").click()
    page.wait_for_selector(".matrix")
    assert page.locator(".seal").count() == 16
    depth = page.get_by_label("Depth")
    depth.focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".thinks")
    assert page.locator(".seal").count() == 4
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.get_by_label("Player 1 of the chain").select_option("West")
    page.wait_for_selector(".seal[title^='K[W] K[N] Kv[N]']")
    page.locator("[data-key=view--2]").click()
    page.wait_for_selector(".matrix")
    page.locator("[data-key=cell-1-2]").click()
    page.wait_for_selector(".reply")
    box = page.get_by_label("Is it true that")
    assert box.input_value().startswith("K[W] K[E] Kv[S] owner(")
    box.fill("K[N] Kv[E] owner(AS) | K[N] ~Kv[E] owner(AS) | true")
    box.press("Enter")
    page.wait_for_selector(".reply .good")
    box.fill("Kv[N] owner(QC) & Kv[E] owner(QC) & Kv[S] owner(QC) & false")
    box.press("Enter")
    page.wait_for_selector(".reply .bad")
    box.fill("~C[N,E,S,W] (has(N,KC) | ~has(N,KC)) | K[E] has(N,KC) & K[S] has(N,XX)")
    box.press("Enter")
    page.wait_for_selector(".way pre")
    assert "^" in page.locator(".way pre").inner_text()
    box.fill("Kw[N] has(E,AS) & Kw[S] has(E,AS) & ~has(N,AS) & ~has(S,AS)")
    box.press("Enter")
    page.wait_for_selector(".reply")
    box.fill("~Kv[N] owner(AS) -> M[N] has(E,AS) | M[N] has(S,AS)")
    box.press("Enter")
    page.wait_for_selector(".reply .good")


def test_a_doubt_is_shown_by_a_witness(server: PageServer, visit: Visit) -> None:
    page = visit(link(server, *["counter"] * 4))
    page.wait_for_selector(".kripke")
    page.keyboard.press("f")
    page.keyboard.type("C[N,E,S,W] has(N,AS)")
    page.keyboard.press("Enter")
    page.wait_for_selector(".reply .bad")
    deals = page.locator(".witness .deal")
    assert deals.count() >= 1
    assert deals.first.locator(".inline-card").count() == 12


def test_a_person_takes_a_seat(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/boeren")
    page.get_by_role("button", name="Me and three bots").click()
    page.get_by_label("Who plays West").select_option("greedy")
    page.get_by_text("Rules and options").click()
    page.get_by_label("Seed").fill(str(SEED))
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".cloth")
    page.keyboard.press("p")  # one step at a time
    hidden = page.locator(".player:not(.mine) .fan-hand .pc")
    while "round is over" not in page.locator(".bar .prompt").inner_text():
        assert page.locator(".player:not(.mine) .fan-hand .pc:not(.back)").count() == 0
        if page.locator(".bar.ready").count():
            before = page.locator(".boeren .count").inner_text()
            if page.locator(".playable").count() and "play" in page.locator(".bar .prompt").inner_text():
                page.locator(".playable").first.click()
            else:
                page.keyboard.press("1")
                if page.locator(".message[data-mood=wrong]").count():
                    page.keyboard.press("0")
            page.wait_for_selector(f".boeren .count:not(:text-is('{before}'))")
        else:
            space(page)
    assert hidden.count() == 0
    page.keyboard.press("Home")
    page.wait_for_selector(".felt.past")
    assert page.locator(".fan-hand .pc:not(.back)").count() == 12  # the round is over: all hands are open
    assert page.locator("[data-key=view-0]").count() == 1


def test_a_dealer_changes_its_bid(server: PageServer, visit: Visit) -> None:
    page = visit(link(server, "", "greedy", "greedy", "greedy", seed=SEED))
    page.wait_for_selector(".bar.ready")
    before = page.locator(".bids button").all_inner_texts()
    assert before == ["0", "1", "2", "3"]
    page.keyboard.press(GUESS)
    page.get_by_text(f"The bids add up to 3: change yours from {GUESS}.").wait_for()
    choices = page.locator(".bids button")
    assert [abs(int(text) - int(GUESS)) for text in choices.all_inner_texts()] == [1] * choices.count()
    assert choices.first.get_attribute("aria-label").startswith("Change your bid to")
    page.keyboard.press(GUESS)
    page.get_by_text(f"You cannot bid {GUESS}.").wait_for()
    choices.first.click()
    page.get_by_role("tab", name="Moves").click()
    line = page.locator(".log-change")
    line.wait_for()
    assert f"North had to change its guess from {GUESS} to" in line.inner_text()
    assert "changed(N)" in line.locator("button").get_attribute("title")
    assert page.locator(".log-trump").inner_text().strip().endswith(("clubs", "diamonds", "hearts", "spades"))


def test_a_seat_sees_no_truth_it_does_not_know(server: PageServer, visit: Visit) -> None:
    page = visit(link(server, "", "counter", "counter", "counter"))
    page.wait_for_selector(".bar.ready")
    mine = {
        key.removeprefix("card-")
        for key in page.locator(".mine .holder").evaluate_all("all => all.map(one => one.dataset.key)")
    }
    assert len(mine) == 3
    for suit in "CDHS":
        for rank in "AKQ":
            page.keyboard.press(suit.lower())
            page.keyboard.press(rank.lower())
            sign = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}[suit]
            page.wait_for_selector(f".kripke svg[aria-label^='Model of {sign}{rank}']")
            assert page.locator(".world.actual").count() == (f"{rank}{suit}" in mine)
    assert page.locator(".viewer .viewpoints").count() == 0


@pytest.mark.parametrize("width", [360, 768, 1920])
def test_every_width_fits_and_everything_has_a_name(server: PageServer, visit: Visit, width: int) -> None:
    page = visit(link(server, "", "counter", "counter", "counter"), width=width)
    page.wait_for_selector(".bar.ready")
    for theme in ("dark", "light"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        for panel in ("chances", "nested", "ask", "model"):
            page.locator(f"[data-key=panel-{panel}]").click()
            page.wait_for_selector(
                {"chances": ".chances", "nested": ".matrix", "ask": "#formula", "model": ".kripke"}[panel]
            )
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    nameless = page.evaluate(
        "[...document.querySelectorAll('button, a, input, select, [role=img]')]"
        ".filter(one => !one.innerText?.trim() && !one.ariaLabel && !one.labels?.length)"
        ".map(one => one.outerHTML)"
    )
    assert nameless == []


def test_choices_have_their_expected_points(server: PageServer, visit: Visit) -> None:
    page = visit(link(server, *["greedy-kripke"] * 4))
    page.wait_for_selector(".kripke")
    page.get_by_role("button", name="Analysis").click()
    page.wait_for_selector(".way:has-text('Nobody has moved yet')")
    space(page)
    page.wait_for_selector(".analysis .value.played", timeout=120_000)  # it may have to be compiled
    values = [float(text.replace("−", "-")) for text in page.locator(".value b").all_inner_texts()]
    assert values == sorted(values, reverse=True)
    assert "bid" in page.locator(".value.played").inner_text()
    assert page.locator(".value.best").count() >= 1
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".way:has-text('Nobody has moved yet')")


def test_the_path_to_the_card_just_played_is_marked(server: PageServer, visit: Visit) -> None:
    page = visit(link(server, *["greedy-kripke"] * 4))
    page.wait_for_selector(".kripke")
    space(page)
    page.get_by_role("button", name="Why this move").click()
    page.wait_for_selector(".reasons-panel:has-text('q = ')")
    assert page.locator(".rule-graph").count() == 0
    while not page.locator(".laid").count():  # a dealer may have to change its bid first
        space(page)
    page.wait_for_selector(".reasons-panel .rule-graph")
    assert page.locator(".rule-graph .node").count() == 39
    reached = page.locator(".path .reached").get_attribute("value")
    assert page.locator(".rule-graph .choice.on-path").get_attribute("data-number") == reached
    asked = page.locator(".path li:not(.reached)").count()
    assert page.locator(".rule-graph .question.on-path").count() == asked
    assert "played" in page.locator(".reasons-panel .in-words").inner_text()
