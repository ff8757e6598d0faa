"""Bots beside learners: a bot that drives the learner's seat, too, plays the games of `simulate`."""

from random import Random

import numpy as np
import pytest

from handsight.env import VecHanabi
from handsight.errors import InputError
from handsight.game import deal_dice, shuffled
from handsight.hanabi import Setup, Terms, deal, legal, play, view
from handsight.hanabi.compiled.game_loop import POINTS, SCORE, STRIKES
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.notation.hanabi import hle_observation as hle

GAMES = 12


def played(env: VecHanabi, games: int) -> dict[int, tuple[int, int, int]]:
    """Let the teacher play the learner's seats; return score, points and strikes by game."""
    step, found = env.reset(), dict[int, tuple[int, int, int]]()
    while len(found) < games:
        before = step.game.copy()
        step = env.step(env.advice())
        for at in np.flatnonzero(step.done).tolist():
            found[int(before[at])] = (int(step.score[at]), int(step.points[at]), int(step.strikes[at]))
    return found


@pytest.mark.parametrize(
    ("bot", "players", "seats"),
    [("pair", 2, (1,)), ("robot5", 3, (0, 2)), ("random", 2, (0,)), ("robot1", 4, (0, 1, 3)), ("hat", 4, ())],
)
def test_a_bot_in_all_seats_plays_the_games_of_simulate(
    bot: str, players: int, seats: tuple[int, ...]
) -> None:
    plan = HanabiPlan((bot,) * players, Terms(players), 5)
    rows = plan.play_chunk(0, 3 * GAMES)
    env = VecHanabi(4, players, partners=dict.fromkeys(seats, bot), teacher=bot, seed=5)
    found = played(env, GAMES)
    for number, told in found.items():
        assert told == (rows[number, SCORE], rows[number, POINTS], rows[number, STRIKES])


def test_different_bots_play_as_in_simulate() -> None:
    seats = ("robot5", "robot3", "robot1")
    rows = HanabiPlan(seats, Terms(3), 2).play_chunk(0, 60)
    env = VecHanabi(4, 3, partners={1: "robot3", 2: "robot1"}, teacher="robot5", seed=2, threads=2)
    for number, told in played(env, GAMES).items():
        assert told[:2] == (rows[number, SCORE], rows[number, POINTS])
    env.close()


@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
def test_rewards_add_up_to_the_score(autoreset: str) -> None:
    env = VecHanabi(3, partners={0: "robot5"}, teacher="robot5", seed=3, rules="stacks", autoreset=autoreset)
    step, total = env.reset(), np.zeros(3)
    assert (step.seat == 1).all()
    ended = 0
    for _ in range(120):
        step = env.step(env.advice() if step.mask.any(1).all() else np.zeros(3, int))
        total += step.reward
        for at in np.flatnonzero(step.done).tolist():
            if autoreset != "disabled" or total[at] > 0:
                assert total[at] == step.score[at]
                ended += 1
            total[at] = 0
    assert ended >= 3


def test_positions_are_saved_and_put_with_what_bots_remember() -> None:
    env = VecHanabi(2, partners={1: "robot5"}, teacher="robot5", seed=4)
    env.reset()
    for _ in range(5):
        env.step(env.advice())
    rows, advice = env.save(), env.advice()
    after = env.step(advice).obs.copy()
    env.load(rows)
    assert env.advice().tolist() == advice.tolist()
    assert np.array_equal(env.step(advice).obs, after)
    replay = HanabiPlan(("robot5",) * 2, Terms(2), 9).record_game(3)
    state = replay.states[8]
    step = env.put(0, state)
    assert step.obs[0].tolist() == hle.observation(view(state, state.seat))
    wanted = hle.action_number(env.terms, state.seat, state.hands[state.seat], replay.actions[8])
    assert env.advice()[0] == wanted
    later = replay.states[9]  # the partner is to move here, and moves as it did
    assert later.seat == 1
    step = env.put(0, later)
    assert step.obs[0].tolist() == hle.observation(view(replay.states[10], 0))
    with pytest.raises(InputError, match="no history"):
        env.put(0, env.state(0))


@pytest.mark.parametrize("bot", ["random", "robot5"])
def test_asking_for_advice_changes_nothing(bot: str) -> None:
    asked, silent = (VecHanabi(6, partners={1: bot}, teacher=bot, seed=4, copy=True) for _ in range(2))
    step, rng, told = asked.reset(), Random(2), list[list[int]]()
    silent.reset()
    for _ in range(30):
        before, advice = asked.save(), asked.advice()
        assert asked.advice().tolist() == advice.tolist()
        assert np.array_equal(asked.save(), before)
        told.append(advice.tolist())
        actions = [rng.choice(np.flatnonzero(mask).tolist()) for mask in step.mask]
        step, other = asked.step(actions), silent.step(actions)
        assert np.array_equal(step.obs, other.obs)
        assert step.game.tolist() == other.game.tolist()
    assert len({tuple(row) for row in told}) > 5


def test_dice_of_advice_are_forgotten_where_another_position_is_put() -> None:
    env = VecHanabi(2, teacher="random", seed=4)
    env.reset()
    rows = env.save()
    env.advice()
    env.load(rows[1:], which=[1])
    env.step([5, 5])  # whose dice count as thrown: those of game 0
    untouched = VecHanabi(2, teacher="random", seed=4)
    untouched.reset()
    untouched.step([5, 5])
    assert np.array_equal(env.save()[1], untouched.save()[1])
    assert not np.array_equal(env.save()[0], untouched.save()[0])


def test_what_a_seat_sees_stays_when_the_rest_is_dealt_anew_beside_bots() -> None:
    env = VecHanabi(3, partners={1: "robot5"}, teacher="robot5", seed=4, copy=True)
    step = env.reset()
    for turn in range(6):
        again = env.resample(seed=turn)
        assert np.array_equal(again.obs, step.obs)
        assert np.array_equal(again.mask, step.mask)
        step = env.step(env.advice())


def test_a_game_that_bots_end_before_a_learner_moves_is_passed_over() -> None:
    env = VecHanabi(40, partners={0: "random"}, seed=1, max_strikes=1)
    step = env.reset()
    assert step.mask.any(1).all()
    assert (step.game >= np.arange(40)).all()
    assert (step.game > np.arange(40)).any()
    step = env.step(step.mask.argmax(1))
    assert step.mask.any(1).all()


@pytest.mark.parametrize(
    ("partners", "why"),
    [
        ({2: "robot5"}, "there is no seat 2"),
        ({0: "robot5", 1: "robot5"}, "leave one to the learner"),
        ({0: "careful"}, "careful has no compiled version"),
        ({0: "nobody"}, "no bot is called"),
    ],
)
def test_partners_that_cannot_sit_are_named(partners: dict[int, str], why: str) -> None:
    with pytest.raises(InputError, match=why):
        VecHanabi(1, partners=partners)
    with pytest.raises(InputError, match="named as teacher"):
        VecHanabi(1).advice()


def test_the_last_observation_is_kept_on_request() -> None:
    env, rng = VecHanabi(4, seed=2, final_obs=True), Random(1)
    plain = VecHanabi(4, seed=2, autoreset="disabled")
    step = env.reset()
    for _ in range(40):
        actions = [rng.choice(np.flatnonzero(mask).tolist()) for mask in step.mask]
        rows = env.save()
        step = env.step(actions)
        assert env.final_obs is not None
        if step.done.any():
            plain.load(rows)
            ended = np.flatnonzero(step.done)
            assert np.array_equal(env.final_obs[ended], plain.step(actions).obs[ended])
            assert (step.game[ended] >= 4).all()
            return
    pytest.fail("no game ended")


def test_v0_is_the_view_with_public_beliefs() -> None:
    env, rng = VecHanabi(1, 3, observation="v0", seats="all", autoreset="disabled", seed=8), Random(2)
    terms, step = env.terms, env.reset()
    state = deal(Setup(terms, shuffled(terms.variant.deck(), deal_dice(8, 0))))
    known = env.layout.section("knowledge")
    while not state.over:
        for seat in range(3):
            seen = view(state, seat)
            bits = np.array(hle.observation(seen), np.float32)
            gone = np.zeros(25)
            for order in (*seen.played, *seen.discarded):
                card = seen.cards[order]
                assert card is not None
                gone[terms.variant.identity(card)] += 1
            cards = bits[known.places].reshape(15, 35)
            counts = cards[:, :25] * (np.array(terms.variant.copies) - gone)
            cards[:, :25] = counts / np.maximum(counts.sum(1, keepdims=True), 1)
            assert np.allclose(step.obs[0, seat], bits, atol=1e-6)
        number = rng.choice(np.flatnonzero(step.mask[0]).tolist())
        step = env.step([number])
        action = next(
            action
            for action in legal(state)
            if hle.action_number(terms, state.seat, state.hands[state.seat], action) == number
        )
        state = play(state, action)
