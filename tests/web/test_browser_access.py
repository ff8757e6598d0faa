"""What a browser shows to those who may not come in: the form for the password, and a refused name."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bench.attack.attacked_server import AttackedServer
from bench.pictures.screens import SIZES, THEMES, faults, paint

if TYPE_CHECKING:  # it need not be installed
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


def test_the_password_leads_to_the_table_that_was_asked_for(chromium: "Browser", tmp_path: Path) -> None:
    server = AttackedServer(tmp_path / "data", "--password", "open sesame")
    page = chromium.new_page()
    page.set_default_timeout(60_000)
    try:
        page.goto(server.welcome)
        page.get_by_role("heading", name="Handsight asks for a password").wait_for()
        for size in SIZES:
            for theme in THEMES:
                paint(page, theme, size)
                assert faults(page, "home") == []
        page.get_by_label("Password").fill("wrong")
        page.get_by_role("button", name="Enter").click()
        page.get_by_text("That is not the password.").wait_for()
        page.get_by_label("Password").fill("open sesame")
        page.get_by_role("button", name="Enter").click()
        page.locator(".mine .held").first.wait_for()
        assert page.url == server.welcome.partition("?")[0]  # the seat's secret is not in the address
        page.reload()
        page.locator(".mine .held").first.wait_for()
    finally:
        page.close()
        server.stop()


def test_a_refused_name_is_a_plain_page(chromium: "Browser", tmp_path: Path) -> None:
    server = AttackedServer(tmp_path / "data")
    page = chromium.new_page()
    try:
        page.goto(server.base.replace("127.0.0.1", "cards.localhost"))
        assert "does not answer to the name cards.localhost" in page.get_by_role("heading").inner_text()
        assert page.locator("pre").inner_text() == "handsight serve --allow-host cards.localhost"
    finally:
        page.close()
        server.stop()
