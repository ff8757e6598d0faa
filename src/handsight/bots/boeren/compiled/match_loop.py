"""Play whole matches of Boeren Bridge with compiled bots.

Each deal is played four times, the bots moving on by one seat each time. The next deal seats them in the next
of the six orders round the table, so over many matches every bot sits in every seat, next to every other.
"""

from collections.abc import Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from handsight.boeren import SEATS, Rules
from handsight.boeren.compiled import deal, rules
from handsight.boeren.compiled import state_layout as st
from handsight.bots.boeren.compiled.compiled_bots import DECIDE_SIGNATURE, CompiledBoerenBot
from handsight.compiled.compiled_dice import Streams, below_for_deal
from handsight.compiled.jit import Ints, addresses, calling, compiled
from handsight.errors import HandsightError
from handsight.game import Seed

POINTS, TRICKS, MET = range(3)
FIELDS = 3
"""How many numbers are the result of a match for a bot: points, tricks taken, bids met."""
COMPLETED = -1
decide_at = calling(DECIDE_SIGNATURE)
Results = NDArray[np.int32]

SEAT_ORDERS = [(0, *rest) for rest in permutations(range(1, SEATS))]
SEATINGS = np.array(
    [
        [order[(seat - turn) % SEATS] for seat in range(SEATS)]
        for order in SEAT_ORDERS
        for turn in range(SEATS)
    ],
    np.int64,
)
"""By match number, repeating: the bot in each seat."""


@compiled(
    "int64(int64[:, ::1], int64[::1], uint64[:, ::1], uint64[:, ::1], int64, int32[:, :, ::1], int64[:, ::1],"
    " int64[::1])",
    allocates=True,
)
def play_matches(
    schedule: Ints,
    switches: Ints,
    dice: Streams,
    starts: Streams,
    first: int,
    results: Results,
    settings: Ints,
    deciders: Ints,
) -> int:
    """Play matches from number *first* on; return COMPLETED, or how many ended before an illegal action.

    *dice* and *starts* are those of `deal.match_streams`, *deciders* the addresses of the bots' functions.
    """
    state, deck = np.zeros(st.WORDS, np.int64), np.empty(st.CARDS, np.int64)
    die = np.empty(dice.shape[1], np.uint64)
    for number in range(results.shape[0]):
        game = first + number
        bots = SEATINGS[game % SEATINGS.shape[0]]
        die[:] = dice[game // SEATS - first // SEATS]
        deal.give_dice(state, starts[number])
        dealer = below_for_deal(die, SEATS)
        for at in range(schedule.shape[0]):
            deal.deal(state, schedule[at], dealer, switches, die, deck)
            while not st.is_over(state):
                bot = bots[state[st.SEAT]]
                action = decide_at(deciders[bot], state, settings[bot])
                if not 0 <= action < st.CARDS or not rules.legal(state) >> action & 1:
                    return number
                rules.step(state, action)
            for seat in range(SEATS):
                result = results[number, bots[seat]]
                result[POINTS] += rules.score(state, seat)
                result[TRICKS] += state[st.WON + seat]
                result[MET] += state[st.WON + seat] == state[st.BIDS + seat]
            opens = state[st.LEADER] if switches[deal.WINNER_OPENS] else dealer + 2
            dealer = (opens - 1) % SEATS
    return COMPLETED


def play_team(
    team: Sequence[CompiledBoerenBot], rules: Rules, games: int, seed: Seed, first: int = 0
) -> Results:
    """Play matches number *first* and following; return points, tricks and bids met, by match and bot."""
    results = np.zeros((games, SEATS, FIELDS), np.int32)
    schedule = deal.schedule(rules)
    dice, starts = deal.match_streams(schedule, seed, first, games)
    deciders = addresses([bot.decide for bot in team])
    done = play_matches(
        schedule, deal.switches(rules), dice, starts, first, results, _settings(team), deciders
    )
    if done != COMPLETED:
        raise HandsightError(f"a compiled bot chose an illegal action in game {first + done} of seed {seed}")
    return results


def _settings(team: Sequence[CompiledBoerenBot]) -> Ints:
    """Return the settings of all bots as rows of one array."""
    table = np.zeros((len(team), max(len(bot.settings_array()) for bot in team)), np.int64)
    for line, bot in zip(table, team, strict=True):
        line[: len(bot.settings)] = bot.settings
    return table
