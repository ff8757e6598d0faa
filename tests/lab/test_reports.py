"""What people see of results: figures, comparisons, pictures and pages."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import handsight as hs
from handsight.errors import InputError
from handsight.hanabi import Terms, variant
from handsight.lab import Run, Summary, compare, crossplay, simulate
from handsight.lab.hanabi import game_plan
from handsight.lab.hanabi.simulate_games import bars, self_play
from handsight.lab.played_games import matrix_table, pairs_table
from handsight.lab.plots import save, svg

EXAMPLE = Path(__file__).parents[2] / "docs" / "data" / "analysis-example.html"


def example_run(scores: list[int], *, struck: int = 0) -> Run:
    """Make a run whose games had these scores, the first *struck* of them struck out with 7 cards played."""
    plan = self_play("careful", Terms(3))
    rows = plan.blank_rows(len(scores))
    rows[:, game_plan.SCORE] = rows[:, game_plan.POINTS] = scores
    rows[:, game_plan.END] = game_plan.ENDS.index("final_round")
    rows[:struck, game_plan.END] = game_plan.ENDS.index("strikeout")
    rows[:struck, game_plan.POINTS] = 7
    return Run(plan, rows)


def test_the_library_reads_like_the_readme() -> None:
    run = hs.simulate("careful", players=3, games=10, seed=1)
    assert run.games == sum(run.histogram) == 10
    assert len(run.histogram) == 26
    assert run.mean == sum(run.scores) / 10
    assert run.stderr > 0
    assert run.plot()


def test_figures_of_a_made_run() -> None:
    run = example_run([0, 25, 20, 20, 25], struck=1)
    assert run.mean == 18
    assert run.perfect == 0.4
    assert run.struck_out == 0.2
    assert run.by_strikeout["zero"].mean == 18
    assert run.by_strikeout["stacks"].mean == 19.4
    assert run.percentiles == {"5": 0, "50": 20, "95": 25}


def test_histograms_reach_to_the_top_of_the_variant() -> None:
    run = simulate("random", games=4, variant=variant("Rainbow (6 Suits)"))
    assert len(run.histogram) == 31


def test_one_game_alone_has_no_error() -> None:
    row = simulate("random", games=1).to_json()
    assert row["stderr"] is None
    found = compare("random", "careful", games=1).to_json()
    assert found["pairs"][0]["low"] is None
    assert found["pairs"][0]["p"] == 1


def test_a_comparison_is_of_the_same_deals() -> None:
    found = compare("random", "careful", "random", games=30, seed=4, rules="stacks")
    assert [(pair.a, pair.b) for pair in found.pairs] == [
        ("random", "careful"),
        ("random", "random"),
        ("careful", "random"),
    ]
    better, same, _ = found.pairs
    assert better.difference.mean == pytest.approx(found.runs[0].mean - found.runs[1].mean)
    assert better.difference.high < -10
    assert better.difference.p < 1e-6
    assert (same.difference.mean, same.difference.p) == (0, 1)


def test_a_comparison_needs_two_and_a_sensible_confidence() -> None:
    with pytest.raises(InputError, match="at least two bots"):
        compare("random")
    with pytest.raises(InputError, match="at least two bots"):
        crossplay("random")
    with pytest.raises(InputError, match="between 0 and 1"):
        compare("random", "random", confidence=95)


def test_bars_are_as_long_as_their_counts() -> None:
    lines = bars(example_run([3, 5, 5, 5, 5])).splitlines()
    assert [line.split()[0] for line in lines] == ["3", "4", "5"]
    assert lines[0].count("█") * 4 == lines[2].count("█") == 40
    assert lines[1].split() == ["4", "0"]


def test_tables_have_the_same_cells_in_text_and_html() -> None:
    found = compare("random", "careful", games=8)
    for table in (
        Run.table(found.runs),
        pairs_table(found),
        matrix_table(crossplay("random", "careful", games=4)),
    ):
        for row in table.rows:
            assert all(cell in table.text for cell in row)
            assert table.html.count("<td>") == len(table.rows) * len(table.heads)
    assert "<b>" not in Run.table([example_run([1])]).html


def test_pictures_are_files_of_their_kind(tmp_path: Path) -> None:
    found = compare("random", "careful", games=8)
    for number, picture in enumerate(
        (found.plot(), found.runs[0].plot(), crossplay("random", "random", games=3).plot())
    ):
        save(picture, tmp_path / f"{number}.svg")
        save(picture, tmp_path / f"{number}.png")
        assert ET.parse(tmp_path / f"{number}.svg").getroot().tag.endswith("svg")  # noqa: S314  our own file
        assert (tmp_path / f"{number}.png").read_bytes().startswith(b"\x89PNG")
    assert svg(found.plot()) == svg(found.plot())
    with pytest.raises(InputError, match=r"end it in \.svg or \.png"):
        save(found.plot(), tmp_path / "plot.pdf")


def test_a_report_stands_alone() -> None:
    run = example_run([20, 21, 22])
    page = Summary("a <b> title", run.caption, {}, [Run.table([run])], [run.plot]).report()
    assert page.startswith("<!doctype html>")
    assert "a &lt;b&gt; title" in page
    assert "<svg" in page
    assert "<?xml" not in page
    for outside in ("<script", "<link", " src=", "@import"):
        assert outside not in page


def test_the_example_that_ships_is_whole_and_leads_into_its_replays() -> None:
    """Every game has a curve, tables and links; every link is to a replay that is there."""
    page = EXAMPLE.read_text(encoding="utf-8")
    games = page.count("<h2") - 1  # the first heading is of where points go
    assert games == 3
    assert page.count('class="curve"') == games
    assert page.count("<summary>Every turn</summary>") == games
    assert re.findall(r'text-anchor="end">(\d+)</text>', page) == ["15", "20", "25"] * games
    assert "`" not in page
    assert page.endswith("</html>\n")
    assert "http" not in page
    links = re.findall(r'href="(?P<replay>[^"#]+)#/\?turn=\d+"', page)
    assert len(links) > 150
    assert len(set(links)) == games
    for replay in set(links):
        assert (EXAMPLE.parent / replay).read_text(encoding="utf-8").startswith("<!doctype html>")
