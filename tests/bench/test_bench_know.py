"""The benchmark of knowledge measures right answers, and gives every figure it promises."""

import pytest

from bench.timings import know


def test_hands_are_such_as_games_bring() -> None:
    hands = know.met_hands(5, 300)
    assert hands == know.met_hands(5, 300)
    assert all(hand.ways for hand in hands)
    assert len({mask for hand in hands for mask in hand.masks}) > 50
    assert any(hand.possible != hand.masks for hand in hands)


def test_the_solver_is_asked_the_same_question() -> None:
    z3 = pytest.importorskip("z3", reason="z3-solver, of the test extra, is not installed")
    for hand in know.met_hands(4, 12, seed=3):
        assert know.z3_possible(z3, hand) == hand.possible


def test_every_figure_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HANDS", "PLAIN_HANDS"):
        monkeypatch.setattr(know, name, 20)
    monkeypatch.setattr(know, "SOLVER_HANDS", 1)
    rows = know.run()
    assert all(row.value > 0 for row in rows)
    aimed = [row.what for row in rows if row.aim]
    assert "5-card hands filtered, compiled" in aimed
    assert "5-card hands counted, compiled" in aimed
    assert "every seat's knowledge at every turn of it" in aimed
