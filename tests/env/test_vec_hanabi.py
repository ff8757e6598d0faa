"""Many games at once: OpenSpiel's vectors, `simulate`'s deals, and what may be set, saved and dealt anew."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.env import Step, VecHanabi
from handsight.env.hanabi.observation_layouts import layout
from handsight.errors import IllegalActionError, InputError, UnknownNameError
from handsight.game import deal_dice, shuffled
from handsight.hanabi import Setup, Terms, deal, legal, play, tiny, variant, view
from handsight.hanabi.compiled.state_layout import CLUE_MASKS, DECK
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.notation.hanabi import hle_observation as hle

SPIEL_GAMES = {2: 24, 3: 14, 4: 12, 5: 10}


def picked(step: Step, rng: Random, hand: int, plays: float) -> NDArray[np.int64]:
    """Pick a random legal action in each game, a play only now and then."""
    actions = np.zeros(len(step.mask), np.int64)
    for at, mask in enumerate(step.mask):
        allowed = np.flatnonzero(mask).tolist()
        lasting = [number for number in allowed if not hand <= number < 2 * hand]
        if allowed:
            actions[at] = rng.choice(allowed if rng.random() < plays or not lasting else lasting)
    return actions


def draw(state: Any, deck: Iterator[int]) -> None:
    """Draw cards for OpenSpiel until somebody must move, or the game is over."""
    while state.is_chance_node():
        state.apply_action(next(deck))


@pytest.mark.parametrize("players", SPIEL_GAMES)
def test_it_is_openspiel(players: int) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    count, rng = SPIEL_GAMES[players], Random(players)
    env = VecHanabi(count, players, seats="all", seed=9, autoreset="disabled")
    game, step = pyspiel.load_game("hanabi", {"players": players}), env.reset()
    theirs = [game.new_initial_state() for _ in range(count)]
    decks = [iter(env.save()[at, DECK : DECK + 50].tolist()) for at in range(count)]
    total, hand, good = np.zeros(count), env.terms.hand_size, 0
    plans = [  # one game in three is played well, so that last rounds and high scores occur
        HanabiPlan(("cheat",) * players, env.terms, 9).play_game(at).actions if at % 3 == 0 else ()
        for at in range(count)
    ]
    for at in range(count):
        draw(theirs[at], decks[at])
    while alive := [at for at in range(count) if not theirs[at].is_terminal()]:
        actions = picked(step, rng, hand, 0.15)
        for at in alive:
            state = env.state(at)
            if at % 3 == 0:
                actions[at] = hle.action_number(
                    env.terms, state.seat, state.hands[state.seat], plans[at][state.turn]
                )
            for seat in range(players):
                assert step.obs[at, seat].tolist() == theirs[at].observation_tensor(seat)
            assert np.flatnonzero(step.mask[at]).tolist() == theirs[at].legal_actions()
            assert step.seat[at] == theirs[at].current_player()
            theirs[at].apply_action(int(actions[at]))
        step = env.step(actions)
        total += step.reward
        for at in alive:
            draw(theirs[at], decks[at])
            assert step.done[at] == theirs[at].is_terminal()
            if step.done[at]:
                assert total[at] == theirs[at].returns()[0] == step.score[at]
                good += step.score[at] > 22
    assert good


def test_observations_are_those_of_a_view() -> None:
    terms = Terms(3, variant("6 Suits"))
    env, rng = VecHanabi(1, 3, variant="6 Suits", seats="all", autoreset="disabled", seed=2), Random(1)
    state = deal(Setup(terms, shuffled(terms.variant.deck(), deal_dice(2, 0))))
    step = env.reset()
    while True:
        for seat in range(3):
            assert step.obs[0, seat].tolist() == hle.observation(view(state, seat))
        if state.over:
            break
        action = rng.choice(list(legal(state)))
        number = hle.action_number(terms, state.seat, state.hands[state.seat], action)
        step, state = env.step([number]), play(state, action)


def run(env: VecHanabi, steps: int) -> list[tuple[Any, ...]]:
    rng, step, told = Random(3), env.reset(), list[tuple[Any, ...]]()
    for _ in range(steps):
        step = env.step(picked(step, rng, env.terms.hand_size, 0.4))
        told.append(tuple(column.tolist() for column in step))
    return told


def test_nothing_depends_on_threads() -> None:
    plain = run(VecHanabi(7, seed=5), 60)
    threaded = VecHanabi(7, seed=5, threads=3)
    assert run(threaded, 60) == plain
    threaded.close()
    assert run(VecHanabi(7, seed=5, copy=False), 60) == plain


def test_packed_observations_hold_the_same_bits() -> None:
    loose, packed = VecHanabi(3, 4, seed=5), VecHanabi(3, 4, seed=5, packed=True)
    step, rng = loose.reset(), Random(1)
    assert packed.reset().obs.shape == (3, 131)
    for _ in range(30):
        actions = picked(step, rng, 4, 0.3)
        step, bits = loose.step(actions), packed.step(actions)
        assert np.array_equal(packed.layout.unpack(bits.obs), step.obs)


def test_a_bot_plays_the_games_of_simulate() -> None:
    plan, env = HanabiPlan(("random",) * 2, Terms(2), 7), VecHanabi(2, seed=7, first=3)
    step, seen = env.reset(), list[int]()
    finals = [plan.play_game(number) for number in range(3, 9)]
    numbers = [
        [
            hle.action_number(replay.states[0].terms, state.seat, state.hands[state.seat], action)
            for state, action in zip(replay.states, replay.actions, strict=False)
        ]
        for replay in finals
    ]
    turn = [0, 0]
    while len(seen) < 4:
        games = step.game.tolist()
        actions = [numbers[game - 3][turn[at]] for at, game in enumerate(games)]
        step = env.step(actions)
        for at in range(2):
            turn[at] = 0 if step.done[at] else turn[at] + 1
            if step.done[at]:
                seen.append(games[at])
                assert step.score[at] == 0  # random play is struck out
                assert step.points[at] == finals[games[at] - 3].final.points
                assert step.game[at] == games[at] + 2
    assert sorted(seen) == [3, 4, 5, 6]


def struck_out(**choices: Any) -> tuple[VecHanabi, Step, float]:
    """Play unplayable cards until the game ends."""
    env = VecHanabi(1, autoreset="disabled", **choices)
    cards = env.terms.variant.deck()
    ones = [card for card in cards if card.rank == 1]
    deck = sorted((card for card in cards if card.rank != 1), key=lambda card: -card.rank)
    names = [env.terms.variant.text(card) for card in (*ones[:1], *deck, *ones[1:])]
    step, total = env.reset(decks=[names]), 0.0
    step = env.step([5])  # the red 1, the oldest card of the first seat
    total += float(step.reward[0])
    for _ in range(3):
        step = env.step([5])
        total += float(step.reward[0])
    return env, step, total


def test_the_last_strike_takes_the_points_back_by_the_official_rules_only() -> None:
    _, step, total = struck_out()
    assert (step.done[0], step.score[0], step.points[0], step.strikes[0], total) == (True, 0, 1, 3, 0.0)
    _, step, total = struck_out(rules="stacks")
    assert (step.done[0], step.score[0], step.points[0], total) == (True, 1, 1, 1.0)


def test_autoreset() -> None:
    env, step, _ = struck_out()
    assert not step.mask.any()
    again = env.step([5])  # passed over
    assert (again.done[0], again.reward[0], again.game[0]) == (True, 0.0, 0)
    late = VecHanabi(1, autoreset="next_step", illegal="lose", seed=4)
    step = late.step([0])  # no discard with all tokens
    assert (step.done[0], step.reward[0], step.game[0], step.score[0]) == (True, -1.0, 0, 0)
    step = late.step([0])
    assert (step.done[0], step.reward[0], step.game[0]) == (False, 0.0, 1)
    assert step.obs.tolist() == VecHanabi(1, seed=4, first=1).reset().obs.tolist()
    soon = VecHanabi(1, illegal="lose", seed=4)
    step = soon.step([0])
    assert (step.done[0], step.reward[0], step.game[0]) == (True, -1.0, 1)
    assert step.obs.tolist() == VecHanabi(1, seed=4, first=1).reset().obs.tolist()


def test_an_illegal_action_is_named_and_nothing_happens() -> None:
    env = VecHanabi(2, seed=1)
    before = env.save()
    with pytest.raises(IllegalActionError, match=r"game 1: action 0 \(discard slot 5 of 5\) is not legal"):
        env.step([5, 0])
    with pytest.raises(IllegalActionError, match=r"action 77 \(no action\) is not legal.*legal are 5, 6, 7"):
        env.step([77, 5])
    assert np.array_equal(env.save(), before)
    with pytest.raises(InputError, match="2 actions"):
        env.step([5])


def test_positions_are_saved_loaded_and_put() -> None:
    env, rng = VecHanabi(2, seed=6), Random(2)
    step = env.reset()
    for _ in range(12):
        step = env.step(picked(step, rng, 5, 0.1))
    rows = env.save()
    seen = step.obs.copy()
    actions = picked(step, rng, 5, 0.1)
    then = env.step(actions).obs.copy()
    assert np.array_equal(env.load(rows).obs, seen)
    assert np.array_equal(env.step(actions).obs, then)
    other = VecHanabi(2)
    assert np.array_equal(other.load(rows[::-1]).obs, seen[::-1])
    terms = Terms(2)
    state = deal(Setup(terms, shuffled(terms.variant.deck(), deal_dice(1))))
    for _ in range(20):
        state = play(state, rng.choice([action for action in legal(state) if "Play" not in str(action)]))
    step = env.put(1, state)
    assert step.obs[1].tolist() == hle.observation(view(state, state.seat))
    assert env.state(1).hands == state.hands
    with pytest.raises(InputError, match="other terms"):
        env.put(0, deal(Setup(Terms(3), terms.variant.deck())))
    with pytest.raises(InputError, match="as save returns them"):
        env.load(rows[:, :5])


def test_some_games_are_dealt_anew() -> None:
    env = VecHanabi(3, seed=8)
    step = env.reset(which=[1])
    assert step.game.tolist() == [0, 4, 2]
    assert step.obs[1].tolist() == VecHanabi(1, seed=8, first=4).reset().obs[0].tolist()
    with pytest.raises(InputError, match="games are numbered"):
        env.reset(which=[3])
    with pytest.raises(InputError, match="deck 0 is not a whole deck"):
        env.reset(which=[0], decks=[[0] * 50])


@pytest.mark.parametrize("observation", ["hle", "v0", "exact"])
def test_what_a_seat_sees_stays_when_the_rest_is_dealt_anew(observation: str) -> None:
    env = VecHanabi(6, 3, seed=3, observation=observation, autoreset="disabled", copy=True)
    rng = Random(5)
    step = env.reset()
    for turn in range(25):
        again = env.resample(seed=turn)
        assert np.array_equal(again.obs, step.obs)
        assert np.array_equal(again.mask, step.mask)
        for at in range(6):
            deck = [env.terms.variant.identity(card) for card in env.state(at).cards]
            assert sorted(deck) == sorted(env.terms.variant.identity(c) for c in env.terms.variant.deck())
        step = env.step(picked(again, rng, 5, 0.05))


@pytest.mark.parametrize("clues", [0, 1, 2])
def test_dealing_anew_is_fair(clues: int) -> None:
    games, cards = 12_000, ["r1", "y1", "r1", "r2", "y1", "y2", "r1", "y1"]
    terms = Terms(2, tiny(2, 2), hand_size=2, max_clues=3)
    choices: dict[str, Any] = {"variant": terms.variant, "hand_size": 2, "max_clues": 3}
    env = VecHanabi(games, autoreset="disabled", **choices)
    step = env.reset(decks=[cards] * games)
    for word in ("clue red", "discard", "clue 1")[: 2 * clues]:  # to seat 1, which draws nothing in between
        number = next(n for n in np.flatnonzero(step.mask[0]).tolist() if env.words(n).startswith(word))
        step = env.step(np.full(games, number))
    env.resample(seat=1, seed=2)
    deck = env.save()[:, DECK : DECK + len(cards)]
    seen, state = Counter(map(tuple, deck.tolist())), env.state(0)
    hand, hidden = state.hands[1], [*state.hands[1], *range(state.drawn, len(cards))]
    true = [terms.variant.identity(card) for card in state.cards]
    told = told_by(env, hand)
    fitting = set[tuple[int, ...]]()
    for order in set(permutations([terms.variant.identity(terms.variant.read(cards[at])) for at in hidden])):
        dealt = list(true)
        for at, identity in zip(hidden, order, strict=True):
            dealt[at] = identity
        if all(dealt[at] in told[at] for at in hand):
            fitting.add(tuple(dealt))
    assert set(seen) == fitting  # every deal that fits occurs, and no other: copies being alike, all equally
    expected = games / len(fitting)
    chi_square = sum((seen[deal] - expected) ** 2 / expected for deal in fitting)
    assert chi_square < len(fitting) + 5 * (2 * len(fitting)) ** 0.5


def told_by(env: VecHanabi, hand: tuple[int, ...]) -> dict[int, set[int]]:
    """Return what clues leave possible for cards of a hand."""
    masks = env.save([0])[0, CLUE_MASKS : CLUE_MASKS + 64].tolist()
    return {order: {identity for identity in range(4) if masks[order] >> identity & 1} for order in hand}


def test_the_index_table_is_the_layouts() -> None:
    sizes = {players: layout("hle", Terms(players)).size for players in (2, 3, 4, 5)}
    assert sizes == {2: 658, 3: 956, 4: 1041, 5: 1280}
    table = layout("hle", Terms(2)).table()
    assert "| discards | 203 | 50 |" in table
    assert "| knowledge | 308 | 350 |" in table
    assert layout("hle", Terms(5)).section("touched").start == 545
    with pytest.raises(UnknownNameError, match="no section"):
        layout("hle", Terms(2)).section("hand")
    with pytest.raises(UnknownNameError, match="no observation"):
        VecHanabi(1, observation="hlé")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_v0_has_the_parts_that_jaxmarl_names(players: int) -> None:
    hand = 5 if players <= 3 else 4
    parts = {
        "hands short": (players - 1) * hand * 25 + players,
        "deck stacks tokens lives": 50 - players * hand + 25 + 8 + 3,
        "discards": 50,
        "actor kind target colour rank touched slot card scored token": 2 * players + 4 + 10 + 2 * hand + 27,
        "knowledge": players * hand * 35,
    }
    sections = iter(layout("v0", Terms(players)).sections)
    start = 0
    for names, size in parts.items():
        found = [next(sections) for _ in names.split()]
        assert [one.name for one in found] == names.split()
        assert (found[0].start, sum(one.length for one in found)) == (start, size)
        start += size
    assert next(sections, None) is None


@pytest.mark.parametrize(
    ("choices", "why"),
    [
        ({"num_envs": 0}, "num_envs must be 1 or more"),
        ({"num_envs": 1, "seats": "some"}, "seats cannot be 'some'; it is one of mover, all"),
        ({"num_envs": 1, "seed": -1}, "a seed here is a whole number"),
        ({"num_envs": 1, "variant": "Rainbow (5 Suits)"}, "no place for the clues of this variant"),
    ],
)
def test_choices_that_make_no_sense_are_named(choices: dict[str, Any], why: str) -> None:
    with pytest.raises(InputError, match=why):
        VecHanabi(**choices)


def test_actions_in_words() -> None:
    env = VecHanabi(1, 3)
    assert [env.words(number) for number in (0, 9, 10, 15, 20, 29)] == [
        "discard slot 5 of 5",
        "play slot 1 of 5",
        "clue red to the next seat",
        "clue red to the seat 2 further",
        "clue 1 to the next seat",
        "clue 5 to the seat 2 further",
    ]
