"""How a score is told, in one place: the terminal, the page and reports all say it with these words.

A score is told of the perfect score: 23 of 25, though cards are lost and no more than 23 can be reached any
more; while a game goes on, that is said beside it. A game that was struck out or stopped scores 0 by most
rules; then it is said how many cards lay on the stacks.
"""

from handsight.hanabi import State


def score_text(state: State) -> str:
    """Say the score of a game: `23 of 25`, `6 of 25, at most 23`, `0 of 25, 14 on the stacks`."""
    perfect = state.terms.variant.max_score
    text = f"{state.score} of {perfect}"
    if state.score != state.points:
        return f"{text}, {state.points} on the stacks"
    return text if state.over or state.max_score == perfect else f"{text}, at most {state.max_score}"
