"""Perft: count lines of play, to test a rules engine and to time it."""

from collections import Counter
from collections.abc import Callable, Hashable
from typing import TypeVar

from handsight.game.recorded_game import GameRules

SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ViewT = TypeVar("ViewT")
ScoreT = TypeVar("ScoreT", bound=Hashable)


def perft(game: GameRules[SetupT, StateT, ActionT, ViewT, ScoreT], state: StateT, depth: int) -> int:
    """Return the number of legal lines of exactly *depth* actions; shorter games do not count."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in game.legal(state))
    return sum(perft(game, game.play(state, action), depth - 1) for action in game.legal(state))


def divide(
    game: GameRules[SetupT, StateT, ActionT, ViewT, ScoreT], state: StateT, depth: int
) -> dict[ActionT, int]:
    """Return the number of lines of *depth* actions for each first action, to bisect a wrong count."""
    return {action: perft(game, game.play(state, action), depth - 1) for action in game.legal(state)}


def lines(
    game: GameRules[SetupT, StateT, ActionT, ViewT, ScoreT], state: StateT, key: Callable[[StateT], Hashable]
) -> Counter[ScoreT]:
    """Return the number of complete games from a state, by final score.

    *key* returns all that the future of a state depends on; states with equal keys are searched only once.
    """
    known: dict[Hashable, Counter[ScoreT]] = {}

    def count(state: StateT) -> Counter[ScoreT]:
        position = key(state)
        if position not in known:
            final = game.score(state)
            total = Counter[ScoreT]()
            if final is not None:
                total[final] = 1
            else:
                for action in game.legal(state):
                    total.update(count(game.play(state, action)))
            known[position] = total
        return known[position]

    return count(state)
