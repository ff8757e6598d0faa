"""The compiled rules and the plain rules agree, step by step, in games of every family of variants."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import numpy as np
import pytest

from handsight import hanabi
from handsight.compiled.jit import Ints
from handsight.errors import InputError
from handsight.game import Dice, shuffled
from handsight.hanabi import Action, End, Play, Setup, State, Terms, card_value
from handsight.hanabi.compiled import card_value as compiled_value
from handsight.hanabi.compiled import deal, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.state_conversion import to_action, to_array, to_number, to_state
from handsight.hanabi.compiled.terms_layout import terms_array
from handsight.hanabi.terms import SWITCHES
from handsight.hanabi.variants.catalogue import FAMILIES, Family, family_variants

OPTIONS = ("deck_plays", "empty_clues", "card_cycle", "all_or_nothing", "speedrun")


def tables(family: Family, rng: Random) -> Iterator[Terms]:
    """Make up terms for every number of players and rule set."""
    names = [recipe.name for recipe in family_variants(family)]
    for players in range(2, 7):
        for named in hanabi.RULE_SETS.values():
            rule_set = named
            if rng.random() < 0.3:
                name = rng.choice(list(SWITCHES))
                rule_set = rule_set.switched(name, rng.choice(list(SWITCHES[name])))
            options: dict[str, Any] = {option: rng.random() < 0.15 for option in OPTIONS}
            yield Terms(
                players,
                hanabi.variant(rng.choice(names)),
                rule_set,
                hand_size=hanabi.HAND_SIZES[players] + rng.choice([0, 0, 0, 1, -1]),
                first_seat=rng.choice([0, 0, players - 1]),
                **options,
            )


def sensible(actions: dict[int, Action], array: Ints) -> list[int]:
    """Keep plays of playable cards; else everything but plays; else everything."""
    plays = {number: action for number, action in actions.items() if isinstance(action, Play)}
    fitting = [
        number for number, action in plays.items() if array[st.PLAYABLE] >> array[st.DECK + action.order] & 1
    ]
    return fitting or [number for number in actions if number not in plays] or list(actions)


def differences(array: Ints, plain: Ints) -> list[tuple[int, int, int]]:
    return [(at, int(array[at]), int(plain[at])) for at in np.flatnonzero(array != plain).tolist()]


def agree(state: State, array: Ints, *, wholly: bool) -> dict[int, Action]:
    """Compare what both say of a position; return its legal actions by their numbers."""
    terms, packed_terms = state.terms, terms_array(state.terms)
    legal = rules.legal(packed_terms, array)
    actions = {number: to_action(terms, array, number) for number in range(63) if legal >> number & 1}
    assert list(actions.values()) == list(hanabi.legal(state))
    assert rules.score(packed_terms, array) == state.score
    assert (array[st.END] != 0) == state.over
    if wholly:
        assert [number for number in range(-1, 70) if rules.is_legal(packed_terms, array, number)] == list(
            actions
        )
        plain = to_array(state)
        for each in (array, plain):
            compiled_value.update_card_values(packed_terms, each)
        assert differences(array, plain) == []
        assert compiled_value.needed(packed_terms, array) == card_value.needed(
            terms.variant, state.stacks, state.discarded_copies
        )
        assert compiled_value.critical(packed_terms, array) == card_value.critical(
            terms.variant, state.stacks, state.discarded_copies
        )
        assert compiled_value.max_score(packed_terms, array) == state.max_score
        assert_same_state(to_state(terms, array), state)
    return actions


def assert_same_state(got: State, state: State) -> None:
    for field in set(State.__struct_fields__) - {"events"}:
        said, true = getattr(got, field), getattr(state, field)
        assert said == (tuple(sorted(true)) if field in {"played", "discarded"} else true), field


def game_agrees(terms: Terms, seed: int, style: float) -> State:
    """Play a game both ways; *style* is how often an action is sensible, so that the game goes far."""
    rng, packed_terms, array = Random(seed), terms_array(terms), st.blank_state()
    deal.deal_game(packed_terms, array, seed, 7)
    array[st.DICE : st.DICE + st.MAX_SEATS] = 0
    state = hanabi.deal(Setup(terms, shuffled(terms.variant.deck(), Dice(seed, 7))))
    while True:
        actions = agree(state, array, wholly=rng.random() < 0.3 or state.over)
        if not actions:
            return state
        number = rng.choice(sensible(actions, array) if rng.random() < style else list(actions))
        assert to_number(terms, array, actions[number]) == number
        state = hanabi.play(state, actions[number])
        rules.step(packed_terms, array, number)


def games_agree(family: Family, style: float) -> set[End]:
    rng = Random(f"{family.name} {style}")
    ends = []
    for terms in tables(family, rng):
        with suppress(InputError):  # six players with one card more and deck plays are one too many
            ends.append(game_agrees(terms, rng.getrandbits(63), style).end)
    assert len(ends) >= 18
    return set(ends)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_games_agree(family: Family) -> None:
    assert len(games_agree(family, 0.9)) > 1


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_games_agree_however_they_are_played(family: Family) -> None:
    ends = [games_agree(family, style) for style in (0.0, 0.7, 1.0)]
    assert End.STRIKEOUT in ends[0]
    assert {End.FINAL_ROUND, End.PERFECT} & ends[2]


@pytest.mark.parametrize("players", range(2, 7))
def test_small_decks_agree_to_the_last_card(players: int) -> None:
    rng = Random(players)
    for suits in range(1, 6):
        for rule_set in hanabi.RULE_SETS.values():
            terms = Terms(players, hanabi.tiny(suits, rng.randint(4, 5)), rule_set, hand_size=1, max_clues=2)
            game_agrees(terms, rng.getrandbits(63), rng.choice([0.0, 0.9]))
