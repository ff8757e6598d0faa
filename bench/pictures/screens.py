"""Take pictures of every screen of the page, and say what is covered, cut off or hard to read.

    python -m bench.pictures.screens screens
    python -m bench.pictures.screens screens --views table3 replay --sizes 1366x768 --themes light
    python -m bench.pictures.screens screens --draft strip
    python -m bench.pictures.screens screens --sheets docs/pictures --sizes 1366x768

Starts a server of its own on a free port, saves no games, and needs Debian's chromium. Deals are seeded, so
the pictures of one version are the same each time. `--draft` lays the boards out in a way that was tried and
not chosen (docs/decisions.md). `--sheets` also puts the pictures of a size and theme onto one sheet.
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

from bench.example_games import convention_game, example_game
from handsight.notation.hanabi.file_formats import FORMATS

if TYPE_CHECKING:  # it need not be installed
    from playwright.sync_api import Page

HERE = Path(__file__).parent
CHROMIUM = "/usr/bin/chromium"
SIZES = ((1440, 900), (1366, 768), (1280, 720), (1024, 768), (390, 844))
THEMES = ("light", "dark")
SEED = 7
SHEET_WIDTH, SHEET_COLUMNS, SHEET_GAP, SHEET_QUALITY = 1920, 6, 6, 70
SIX_SUITS = "Rainbow (6 Suits)"
Ask = Callable[[str, object], Any]


@dataclass(frozen=True)
class View:
    """A screen: its address, or the table or game to open, and what shows that it is drawn."""

    address: str = ""
    game: str = ""
    bots: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    recorded: tuple[int, str] | None = None
    """The players and the variant of a recorded game, which is handed in first."""
    kept: str = ""
    """The convention that all players of the recorded game keep."""
    ready: str = "#view > *"
    keys: tuple[str, ...] = ()
    """Keys to press then, or what else is done."""
    clicks: tuple[str, ...] = ()
    """What to click then."""
    shown: str = ""
    """What stands there in the end."""


def _table(players: int, variant: str = "No Variant", keys: tuple[str, ...] = (), shown: str = "") -> View:
    bots = ("", *["careful"] * (players - 1))
    return View(
        game="hanabi", bots=bots, options=(("variant", variant),), ready=".bar.ready", keys=keys, shown=shown
    )


def _replay(players: int, variant: str = "No Variant") -> View:
    return View("?turn=24", recorded=(players, variant), ready=REPLAY_DRAWN)


def _by_convention(players: int, turn: int, view: str = "", shown: str = ".reading-of b") -> View:
    """Return a replay in which h-group-2 is kept, read by it."""
    return View(
        f"?turn={turn}&tab=card&from=convention&by=h-group-2{view}",
        recorded=(players, "No Variant"),
        kept="h-group-2",
        ready=f".replay:not(.waiting) {shown}",
    )


CLUE = ("clue",)
RUN = ("run",)
GAMES = "60"
REPLAY_DRAWN = ".replay:not(.waiting) .information-chart .move"
FINISHED = [
    {
        "id": f"finished-{at}",
        "game": "hanabi",
        "secret": "x",
        "names": ["Alice", "Bob", "Cathy"],
        "over": True,
        "when": 1_790_000_000_000 - at * 90_000_000,
        "outcome": {"variant": variant, "players": 3, "score": score, "max_score": most, "end": end},
    }
    for at, (variant, score, most, end) in enumerate(
        (
            ("No Variant", 25, 25, "perfect"),
            ("No Variant", 9, 25, "strikeout"),
            (SIX_SUITS, 27, 30, "final_round"),
        )
    )
]
"""Games of this browser that are over, as `saved_tables.js` keeps them."""
VIEWS = {
    "home": View("#/", ready=".setup .seats select"),
    "boeren-home": View("#/boeren", ready=".setup .seats select"),
    "replay-home": View("#/replay", ready=".samples li"),
    "lab": View("#/lab", ready=".editor .ink span"),
    "lab-run": View("#/lab", ready=".lab-bar .main[aria-disabled=false]", keys=RUN),
    "logic": View("#/logic", ready="#view svg.worlds"),
    "muddy": View("#/logic/muddy?step=1", ready="#view svg.worlds"),
    "signals": View(
        "#/signals", ready=".signal-table td", clicks=("text=Show the best groups",), shown=".signal-best li"
    ),
    "replay": View("#/replay/sample:first?turn=24", ready=REPLAY_DRAWN),
    "replay-seat": View("#/replay/sample:rainbow?turn=24&seat=1", ready=REPLAY_DRAWN),
    "replay-share": View("#/replay/sample:first?turn=24", ready=REPLAY_DRAWN, clicks=(".share summary",)),
    "replay-convention": View(
        "#/replay/sample:first?turn=24&from=convention&by=h-group-2",
        ready=".replay:not(.waiting) .reading-of b",
        clicks=("[data-key=tab-convention]",),
    ),
    "replay4-convention": View(
        "#/replay/sample:rainbow?turn=24&tab=card&from=convention&by=full-table",
        ready=".replay:not(.waiting) .reading-of b",
    ),
    "replay-finesse": _by_convention(3, 12, shown=".supports .shaft"),
    "replay2-convention": _by_convention(2, 20, "&seat=1"),
    "replay5-convention": _by_convention(5, 40),
    "replay2": _replay(2),
    "replay5": _replay(5),
    "replay6-six-suits": _replay(6, SIX_SUITS),
    "replay-line": View("#/replay/sample:first?turn=13&line=12.p18", ready=".hypothetical:not(.waiting)"),
    "replay-analysis": View(
        "#/replay/sample:first?turn=33&tab=analysis", ready=".replay:not(.waiting) .analysis .value.played"
    ),
    "your-games": View("#/games", ready=".your-games p"),
    "your-games-listed": View("#/games", ready=".your-games .statistics"),
    "bots": View("#/bots/hanabi/robot5", ready=".bot-list .marked"),
    "people": View(game="hanabi", bots=("", "", ""), ready=".chat-say"),
    "table2": _table(2, keys=CLUE),
    "table3": _table(3, keys=CLUE),
    "table3-know": _table(3, keys=("k",), shown=".own-hand .identities"),
    "table5": _table(5, keys=CLUE),
    "table5-clue": _table(5, keys=(";",)),
    "table6": _table(6, keys=CLUE),
    "table5-six-suits": _table(5, SIX_SUITS, keys=CLUE),
    "table6-six-suits": _table(6, SIX_SUITS, keys=(";",)),
    "table-over": View(game="hanabi", bots=("careful", "careful", "careful"), ready=".game-over"),
    "table-keys": _table(3, keys=("?",)),
    "table-bot": View(
        game="hanabi",
        bots=("", "robot5", "robot5"),
        ready=".bar.ready",
        clicks=(".bot >> nth=0",),
        shown=".bot-dialog .clue-meaning",
    ),
    "boeren-watched": View(
        game="boeren",
        bots=("greedy", "counter", "greedy", "counter"),
        ready=".bar .prompt",
        shown=".kripke svg",
    ),
    "boeren": View(
        game="boeren", bots=("greedy", "counter", "", "greedy"), ready=".bar .prompt", shown=".kripke svg"
    ),
}
"""The screens by name.

Where the keys are CLUE, the next player gets a clue first, and the bots move. Where they are RUN, an
experiment with a changed copy is run first.
"""

DRAFTS = ("strip", "left")
"""Other ways to lay a board out: stacks in a strip over the hands; the panel on the left."""

FAULTS = (HERE / "screens_covered.js").read_text("utf-8")
"""Looks in the browser for cards and controls that are outside the window, cut off or covered."""

READABLE = (HERE / "screens_readable.js").read_text("utf-8")
"""Computes the contrast of every text with what lies under it, and looks for type that is too small."""


def fills_window(name: str) -> bool:
    """Whether a view fills the window, where that is large enough: boards, the lab, puzzles, signals."""
    start_pages = {"home", "boeren-home", "replay-home", "your-games", "your-games-listed", "bots"}
    return name not in start_pages


def show(page: "Page", base: str, ask: Ask, name: str) -> None:
    """Open a view and wait until it is drawn."""
    view = VIEWS[name]
    page.goto("about:blank")
    if name == "your-games-listed":
        page.goto(f"{base}static/icon.svg")
        page.evaluate("tables => localStorage.setItem('tables', JSON.stringify(tables))", FINISHED)
    page.goto(base + _address(view, ask))
    page.wait_for_selector(view.ready, timeout=120_000)
    _go_on(page, view)
    if view.shown:
        page.locator(view.shown).first.wait_for()
    page.evaluate("document.fonts.ready")
    page.mouse.move(1, 1)


def _address(view: View, ask: Ask) -> str:
    """Return the address of a view; opens its table, or hands its game in."""
    if view.recorded:
        players, variant = view.recorded
        game = convention_game(0, players, view.kept) if view.kept else example_game(SEED, players, variant)
        text = FORMATS["live"].write(game).text
        return f"#/replay/{ask('api/replays', json.loads(text))['id']}{view.address}"
    if not view.game:
        return view.address
    seats = [{"bot": bot} if bot else {} for bot in view.bots]
    body: dict[str, object] = {"seats": seats, **dict(view.options)}
    if view.bots.count("") <= 1:  # people who play with each other cannot choose the deal
        body["seed"] = SEED
    if view.game == "hanabi":
        body["pause"] = 0
    opened = ask(f"api/tables/{view.game}", body)
    address = f"#/table/{view.game}/{opened['id']}"
    return f"{address}?seat={opened['secrets'][view.bots.index('')]}" if "" in view.bots else address


def _go_on(page: "Page", view: View) -> None:
    """Do what a view shows the end of."""
    if view.keys == RUN:
        page.locator("#other").select_option(":copy")
        page.locator("#lab-games").fill(GAMES)
        page.wait_for_selector(".two .of-side-1 .state[data-mood=good]")
        page.get_by_role("button", name=f"Run {GAMES} games").click()
        page.wait_for_selector(".lab-games tbody tr", timeout=120_000)
    elif view.keys == CLUE:
        page.locator(".hand:not(.mine) .held").first.click()
        page.locator(".clue.fits:not([aria-disabled])").first.click()
        page.locator(".log li").first.wait_for(state="attached")  # the tour may lie over the log
        page.wait_for_selector(view.ready)
    else:
        for key in view.keys:
            page.keyboard.press(key)
    for place in view.clicks:
        page.locator(place).click()


def paint(page: "Page", theme: str, size: tuple[int, int]) -> None:
    """Set the colours and the size of the window."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; scrollTo(0, 0); }", theme)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def faults(page: "Page", name: str) -> list[str]:
    """Return what is covered, cut off or hard to read in the view that is open."""
    covered: list[str] = page.evaluate(FAULTS, {"board": fills_window(name)})
    hard: list[str] = page.evaluate(READABLE, {"sizes": True})
    return covered + hard


@contextmanager
def server() -> Iterator[str]:
    """Run a server that saves nothing; gives its address."""
    words = [
        sys.executable,
        "-m",
        "handsight",
        "serve",
        "--port",
        "0",
        "--no-open",
        "--no-prepare",
        "--data",
        ":memory:",
    ]
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


def write_sheet(folder: Path, names: list[str], place: str, file: Path) -> None:
    """Put the pictures of one size and theme onto a sheet, small, row by row."""
    from PIL import Image  # noqa: PLC0415 it need not be installed

    taken = [Image.open(folder / f"{name}-{place}.png").convert("RGB") for name in names]
    wide = SHEET_WIDTH // SHEET_COLUMNS
    high = round(wide * taken[0].height / taken[0].width)
    rows = -(-len(taken) // SHEET_COLUMNS)
    sheet = Image.new("RGB", (SHEET_WIDTH, rows * (high + SHEET_GAP)), "#808080")
    for at, one in enumerate(taken):
        left, top = at % SHEET_COLUMNS * wide, at // SHEET_COLUMNS * (high + SHEET_GAP)
        sheet.paste(one.resize((wide - SHEET_GAP, high)), (left, top))
    sheet.save(file, quality=SHEET_QUALITY, method=6)


def main(words: list[str] | None = None) -> int:
    """Take the pictures; print the faults, and return how many there are."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 it need not be installed

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--views", nargs="*", default=list(VIEWS), choices=list(VIEWS), metavar="VIEW")
    parser.add_argument("--sizes", nargs="*", default=[f"{w}x{h}" for w, h in SIZES])
    parser.add_argument("--themes", nargs="*", default=list(THEMES), choices=THEMES)
    parser.add_argument("--draft", choices=DRAFTS)
    parser.add_argument("--sheets", type=Path, metavar="FOLDER", help="write sheets of all pictures there")
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
                page.add_style_tag(path=HERE / f"screens_draft_{asked.draft}.css")
            for size in sizes:
                for theme in asked.themes:
                    paint(page, theme, size)
                    place = f"{name}-{size[0]}x{size[1]}-{theme}"
                    page.screenshot(path=asked.folder / f"{place}.png")
                    for fault in faults(page, name):
                        found += 1
                        sys.stdout.write(f"{place}: {fault}\n")
            context.close()
        browser.close()
    for size in asked.sizes if asked.sheets else ():
        for theme in asked.themes:
            file = asked.sheets / f"screens-{size}-{theme}.webp"
            write_sheet(asked.folder, asked.views, f"{size}-{theme}", file)
    return found


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
