"""Many rounds of Boeren Bridge at once: the matches of `simulate`, the plain rules, and fair deals."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from handsight.boeren import Rules, Terms, deal, legal, play
from handsight.boeren import shuffle as shuffled_round
from handsight.boeren.compiled.state_conversion import to_number
from handsight.bots.boeren.compiled.match_loop import SEATINGS, play_team
from handsight.env import VecBoeren
from handsight.env.boeren.vec_boeren import sections
from handsight.errors import IllegalActionError, InputError
from handsight.roster.boeren import find_bot

BOTS = {1: "counter", 2: "counter", 3: "counter"}


def picked(mask: Any, rng: Random) -> np.ndarray[Any, Any]:
    return np.array([rng.choice(np.flatnonzero(row).tolist()) if row.any() else 0 for row in mask])


@pytest.mark.parametrize("rules", ["text", "author"])
def test_a_bot_in_all_seats_plays_the_matches_of_simulate(rules: str) -> None:
    env = VecBoeren(5, rules=rules, partners=BOTS, seed=3, autoreset="disabled")
    team = [find_bot("counter").compiled(env.rules)] * 4
    results = play_team(team, env.rules, 20, 3)
    step, total = env.reset(), np.zeros((5, 4))
    while not step.done.all():
        step = env.step(env.advice("counter"))
        total += step.reward
    for game in range(5):
        by_seat = results[4 * game, SEATINGS[4 * game % len(SEATINGS)], 0]
        assert step.points[game].tolist() == total[game].tolist() == by_seat.tolist()


def test_asking_for_advice_changes_nothing() -> None:
    asked, silent = (VecBoeren(4, partners=BOTS, schedule="5-6", seed=3, copy=True) for _ in range(2))
    step, rng, told = asked.reset(), Random(2), list[list[int]]()
    silent.reset()
    for _ in range(20):
        for bot in ("random", "counter"):
            before, advice = asked.save(), asked.advice(bot)
            assert asked.advice(bot).tolist() == advice.tolist()
            assert np.array_equal(asked.save(), before)
            told.append(advice.tolist())
        actions = picked(step.mask, rng)
        step, other = asked.step(actions), silent.step(actions)
        assert np.array_equal(step.obs, other.obs)
        assert step.game.tolist() == other.game.tolist()
    assert len({tuple(row) for row in told}) > 10


def test_masks_are_those_of_the_plain_rules() -> None:
    env, rng = VecBoeren(1, schedule="4", autoreset="disabled", seed=6, seats="all"), Random(3)
    for number in range(6):
        step = env.reset(first=number)
        state = plain_deal(env, number)
        while not state.over:
            bidding = state.bidding or state.must_change
            numbers = {to_number(action) + 52 * bidding: action for action in legal(state)}
            assert np.flatnonzero(step.mask[0]).tolist() == sorted(numbers)
            assert step.seat[0] == state.seat
            chosen = rng.choice(sorted(numbers))
            step, state = env.step([chosen]), play(state, numbers[chosen])
        assert step.done[0]
        assert not step.mask.any()


def plain_deal(env: VecBoeren, number: int) -> Any:
    """Deal by the plain rules what the environment dealt."""
    from handsight.game import deal_dice

    dice = deal_dice(env.seed, number)
    dealer = dice.below(4)
    return deal(shuffled_round(Terms(4, rules=env.rules), dealer, dice))


def test_positions_are_put_saved_and_dealt_anew() -> None:
    env, rng = VecBoeren(2, schedule="5", seed=2, copy=True), Random(1)
    step = env.reset()
    for _ in range(9):
        step = env.step(picked(step.mask, rng))
    rows = env.save()
    actions = picked(step.mask, rng)
    after = env.step(actions).obs
    assert np.array_equal(env.load(rows).obs, step.obs)
    for seed in range(5):
        again = env.resample(seed=seed)
        assert np.array_equal(again.obs, step.obs)
        assert np.array_equal(again.mask, step.mask)
    env.load(rows)
    assert np.array_equal(env.step(actions).obs, after)
    state = plain_deal(VecBoeren(1, schedule="4", seed=2), 0)
    other = VecBoeren(1, schedule="4", seed=5)
    shown = other.put(0, state)
    assert shown.obs[0].tolist() == VecBoeren(1, schedule="4", seed=2).reset().obs[0].tolist()
    with pytest.raises(InputError, match="other rules"):
        VecBoeren(1, rules="author").put(0, state)


def test_dealing_anew_is_fair() -> None:
    env = VecBoeren(3000, schedule="1/8", seed=1, autoreset="disabled")
    env.load(np.repeat(env.save([0]), 3000, axis=0))
    own = env.hands(0)[0]
    env.resample(seat=0, seed=4)
    seen = Counter(env.hands(at)[1:] for at in range(3000))
    assert all(env.hands(at)[0] == own for at in range(20))
    ways = 7 * 6 * 5
    assert len(seen) == ways
    expected = 3000 / ways
    chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
    assert chi_square < ways + 5 * (2 * ways) ** 0.5


def test_autoreset_and_illegal_actions() -> None:
    env = VecBoeren(2, schedule="1", seed=1)
    with pytest.raises(IllegalActionError, match=r"game 0: action 0 \(play .*\) is not legal"):
        env.step([0, 0])
    step, rng, ended = env.reset(), Random(2), 0
    for _ in range(30):
        step = env.step(picked(step.mask, rng))
        ended += int(step.done.sum())
        assert step.mask.any(1).all()
    assert ended > 4
    assert (step.game > 4).all()
    loses = VecBoeren(1, schedule="1", illegal="lose", autoreset="next_step")
    step = loses.step([0])
    assert (step.done[0], step.reward[0, step.seat[0]], step.game[0]) == (True, -1, 0)
    step = loses.step([0])
    assert (step.done[0], step.game[0]) == (False, 1)


def test_the_index_table() -> None:
    parts = sections()
    assert parts[-1].places.stop == 667
    assert [part.start for part in parts[1:]] == [part.places.stop for part in parts[:-1]]
    assert "| bids | 551 | 60 |" in VecBoeren.table()
    for choices, why in (
        ({"observation": "hle"}, "observation cannot be 'hle'"),
        ({"partners": dict.fromkeys(range(4), "counter")}, "leave one to the learner"),
        ({"schedule": "99"}, "schedule"),
    ):
        with pytest.raises(InputError, match=why):
            VecBoeren(1, **choices)
    assert VecBoeren(1, rules=Rules(schedule="2")).words(51) == "play AS"
