from collections.abc import Callable, Iterator
from shutil import which
from typing import TYPE_CHECKING

import pytest
from web.page_server import PageServer, ended_servers, start

if TYPE_CHECKING:  # it need not be installed
    from playwright.sync_api import Browser, BrowserContext, Page


EXPECT_MS = 30_000
"""How long what a test expects may take; where a bot may have to be compiled first, it says `COMPILED_MS`."""
LOST = "ERR_CONNECTION_REFUSED"
"""What chromium says by itself while a server is away."""
NO_TOUR = """try {
    if (!localStorage.getItem("tour")) localStorage.setItem("tour", "home table");
} catch { /* a blank page has no storage */ }"""
"""Tests begin as people do who have seen the tour."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    found = start(tmp_path_factory.mktemp("data"))
    yield found
    found.kill()


@pytest.fixture(scope="module")
def chromium() -> Iterator["Browser"]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    place = which("chromium") or which("chromium-browser")
    if place is None:
        pytest.skip("no chromium is installed")
    playwright.expect.set_options(timeout=EXPECT_MS)  # for all tests of this process: set nowhere else
    with playwright.sync_playwright() as plays:
        browser = plays.chromium.launch(executable_path=place, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: "Browser") -> Iterator[Callable[..., "Page"]]:
    """Open pages in browsers of their own; nothing may go wrong in any of them.

    Where something does, or a server has ended by itself, all pages are closed, so that a test that waits for
    something there fails at once.
    """
    wrong: list[str] = []
    contexts: list[BrowserContext] = []

    def went_wrong(what: str) -> None:
        if LOST in what and not ended_servers():
            return
        wrong.append(what)
        for context in contexts:
            context.close()

    def open_page(address: str, width: int = 1280, height: int = 900) -> "Page":
        context = chromium.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        contexts.append(context)
        context.add_init_script(NO_TOUR)
        page = context.new_page()
        page.set_default_timeout(EXPECT_MS)
        home = address.partition("#")[0].removeprefix("http://")
        page.on("console", lambda said: went_wrong(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: went_wrong(str(error)))
        page.on("request", lambda asked: went_wrong(asked.url) if home not in asked.url else None)
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [*wrong, *ended_servers()] == []
