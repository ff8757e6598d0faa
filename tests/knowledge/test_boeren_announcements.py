"""Public announcements of Boeren Bridge in the models, and the names that formulas about a round may use."""

from itertools import pairwise

import pytest
from boeren_rounds import changed_round, random_round

from handsight.boeren import (
    Bid,
    BidChanged,
    BoerenRecord,
    State,
    SuitLed,
    Terms,
    TrumpAnnounced,
    deal,
    play,
    view,
)
from handsight.errors import InputError
from handsight.knowledge import ask
from handsight.knowledge.boeren.announcements import announcements
from handsight.knowledge.boeren.kripke_model import deal_model, parse_formula, public_model
from handsight.knowledge.boeren.owners import owners
from handsight.logic import C, formula_text
from handsight.notation.boeren.table_text import event_sentence
from handsight.playable_games import load

SEATS = ("North", "East", "South", "West")


@pytest.fixture(scope="module")
def sample() -> BoerenRecord:
    game: BoerenRecord = load("sample:boeren")
    return game


def test_the_sample_has_the_event_of_lamas_boerenbridge(sample: BoerenRecord) -> None:
    assert [event_sentence(event, SEATS) for event in sample.states[5].events] == [
        "trump is clubs",
        "North bids 1",
        "East bids 0",
        "South bids 1",
        "West bids 2",
        "West had to change its guess from 2 to 3",
    ]
    assert sample.final.over
    assert sample.final.bids == (1, 0, 1, 3)


def test_knowledge_uses_the_announced_change(sample: BoerenRecord) -> None:
    """Before it nobody knows that West changes its guess; after it everybody does, and that all do."""
    said = "C[N,E,S,W] (changed(W) & guess(W)=2 & bid(W)=3)"
    assert not ask(sample, formula=said, turn=4).holds
    assert ask(sample, formula=said, turn=5).holds
    assert ask(sample, formula="C[N,E,S,W] ~changed(W) & guess(W)=2 & bid(W)=2", turn=4).holds
    assert not ask(sample, formula="Kv[N] guess(W)", turn=3).holds
    assert ask(sample, formula="Kv[N] guess(W)", turn=4).holds
    assert ask(sample, formula="changed(W) & ~changed(N) & guess(N)=1 & bid(N)=1").holds


@pytest.mark.parametrize("seed", [0, 3, 6])
def test_a_change_rules_out_no_deal(seed: int) -> None:
    """By the rules a dealer may bid what it likes, so its bids say nothing about cards."""
    game = changed_round(seed)
    before, after = game.states[4], game.states[5]
    assert isinstance(after.events[-1], BidChanged)
    for seat in range(4):
        assert owners(view(before, seat)).chances == owners(view(after, seat)).chances
    if not after.terms.stock:
        assert public_model(view(before, 0)).count() == public_model(view(after, 0)).count()


def test_every_announcement_is_true_and_common_knowledge() -> None:
    kinds = set()
    for seed in range(6):
        game = changed_round(3 * seed) if seed % 2 else None
        states = list(game.states) if game else list(random_round(Terms(3), seed))
        if states[0].terms.stock:
            continue
        for before, after in pairwise(states):
            model, found = deal_model(after), announcements(after)
            assert found.turn == after.turn
            assert found.made[-1].deals == model.count()
            for made in found.made[len(before.events) :]:
                kinds.add(made.kind)
                if made.formula is not None and not (made.kind == "led" and not after.trick):
                    assert model.holds(C(("N", "E", "S", "W"), made.formula))
    assert kinds == {"bid", "change", "play", "led", "void", "trick"}


def test_trump_and_the_suit_of_the_trick_are_among_the_announcements(sample: BoerenRecord) -> None:
    found = announcements(sample.states[7])
    kinds = [made.kind for made in found.made]
    assert kinds == ["trump", "bid", "bid", "bid", "bid", "change", "play", "led", "play", "void"]
    assert isinstance(found.made[0].event, TrumpAnnounced)
    assert isinstance(found.made[7].event, SuitLed)
    formulas = [formula_text(made.formula) for made in found.made if made.formula is not None]
    assert formulas[0] == "trump=C"
    assert formulas[5:9] == ["changed(W) & guess(W)=2 & bid(W)=3", "has(N,AC)", "led=C", "has(E,AD)"]
    model = deal_model(sample.states[7])
    assert all(model.holds(parse_formula(text, model)) for text in formulas)
    lines = list(found.sentences(SEATS))
    assert lines[0] == "announcements up to turn 8: 63,063,000 possible deals before the first"
    assert lines[1] == "  deal: trump is clubs  [trump=C]"
    assert "  turn 5: West had to change its guess from 2 to 3" in lines[6]
    assert lines[8] == "  turn 6: the suit of the trick is clubs  [led=C]"
    assert lines[10].endswith("deals left")
    row = found.to_json(SEATS)["announcements"][5]
    assert row == {
        "turn": 4,
        "seat": 3,
        "kind": "change",
        "text": "West had to change its guess from 2 to 3",
        "formula": "changed(W) & guess(W)=2 & bid(W)=3",
        "deals": 63063000,
    }


SPELLINGS = ["E_H_Q", "East_Hearts_Q", "e_h_q", "P1_H_Q", "has(P1,QH)", "has(east,qh)", "owner(QH)=P1"]


@pytest.mark.parametrize("text", SPELLINGS)
def test_the_atoms_of_lamas_boerenbridge(sample: BoerenRecord, text: str) -> None:
    assert ask(sample, formula=text, turn=0).holds
    assert ask(sample, formula=f"K[P1] {text} & ~K[P0] {text}", turn=0).holds


@pytest.mark.parametrize(("atom", "plain"), [("W_SP_A", "AS"), ("P3_Spades_Q", "QS"), ("w_c_j", "JC")])
def test_spades_are_sp(sample: BoerenRecord, atom: str, plain: str) -> None:
    answer = ask(sample, formula=atom, turn=0)
    assert answer.holds
    assert answer.formula == f"has(W,{plain})"


def test_tens_and_low_cards_have_atoms_too() -> None:
    state: State = next(random_round(Terms(5), 1))
    model = deal_model(state)
    assert formula_text(parse_formula("N_H_10 | N_H_T", model)) == "has(N,TH) | has(N,TH)"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("N_S_Q", "SP for spades, as S is South"),
        ("N_Q_SP", "write the seat (N, E, S, W), the suit"),
        ("P7_H_Q", "'P7_H_Q' is not an atom"),
        ("E_H_Z", "and the rank, as in E_H_Q"),
        ("E_QH", "as in E_H_Q (East has the queen of hearts)"),
        ("K[N] E_H_Q_2", "column 6: 'E_H_Q_2' is not an atom"),
        ("E_H_2", "'E_H_2': the card 2H was not dealt in this round"),
        ("trump=S", "did you mean 'SP'?"),
        ("guess(W)=9", "unknown value of guess(W) '9'"),
        ("K[P4] E_H_Q", "unknown agent 'P4'"),
    ],
)
def test_near_misses_are_explained(sample: BoerenRecord, text: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        ask(sample, formula=text, turn=0)
    assert words in str(error.value)


def test_seats_go_by_the_names_of_their_players() -> None:
    game = changed_round(0)
    named = BoerenRecord(game.setup, game.actions, game.states, ("Ann", "Bob", "Cy", "S"))
    card = game.setup.hands[1][0]
    assert ask(named, formula=f"K[bob] has(Bob,{card})", turn=0).holds
    assert ask(named, formula=f"K[P1] has(E,{card})", turn=0).holds
    assert ask(named, formula="K[S] true", turn=0).formula == "K[S] true"  # the letters stand for the seats


def test_a_round_without_changes_has_no_such_fact() -> None:
    state = deal(next(random_round(Terms(3), 1)).setup)
    for bid in (0, 0, 0, 0):
        state = play(state, Bid(bid))
    model = deal_model(state)
    assert not any(model.holds(parse_formula(f"changed({seat})", model)) for seat in SEATS)
