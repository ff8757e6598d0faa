"""A position as a Kripke model agrees with knowledge by counting, and with itself cut to the question."""

from random import Random

import pytest

import handsight as hs
from handsight.errors import InputError, TooLargeError
from handsight.hanabi import Setup, State, Terms, deal, legal, play, tiny, variant, view
from handsight.knowledge import Knowledge, nested_knowledge
from handsight.knowledge.hanabi.kripke_model import paths, position_model
from handsight.logic import parse

NAMES = ("ann", "bob")


def positions(seed: int, turns: int = 6) -> list[State]:
    dice = Random(seed)
    deck = list(tiny(2, 2).deck())
    dice.shuffle(deck)
    states = [deal(Setup(Terms(2, tiny(2, 2), hand_size=2, max_clues=3, max_strikes=2), tuple(deck)))]
    while len(states) <= turns and not states[-1].over:
        states.append(play(states[-1], dice.choice(list(legal(states[-1])))))
    return [state for state in states if not state.over]


@pytest.mark.parametrize("seed", range(5))
def test_knowing_is_counting(seed: int) -> None:
    for state in positions(seed):
        model = position_model(state, NAMES)
        kinds = state.terms.variant
        for seat, name in enumerate(NAMES):
            for card in Knowledge(view(state, seat)):
                for face in kinds.cards:
                    asked = parse(f"M[{name}] is({name},{card.slot + 1})={kinds.text(face)}")
                    assert model.holds(asked) == (face in card.possible)
                sure = model.holds(parse(f"K[{name}] playable({name},{card.slot + 1})"))
                assert sure == (card.playable == 1)


@pytest.mark.parametrize("seed", range(5))
def test_what_ann_knows_of_what_bob_knows(seed: int) -> None:
    for state in positions(seed):
        model = position_model(state, NAMES)
        kinds = state.terms.variant
        for said in nested_knowledge(view(state, 0), 1):
            for face in kinds.cards:
                asked = parse(f"M[ann] M[bob] is(bob,{said.slot + 1})={kinds.text(face)}")
                assert model.holds(asked) == (face in said.possible)
            assert model.holds(parse(f"K[ann] K[bob] playable(bob,{said.slot + 1})")) == said.surely_playable


QUESTIONS = (
    "K[ann] playable(ann,1)",
    "K[ann] ~K[bob] trash(bob,2)",
    "K[bob] M[ann] Kw[bob] critical(ann,2)",
    "[!playable(bob,1)] K[bob] K[ann] playable(bob,1)",
    "E[ann,bob] Kv[ann] is(ann,1) | D[ann,bob] is(ann,1)=r1",
    "<!M[ann] K[bob] playable(bob,2)> K[ann] playable(bob,2)",
)


@pytest.mark.parametrize("text", QUESTIONS)
def test_the_worlds_a_question_looks_at_suffice(text: str) -> None:
    question = parse(text)
    for seed in range(4):
        for state in positions(seed, turns=3):
            whole, part = position_model(state, NAMES), position_model(state, NAMES, about=question)
            assert part.count() <= whole.count()
            assert part.holds(question) == whole.holds(question)


def test_how_far_questions_look() -> None:
    assert paths(parse("playable(a,0)")) == frozenset({()})
    both = paths(parse("K[a] K[b] p & K[c] q"))
    assert both is not None
    assert both >= {("a", "b"), ("c",)}
    announced = paths(parse("[!K[b] p] K[a] q"))
    assert announced is not None
    assert ("a", "b") in announced
    assert paths(parse("C[a,b] p")) is None


def test_a_real_table_is_refused_with_its_number_or_asked_in_part() -> None:
    game = hs.load("sample:first")
    with pytest.raises(TooLargeError, match="1,500,743,232 worlds"):
        position_model(game.states[48], game.seats)
    question = parse("M[Alice] K[Bob] is(Bob,4)=b4")
    assert position_model(game.states[48], game.seats, about=question).holds(question)
    with pytest.raises(InputError, match="no player is called 'Zoe'"):
        position_model(game.states[48], game.seats, about=parse("K[Zoe] playable(Bob,4)"))


def test_hidden_clues_are_refused() -> None:
    terms = Terms(2, variant("Duck (3 Suits)"))
    with pytest.raises(InputError, match="public"):
        position_model(deal(Setup(terms, terms.variant.deck())))
