"""Broken logs: every problem at once, each with its place, what was expected and what was probably meant.

`tests/games/broken` holds logs, and beside each the problems that must be found in it, all of them.
"""

from pathlib import Path
from typing import Any

import pytest

from handsight.notation.checked_game import CheckedGame
from handsight.notation.hanabi import log
from handsight.notation.hanabi.validation import validate

GAMES = Path(__file__).parents[2] / "games"
SETTINGS, DECK, ACTIONS = (GAMES / "sample.hanabi").read_text().split("\n\n")
FIRST_ACTION = SETTINGS.count("\n") + DECK.count("\n") + 5


def check(text: str, *, keep_going: bool = False, partial: bool = False) -> CheckedGame[Any]:
    (parsed,) = log.read(text)
    return validate(parsed, "broken", keep_going=keep_going, partial=partial)


@pytest.mark.shows("S0-15", "S0-21")
@pytest.mark.parametrize("path", sorted((GAMES / "broken").glob("*.hanabi")), ids=lambda path: path.stem)
def test_every_problem_of_a_broken_log_is_found(path: Path) -> None:
    checked = check(path.read_bytes().decode(), partial=True)
    lines = [f"{problem.code}: {problem}\n" for problem in checked.problems]
    lines += [f"notice: {notice}\n" for notice in checked.notices]
    assert "".join(lines) == path.with_suffix(".txt").read_text()
    assert not checked.valid


RULES = [block.split("\n! ") for block in (GAMES / "broken_rules.txt").read_text().strip().split("\n\n")]


@pytest.mark.shows("S0-42", "S0-43")
@pytest.mark.parametrize(("actions", "expected"), RULES)
def test_a_broken_rule_says_which_and_what_to_do_instead(actions: str, expected: str) -> None:
    checked = check(f"{SETTINGS}\n\n{DECK}\n\n{actions}\n")
    (problem,) = checked.problems
    assert problem.position is not None
    assert f"{problem.position.column} {problem.code}: {problem.message}" == expected
    good = actions.count("\n")
    assert problem.position[::2] == (FIRST_ACTION + good, actions.splitlines()[-1])
    assert checked.game is not None
    assert len(checked.game.actions) == good
    assert problem.turn == good - ("ends" in actions)  # ending a game takes no turn


def test_the_caret_stands_under_the_place() -> None:
    (problem,) = check(f"{SETTINGS}\n\n{DECK}\n\nP0 clues P1 Yellow").problems
    assert str(problem).splitlines()[1:] == ["    P0 clues P1 Yellow", "             ^"]


def test_going_on_skips_what_is_not_legal() -> None:
    actions = "P0 clues P1 Yellow\nP0 clues P1 1\nP0 plays 0\nP1 plays 99\nP1 plays 8"
    checked = check(f"{SETTINGS}\n\n{DECK}\n\n{actions}", keep_going=True)
    assert [(problem.code, problem.turn) for problem in checked.problems] == [
        ("clue-touches-nothing", 0),
        ("not-your-turn", 1),
        ("not-in-hand", 1),
    ]
    assert checked.game is not None
    assert checked.game.final.points == 1


def test_the_good_actions_before_a_bad_word_are_kept() -> None:
    lines = ACTIONS.splitlines()
    lines[6] = "P0 discrads 0"
    lines[8] = "P0 plays three"
    checked = check(f"{SETTINGS}\n\n{DECK}\n\n" + "\n".join(lines))
    assert [(problem.code, problem.turn) for problem in checked.problems] == [
        ("bad-word", 6),
        ("bad-word", 7),
    ]
    assert checked.game is not None
    assert len(checked.game.actions) == 6
    assert checked.game.final.heights == (1, 0, 1, 0, 1)


def test_rules_and_words_are_judged_in_one_run() -> None:
    actions = "P0 clues P1 Yellow\nP1 plays 8\nP0 plyas 3\nP1 clues P0 Bleu"
    problems = check(f"{SETTINGS}\n\n{DECK}\n\n{actions}").problems
    assert [problem.code for problem in problems] == ["clue-touches-nothing", "bad-word", "bad-word"]


def test_a_bad_card_leaves_the_deal_but_no_actions() -> None:
    deck = DECK.replace("Card Purple 4", "Card Prple 4", 1)
    checked = check(f"{SETTINGS}\n\n{deck}\n\n{ACTIONS}")
    assert [problem.code for problem in checked.problems] == ["bad-word"]
    assert checked.game is not None
    assert len(checked.game.setup.deck) == 13
    assert checked.game.actions == ()


def test_a_deck_must_be_whole_unless_part_of_it_is_enough() -> None:
    short = "\n".join(DECK.splitlines()[:15])
    checked = check(f"{SETTINGS}\n\n{short}\n\n{ACTIONS}")
    (problem,) = checked.problems
    assert (problem.code, problem.turn) == ("deck-short", 0)
    assert problem.position is not None
    assert problem.position.source == "Card Green 3"
    assert check(f"{SETTINGS}\n\n{short}\n\n{ACTIONS}", partial=True).valid


def test_a_card_too_many_is_shown_where_it_stands() -> None:
    checked = check(f"{SETTINGS}\n\n{DECK}\nCard Red 5\n\n{ACTIONS}")
    (problem,) = checked.problems
    assert problem.code == "deck-counts"
    assert problem.position is not None
    assert (problem.position.line, problem.position.source) == (FIRST_ACTION - 1, "Card Red 5")


@pytest.mark.parametrize("text", ["x " * 50_001, "x" * 5_000_001])
def test_a_text_too_long_is_not_read(text: str) -> None:
    (problem,) = check(text).problems
    assert problem.code == "too-long"


@pytest.mark.parametrize("line", ["nonsense here", "Variant", "Card", '"', "7 8 9", "P0 clues"])
def test_a_hopeless_text_is_given_up(line: str) -> None:
    problems = check(f"{line}\n" * 5000).problems
    assert len(problems) == 1001
    assert problems[-1].code == "too-many-problems"
