"""Count lines of play, to prove a rules engine right and to time it."""

from collections import Counter
from collections.abc import Callable, Hashable
from typing import TypeVar

from handsight.table.game import Game

SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ViewT = TypeVar("ViewT")
ScoreT = TypeVar("ScoreT", bound=Hashable)


def perft(game: Game[SetupT, StateT, ActionT, ViewT, ScoreT], state: StateT, depth: int) -> int:
    """Count the legal lines of exactly *depth* actions; shorter games do not count."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in game.legal(state))
    return sum(perft(game, game.play(state, action), depth - 1) for action in game.legal(state))


def divide(
    game: Game[SetupT, StateT, ActionT, ViewT, ScoreT], state: StateT, depth: int
) -> dict[ActionT, int]:
    """Count the lines of *depth* actions per first action, so that a wrong count is one bisection away."""
    return {action: perft(game, game.play(state, action), depth - 1) for action in game.legal(state)}


def lines(
    game: Game[SetupT, StateT, ActionT, ViewT, ScoreT], state: StateT, key: Callable[[StateT], Hashable]
) -> Counter[ScoreT]:
    """Count the complete games from a state by final score; *key* names all that the future depends on."""
    known: dict[Hashable, Counter[ScoreT]] = {}

    def count(state: StateT) -> Counter[ScoreT]:
        at = key(state)
        if at not in known:
            final = game.score(state)
            total = Counter[ScoreT]()
            if final is not None:
                total[final] = 1
            else:
                for action in game.legal(state):
                    total.update(count(game.play(state, action)))
            known[at] = total
        return known[at]

    return count(state)
