"""What every seat knows at every turn of a game, computed together by the compiled counting."""

from collections.abc import Sequence

from bench.batches.deal_batch import solve
from handsight.deals import Deal
from handsight.hanabi import State, view
from handsight.knowledge import Knowledge


def know_all(states: Sequence[State]) -> list[list[Knowledge]]:
    """Return the knowledge of every seat at every state, with all counts computed."""
    known = [[Knowledge(view(state, seat)) for seat in range(state.terms.players)] for state in states]
    deals = (knowledge.evidence.deal for row in known for knowledge in row)
    solve(part for deal in deals for part in ((deal,) if isinstance(deal, Deal) else deal.parts))
    return known
