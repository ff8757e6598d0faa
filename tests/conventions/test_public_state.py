"""The public state of a game, and the one advanced by what each seat sees happen, are the same."""

import pytest
from hanabi_strategies import any_terms, games
from hypothesis import given, settings
from msgspec.structs import replace

from handsight.conventions.interpreter.public_state import (
    public_history,
    public_state,
    public_state_after_deal,
)
from handsight.errors import InputError
from handsight.hanabi import Character, Terms, variant, view
from handsight.hanabi import HanabiRecord as Game

open_tables = any_terms().map(lambda terms: replace(terms, characters=()))


@settings(max_examples=60, deadline=None)
@given(games(open_tables))
def test_a_view_and_what_happened_tell_the_same(game: Game) -> None:
    variant_ = game.setup.terms.variant
    if variant_.face_down or variant_.hides:
        with pytest.raises(InputError, match="hides"):
            public_state_after_deal(game.setup.terms)
        return
    dealt = public_state_after_deal(game.setup.terms)
    assert public_state(game.states[0]) == dealt
    for seat in range(game.setup.terms.players):
        facts = public_history(dealt, view(game.final, seat).events)
        for state, now in zip(game.states[1:], facts, strict=False):
            assert public_state(state) == replace(now, last_action=None)


def test_a_table_that_hides_its_stacks_is_refused() -> None:
    with pytest.raises(InputError, match="the stacks"):
        public_state_after_deal(Terms(3, variant("Throw It in a Hole (5 Suits)")))


def test_a_table_with_characters_is_refused() -> None:
    with pytest.raises(InputError, match="without characters"):
        public_state_after_deal(Terms(2, characters=(Character("Fuming", 0), None)))
