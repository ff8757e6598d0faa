"""Search: what is this move worth? One engine answers, for bots that search and for the analysis of games.

    History, ActionEvidence → Belief → WeightedHands → SeatPosition → Deals → Rollouts → Race → Verdict

A `History` (`seat_history`) is the game as one seat saw it, with a `Blueprint` (`blueprint`) that everybody
is taken to play. `hand_belief` weighs the hands that the seat may hold, `rollouts` draws deals from them and
plays actions on to the end, `action_race` tries actions on the same deals, `action_values` says what each is
worth.

What varies is a value that is handed in, not a subclass: the evidence and the rule that ends a race (a
`Budget` for a bot, a `Precision` for an analysis). Every block of deals follows from (key, turn, number of
the block), so a verdict is the same for any number of threads. See `docs/explanation/search.md`.

Apart from all that, `open_hands` solves a game in which everybody sees all cards.
"""

from typing import Any


def __getattr__(name: str) -> Any:
    """Import the solver only when it is used: it is compiled, and naming a searching bot does not need it."""
    if name in ("Solution", "solve"):
        from handsight.search import open_hands  # noqa: PLC0415  it compiles, and few need it

        return getattr(open_hands, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
