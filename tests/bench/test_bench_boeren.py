"""The benchmark of Boeren Bridge gives every figure it promises."""

import pytest

from bench.timings import boeren


def test_every_figure_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ROUNDS", "PEER_ROUNDS", "MATCHES", "VIEWS"):
        monkeypatch.setattr(boeren, name, 4)
    rows = boeren.run()
    assert all(row.value >= 0 for row in rows)
    assert len({row.what for row in rows}) == len(rows)
    assert "exact chances of all unseen cards, 5 cards each" in [row.what for row in rows if row.aim]
