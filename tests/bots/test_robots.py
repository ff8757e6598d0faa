"""The robots: what clues mean to them, what they protect, and that they can say so."""

import pytest
from msgspec.structs import replace

from handsight.bots.bot import as_decision
from handsight.bots.hanabi.robot5.clue_beliefs import (
    Hand,
    SharedBeliefs,
    advanced,
    beliefs_of,
    stack_outlook,
)
from handsight.bots.hanabi.robot5.weights import ROBOT6_WEIGHTS, WEIGHTS, Weights
from handsight.conventions import load_convention
from handsight.conventions.interpreter.public_state import public_state_after_deal
from handsight.game import Dice, shuffled
from handsight.hanabi import (
    Action,
    CardSet,
    Clue,
    Discard,
    GiveClue,
    Play,
    Setup,
    State,
    Terms,
    deal,
    legal,
    play,
    touches,
    variant,
    view,
)
from handsight.lab import simulate
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.roster.hanabi import ROSTER, convention_names, find_bot

PLAIN = variant("No Variant")
ROBOTS = ("robot1", "robot2", "robot3", "robot4", "robot5")


def stacked(*hands: str, deck: str = "") -> State:
    """Deal these hands, each written newest card first, and then the deck."""
    front = [PLAIN.read(word) for hand in hands for word in reversed(hand.split())]
    front += [PLAIN.read(word) for word in deck.split()]
    rest = list(PLAIN.deck())
    for card in front:
        rest.remove(card)
    return deal(Setup(Terms(len(hands)), (*front, *shuffled(rest, Dice(1)))))


def turn(name: str, state: State) -> tuple[Action, str]:
    """Let a robot take a turn, and say why."""
    bot = ROSTER[name].make(state.terms, state.seat, Dice(1))
    decision = as_decision(bot.decide(view(state, state.seat)))
    return decision.action, decision.explain()


def said(state: State, clue: Clue) -> tuple[SharedBeliefs, Hand]:
    """Return what everybody believes at the opening, and seat 1's hand after a clue of seat 0."""
    beliefs = beliefs_of(public_state_after_deal(state.terms), {})
    return beliefs, beliefs.hand_after_clue(1, clue, touches(state, 1, clue))


def identities(*names: str) -> int:
    return sum(1 << PLAIN.identity(PLAIN.read(name)) for name in names)


@pytest.mark.parametrize(("weights", "taken_for"), [(WEIGHTS, "r1 y1"), (ROBOT6_WEIGHTS[2], "y1")])
def test_robot6_takes_no_touched_card_for_one_that_is_known(weights: Weights, taken_for: str) -> None:
    public = public_state_after_deal(Terms(2))
    one, other = public.hands[1][:2]
    touched = replace(public, touched=1 << one | 1 << other)
    beliefs = beliefs_of(touched, {one: identities("r1"), other: identities("r1", "y1")}, weights)
    assert beliefs.cards[other].believed(beliefs.needed) == identities(*taken_for.split())
    assert beliefs.cards[one].believed(beliefs.needed) == identities("r1")


@pytest.mark.parametrize(("weights", "may_be"), [(WEIGHTS, "r1 r4"), (ROBOT6_WEIGHTS[2], "r1")])
def test_robot6_saves_by_number_only(weights: Weights, may_be: str) -> None:
    state, r4 = stacked("r2 r3 g1 y4 y3", "g4 g3 b1 b3 r4"), PLAIN.identity(PLAIN.read("r4"))
    public = public_state_after_deal(state.terms)
    lost = Setup(state.terms, (*public.cards[:-1], PLAIN.card(r4)))
    beliefs = beliefs_of(replace(public, setup=lost, discarded=(len(public.cards) - 1,)), {}, weights)
    by_color = beliefs.hand_after_clue(1, RED, touches(state, 1, RED))[-1]
    assert by_color.meant == identities(*may_be.split())
    number = Clue("number", 4)
    by_number = beliefs.hand_after_clue(1, number, (state.hands[1][-1],))[-1]
    assert by_number.meant >> r4 & 1


NUMBER_1, NUMBER_5, RED = Clue("number", 1), Clue("number", 5), Clue("color", 0)


def test_robot1_plays_what_was_clued_as_a_one() -> None:
    state = play(stacked("r2 r3 r4 y4 y5", "g4 r1 g3 b3 b4"), GiveClue(1, NUMBER_1))
    assert turn("robot1", state)[0] == Play(state.hands[1][1])


def test_robot2_plays_the_newest_card_of_a_colour_and_keeps_the_bombs() -> None:
    state = play(stacked("r2 r3 r4 y4 y3", "r1 g3 r3 b3 b4"), GiveClue(1, RED))
    action, why = turn("robot2", state)
    assert action == Play(state.hands[1][0])
    assert "say that it is playable" in why


@pytest.mark.parametrize("name", ["robot2", "robot3", "robot4", "robot5"])
def test_danger_is_seen_at_the_oldest_card(name: str) -> None:
    state = stacked("r4 y4 g4 b4 p4", "g3 y3 b3 b2 r5")
    action, _ = turn(name, state)
    assert isinstance(action, GiveClue)
    after_clue = play(state, action)
    answer, _ = turn(name, after_clue)
    assert answer != Discard(after_clue.hands[1][-1])


def test_robot5_takes_a_clue_for_its_focus() -> None:
    beliefs, hand = said(stacked("r4 y4 g4 b4 p4", "r1 g3 r3 b3 b4"), RED)
    assert CardSet(PLAIN, hand[0].believed(beliefs.needed)) == CardSet("r1")
    assert CardSet(PLAIN, hand[2].believed(beliefs.needed)) == CardSet("r1 r2 r3 r4 r5")


def test_robot5_takes_a_five_on_the_oldest_card_for_a_save() -> None:
    state = stacked("r4 y4 g4 b4 p4", "r1 g3 r3 b3 b5")
    beliefs, hand = said(state, NUMBER_5)
    assert CardSet(PLAIN, hand[4].believed(beliefs.needed)) == CardSet("r5 y5 g5 b5 p5")
    assert not beliefs.ready(hand)
    assert beliefs.drop(hand) == hand[3].order


@pytest.mark.parametrize(
    ("name", "begun", "tops"),
    [
        ("No Variant", "", "r5 y5 g5 b5 p5"),
        ("Reversed (5 Suits)", "p5 p4", "r5 y5 g5 b5 p1"),
        ("Up or Down (5 Suits)", "r1 y5 gs bs b2", "r5 y1 g1 g5 b5 p1 p5"),
        ("Sudoku (5 Suits)", "r3 y1 g2 b4 p5", "r2 y5 g1 b3 p4"),
    ],
)
def test_robot5_knows_which_cards_finish_a_stack(name: str, begun: str, tops: str) -> None:
    game = variant(name)
    now = public_state_after_deal(Terms(2, game))
    stacks = now.stacks
    for word in begun.split():
        stacks = advanced(game, stacks, game.identity(game.read(word)))
    assert CardSet(game, stack_outlook(game, now.discarded_copies, stacks).finishing) == CardSet(tops, game)


@pytest.mark.parametrize(
    ("name", "waiting", "fits"),
    [
        ("No Variant", "r1 r2 y1", "r3 y2 g1 b1 p1"),
        ("Up or Down (5 Suits)", "r1 r5", "r2 y1 y5 ys g1 g5 gs b1 b5 bs p1 p5 ps"),
        ("Sudoku (5 Suits)", "r1 y1", "r2 y2 y3 y4 y5 g2 g3 g4 g5 b2 b3 b4 b5 p2 p3 p4 p5"),
    ],
)
def test_robot5_lets_known_cards_be_played_only_while_they_fit(name: str, waiting: str, fits: str) -> None:
    game = variant(name)
    now = public_state_after_deal(Terms(2, game))
    outlook = stack_outlook(game, now.discarded_copies, now.stacks)
    soon = outlook.soon_playable(CardSet(waiting, game).mask)
    assert CardSet(game, soon) == CardSet(fits, game)


def test_robot5_says_what_a_clue_is_for_and_what_it_took_it_for() -> None:
    state = stacked("r1 r1 y2 g3 b4", "y3 r1 g3 b3 b4")
    action, why = turn("robot5", state)
    assert isinstance(action, GiveClue)
    assert "r1 can be played" in why
    answer, because = turn("robot5", play(state, action))
    assert answer == Play(state.hands[1][1])
    assert "my slot 2" in because


@pytest.mark.parametrize("name", ROBOTS)
def test_a_robot_gives_a_reason_for_every_move_and_giving_it_changes_nothing(name: str) -> None:
    plan = HanabiPlan((name, name), Terms(2), 3)
    silent = plan.play_game(0)
    seats = [plan.bot_seat(0, seat) for seat in range(2)]
    state = deal(silent.final.setup)
    for action in silent.actions:
        decision, state = seats[state.seat].play(state)
        assert decision.explain().count(" ")
        assert decision.action == action
    assert next(legal(state), None) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "games", "least"),
    [
        ("robot1", 400, 4.5),
        ("robot2", 400, 21),
        ("robot3", 400, 21),
        ("robot4", 400, 20.5),
        ("robot5", 25, 21.5),
    ],
)
def test_how_well_robots_play(name: str, games: int, least: float) -> None:
    run = simulate(name, players=2, games=games, rules="stacks")
    assert run.mean > least
    assert run.struck_out < 0.2


@pytest.mark.slow
@pytest.mark.parametrize(("name", "most"), [("robot2", 0.005), ("robot3", 0.015), ("robot4", 0.02)])
def test_robots_seldom_lose(name: str, most: float) -> None:
    run = simulate(name, players=2, games=1000, rules="official")
    assert run.struck_out <= most
    assert run.mean > 20


@pytest.mark.parametrize("name", ROBOTS[:4])
def test_a_robot_is_a_convention_and_listed_once(name: str) -> None:
    assert find_bot(name).identity() == load_convention(name).identity
    assert name not in convention_names()


@pytest.mark.parametrize("name", ROBOTS[:4])
def test_a_robot_says_that_it_keeps_to_what_is_sure_where_clues_mean_nothing(name: str) -> None:
    terms = Terms(2, variant("Throw It in a Hole (5 Suits)"))
    state = deal(Setup(terms, shuffled(terms.variant.deck(), Dice(1))))
    decision = as_decision(ROSTER[name].make(terms, 0, Dice(1)).decide(view(state, 0)))
    assert "only what is certain" in decision.explain()


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_robot5_sits_at_larger_tables(players: int) -> None:
    assert simulate("robot5", players=players, games=8, rules="stacks").mean > 16
