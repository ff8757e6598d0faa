"""Bots that try to find the deck: what stops each of them, and what Python cannot prevent."""

from collections.abc import Callable
from functools import partial

import pytest
from dishonest_bots import Dishonest, Inverting, Trying, WalkingFrames, WalkingObjects, unmix
from hanabi_honesty import choices

from handsight import hanabi
from handsight.bots import BotSeat, BotSpec
from handsight.game import Dice, Seed, secret_seed, stream
from handsight.game.seeded_dice import mix
from handsight.hanabi import State, Terms, deal
from handsight.lab.hanabi.game_plan import HanabiPlan, shuffled_setup

TERMS = Terms(3)
BotDice = Callable[[int, int, int], Dice]


def dice_of_old(seed: int, game: int, seat: int) -> Dice:
    """Return the dice that bots had once: another stream of the generator that shuffles the deck."""
    return Dice(seed, game, seat + 1)


def played(bot: type[Dishonest], dice: BotDice, seed: int = 77, game: int = 2) -> State:
    """Play a game with a dishonest bot in every seat."""
    bot.found = 0
    state, spec = deal(shuffled_setup(TERMS, seed, game)), BotSpec("mine", "", bot)
    seats = [BotSeat(spec, hanabi, TERMS, seat, partial(dice, seed, game, seat)) for seat in range(3)]
    while not state.over:
        _, state = seats[state.seat].play(state)
    return state


@pytest.mark.parametrize("x", [0, 1, 77, 2**64 - 1, 0x0123456789ABCDEF])
def test_mix_can_be_inverted(x: int) -> None:
    assert unmix(mix(x)) == x


def test_whoever_inverts_the_dice_of_old_plays_with_open_hands() -> None:
    final = played(Inverting, dice_of_old)
    assert Inverting.found == final.turn
    assert final.score >= 23


def test_whoever_inverts_the_dice_of_today_finds_nothing() -> None:
    careful = HanabiPlan(("careful",) * 3, TERMS, 77)
    for game in range(3):
        assert played(Inverting, stream, game=game) == careful.play_game(game).final
        assert Inverting.found == 0


def test_the_swap_of_dice_catches_whoever_inverts_the_dice_of_old() -> None:
    pairs = list(choices(BotSpec("mine", "", Inverting), TERMS, 3, dice_of_old))
    assert sum(chosen != in_other_world for chosen, in_other_world in pairs) > len(pairs) / 4
    assert all(chosen == other for chosen, other in choices(BotSpec("mine", "", Inverting), TERMS, 3))


def in_the_lab(bot: type[Dishonest], seed: Seed) -> State:
    bot.found = 0
    return HanabiPlan((bot,) * 3, TERMS, seed).play_game(1).final


@pytest.mark.parametrize("seed", [7, pytest.param("cup", id="word")])
def test_a_seed_that_can_be_guessed_is_found_by_trying(seed: Seed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Trying, "tried", lambda _: iter([*range(12), "cup"]))
    final = in_the_lab(Trying, seed)
    assert Trying.found == final.turn
    assert final.score >= 23


def test_a_secret_seed_is_not_found_by_trying() -> None:
    seed = secret_seed()
    assert in_the_lab(Trying, seed) == HanabiPlan(("careful",) * 3, TERMS, seed).play_game(1).final
    assert Trying.found == 0


@pytest.mark.slow
@pytest.mark.parametrize("bot", [WalkingFrames, WalkingObjects])
def test_python_cannot_hide_the_state_from_a_bot_in_the_same_process(bot: type[Dishonest]) -> None:
    """This is the documented limit; in a process of its own such a bot finds nothing (`--apart`)."""
    final = in_the_lab(bot, secret_seed())
    assert bot.found == final.turn
    assert final.score >= 20
