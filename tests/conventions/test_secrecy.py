"""Secrecy: files that read hidden cards are refused at the right word, and so are their cores."""

import re
from pathlib import Path

import pytest
import secrecy_levels

from handsight.conventions import core
from handsight.conventions.checks.core_checks import is_public
from handsight.conventions.convention_loader import check_convention, load_convention
from handsight.conventions.core import (
    ALL,
    MINE,
    OTHERS,
    Act,
    Core,
    Each,
    Expr,
    Key,
    Number,
    Term,
    Update,
    Var,
)
from handsight.conventions.library import shipped

CHEATS = sorted((Path(__file__).parent / "cheats").glob("*.convention"))
REFUSED = re.compile(r"# refused at (\d+):(\d+), ([\w-]+): (.*)")


def refusal(path: Path) -> tuple[str, ...]:
    """The line, column, code and message that a file says it is refused with."""
    expected = REFUSED.search(path.read_text())
    assert expected is not None
    return expected.groups()


@pytest.mark.parametrize("path", CHEATS, ids=lambda path: path.stem)
def test_a_cheat_is_refused_at_the_right_place(path: Path) -> None:
    line, column, code, message = refusal(path)
    checked = check_convention(str(path))
    assert checked.convention is None
    problem = checked.problems[0]
    assert problem.position is not None
    assert problem.position[:2] == (int(line), int(column))
    assert (problem.code, problem.message) == (code, message)


def test_there_is_a_cheat_for_every_reason() -> None:
    reasons = {refusal(path)[3].split(";")[0] for path in CHEATS}
    assert len(reasons) >= 7
    assert len(CHEATS) >= 20


@pytest.mark.parametrize("name", shipped())
def test_what_ships_does_not_cheat(name: str) -> None:
    assert secrecy_levels.rules_that_read_secrets(load_convention(name).core) == ([], [], [])


# ---- the second check, on cores that no file can express

CARD = Var(0)
FACE = Term("face", (CARD,))
PLAYABLE = Term("in", (FACE, Term("playable")))
FROM = {"mine": MINE, "others": OTHERS, "all": ALL}


def act(of: str, *truths: Expr, order: tuple[Key, ...] = ()) -> Act:
    return Act((Each(0, "card", of, order=order, first=True), *truths), "play", CARD)


@pytest.mark.parametrize(
    ("of", "level"),
    [(MINE, secrecy_levels.HIDDEN), (OTHERS, secrecy_levels.SEEN), (ALL, secrecy_levels.HIDDEN)],
)
def test_the_value_of_a_card_is_as_secret_as_its_holder_makes_it(of: str, level: int) -> None:
    assert secrecy_levels.secrecy_level(act(of, PLAYABLE)) == level


def test_an_order_makes_a_choice_as_secret_as_itself() -> None:
    by_rank = (Key(Term("rank", (FACE,))),)
    assert secrecy_levels.secrecy_level(act(MINE, order=by_rank)) == secrecy_levels.HIDDEN
    assert secrecy_levels.secrecy_level(act(OTHERS, order=by_rank)) == secrecy_levels.SEEN
    assert (
        secrecy_levels.secrecy_level(act(MINE, order=(Key(Term("slot", (CARD,))),))) == secrecy_levels.PUBLIC
    )


def test_a_condition_inside_a_search_counts_too() -> None:
    found = core.Bind("some", Each(0, "card", MINE, PLAYABLE), Number(1))
    assert secrecy_levels.secrecy_level(Act((found,), "play", Term("moved"))) == secrecy_levels.HIDDEN


def test_a_variable_carries_the_secrecy_of_its_search() -> None:
    seen = Each(0, "card", OTHERS, PLAYABLE, first=True)
    rule = Act((seen, Term("has", (Number(0), CARD))), "play", CARD)
    assert secrecy_levels.secrecy_level(rule) == secrecy_levels.SEEN


def test_the_hand_of_my_card_is_mine() -> None:
    mine = Each(0, "card", MINE, first=True)
    there = Each(1, "card", Term("holder", (CARD,)), Term("in", (Term("face", (Var(1),)), Term("needed"))))
    assert secrecy_levels.secrecy_level(Act((mine, there), "discard", CARD)) == secrecy_levels.HIDDEN


def test_in_public_every_hand_is_somebodys() -> None:
    rule = Update("clue", (Each(0, "card", OTHERS, PLAYABLE, first=True),), CARD, (0,))
    assert secrecy_levels.rules_that_read_secrets(Core((None,), (rule,), ())) == ([], [0], [])


def test_in_public_nobody_knows_their_own_cards_better() -> None:
    knows = Term("within", (Term("mine", (CARD,)), Term("playable")))
    rule = Update("clue", (Each(0, "card", ALL, knows),), CARD, (0,))
    assert secrecy_levels.secrecy_level(rule) == secrecy_levels.HIDDEN


def test_the_card_that_was_played_is_public() -> None:
    moved = Term("equal", (Term("rank", (Term("face", (Term("moved"),)),)), Number(5)))
    rule = Update("play", (moved, Each(0, "card", ALL)), CARD, (0,))
    assert secrecy_levels.secrecy_level(rule) == secrecy_levels.PUBLIC


def test_a_promise_must_be_public() -> None:
    hidden = Term("only", (Term("face", (Term("moved"),)),))
    assert secrecy_levels.rules_that_read_secrets(Core((Term("playable"), hidden), (), ()))[0] == []
    seen = core.Bind(
        "those", Each(0, "value", "nobody"), core.Bind("some", Each(1, "card", ALL, PLAYABLE), Number(1))
    )
    assert secrecy_levels.rules_that_read_secrets(Core((seen,), (), ()))[0] == [0]


@pytest.mark.parametrize("name", shipped())
def test_what_everybody_can_foresee_reads_public_facts_alone(name: str) -> None:
    for rule in load_convention(name).core.acts:
        assert is_public(rule) == (secrecy_levels.secrecy_level(rule) == secrecy_levels.PUBLIC)


def test_what_every_seat_can_foresee_is_reported() -> None:
    convention = load_convention("save-clues")
    foreseen = {
        rule.name for rule, act in zip(convention.acts, convention.core.acts, strict=True) if is_public(act)
    }
    assert foreseen == {"play", "discard", "last"}
