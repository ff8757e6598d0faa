"""Openings of tables for the tests, with seats whose secrets are known."""

from typing import Any

from handsight.web.games import GamePage
from handsight.web.server.table_messages import SeatRequest

Seat = tuple[str, ...]
"""A name, the name of a bot (empty for a person), and the secret of a person's seat."""


def opening_of(page: GamePage, *seats: Seat, name: str = "x", seed: int = 5, **request: Any) -> Any:
    """How a table was opened; *request* has what was asked for beside the seats."""
    kind = page.table
    asked = page.request(seats=tuple(SeatRequest(*seat[:2]) for seat in seats), **request)
    secrets = tuple("".join(seat[2:]) for seat in seats)
    return kind.opening_kind(name, kind.game, kind.rules_version, secrets, request=asked, seed=seed)
