"""Every screen at every size, light and dark: no card, no control is covered or cut off, text can be read.

`python -m bench.pictures.screens FOLDER` takes the pictures of the same screens, and prints the same faults.
"""

from typing import TYPE_CHECKING, Any

import pytest
from web.page_server import PageServer

from bench.pictures.screens import SIZES, THEMES, VIEWS, asking, faults, paint, show

if TYPE_CHECKING:  # it need not be installed
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
SUITS = (
    """
Red, Yellow, Green, Blue, Purple, Teal, Black, White, Gray, Pink, Dark Pink, Brown, Dark Brown,
Orange, Dark Orange, Light Pink, Gray Pink, Null, Dark Null, Rainbow, Dark Rainbow, Prism, Dark
Prism, Omni, Dark Omni, Muddy Rainbow, Cocoa Rainbow, Tomato, Mahogany, Carrot, Ruby, Emerald,
Olive, Berry, Navy, Sky, Ice, Aqua, Ocean, Tangerine, Peach, Yam, Geas, Beatnik, Plum, Taupe, Gold,
Violet, Magenta, Cardinal, Maroon, Lime, Jungle, Jade, Tan, Cyan, Indigo, Cobalt
""".replace("\n", " ")
    .strip()
    .split(", ")
)
ARROWS = """
() => {
  const middle = (e) => {
    const box = e.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2, box];
  };
  const tips = [...document.querySelectorAll(".arrows path.tip")].map(middle);
  const touched = [...document.querySelectorAll(".held")].filter((card) => {
    const [x, , box] = middle(card);
    return tips.some(([u, v]) => Math.abs(u - x) < 3 && Math.abs(v - box.top) < 12);
  });
  const dot = document.querySelector(".arrows circle.tip");
  const giver = dot && [...document.querySelectorAll("[data-plate]")]
    .find((plate) => Math.abs(middle(plate)[1] - middle(dot)[1]) < 3);
  return {
    touched: touched.map((card) => Number(card.dataset.order)),
    giver: giver ? Number(giver.dataset.plate) : null,
    framed: document.querySelectorAll(".stacks .last, .discards .last").length,
  };
}
"""
"""Which cards the arrows point at, whose plate they begin at, and how many cards are framed as the last."""


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
        widths.append(page.locator(".held").first.bounding_box()["width"])  # type: ignore[index]  # it is shown
        used = page.evaluate(
            "document.querySelector('.hands').scrollHeight"
            " / document.querySelector('.play-area').clientHeight"
        )
        assert used <= 1.001
    assert widths == sorted(widths)
    assert len(set(widths)) == len(widths)
    context.close()


def test_the_last_move_is_marked(server: PageServer, chromium: "Browser") -> None:
    """Arrows lead from a clue's giver to the cards it touched; a card just put down is framed."""
    context = chromium.new_context(reduced_motion="reduce", viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.goto(f"{server.base}#/replay/sample:first?turn=1")
    page.wait_for_selector(".replay:not(.waiting)")
    log = asked(server, "api/replays/sample:first?game=1")["log"]
    kinds = set()
    for turn, line in enumerate(log[:30], 2):
        page.keyboard.press("ArrowRight")
        page.wait_for_selector(f'#view[data-turn="{turn}"]')
        marked = page.evaluate(ARROWS)
        kinds.add((line["kind"], line.get("strike", False)))
        if line["kind"] == "clue":
            assert sorted(marked["touched"]) == sorted(line["orders"])
            assert marked["giver"] == line["seat"]
            assert marked["framed"] == 0
        else:
            assert marked["touched"] == []
            assert marked["framed"] == 1
    assert {kind for kind, _ in kinds} == {"clue", "play", "discard"}
    context.close()


def test_tabs_stand_in_one_row_and_slot_keys_over_the_arrows(server: PageServer, chromium: "Browser") -> None:
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    show(page, server.base, asking(server.base), "replay")
    for size in ((1440, 900), (1366, 768), (1280, 720), (1024, 768)):
        paint(page, "light", size)
        tops = page.evaluate("[...document.querySelectorAll('[role=tab]')].map((tab) => tab.offsetTop)")
        assert len(tops) == 6
        assert len(set(tops)) == 1, size
    show(page, server.base, asking(server.base), "table2")
    paint(page, "light", (1366, 768))
    layer = "selector => Number(getComputedStyle(document.querySelector(selector)).zIndex)"
    assert page.locator(".held-key:visible").count() == 5
    assert page.evaluate(layer, ".held-key") > page.evaluate(layer, ".arrows")
    context.close()


def asked(server: PageServer, path: str) -> dict[str, Any]:
    status, answer = server.ask(path)
    assert status == 200
    return dict(answer)


def test_small_grids_show_for_the_chosen_hand_and_on_hover(server: PageServer, chromium: "Browser") -> None:
    context = chromium.new_context(reduced_motion="reduce", viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.goto(f"{server.base}#/replay/sample:first?turn=13&card=3")
    page.wait_for_selector(".replay:not(.waiting)")
    assert page.locator(".glance:visible").count() == page.locator(".hand.open .held").count() == 5
    card = page.locator(".hand:not(.open) .held").first
    card.hover()
    assert page.locator(".glance:visible").count() == 6
    page.mouse.move(2, 2)
    card.dispatch_event("pointerdown")
    page.locator(".held.peek .glance").wait_for()
    card.dispatch_event("pointerup")
    assert page.locator(".held.peek").count() == 0
    context.close()


def test_every_suit_can_be_read_and_only_red_suits_look_red(server: PageServer, chromium: "Browser") -> None:
    """The ink on every suit passes 4.5; mixed, dark and white suits have a ground that is not red."""
    page = chromium.new_page()
    page.goto(server.base)
    looks = page.evaluate(
        """async (given) => {
          const { withLooks, contrast } = await import("/static/games/hanabi/suits.js");
          const colors = ["Red", "Yellow", "Green", "Blue", "Purple"];
          const suit = (name) => ({ name, letter: "x", colors, one_of_each: false });
          return given.map((name) => withLooks([suit(name)])[0])
            .map(({ name, ground, pen }) => ({ name, ground, contrast: contrast(ground, pen) }));
        }""",
        SUITS,
    )
    assert [look for look in looks if look["contrast"] < 4.5] == []
    plain = {look["name"]: look for look in looks}
    for name in (
        "Rainbow",
        "Prism",
        "Omni",
        "Muddy Rainbow",
        "Dark Rainbow",
        "White",
        "Black",
        "Gray",
        "Null",
    ):
        red, green, blue = (int(plain[name]["ground"][at : at + 2], 16) for at in (1, 3, 5))
        assert max(red, green, blue) - min(red, green, blue) < 20, name
    page.close()
