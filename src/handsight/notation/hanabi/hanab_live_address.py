"""Addresses of games on hanab.live, in every form that people paste them.

A replay is `https://hanab.live/replay/123`, shared it is `/shared-replay/123`, with `#30` at the end for turn
30; people also paste `hanab.live/replay/123`, or just the number. The game itself is at `/export/123`.
"""

import os
import re
from typing import NamedTuple

SITE = "https://hanab.live"
SITE_VARIABLE = "HANDSIGHT_HANAB_LIVE"
"""The environment variable that names another server which runs the site's software."""

_TURN = r"(?:\?[^#\s]*)?(?:#(?P<turn>\d{1,4}))?"
_GAME = re.compile(
    r"[<\"'(]*(?:(?:https?:)?//)?(?:[\w.-]*hanab[\w.-]*(?::\d+)?)?"
    rf"/?(?:(?:shared-)?replay|export|game)/(?P<id>\d{{1,9}})/?{_TURN}[>\"').,]*",
    re.IGNORECASE | re.ASCII,
)
_NUMBER = re.compile(rf"#?(?P<id>\d{{1,9}}){_TURN}", re.ASCII)
_LINK_TURN = re.compile(r"\S*replay-json/\S*#(?P<turn>\d{1,4})", re.ASCII)


class Address(NamedTuple):
    """A game on hanab.live by its number, and the turn (from 1) that a link leads to, if any."""

    id: int
    turn: int | None = None

    @property
    def export(self) -> str:
        """Where the game can be downloaded."""
        return f"{os.environ.get(SITE_VARIABLE, SITE).rstrip('/')}/export/{self.id}"


def read_address(text: str) -> Address | None:
    """Return the game that an address or a bare number stands for, or None if it is neither.

    >>> read_address("hanab.live/shared-replay/123#30")
    Address(id=123, turn=30)
    """
    found = _GAME.fullmatch(text.strip()) or _NUMBER.fullmatch(text.strip())
    return Address(int(found["id"]), _turn(found["turn"])) if found else None


def link_turn(text: str) -> int | None:
    """Return the turn (from 1) that a link to a game leads to, by its `#30`, or None."""
    address = read_address(text)
    if address:
        return address.turn
    found = _LINK_TURN.fullmatch(text.strip())
    return _turn(found["turn"]) if found else None


def _turn(digits: str | None) -> int | None:
    """Return a turn from 1; #0 is the deal, as #1 is."""
    return None if digits is None else max(1, int(digits))


def how_to_go_on(address: Address) -> str:
    """Say that a game is not here, and two ways to have it."""
    turn = f" and --turn {address.turn}" if address.turn else ""
    return (
        f"this is game {address.id} of hanab.live, and nothing is downloaded unless you ask for it: "
        f"add --fetch (in Python fetch=True); or open {address.export} in a browser, "
        f"save it as {address.id}.json, and go on with that file{turn}"
    )
