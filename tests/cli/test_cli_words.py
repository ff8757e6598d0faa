"""The words of a command: options anywhere, numbers, help, and what is said of a wrong word."""

from pathlib import Path

import pytest
from cli.command_line import Cli

FIRST = "sample:first"


@pytest.mark.parametrize(
    "words",
    [
        ("compare", "random", "--players", "3", "careful", "--games", "5", "--json"),
        ("compare", "--players", "3", "random", "--games=5", "careful", "--json"),
        ("--json", "compare", "--players", "3", "random", "careful", "--games", "5"),
        ("compare", "--json", "--players", "3", "--games", "5", "--", "random", "careful"),
    ],
)
def test_options_may_stand_anywhere(cli: Cli, words: tuple[str, ...]) -> None:
    done = cli(*words, "--quiet") if "--" not in words else cli(words[0], "--quiet", *words[1:])
    assert done.status == 0, done.err
    (row,) = done.rows
    assert [bot["bot"] for bot in row["rows"]] == ["random", "careful"]
    assert (row["games"], row["players"]) == (5, 3)


def test_a_file_behind_two_dashes_may_begin_with_one(cli: Cli) -> None:
    assert "there is no file '--turn'" in cli("check", "--", "--turn").err


def test_options_may_stand_before_the_job_of_a_verb(cli: Cli) -> None:
    usual = cli("convention", "check", "minimal", "chop", "--json")
    assert usual.status == 0
    for words in (
        ("convention", "--json", "check", "minimal", "chop"),
        ("convention", "check", "minimal", "--json", "chop"),
        ("--json", "convention", "check", "minimal", "chop"),
    ):
        assert cli(*words) == usual


def test_an_option_with_a_value_or_none_leaves_other_words_alone(cli: Cli) -> None:
    done = cli("simulate", "--lost", "random", "--games", "2", "--json", "--quiet")
    assert done.status == 0, done.err
    assert done.rows[0]["bots"] == ["random"]
    assert "lost" in done.rows[0]


def test_the_game_may_follow_the_bots(cli: Cli, tmp_path: Path) -> None:
    done = cli("play", "--json", "--with", "random", "hanabi", "--save", tmp_path / "here", stdin="quit\n")
    assert done.status == 0, done.err
    assert done.rows[0]["players"] == 2
    assert "name the game" in cli("play", "--with", "random").err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("compare", "hat", "circle", "--plyers", "3"),
            "there is no option --plyers; did you mean --players?",
        ),
        (("check", FIRST, "--jsno"), "there is no option --jsno; did you mean --json?"),
        (("show", FIRST, "--trun=3"), "there is no option --trun; did you mean --turn?"),
        (("convention", "check", "minimal", "--jso"), "did you mean --json?"),
        (("convention", "chekc", "minimal"), "there is no 'chekc'; did you mean check?"),
        (("check", FIRST, "--rules", "ofical"), "--rules: there is no 'ofical'; did you mean official?"),
        (("--jsno", "xyzzy"), "there is no option '--jsno'"),
        (("simulate",), "BOT is missing"),
        (("simulate", "random", "--games"), "--games needs a value"),
        (
            ("simulate", "random", "--games", "many"),
            "'many' is not a whole number, such as 3 or 20000 (also 20_000, 20k or 1e6)",
        ),
        (("show", FIRST, "--turn", "1.5"), "'1.5' is not a whole number"),
        (("show", FIRST, "other"), "unexpected argument: other"),
        (("show", FIRST, "--", "--turn"), "unexpected argument: --turn"),
        (("check", "-json", FIRST), "there is no option -json; did you mean --json?"),
        (("check", "-hidden"), "-h takes no value, but was given 'idden'"),
        (("check", FIRST, "--json=5"), "--json takes no value, but was given '5'"),
    ],
)
def test_a_wrong_word_is_said_in_a_sentence(cli: Cli, words: tuple[str, ...], said: str) -> None:
    done = cli(*words)
    assert done.status == 2
    assert done.out == ""
    assert said in done.err
    assert len(done.err.splitlines()) <= 3, "the usage is one line"


def test_an_error_shows_a_line_of_usage_and_where_to_read_more(cli: Cli) -> None:
    lines = cli("compare", "hat", "--plyers", "3").err.splitlines()
    assert lines[1:] == ["usage: handsight compare BOT … [options]", "`handsight help compare` says more"]
    job = cli("convention", "explain", "--nope").err.splitlines()
    assert job[1:] == [
        "usage: handsight convention explain FILE FILE [options]",
        "`handsight help convention explain` says more",
    ]


@pytest.mark.parametrize(
    ("text", "games"), [("1e1", 10), ("20", 20), ("0.01k", 10), ("1_0", 10), ("+7", 7), ("1.2e1", 12)]
)
def test_numbers_as_people_write_them(cli: Cli, text: str, games: int) -> None:
    done = cli("simulate", "random", "--games", text, "--quiet", "--json")
    assert done.status == 0, done.err
    assert done.rows[0]["games"] == games


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1e6", 1_000_000),
        ("20_000", 20_000),
        ("20,000", 20_000),
        ("20k", 20_000),
        ("2M", 2_000_000),
        ("-3", -3),
    ],
)
def test_large_numbers(text: str, number: int) -> None:
    from handsight.cli.command_parser import whole_number

    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text", ["", "k", "1e", "1.5", "1e99", "9" * 5_000, "1k k", "٣", "0x10", "1,2", "nan"]
)
def test_what_is_no_whole_number(cli: Cli, text: str) -> None:
    done = cli("simulate", "random", "--games", text)
    assert done.status == 2
    assert "is not a whole number" in done.err
    assert len(done.err) < 400


def test_help_of_a_verb(cli: Cli) -> None:
    assert cli("help", "check") == cli("check", "--help")
    assert cli("help", "check").status == 0
    assert cli("help", "convention", "show") == cli("convention", "show", "--help")
    wrong = cli("help", "chekc")
    assert wrong.status == 2
    assert "did you mean 'check'" in wrong.err


@pytest.mark.parametrize("words", [("check", "--version"), ("convention", "check", "-V")])
def test_the_version_is_told_after_a_verb_too(cli: Cli, words: tuple[str, ...]) -> None:
    done = cli(*words)
    assert done.status == 0
    assert done.out.startswith("handsight ")
