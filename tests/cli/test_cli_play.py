"""`handsight play`: a person at the table, by what is typed and what is shown and saved."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.command_line import Cli

from handsight.hanabi import GiveClue
from handsight.hanabi import HanabiRecord as Game
from handsight.notation import read_file


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Play in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def own_hands(text: str, name: str) -> list[list[str]]:
    """Return how the hand of a name was shown, each time."""
    rows = [line.strip("│ ").split() for line in text.splitlines()]
    return [row[1:] for row in rows if row[:1] == [name] and {*map(len, row[1:])} == {2}]


def test_a_game_is_played_shown_and_saved(cli: Cli, here: Path) -> None:
    done = cli("play", "hanabi", "--with", "robot4", "--seed", 7, stdin="c red\np 1\nd 2\nquit\n")
    assert done.status == 0
    assert "Alice clued Bob red" in done.out
    assert re.search(r"Alice played [rygbp][1-5]", done.out)
    shown = own_hands(done.out, "Alice")
    assert len(shown) >= 3
    assert all(card == "??" for hand in shown for card in hand)
    assert all(card != "??" for hand in own_hands(done.out, "Bob") for card in hand)
    log, export = load_one("hanabi-7.hanabi"), load_one("hanabi-7.json")
    assert log.actions == export.actions
    assert len(log.actions) == 6
    for game in (log, export):
        assert game.names == ("Alice", "Bob")
        assert game.extras == (("seated", "Alice: a person; Bob: robot4"),)
    assert {path.name for path in here.iterdir()} == {"hanabi-7.hanabi", "hanabi-7.json"}


@pytest.mark.usefixtures("here")
def test_a_wrong_word_costs_nothing_and_says_what_is_right(cli: Cli) -> None:
    typed = "dance\np 9\nc bob\nc carol 1\nc bob mauve\nd 1\nc 9\nquit\n"
    done = cli("play", "hanabi", "--with", "robot2", "--seed", 7, stdin=typed)
    assert "'dance' is not an action; write play 2, discard 5 or clue Bob red" in done.out
    assert "this hand has slots 1 to 5" in done.out
    assert "'bob' is not a clue of No Variant" in done.out
    assert "there is no seat carol; the seats are 0 Alice, 1 Bob" in done.out
    assert "'mauve' is not a clue of No Variant; try Red" in done.out
    assert "the team has all its clue tokens" in done.out
    assert not load_one("hanabi-7.hanabi").actions


@pytest.mark.usefixtures("here")
def test_a_clue_may_name_the_seat_by_its_number(cli: Cli) -> None:
    cli("play", "hanabi", "--with", "robot2", "--players", 3, "--seed", 7, stdin="c p2 1\nc P1 1\nquit\n")
    first = load_one("hanabi-7.hanabi").actions[0]
    assert isinstance(first, GiveClue)
    assert first.seat == 2


@pytest.mark.usefixtures("here")
def test_a_number_that_is_none_is_a_wrong_word(cli: Cli) -> None:
    long = "9" * 5_000
    done = cli("play", "hanabi", "--with", "robot2", "--seed", 7, stdin=f"p {long}\nd ²\nquit\n")
    assert (done.status, done.out.count("this hand has slots 1 to 5")) == (0, 2)
    for variant in ("²", long):
        done = cli("play", "hanabi", "--with", "robot2", "--variant", variant)
        assert (done.status, "there is no variant" in done.err) == (2, True)


def test_a_folder_is_no_name_for_a_game(cli: Cli, here: Path) -> None:
    (here / "games").mkdir()
    for place in (".", "..", "games"):
        done = cli("play", "hanabi", "--with", "robot2", "--save", place, stdin="quit\n")
        assert (done.status, "is a folder; name a file in it" in done.err) == (2, True)
    assert cli("play", "hanabi", "--with", "robot2", "--save", "games.json", stdin="quit\n").status == 0
    assert Path("games.hanabi").exists()


def load_one(path: str) -> Game:
    """Read the one game of a file."""
    (checked,) = read_file(path)
    game = checked.valid_game()
    assert isinstance(game, Game)
    return game


@pytest.mark.usefixtures("here")
def test_undo_takes_back_in_practice_only(cli: Cli) -> None:
    play = ("play", "hanabi", "--with", "robot4", "--seed", 7)
    refused = cli(*play, stdin="p 1\nundo\nquit\n")
    assert "only in practice; start with --practice" in refused.out
    assert len(load_one("hanabi-7.json").actions) == 2
    taken = cli(*play, "--practice", "--save", "again", stdin="undo\np 1\nundo\nc red\nquit\n")
    assert "there is nothing to take back" in taken.out
    assert "taken back" in taken.out
    straight = cli(*play, "--save", "straight.hanabi", stdin="c red\nquit\n")
    assert straight.status == 0
    assert load_one("again.hanabi").actions == load_one("straight.hanabi").actions


@pytest.mark.usefixtures("here")
def test_hints_and_reasons_do_not_change_the_game_nor_show_the_own_hand(cli: Cli) -> None:
    play = ("play", "hanabi", "--with", "robot4", "--seed", 7)
    asked = cli(*play, "--save", "asked", stdin="hint\nwhy\nc green\nwhy\nhint\np 1\nwhy\nquit\n")
    cli(*play, "--save", "silent", stdin="c green\np 1\nquit\n")
    assert load_one("asked.json").actions == load_one("silent.json").actions
    assert "robot4 would" in asked.out
    assert "no bot has acted since your last turn" in asked.out
    assert "Bob: " in asked.out


@pytest.mark.usefixtures("here")
def test_every_seat_variant_and_number_of_players(cli: Cli) -> None:
    words = ("--players", 4, "--seat", 2, "--variant", "Rainbow (6 Suits)", "--seed", 3)
    done = cli("play", "hanabi", "--with", "robot2", *words, "--json", stdin="c alice 1\nc a 2\nd 1\n")
    (row,) = done.rows
    assert (row["players"], row["variant"], row["seed"]) == (4, "Rainbow (6 Suits)", 3)
    assert row["turns"] >= 2
    assert str(load_one(row["saved"][0]).extras[0][1]).split("; ")[2] == "Cathy: a person"
    named = cli("play", "hanabi", "--with", "robot2", "--players", 4, "--seat", "cath", "--seed", 3, stdin="")
    assert named.status == 0
    assert str(load_one("hanabi-3-1.json").extras[0][1]).split("; ")[2] == "Cathy: a person"
    mixed = cli("play", "hanabi", "--with", "robot2", "careful", "--seed", 4, stdin="")
    assert mixed.status == 0
    saved = load_one("hanabi-4.json")
    assert saved.names == ("Alice", "Bob", "Cathy")
    assert saved.extras == (("seated", "Alice: a person; Bob: robot2; Cathy: careful"),)


@pytest.mark.usefixtures("here")
def test_a_saved_game_is_asked_about_by_the_names_of_the_table(cli: Cli) -> None:
    cli("play", "hanabi", "--with", "robot4", "--seed", 7, stdin="p 1\n" * 40)
    for game in ("hanabi-7.hanabi", "hanabi-7.json"):
        shown = cli("show", game, "--seat", "Alice")
        assert shown.status == 0
        assert all(cli("show", game, "--seat", word) == shown for word in ("alice", "AL", "0"))
        asked = cli("know", game, "--ask", "~trash(bob,1)")
        assert asked.status == 0
        assert asked == cli("know", game, "--ask", "~trash(Bob,1)")
    assert cli("check", "hanabi-7.json").err == ""


@pytest.mark.usefixtures("here")
def test_a_game_to_its_end_shows_every_hand(cli: Cli) -> None:
    done = cli("play", "hanabi", "--with", "robot1", "--seed", 1, stdin="p 1\n" * 40)
    assert "the game is over (strikeout): score 0 of" in done.out
    assert "??" not in own_hands(done.out, "Alice")[-1]
    again = cli("play", "hanabi", "--with", "robot1", "--seed", 1, stdin="")
    assert again.status == 0
    assert Path("hanabi-1-1.json").exists()


@pytest.mark.usefixtures("here")
def test_ctrl_c_saves_the_game(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(_console: object) -> Iterator[str]:
        yield "c red"
        raise KeyboardInterrupt

    monkeypatch.setattr("handsight.cli.play._lines", broken_off)
    done = cli("play", "hanabi", "--with", "robot2", "--seed", 7)
    assert done.status == 130
    assert "the game stops here" in done.out
    assert len(load_one("hanabi-7.json").actions) == 2


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("boeren", "--with", "robot4"), "no bot of Boeren Bridge"),
        (("hanabi", "--rules", "text"), "no rule set is called 'text'"),
        (("hanabi", "--with", "cheat"), "looks at hidden cards"),
        (("hanabi", "--with", "robott4"), "did you mean 'robot4'"),
        (("hanabi", "--with", "robot4", "--seat", 2), "there is no seat 2; the seats are 0 Alice, 1 Bob"),
        (("hanabi", "--with", "robot4", "robot2", "--players", 5), "2 bots cannot fill 4 seats"),
        (("hanabi", "--with", "robot4", "--players", 9), "Hanabi is for 2 to 6 players"),
        (("hanabi", "--with", "robot4", "--save", "no/such/place"), "there is no folder no/such"),
        (("hanabi", "--with", "robot4", "--seed", "-1"), "a seed is a whole number"),
        (("hanabi", "--variant", "Nonsense"), "Nonsense"),
    ],
)
def test_wrong_words_are_refused(cli: Cli, words: tuple[int | str, ...], message: str) -> None:
    done = cli("play", *words)
    assert done.status == 2
    assert message in done.err
    assert not list(Path().iterdir())


@pytest.mark.slow  # kernels are compiled
@pytest.mark.usefixtures("here")
def test_the_hint_of_a_search_says_its_action_once(cli: Cli) -> None:
    words = ("play", "hanabi", "--with", "search(pair, 2)", "--variant", "3 Suits", "--seed", "4")
    said = cli(*words, "--save", "game", stdin="hint\nquit\n").out
    assert re.search(r"search\(pair, 2\) would [\w ]+: (?:as `pair` would, )?worth \d", said)
