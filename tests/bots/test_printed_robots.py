"""The robots of Fabrigoule and Guillot as printed: a test for each sentence of the document about them.

Hands are written as in the document, from left to right with the oldest card first, and moves are its
commands: p3 plays and d2 discards by position, 1 being the leftmost; c1 and cR clue the partner.
"""

import pytest
from hanabi_strategies import rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st

from handsight.bots.bot import as_decision
from handsight.bots.hanabi.printed_robots import PRINTED_ROBOTS
from handsight.errors import BotError, InputError, UnknownNameError
from handsight.game import Dice, shuffled
from handsight.hanabi import (
    Action,
    Clue,
    Discard,
    GiveClue,
    Play,
    Setup,
    State,
    Terms,
    deal,
    play,
    rule_set,
    spectator_view,
    variant,
    view,
)
from handsight.lab import simulate
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.roster.hanabi import find_bot

PLAIN = variant("No Variant")
NAMES = [spec.name for spec in PRINTED_ROBOTS]
HONEST = [spec.name for spec in PRINTED_ROBOTS if spec.honest]
BOMBS = ("robot3-printed", "robot4-printed")


def action(state: State, command: str) -> Action:
    """Read a command of the document."""
    kind, value = command[0], command[1:]
    if kind == "c":
        clue = Clue("number", int(value)) if value.isdigit() else Clue("color", "RYGBP".index(value))
        return GiveClue(1 - state.seat, clue)
    order = state.hands[state.seat][-int(value)]
    return Play(order) if kind == "p" else Discard(order)


def command(state: State, chosen: Action) -> str:
    """Write an action as the document does."""
    if isinstance(chosen, GiveClue):
        return f"c{chosen.clue.value if chosen.clue.kind == 'number' else 'RYGBP'[chosen.clue.value]}"
    assert isinstance(chosen, Play | Discard)
    hand = state.hands[state.seat]
    return f"{'p' if isinstance(chosen, Play) else 'd'}{len(hand) - hand.index(chosen.order)}"


def after(alice: str, bob: str, moves: str = "", deck: str = "") -> State:
    """Deal two hands, oldest card first, and make some moves, Alice the first."""
    front = [PLAIN.read(word) for word in f"{alice} {bob} {deck}".split()]
    rest = list(PLAIN.deck())
    for card in front:
        rest.remove(card)
    state = deal(Setup(Terms(2), (*front, *shuffled(rest, Dice(1)))))
    for move in moves.split():
        state = play(state, action(state, move))
    return state


def turn(name: str, state: State, seed: int = 1) -> tuple[str, str]:
    """Let a robot take a turn: return its move as a command, and its reason."""
    spec = find_bot(name)
    bot = spec.make(state.terms, state.seat, Dice(seed))
    seen = (view if spec.honest else spectator_view)(state, state.seat)
    decision = as_decision(bot.decide(seen))
    play(state, decision.action)  # it is legal
    return command(state, decision.action), decision.explain()


def does(name: str, state: State) -> str:
    return turn(name, state)[0]


# Robot 1


def test_robot_1_takes_in_clues_and_lays_the_first_1s() -> None:
    state = after("r2 r3 r4 y4 y3", "b3 g1 y1 b4 g4", "c1")
    move, reason = turn("robot1-printed", state)
    assert (move, reason) == ("p2", "Clued 1: I play slot 4 (p2), because it was clued as a 1")


def test_robot_1_clues_the_1s_of_its_partner_that_can_be_played() -> None:
    assert does("robot1-printed", after("y4 y4 g4 g4 p4", "r3 b3 y1 g3 p3")) == "c1"


def test_robot_1_does_not_clue_a_1_that_is_on_its_stack() -> None:
    state = after("r1 y4 y3 b3 b4", "r1 g3 g4 b4 p3", "p1 c4", "p4")
    assert does("robot1-printed", state) == "d2", "the leftmost card without a clue goes"


# Robot 2

RED_TOUCHES_TWO = ("y4 y3 g4 g3 p4", "r2 g3 r1 b3 p3")


def test_for_robot_2_a_clue_is_about_one_card() -> None:
    assert does("robot2-printed", after(*RED_TOUCHES_TWO, "cR")) == "p3"
    later = after(*RED_TOUCHES_TWO, "cR p3 d1", "b4 p3")
    assert does("robot2-printed", later)[0] != "p", "the other red card is a bomb"


def test_robot_2_plays_a_bomb_once_it_knows_number_and_colour() -> None:
    assert does("robot2-printed", after(*RED_TOUCHES_TWO, "cR p3 c2", "b4 p3")) == "p1"


def test_robot_2_plays_on_the_right_and_discards_on_the_left() -> None:
    state = after("y4 y3 g4 g3 p4", "r3 g3 b4 b3 p3", "cB")
    assert does("robot2-printed", state) == "p4", "the rightmost of two cards that a new clue touched"
    state = after("y4 y3 g4 g3 p4", "r3 g3 b4 b3 p3", "c3")
    assert does("robot2-printed", state) == "d1"


def test_robot_2_does_not_answer_danger() -> None:
    state = after("r4 y4 g3 g4 p4", "r4 b3 y3 p3 g3", "cG c3 d1 c4", "y2")
    assert does("robot2-printed", state) == "d1"


def test_robot_2_never_plays_a_lone_1() -> None:
    state = after("y4 y3 g4 g3 p4", "r3 g3 b1 b3 p3", "c1")
    assert does("robot2-printed", state)[0] != "p"


# Robots 3 and 4

BOMB = ("y4 y3 g4 b4 p4", "r4 g3 r1 b3 p3")


@pytest.mark.parametrize("name", BOMBS)
def test_a_clue_is_pertinent_if_it_is_new_and_the_first_from_the_right(name: str) -> None:
    move, reason = turn(name, after(*BOMB, "cR"))
    assert (move, reason) == ("p3", "Pertinent clue: I play slot 3 (p3), because a colour clue pointed at it")


@pytest.mark.parametrize("name", BOMBS)
def test_other_cards_that_the_clue_touched_are_bombs_for_later_turns(name: str) -> None:
    move, reason = turn(name, after(*BOMB, "cR p3 d1", "b4 p3"))
    assert move == "p1"
    assert reason.startswith("Bomb: ")


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_played_before_any_discard_whatever_the_strikes(name: str) -> None:
    state = after(*BOMB, "cR p3 p1 c3 p1", "b4 p4 g4")
    assert (state.strikes, state.clue_units) == (2, 6)
    assert does(name, state) == "p1"
    assert play(state, action(state, "p1")).strikes == 3


@pytest.mark.parametrize("name", BOMBS)
def test_crucial_cards_are_determined_and_not_discarded(name: str) -> None:
    state = after("y4 y3 g4 g3 p4", "r3 g3 b4 b3 p3", "c4")
    assert does(name, state) == "d4", "4 fits nowhere: a warning for the cards to the left of it"


@pytest.mark.parametrize("name", BOMBS)
def test_a_5_warns_of_the_cards_to_its_left(name: str) -> None:
    state = after("y4 y3 g4 g3 p4", "r3 g3 b5 b3 p3", "c5")
    assert does(name, state) == "d4"


@pytest.mark.parametrize("name", BOMBS)
def test_danger_is_answered_by_the_number_of_the_leftmost_card_first(name: str) -> None:
    state = after("r4 y4 g3 g4 p4", "b5 r4 y3 b3 p3", "c5 c3 d1 c4", "g2")
    move, reason = turn(name, state)
    assert (move, reason) == (
        "c5",
        "Danger: I clue 5 (c5), because my partner would discard r4, the last copy",
    )
    assert does(f"{name} danger=text", state) == "c4", "the number of the card that is in danger"


@pytest.mark.parametrize("name", BOMBS)
def test_the_printed_code_overlooks_danger_at_the_leftmost_card(name: str) -> None:
    state = after("r4 y4 g3 g4 p4", "r4 b3 y3 p3 g3", "cG c3 d1 c4", "y2")
    assert does(name, state)[0] == "d"
    assert does(f"{name} danger=text", state) == "c4"


@pytest.mark.parametrize("name", BOMBS)
def test_danger_is_answered_by_a_playable_clue_where_the_number_would_be_played(name: str) -> None:
    state = after("r4 y4 g3 g4 p4", "b1 r4 y3 g3 p3", "cB c3 d1 c4", "g2")
    assert turn(name, state)[1].startswith("Playable clue"), "1 is open, so it would not warn"


def test_the_next_bomb_of_the_partner_is_saved_if_it_does_not_fit() -> None:
    state = after(*BOMB, "cR p3", "g1")
    assert turn("robot4-printed", state) == (
        "c4",
        "Saved bomb: I clue 4 (c4), because my partner's bomb r4 does not fit",
    )
    assert does("robot3-printed", state) == "c1", "it clues a playable card first"
    assert does("robot3-printed save=text", state) == "c4"
    without = after(*BOMB, "cR p3", "g3")
    assert does("robot3-printed", without) == "c4", "there is nothing to be clued but the bomb"


def test_robot_4_saves_the_next_bomb_right_after_danger_and_before_it_plays() -> None:
    state = after("y1 y3 g4 b4 p4", "r4 g3 r1 b3 p3", "cR c1")
    assert does("robot4-printed", state) == "c4"
    assert does("robot4-printed save=code", state) == "p1"


@pytest.mark.parametrize("name", BOMBS)
def test_a_correct_1_or_a_known_card_is_played_first(name: str) -> None:
    assert does(name, after("y4 y3 g4 b4 p4", "g1 b3 y1 b4 g4", "c1")) == "p3"
    state = after("y4 y3 g3 b3 p3", "r1 g3 b3 r3 g4", "c1 c4 cR")
    move, reason = turn(name, state)
    if name == "robot4-printed":
        assert (move, reason) == ("p1", "Safe play: I play slot 5 (p1), because it is r1, which fits")
    else:
        assert move == "p4", "robot 3 asks each card from the right whether it is certain or pertinent"


def test_robot_4_holds_a_pertinent_card_while_its_partner_is_about_to_misplay_a_bomb() -> None:
    state = after("r1 g3 g4 y3 p4", "r1 r3 b3 p3 g1", "c1 p5 p1 cY", "b4 b4")
    assert does("robot3-printed", state) == "p3"
    assert does("robot4-printed", state) == "d1"


@pytest.mark.parametrize("name", BOMBS)
def test_otherwise_a_playable_clue_is_given_the_one_that_makes_fewest_bombs(name: str) -> None:
    assert does(name, after("y4 y4 g4 g4 p4", "r4 g3 b3 p3 r1")) == "c1", "red would make r4 a bomb"
    state = after("y1 y4 y3 g4 p4", "y1 b3 g3 p4 r1", "p1 c4", "b4")
    assert does(name, state) == "cR", "1 would make y1 a bomb"


@pytest.mark.parametrize("name", BOMBS)
def test_a_clue_that_points_at_a_wrong_card_first_is_not_given(name: str) -> None:
    assert does(name, after("y4 y4 g4 g4 p4", "r1 g3 b3 p3 r4")) == "c1", "red would point at r4"


def test_a_5_is_shown_wherever_it_lies() -> None:
    state = after("y4 y4 g4 g4 p4", "r4 g5 b3 p3 y3")
    for name in BOMBS:
        assert turn(name, state) == ("c5", "Shown 5: I clue 5 (c5), because my partner must keep g5")


@pytest.mark.parametrize("name", BOMBS)
def test_without_a_bomb_a_card_is_discarded(name: str) -> None:
    state = after("y4 y3 g4 g3 p4", "r3 g3 b4 b3 p2", "cP p5 c4 c4", "y2")
    move, reason = turn(name, state)
    assert move[0] == "d"
    assert reason.startswith("Discard: ")


def test_with_all_tokens_and_nothing_to_say_a_random_number_is_clued() -> None:
    state = after("y4 y3 g4 g3 p4", "r3 g4 b4 b3 p2")
    for name in NAMES:
        told = {turn(name, state, seed) for seed in range(20)}
        assert {move for move, _ in told} == {"c2", "c3", "c4"}, name
        assert all(reason.startswith("Random clue: ") for _, reason in told)
        assert turn(name, state, 7) == turn(name, state, 7)


def test_robot_1_clues_no_1_at_random() -> None:
    state = after("r1 r1 y3 g3 p4", "r3 g4 b4 b3 p2", "p1", "y4")
    assert {turn("robot1-printed", state, seed)[0] for seed in range(20)} == {"c3", "c4"}


# The table, and what they score


def test_they_refuse_a_table_that_the_document_does_not_know() -> None:
    for name in NAMES:
        with pytest.raises(BotError, match=f"{name} in seat 0.*are for two players, not for 3"):
            simulate(name, players=3, games=1)
    for terms in (
        Terms(2, variant("Rainbow (5 Suits)")),
        Terms(2, variant("Throw It in a Hole (5 Suits)")),
        Terms(2, empty_clues=True),
    ):
        with pytest.raises(InputError, match="know only plain suits from 1 to 5"):
            find_bot("robot4-printed").make(terms, 0, Dice(1))


@pytest.mark.parametrize("rules", ["official", "stacks", "explorer", "hanabidata"])
@pytest.mark.parametrize("name", NAMES)
def test_they_play_by_every_rule_set_and_the_same_seed_gives_the_same_game(name: str, rules: str) -> None:
    terms = Terms(2, variant("6 Suits" if rules == "stacks" else "No Variant"), rule_set(rules))
    plan = HanabiPlan((name, name), terms, 5)
    for number in range(3):
        one = plan.play_game(number)
        assert one.final.over
        assert one.actions == plan.play_game(number).actions


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=15, deadline=None)
@given(
    terms=st.builds(
        Terms,
        st.just(2),
        st.sampled_from(["No Variant", "3 Suits", "6 Suits", "Black (5 Suits)"]).map(variant),
        rule_sets(),
        hand_size=st.integers(1, 7),
        first_seat=st.integers(0, 1),
        max_clues=st.sampled_from([1, 4, 8]),
        max_strikes=st.sampled_from([1, 3, 9]),
    ),
    number=st.integers(0, 1 << 40),
)
def test_they_play_by_the_rules_with_any_hands_and_tokens(name: str, terms: Terms, number: int) -> None:
    final = HanabiPlan((name, name), terms).play_game(number).final
    assert final.over or not final.hands[final.seat]


def test_readings_are_checked() -> None:
    with pytest.raises(UnknownNameError, match=r"no reading 'danger=txt'; did you mean danger=text\?"):
        find_bot("robot4-printed danger=txt")
    with pytest.raises(UnknownNameError, match="robot1-printed has no reading 'x'; it has none"):
        find_bot("robot1-printed x")
    assert find_bot("robot3-printed save=text").name == "robot3-printed save=text"


@pytest.mark.parametrize("name", HONEST)
def test_a_decision_follows_from_the_view_alone(name: str) -> None:
    plan = HanabiPlan((name, name), Terms(2), 3)
    game = plan.play_game(0)
    kept = [find_bot(name).make(game.final.terms, seat, Dice(9)) for seat in range(2)]
    for state, taken in zip(game.states, game.actions, strict=False):
        fresh = find_bot(name).make(state.terms, state.seat, Dice(9))
        told = [as_decision(bot.decide(view(state, state.seat))) for bot in (kept[state.seat], fresh)]
        if not told[0].explain().startswith("Random"):
            assert told[0].action == told[1].action == taken
        assert told[0].explain().split(":")[0] == told[1].explain().split(":")[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "mean", "lost"),
    [
        ("robot1-printed", 4.78, 0.044),
        ("robot2-printed", 14.53, 0.017),
        ("robot2-author", 14.70, 0.0045),
        ("robot3-printed", 15.19, 0.152),
        ("robot4-printed save=code", 14.61, 0.159),
    ],
)
def test_they_score_what_was_measured_of_the_program(name: str, mean: float, lost: float) -> None:
    run = simulate(name, players=2, games=500, rules="official", seed=11)
    both = run.stderr * 1.5**0.5  # the program's figures are means of 1,000 games, too
    assert abs(run.mean - mean) < 3.5 * both
    assert abs(run.struck_out - lost) < 3.5 * (2 * lost / 1000) ** 0.5
