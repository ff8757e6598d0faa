"""The GPU's source of Hanabi, compiled for the processor, against OpenSpiel and the plain shuffle."""

import random
import shutil

import numpy as np
import pytest

from handsight.game.seeded_dice import Dice, shuffled

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")

SEED, COUNT = 7, 30
SORTED_DECK = [
    suit * 5 + rank for suit in range(5) for rank in range(5) for _ in range((3, 2, 2, 2, 1)[rank])
]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_observations_legal_actions_and_rewards_are_those_of_openspiel(players: int) -> None:
    from handsight.env.hanabi.gpu_games import GameSize, GpuHanabi

    games = GpuHanabi(COUNT, GameSize(players, hand=5 if players <= 3 else 4), "cpu", seed=SEED)
    spiel = pyspiel.load_game("hanabi", {"players": players})
    assert games.bits == spiel.observation_tensor_shape()[0]
    assert games.actions == spiel.num_distinct_actions()
    decks = [iter(shuffled(SORTED_DECK, Dice(SEED, number))) for number in range(COUNT)]
    states = [spiel.new_initial_state() for _ in range(COUNT)]

    def draw(number: int) -> None:
        while states[number].is_chance_node():
            states[number].apply_action(next(decks[number]))

    for number in range(COUNT):
        draw(number)
    rng = random.Random(players)
    observations, of_seat, legal = games.new_observations(), games.new_observations(), games.new_legal()
    actions, ended = (torch.zeros(COUNT, dtype=torch.uint8) for _ in range(2))
    rewards, results = torch.zeros(COUNT), torch.zeros(COUNT, 4, dtype=torch.int32)
    points = np.zeros(COUNT)
    games.show(observations, legal)
    while alive := [number for number in range(COUNT) if not states[number].is_terminal()]:
        for seat in range(players):
            games.show(of_seat, legal, seat)
            bits = np.unpackbits(of_seat.numpy().view(np.uint8), axis=1, bitorder="little")
            for number in alive:
                theirs = np.array(states[number].observation_tensor(seat), np.uint8)
                assert np.array_equal(bits[number, : games.bits], theirs)
        for number in alive:
            theirs = states[number].legal_actions()
            assert [action for action in range(games.actions) if int(legal[number]) >> action & 1] == theirs
            safe = [action for action in theirs if not games.size.hand <= action < 2 * games.size.hand]
            actions[number] = rng.choice(safe if safe and rng.random() < 0.8 else theirs)
        games.step(actions, torch.ones(1), rewards, ended, results, observations, legal, redeal=False)
        for number in alive:
            states[number].apply_action(int(actions[number]))
            draw(number)
            points[number] += float(rewards[number])
            assert states[number].is_terminal() == bool(ended[number])
            if ended[number]:
                assert states[number].returns()[0] == points[number]


def test_a_game_that_ends_is_followed_by_the_next_free_deal() -> None:
    from handsight.env.hanabi.gpu_games import GameSize, GpuHanabi

    games = GpuHanabi(4, GameSize(), "cpu", seed=SEED, first=10)
    later = GpuHanabi(4, GameSize(), "cpu", seed=SEED, first=14)
    observations, legal, expected = games.new_observations(), games.new_legal(), later.new_observations()
    later.show(expected, later.new_legal())
    games.show(observations, legal)
    actions, ended = (torch.zeros(4, dtype=torch.uint8) for _ in range(2))
    rewards, results = torch.zeros(4), torch.zeros(4, 4, dtype=torch.int32)
    followed: set[int] = set()
    for _ in range(100):
        actions.fill_(5)  # play the oldest card
        games.step(actions, torch.ones(1), rewards, ended, results, observations, legal)
        for number in range(4):
            if ended[number] and number not in followed:
                assert torch.equal(observations[number], expected[number])
                assert results[number, 3] == 1
                followed.add(number)
        if len(followed) == 4:
            break
    assert len(followed) == 4


def test_drawn_actions_follow_their_chances() -> None:
    from handsight.env.hanabi.gpu_games import GameSize, GpuHanabi

    games = GpuHanabi(40_000, GameSize(), "cpu", seed=1, random_seed=5)
    observations, legal = games.new_observations(), games.new_legal()
    games.show(observations, legal)
    logits = torch.zeros(games.count, games.actions)
    logits[:, 5] = 1.0
    actions, chances = torch.zeros(games.count, dtype=torch.uint8), torch.zeros(games.count)
    games.choose(logits, legal, actions, chances)
    allowed = (legal[:, None] >> torch.arange(games.actions)) & 1 == 1
    weights = torch.where(allowed, logits.exp(), 0.0)
    expected = weights / weights.sum(1, keepdim=True)
    assert bool(allowed.gather(1, actions[:, None].long()).all())
    picked = expected.gather(1, actions[:, None].long())[:, 0]
    assert torch.allclose(picked.log(), chances, atol=1e-4)
    count, mean = (actions == 5).sum().item(), expected[:, 5].sum().item()
    spread = (expected[:, 5] * (1 - expected[:, 5])).sum().sqrt().item()
    assert abs(count - mean) < 4.5 * spread


@pytest.mark.parametrize("drawn", [0.0, 0.5, 1 - 2**-24, 1.0])
def test_an_action_that_is_drawn_is_legal_however_sums_round(drawn: float) -> None:
    from handsight.env.hanabi.gpu_games import GameSize, GpuHanabi

    games = GpuHanabi(64, GameSize(), "cpu", seed=SEED)
    games.kernels = games.kernels | {"draw_numbers": lambda _count, _games, numbers: numbers.fill_(drawn)}
    legal = torch.tensor([(number % 63 + 1) << 6 for number in range(64)])
    logits = torch.randn(64, games.actions, generator=torch.Generator().manual_seed(1)) * 20
    actions, chances = torch.zeros(64, dtype=torch.uint8), torch.zeros(64)
    games.choose(logits, legal, actions, chances)
    assert all(int(mask) >> int(action) & 1 for mask, action in zip(legal, actions, strict=True))
    assert bool((chances > -1e9).all())
