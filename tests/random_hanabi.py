"""Games played at random, to be written and read back."""

from handsight.game import Dice, shuffled
from handsight.hanabi import (
    SEAT_NAMES,
    STOP_REASONS,
    Action,
    HanabiRecord,
    Setup,
    Stop,
    Terms,
    deal,
    legal,
    play,
    variant,
)

VARIANTS = (
    "No Variant",
    "6 Suits",
    "3 Suits",
    "Rainbow (4 Suits)",
    "Black (6 Suits)",
    "Up or Down (5 Suits)",
    "Sudoku (4 Suits)",
    "Clue Starved (5 Suits)",
    "Orange (6 Suits)",
)


def random_game(
    seed: int, terms: Terms | None = None, *, turns: int = 1000, stop: Stop | None = None
) -> HanabiRecord:
    """Play legal actions at random; *turns* may end it early, *stop* breaks it off there."""
    dice = Dice(seed, 0, 1)
    terms = terms or Terms(2 + seed % 5, variant(VARIANTS[seed % len(VARIANTS)]))
    setup = Setup(terms, shuffled(terms.variant.deck(), Dice(seed)))
    state, actions = deal(setup), list[Action]()
    while not state.over and len(actions) < turns:
        choices: list[Action] = list(legal(state))
        if not choices:
            break
        actions.append(choices[dice.below(len(choices))])
        state = play(state, actions[-1])
    if stop and not state.over:
        actions.append(stop)
    return HanabiRecord.replay(setup, tuple(actions), SEAT_NAMES[: terms.players])


TERMINATED = next(reason for reason in STOP_REASONS if reason.word == "terminated")
VOTE = next(reason for reason in STOP_REASONS if reason.word == "vote")
IDLE = next(reason for reason in STOP_REASONS if reason.word == "idle")
