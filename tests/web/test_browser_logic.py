"""A person steps through models; afterwards no error may be in the console, and no request gone elsewhere."""

from collections.abc import Callable
from pathlib import Path

import pytest
from web.page_server import PageServer

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect  # it need not be installed

pytestmark = pytest.mark.slow
Visit = Callable[..., Page]


def at(page: Page, step: int) -> None:
    expect(page.locator(f'#view[data-step="{step}"]')).to_be_attached()


def test_a_puzzle_is_stepped_through_and_worlds_go(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/logic/muddy")
    at(page, 0)
    expect(page.locator(".world:not(.gone)")).to_have_count(8)
    expect(page.locator(".world.actual")).to_have_count(1)
    expect(page.locator(".link")).to_have_count(12)
    for step, left, gone in ((1, 7, 1), (2, 4, 3), (3, 1, 3)):
        page.keyboard.press("ArrowRight")
        at(page, step)
        expect(page.locator(".world:not(.gone)")).to_have_count(left)
        expect(page.locator(".world.gone")).to_have_count(gone)
        expect(page.locator(".model-caption")).to_contain_text(f"{gone} gone")
    assert page.url.endswith("#/logic/muddy?step=3")
    page.reload()
    at(page, 3)
    page.get_by_role("button", name="Previous step").click()
    at(page, 2)
    page.get_by_role("button", name="Show 2 worlds").click()
    expect(page.locator(".world.lit")).to_have_count(2)
    page.get_by_role("button", name="bob", exact=True).click()
    expect(page.locator(".link")).to_have_count(2)
    page.keyboard.press("Home")
    at(page, 0)


def test_a_file_is_opened_broken_and_mended(server: PageServer, visit: Visit, tmp_path: Path) -> None:
    page = visit(f"{server.base}#/logic")
    at(page, 0)
    file = tmp_path / "two.logic"
    good = "agents a, b\natoms p, q\nsees a: p\nsees b: q\nannounce p | q\nwhere? K[a] q\n"
    file.write_text(good, "utf-8")
    page.locator("#logic-file").set_input_files(file)
    expect(page.locator(".world")).to_have_count(4)
    assert "#/logic/own" in page.url
    pen = page.get_by_role("textbox", name="Logic file")
    pen.fill(good.replace("K[a]", "K[z]"))
    expect(page.locator(".mistakes li")).to_have_count(1)
    expect(page.locator(".mistakes")).to_contain_text("line 6, column 10")
    expect(page.locator(".ink .wrong")).to_have_text("z")
    pen.fill(good.replace("p | q", "p & q"))
    expect(page.locator(".state")).to_have_attribute("data-mood", "good")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".world.gone")).to_have_count(3)
    page.reload()
    expect(page.locator(".model-steps li").nth(1)).to_contain_text("p & q")


@pytest.mark.parametrize("width", [360, 1500])
def test_every_puzzle_fits_and_every_control_has_a_name(server: PageServer, visit: Visit, width: int) -> None:
    page = visit(f"{server.base}#/logic", width, 760)
    at(page, 0)
    names = page.locator("#puzzle option").evaluate_all("all => all.map(one => one.value)")
    assert len(names) >= 6
    for name in names:
        page.locator("#puzzle").select_option(name)
        expect(page.locator(".state")).to_have_attribute("data-mood", "good")
        page.keyboard.press("End")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator(".worlds").get_attribute("aria-label")
    for button in page.locator("button").all():
        assert (button.get_attribute("aria-label") or button.text_content() or "").strip()


def test_your_own_puzzle_shows_its_editor(server: PageServer, visit: Visit) -> None:
    page = visit(f"{server.base}#/logic/muddy")
    at(page, 0)
    pen = page.get_by_role("textbox", name="Logic file")
    expect(pen).to_be_hidden()
    page.locator("#puzzle").select_option("own")
    expect(pen).to_be_visible()
    page.reload()
    at(page, 0)
    expect(pen).to_be_visible()
