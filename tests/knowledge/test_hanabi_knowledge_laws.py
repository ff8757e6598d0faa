"""Laws of knowledge, on random games of many variants."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random

import pytest
from msgspec.structs import replace

from handsight.deals import Deal
from handsight.game import Dice
from handsight.hanabi import Action, HanabiRecord, Setup, State, Terms, deal, legal, play, variant, view
from handsight.knowledge import Evidence, Knowledge, explain, information_gains
from handsight.knowledge.claims import known_since
from handsight.knowledge.hanabi.evidence import evidence
from handsight.knowledge.hanabi.explain import Fact, Prover
from handsight.knowledge.hanabi.face_down import FaceDownDeal, replay

NAMES = (
    "No Variant",
    "Rainbow & Pink (6 Suits)",
    "Up or Down (5 Suits)",
    "Sudoku (5 Suits)",
    "White-Ones (5 Suits)",
    "Synesthesia (4 Suits)",
    "Duck (4 Suits)",
    "Cow & Pig (4 Suits)",
    "Throw It in a Hole (4 Suits)",
)


def random_game(name: str, seed: int, players: int = 3, most: int = 60) -> list[State]:
    """Play at random, but rather clues and discards than wild plays, so that games last."""
    dice = Random(seed)
    terms = Terms(players, variant(name))
    deck = list(terms.variant.deck())
    dice.shuffle(deck)
    state = deal(Setup(terms, tuple(deck)))
    states = [state]
    while not state.over and len(states) <= most:
        options = list(legal(state))
        state = play(state, min(dice.sample(options, min(3, len(options))), key=_wildness))
        states.append(state)
    return states


def _wildness(action: object) -> int:
    return {"GiveClue": 0, "Discard": 1, "Play": 2}[type(action).__name__]


@pytest.mark.parametrize("name", NAMES)
def test_the_truth_is_never_ruled_out_and_knowledge_only_narrows(name: str) -> None:
    states = random_game(name, seed=5, most=40)
    step = 10 if states[0].terms.variant.hides == "clue" else 2
    for seat in range(3):
        before: dict[int, int] = {}
        for state in states[::step]:
            found = Knowledge(view(state, seat))
            masks = {card.order: card.mask for card in found}
            for order, mask in masks.items():
                assert mask >> state.terms.variant.identity(state.cards[order]) & 1
                assert not mask & ~before.get(order, mask)
            for card in found:
                assert sum(card.probability.values()) == 1
                assert not card.mask & ~card.counted_mask
                assert not card.counted_mask & ~card.clued_mask
            before = masks


@pytest.mark.parametrize("name", NAMES)
def test_shuffling_what_a_seat_cannot_see_changes_nothing_it_knows(name: str) -> None:
    dice = Random(1)
    states = random_game(name, seed=7, most=30)
    step = 12 if states[0].terms.variant.hides == "clue" else 5
    for state in states[::step]:
        for seat in range(3):
            look = view(state, seat)
            found = Knowledge(look).evidence
            other = with_cards(state, found.orders, sample(found, Dice(dice.randrange(1 << 30))), dice)
            assert view(other, seat) == look
            assert repr(Knowledge(view(other, seat))) == repr(Knowledge(look))


def sample(found: Evidence, dice: Dice) -> tuple[int, ...]:
    """Draw a world that the evidence allows; where cards lie face down, draw until the game would go on."""
    while True:
        world = found.clue_deal.sample(dice)
        masks = tuple(1 << identity for identity in world)
        if not isinstance(found.deal, FaceDownDeal):
            return world
        if replay(found.view, found.orders, Deal(masks, found.limits)).parts:
            return world


def with_cards(state: State, orders: tuple[int, ...], world: tuple[int, ...], dice: Random) -> State:
    """Put another hand that the seat thinks possible in the place of the true one, and shuffle the deck."""
    kinds = state.terms.variant
    deck = list(state.cards)
    pool = [deck[order] for order in orders] + deck[state.drawn :]
    for order, identity in zip(orders, world, strict=True):
        deck[order] = kinds.card(identity)
        pool.remove(deck[order])
    dice.shuffle(pool)
    deck[state.drawn :] = pool
    return replace(state, setup=Setup(state.terms, tuple(deck)))


def claims(states: list[State]) -> Iterator[tuple[State, int, int]]:
    for state in states[10::7]:
        for seat in range(3):
            for slot in range(len(state.hands[seat])):
                yield state, seat, slot


@pytest.mark.parametrize("name", ["No Variant", "Rainbow & Pink (6 Suits)", "Cow & Pig (4 Suits)"])
def test_a_reason_suffices_and_no_fact_of_it_can_be_dropped(name: str) -> None:
    reasons = 0
    for state, seat, slot in claims(random_game(name, seed=11, most=50)):
        prover = Prover(view(state, seat), slot)
        explanation = explain(state, seat=seat, slot=slot)
        for claim in explanation.claims:
            target = prover.target(claim.name, state.cards[explanation.order] if claim.value else None)
            assert claim.facts is not None
            assert prover.follows(claim.facts, target)
            for fact in claim.facts:
                assert not prover.follows([kept for kept in claim.facts if kept != fact], target)
            assert claim.value or claim.name in explanation.claim_sentence(claim, ("Ann", "Bob", "Cy"))
            reasons += 1
    assert reasons > 3


@pytest.mark.shows("S0-63")
def test_a_reason_is_a_smallest_one_where_all_can_be_tried() -> None:
    tried = 0
    for state, seat, slot in claims(random_game("No Variant", seed=3, most=50)):
        prover = Prover(view(state, seat), slot)
        explanation = explain(state, seat=seat, slot=slot)
        for claim in explanation.claims:
            if claim.facts is None or len(claim.facts) > 3:
                continue
            target = prover.target(claim.name, state.cards[explanation.order] if claim.value else None)
            facts: list[Fact] = [*prover.clues, *prover.seen]
            smaller = combinations(facts, len(claim.facts) - 1) if claim.facts else ()
            assert not any(prover.follows(some, target) for some in smaller)
            tried += 1
    assert tried > 3


def test_a_move_never_takes_knowledge_away() -> None:
    states = random_game("No Variant", seed=2)
    gains = list(information_gains(states))
    assert [gain.turn for gain in gains] == [turn for turn in range(len(states) - 1) for _ in range(3)]
    assert all(gain.after <= gain.before and gain.bits >= 0 for gain in gains)
    assert any(gain.learned for gain in gains)


def test_since_names_the_first_turn_of_an_unbroken_run() -> None:
    states = random_game("No Variant", seed=2)
    game = HanabiRecord.replay(states[0].setup, tuple(actions_of(states)))
    for turn in (len(states) // 2, len(states) - 1):
        for seat in range(3):
            for slot, order in enumerate(states[turn].hands[seat]):
                for claim in explain(game, seat=seat, slot=slot, turn=turn).claims:
                    certain = [
                        order in state.hands[seat]
                        and claim.name in Knowledge(view(state, seat))[state.hands[seat].index(order)].certain
                        for state in states[: turn + 1]
                    ]
                    assert all(certain[claim.since :])
                    assert claim.since == 0 or not certain[claim.since - 1]


def actions_of(states: list[State]) -> Iterator[Action]:
    for before, after in pairwise(states):
        yield next(action for action in legal(before) if play(before, action) == after)


def test_known_since_stops_where_a_claim_was_not_known() -> None:
    known = [(), ("a",), ("a", "b"), ("b",), ("a", "b")]
    assert known_since(4, known[4], known.__getitem__) == {"a": 4, "b": 2}
    assert known_since(0, ("a",), known.__getitem__) == {"a": 0}


def test_a_card_that_has_been_seen_since_is_known_and_its_copy_is_set_aside() -> None:
    seen = 0
    for before, after in pairwise(random_game("No Variant", 3, most=90)):
        own = Knowledge(view(before, before.seat)).evidence
        gone = [at for at, order in enumerate(own.orders) if order not in after.hands[before.seat]]
        found = evidence(view(after, before.seat), own.orders)
        for at in gone:
            seen += 1
            assert found.deal.possible[at] == 1 << after.terms.variant.identity(after.cards[own.orders[at]])
        assert all(now & was == now for now, was in zip(found.deal.possible, own.deal.possible, strict=True))
    assert seen > 20
