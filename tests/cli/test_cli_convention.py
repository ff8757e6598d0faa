"""`handsight convention check`, `show` and `list`."""

from pathlib import Path

import pytest
from cli.command_line import Cli

from handsight.conventions.convention_loader import check_source, load_convention
from handsight.conventions.library import Source, shipped

HERE = Path(__file__).parents[1]
SAMPLE = HERE / "games" / "sample.hanabi"
CHEAT = HERE / "conventions" / "cheats" / "peek-to-play.convention"


def test_check_says_that_what_ships_is_good(cli: Cli) -> None:
    done = cli("convention", "check", *shipped())
    assert done.status == 0
    assert done.err == ""
    assert done.out.count(": good (") == len(shipped())


def test_check_points_at_a_cheat(cli: Cli) -> None:
    done = cli("convention", "check", CHEAT)
    assert done.status == 1
    assert done.out == f"{CHEAT}: 1 problem\n"
    assert "line 10, column 42" in done.err
    assert "hidden from you; did you mean `could be playable`?" in done.err
    source, caret = done.err.rstrip("\n").split("\n")[-2:]
    assert caret.index("^") == source.index("playable")


def test_check_in_json(cli: Cli) -> None:
    done = cli("convention", "check", "minimal", CHEAT, "--json")
    good, bad = done.rows
    assert done.status == 1
    assert good["valid"] is True
    assert good["acts"] == ["play", "point", "discard", "stall"]
    assert good["settings"] == {"order": "position", "focus": "author"}
    assert bad["valid"] is False
    assert bad["identity"] is None
    assert (bad["problems"][0]["line"], bad["problems"][0]["column"]) == (10, 42)
    assert bad["problems"][0]["code"] == "secret"


def test_check_shows_a_position_without_an_action(cli: Cli) -> None:
    done = cli("convention", "check", "minimal -stall")
    assert done.status == 0
    assert "in some positions no rule applies; for example: turn 1" in done.err
    assert "8 clues left, stacks 0 0 0 0 0; P0 holds" in done.err
    assert "`clues left` is 0" not in done.err  # the case that is not proved may be another one


def test_show_prints_a_file_that_means_the_same(cli: Cli) -> None:
    done = cli("convention", "show", "save-clues crit=reachable")
    assert done.status == 0
    again = check_source(Source("again", done.out)).convention
    row = cli("convention", "show", "save-clues crit=reachable", "--json").rows[0]
    assert again
    assert again.identity == row["identity"]
    assert "everybody can foresee this" in done.out


def test_an_idea_is_shown_with_what_it_is_built_on_or_alone(cli: Cli) -> None:
    whole = cli("convention", "show", "good-apart").out
    assert "# an idea, here as a whole with what it is built on, h-group-1" in whole
    assert "    # good-apart\n    apart:" in whole
    assert "    # h-group-1\n    prompt:" in whole
    assert "    # h-group-1\n    on-chop:" in whole
    assert "  # h-group-1\n  call a clue k tidy if" in whole
    again = check_source(Source("again", whole)).convention
    assert again
    assert again.identity == load_convention("good-apart").identity


def test_an_idea_that_is_wrong_alone_can_be_checked_with_a_convention(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "i.convention"
    file.write_text('idea i\n  "An idea."\n\n  update\n    x, last:  every card with FO loses FO\n')
    done = cli("convention", "check", file)
    assert done.status == 1
    assert "so it was checked on minimal" in done.err
    assert f'handsight convention check "h-group-2 +{file}"' in done.err
    assert cli("convention", "check", f"h-group-2 +{file}").status == 0


def test_list_says_what_people_costs(cli: Cli) -> None:
    (row,) = (row for row in cli("convention", "list", "--json").rows if row["name"] == "people")
    assert "void-promises" in row["text"]
    assert "costs points" in row["text"]


@pytest.mark.slow
def test_list_names_what_ships(cli: Cli) -> None:
    rows = cli("convention", "list", "--json").rows
    assert [row["name"] for row in rows] == list(shipped())
    assert {row["kind"] for row in rows} == {"convention", "idea"}
    assert all(row["text"] for row in rows)
    assert len(cli("convention", "list").out.splitlines()) == len(rows)


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("convention", "check", "minimul"), 2, "did you mean minimal?"),
        (("convention", "check", "no/such.convention"), 1, "there is no such file"),
        (("convention", "show", CHEAT), 1, "hidden from you"),
        (("convention", "show", "minimal order=weight"), 2, "expected position or rank"),
        (("convention", "show", "minimal nonsense"), 2, "is no change"),
        (("convention", "tell", "no-such.story"), 1, "no-such.story"),
        (("convention", "explain", "minimal", SAMPLE, "--turn", "999"), 2, "there is no turn 999"),
        (("convention",), 2, "JOB"),
        (("know", SAMPLE, "--convention", "minimul"), 2, "did you mean minimal?"),
    ],
    ids=str,
)
def test_wrong_words_get_an_answer(cli: Cli, words: tuple[Path | str, ...], status: int, said: str) -> None:
    done = cli(*words)
    assert done.status == status
    assert said in done.err


GOOD = """convention good
  flag PL promises playable
  update
    point: after a clue, the frontmost touched card without PL gains PL
  act
    play: play my frontmost card with PL
    discard: discard my backmost card
    else: clue the rank of the backmost card of the next hand, even if untrue
"""


@pytest.mark.parametrize(
    ("idea", "said"),
    [
        ("five-save", "`five-save`, which uses minimal, does not fit here: `good` has another update rule"),
        (
            "no-duplicates",
            "`no-duplicates` does not fit here: there is no act rule `point` here; the rules are",
        ),
    ],
)
def test_an_idea_that_does_not_fit_is_the_fault_of_who_adds_it(
    cli: Cli, tmp_path: Path, idea: str, said: str
) -> None:
    (tmp_path / "good.convention").write_text(GOOD)
    spec = f"{tmp_path / 'good.convention'} +{idea}"
    added = cli("convention", "check", spec)
    assert added.status == 2
    assert added.err.startswith(f"  {said}")
    using = tmp_path / "using.convention"
    using.write_text(f"convention using uses good,\n  {idea}\n")
    done = cli("convention", "check", using)
    assert done.status == 1
    assert done.err.startswith(f"  line 2, column 3: {said}")


@pytest.mark.parametrize(
    "words",
    [
        ("convention", "explain", "robot5", "sample:first"),
        ("convention", "check", "minimal", "robot5"),
        ("convention", "show", "robot5"),
        ("convention", "ablate", "robot5"),
        ("know", "sample:first", "--convention", "robot5"),
    ],
    ids=str,
)
def test_a_bot_is_distinguished_from_a_convention(cli: Cli, words: tuple[str, ...]) -> None:
    done = cli(*words)
    assert done.status == 2
    assert "robot5 is a bot, not a convention" in done.err


HOPEFUL = """idea hopeful
  "While there is no strike, play a card that very likely fits."

  act
    hopeful, before discard:  play c,
        for every card c of mine (highest chance that c is playable by promise first),
        if strikes is 0 and chance that c is playable by promise is at least 0.8
"""


def test_a_file_of_ones_own_uses_others_beside_it_and_those_that_ship(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hopeful.convention").write_text(HOPEFUL)
    Path("house.convention").write_text("convention house uses minimal, hopeful, no-duplicates\n")
    Path("tens.idea").write_text(HOPEFUL)
    there = tmp_path / "house.convention"
    (named,) = cli("convention", "check", "house.convention", "--json").rows
    assert (named["valid"], "hopeful" in named["acts"]) == (True, True)
    for words in (there, f"{there} ~no-duplicates", "house.convention +five-save"):
        assert cli("convention", "check", words).status == 0
    for words in ("tens.idea", "minimal +tens.idea", "tens.idea +no-duplicates"):
        (row,) = cli("convention", "check", words, "--json").rows
        assert (row["valid"], "hopeful" in row["acts"]) == (True, True)
    assert cli("simulate", "tens.idea", "--games", 2).status == 0
    assert cli("convention", "check", "elevens.idea").status == 2


def test_show_says_how_else_a_convention_can_be_read(cli: Cli) -> None:
    shown = cli("convention", "show", "minimal").out
    assert "# order=position (or rank): which playable card is pointed at first\n" in shown
    changed = cli("convention", "show", "save-clues crit=one").out
    assert "# crit=one (or last or reachable): " in changed
