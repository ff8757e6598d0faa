"""A person reads a replay by a convention: what a clue meant, who is asked, when it settled, what broke."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conventions.played_games import played
from web.page_server import PageServer

from handsight.analysis.hanabi.convention_review import OTHER_MOVE, Review
from handsight.analysis.hanabi.game_reading import CardMeaning, GameReading, MoveMeaning, OpenReading
from handsight.analysis.hanabi.move_sentences import move_sentences
from handsight.cli import main
from handsight.conventions import load_convention, promised_knowledge
from handsight.hanabi import HanabiRecord as Game
from handsight.notation.hanabi.file_formats import FORMATS
from handsight.playable_games import load
from handsight.web.hanabi.convention_reading import ON_THE_BOARD

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect  # it need not be installed

pytestmark = pytest.mark.slow
Visit = Callable[..., Page]


def at(page: Page, turn: int) -> None:
    expect(page.locator(f'#view[data-turn="{turn}"]')).to_be_attached()


def read_of(game: Game, spec: str) -> GameReading:
    return GameReading(promised_knowledge(game, load_convention(spec)))


def first_promise(reading: GameReading) -> tuple[int, int]:
    """Return the first move that asks for a card of which its clues do not say as much, and that card."""
    for meaning in reading.meanings:
        for card in meaning.asked:
            if card.possible != card.by_rules and card.settled is not None:
                return meaning.turn, card.order
    raise AssertionError("nobody is asked")


def shown_cards(page: Page) -> set[str]:
    cells = page.locator(".identities td[data-face]:not(.out)")
    return set(cells.evaluate_all("all => all.map(td => td.dataset.face)"))


def test_the_layer_shows_what_a_clue_meant_and_when_it_was_settled(server: PageServer, visit: Visit) -> None:
    reading = read_of(load("sample:first"), "circle")
    turn, order = first_promise(reading)
    card = next(card for card in reading.meaning(turn).asked if card.order == order)
    tab = visit(f"{server.base}#/replay/sample:first?turn={turn + 2}&card={order}&from=convention&by=circle")
    at(tab, turn + 2)
    expect(tab.locator(f'.held[data-order="{order}"]')).to_have_class(re.compile("told-to-play"))
    assert shown_cards(tab) == {card.possible.variant.text(one) for one in card.possible}
    tab.get_by_role("tab", name="Convention", exact=True).click()
    panel = tab.locator(".tab-convention")
    expect(panel).to_contain_text(f"{reading.name(card.holder)} is told to play slot {card.slot + 1}")
    settled = panel.get_by_role("button", name=f"settled at move {card.settled}").first
    expect(settled).to_be_visible()
    settled.click()
    at(tab, (card.settled or 0) + 1)
    assert "by=circle" in tab.url
    assert "from=convention" in tab.url


def test_marks_stand_where_the_convention_was_broken(server: PageServer, visit: Visit) -> None:
    review = Review(promised_knowledge(load("sample:first"), load_convention("circle")))
    broken = [move.turn for move in review.moves if any(one.kind != OTHER_MOVE for one in move.broken)]
    tab = visit(f"{server.base}#/replay/sample:first?turn=2&from=convention&by=circle")
    marks = tab.locator(".broken-marks button")
    expect(marks).to_have_count(len(broken))
    marks.first.dispatch_event("click")
    at(tab, broken[0] + 2)
    tab.get_by_role("tab", name="Convention", exact=True).click()
    expect(tab.locator(".tab-convention .breaks")).to_contain_text(
        next(one.kind for one in review.moves[broken[0]].broken)
    )


def test_another_convention_is_chosen_in_the_tab_and_stands_in_the_address(
    server: PageServer, visit: Visit
) -> None:
    tab = visit(f"{server.base}#/replay/sample:first?turn=4")
    at(tab, 4)
    tab.get_by_role("tab", name="Convention", exact=True).click()
    tab.locator(".read-by select").select_option("minimal")
    expect(tab.locator(".tab-convention")).to_contain_text("minimal does the same")
    assert "by=minimal" in tab.url
    tab.reload()
    at(tab, 4)
    expect(tab.locator(".tab-convention")).to_contain_text("minimal does the same")


def test_a_game_is_read_as_people_play(server: PageServer, visit: Visit) -> None:
    """By a convention with ideas added to it: the page gives it a plain name, and the address the whole."""
    tab = visit(f"{server.base}#/replay/sample:first?turn=4&tab=convention")
    at(tab, 4)
    tab.locator(".read-by select").select_option(label="h-group-2 as people play it")
    expect(tab.locator(".tab-convention .would")).to_contain_text("h-group-2 as people play it")
    expect(tab.locator(".told-now")).to_contain_text("By h-group-2 as people play it")
    tab.reload()
    at(tab, 4)
    expect(tab.locator(".tab-convention .would")).to_contain_text("h-group-2 as people play it")


@pytest.mark.parametrize("name", ["Convention", "Try", "Card"])
def test_the_chosen_tab_stands_in_the_address(server: PageServer, visit: Visit, name: str) -> None:
    """Whoever opens the address sees the same tab, whatever tab that browser remembers."""
    tab = visit(f"{server.base}#/replay/sample:first?turn=4&from=convention&by=circle")
    at(tab, 4)
    tab.get_by_role("tab", name="Moves", exact=True).click()
    tab.get_by_role("tab", name=name, exact=True).click()
    assert f"tab={name.lower()}" in tab.url
    other = visit(f"{server.base}#/replay/sample:first?turn=4")
    at(other, 4)
    other.get_by_role("tab", name="Notes", exact=True).click()
    other.goto(tab.url)
    at(other, 4)
    expect(other.get_by_role("tab", name=name, exact=True)).to_have_attribute("aria-selected", "true")
    assert "by=circle" in other.url


def test_a_player_sees_no_more_than_that_player_can_tell(server: PageServer, visit: Visit) -> None:
    """No truth of the own cards: no endings, and of another's move not what the mover would have done."""
    reading = read_of(load("sample:first"), "circle")
    turn, order = first_promise(reading)
    seat = (reading.game.states[turn].seat + 1) % 3  # another player than the one who moved
    assert reading.holder(turn + 1, order) is not None
    tab = visit(f"{server.base}#/replay/sample:first?turn={turn + 2}&seat={seat}&from=convention&by=circle")
    at(tab, turn + 2)
    tab.get_by_role("tab", name="Convention", exact=True).click()
    panel = tab.locator(".tab-convention")
    expect(panel.locator(".said li").first).to_be_visible()
    expect(panel.locator(".ends")).to_have_count(0)
    expect(panel.locator(".would")).to_have_count(0)


def test_a_file_of_its_own_carries_the_layer(visit: Visit, tmp_path: Path) -> None:
    game = played("circle", 0)
    source, page = tmp_path / "game.json", tmp_path / "game.html"
    source.write_text(FORMATS["live"].write(game).text)
    with pytest.raises(SystemExit):
        main(["convert", str(source), str(page), "--by", "circle"])
    reading = read_of(game, "circle")
    turn, order = first_promise(reading)
    tab = visit(f"{page.as_uri()}#/?turn={turn + 2}&card={order}&from=convention&by=circle")
    at(tab, turn + 2)
    expect(tab.locator(f'.held[data-order="{order}"]')).to_have_class(re.compile("told-to-play"))
    tab.get_by_role("tab", name="Convention", exact=True).click()
    expect(tab.locator(".tab-convention")).to_contain_text("circle does the same")
    waits = next((at for at in range(reading.last + 1) if reading.supports(at)), None)
    assert waits is not None
    tab.goto(f"{page.as_uri()}#/?turn={waits + 1}&from=convention&by=circle")
    at(tab, waits + 1)
    card, on = next(iter(reading.supports(waits).items()))
    tab.locator(f'.held[data-order="{card}"]').hover()
    expect(tab.locator(f'.supports [data-line="{card}-{on[0]}"]')).to_be_attached()


def first_finesse(reading: GameReading) -> tuple[MoveMeaning, CardMeaning, OpenReading]:
    """Return the first move that truly asks another player than the clued one for an untouched card."""
    for meaning in reading.meanings:
        touched = reading.game.states[meaning.turn + 1].touched
        for one in meaning.readings:
            for card in meaning.asked:
                blind = not touched >> card.order & 1 and card.holder != reading.holder(
                    meaning.turn, one.focus
                )
                if blind and one.true and one.settled is not None:
                    return meaning, card, one
    raise AssertionError("nobody is finessed")


def page_with_a_finesse(
    folder: Path,
) -> tuple[Path, GameReading, tuple[MoveMeaning, CardMeaning, OpenReading]]:
    """Write a game with its reading as one file; return the file, the reading and a finesse in it."""
    game = played("h-group-2", 0, 3)
    source, page = folder / "game.json", folder / "game.html"
    source.write_text(FORMATS["live"].write(game).text)
    with pytest.raises(SystemExit):
        main(["convert", str(source), str(page), "--by", "h-group-2"])
    reading = read_of(game, "h-group-2")
    return page, reading, first_finesse(reading)


def test_a_finesse_is_told_with_who_is_asked_and_when_it_is_settled(visit: Visit, tmp_path: Path) -> None:
    page, reading, (meaning, asked, one) = page_with_a_finesse(tmp_path)
    tab = visit(f"{page.as_uri()}#/?turn={meaning.turn + 2}&from=convention&by=h-group-2")
    at(tab, meaning.turn + 2)
    expect(tab.locator(f'.held[data-order="{asked.order}"]')).to_have_class(re.compile("told-to-play"))
    line = tab.locator(f'.supports [data-line="{one.focus}-{asked.order}"]')
    expect(line).to_be_attached()
    tab.get_by_role("tab", name="Convention", exact=True).click()
    panel = tab.locator(".tab-convention")
    for told in move_sentences(meaning, reading):
        expect(panel).to_contain_text(told.text)
    expect(panel).to_contain_text(f"{reading.name(asked.holder)} is told to play slot {asked.slot + 1}")
    settled = panel.get_by_role("button", name=f"settled at move {one.settled}").first
    settled.click()
    at(tab, (one.settled or 0) + 1)
    expect(line).to_have_count(0)


CROSSED = """
() => {
  const boxes = [...document.querySelectorAll(".hands .card, .reading-of > *, .plate > *")].map((one) => {
    const box = one.getBoundingClientRect();
    return { name: one.closest("[data-order]")?.dataset.order ?? one.textContent, box };
  });
  const found = new Set();
  for (const path of document.querySelectorAll(".supports .shaft")) {
    const frame = path.ownerSVGElement.getBoundingClientRect();
    for (let at = 6; at < path.getTotalLength() - 6; at += 2) { // it begins and ends at the edges of cards
      const point = path.getPointAtLength(at);
      const [x, y] = [point.x + frame.left, point.y + frame.top];
      for (const { name, box } of boxes) {
        if (x > box.left && x < box.right && y > box.top && y < box.bottom) found.add(name);
      }
    }
  }
  return [...found];
}
"""
"""The cards, labels and names that the lines of the layer cross."""


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)])
def test_the_board_itself_says_what_a_finesse_means(
    visit: Visit, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Words under the cards and over the hands, no codes; lines for one card, and beside the others."""
    page, reading, (meaning, asked, one) = page_with_a_finesse(tmp_path)
    address = f"{page.as_uri()}#/?from=convention&by=h-group-2&turn="
    tab = visit(f"{address}{meaning.turn + 2}", *size)
    at(tab, meaning.turn + 2)
    told = tab.locator(".told-now")
    for sentence in move_sentences(meaning, reading):
        if sentence.kind in ON_THE_BOARD:
            expect(told).to_contain_text(sentence.text)
    label = tab.locator(f'.held[data-order="{asked.order}"] .reading-of')
    expect(label.locator("b")).to_have_text("play")
    expect(tab.locator(f'.held[data-order="{one.focus}"] .reading-of b')).to_have_text("wait")
    assert set(tab.locator(".reading-of b").all_inner_texts()) <= {"play", "wait", "chop", "focus"}
    for word in set(tab.locator(".reading-of b").all_inner_texts()):
        expect(tab.locator(".reading-legend b", has_text=word)).to_be_visible()
    assert tab.locator(".supports .shaft").count() >= 1
    assert tab.evaluate(CROSSED) == []
    tab.goto(f"{address}{meaning.turn + 3}")
    at(tab, meaning.turn + 3)
    assert reading.supports(meaning.turn + 2).get(one.focus)
    tab.locator(f'.held[data-order="{one.focus}"]').focus()
    tab.keyboard.press("Shift")  # as somebody who goes about with keys
    expect(tab.locator(f'.supports [data-line^="{one.focus}-"]').first).to_be_attached()
    expect(told).to_contain_text(f"Said at move {meaning.turn + 1}")
    assert tab.evaluate(CROSSED) == []


@pytest.mark.parametrize(("players", "beside"), [(3, [True, False]), (4, [False, True]), (5, [True, True])])
def test_words_stand_beside_the_cards_where_there_is_no_room_under_them(
    visit: Visit, tmp_path: Path, players: int, beside: list[bool]
) -> None:
    """At 1024 and at 1440 points, also after the window has become wider; never on a phone."""
    source, page = tmp_path / "game.json", tmp_path / "game.html"
    source.write_text(FORMATS["live"].write(played("circle", 0, players)).text)
    with pytest.raises(SystemExit):
        main(["convert", str(source), str(page), "--by", "circle"])
    tab = visit(f"{page.as_uri()}#/?turn=8&from=convention&by=circle", 1024, 768)
    at(tab, 8)
    for width, expected in zip((1024, 1440, 390), (*beside, False), strict=True):
        tab.set_viewport_size({"width": width, "height": 844})
        board = expect(tab.locator(".board.by-convention"))
        (board.to_have_class if expected else board.not_to_have_class)(re.compile("words-beside"))
        display = tab.locator(".held").first.evaluate("one => getComputedStyle(one).display")
        assert (display == "grid") == expected
