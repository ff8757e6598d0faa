"""What players know if everybody follows a convention, and which moves broke it."""

import pytest

from handsight.conventions.convention_loader import load_convention
from handsight.conventions.interpreter.convention_player import play_game
from handsight.conventions.interpreter.promised_knowledge import (
    CONTRADICTION,
    DEVIATION,
    UNTRUE,
    promised_knowledge,
)
from handsight.game import Dice, shuffled
from handsight.hanabi import Discard, GiveClue, Setup, Terms, legal, view
from handsight.hanabi import HanabiRecord as Game
from handsight.knowledge import Knowledge


def played(spec: str, number: int = 0, players: int = 3) -> Game:
    terms = Terms(players)
    setup = Setup(terms, shuffled(terms.variant.deck(), Dice(11, number)))
    choices = [choice.action for _, choice in play_game(load_convention(spec), setup)]
    return Game.replay(setup, tuple(action for action in choices if action is not None))


@pytest.mark.parametrize("spec", ["minimal", "save-clues", "minimal +sense +quiet-stall +forget"])
def test_who_keeps_a_convention_does_not_break_it(spec: str) -> None:
    game = played(spec)
    kinds = {breach.kind for breach in promised_knowledge(game, load_convention(spec)).breaches()}
    assert DEVIATION not in kinds
    if "quiet-stall" in spec:
        assert not kinds


@pytest.mark.shows("S0-62")
@pytest.mark.parametrize("number", range(3))
def test_promises_only_narrow_what_the_rules_leave(number: int) -> None:
    found = promised_knowledge(game := played("minimal", number), load_convention("minimal"))
    narrower = 0
    for turn in range(0, len(game.states), 3):
        for seat in range(3):
            known = Knowledge(view(game.states[turn], seat))
            for card, promised in zip(known, found.hand(turn, seat), strict=True):
                assert promised.possible <= card.possible
                narrower += len(promised.possible) < len(card.possible)
    assert narrower


def test_while_every_promise_is_true_the_truth_is_never_ruled_out() -> None:
    spec = "minimal +sense +quiet-stall +forget"
    game = played(spec, 4)
    found = promised_knowledge(game, load_convention(spec))
    assert not found.breaches()
    for turn, state in enumerate(game.states):
        for seat in range(3):
            for promised in found.hand(turn, seat):
                assert state.cards[promised.order] in promised.possible


def test_a_stall_is_named_as_the_promise_it_breaks() -> None:
    for number in range(20):
        game = played("minimal", number)
        found = promised_knowledge(game, load_convention("minimal"))
        untrue = [breach for breach in found.breaches() if breach.kind in (UNTRUE, CONTRADICTION)]
        if untrue:
            break
    first = untrue[0]
    assert isinstance(game.actions[first.turn], GiveClue)
    assert game.states[first.turn].clue_units == 8
    assert "promised card" in first.message
    assert not [breach for breach in found.breaches() if breach.kind == DEVIATION]


def test_a_deviation_names_the_move_and_the_rule() -> None:
    game = played("minimal", 1)
    turn = next(turn for turn, action in enumerate(game.actions) if isinstance(action, GiveClue)) + 1
    state = game.states[turn]
    other = next(a for a in legal(state) if isinstance(a, Discard) and a != game.actions[turn])
    broken = Game.replay(game.setup, (*game.actions[:turn], other))
    [breach] = promised_knowledge(broken, load_convention("minimal")).breaches()
    assert (breach.turn, breach.seat, breach.kind) == (turn, state.seat, DEVIATION)
    slot = state.hands[state.seat].index(other.order) + 1
    assert f"discard slot {slot} (card {other.order})" in breach.message
    assert "would" in breach.message


def test_a_clue_that_reads_the_same_is_no_deviation() -> None:
    """Colour or rank: what matters is what the clue says."""
    for number in range(30):
        game = played("minimal", number)
        for turn, action in enumerate(game.actions):
            if not isinstance(action, GiveClue):
                continue
            for other in legal(game.states[turn]):
                if isinstance(other, GiveClue) and other.seat == action.seat and other != action:
                    changed = promised_knowledge(
                        Game.replay(game.setup, (*game.actions[:turn], other)), load_convention("minimal")
                    )
                    kept = promised_knowledge(
                        Game.replay(game.setup, game.actions[: turn + 1]), load_convention("minimal")
                    )
                    if changed.moments[-1][1].flags == kept.moments[-1][1].flags:
                        assert DEVIATION not in {breach.kind for breach in changed.breaches()}
                        return
    pytest.fail("no such clue in these games")


def test_flags_are_shown_by_name() -> None:
    game = played("save-clues")
    found = promised_knowledge(game, load_convention("save-clues"))
    chops = [promised for promised in found.hand(0, 1) if "CH" in promised.flags]
    assert [promised.order for promised in chops] == [game.states[0].hands[1][-1]]


def test_a_flag_of_the_table_is_no_mark_on_a_card() -> None:
    """It is kept where the flags of the first card are."""
    game = played("minimal")
    found = promised_knowledge(game, load_convention("h-group-2"))
    assert all("EARLY" not in found.flags(turn, 0) for turn in range(5))
