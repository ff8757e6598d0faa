"""Measure in a real browser how soon each screen is painted, and how long a step of a replay takes.

    python -m bench.timings.page_paint

Starts a server of its own on a free port and needs Debian's chromium. Paint times are the browser's own
(first contentful paint, from the start of the navigation), with an empty cache; the screen is *drawn* when
what it is for stands there. A step lasts from the key to the frame that shows the next turn. Prints one JSON
object.
"""

import argparse
import json
import statistics
import sys
from typing import TYPE_CHECKING

from bench.pictures.screens import CHROMIUM, VIEWS, server

if TYPE_CHECKING:  # it need not be installed
    from playwright.sync_api import Browser

SCREENS = ("home", "replay", "lab", "logic", "signals")
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
STEP = """
() => new Promise((done) => {
  const view = document.getElementById("view");
  const [turn, begun] = [view.dataset.turn, performance.now()];
  const look = () => requestAnimationFrame(() => {
    if (view.dataset.turn === turn) look(); else requestAnimationFrame(() => done(performance.now() - begun));
  });
  dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  look();
})
"""


def paint_times(browser: "Browser", base: str, name: str, times: int) -> dict[str, float]:
    """Return the medians of when a screen is first painted and when it is drawn, in ms."""
    painted, drawn = [], []
    for _ in range(times):
        page = browser.new_context().new_page()
        page.goto(base + VIEWS[name].address)
        page.wait_for_selector(VIEWS[name].ready)
        drawn.append(page.evaluate("performance.now()"))
        painted.append(page.evaluate(PAINT))
        page.context.close()
    return {
        "first_paint_ms": round(statistics.median(painted)),
        "drawn_ms": round(statistics.median(drawn)),
    }


def step_times(browser: "Browser", base: str) -> dict[str, float]:
    """Step through a replay from its first turn to its last; return the median and the worst, in ms."""
    page = browser.new_context().new_page()
    page.goto(f"{base}#/replay/sample:first?turn=1")
    page.wait_for_selector(VIEWS["replay"].ready)
    last = int(page.locator(".turn-bar input[type=range]").get_attribute("max") or 0)
    steps = sorted(page.evaluate(STEP) for _ in range(last))
    page.context.close()
    return {
        "steps": len(steps),
        "median_ms": round(statistics.median(steps), 1),
        "p95_ms": round(steps[int(0.95 * len(steps))], 1),
        "worst_ms": round(steps[-1], 1),
    }


def main() -> None:
    """Measure, and print what was found."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 it need not be installed

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=5, help="visits of each screen (default: 5)")
    args = parser.parse_args()
    with server() as base, sync_playwright() as plays:
        browser = plays.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        found: dict[str, object] = {name: paint_times(browser, base, name, args.times) for name in SCREENS}
        found["replay_step"] = step_times(browser, base)
        browser.close()
    json.dump(found, sys.stdout, indent=1)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
