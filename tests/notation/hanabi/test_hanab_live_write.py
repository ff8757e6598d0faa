import json
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from random_hanabi import IDLE, TERMINATED, VARIANTS, VOTE, random_game

from handsight.errors import InputError
from handsight.hanabi import RULE_SETS, Rules, Stop, Terms, tiny, variant
from handsight.notation import read
from handsight.notation.hanabi import hanab_live_export as hanab_live

SWITCHES = ("deck_plays", "empty_clues", "card_cycle", "all_or_nothing", "speedrun")


@st.composite
def terms(draw: st.DrawFn) -> Terms:
    players = draw(st.integers(2, 6))
    plain = Terms(players)
    return Terms(
        players,
        variant(draw(st.sampled_from(VARIANTS))),
        draw(st.sampled_from([*RULE_SETS.values(), Rules("custom", refund_five=False)])),
        hand_size=plain.hand_size + draw(st.integers(-1, 1)),
        first_seat=draw(st.integers(0, players - 1)),
        **cast("dict[str, Any]", draw(st.fixed_dictionaries({name: st.booleans() for name in SWITCHES}))),
    )


@given(
    st.integers(0, 10**6),
    terms(),
    st.integers(0, 60),
    st.sampled_from([None, Stop(1, TERMINATED), Stop(None, VOTE), Stop(None, IDLE), Stop(0, VOTE)]),
)
def test_reading_what_was_written_is_the_game(
    seed: int, agreed: Terms, turns: int, stop: Stop | None
) -> None:
    game = random_game(seed, agreed, turns=turns, stop=stop)
    written = hanab_live.write(game)
    assert written.lost == ()
    (checked,) = read(written.text)
    assert checked.valid_game() == game


@given(
    st.lists(st.text(), min_size=3, max_size=3),
    st.lists(st.lists(st.text(), max_size=5), max_size=3),
    st.none() | st.integers(-(2**63), 2**63 - 1),
    st.none() | st.text(min_size=1),
)
def test_names_notes_number_and_seed_come_back(
    names: list[str], notes: list[list[str]], number: int | None, seed: str | None
) -> None:
    game = replace(
        random_game(1, Terms(3)),
        names=tuple(names),
        notes=tuple(map(tuple, notes)),
        id=number,
        seed=seed,
        extras=(("timed", True), ("timeBase", 120), ("timePerTurn", 2.5)),
    )
    assert read(hanab_live.write(game).text)[0].game == game


def test_only_what_is_not_usual_is_written() -> None:
    tree = json.loads(hanab_live.write(random_game(1, Terms(2))).text)
    assert list(tree) == ["players", "deck", "actions"]
    tree = json.loads(hanab_live.write(random_game(1, Terms(2, rules=RULE_SETS["hanabidata"]))).text)
    assert tree["house_rules"] == {
        "discard_at_max_clues": True,
        "strikeout_keeps_score": True,
        "early_end": False,
    }


@pytest.mark.parametrize(
    "agreed",
    [
        Terms(2, tiny(3, 3), hand_size=2),
        Terms(2, hand_size=8),
        Terms(2, max_clues=4),
        Terms(2, max_strikes=1),
    ],
)
def test_what_hanab_live_does_not_know_is_refused(agreed: Terms) -> None:
    with pytest.raises(InputError, match="cannot hold"):
        hanab_live.write(random_game(1, agreed))
