"""The weights that ship with the package, and for which tables a network was trained."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from handsight.hanabi import Terms
from handsight.notation.hanabi import hle_observation as hle

SHIPPED = Path(__file__).with_name("two_players.npz")
"""The file with the weights of `learned`, which learned by playing with itself."""
FULL_GAME = {"players": 2, "hand": 5, "suits": 5, "ranks": 5, "tokens": 8, "lives": 3}
"""The size of the game for which the shipped weights were trained."""


def unsuitable_for(trained: Mapping[str, Any], terms: Terms) -> str:
    """Return what makes terms unsuitable for a network *trained* for a game of some size; "" if nothing."""
    if why := hle.unsuitable(terms):
        return why
    if terms.all_or_nothing or terms.speedrun:
        return "the options of this table"
    suits, ranks = len(terms.variant.suits), len(terms.variant.ranks)
    here = {
        "players": (terms.players, f"{terms.players} players"),
        "hand": (terms.hand_size, f"hands of {terms.hand_size} cards"),
        "suits": (suits, f"{suits} suits"),
        "ranks": (ranks, f"{ranks} ranks"),
        "tokens": (terms.max_clues, f"{terms.max_clues} clue tokens"),
        "lives": (terms.max_strikes, f"{terms.max_strikes} strikes"),
    }
    for name, (number, words) in here.items():
        if (was := trained.get(name)) != number:
            return f"{words} (it was trained for {was})"
    return ""
