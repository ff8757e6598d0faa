"""Take the pictures of the page that the docs show.

    python -m bench.page_pictures docs/pictures
    python -m bench.page_pictures docs/pictures --server http://127.0.0.1:8000/

Starts a server of its own on a free port, saves no games, and needs Debian's chromium; `--server` takes one
that runs already. The screens are those of `bench.screens`.
"""

import argparse
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path

from bench.screens import CHROMIUM, asking, paint, server, show

PICTURES = {
    "table": "table3",
    "replay": "replay-seat",
    "analysis": "replay-analysis",
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


def main(words: list[str] | None = None) -> None:
    """Open every screen, and keep what is seen."""
    from PIL import Image  # noqa: PLC0415 it need not be installed
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 likewise

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pictures", nargs="*", default=list(PICTURES), choices=list(PICTURES))
    parser.add_argument("--server", metavar="ADDRESS", help="a server that runs already")
    asked = parser.parse_args(words)
    with nullcontext(asked.server) if asked.server else server() as base, sync_playwright() as plays:
        browser = plays.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for name, screen in ((name, PICTURES[name]) for name in asked.pictures):
            context = browser.new_context(reduced_motion="reduce")
            context.add_init_script("localStorage.setItem('tour', 'home table')")
            page = context.new_page()
            show(page, base, asking(base), screen)
            if name in WHOLE:
                page.wait_for_selector(WHOLE[name], timeout=600_000)
            paint(page, "light", SIZE)
            taken = Image.open(BytesIO(page.screenshot()))
            taken.save(asked.folder / f"page-{name}.webp", quality=QUALITY, method=6)
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
