"""Tables of a hand: typed ones, those of recorded games, which hints are sure, partitions to check."""

from collections.abc import Sequence
from itertools import product

import pytest
from random_hanabi import random_game

import handsight as hs
from handsight.errors import InputError
from handsight.hanabi import ClueGiven, GiveClue, State, Terms, legal, variant
from handsight.notation.hanabi.table_text import clue_in_words
from handsight.signals import check_blocks, public_table, read_table, sentences, signals_json, study


def rows(text: str, **how: str) -> list[str]:
    return ["".join(sorted(row)) for row in read_table(text, **how).rows]  # type: ignore[arg-type]  # mixed


def test_a_printed_table_has_a_column_for_each_hint() -> None:
    printed = "1111. .11.. ..11. 1...."
    assert read_table(printed) == read_table("RWYG WY YG R", hints="RWYGB")
    assert read_table("1. .1", hints="BG") == read_table("B G", hints="BG")
    with pytest.raises(InputError, match=r"line 1, column 7: this row has 4 columns for 5 hints"):
        read_table("1111. .11.")


def test_a_typed_table_is_letters_or_digits() -> None:
    assert rows("RWYG WY YG R") == ["GRWY", "WY", "GY", "R"]
    assert rows("RW\nWY # the second card\n;R") == ["RW", "WY", "R"]
    assert list(read_table("RW WY", hints="B").hints) == ["B", "R", "W", "Y"]
    assert read_table("12 3").ranks == {rank: {rank} for rank in "123"}
    cards = read_table("R12 *", hints="B")
    assert list(cards.rows) == [{"R1", "R2"}, {"R1", "R2", "B1", "B2"}]
    assert cards.hints == {"R": {"R1", "R2"}, "B": {"B1", "B2"}, "1": {"R1", "B1"}, "2": {"R2", "B2"}}
    assert list(read_table("R12 *", kind="ranks").hints) == ["1", "2"]


@pytest.mark.parametrize(
    ("text", "how", "said"),
    [
        ("", {}, "no rows"),
        ("RW W.Y", {}, r"line 1, column 5: '\.' is no colour"),
        ("RW\n  W-", {}, "line 2, column 4"),
        (", R", {}, "',' is no colour"),
        ("* *", {}, "names no colour"),
        ("RW", {"left": "R=1"}, "W can be in card 1, but it is not said how many are left"),
        ("RW", {"left": "R=1 W=many"}, "'W=many' does not say how many"),
        ("RW", {"left": "R=1 R=2"}, "'R' is there twice"),
        ("RW", {"kind": "ranks"}, "no hints of ranks; ask for colours"),
    ],
)
def test_a_text_that_is_no_table_says_where(text: str, how: dict[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_table(text, **how)  # type: ignore[arg-type]  # mixed


def test_cards_that_share_too_few_copies_are_named() -> None:
    with pytest.raises(InputError, match="cards 1 and 3 have too few copies left"):
        study(read_table("R W R", left="R=1 W=1"))


def test_hints_are_sure_open_or_impossible() -> None:
    found = study(read_table("RWYG WY YG R", hints="RWYGB"))
    assert (found.hints("sure"), found.hints("open")) == (("R",), ("W", "Y", "G"))
    assert found.hints("impossible") == ("B",)
    found = study(read_table("RB WY W RB", left="R=1 W=2 Y=2 G=0 B=1"))
    assert found.hints("sure") == ("R", "B", "W")
    assert (len(found.packing), len(found.best)) == (2, 3)
    narrow = study(read_table("RB R", left="R=1 B=1"))  # the other card is the only red one
    assert list(narrow.table.narrowed) == [{"B"}, {"R"}]
    assert narrow.hints("sure") == ("R", "B")


def test_a_partition_that_somebody_tries_is_checked() -> None:
    table = read_table("RWYG WY YG R", hints="RWYGB")
    good = check_blocks(table, ["RB", "WYG"])
    assert [verdict.safe for verdict in good] == [True, True]
    bad = check_blocks(table, ["RB", "W", "YG"])
    assert [verdict.safe for verdict in bad] == [True, False, True]
    assert bad[1].hand is not None
    assert "W" not in bad[1].hand
    for blocks, said in (
        (["R", "RB"], "in block 1 and in block 2"),
        (["RP"], "'P'"),
        (["R", ""], "no hints"),
    ):
        with pytest.raises(InputError, match=said):
            check_blocks(table, blocks)


def test_the_sentences_say_why() -> None:
    said = "\n".join(sentences(study(read_table("RB WY W RB", left="R=1 W=2 Y=2 G=0 B=1"))))
    assert "R touches one of cards 1 and 4: of the cards that would avoid it, only 1 is left" in said
    assert "3 blocks (proved optimal)" in said
    assert "bound 3: in the hand" in said
    short = signals_json(study(read_table("RWYG WY YG R"), steps=0))["packing"]
    assert short["size"] <= short["most"]
    unproved = "\n".join(
        sentences(study(read_table("ABC BCD CDE DEF EFG FGA", hints="HIJKLMNOPQ"), steps=10))
    )
    assert "between" in unproved


def naive_public_hands(state: State, seat: int) -> list[tuple[int, ...]]:
    """List every hand that fits all clues and what was played and discarded."""
    kind = state.terms.variant
    left = list(kind.copies)
    held = {order for hand in state.hands for order in hand}
    for order in range(state.drawn):
        if order not in held:
            left[kind.identity(state.cards[order])] -= 1
    options = []
    for order in state.hands[seat]:
        fits: Sequence[int] = range(len(kind.cards))
        for event in state.events:
            if (
                isinstance(event, ClueGiven)
                and event.clue is not None
                and order in event.touched + event.missed
            ):
                touch = kind.touch(event.clue)
                fits = [one for one in fits if (touch >> one & 1) == (order in event.touched)]
        options.append(fits)
    return [hand for hand in product(*options) if all(hand.count(one) <= left[one] for one in set(hand))]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_public_table_of_a_game_is_what_no_clue_and_no_pile_rules_out(seed: int) -> None:
    states = random_game(seed, Terms(2, hs.hanabi.tiny(3, 3))).states
    for state in states[:: max(1, len(states) // 5)]:
        for seat in range(2):
            hands = naive_public_hands(state, seat)
            table = public_table(state, seat=seat)
            kind = state.terms.variant
            text = [kind.text(card) for card in kind.cards]
            assert table.narrowed == tuple(
                frozenset(text[hand[slot]] for hand in hands) for slot in range(len(state.hands[seat]))
            )
            found = study(table)
            for hint, touched in table.hints.items():
                legal = {any(text[one] in touched for one in hand) for hand in hands}
                expected = {frozenset({True}): "sure", frozenset({False}): "impossible"}.get(
                    frozenset(legal), "open"
                )
                assert found.status[hint] == expected
            for block in found.best.blocks:
                assert all(
                    any(text[one] in table.hints[hint] for hint in block for one in hand) for hand in hands
                )


GAMES_OF = (
    "No Variant",
    "Rainbow (6 Suits)",
    "Null (5 Suits)",
    "Alternating Clues (5 Suits)",
    "Cow & Pig (5 Suits)",
    "Duck (5 Suits)",
    "Throw It in a Hole (5 Suits)",
    "Number Blind (5 Suits)",
    "Up or Down (5 Suits)",
    "Synesthesia (5 Suits)",
)


@pytest.mark.parametrize("name", GAMES_OF)
def test_every_block_has_a_clue_that_the_rules_allow(name: str) -> None:
    game = random_game(7, Terms(3, variant(name)), turns=25)
    kind = variant(name)
    for state in game.states[::4]:
        given = [action for action in legal(state) if isinstance(action, GiveClue)]
        for seat in {action.seat for action in given}:
            table = public_table(state, seat=seat)
            for order, row in zip(state.hands[seat], table.narrowed, strict=True):
                assert kind.text(state.cards[order]) in row
            allowed = {clue_in_words(kind, action.clue) for action in given if action.seat == seat}
            found = study(table)
            assert found.best.proved
            assert allowed.issuperset(found.hints("sure"))
            assert allowed.isdisjoint(found.hints("impossible"))
            assert all(allowed & block for block in found.best.blocks)


def test_hints_that_touch_nothing_are_legal_where_the_variant_says_so() -> None:
    blind = variant("Color Blind (6 Suits)")
    game = random_game(0, Terms(2, blind), turns=1)
    found = study(public_table(game, seat=0, turn=0, kind="colours"))
    assert len(found.best) == len(blind.colors)
    assert "is always legal" in "\n".join(sentences(found))


def test_a_suit_that_no_colour_touches_leaves_no_safe_block() -> None:
    game = random_game(0, Terms(2, variant("White (6 Suits)")), turns=1)
    found = study(public_table(game, seat=0, turn=0, kind="colours"))
    assert len(found.best) == 0  # all cards may be white
    assert "no hint is legal" in "\n".join(sentences(found))
