"""What a notebook shows of knowledge is HTML that a strict reader takes."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from handsight.hanabi import view
from handsight.knowledge import Knowledge
from handsight.playable_games import load

GAMES = Path(__file__).parents[1] / "games"


@pytest.mark.parametrize("name", ["sample.hanabi", "mix.json", "reversed.json", "cow-and-pig.json"])
def test_the_table_of_a_notebook_is_well_formed(name: str) -> None:
    game = load(GAMES / name)
    state = game.states[9]
    for seat in range(len(game.seats)):
        knowledge = Knowledge(view(state, seat))
        text = knowledge._repr_html_().replace("&nbsp;", "\N{NO-BREAK SPACE}")
        table = ET.fromstring(text)  # noqa: S314  our own text
        assert table.tag == "table"
        caption, head, *rows = table
        assert f"{knowledge.worlds:,}" in "".join(caption.itertext())
        assert [cell.tag for cell in head] == ["th"] * 3
        assert f"turn {state.turn + 1}:" in "".join(caption.itertext())
        assert [row[0].text for row in rows] == [str(slot) for slot in range(1, len(rows) + 1)]
        assert [row[1].text for row in rows] == [str(order) for order in state.hands[seat]]
        for row, card in zip(rows, knowledge, strict=True):
            shown = [bold.text or "" for bold in row.iter("b")]
            assert sorted(shown) == sorted(state.terms.variant.text(face) for face in card.possible)
