"""The Minimal Convention as a convention file and as a page of Python plays the same games."""

import pytest
from naive_minimal_convention import Minimal, SaveClues

from handsight.conventions.convention_loader import load_convention
from handsight.conventions.interpreter.core_interpreter import Interpreter
from handsight.conventions.interpreter.public_state import public_state_after_deal
from handsight.game import Dice, shuffled
from handsight.hanabi import (
    RULE_SETS,
    Action,
    Discard,
    GiveClue,
    Setup,
    Terms,
    apply,
    deal,
    view,
    why_illegal,
)

PAIRS = {"minimal": Minimal, "save-clues": SaveClues}


def alike(ours: Action, theirs: Action) -> bool:
    """The same action; or, since either kind of clue marks the same card, clues to one seat."""
    if isinstance(ours, GiveClue) and isinstance(theirs, GiveClue):
        return ours.seat == theirs.seat
    return ours == theirs


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["explorer", "stacks"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", PAIRS)
def test_a_file_and_a_page_of_python_play_the_same(name: str, players: int, rules: str) -> None:
    convention, terms = load_convention(name), Terms(players, rules=RULE_SETS[rules])
    player = Interpreter(convention.core)
    flags = [flag.name for flag in convention.flags]
    for game in range(4):
        theirs = PAIRS[name]()
        state = deal(Setup(terms, shuffled(terms.variant.deck(), Dice(players, game))))
        theirs.start(state)
        now = public_state_after_deal(terms)
        memory = player.start(now)
        while not state.over:
            choice = player.decide(view(state, state.seat), now, memory)
            wanted = theirs.decide(state)
            assert why_illegal(state, wanted) is None
            assert choice.action is not None
            assert alike(choice.action, wanted), (game, state.turn, choice)
            seen_events = len(state.events)
            state = apply(state, choice.action)
            theirs.update(state)
            ((now, memory),) = player.follow(now, memory, state.events[seen_events:])
            held = {order for hand in state.hands for order in hand}
            for number, flag in enumerate(flags):
                ours = {order for order in held if memory.has(number, order)}
                assert ours == theirs.flags[flag] & held, (game, state.turn, flag)


def test_the_naive_page_discards_by_the_rules() -> None:
    """A guard for the page itself: it never discards with all tokens."""
    terms = Terms(3)
    state = deal(Setup(terms, shuffled(terms.variant.deck(), Dice(1, 1))))
    assert not isinstance(Minimal().decide(state), Discard)
