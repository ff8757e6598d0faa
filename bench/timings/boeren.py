"""How fast Boeren Bridge is: rounds by chance beside OpenSpiel's loop, exact knowledge, matches, thinking.

OpenSpiel's Oh Hell is the same game; its loop is the one its examples write in Python: ask what is legal,
pick one by chance, apply it. Exact knowledge is the chance of every unseen card in every other hand, on the
views of random rounds of five cards.
"""

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from random import Random
from typing import Any

import numpy as np

from bench.batches.owner_count import count
from bench.batches.random_rounds import play_random_rounds
from bench.measurement import Measurement, median_rate, median_seconds
from handsight.boeren import DEFAULT_RULES, SEATS, State, Terms, deal, legal, play, shuffle, view
from handsight.boeren.compiled import deal as opening
from handsight.boeren.compiled import state_layout
from handsight.boeren.compiled.state_conversion import to_array
from handsight.bots.boeren.compiled import compiled_bots
from handsight.bots.boeren.compiled.match_loop import play_team
from handsight.bots.boeren.compiled.sampler import sampler_bot
from handsight.game import Dice
from handsight.game.seeded_dice import BOT
from handsight.knowledge.boeren.owners import STOCK, owners

ROUNDS, PEER_ROUNDS, MATCHES, VIEWS, SEED = 50_000, 200, 4_000, 100, 1
SIZES = (3, 4, 5)


def run() -> list[Measurement]:
    """Measure rounds, knowledge, matches, and what a thinking player takes."""
    return [*(row for size in SIZES for row in _by_chance(size)), _knowledge(), *_matches(), *_thinking()]


def _by_chance(size: int) -> list[Measurement]:
    scores = np.zeros((ROUNDS, SEATS), np.int64)
    each, switches = np.array([size, size], np.int64), opening.switches(DEFAULT_RULES)

    def work() -> None:
        play_random_rounds(each, switches, *opening.round_streams(SEED, 0, ROUNDS, BOT), scores)

    ours = median_rate(work, ROUNDS)
    found = [Measurement(f"random rounds of {size} cards, dealt and played", ours, "rounds/s")]
    if find_spec("pyspiel"):
        theirs = median_rate(_open_spiel(size), PEER_ROUNDS, times=3)
        found += [
            Measurement(f"the same by OpenSpiel's Python loop, {size} cards", theirs, "rounds/s"),
            Measurement(f"that is, times OpenSpiel, {size} cards", ours / theirs, "x", "at least 50"),
        ]
    return found


def _open_spiel(size: int) -> Callable[[], None]:
    import pyspiel  # noqa: PLC0415  # only where somebody installed it

    options = {"players": SEATS, "num_cards_per_suit": size + 1, "num_tricks_fixed": size}
    game: Any = pyspiel.load_game("oh_hell", options)
    rng = Random(SEED)  # noqa: S311  # a game, not a secret

    def work() -> None:
        for _ in range(PEER_ROUNDS):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))

    return work


def _positions() -> list[State]:
    """Make positions of random rounds of five cards, all bids made."""
    found, number = list[State](), 0
    while len(found) < VIEWS:
        rng = Random(number)  # noqa: S311  # as above
        state = deal(shuffle(Terms(5), number % SEATS, Dice(SEED, number)))
        while not state.over:
            if not state.bidding and rng.random() < 0.3:
                found.append(state)
            state = play(state, rng.choice(list(legal(state))))
        number += 1
    return found[:VIEWS]


def _knowledge() -> Measurement:
    """Measure the exact chances of all unseen cards of a view."""
    asked = []
    for state in _positions():
        known = owners(view(state, state.seat))
        sizes = np.array(known.deal.limits[:STOCK], np.int64)
        masks = np.array(known.per_card, np.int64)
        asked.append((masks, sizes, np.zeros((len(masks), SEATS), np.int64)))
    seconds = median_seconds(lambda: [count(*one) for one in asked])
    return Measurement(
        "exact chances of all unseen cards, 5 cards each", seconds / VIEWS * 1e6, "µs", "at most 50"
    )


def _matches() -> list[Measurement]:
    kinds = {
        "random": compiled_bots.RANDOM,
        "greedy": compiled_bots.GREEDY,
        "full-kripke": compiled_bots.FULL_KRIPKE,
    }
    return [
        Measurement(
            f"whole matches, four {name}",
            median_rate(partial(play_team, [player] * SEATS, DEFAULT_RULES, MATCHES, SEED), MATCHES),
            "games/s",
        )
        for name, player in kinds.items()
    ]


def _thinking() -> list[Measurement]:
    """Measure a move of the sampler."""
    thinker = sampler_bot(40)
    looks = [to_array(view(state, state.seat)) for state in _positions()]
    for row in looks:
        row[state_layout.DICE : state_layout.DICE + SEATS] = SEED
    seconds = median_seconds(lambda: [thinker.decide(row, thinker.settings_array()) for row in looks])
    return [Measurement("a move of the sampler, 40 deals, 5 cards each", seconds / VIEWS * 1000, "ms")]
