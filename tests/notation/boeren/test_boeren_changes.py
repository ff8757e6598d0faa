"""Rounds in which the dealer had to change its bid, as logs and as JSON, and what can be wrong in them."""

import json
from typing import Any

import pytest
from boeren_rounds import changed_round

from handsight.boeren import BidChanged, ChangeBid
from handsight.notation import read as read_games
from handsight.notation.boeren import json_file, log
from handsight.notation.boeren.json_file import round_json


def read(text: str, *, compare: bool = False) -> list[Any]:
    return read_games(text, compare=compare)


ROUNDS = [changed_round(seed, "any_other" if seed % 10 == 9 else "plus_minus_one") for seed in range(100)]
LOG = """\
Boeren Bridge
Round
Cards 3
Trump Clubs
Dealer P3
P0 holds QC KC AC
P1 holds QD KD AD
P2 holds QH KH AH
P3 holds QS KS AS
P0 bids 1
P1 bids 0
P2 bids 1
P3 bids 1
P3 changes to 2
P0 plays QC
"""


def test_the_generator_makes_changes() -> None:
    for game in ROUNDS:
        (change,) = (event for event in game.final.events if isinstance(event, BidChanged))
        assert (change.seat, change.turn) == (game.setup.dealer, 4)
        assert game.final.over
    assert len({(game.final.bids, game.setup.dealer) for game in ROUNDS}) > 50


def test_a_hundred_rounds_with_changes_round_trip_through_the_log() -> None:
    written = log.write(*ROUNDS)
    assert not written.lost
    again = [checked.valid_game() for checked in read(written.text)]
    assert again == ROUNDS
    assert log.write(*again).text == written.text


@pytest.mark.slow
def test_a_hundred_rounds_with_changes_round_trip_through_json() -> None:
    written = json_file.write(*ROUNDS)
    checked = read(written.text, compare=True)
    assert [one.problems for one in checked] == [()] * 100
    assert [one.game for one in checked] == ROUNDS
    assert json_file.write(*(one.valid_game() for one in checked)).text == written.text


def test_from_log_to_json_and_back() -> None:
    from_log = [checked.valid_game() for checked in read(log.write(*ROUNDS).text)]
    from_json = [checked.valid_game() for checked in read(json_file.write(*from_log).text)]
    assert log.write(*from_json).text == log.write(*ROUNDS).text


def test_a_change_in_the_log() -> None:
    (checked,) = read(LOG)
    assert checked.valid
    assert checked.game.actions[4] == ChangeBid(2)
    assert "P3 changes to 2  # it had to: the bids added up to 3" in log.write(checked.game).text
    assert "6 of 17 actions" in checked.notices[0]


def test_a_change_in_json() -> None:
    (checked,) = read(LOG)
    row = round_json(checked.game)
    assert row["bids"][3] == [3, [0, 1, 2, 3], 1]
    assert (row["hook"], row["change"]) == (1, [3, [0, 2], 2])
    assert read(json.dumps({**row, "change": [3, 2]}))[0].game == checked.game
    (wrong,) = read(json.dumps({**row, "change": [3, [0, 1, 2], 2]}), compare=True)
    assert [problem.code for problem in wrong.problems] == ["result-differs"]


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        (
            "P3 changes to 2\n",
            "",
            "must-change",
            "the bids add up to 3, so P3 must first change its bid; say so, as in `P3 changes to 0`",
        ),
        (
            "changes to 2",
            "changes to 3",
            "change-range",
            "the dealer must change its bid of 1 by one, and not to 3; change it to 0 or 2",
        ),
        ("P3 changes", "P1 changes", "must-change", "so P3 must first change its bid"),
        (
            "P3 changes to 2",
            "P3 bids 2",
            "must-change",
            "the bids add up to 3, so the dealer must change its bid; change it to 0 or 2",
        ),
        ("P3 bids 1", "P3 bids 2", "not-your-turn", "it is not P3's turn; P0 is to play"),
        ("changes to 2", "changes 2", "bad-word", "expected to after 'changes'"),
        ("changes to 2", "change to 2", "bad-word", "did you mean changes?"),
    ],
)
def test_what_is_wrong_with_a_change(old: str, new: str, code: str, message: str) -> None:
    assert old in LOG
    (checked,) = read(LOG.replace(old, new))
    assert checked.problems[0].code == code
    assert message in str(checked.problems[0])
    assert len(checked.game.actions) in (4, 5)


def test_a_bid_that_is_barred_has_its_own_switch() -> None:
    (checked,) = read(LOG.replace("Cards 3", "Switch dealer_change barred\nCards 3"))
    assert checked.problems[0].code == "dealer-bid"
    assert "bid 0, 2 or 3" in str(checked.problems[0])


def test_files_of_before_bar_the_bid_that_their_choices_leave_out() -> None:
    (checked,) = read(LOG.replace("P3 bids 1\nP3 changes to 2", "P3 bids 2"))
    row = round_json(checked.valid_game())
    assert "rules" not in row
    before = {**row, "bids": [*row["bids"][:3], [3, [0, 2, 3], 2]]}
    (old,) = read(json.dumps(before), compare=True)
    assert old.valid
    assert old.game.setup.terms.rules.dealer_change == "barred"
    assert round_json(old.game) == before
    (summed,) = read(json.dumps({**before, "bids": [*row["bids"][:3], [3, [0, 2, 3], 1]]}))
    assert summed.problems[0].code == "dealer-bid"
