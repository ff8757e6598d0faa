"""Laws that hold in every game with characters, whoever they are."""

from collections.abc import Hashable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from handsight import hanabi
from handsight.game import Dice, perft, shuffled
from handsight.hanabi import (
    Action,
    Character,
    Discard,
    GiveClue,
    Play,
    Setup,
    State,
    Terms,
    Variant,
    deal,
    legal,
    play,
    tiny,
    variant,
    view,
    why_illegal,
)
from handsight.hanabi.character_effects import CHARACTER_RULES
from handsight.hanabi.characters import CHARACTERS
from handsight.hanabi.variants.rule_changes import RULES

VARIANTS = tuple(
    variant(name)
    for name in (
        "No Variant",
        "Throw It in a Hole & Rainbow (5 Suits)",
        "Orange (5 Suits)",
        "Deceptive-Ones (5 Suits)",
        *(f"{twist.title} (5 Suits)" for twist in RULES.values()),
        "Reversed (5 Suits)",
    )
)
TINY_DECK = "r1 y2 r1 r2 y1 y1 y1 r1"


def some_character(name: str, variant: Variant, dice: Dice) -> Character:
    most = {"colour": len(variant.colors), "suit": len(variant.suits), "number": 4}
    kind = CHARACTERS[name].value
    if not kind or not most[kind]:
        return Character(name)
    return Character(name, dice.below(most[kind]) + (kind == "number"))


def some_game(seed: int) -> State:
    dice = Dice(seed)
    players, chosen = 2 + seed % 5, VARIANTS[seed % len(VARIANTS)]
    names = shuffled([trait.name for trait in CHARACTERS.values() if trait.players <= players], dice)
    options: dict[str, Any] = {
        name: dice.below(4) == 0 for name in ("deck_plays", "empty_clues", "card_cycle", "all_or_nothing")
    }
    who = tuple(some_character(name, chosen, dice) for name in names[:players])
    terms = Terms(players, chosen, characters=who, **options)
    return deal(Setup(terms, shuffled(chosen.deck(), dice)))


def some_play(seed: int) -> Iterator[State]:
    """Play a random game, every state of it, with few plays, so that it lasts."""
    state, dice = some_game(seed), Dice(seed, stream=1)
    yield state
    while options := list(legal(state)):
        careful = [action for action in options if not isinstance(action, Play)]
        pick = careful if careful and dice.below(8) else options
        state = play(state, pick[dice.below(len(pick))])
        yield state


def everything(state: State) -> Iterator[Action]:
    """Yield every action that could be thought of, near misses among them."""
    for order in (*state.hands[state.seat], state.hands[state.seat - 1][0], state.drawn, -1):
        yield Play(order)
        yield Discard(order)
    for seat in range(-1, state.terms.players + 1):
        for clue in state.terms.variant.clues():
            yield GiveClue(seat, clue)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_every_game_ends_and_what_is_legal_has_no_objection(seed: int) -> None:
    for turn, state in enumerate(some_play(seed)):
        assert turn < 400
        options = list(legal(state))
        assert state.over == (not options)
        assert list(legal(view(state, state.seat))) == options
        if turn % 5 == 0 and all(state.hands):
            assert {a for a in everything(state) if why_illegal(state, a) is None} == set(options)


def dark(state: State, seat: int, emerged: set[int]) -> set[int]:
    """Say which cards in hands a seat must not see; what was behind slot 0 before has been seen by all."""
    hands, character = state.hands, state.terms.characters[seat]
    next_hand = hands[(seat + 1) % state.terms.players]
    newest = {hand[0] for hand in hands if hand} - emerged
    shut = {"Blind Spot": next_hand, "Oblivious": hands[seat - 1], "Slow-Witted": newest}
    return {*hands[seat], *shut.get(character.name if character else "", ())}


@pytest.mark.parametrize("seed", range(60))
def test_a_view_does_not_change_with_what_it_hides(seed: int) -> None:
    dice, emerged = Dice(seed, stream=2), set[int]()
    for turn, state in enumerate(some_play(seed)):
        emerged.update(order for hand in state.hands for order in hand[1:])
        if turn % 7:
            continue
        for seat in range(state.terms.players):
            seen = view(state, seat)
            hidden = [order for order, card in enumerate(seen.cards) if card is None]
            held = {order for hand in state.hands for order in hand}
            assert dark(state, seat, emerged) == held.intersection(hidden)
            hidden += range(state.drawn, len(state.cards))
            deck = list(state.cards)
            for order, other in zip(hidden, shuffled(hidden, dice), strict=True):
                deck[order] = state.cards[other]
            assert view(replace(state, setup=Setup(state.terms, tuple(deck))), seat) == seen


def count(state: State, depth: int, known: dict[Hashable, int]) -> int:
    """Count lines of play as perft does, but every position only once."""
    at = state.position, depth
    if at not in known:
        known[at] = (
            sum(count(play(state, action), depth - 1, known) for action in legal(state)) if depth else 1
        )
    return known[at]


@pytest.mark.parametrize("name", [name for name, rule in CHARACTER_RULES.items() if rule.memory])
def test_a_position_is_all_that_the_future_depends_on(name: str) -> None:
    small, players = tiny(2, 2), CHARACTERS[name].players
    who = (Character(name), *[None] * (players - 1))
    terms = Terms(players, small, hand_size=1, max_clues=4, max_strikes=9, characters=who)
    state = deal(Setup(terms, tuple(small.read(word) for word in TINY_DECK.split())))
    assert count(state, 8 - players, {}) == perft(hanabi, state, 8 - players)
