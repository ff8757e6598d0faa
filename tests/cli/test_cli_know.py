"""`handsight know`: exact possibilities and probabilities in the promised shape, and the reasons."""

import json
from fractions import Fraction
from math import isclose
from pathlib import Path
from typing import Any

import pytest
from cli.command_line import Cli

GAMES = Path(__file__).parents[1] / "games"
SAMPLE = GAMES / "sample.hanabi"
BOEREN = Path(__file__).parents[1] / "boeren" / "boeren.json"

CARD = {"order", "slot", "possible", "probability", "playable", "trash", "critical"}
EXTRAS = {"clues", "counted", "needed_later"}

# The table of the design's section 000 (d): worlds, and of each order how many identities, chance playable.
AFTER_9_MOVES = [
    (
        23_677_920,
        [(14, 25, 0.275925925926), *((order, 20, round(4 / 15, 12)) for order in (13, 4, 2, 1))],
    ),
    (844_560, [(12, 24, 0.247222222222), (11, 19, 0.1), (10, 15, 0.0), (9, 1, 0.0), (6, 11, 0.0)]),
]


def test_the_sample_after_9_moves_is_the_table_of_the_design(cli: Cli) -> None:
    done = cli("know", SAMPLE, "--turn", "10", "--json")
    assert done.status == 0
    assert done.err == ""
    (row,) = done.rows
    assert set(row) == {"turn", "seats"}
    assert row["turn"] == 9
    assert [seat["seat"] for seat in row["seats"]] == [0, 1]
    for seat, (worlds, hand) in zip(row["seats"], AFTER_9_MOVES, strict=True):
        assert seat["worlds"] == worlds
        found = [(card["order"], len(card["possible"]), card["playable"]) for card in seat["hand"]]
        assert found == hand
    assert row["seats"][1]["hand"][3]["possible"] == ["b2"]
    assert row["seats"][1]["hand"][3]["probability"] == {"b2": 1.0}


@pytest.mark.parametrize(
    "name", ["sample.hanabi", "mix.json", "reversed.json", "cow-and-pig.json", "sudoku-5.json"]
)
def test_every_row_is_in_shape_and_adds_up(cli: Cli, name: str) -> None:
    for turn in (0, 3, 8):
        (row,) = cli("know", GAMES / name, "--turn", turn + 1, "--json").rows
        assert set(row) == {"turn", "seats"}
        assert row["turn"] == turn
        for seat in row["seats"]:
            assert {"seat", "worlds", "hand"} <= set(seat) <= {"seat", "worlds", "hand", "caveat"}
            assert type(seat["worlds"]) is int
            assert [card["slot"] for card in seat["hand"]] == list(range(len(seat["hand"])))
            for card in seat["hand"]:
                in_shape(card)


def in_shape(card: dict[str, Any]) -> None:
    assert CARD <= set(card) <= CARD | EXTRAS
    chances = card["probability"]
    assert sorted(chances) == sorted(card["possible"])
    assert len(set(card["possible"])) == len(card["possible"])
    assert isclose(sum(chances.values()), 1, abs_tol=1e-11 * len(chances))
    for value in (*chances.values(), card["playable"], card["trash"], card["critical"]):
        assert 0 <= value <= 1
        assert value == round(value, 12)
    assert all(chance > 0 for chance in chances.values())


def test_the_default_is_the_end_and_one_seat_can_be_asked(cli: Cli) -> None:
    (whole,) = cli("know", SAMPLE, "--json").rows
    assert whole["turn"] == 9
    (one,) = cli("know", SAMPLE, "--seat", "1", "--json").rows
    assert one["seats"] == [whole["seats"][1]]


def test_people_read_the_same_figures(cli: Cli) -> None:
    done = cli("know", SAMPLE, "--turn", "10")
    assert done.status == 0
    assert "Alice" in done.out
    assert "23,677,920" in done.out
    assert "844,560" in done.out
    assert "b2 100" in done.out


def test_every_possible_card_is_listed_with_totals_by_colour_and_rank(cli: Cli) -> None:
    out = cli("know", SAMPLE, "--turn", "10", "--seat", "1").out
    lines = out.splitlines()
    at = next(number for number, line in enumerate(lines) if "slot 1 (card 12): 24 possible cards" in line)
    assert lines[at + 1].split() == ["1", "2", "3", "4", "5", "all"]
    assert lines[at + 2].split() == ["Red", "5.1%", "5.6%", "4.8%", "4.8%", ".", "20.4%"]
    assert lines[at + 7].split()[0] == "all"
    assert "more" not in out


def test_a_card_needed_later_is_not_trash(cli: Cli) -> None:
    out = cli("know", SAMPLE, "--turn", "10", "--seat", "1").out
    assert "b2 100.0%  [needed later 100.0%]" in out
    hand = cli("know", SAMPLE, "--turn", "10", "--json").rows[0]["seats"][1]["hand"]
    assert (hand[3]["trash"], hand[3]["needed_later"]) == (0.0, 1.0)
    for card in hand:
        assert isclose(card["playable"] + card["trash"] + card["needed_later"], 1, abs_tol=1e-11)


def test_slots_alike_share_a_grid(cli: Cli) -> None:
    out = cli("know", SAMPLE, "--turn", "10", "--seat", "0").out
    assert out.count("as in slot 2") == 3
    assert out.count("Purple") == 2


# The joint vectors of the design's section 000 (d): reds and yellows left, solutions, what is deduced.
JOINT = [
    (0, 2, 1, "G B G Y Y"),
    (1, 1, 2, "G B G RY RY"),
    (2, 0, 1, "G B G R R"),
    (3, 0, 4, "BG BR GR R R"),
    (4, 0, 6, "BG BR GR R R"),
    (1, 2, 6, "BG BR GR RY RY"),
    (2, 2, 15, "BG BR GR RY RY"),
    (3, 2, 22, "BG BR GR RY RY"),
]
HAND = ("know", "--hand", "BG", "BR", "RG", "RY", "RY", "--left", "B=1", "G=2")


@pytest.mark.parametrize(("red", "yellow", "solutions", "deduced"), JOINT)
def test_a_hand_is_deduced_from_masks_and_counts(
    cli: Cli, red: int, yellow: int, solutions: int, deduced: str
) -> None:
    done = cli(*HAND, f"R={red}", f"Y={yellow}", "--json")
    assert done.status == 0
    (row,) = done.rows
    assert row["solutions"] == solutions
    assert [set(card["possible"]) for card in row["hand"]] == [set(word) for word in deduced.split()]
    for card in row["hand"]:
        assert isclose(sum(card["probability"].values()), 1, abs_tol=1e-11)
    words = ("know", "--hand", "BG BR RG RY RY", "--left", f"B=1 G=2 R={red} Y={yellow}")
    assert f"{solutions} possible hand" in cli(*words).out


@pytest.mark.shows("S0-61")
@pytest.mark.parametrize(("red", "yellow"), [(0, 1), (1, 0)])
def test_a_hand_that_cannot_be_is_an_error(cli: Cli, red: int, yellow: int) -> None:
    done = cli(*HAND, f"R={red}", f"Y={yellow}")
    assert done.status == 1
    assert not done.out
    assert "slots 4 and 5 can only be R or Y, of which 1 is left" in done.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--hand", "BG"), "--left does not count all of 'BG'; say how many are left, such as B=1"),
        (("--hand", "BG", "--left", "B=1", "G=1", "--ask", "x"), "--ask is about a game"),
        (("--hand", "BG", "--left", "B=1", "G=1", "--why", "1"), "--why is about a game"),
        (("--hand", "BX", "--left", "B=1"), "--left does not count all of 'BX'"),
        (("--hand", "B", "--left", "B"), "'B' is not a count"),
        ((), "give a hand by itself with --hand"),
        ((SAMPLE, "--hand", "r1"), "--hand is for a hand without a game; leave out --hand or the file"),
        ((SAMPLE, "--left", "B=1"), "--left is for a hand without a game"),
        (("--hand", "r1", "--seat", "P1"), "--seat is about a game"),
        (("--left", "B=1"), "give a hand by itself with --hand"),
    ],
)
def test_a_typed_hand_that_cannot_be_read(cli: Cli, words: tuple[str, ...], message: str) -> None:
    done = cli("know", *words)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


def test_why_without_a_seat_says_whose_card_it_is(cli: Cli) -> None:
    done = cli("know", SAMPLE, "--turn", "10", "--why", "4")
    assert done.err == "no --seat was given: this is about Bob (seat 1), who is to act\n"
    assert "blue 2" in done.out
    assert cli("know", SAMPLE, "--turn", "10", "--seat", "1", "--why", "4").err == ""


@pytest.mark.slow
def test_a_formula_names_seats_by_number(cli: Cli) -> None:
    by_number = cli("know", SAMPLE, "--turn", "10", "--ask", "K[P1] is(P1,4)=b2")
    assert by_number.out == cli("know", SAMPLE, "--turn", "10", "--ask", "K[Bob] is(Bob,4)=b2").out
    assert "true at turn 10" in by_number.out
    # p1 stays a card
    assert cli("know", SAMPLE, "--turn", "10", "--ask", "K[P1] ~is(P1,4)=p1").out.startswith("K[Bob]")


def test_flags_of_a_convention_have_a_legend(cli: Cli) -> None:
    out = cli("know", "sample:first", "--turn", "20", "--seat", "1", "--convention", "circle").out
    assert "  FR: fresh: the newest card of its hand without a clue\n" in out
    assert "  IP: pointed at; promises ready\n" in out
    done = cli("know", "sample:first", "--turn", "20", "--seat", "1", "--convention", "circle", "--json")
    assert done.rows[0]["flags"]["CH"] == "chop: the next card to be discarded"


def test_why_says_which_facts_and_since_when(cli: Cli) -> None:
    done = cli("know", SAMPLE, "--turn", "10", "--seat", "1", "--why", "4")
    assert done.status == 0
    assert "blue 2" in done.out
    assert "because" in done.out
    (row,) = cli("know", SAMPLE, "--seat", "1", "--why", "4", "--json").rows
    assert (row["turn"], row["seat"], row["slot"], row["order"]) == (9, 1, 3, 9)
    (reason,) = row["reasons"]
    assert reason["claim"] == "b2"
    assert [fact["fact"] for fact in reason["facts"]] == ["clue", "clue"]
    assert row["since"]["identity"] == 5  # P0 clues P1 2 is the fifth action
    before = cli("know", SAMPLE, "--turn", "5", "--seat", "1", "--why", "4", "--json").rows
    assert before[0]["order"] != 9 or not before[0]["reasons"]


def test_where_nothing_is_certain_why_says_so(cli: Cli) -> None:
    assert cli("know", SAMPLE, "--seat", "0", "--why", "1", "--json").rows[0]["reasons"] == []
    assert "nothing is certain" in cli("know", SAMPLE, "--seat", "0", "--why", "1").out


def test_a_seat_can_be_asked_of_anothers_knowledge(cli: Cli) -> None:
    (row,) = cli("know", SAMPLE, "--seat", "0", "--of", "1", "--json").rows
    assert (row["turn"], row["seat"], row["of"]) == (9, 0, 1)
    own = cli("know", SAMPLE, "--seat", "1", "--json").rows[0]["seats"][0]["hand"]
    for said, known in zip(row["hand"], own, strict=True):
        assert (said["order"], said["slot"]) == (known["order"], known["slot"])
        assert set(known["possible"]) <= set(said["possible"])
    assert row["hand"][3]["possible"] == ["b2"]
    assert "slot 4" in cli("know", SAMPLE, "--seat", "0", "--of", "1").out


@pytest.mark.shows("S0-53")
def test_the_timeline_tells_what_every_move_taught_every_seat(cli: Cli) -> None:
    done = cli("know", SAMPLE, "--timeline", "--json")
    assert done.status == 0
    assert len(done.rows) == 2 * 9
    for row in done.rows:
        assert {"turn", "seat", "before", "after", "bits", "learned"} <= set(row)
        assert row["after"] <= row["before"]
        assert row["bits"] >= 0
    learned = [row for row in done.rows if {"order": 9, "property": "identity"} in row["learned"]]
    assert [row["seat"] for row in learned] == [1]
    only = cli("know", SAMPLE, "--timeline", "--seat", "1", "--json").rows
    assert only == [row for row in done.rows if row["seat"] == 1]
    said = cli("know", SAMPLE, "--timeline").out
    assert "bits" in said
    assert "card 9 is b2" in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("formula", "answer"),
    [
        ("is(Bob,4)=b4", True),
        ("is(Bob,4)=b3", False),
        ("trash(Bob,1) & ~playable(Bob,1)", True),
        ("Kv[Bob] is(Bob,4)", True),
        ("Kv[Bob] is(Bob,1)", False),
        ("K[Alice] playable(Alice,3)", True),
        ("K[Bob] trash(Bob,1)", False),
        ("M[Bob] playable(Bob,1)", True),
        ("Kv[bob] is(BOB,4)", True),
        ("M[alice] K[bob] is(bob,4)=b4", True),
        ("E[alice,BOB] playable(alice,3)", True),
    ],
)
def test_a_formula_is_answered(cli: Cli, formula: str, answer: bool) -> None:
    words = ("know", "sample:first", "--turn", "49", "--ask", formula)
    done = cli(*words, "--json")
    assert done.status == 0
    (row,) = done.rows
    assert {"query", "kind", "answer"} <= set(row)
    assert row["answer"] is answer
    said = cli(*words)
    assert f": {answer}".lower() in said.out


def test_a_strange_formula_is_refused(cli: Cli) -> None:
    for formula in ("K[", "K[Zed] is(Bob,3)=b2", "is(Bob,9)=b2", "is(Bob,0)=b2", ""):
        done = cli("know", SAMPLE, "--ask", formula)
        assert done.status in (1, 2)
        assert done.out == ""
        assert done.err.strip()


@pytest.mark.parametrize(
    "words",
    [
        "--turn 11",
        "--turn 0",
        "--turn -1",
        "--seat 2",
        "--seat -1",
        "--seat 0 --why 6",
        "--seat 0 --why 0",
        "--seat 0 --why -1",
        "--why x",
        "--seat 0 --of 2",
        "--seat 1 --of 1",
        "--of 1",
        "--number 2",
    ],
)
def test_wrong_words_are_status_2(cli: Cli, words: str) -> None:
    done = cli("know", SAMPLE, *words.split())
    assert done.status == 2
    assert done.out == ""
    assert done.err.strip()


def test_of_a_broken_game_the_good_part_is_known(cli: Cli) -> None:
    done = cli("know", "-", "--json", stdin=SAMPLE.read_text() + "P1 plays 0\n")
    assert done.status == 1
    assert done.rows[0]["turn"] == 9
    assert "not in" in done.err


def test_what_cannot_be_read_is_not_known(cli: Cli) -> None:
    done = cli("know", "-", "--json", stdin="hello")
    assert done.status == 1
    assert done.out == ""
    assert done.err.strip()


def test_boeren_bridge_agrees_with_its_oracle(cli: Cli) -> None:
    positions = json.loads(BOEREN.read_text())["knowledge"][:6]
    text = "\n".join(json.dumps({key: row[key] for key in row if key != "views"}) for row in positions)
    done = cli("know", "--game", "boeren", "-", "--json", stdin=text)
    assert done.status == 0
    assert [row["id"] for row in done.rows] == [row["id"] for row in positions]
    for found, expect in zip(done.rows, positions, strict=True):
        for view, wanted in zip(found["views"], expect["views"], strict=True):
            assert {key: view[key] for key in ("seat", "deals", "owners")} == wanted
            for owners in view["owners"].values():
                assert sum(map(Fraction, owners.values())) == 1


def test_boeren_bridge_says_who_knows_that_who_knows_when_asked(cli: Cli) -> None:
    expect = json.loads(BOEREN.read_text())["knowledge"][0]
    (row,) = cli("know", "--game", "boeren", "-", "--json", "--nested", stdin=json.dumps(expect)).rows
    assert row["nested"] == expect["nested"]
    said = cli("know", "--game", "boeren", "-", "--seat", "North", "--nested", stdin=json.dumps(expect)).out
    assert "who holds QC, KC: North that East does;" in said
    assert "{" not in said
    (one,) = cli("know", "--game", "boeren", "-", "--json", "--seat", "2", stdin=json.dumps(expect)).rows
    assert [view["seat"] for view in one["views"]] == [2]
    assert "30 possible deals" in cli("know", "--game", "boeren", "-", stdin=json.dumps(expect)).out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("--game", "boeren", "--convention", "minimal"),
            "--convention is an option of Hanabi, and this is Boeren Bridge",
        ),
        (("--nested",), "--nested is an option of Boeren Bridge, and this is Hanabi"),
    ],
)
def test_words_of_the_other_game_are_refused(cli: Cli, words: tuple[str, ...], message: str) -> None:
    done = cli("know", "sample:first", *words)
    assert done.status == 2
    assert message in done.err
