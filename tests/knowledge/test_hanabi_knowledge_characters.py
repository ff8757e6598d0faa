"""Laws of knowledge at tables where characters shut eyes, hide clues and misplay, in any kind of variant."""

from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from handsight.errors import InputError
from handsight.hanabi import Character, Setup, State, Terms, deal, legal, play, tiny, variant, view
from handsight.hanabi.view import hidden
from handsight.knowledge import Knowledge, explain, information_gains, know, nested_knowledge
from handsight.knowledge.hanabi.evidence import hidden_orders
from handsight.knowledge.hanabi.explain import Prover

SEATS = {
    "blind spot": ("Blind Spot", None, None),
    "oblivious": ("Oblivious", "Blind Spot", None),
    "slow": ("Slow-Witted", "Slow-Witted", None),
    "quacker": ("Quacker", "Blind Spot", None),
    "follower": ("Follower", "Slow-Witted", "Quacker"),
}
SMALL = replace(tiny(2, 3), name="small")
VARIANTS = {  # variants of one name are equal, so these names must be their own
    "plain": SMALL,
    "duck": replace(SMALL, name="small duck", hides="clue"),
    "hole": replace(SMALL, name="small hole", face_down=True),
    "hole of hidden clues": replace(SMALL, name="small dark hole", face_down=True, hides="value"),
}
GAMES = [(seats, kind) for seats in SEATS for kind in VARIANTS]


@cache
def random_game(seats: str, kind: str, seed: int = 0) -> list[State]:
    """Play at random on a small deck, with card cycle in every second game."""
    dice = Random(f"{seats} {kind} {seed}")
    who = tuple(name and Character(name) for name in SEATS[seats])
    cycle = bool(dice.randrange(2))
    options: dict[str, Any] = {"card_cycle": cycle, "deck_plays": True, "characters": who}
    terms = Terms(3, VARIANTS[kind], hand_size=2, max_clues=3, **options)
    deck = list(terms.variant.deck())
    dice.shuffle(deck)
    states = [deal(Setup(terms, tuple(deck)))]
    while not states[-1].over:
        states.append(play(states[-1], dice.choice(list(legal(states[-1])))))
    return states


@pytest.mark.parametrize(("seats", "kind"), GAMES)
def test_the_truth_is_never_ruled_out_nor_what_was_known_forgotten(seats: str, kind: str) -> None:
    for state in random_game(seats, kind):
        identity = state.terms.variant.identity
        for seat in range(3):
            found = Knowledge(view(state, seat))
            assert {order for order, card in enumerate(found.evidence.view.cards) if card is None} == {
                *found.evidence.orders
            }
            assert found.deck_orders > 0
            for card in found:
                assert card.mask >> identity(state.cards[card.order]) & 1
                assert sum(card.probability.values()) == 1
    for before, after in pairwise(random_game(seats, kind)):
        for seat in range(3):
            assert not hidden(after, seat) - hidden(before, seat) - {*range(before.drawn, after.drawn)}


@pytest.mark.parametrize(("seats", "kind"), GAMES)
def test_what_a_viewer_grants_a_holder_contains_what_the_holder_knows(seats: str, kind: str) -> None:
    for state in random_game(seats, kind)[::3]:
        for viewer in range(3):
            look = view(state, viewer)
            for holder in {0, 1, 2} - {viewer}:
                assert hidden_orders(look, holder) == Knowledge(view(state, holder)).evidence.orders
                for said, own in zip(
                    nested_knowledge(look, holder), Knowledge(view(state, holder)), strict=True
                ):
                    assert not own.mask & ~said.possible.mask
                    assert not said.surely_playable or own.playable == 1
                    assert not said.surely_trash or own.trash == 1


@pytest.mark.parametrize(("seats", "kind"), GAMES)
def test_every_question_has_an_answer_and_every_reason_suffices(seats: str, kind: str) -> None:
    states = random_game(seats, kind)
    for gain in information_gains(states):
        assert gain.exact == (not gain.bound)
        assert gain.after <= gain.before or not gain.exact
    for state in states[3::4]:
        for seat in range(3):
            for slot in range(len(state.hands[seat])):
                prover = Prover(view(state, seat), slot)
                explanation = explain(state, seat=seat, slot=slot)
                for claim in explanation.claims:
                    target = prover.target(
                        claim.name, state.cards[explanation.order] if claim.value else None
                    )
                    if claim.facts is None:
                        assert state.terms.variant.face_down
                        assert not prover.follows(prover.facts, target)
                    else:
                        assert prover.follows(claim.facts, target)


@pytest.mark.parametrize("seats", SEATS)
def test_shuffling_what_a_seat_cannot_see_changes_nothing_it_knows(seats: str) -> None:
    dice = Random(3)
    for state in random_game(seats, "plain")[::3]:
        for seat in range(3):
            look = view(state, seat)
            found = Knowledge(look)
            deck, dark_now = list(state.cards), [*found.evidence.orders]
            world = (
                dice.choice(found.evidence.clue_deal.worlds(10**6))
                if found.evidence.clue_deal.size < 5_000
                else ()
            )
            for order, identity in zip(dark_now, world, strict=False):
                deck[order] = state.terms.variant.card(identity)
            other = replace(state, setup=Setup(state.terms, tuple(deck)))
            assert view(other, seat) == look
            assert repr(Knowledge(view(other, seat))) == repr(found)


def test_a_large_hole_answers_within_its_cap() -> None:
    dice = Random(1)
    terms = Terms(3, variant("Throw It in a Hole (5 Suits)"), max_strikes=30)
    deck = list(terms.variant.deck())
    dice.shuffle(deck)
    state = deal(Setup(terms, tuple(deck)))
    while not state.over:
        state = play(state, next(legal(state)))
    found = Knowledge(view(state, 0))
    assert "boards" in found.caveat
    assert found[0].playable is None


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_is_not_there_is_refused_with_the_range(seat: int) -> None:
    with pytest.raises(InputError, match="seats are 0 to 2"):
        know(random_game("slow", "plain")[0], seat=seat)
