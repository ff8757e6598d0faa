"""Search: a seat tries its actions on many deals that it holds possible, and takes the best.

Events → `History` (the game as the seat saw it, its own hand supposed) → `Belief` (the hands that fit what it
saw and what the partners did) → `Race` (every action on the same deals, played on by the blueprint) →
`Verdict` → action. `Searcher` is the bot; `search(pair)` names it wherever a bot is named (`named_bots`).

Near the end `endgame` works out every deal instead; `endgame(pair)` does only that. Where several seats
search, each forgives the others what it cannot explain (`ForgivingBelief`).

Apart from all that, `open_hands` solves a game in which everybody sees all cards.
"""

from typing import Any


def __getattr__(name: str) -> Any:
    """Import the solver only when it is used: it is compiled, and naming a searching bot does not need it."""
    if name in ("Solution", "solve"):
        from handsight.search import open_hands  # noqa: PLC0415  it compiles, and few need it

        return getattr(open_hands, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
