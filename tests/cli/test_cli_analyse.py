"""`handsight analyse` at the command line."""

from pathlib import Path

from cli.command_line import Cli

FAST = ("--by", "robot1", "--deals", "16", "--quiet")


def test_a_turn_is_told_with_every_move(cli: Cli) -> None:
    done = cli("analyse", "sample:first", "--turn", "57", *FAST)
    assert done.status == 0
    assert "▸ play slot 1" in done.out
    assert "expected scores in the mover's eyes, robot1 goes on, 16 deals, seed 0" in done.out


def test_json_has_a_line_for_each_turn(cli: Cli) -> None:
    rows = cli("analyse", "sample:first", "--seat", "Bob", "--json", *FAST).rows
    assert [row["seat"] for row in rows] == [1] * 19
    assert rows[0]["game"] == "sample:first:1"
    assert [row["turn"] for row in rows] == list(range(1, 57, 3))


def test_a_report_leads_into_the_replay(cli: Cli, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    done = cli("analyse", "sample:first", "--turn", "57", "--report", page, *FAST)
    assert done.status == 0, done.err
    assert 'href="report-replays/1.html#/?turn=57"' in page.read_text(encoding="utf-8")
    assert (tmp_path / "report-replays" / "1.html").stat().st_size > 100_000
    again = cli("analyse", "sample:first", "--turn", "57", "--report", page, *FAST)
    assert again.status == 2
    assert "--force" in again.err


def test_rounds_of_boeren_bridge_are_analysed_by_the_same_verb(cli: Cli) -> None:
    done = cli("analyse", "sample:boeren", "--deals", "16", "--quiet")
    assert done.status == 0
    assert "South bid 1 and has 0, so the bid is lost" in done.out
    assert cli("analyse", "sample:boeren", "--open", "--quiet").status == 2


def test_what_makes_no_sense_is_refused(cli: Cli, tmp_path: Path) -> None:
    for words, message in (
        (("--turn", "99"), "there is no turn 99"),
        (("--by", "nobody"), "no bot is called 'nobody'"),
        (("--by", "careful"), "no compiled version"),
        (("--report", tmp_path / "page.txt"), "name a file that ends in .html"),
        (("--replays",), "--replays needs --report"),
        (("--deals", "0"), "0 deals are not possible"),
    ):
        done = cli("analyse", "sample:first", *words)
        assert done.status in (1, 2), words
        assert message in done.err, words
    assert "files are of" in cli("analyse", "sample:first", "sample:boeren").err
