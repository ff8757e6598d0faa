"""Tables that the program writes into pages: markers, what is played for them, and what is kept."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from cli.command_line import Cli
from cli.conftest import cli  # noqa: F401  # the fixture that runs a command in this process

from bench.tables import best_known, document_figures, hanabi_bots, printed_robots
from bench.tables.best_known import KNOWN_RESULTS
from bench.tables.document_figures import MINIMAL_HISTOGRAM
from bench.tables.hanabi_bots import shared_run
from bench.tables.marked_tables import MARKED, TABLES, requests, rewriting, rewritten
from bench.tables.printed_robots import PrintedLine
from bench.tables.table_request import PlaySettings, TableRequest
from handsight.bots.hanabi.stored_scores import PATH, StoredScore, StoredScores, read_scores, write_scores
from handsight.errors import InputError
from handsight.roster.hanabi import ROSTER, convention_names

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "docs/sources.md",
    "docs/reference/results.md",
    "docs/explanation/hat.md",
    "docs/explanation/minimal-convention.md",
    "docs/explanation/robots.md",
)
NUMBER = r"(\d+\.\d+) ± (\d+\.\d+)"


def marked(name: str, words: str = "games=3 seed=7") -> str:
    return f"<!-- results {name} {words} -->\nold\n<!-- /results -->\n"


def lines(text: str) -> list[list[str]]:
    """The cells of every line of every table of a page."""
    rows = [line for line in text.splitlines() if line.startswith("|") and not line.startswith("| ---")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


@pytest.fixture
def two_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short roster, so that little is played."""
    monkeypatch.setattr(hanabi_bots, "ROSTER", {name: ROSTER[name] for name in ("random", "cheat")})
    monkeypatch.setattr(hanabi_bots, "convention_names", tuple)
    monkeypatch.setattr(hanabi_bots, "WIDE", (6, 4))

    def quick_run(request: Any, bot: str, *table: Any) -> Any:
        return shared_run(request, "random" if bot == "hat" else bot, *table)

    for module in (hanabi_bots, best_known):
        monkeypatch.setattr(module, "shared_run", quick_run)


@pytest.mark.usefixtures("two_bots")
def test_every_bot_has_a_line_for_each_number_of_players() -> None:
    request = TableRequest("bots", 4, 7, 2, PlaySettings())
    rows = lines(hanabi_bots.bots(request))
    heads = [row for row in rows if row[0] == "bot"]
    assert len(heads) == len(hanabi_bots.SEATED) + 1
    honest = [row for row in rows if row[0] == "`random`"]
    cheats = [row for row in rows if "not honest" in row[0]]
    assert [row[5] for row in honest] == ["4"] * 6, "it is compiled, so it plays all games"
    assert [row[5] for row in cheats] == ["2"] * 5, "it is slow, so it plays fewer"
    for row in honest + cheats:
        assert re.fullmatch(NUMBER, row[1])
        assert re.fullmatch(NUMBER, row[4])
        assert float(row[1].split()[0]) >= float(row[4].split()[0])


@pytest.mark.usefixtures("two_bots")
def test_the_figures_of_the_table_are_kept_and_read_again(tmp_path: Path) -> None:
    request = TableRequest("bots", 4, 7, 2, PlaySettings())
    found, place = hanabi_bots.stored_scores(request), tmp_path / "measured.json"
    write_scores(found, place)
    again = read_scores(place)
    assert list(again.bots) == ["random", "cheat"]
    assert (again.seed, again.version) == (7, found.version)
    for bot, rows in found.bots.items():
        for row, kept in zip(rows, again.bots[bot], strict=True):
            assert row == pytest.approx(kept, abs=1e-4)
    run = shared_run(request, "cheat", 3)
    assert again.by_players("cheat")[3].mean == pytest.approx(run.mean, abs=1e-4)
    assert again.to_json("cheat")[1]["games"] == 2
    assert again.to_json("nobody") == []


def test_nothing_is_measured_where_there_is_no_file(tmp_path: Path) -> None:
    assert read_scores(tmp_path / "measured.json").bots == {}


def test_the_usual_number_of_cards_comes_first() -> None:
    rows = [StoredScore(6, cards, 9, float(cards), 0.1, 0, 0, 0) for cards in (3, 4)]
    assert StoredScores("", 0, {"hat": rows}).by_players("hat")[6].cards == 3


@pytest.mark.usefixtures("two_bots")
def test_a_run_is_played_once_for_all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hanabi_bots, "ROBOTS", ("random",))
    settings = PlaySettings()
    page = marked("robots") + marked("robots")
    pages = [text for _, text in rewriting(page, settings)]
    assert len(settings.runs) == len(hanabi_bots.SEATED)
    assert len(pages) == 2
    assert "old" in pages[0], "a page is there after each of its tables"
    assert "old" not in pages[1]
    assert rewritten(pages[1], PlaySettings()) == pages[1]


def test_pairs_tell_what_is_lost_by_both_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hanabi_bots, "ROBOTS", ("random",))
    head, row = lines(TABLES["pairs"](TableRequest("pairs", 20, 7, 20, PlaySettings())))
    figures = dict(zip(head, row, strict=True))
    assert (figures["robot"], figures["games"], figures["struck out"]) == ("`random`", "20", "100.00%")
    assert (
        float(figures["mean ± s.e., struck out = 0"].split()[0])
        == 0
        < float(figures["mean ± s.e."].split()[0])
    )


def test_printed_robots_stand_beside_the_repaired_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    lines_told = [PrintedLine("robot1-printed", program="4.78"), PrintedLine("random", "robot1-printed")]
    monkeypatch.setattr(printed_robots, "LINES", lines_told)
    _, printed, other = lines(TABLES["printed"](TableRequest("printed", 20, 7, 20, PlaySettings())))
    assert printed[0] == "`robot1-printed`"
    assert 4 < float(printed[1].split()[0]) <= float(printed[3]) <= 5
    assert printed[4:] == ["–", "4.78"]
    assert other[1:4] == ["0.000 ± 0.000", "100.00%", "0.00"]
    assert other[4].endswith("to `robot1-printed`")
    assert other[4].startswith("-")


def test_the_histogram_of_the_document_stands_beside_ours() -> None:
    request = TableRequest("minimal-histogram", 40, 7, 40, PlaySettings())
    head, *rows = lines(TABLES["minimal-histogram"](request))
    assert head[1:3] == ["document: games", "ours: games"]
    scores = rows[:26]
    assert [int(row[1].replace(",", "")) for row in scores] == list(MINIMAL_HISTOGRAM)
    assert sum(int(row[2]) for row in scores) == 40
    assert [row[1] for row in rows[26:]] == ["19.7459", "16–22", "23"]


def test_every_reading_of_the_document_has_its_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_figures, "READINGS", document_figures.READINGS[:2])
    request = TableRequest("minimal-readings", 20, 7, 20, PlaySettings())
    head, *rows = lines(TABLES["minimal-readings"](request))
    figures = [dict(zip(head, row, strict=True)) for row in rows]
    assert [row["reading"] for row in figures] == ["`minimal`", "`minimal order=rank`"]
    for row in figures:
        assert re.fullmatch(NUMBER, row["mean ± s.e."])
        assert 0 <= float(row["apart"]) <= 1
        assert re.fullmatch(r"\d+\.\d \(\d+–\d+\)", row["clues given"])


def test_the_documents_figures_stand_beside_ours() -> None:
    settings = PlaySettings()
    request = TableRequest("document-figures", 30, 7, 30, settings)
    _, *rows = lines(TABLES["document-figures"](request))
    ours = {row[1]: row[3] for row in rows}
    run = shared_run(request, "minimal", 3, rules="explorer")
    assert ours["average of 10,000 games"] == f"{run.mean:.3f} ± {run.stderr:.3f}"
    assert ours["clues to work with in a game"].startswith(f"{run.clues_given.mean:.2f} ± ")
    found = re.fullmatch(NUMBER, ours["guessed: critical cards discarded in a game"])
    assert found
    assert 1 < float(found[1]) < 6
    assert all("--games 30 --seed 7" in row[4] for row in rows)


def test_the_command_of_each_figure_prints_it(cli: Cli) -> None:  # noqa: F811  the fixture
    request = TableRequest("document-figures", 30, 7, 30, PlaySettings())
    printed = dict[str, list[str]]()
    for figure in document_figures.figures(request):
        if figure.command not in printed:
            done = cli(*shlex.split(figure.command)[1:], "--quiet")
            assert done.status == 0, done.err
            printed[figure.command] = re.findall(r"[+-]?\d+(?:\.\d+)?%?", done.out)
        for number in re.findall(r"[+-]?\d+(?:\.\d+)?%?", figure.ours):
            assert number in printed[figure.command], figure


def test_slow_runs_go_on_where_they_were_broken_off(tmp_path: Path) -> None:
    for played in (3, 0):
        run = shared_run(TableRequest("bots", 9, 7, 3, PlaySettings(out=tmp_path)), "cheat", 2)
        assert (run.games, run.played) == (3, played)
    assert hanabi_bots.cells(run)[-1] == "–", "nothing was played, so nothing is said of its speed"


def test_the_same_games_are_one_run_whatever_the_slow_would_play() -> None:
    settings = PlaySettings()
    one, other = (shared_run(TableRequest("bots", 4, 7, slow, settings), "random", 2) for slow in (2, 3))
    assert one is other


def test_a_guest_sits_at_every_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hanabi_bots, "MIXED", ("random", "careful"))
    rows = lines(hanabi_bots.crossplay(TableRequest("crossplay", 9, 7, 3, PlaySettings())))
    assert rows[0] == ["bot", "among `random`", "among `careful`"]
    assert [row[0] for row in rows[1:]] == ["`random`", "`careful`"]
    assert float(rows[2][2].split()[0]) > float(rows[1][1].split()[0])


@pytest.mark.usefixtures("two_bots")
def test_ours_stand_among_the_best_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_known, "BEST", dict.fromkeys(range(2, 7), "random"))
    head, *rows = lines(TABLES["best-known"](TableRequest("best-known", 3, 7, 3, PlaySettings())))
    learned = 1  # it plays with two only
    assert len(rows) == len(KNOWN_RESULTS) + 3 * len(hanabi_bots.SEATED) + learned + 1
    for players in hanabi_bots.SEATED:
        means = [float(row[2]) for row in rows if row[0] == str(players) and "own hand" not in row[1]]
        assert means == sorted(means, reverse=True)
    source, status = head.index("source"), head.index("status")
    assert {row[status] for row in rows if row[source] == "Handsight"} == {"measured"}
    assert all(row[source] for row in rows)


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("nothing", "no table to write"),
        (marked("chess"), "no table is called 'chess'; there are best-conventions"),
        (f"one\n{marked('bots', 'games=3')}", "line 2.*cannot be marked by '<!-- results bots games=3 -->'"),
        (marked("bots", "seed=3 games=3"), "line 1"),
        ("<!-- results bots games=3 seed=1 -->\n", "not closed"),
        (f"<!-- results bots games=3 seed=1 -->\n{marked('hat')}", "line 2.*not closed"),
    ],
)
def test_a_mark_that_cannot_be_read_is_said_so(page: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        requests(page, PlaySettings())


def test_a_mark_says_how_many_games_the_slow_play() -> None:
    found = requests(
        marked("bots", "games=30 seed=1 slow=5") + marked("hat", "games=9 seed=2"), PlaySettings()
    )
    assert [(request.name, request.games, request.seed, request.slow_games) for request in found] == [
        ("bots", 30, 1, 5),
        ("hat", 9, 2, 9),
    ]


@pytest.mark.parametrize("name", PAGES)
def test_the_tables_of_our_pages_are_filled(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert requests(text, PlaySettings())
    for mark in MARKED.finditer(text):
        rows = lines(mark["body"])
        assert len(rows) > 3, mark["name"]
        widths = {len(row) for row in rows} if mark["name"] != "bots" else {7}
        assert len(widths) == 1


def test_what_was_measured_ships_with_the_bots() -> None:
    found = read_scores()
    assert {"hat", "robot5", "minimal"} <= set(found.bots) <= {*ROSTER, *convention_names()}
    assert PATH.stat().st_size < 8_000
    for bot in found.bots:
        seated = ROSTER[bot].players if bot in ROSTER else ()
        assert sorted(found.by_players(bot)) == list(seated or hanabi_bots.SEATED)
    assert (
        found.by_players("hat")[4].mean
        > found.by_players("minimal")[4].mean
        > found.by_players("random")[4].mean
    )
