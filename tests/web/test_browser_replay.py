"""A person at a replay: every test fails on an error in the console or a request to another host."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from web.page_server import PageServer

from handsight.cli import main
from handsight.notation import read_file
from handsight.notation.hanabi.file_formats import FORMATS

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect  # it need not be installed

pytestmark = pytest.mark.slow


@pytest.fixture
def tab(chromium: Browser) -> Iterator[Page]:
    """A tab that is watched: nothing may be logged as an error, nothing fetched from elsewhere."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    found = context.new_page()
    faults: list[str] = []
    found.on("console", lambda said: faults.extend([said.text] if said.type in ("error", "warning") else []))
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.on("request", lambda asked: faults.extend([] if _near(asked.url) else [asked.url]))
    yield found
    context.close()
    assert not faults


def _near(address: str) -> bool:
    parts = urlsplit(address)
    return parts.scheme in ("file", "data", "blob") or parts.hostname == "127.0.0.1"


def at(page: Page, turn: int) -> None:
    expect(page.locator(f'#view[data-turn="{turn}"]')).to_be_attached()


def chances(page: Page) -> dict[str, float]:
    """What the grid of the card that is looked at says."""
    cells = page.locator(".identities td[data-face]:not(.out)")
    rows = cells.evaluate_all(
        "all => all.map(td => [td.dataset.face, td.querySelector('span').dataset.chance])"
    )
    return {face: float(chance) for face, chance in rows}


def live(source: str) -> str:
    (checked,) = read_file(source)
    assert checked.game
    return FORMATS["live"].write(checked.game).text


def test_an_address_shows_what_the_command_line_says(
    server: PageServer, tab: Page, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["know", "sample:rainbow", "--turn", "24", "--seat", "2", "--json"])
    (printed,) = json.loads(capsys.readouterr().out)["seats"]
    for card in printed["hand"]:
        tab.goto(f"{server.base}#/replay/sample:rainbow?turn=24&seat=2&card={card['order']}")
        at(tab, 24)
        expect(tab.locator(".inspector h2")).to_contain_text(f"slot {card['slot'] + 1}")
        assert chances(tab) == card["probability"]
        assert tab.locator(".identities td.out").count() == 25 - len(card["possible"])


def test_stepping_by_keys_is_in_the_address_and_survives_a_reload(server: PageServer, tab: Page) -> None:
    tab.goto(f"{server.base}#/replay/sample:first")
    at(tab, 1)
    for _ in range(5):
        tab.keyboard.press("ArrowRight")
    at(tab, 6)
    tab.keyboard.press("]")
    at(tab, 9)
    tab.keyboard.press("2")
    expect(tab.locator('.viewpoints [aria-pressed="true"]')).to_have_text("Bob")
    for source in ("By convention", "Clues only"):
        tab.keyboard.press("g")
        expect(tab.locator('.choices [aria-pressed="true"]')).to_have_text(source)
    assert re.search(r"turn=9&seat=1&from=clues\b", tab.url)
    tab.reload()
    at(tab, 9)
    expect(tab.locator('.viewpoints [aria-pressed="true"]')).to_have_text("Bob")
    tab.keyboard.press("End")
    at(tab, 58)
    tab.keyboard.press("Home")
    at(tab, 1)


def test_the_next_turns_are_asked_for_before_one_steps_there(server: PageServer, tab: Page) -> None:
    tab.goto(f"{server.base}#/replay/sample:first?turn=13")
    at(tab, 13)
    for turn in (12, 13, 14, 15):  # indices: the turn itself, and three more
        tab.wait_for_function(
            "end => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(end))",
            arg=f"turn={turn}",
        )


@pytest.mark.shows("S0-11")
def test_a_players_view_hides_that_players_own_hand(server: PageServer, tab: Page) -> None:
    tab.goto(f"{server.base}#/replay/sample:first?turn=13")
    at(tab, 13)
    assert tab.locator(".hand .held .face").count() == 15
    tab.get_by_role("button", name="Cathy", exact=True).click()
    expect(tab.locator(".hand.mine .held .back")).to_have_count(5)
    expect(tab.locator(".hand .held .face")).to_have_count(10)


def test_clicks_on_the_chart_the_moves_and_the_slider(server: PageServer, tab: Page) -> None:
    tab.goto(f"{server.base}#/replay/sample:first")
    tab.locator('.information-chart [data-turn="30"]').click(force=True)
    at(tab, 31)
    tab.get_by_role("tab", name="Moves").click()
    tab.locator('[data-key="line-31"]').click()
    at(tab, 32)
    tab.get_by_role("slider", name="Turn").fill("40")
    at(tab, 41)
    tab.get_by_role("button", name="Previous turn").click()
    at(tab, 40)


def test_why_and_since_when(server: PageServer, tab: Page) -> None:
    tab.goto(f"{server.base}#/replay/sample:first?turn=58")
    at(tab, 58)
    rows = json.loads((tab.request.get(f"{server.base}api/replays/sample:first/moment?turn=57")).text())[
        "seats"
    ]
    sure = [card for row in rows for card in row["hand"] if len(card["possible"]) == 1]
    assert sure
    tab.locator(f'.held[data-order="{sure[0]["order"]}"]').click()
    first = tab.locator(".reasons li").first
    expect(first).to_contain_text("because")
    since = first.locator(".since")
    (turn,) = re.findall(r"\d+", since.text_content() or "")
    since.click()
    at(tab, int(turn))
    assert len(chances(tab)) == 1


def test_the_future_can_be_hidden(server: PageServer, tab: Page) -> None:
    tab.goto(f"{server.base}#/replay/sample:first?turn=11&future=hidden")
    at(tab, 11)
    expect(tab.locator(".information-chart .move")).to_have_count(10)
    assert tab.locator(".move-list li").count() == 11
    assert "23" not in (tab.locator(".heading .title").text_content() or "")
    assert "57" not in (tab.locator(".turn-bar").text_content() or "")
    tab.keyboard.press("End")
    tab.keyboard.press("ArrowRight")
    at(tab, 12)
    expect(tab.locator(".information-chart .move")).to_have_count(11)
    tab.keyboard.press("f")
    expect(tab.locator(".information-chart .move")).to_have_count(57)


def test_an_address_leads_to_the_export_and_back_to_its_turn(server: PageServer, tab: Page) -> None:
    tab.goto(f"{server.base}#/replay")
    tab.locator("#text").fill("https://hanab.live/shared-replay/123#30")
    tab.get_by_role("button", name="Open", exact=True).click()
    export = tab.locator(".export a")
    expect(export).to_have_attribute("href", "https://hanab.live/export/123")
    expect(tab.locator(".export")).to_contain_text("it opens at turn 30")
    tab.locator("#text").fill(live("sample:first"))
    tab.get_by_role("button", name="Open", exact=True).click()
    at(tab, 30)


def test_a_pasted_code_and_a_chosen_file_open(server: PageServer, tab: Page, tmp_path: Path) -> None:
    (checked,) = read_file("sample:up_or_down")
    assert checked.game
    tab.goto(f"{server.base}#/replay")
    tab.locator("#text").fill(FORMATS["url"].write(checked.game).text)
    tab.get_by_role("button", name="Open").click()
    at(tab, 1)
    expect(tab.locator(".heading")).to_contain_text("Up or Down")
    file = tmp_path / "game.hanabi"
    (checked,) = read_file("sample:rainbow")
    assert checked.game
    file.write_text(FORMATS["log"].write(checked.game).text, "utf-8")
    tab.goto(f"{server.base}#/replay")
    tab.locator("#file").set_input_files(file)
    at(tab, 1)
    expect(tab.locator(".heading")).to_contain_text("Rainbow")


def test_a_dropped_broken_file_shows_its_good_part_and_the_mistake(server: PageServer, tab: Page) -> None:
    text = live("sample:first").replace('"type":0,"target":12', '"type":0,"target":3')
    tab.goto(f"{server.base}#/replay")
    expect(tab.locator(".samples a")).to_have_count(3)
    tab.evaluate(
        """text => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], "game.json"));
            dispatchEvent(new DragEvent("drop", { dataTransfer: carried, cancelable: true }));
        }""",
        text,
    )
    at(tab, 1)
    expect(tab.locator(".problems")).to_contain_text("turn 3, line 1, column 1370")
    expect(tab.locator(".problems")).to_contain_text("card 3 is not in Cathy's hand")
    tab.keyboard.press("End")
    at(tab, 3)
    expect(tab.locator(".move-list .broken")).to_contain_text("card 3 is not")


def test_a_text_that_is_no_game_says_so(server: PageServer, tab: Page) -> None:
    tab.goto(f"{server.base}#/replay")
    tab.locator("#text").fill("Card Red 9")
    tab.get_by_role("button", name="Open").click()
    expect(tab.locator(".replay-bad")).to_contain_text("No game was found")


def test_formats_can_be_saved(server: PageServer, tab: Page) -> None:
    tab.goto(f"{server.base}#/replay/sample:first?turn=4")
    at(tab, 4)
    tab.locator(".share summary").click()
    with tab.expect_download() as saved:
        tab.locator('[data-format="log"]').click()
    assert "Card" in saved.value.path().read_text("utf-8")
    with tab.expect_download() as saved:
        tab.get_by_role("link", name="Download as web page").click()
    assert saved.value.path().read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("width", [360, 820])
def test_narrow_screens_hold_everything(server: PageServer, tab: Page, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 740})
    for address in ("#/replay", "#/replay/sample:rainbow?turn=31&seat=1"):
        tab.goto(server.base + address)
        expect(tab.locator(".identities, .samples li").first).to_be_visible()
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
    expect(tab.get_by_role("button", name="Next turn")).to_be_in_viewport()


def test_every_control_has_a_name(server: PageServer, tab: Page) -> None:
    tab.goto(f"{server.base}#/replay/sample:first?turn=13&seat=0")
    at(tab, 13)
    for button in tab.get_by_role("button").all():
        assert (button.get_attribute("aria-label") or button.text_content() or "").strip()
    label = tab.locator(".hand.mine .held").first.get_attribute("aria-label") or ""
    assert re.match(r"Alice, slot 1: hidden; (certainly|\d+ possible:)", label)


def test_one_file_opened_from_disk_is_the_same_replay(
    tab: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "game.html"
    with pytest.raises(SystemExit):
        main(["convert", "sample:up_or_down", str(target)])
    with pytest.raises(SystemExit):
        main(["know", "sample:up_or_down", "--turn", "32", "--seat", "1", "--json"])
    (printed,) = json.loads(capsys.readouterr().out)["seats"]
    card = printed["hand"][3]
    tab.goto(f"file://{target}#/?turn=32&seat=1&card={card['order']}")
    at(tab, 32)
    assert chances(tab) == card["probability"]
    expect(tab.locator(".information-chart .move")).to_have_count(54)
    tab.keyboard.press("ArrowRight")
    at(tab, 33)
    tab.keyboard.press("0")
    tab.keyboard.press("End")
    at(tab, 55)
    assert tab.evaluate("performance.getEntriesByType('resource').length") == 0


def test_a_game_that_is_over_can_be_watched_again(server: PageServer, tab: Page) -> None:
    opened = server.table("random", "random")
    tab.goto(f"{server.base}#/table/hanabi/{opened['id']}")
    tab.get_by_role("button", name="Watch the replay").click(timeout=60_000)
    at(tab, 1)
    expect(tab.locator(".heading h1")).to_have_text(" · ".join(opened["names"]))


@pytest.mark.shows("S0-48")
def test_a_player_sees_the_same_grids_of_the_own_hand(server: PageServer, tab: Page) -> None:
    opened = server.table("", "careful")
    tab.goto(server.link(opened, 0))
    expect(tab.locator(".hand.mine .held")).to_have_count(5)
    tab.keyboard.press("k")
    expect(tab.locator(".own-hand .identities")).to_have_count(5)
    cells = tab.locator(".own-hand .identities").first.locator("[data-chance]")
    shares = cells.evaluate_all("all => all.map(span => Number(span.dataset.chance))")
    assert sum(shares) == pytest.approx(1)
