"""The table of games: a third game is read, checked and written through it, and no other module knows it."""

import sys
from collections.abc import Iterable, Iterator
from types import ModuleType

import pytest

from handsight.errors import HandsightError, InputError
from handsight.game import RecordedGame
from handsight.notation import GAMES, CheckedGame, Format, GameNotation, ReadOptions, Written, read, recognise
from handsight.notation.games import GameLink
from handsight.playable_games import load
from handsight.text.diagnostics import Position, Problem

Count = RecordedGame[int, int, int]


def _read(text: str, label: str, _options: ReadOptions) -> Iterator[CheckedGame[Count]]:
    for line, written in enumerate(text.splitlines()[1:], 1):
        if not written.isdigit():
            position = Position(line + 1, 1, written)
            yield CheckedGame(
                f"{label}:{line}", None, (Problem("bad-word", "this is no number", 0, position),)
            )
        else:
            yield CheckedGame(
                f"{label}:{line}", RecordedGame(0, (1,) * int(written), tuple(range(int(written) + 1)))
            )


def _write(*games: Count) -> Written:
    return Written("Counting\n" + "".join(f"{game.final}\n" for game in games))


def _to_score(games: Iterable[CheckedGame[Count]]) -> Iterable[CheckedGame[Count]]:
    return games


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> GameNotation:
    module = ModuleType("counting_files")
    contents = {
        "FORMATS": {"log": Format("log", "numbers", ".count", "counting_files", "write", several=True)},
        "SAMPLES": None,
        "recognise": lambda text, label="": label.endswith(".count") or text.startswith("Counting\n"),
        "link": lambda source: GameLink("spell") if source == "count:2" else None,
        "read": _read,
        "write": _write,
        "to_score": _to_score,
        "summary": lambda checked: checked.json({"total": checked.game and checked.game.final}),
        "sentence": lambda checked: f"{checked.label}: {checked.game and checked.game.final}",
    }
    for name, value in contents.items():
        setattr(module, name, value)
    monkeypatch.setitem(sys.modules, "counting_files", module)
    monkeypatch.setitem(GAMES, "counting", GameNotation("Counting", "counting_files"))
    return GAMES["counting"]


def test_each_text_is_recognised_as_its_game(counting: GameNotation) -> None:
    assert recognise("Counting\n3\n") == "counting"
    assert recognise("3\n", "three.count") == "counting"
    assert recognise("Boeren Bridge\n") == "boeren"
    assert recognise("Card Red 1\n") == "hanabi"
    assert recognise("something else") == "hanabi"
    assert counting.title == "Counting"


def test_a_third_game_is_read_checked_and_written(counting: GameNotation) -> None:
    first, second = read("Counting\n3\nthree\n", "numbers")
    files = counting.load()
    assert first.valid_game().final == 3
    assert files.summary(first) == {"game": "numbers:1", "valid": True, "total": 3, "error": None}
    assert files.sentence(first) == "numbers:1: 3"
    assert files.summary(second)["error"]["line"] == 3
    with pytest.raises(HandsightError, match="numbers:2: line 3, column 1, turn 1: this is no number"):
        second.valid_game()
    assert counting.writable() == ["log"]
    assert counting.write([first.game, first.game], "log").text == "Counting\n3\n3\n"
    with pytest.raises(InputError, match="Counting is not written as url; choose log"):
        counting.write([first.game], "url")


def test_sources_of_a_third_game(counting: GameNotation, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("games") / "two.count"
    path.write_text("Counting\n2\n")
    assert load(path).final == 2
    assert load(path, game="counting", number=0).states == (0, 1, 2)
    assert counting.load().link("count:2") == GameLink("spell")


@pytest.mark.usefixtures("counting")
def test_a_text_of_another_game_is_named() -> None:
    (checked,) = read("Counting\n3\n", "numbers", game="hanabi")
    assert checked.problems[0].message == "this is a game of Counting, and only games of Hanabi are read here"


def test_a_text_of_no_game_is_not_called_one() -> None:
    (checked,) = read('{"name": "a package"}', game="boeren")
    assert "is missing" in checked.problems[0].message
    (checked,) = read("Players 2\nCard Red 1\nP0 plays 0\n", game="boeren")
    assert checked.problems[0].message.startswith("this is a game of Hanabi")


def test_a_file_without_games_says_so(counting: GameNotation) -> None:
    (checked,) = read("Counting\n", "none.count")
    assert checked.problems[0].message == "there is no game in it"
    assert counting.load().summary(checked)["total"] is None


def test_a_mistyped_option_is_an_error() -> None:
    with pytest.raises(TypeError, match="partal"):
        read("Card Red 1\n", partal=True)  # type: ignore[call-arg]  # the mistake in question
    with pytest.raises(TypeError, match="partal"):
        load("sample:first", partal=True)  # type: ignore[call-overload]  # as above


def test_an_option_of_another_game_is_refused_and_not_passed_over() -> None:
    text = "Boeren Bridge\n"
    for options in ({"players": 7}, {"partial": True}, {"keep_going": True}):
        with pytest.raises(InputError, match="Boeren Bridge"):
            read(text, game="boeren", **options)
    with pytest.raises(InputError, match="no rule switch is called 'refund'"):
        read(text, game="boeren", switches=[("refund", "no")])
