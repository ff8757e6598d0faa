"""Take the pictures of the page that the docs show.

    python bench/page_pictures.py docs/pictures

Starts a server of its own on a free port, saves no games, and needs Debian's chromium.
"""

import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

CHROMIUM = "/usr/bin/chromium"
VIEWS = {
    "replay": "#/replay/sample:first?turn=12&seat=1",
    "start": "#/",
    "lab": "#/lab",
    "logic": "#/logic/muddy?step=1",
    "boeren": "#/boeren",
}
SETTLED = 8000
"""Milliseconds in which a view has drawn what it asked for."""


def main(folder: Path) -> None:
    """Open every view, and keep what is seen."""
    words = [sys.executable, "-m", "handsight", "serve", "--port", "0", "--no-open", "--data", ":memory:"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        try:
            said = server.stdout.readline() if server.stdout else ""
            address = re.match(r"http://[\d.:]+/", said)
            if address is None:
                raise SystemExit(f"no server: {said}")
            _take(address[0], said.strip(), folder)
        finally:
            server.terminate()


def _take(address: str, table: str, folder: Path) -> None:
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 820})
        for name, view in {"table": table.removeprefix(address), **VIEWS}.items():
            page.goto("about:blank")
            page.goto(address + view, timeout=120_000)
            if name == "boeren":
                page.get_by_role("button", name="Start").first.click()
            page.wait_for_timeout(SETTLED)
            page.screenshot(path=folder / f"page-{name}.png")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
