"""Knowledge by counting equals knowledge by replaying every order of a tiny deck.

The slow reference: a seat cannot rule out a deck order exactly when some course of the game on that order
looks the same to it as what it saw. In variants that hide clues, the course may differ in what is hidden.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations
from random import Random

import pytest
from msgspec.structs import replace

from handsight.hanabi import (
    Action,
    Card,
    Character,
    GiveClue,
    Setup,
    State,
    Terms,
    Variant,
    View,
    card_value,
    deal,
    legal,
    play,
    tiny,
    view,
    why_illegal,
)
from handsight.hanabi.character_effects import CHARACTER_RULES
from handsight.knowledge import Knowledge, nested_knowledge

PLAIN = tiny(2, 2)
VARIANTS = {
    "plain": PLAIN,
    "one suit": tiny(1, 3),
    "duck": replace(PLAIN, name="duck", hides="clue"),
    "cow and pig": replace(PLAIN, name="cow and pig", hides="value"),
    "hole": replace(PLAIN, name="hole", face_down=True),
    **{name: replace(PLAIN, name=name) for name in ("Blind Spot", "Oblivious", "Slow-Witted")},
    "hole of one suit": replace(tiny(1, 3), name="hole of one suit", face_down=True),
}


@cache
def orders(variant: Variant) -> list[tuple[Card, ...]]:
    return sorted(set(permutations(variant.deck())))


def terms_of(variant: Variant) -> Terms:
    if variant.name in CHARACTER_RULES:  # the first seat plays as this character, at a table of three
        who = (Character(variant.name), None, None)
        return Terms(3, variant, hand_size=2, max_clues=3, max_strikes=2, characters=who)
    return Terms(2, variant, hand_size=2, max_clues=3, max_strikes=2)


def courses(state: State, action: Action, viewer: int) -> Iterator[State]:
    """Yield what may have happened, as far as the viewer can tell which action it was."""
    actions = [action]
    if isinstance(action, GiveClue) and state.terms.variant.hides and state.seat != viewer:
        actions = [GiveClue(action.seat, clue) for clue in state.terms.variant.clues()]
    for chosen in actions:
        if why_illegal(state, chosen) is None:
            yield play(state, chosen)


def looks_the_same(deck: tuple[Card, ...], actions: list[Action], seen: list[View], viewer: int) -> bool:
    states = [deal(Setup(seen[0].terms, deck))]
    for action, look in zip([None, *actions], seen, strict=True):
        if action is not None:
            states = [after for state in states for after in courses(state, action, viewer)]
        states = [state for state in states if view(state, viewer) == look]
        if not states:
            return False
    return True


def positions(variant: Variant, seed: int) -> Iterator[tuple[State, list[Action], list[State]]]:
    dice = Random(seed)
    deck = list(variant.deck())
    dice.shuffle(deck)
    state = deal(Setup(terms_of(variant), tuple(deck)))
    actions: list[Action] = []
    states = [state]
    while True:
        yield state, list(actions), list(states)
        if state.over:
            return
        action = dice.choice(list(legal(state)))
        state = play(state, action)
        actions.append(action)
        states.append(state)


SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))]


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("seed", SEEDS)
def test_counting_equals_replaying(name: str, seed: int) -> None:
    variant = VARIANTS[name]
    for state, actions, states in positions(variant, seed):
        for seat in range(state.terms.players):
            seen = [view(before, seat) for before in states]
            worlds = [deck for deck in orders(variant) if looks_the_same(deck, actions, seen, seat)]
            assert state.cards in worlds
            found = Knowledge(seen[-1])
            assert not found.caveat
            assert found.deck_orders == len(worlds)
            check_cards(found, worlds, actions, seat, state)


def check_cards(
    found: Knowledge, worlds: list[tuple[Card, ...]], actions: list[Action], seat: int, state: State
) -> None:
    variant = state.terms.variant
    for card in found:
        faces = [deck[card.order] for deck in worlds]
        assert set(card.possible) == set(faces)
        for face, chance in card.probability.items():
            assert chance == Fraction(faces.count(face), len(faces))
        if variant.hides:
            continue  # the replay of the true actions may be impossible there
        finals = [replayed(state.terms, deck, actions) for deck in worlds]
        masks = [card_value.playable(variant, final.stacks) for final in finals]
        hits = sum(mask >> variant.identity(face) & 1 for mask, face in zip(masks, faces, strict=True))
        assert card.playable == Fraction(hits, len(worlds))
        needs = [card_value.needed(variant, final.stacks, final.discarded_copies) for final in finals]
        dead = sum(not mask >> variant.identity(face) & 1 for mask, face in zip(needs, faces, strict=True))
        assert card.trash == Fraction(dead, len(worlds))
        last = [card_value.critical(variant, final.stacks, final.discarded_copies) for final in finals]
        vital = sum(mask >> variant.identity(face) & 1 for mask, face in zip(last, faces, strict=True))
        assert card.critical == Fraction(vital, len(worlds))
    assert seat == found.seat


def replayed(terms: Terms, deck: tuple[Card, ...], actions: list[Action]) -> State:
    state = deal(Setup(terms, deck))
    for action in actions:
        state = play(state, action)
    return state


SEEN = ["plain", "one suit", "duck", "cow and pig", "Blind Spot", "Oblivious", "Slow-Witted"]


@pytest.mark.slow
@pytest.mark.parametrize("name", SEEN)
@pytest.mark.parametrize(("viewer", "holder"), [(0, 1), (1, 0)])
@pytest.mark.parametrize("seed", SEEDS)
def test_what_one_seat_can_say_of_another(name: str, seed: int, viewer: int, holder: int) -> None:
    """Bob may think a card to be x, as far as Alice can tell: in some world of hers he would."""
    variant = VARIANTS[name]
    for _, actions, states in positions(variant, seed):
        if len(actions) > 5:
            break
        mine = [view(before, viewer) for before in states]
        union: dict[int, set[Card]] = {}
        for deck in orders(variant):
            if not looks_the_same(deck, actions, mine, viewer):
                continue
            for course in full_courses(deck, actions, mine, viewer):
                for card in Knowledge(view(course, holder)):
                    union.setdefault(card.order, set()).update(card.possible)
        for said in nested_knowledge(mine[-1], holder):
            assert set(said.possible) >= union[said.order]
            assert set(said.possible) == union[said.order] or "hidden from both" in said.caveat


def full_courses(
    deck: tuple[Card, ...], actions: list[Action], seen: list[View], viewer: int
) -> Iterator[State]:
    states = [deal(Setup(seen[0].terms, deck))]
    for action, look in zip(actions, seen[1:], strict=True):
        states = [after for state in states for after in courses(state, action, viewer)]
        states = [state for state in states if view(state, viewer) == look]
    yield from states
