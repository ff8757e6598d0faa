"""What is written is read back, whatever the game."""

from random import Random
from typing import Any

import pytest
from hanabi_strategies import games, play_out, rule_sets
from hypothesis import HealthCheck, given, settings

from handsight.hanabi import RULE_SETS, Card, HanabiRecord, Rules, Setup, Terms, variant, variant_names
from handsight.hanabi.variants.catalogue import FAMILIES
from handsight.notation.checked_game import CheckedGame
from handsight.notation.hanabi import log
from handsight.notation.hanabi.log_settings import vocabulary
from handsight.notation.hanabi.validation import validate


def read(text: str) -> CheckedGame[Any]:
    (parsed,) = log.read(text)
    return validate(parsed, "made", partial=True)


def comes_back(game: HanabiRecord) -> None:
    written = log.write(game)
    assert written.lost == ()
    checked = read(written.text)
    assert (checked.problems, checked.notices) == ((), ())
    assert checked.game == game
    assert log.write(checked.game) == written


@pytest.mark.shows("S0-22")
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(games())
def test_a_game_is_read_back_as_it_was(game: HanabiRecord) -> None:
    comes_back(game)


@pytest.mark.slow
@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(games())
def test_many_games_are_read_back_as_they_were(game: HanabiRecord) -> None:
    comes_back(game)


@pytest.mark.parametrize("family", sorted({some.name for some in FAMILIES}))
def test_a_game_of_every_family_is_read_back(family: str) -> None:
    dice = Random(family)  # a reproducible game, no secret
    number = dice.choice([number for number, _ in variant_names() if variant(number).family == family])
    terms = Terms(dice.randint(2, 6), variant(number), RULE_SETS["stacks"])
    deck = list(terms.variant.deck())
    dice.shuffle(deck)
    setup = Setup(terms, tuple(deck))
    comes_back(HanabiRecord.replay(setup, tuple(play_out(setup, dice))))


@given(rule_sets())
def test_every_rule_set_is_read_back(rules: Rules) -> None:
    setup = Setup(Terms(2, rules=rules), variant().deck())
    assert read(log.write(HanabiRecord.replay(setup)).text).game == HanabiRecord.replay(setup)


@pytest.mark.parametrize("start", range(0, 2426, 400))
def test_the_cards_and_clues_of_every_variant_have_words(start: int) -> None:
    for number, _ in variant_names()[start : start + 400]:
        some = variant(number)
        words = vocabulary(some)
        for suit, rank in some.cards:
            name, _, last = words.card(Card(suit, rank)).rpartition(" ")
            assert (words.suits[name.casefold()], words.ranks[last.casefold()]) == (suit, rank)
        assert list(words.clues.values()) == list(some.clues())


def test_what_a_log_cannot_hold_is_said() -> None:
    terms = Terms(2, rules=Rules("house", refund_five=False), max_clues=100)
    written = log.write(
        HanabiRecord.replay(
            Setup(terms, variant().deck()), (), ("Alice",), (("",) * 1200 + ("far",), ()), 10**18
        )
    )
    assert written.lost == (
        "the names, which are not one for each player",
        "the name of the rule set, 'house'",
        "option clues, which is beyond its bounds",
        "the number of the game, which is too large",
        "notes on cards beyond 999",
    )
    checked = read(written.text)
    assert checked.valid
    assert checked.game is not None
    assert checked.game.setup.terms.rules == Rules("custom", refund_five=False)
