"""Every screen at every size, light and dark: no card, no control is covered or cut off, text can be read.

`python bench/screens.py FOLDER` takes the pictures of the same screens, and prints the same faults.
"""

from typing import TYPE_CHECKING

import pytest
from web.page_server import PageServer

from bench.screens import SIZES, THEMES, VIEWS, asking, faults, paint, show

if TYPE_CHECKING:  # it need not be installed
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", VIEWS)
def test_nothing_is_covered_cut_off_or_hard_to_read(
    server: PageServer, chromium: "Browser", name: str
) -> None:
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(60_000)
    found = {}
    show(page, server.base, asking(server.base), name)
    for size in SIZES:
        for theme in THEMES:
            paint(page, theme, size)
            found[(*size, theme)] = faults(page, name)
    context.close()
    assert {place: wrong for place, wrong in found.items() if wrong} == {}


def test_the_faults_that_are_looked_for_are_found(server: PageServer, chromium: "Browser") -> None:
    """Cover a card, cut a control off, push one out of the window and fade a text: each must be reported."""
    context = chromium.new_context(reduced_motion="reduce", bypass_csp=True)
    page = context.new_page()
    show(page, server.base, asking(server.base), "table3")
    paint(page, "light", (1366, 768))
    assert faults(page, "table3") == []
    for style, word in (
        (".bar { position: fixed; bottom: 120px; left: 0; right: 0; z-index: 9; }", "covered by section.bar"),
        (".hands { translate: 0 300px; }", "outside the window"),
        (".play-area { overflow: hidden; } .hands { translate: 200px 0; }", "cut off by div.play-area"),
        (".plate .who { color: #aaa; }", "contrast 2."),
        (".plate .who { font-size: 11px; }", "11 px"),
        (".plate .who { width: 12px; }", "its words are cut off"),
    ):
        added = page.add_style_tag(content=style)
        assert any(word in wrong for wrong in faults(page, "table3")), (style, faults(page, "table3"))
        added.evaluate("element => element.remove()")
    context.close()


def test_nothing_scrolls_at_a_board_and_cards_are_as_large_as_fits(
    server: PageServer, chromium: "Browser"
) -> None:
    """Where the window grows, cards grow; six rows leave little room over."""
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    show(page, server.base, asking(server.base), "table6")
    widths = []
    for size in ((1024, 600), (1024, 768), (1440, 900), (1920, 1200)):
        paint(page, "light", size)
        widths.append(page.locator(".held").first.bounding_box()["width"])  # type: ignore[index]
        used = page.evaluate(
            "document.querySelector('.hands').scrollHeight"
            " / document.querySelector('.play-area').clientHeight"
        )
        assert used <= 1.001
    assert widths == sorted(widths)
    assert len(set(widths)) == len(widths)
    context.close()
