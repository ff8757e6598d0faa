"""A table, a replay, the lab and a puzzle in Debian's Firefox, as people there use them."""

from collections.abc import Iterator
from shutil import which

import pytest
from web.firefox import Firefox, firefox
from web.page_server import PageServer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        which("firefox-esr") is None and which("firefox") is None,
        reason="no Firefox is installed (Debian: firefox-esr)",
    ),
]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox(tmp_path_factory.mktemp("firefox")) as found:
        found.resize(1280, 800)
        yield found
        assert found.errors == []


def test_a_game_is_played_by_clicks_and_keys(server: PageServer, browser: Firefox) -> None:
    browser.goto(server.link(server.table("", "careful"), 0))
    browser.wait("document.querySelector('.bar.ready')")
    browser.click(".hand:not(.mine) .held")
    browser.click(".clue.fits:not([aria-disabled])")
    browser.wait("document.querySelectorAll('.log li').length >= 2 && document.querySelector('.bar.ready')")
    browser.press("a")
    browser.press("1")
    browser.wait("document.querySelectorAll('.log li').length >= 4")
    assert browser.evaluate("document.querySelector('.mine .face')") is None
    assert browser.evaluate("document.documentElement.scrollWidth") <= 1280


def test_a_replay_is_stepped_through_also_from_the_slider(server: PageServer, browser: Firefox) -> None:
    browser.goto(f"{server.base}#/replay/sample:first?turn=5")
    browser.wait("document.querySelector('#view').dataset.turn === '5'")
    browser.click("input[type=range]")
    browser.press("Home")
    browser.wait("document.querySelector('#view').dataset.turn === '1'")
    browser.press("ArrowRight")
    browser.wait("document.querySelector('#view').dataset.turn === '2'")
    browser.press("2")
    browser.wait("document.querySelectorAll('.hand.mine .held .back').length === 5")
    browser.wait("document.querySelectorAll('.information-chart .move').length === 57")


def test_a_convention_is_run_in_the_lab(server: PageServer, browser: Firefox) -> None:
    browser.goto(f"{server.base}#/lab")
    browser.wait("document.querySelector('.state')?.dataset.mood === 'good'")
    browser.evaluate(
        "(document.querySelector('#lab-games').value = 12,"
        " document.querySelector('#lab-games').dispatchEvent(new Event('input')))"
    )
    browser.click(".lab-bar .main")
    browser.wait("document.querySelectorAll('.lab-games tbody tr').length === 12")
    assert browser.evaluate("document.querySelectorAll('.distribution .pillar').length") >= 1


def test_a_puzzle_is_stepped_through(server: PageServer, browser: Firefox) -> None:
    browser.goto(f"{server.base}#/logic/muddy")
    browser.wait("document.querySelectorAll('.world').length === 8")
    browser.press("End")
    browser.wait("document.querySelectorAll('.world:not(.gone)').length === 1")
    assert browser.evaluate("getComputedStyle(document.querySelector('.agent i')).backgroundColor") != ""
