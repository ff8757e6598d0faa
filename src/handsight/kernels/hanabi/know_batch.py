"""What every seat knows at every turn of a game, worked out in one go by the compiled twin."""

from collections.abc import Sequence

from handsight.deals import Deal
from handsight.hanabi import State, view
from handsight.kernels.deal_batch import solve
from handsight.knowledge import Knowledge


def know_all(states: Sequence[State]) -> list[list[Knowledge]]:
    """Return the knowledge of every seat, by turn and seat; the answers are already in it."""
    known = [[Knowledge(view(state, seat)) for seat in range(state.terms.players)] for state in states]
    deals = (knowledge.evidence.deal for row in known for knowledge in row)
    solve(part for deal in deals for part in ((deal,) if isinstance(deal, Deal) else deal.parts))
    return known
