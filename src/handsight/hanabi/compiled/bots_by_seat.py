"""Call one of up to six bots, each of which has a state with its own memory; six are the most seats."""

from handsight.compiled.jit import Ints, Kernel, inlined
from handsight.hanabi.compiled.game_loop import DECIDE_SIGNATURE, READ_SIGNATURE
from handsight.hanabi.compiled.state_layout import MAX_SEATS

FUNCTION_TYPES = ", ".join(
    [f"FunctionType({DECIDE_SIGNATURE})"] * MAX_SEATS + [f"FunctionType({READ_SIGNATURE})"] * MAX_SEATS
)
"""The types of six decide functions and six read functions."""


@inlined
def decide_as(
    bot: int,
    one: Kernel,
    two: Kernel,
    three: Kernel,
    four: Kernel,
    five: Kernel,
    six: Kernel,
    terms: Ints,
    state: Ints,
    workspace: Ints,
) -> int:
    """Call the decide function of one of six bots."""
    if bot < 3:
        if bot == 0:
            return one(terms, state, workspace)
        return two(terms, state, workspace) if bot == 1 else three(terms, state, workspace)
    if bot == 3:
        return four(terms, state, workspace)
    return five(terms, state, workspace) if bot == 4 else six(terms, state, workspace)


@inlined
def read_all(
    one: Kernel,
    two: Kernel,
    three: Kernel,
    four: Kernel,
    five: Kernel,
    six: Kernel,
    terms: Ints,
    states: Ints,
    workspace: Ints,
) -> None:
    """Call the read function of every bot that has a state."""
    bots = states.shape[0]
    one(terms, states[0], workspace)
    if bots > 1:
        two(terms, states[1], workspace)
    if bots > 2:
        three(terms, states[2], workspace)
    if bots > 3:
        four(terms, states[3], workspace)
    if bots > 4:
        five(terms, states[4], workspace)
    if bots > 5:
        six(terms, states[5], workspace)
