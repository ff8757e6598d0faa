"""How fast compiled games are played: by chance, in one loop or side by side, and beside OpenSpiel's."""

from collections import deque
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np

from bench.batches import many_games as batch
from bench.batches.open_hands_bot import CHEAT
from bench.measurement import Measurement, median_rate, median_seconds
from handsight.bots.hanabi.compiled.random_bot import RANDOM
from handsight.hanabi import Terms
from handsight.hanabi.compiled import deal, play_games, state_layout
from handsight.hanabi.compiled.game_loop import TURNS
from handsight.hanabi.compiled.terms_layout import terms_array

GAMES = 30_000
PEER_GAMES = 1_000
TURNS_TAKEN = 400_000
DEALT_AHEAD = 1 << 15
"""For how many games dice are prepared at a time."""
AIMS = {2: "10 M", 5: "7.4 M"}
SEED = 1


def run() -> list[Measurement]:
    """Measure random legal play at 2 to 5 seats, then batches, then a player that thinks a little."""
    return [row for seats in range(2, 6) for row in _by_chance(seats)] + [
        *(_side_by_side(size) for size in (64, 1024, 16_384)),
        _whole_games(),
    ]


def _by_chance(seats: int) -> list[Measurement]:
    terms = Terms(seats)
    steps = int(play_games.play(RANDOM, terms, GAMES, SEED)[:, TURNS].sum(dtype=np.int64))
    works: list[tuple[Callable[[], object], int]] = [
        (lambda: play_games.play(RANDOM, terms, GAMES, SEED), steps)
    ]
    if find_spec("pyspiel"):
        works.append(_open_spiel(seats))
    ours, *theirs = _in_turn(works)
    found = [Measurement(f"random legal play, {seats} seats", ours, "steps/s", AIMS.get(seats, ""))]
    for rate in theirs:
        found += [
            Measurement(f"the same by OpenSpiel, in C++, {seats} seats", rate, "steps/s"),
            Measurement(f"that is, times OpenSpiel, {seats} seats", ours / rate, "x", "10"),
        ]
    return found


def _in_turn(works: list[tuple[Callable[[], object], int]], times: int = 7) -> list[float]:
    """Return the median rate of each, run in turn, so that a busy moment hits all of them."""
    seconds = [[median_seconds(work, times=1) for work, _ in works] for _ in range(times)]
    return [
        pieces / median(taken) for (_, pieces), taken in zip(works, zip(*seconds, strict=True), strict=True)
    ]


def _open_spiel(seats: int) -> tuple[Callable[[], object], int]:
    """Return OpenSpiel's own loop with its own random bots, and how many steps it makes."""
    import pyspiel  # noqa: PLC0415  # only where somebody installed it

    game: Any = pyspiel.load_game("hanabi", {"players": seats})

    def work() -> Iterator[Any]:
        bots = [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(seats)]
        for number in range(PEER_GAMES):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, number)
            yield state

    steps = sum(move.player >= 0 for state in work() for move in state.full_history())  # the others are draws
    return lambda: deque(work(), maxlen=0), steps


def _side_by_side(size: int) -> Measurement:
    """Take turns in so many games at once from Python, as a learner does, dealing anew where one is over."""
    words, table = terms_array(Terms(3)), np.zeros((size, state_layout.MEMORY), np.int64)
    actions = np.zeros(size, np.int64)
    batch.deal_states(words, table, *deal.streams_of(SEED, 0, size))

    def work() -> None:
        first, following = size, 0
        decks, starts = deal.streams_of(SEED, first, DEALT_AHEAD)
        for _ in range(TURNS_TAKEN // size):
            batch.random_actions(words, table, actions)
            batch.step_states(words, table, actions)
            if following + size > DEALT_AHEAD:
                first, following = first + following, 0
                decks, starts = deal.streams_of(SEED, first, DEALT_AHEAD)
            following = batch.redeal_finished(words, table, decks, starts, following)

    rate = median_rate(work, TURNS_TAKEN // size * size)
    return Measurement(f"random legal play, 3 seats, {size} games side by side", rate, "steps/s")


def _whole_games() -> Measurement:
    rate = median_rate(lambda: play_games.play(CHEAT, Terms(3), GAMES // 10, SEED), GAMES // 10)
    return Measurement("whole games of a player that sees all, 3 seats", rate, "games/s")
