"""Take pictures of every screen of the page, at several sizes, light and dark, and say what is covered, cut off or hard to read.

    python bench/screens.py /tmp/screens
    python bench/screens.py /tmp/screens --views table3 replay --sizes 1366x768 --themes light
    python bench/screens.py /tmp/screens --draft strip

Starts a server of its own on a free port, saves no games, and needs Debian's chromium. Deals are seeded, so the pictures of
one version are the same each time. `--draft` lays the boards out in a way that was tried and not chosen (docs/decisions.md).
"""

import argparse
import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # it need not be installed
    from playwright.sync_api import Page

CHROMIUM = "/usr/bin/chromium"
SIZES = ((1440, 900), (1366, 768), (1280, 720), (1024, 768), (390, 844))
THEMES = ("light", "dark")
SEED = 7
SIX_SUITS = "Rainbow (6 Suits)"
Ask = Callable[[str, object], Any]


@dataclass(frozen=True)
class View:
    """A screen: its address, or the table to open for it, what shows that it is drawn, and keys to press then."""

    address: str = ""
    game: str = ""
    bots: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    ready: str = "#view > *"
    keys: tuple[str, ...] = ()


def _table(players: int, variant: str = "No Variant", keys: tuple[str, ...] = ()) -> View:
    bots = ("", *["careful"] * (players - 1))
    return View(game="hanabi", bots=bots, options=(("variant", variant),), ready=".bar.ready", keys=keys)


CLUE = ("clue",)
VIEWS = {
    "home": View("#/", ready=".setup .seats select"),
    "boeren-home": View("#/boeren", ready=".setup .seats select"),
    "replay-home": View("#/replay", ready=".samples li"),
    "lab": View("#/lab", ready=".editor textarea"),
    "logic": View("#/logic", ready="#view a, #view button"),
    "muddy": View("#/logic/muddy?step=1", ready="#view svg"),
    "signals": View("#/signals", ready="#view button"),
    "replay": View("#/replay/sample:first?turn=24", ready=".replay:not(.waiting) .information-chart .move"),
    "replay-seat": View(
        "#/replay/sample:rainbow?turn=24&seat=1", ready=".replay:not(.waiting) .information-chart .move"
    ),
    "table2": _table(2, keys=CLUE),
    "table3": _table(3, keys=CLUE),
    "table3-know": _table(3, keys=("k",)),
    "table5": _table(5, keys=CLUE),
    "table5-clue": _table(5, keys=(";",)),
    "table6": _table(6, keys=CLUE),
    "table5-six-suits": _table(5, SIX_SUITS, keys=CLUE),
    "table6-six-suits": _table(6, SIX_SUITS, keys=(";",)),
    "boeren": View(game="boeren", bots=("greedy", "counter", "", "greedy"), ready=".bar .prompt"),
}
"""The screens by name. Where the keys are CLUE, the next player gets a clue first, so that the bots have moved."""

DRAFTS = {
    "strip": """@media (min-width: 60rem) { .board:not(.boeren) { grid-template: "middle side" auto "hands side" minmax(0, 1fr) "bar bar" auto / minmax(0, 1fr) clamp(17rem, 25.5vw, 24rem) !important; }
      .board.replay { grid-template: "top top" auto "middle side" auto "hands side" minmax(0, 1fr) "bar bar" auto / minmax(0, 1fr) clamp(17rem, 25.5vw, 24rem) !important; }
      .board > .middle { flex-direction: row !important; align-items: start; gap: 24px !important; } .stacks ol { grid-template-columns: repeat(var(--suits), 4rem) !important; } }""",
    "left": """@media (min-width: 60rem) { .board:not(.boeren) { grid-template: "side hands middle" minmax(0, 1fr) "bar bar bar" auto / clamp(17rem, 25.5vw, 24rem) minmax(0, 1fr) clamp(13.5rem, 20vw, 19rem) !important; }
      .board.replay { grid-template: "top top top" auto "side hands middle" minmax(0, 1fr) "bar bar bar" auto / clamp(17rem, 25.5vw, 24rem) minmax(0, 1fr) clamp(13.5rem, 20vw, 19rem) !important; } }""",
}
"""Other ways to lay a board out: stacks in a strip over the hands; the panel on the left."""

FAULTS = """
({ board }) => {
  const faults = [];
  const name = (e) => `${e.tagName.toLowerCase()}${e.className.baseVal ?? (e.className && "." + String(e.className).trim().split(/\\s+/).join("."))} "${(e.getAttribute("aria-label") || e.textContent || "").trim().slice(0, 40)}"`;
  const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 1 && !e.closest(".visually-hidden, .skip, dialog:not([open]), svg.paints");
  const scrolls = (e) => ["auto", "scroll"].includes(getComputedStyle(e).overflowY) || ["auto", "scroll"].includes(getComputedStyle(e).overflowX);
  const inScroller = (e) => { for (let at = e.parentElement; at && at !== document.body; at = at.parentElement) if (scrolls(at) && (at.scrollHeight > at.clientHeight + 1 || at.scrollWidth > at.clientWidth + 1)) return true; return false; };
  const full = board && innerWidth >= 960 && innerHeight >= 560;
  if (document.documentElement.scrollWidth > innerWidth + 1) faults.push(`the page is ${document.documentElement.scrollWidth} wide, the window ${innerWidth}`);
  if (full && document.documentElement.scrollHeight > innerHeight + 1) faults.push(`the page is ${document.documentElement.scrollHeight} high, the window ${innerHeight}`);
  const things = [...document.querySelectorAll("button, a[href], input, select, textarea, summary, .held, .holder, .stacks .card, .mini")].filter(shown).filter((e) => !e.matches("input[type=file]"));
  for (const e of things) {
    const still = full && !inScroller(e);
    if (!still) e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = e.getBoundingClientRect();
    const tall = box.height > innerHeight;
    if (box.left < -1 || box.right > innerWidth + 1 || (!tall && (box.top < -1 || box.bottom > innerHeight + 1))) { faults.push(`outside the window: ${name(e)}`); continue; }
    for (let at = e.parentElement; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX === "visible" && style.overflowY === "visible" || at.matches(".editor *, .sheet")) continue;
      const edge = at.getBoundingClientRect();
      if (box.left < edge.left - 2 || box.right > edge.right + 2 || (box.height <= edge.height && (box.top < edge.top - 2 || box.bottom > edge.bottom + 2))) { faults.push(`cut off by ${name(at).slice(0, 40)}: ${name(e)}`); break; }
    }
    if (tall) continue;
    for (const [x, y] of [[0.5, 0.5], [0.2, 0.25], [0.8, 0.25], [0.2, 0.75], [0.8, 0.75]]) {
      const found = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      const mine = found && (e.contains(found) || found.contains(e) || e.labels && [...e.labels].some((label) => label.contains(found)) || e.closest(".page, label")?.contains(found));
      if (!mine) { faults.push(`covered by ${found ? name(found).slice(0, 60) : "nothing"}: ${name(e)}`); break; }
    }
  }
  for (const e of document.querySelectorAll("button, .button, h1, h2, .who, .prompt, dt, dd, .plate small, .turn, .now b")) {
    if (shown(e) && getComputedStyle(e).overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1) faults.push(`its words are cut off: ${name(e)}`);
  }
  scrollTo(0, 0);
  return faults;
}
"""
"""Looks in the browser for cards and controls that are outside the window, cut off or covered; scrolls to those that may scroll."""

READABLE = """
({ sizes }) => {
  const faults = new Set();
  const parse = (text) => {
    const srgb = /color\\(srgb ([\\d.e-]+) ([\\d.e-]+) ([\\d.e-]+)(?: \\/ ([\\d.]+))?\\)/.exec(text);
    if (srgb) return [srgb[1] * 255, srgb[2] * 255, srgb[3] * 255, srgb[4] === undefined ? 1 : Number(srgb[4])];
    const rgb = /rgba?\\(([\\d.]+), ([\\d.]+), ([\\d.]+)(?:, ([\\d.]+))?\\)/.exec(text);
    return rgb ? [Number(rgb[1]), Number(rgb[2]), Number(rgb[3]), rgb[4] === undefined ? 1 : Number(rgb[4])] : null;
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((part, at) => part * a + under[at] * (1 - a));
  const light = (color) => color.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)).reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const contrast = (one, other) => { const [low, high] = [light(one), light(other)].sort((a, b) => a - b); return (high + 0.05) / (low + 0.05); };
  // The colours that may lie under an element: its own and its ancestors' grounds, every colour of a gradient for itself.
  const grounds = (e) => {
    const layers = [];
    for (let at = e; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (at.namespaceURI.endsWith("svg") && at.tagName !== "svg") continue;
      const image = style.backgroundImage === "none" ? [] : style.backgroundImage.match(/color\\(srgb[^)]*\\)|rgba?\\([^)]*\\)/g) ?? [];
      const colors = [...image, ...(image.length ? [] : [style.backgroundColor])].map(parse).filter(Boolean);
      if (colors.length && colors.some((color) => color[3] > 0)) layers.push(colors);
      if (colors.length === 1 && colors[0][3] === 1) break;
    }
    let under = [[255, 255, 255]];
    for (const colors of layers.reverse()) under = colors.flatMap((color) => under.map((one) => over(color, one)));
    return under.slice(0, 40);
  };
  const opacity = (e) => { let all = 1; for (let at = e; at; at = at.parentElement) all *= Number(getComputedStyle(at).opacity); return all; };
  const visible = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".visually-hidden, .skip, svg.paints, option, .editor .pen, dialog:not([open])");
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim();
    const e = walk.currentNode.parentElement;
    if (!text || !e || !visible(e) || e.closest("script, style, noscript, select, textarea")) continue;
    const style = getComputedStyle(e);
    const svg = e.namespaceURI.endsWith("svg");
    if (svg && Number(style.fillOpacity) < 0.5) continue; // ruled out: drawn faintly on purpose
    const color = parse(svg ? style.fill : style.color);
    if (!color) continue;
    let under = grounds(e);
    if (svg) {
      const papers = [...(e.parentElement?.children ?? [])].filter((one) => /rect|circle/.test(one.tagName) && one.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING).map((one) => parse(getComputedStyle(one).fill)).filter((one) => one && one[3] > 0.5);
      if (papers.length) under = [papers.at(-1).slice(0, 3)];
    }
    const alpha = [...color.slice(0, 3), color[3] * opacity(e)];
    const worst = Math.min(...under.map((ground) => contrast(over(alpha, ground), ground)));
    if (worst < 4.5) faults.add(`contrast ${worst.toFixed(2)}: "${text.slice(0, 30)}" in ${e.tagName.toLowerCase()}.${e.className.baseVal ?? e.className}`);
    const size = parseFloat(style.fontSize);
    if (svg || e.closest(".pc, .fan, .trump")) continue; // pictures
    if (size < 12.9) faults.add(`${size} px: "${text.slice(0, 30)}" in ${e.tagName.toLowerCase()}.${e.className}`);
    if (sizes && ![13, 15, 22].includes(Math.round(size * 100) / 100)) faults.add(`${size} px is none of the three sizes: "${text.slice(0, 30)}" in ${e.tagName.toLowerCase()}.${e.className}`);
  }
  return [...faults];
}
"""
"""Computes the contrast of every text with what lies under it, and looks for type that is too small."""


def is_board(name: str) -> bool:
    """Whether a view is a table or a replay, which fill the window and have three sizes of type."""
    return bool(VIEWS[name].game) or (name.startswith("replay") and name != "replay-home")


def show(page: "Page", base: str, ask: Ask, name: str) -> None:
    """Open a view and wait until it is drawn."""
    view = VIEWS[name]
    address = view.address
    if view.game:
        seats = [{"bot": bot} if bot else {} for bot in view.bots]
        body: dict[str, object] = {"seats": seats, "seed": SEED, **dict(view.options)}
        if view.game == "hanabi":
            body["pause"] = 0
        opened = ask(f"api/tables/{view.game}", body)
        secret = opened["secrets"][view.bots.index("")]
        address = f"#/table/{view.game}/{opened['id']}?seat={secret}"
    page.goto("about:blank")
    page.goto(base + address)
    page.wait_for_selector(view.ready, timeout=120_000)
    for key in () if view.keys == CLUE else view.keys:
        page.keyboard.press(key)
    if view.keys == CLUE:
        page.locator(".hand:not(.mine) .held").first.click()
        page.locator(".clue.fits:not([aria-disabled])").first.click()
        page.locator(".log li").first.wait_for()
        page.wait_for_selector(view.ready)
    if view.keys == ("k",):
        page.locator(".own-hand .identities").first.wait_for()
    page.evaluate("document.fonts.ready")
    page.mouse.move(1, 1)


def paint(page: "Page", theme: str, size: tuple[int, int]) -> None:
    """Set the colours and the size of the window."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; scrollTo(0, 0); }", theme)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def faults(page: "Page", name: str) -> list[str]:
    """Return what is covered, cut off or hard to read in the view that is open."""
    covered: list[str] = page.evaluate(FAULTS, {"board": is_board(name)})
    hard: list[str] = page.evaluate(READABLE, {"sizes": is_board(name)})
    return covered + hard


@contextmanager
def server() -> Iterator[str]:
    """Run a server that saves nothing; gives its address."""
    words = [sys.executable, "-m", "handsight", "serve", "--port", "0", "--no-open", "--data", ":memory:"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        try:
            said = process.stdout.readline() if process.stdout else ""
            address = re.match(r"http://[\d.:]+/", said)
            if address is None:
                raise SystemExit(f"no server: {said}")
            yield address[0]
        finally:
            process.terminate()


def asking(base: str) -> Ask:
    """Return a function that asks the server at an address, and gives its answer."""

    def ask(path: str, body: object) -> Any:
        request = urllib.request.Request(base + path, json.dumps(body).encode())  # noqa: S310 its own server
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 its own server
            return json.loads(answer.read())

    return ask


def main(words: list[str] | None = None) -> int:
    """Take the pictures; print the faults, and return how many there are."""
    from playwright.sync_api import sync_playwright  # it need not be installed

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--views", nargs="*", default=list(VIEWS), choices=list(VIEWS), metavar="VIEW")
    parser.add_argument("--sizes", nargs="*", default=[f"{w}x{h}" for w, h in SIZES])
    parser.add_argument("--themes", nargs="*", default=list(THEMES), choices=THEMES)
    parser.add_argument("--draft", choices=sorted(DRAFTS))
    asked = parser.parse_args(words)
    asked.folder.mkdir(parents=True, exist_ok=True)
    sizes = [(int(w), int(h)) for w, _, h in (size.partition("x") for size in asked.sizes)]
    found = 0
    with server() as base, sync_playwright() as plays:
        browser = plays.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for name in asked.views:
            context = browser.new_context(reduced_motion="reduce", bypass_csp=asked.draft is not None)
            page = context.new_page()
            show(page, base, asking(base), name)
            if asked.draft:
                page.add_style_tag(content=DRAFTS[asked.draft])
            for size in sizes:
                for theme in asked.themes:
                    paint(page, theme, size)
                    place = f"{name}-{size[0]}x{size[1]}-{theme}"
                    page.screenshot(path=asked.folder / f"{place}.png")
                    for fault in faults(page, name):
                        found += 1
                        print(f"{place}: {fault}", flush=True)
            context.close()
        browser.close()
    return found


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
