"""Take the pictures of the page that the docs show.

    python -m bench.pictures.page_pictures docs/pictures
    python -m bench.pictures.page_pictures docs/pictures --server http://127.0.0.1:8000/
    python -m bench.pictures.page_pictures docs/pictures --pictures --after

Starts a server of its own on a free port, saves no games, and needs Debian's chromium; `--server` takes one
that runs already. The screens are those of `bench.pictures.screens`. `--after` takes the right half of
`page-before-after.webp` anew; what the page was like before stays on its left.
"""

import argparse
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from bench.pictures.screens import CHROMIUM, asking, paint, server, show

if TYPE_CHECKING:  # it need not be installed
    from PIL.Image import Image
    from playwright.sync_api import Browser

PICTURES = {
    "table": "table3",
    "replay": "replay-seat",
    "analysis": "replay-analysis",
    "convention": "replay-finesse",
    "start": "home",
    "lab": "lab-run",
    "logic": "muddy",
    "boeren": "boeren-watched",
}
"""By picture, the screen that it shows."""
WHOLE = {
    "analysis": ", ".join(
        f'.tab-analysis[data-turns="57"][data-deals="{deals}"]' for deals in (400, 800, 1600)
    )
}
"""What shows that a picture's screen has all that streams in."""
SIZE = (1280, 820)
QUALITY = 82
BEFORE_AFTER = "page-before-after.webp"
AFTER = ("table3", "replay", "lab-run")
"""The screens on the right of that picture, from the top."""
AFTER_SIZE, AFTER_CELL, AFTER_GAP, AFTER_QUALITY = (1366, 768), (820, 460), 12, 62


def main(words: list[str] | None = None) -> None:
    """Open every screen, and keep what is seen."""
    from PIL import Image  # noqa: PLC0415 it need not be installed
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 likewise

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pictures", nargs="*", default=list(PICTURES), choices=list(PICTURES))
    parser.add_argument("--after", action="store_true", help=f"take the right half of {BEFORE_AFTER} anew")
    parser.add_argument("--server", metavar="ADDRESS", help="a server that runs already")
    asked = parser.parse_args(words)
    with nullcontext(asked.server) if asked.server else server() as base, sync_playwright() as plays:
        browser = plays.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for name in asked.pictures:
            taken = _taken(browser, base, PICTURES[name], SIZE, WHOLE.get(name))
            taken.save(asked.folder / f"page-{name}.webp", quality=QUALITY, method=6)
        if asked.after:
            file = asked.folder / BEFORE_AFTER
            both = Image.open(file).convert("RGB")
            for row, screen in enumerate(AFTER):
                place = both.width - AFTER_CELL[0], row * (AFTER_CELL[1] + AFTER_GAP)
                both.paste(_taken(browser, base, screen, AFTER_SIZE).resize(AFTER_CELL), place)
            both.save(file, quality=AFTER_QUALITY, method=6)
        browser.close()


def _taken(
    browser: "Browser", base: str, screen: str, size: tuple[int, int], whole: str | None = None
) -> "Image":
    """Open a screen, in light colours, and return what is seen when *whole* is there."""
    from PIL import Image  # noqa: PLC0415 it need not be installed

    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script("localStorage.setItem('tour', 'home table')")
    page = context.new_page()
    show(page, base, asking(base), screen)
    if whole:
        page.wait_for_selector(whole, timeout=600_000)
    paint(page, "light", size)
    taken = Image.open(BytesIO(page.screenshot())).convert("RGB")
    context.close()
    return taken


if __name__ == "__main__":
    main()
