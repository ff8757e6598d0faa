"""Why a seat of Boeren Bridge knows who holds a card: facts that suffice, none spare, and since when."""

import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

import handsight as hs
from handsight.boeren import SEATS, BoerenRecord, view
from handsight.errors import InputError
from handsight.game.bitmask import members
from handsight.knowledge.boeren.explain import OwnerExplanation, SeenCardFact, SizeFact, VoidFact, _follows
from handsight.knowledge.boeren.owners import PLACES, owners
from handsight.notation import read

FILE = Path(__file__).parents[1] / "boeren" / "boeren.json"
ROUNDS = json.loads(FILE.read_text())["rounds"][:12]


def recorded(round_: dict[str, object]) -> BoerenRecord:
    (checked,) = read(json.dumps({"rounds": [round_], "knowledge": []}), "oracle")
    game = checked.valid_game()
    assert isinstance(game, BoerenRecord)
    return game


def explanations(game: BoerenRecord) -> Iterator[OwnerExplanation]:
    for turn in range(5, len(game.states), 3):
        for seat in range(SEATS):
            for card in game.setup.terms.pack:
                yield hs.explain(game, turn=turn, seat=seat, card=card)


@pytest.mark.parametrize("round_", ROUNDS, ids=lambda round_: round_["id"])
def test_claims_are_all_that_is_certain_and_no_fact_can_be_left_out(round_: dict[str, object]) -> None:
    counted = 0
    for found in explanations(recorded(round_)):
        known = owners(found.view)
        hidden = found.card in known.cards
        claims = {(claim.name, claim.value) for claim in found.claims}
        if hidden:
            index = known.cards.index(found.card)
            possible = [PLACES[place] for place in members(known.deal.possible[index])]
            places = PLACES[: SEATS + bool(found.view.terms.stock)]
            seat = PLACES[found.seat]
            ruled_out = {("not held by", place) for place in places if place not in (seat, *possible)}
            assert claims == ({("owner", possible[0])} if len(possible) == 1 else ruled_out)
            for claim in found.claims:
                place = 1 << PLACES.index(claim.value)
                target = place if claim.name == "owner" else (1 << len(PLACES)) - 1 & ~place
                assert claim.facts is not None
                assert _follows(known, index, claim.facts, target)
                for fewer in combinations(claim.facts, len(claim.facts) - 1):
                    assert not _follows(known, index, fewer, target)
                counted += any(isinstance(fact, VoidFact | SizeFact) for fact in claim.facts)
        else:
            ((claim,),) = [found.claims]
            assert claim.name == "owner"
            assert claim.facts is not None
            assert isinstance(claim.facts[0], SeenCardFact)
    assert counted > 0


def test_since_is_the_first_turn_of_an_unbroken_run() -> None:
    game = recorded(ROUNDS[0])
    last = len(game.states) - 1
    for seat in range(SEATS):
        for card in game.setup.terms.pack:
            for claim in hs.explain(game, seat=seat, card=card).claims:
                known = [
                    card not in (now := owners(view(game.states[turn], seat))).cards or card in now.settled
                    for turn in range(last + 1)
                ]
                assert all(known[claim.since :])
                assert claim.since == 0 or not known[claim.since - 1]


def test_an_explanation_is_said_in_words_and_as_data() -> None:
    game = recorded(ROUNDS[0])
    found = hs.explain(game, turn=14, seat="South", card="KC")
    (line,) = found.sentences(game.seats)
    assert line == (
        "KC is West's, because North has no cards left and East has no cards left; "
        "South knows it since turn 15"
    )
    row = found.to_json(game.seats)
    assert row["since"] == {"owner W": 14}
    assert [fact["fact"] for fact in row["reasons"][0]["facts"]] == ["size", "size"]


def test_a_card_outside_the_pack_is_refused() -> None:
    with pytest.raises(InputError, match="2C is not in the pack"):
        hs.explain(recorded(ROUNDS[0]), seat=0, card="2C")


def test_answers_print_as_sentences_and_have_a_short_repr() -> None:
    game = recorded(ROUNDS[0])
    known = hs.know(game, turn=6, seat=0)
    assert repr(known) == f"<Owners, turn index 6, seat 0: {len(known.cards)} hidden cards>"
    assert str(known).splitlines() == list(known.sentences(game.seats))
    explanation = hs.explain(game, turn=6, seat=0, card=known.cards[0])
    assert repr(explanation).startswith(f"<Explanation, turn index 6, seat 0, card {known.cards[0]}: ")
    assert str(explanation).splitlines() == list(explanation.sentences(game.seats))
