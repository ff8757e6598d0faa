"""The observation `exact`: a plain encoder that reads a view says the same, on every family of variants."""

from random import Random
from typing import Any

import numpy as np
import pytest
from plain_exact_observation import plain_observation

from handsight.env import VecHanabi
from handsight.env.hanabi.observation_layouts import layout
from handsight.errors import InputError
from handsight.game import deal_dice, shuffled
from handsight.hanabi import Setup, Terms, deal, legal, play, tiny, variant, view
from handsight.hanabi.variants.catalogue import variant_names
from handsight.notation.hanabi import hle_observation as hle

FAMILIES = (
    "No Variant",
    "6 Suits",
    "Black (6 Suits)",
    "Rainbow (5 Suits)",
    "Dark Rainbow & Cocoa Rainbow (6 Suits)",
    "White (4 Suits)",
    "Null & Prism (6 Suits)",
    "Up or Down (5 Suits)",
    "Reversed (5 Suits)",
    "Synesthesia (5 Suits)",
    "Alternating Clues (5 Suits)",
    "Clue Starved (5 Suits)",
    "Cow & Pig (5 Suits)",
    "Duck (5 Suits)",
    "Throw It in a Hole (5 Suits)",
    "Critical Fours (5 Suits)",
    "Scarce Ones (5 Suits)",
    "Sudoku (5 Suits)",
    "Number Blind (5 Suits)",
    "Orange (6 Suits)",
    "Odds and Evens (5 Suits)",
    "Funnels (5 Suits)",
    "Chimneys (5 Suits)",
    "Matryoshka (5 Suits)",
    "Dual-Color (5 Suits)",
    "Extremely Ambiguous & Pink (6 Suits)",
    "Special Mix (6 Suits)",
    "Color Mute (5 Suits)",
    "Totally Blind (5 Suits)",
    "Deceptive-Fives (5 Suits)",
    "Ambiguous (6 Suits)",
    "Very Ambiguous (3 Suits)",
    "Color Blind (5 Suits)",
    "Number Mute (5 Suits)",
    "Dark Omni (6 Suits)",
    "Gray Pink (6 Suits)",
    "Light Pink (5 Suits)",
    "Omni-Ones (5 Suits)",
    "Null-Fives (5 Suits)",
    "Muddy-Rainbow-Ones (5 Suits)",
)


def test_no_family_of_the_catalogue_is_left_out() -> None:
    played = [variant(name) for name in FAMILIES]
    listed = [variant(name) for _, name in variant_names()]
    assert {one.family for one in listed} <= {one.family for one in played}
    assert {one.rule for one in listed} <= {one.rule for one in played}


def check_games(env: VecHanabi, games: int, rng: Random) -> None:
    """Play games beside the plain rules; every seat's vector is the one that its view gives."""
    terms, step = env.terms, env.reset()
    for number in range(games):
        state = deal(Setup(terms, shuffled(terms.variant.deck(), deal_dice(env.seed, number))))
        plays = rng.choice((0.02, 0.2))
        while True:
            seats = range(terms.players) if not rng.randrange(3) else [state.seat]
            for seat in seats:
                told = plain_observation(view(state, seat))
                wrong = np.flatnonzero(np.abs(step.obs[0, seat] - told) > 1e-6)
                sections = {
                    s.name for s in env.layout.sections for at in wrong if s.start <= at < s.places.stop
                }
                assert not sections, (terms.variant.name, state.turn, seat)
            actions = {
                hle.action_number(terms, state.seat, state.hands[state.seat], action): action
                for action in legal(state)
            }
            assert sorted(actions) == np.flatnonzero(step.mask[0]).tolist()
            if state.over or not actions:
                break
            kept = [number for number, action in actions.items() if "Play" not in str(action)]
            chosen = rng.choice(kept if kept and rng.random() > plays else list(actions))
            step, state = env.step([chosen]), play(state, actions[chosen])
        step = env.reset(which=[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_it_is_what_a_view_gives(name: str) -> None:
    rng = Random(name)
    for players in rng.sample(range(2, 7), 2):
        env = VecHanabi(
            1, players, variant=name, observation="exact", seats="all", autoreset="disabled", seed=players
        )
        check_games(env, 1, rng)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"deck_plays": True},
        {"card_cycle": True},
        {"empty_clues": True},
        {"rules": "explorer"},
        {"rules": "hanabidata"},
        {"deck_plays": True, "variant": "Orange (6 Suits)"},
        {"variant": tiny(3, 3), "hand_size": 2, "max_clues": 3, "max_strikes": 2, "first_seat": 1},
    ],
)
def test_so_it_is_with_options(options: dict[str, Any]) -> None:
    env = VecHanabi(1, 3, observation="exact", seats="all", autoreset="disabled", seed=3, **options)
    check_games(env, 3, Random(1))


def test_the_own_hand_is_for_critics_only() -> None:
    env = VecHanabi(3, 4, observation="exact", seats="all", seed=2)
    step, hands = env.reset(), env.central()
    assert hands.shape == (3, 4, 4 * 25)
    for at in range(3):
        for seat in range(4):
            state = env.state(at)
            cards = [env.terms.variant.identity(state.cards[order]) for order in reversed(state.hands[seat])]
            assert np.flatnonzero(hands[at, seat]).tolist() == [
                slot * 25 + identity for slot, identity in enumerate(cards)
            ]
    chances = step.obs[0, 0, env.layout.section("chances").places].reshape(4, 25)
    assert np.allclose(chances.sum(1), 1)
    assert ((chances > 0) >= hands[0, 0].reshape(4, 25).astype(bool)).all()


def test_what_is_private_is_said() -> None:
    plain = layout("exact", Terms(2))
    assert [section.name for section in plain.private] == ["hands", "chances"]
    hidden = layout("exact", Terms(2, variant("Duck (5 Suits)")))
    assert [section.name for section in hidden.private] == ["hands", "round", "chances"]
    with pytest.raises(InputError, match="choose observation='exact'"):
        layout("v0", Terms(2, variant("Rainbow (5 Suits)")))
    with pytest.raises(InputError, match="only hle has packed"):
        VecHanabi(1, observation="exact", packed=True)
