"""The log language of Boeren Bridge: what it can say, how it is written back, and how it complains."""

import json
from pathlib import Path
from typing import Any

import pytest
from boeren_rounds import actions_of
from hypothesis import given
from hypothesis import strategies as st

from handsight.boeren import (
    BoerenRecord,
    Match,
    Rules,
    Terms,
    deal,
    legal,
    play,
    rule_set,
)
from handsight.game import Dice
from handsight.notation import read as read_games
from handsight.notation.boeren import log
from handsight.notation.boeren.file_formats import summary

ORACLE = (Path(__file__).parents[2] / "boeren" / "boeren.json").read_text(encoding="utf-8")
HEAD = """\
Boeren Bridge

Round r001
Cards 3
Trump Clubs
Dealer P2
P0 holds QC AD QS
P1 holds AC QD AS
P2 holds KD AH KS
P3 holds KC QH KH
"""
LOG = (
    HEAD
    + """\
P3 bids 1
P0 bids 1
P1 bids 2
P2 bids 0

P3 plays KH
P0 plays QS
P1 plays AC
P2 plays AH  # P1 takes the trick

P1 plays AS
P2 plays KS
P3 plays QH
P0 plays QC  # P0 takes the trick

P0 plays AD
P1 plays QD
P2 plays KD
P3 plays KC  # P3 takes the trick
"""
)


def read(text: str, **options: Any) -> list[Any]:
    return read_games(text, "file", **options, game="boeren")


def one(text: str, **options: Any) -> Any:
    (checked,) = read(text, **options)
    return checked


def test_a_round() -> None:
    assert summary(one(LOG)) == {
        "game": "r001",
        "valid": True,
        "won": [1, 1, 0, 1],
        "scores": [12, -2, 10, 12],
        "winners": [1, 0, 3],
        "error": None,
    }
    assert one(LOG).game == read_games(ORACLE, "oracle", game="boeren")[0].game


def test_the_writer_writes_what_people_would() -> None:
    assert log.write(one(LOG).game).text == LOG


def test_the_oracle_survives_being_written_as_a_log() -> None:
    games = [checked.valid_game() for checked in read_games(ORACLE, "oracle", game="boeren")]
    games = [*games[:40], *games[-20:]]
    checked_games = read(log.write(*games).text)
    assert [checked.game for checked in checked_games] == games
    assert all(checked.valid for checked in checked_games)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("Trump Clubs", "trump ♣"),
        ("Trump Clubs", "TRUMP c"),
        ("Dealer P2", "Dealer South"),
        ("P0 holds QC AD QS", "North HOLDS ♣Q a♦\n  qs"),
        ("P1 plays AC", "East plays A♣"),
        ("Cards 3\n", ""),
        ("Cards 3\n", "Cards 3 of 12 # a comment\n"),
        ("Boeren Bridge\n", "\ufeffBoeren   Bridge # with a mark in front\n"),
        ("Boeren Bridge\n", ""),
        ("\n", "\r\n"),
        ("\n", " "),
        ("P3 bids 1\n", "P3 bids +1\n"),
    ],
)
def test_other_ways_to_say_it(ours: str, theirs: str) -> None:
    assert ours in LOG
    plain = LOG.replace("  # P0 takes the trick", "").replace("  # P1 takes the trick", "")
    other = plain.replace("  # P3 takes the trick", "").replace(ours, theirs)
    assert one(other).problems == ()
    assert one(other).game == one(LOG).game


def test_names() -> None:
    named = LOG.replace("Cards 3", 'Players Ann Bob "Q\\"uo # te" "Round"\nCards 3')
    for old, new in (
        ("P0 plays", "Ann plays"),
        ("P1 bids", '"Bob" bids'),
        ("Dealer P2", 'Dealer "Q\\"uo # te"'),
    ):
        named = named.replace(old, new)
    checked = one(named)
    assert checked.problems == ()
    assert checked.game.names == checked.game.seats == ("Ann", "Bob", 'Q"uo # te', "Round")
    assert checked.game.final == one(LOG).game.final
    assert one(LOG).game.seats == ("North", "East", "South", "West")
    assert "did you mean Ann?" in one(named.replace("Ann plays QS", "Anne plays QS")).problems[0].message
    same_names = named.replace("Bob", "Ann", 1).replace('"Bob"', "P1")
    assert "2 players are called 'Ann'" in one(same_names).problems[0].message
    assert one(same_names.replace("Ann plays", "P0 plays")).valid


def test_what_stands_before_the_first_round_holds_for_all() -> None:
    body = LOG.removeprefix("Boeren Bridge\n")
    text = "Boeren Bridge\nRules author\nPlayers Ann B C D\n" + body + "Switch zero_bonus from_six\n" + body
    first, second = read(text)
    assert first.valid
    assert second.valid
    assert first.game.setup.terms.rules == Rules("any_other", "winner_opens", "from_six")
    assert second.game.setup.terms.rules == rule_set("author")
    assert first.game.names == second.game.names == ("Ann", "B", "C", "D")


def test_rounds_without_a_name_are_numbered() -> None:
    body = LOG.removeprefix("Boeren Bridge\n").replace("Round r001", "Round")
    assert [checked.label for checked in read(body + body)] == ["file:1", "file:2"]
    assert read(body)[0].game.id is None
    assert one(LOG.replace("Round r001\n", "")).label == "file:1"
    assert one(LOG.replace("r001", '"Cards"')).game.id == "Cards"


def test_positions_without_bids() -> None:
    position = HEAD + "Bids unknown\nP3 plays KH\nP0 plays QS\n"
    checked = one(position)
    assert checked.valid
    assert checked.game.is_position
    assert log.write(checked.game).text.split() == position.split()
    assert one(position + "P1 bids 1\n").problems[0].code == "bids-closed"


@pytest.mark.parametrize(
    ("old", "new", "expected", "words"),
    [
        (
            "P0 bids 1",
            "P0 bid 1",
            ("bad-word", 12, 4),
            "expected bids, changes, plays or holds after 'P0'; did you mean bids?",
        ),
        ("P0 bids 1", "P0 bids one", ("bad-word", 12, 9), "expected a number"),
        ("P0 bids 1", "P0 bids 1.5", ("bad-word", 12, 9), "expected a number"),
        ("P0 bids 1", "P0 bids", ("bad-word", 12, 8), "the line is not finished; expected a number"),
        ("P0 bids 1", "P0 bids 4", ("bid-range", 12, 9), "from 0 to 3; bid 0, 1, 2 or 3"),
        ("P0 bids 1", "P1 bids 1", ("not-your-turn", 12, 9), "not P1's turn; P0 is to bid"),
        ("P0 bids 1", "P7 bids 1", ("unknown-seat", 12, 1), "seats are P0 to P3"),
        ("P0 bids 1", "P0 bids 1 P0 bids 1", ("not-your-turn", 12, 19), "P1 is to bid"),
        ("P0 bids 1", "P0 plays QC", ("bids-open", 12, 10), "bid 0, 1, 2 or 3"),
        ("P1 plays AC", "P1 plays 1C", ("bad-word", 18, 10), "expected a card (AS or ♠A)"),
        ("P1 plays AC", "P1 plays KC", ("not-in-hand", 18, 10), "play AC, QD or AS"),
        ("P1 plays AS", "P1 bids 1", ("bids-closed", 21, 9), "play QD or AS"),
        ("P2 plays AH", "P2 plays KD", ("must-follow", 19, 10), "hearts were led"),
        ("P2 plays AH", "P2 plays AC", ("not-in-hand", 19, 10), "must follow suit: play AH"),
        ("Trump Clubs", "Trump Clbus", ("bad-word", 5, 7), "a suit (Clubs"),
        ("Trump Clubs", "Trmp Clubs", ("bad-word", 5, 1), "did you mean Trump?"),
        ("Trump Clubs\n", "", ("missing", 3, 1), "`Trump Spades`"),
        ("Dealer P2\n", "", ("missing", 3, 1), "`Dealer P3`"),
        ("P2 holds KD AH KS\n", "", ("missing", 3, 1), "`P2 holds"),
        ("P2 holds KD AH KS", "P2 holds KD AH", ("hand-size", 9, 4), "2 cards in a round of 3"),
        ("P2 holds KD AH KS", "P2 holds KD AH AS", ("card-twice", 9, 16), "to seat 1 and to seat 2"),
        ("P2 holds KD AH KS", "P2 holds KD AH 2S", ("not-in-pack", 9, 16), "top 3 ranks"),
        ("P2 holds KD AH KS", "P1 holds KD AH KS", ("said-twice", 9, 4), "in line 8"),
        ("Dealer P2", "Dealer P2 Dealer P3", ("said-twice", 6, 11), "in line 6"),
        ("Dealer P2", 'Dealer "Jo"', ("unknown-seat", 6, 8), "no seat 'Jo'"),
        ("Dealer P2", 'Dealer "Jo', ("bad-word", 6, 8), "this quote is not closed"),
        ("Cards 3", "Cards 3 of 13", ("bad-word", 4, 1), "not 13"),
        ("Cards 3", "Cards 3 of 8", ("bad-terms", 4, 1), "cannot be dealt"),
        ("Cards 3", "Rules house", ("bad-word", 4, 1), "text, author"),
        ("Cards 3", "Switch dealer_chang none", ("bad-word", 4, 1), "did you mean dealer_change?"),
        ("Cards 3", "Switch schedule 0-1", ("bad-word", 4, 1), "not a schedule"),
        ("Trump Clubs", "Turned KC", ("bad-terms", 4, 1), "from a stock"),
        ("Cards 3", 'Players a b c "\\x"', ("bad-word", 4, 16), "this backslash means nothing"),
        ("r001", '"\\x"', ("bad-word", 3, 8), "this backslash means nothing"),
        (
            "Cards 3",
            "Players Ann Bob Cathy",
            ("bad-word", 4, 22),
            'expected a text in quotes ("Dan D.") or a name',
        ),
        ("Cards 3", "Foo 3", ("bad-word", 4, 1), "no statement begins with 'Foo'; expected a seat"),
        ("P0 bids 1", "Ann bids 1", ("unknown-seat", 12, 1), "there is no seat 'Ann'"),
    ],
)
def test_complaints(old: str, new: str, expected: tuple[str, int, int], words: str) -> None:
    assert old in LOG
    checked = one(LOG.replace(old, new, 1))
    problem = checked.problems[0]
    assert (problem.code, problem.position.line, problem.position.column) == expected
    assert words in problem.message
    assert not checked.valid
    row = summary(checked)
    assert (row["error"]["code"], row["error"]["line"], row["error"]["column"]) == expected
    assert row["scores"] is None


def test_a_card_after_the_end() -> None:
    row = summary(one(LOG + "P3 plays KC\n"))
    assert (row["error"]["code"], row["error"]["turn"], row["error"]["line"]) == ("game-over", 16, 30)
    assert row["scores"] == [12, -2, 10, 12]


def test_the_good_prefix_is_kept() -> None:
    checked = one(LOG.replace("P1 plays AS", "P1 plys AS"))
    assert checked.game.final.turn == checked.problems[0].turn == 8
    assert summary(checked)["won"] == [0, 1, 0, 0]
    assert str(checked.problems[0]).endswith("\n    P1 plys AS\n       ^")


def test_a_text_that_ends_too_early() -> None:
    (problem,) = one(LOG + "\n\nP0 plays # and then?\n").problems[:1]
    assert "the line is not finished; expected a card" in problem.message
    assert problem.position[:2] == (32, 9)


def test_every_mistake_of_a_file_is_reported() -> None:
    broken = LOG.replace("Clubs", "Klubs").replace("P0 bids", "P0 bid").replace("plays AS", "plays A5")
    checked, other = read(broken + LOG)
    assert [problem.position.line for problem in checked.problems] == [5, 12, 21]
    assert other.valid


def test_a_broken_round_does_not_spoil_the_next() -> None:
    first, second = read(HEAD + "P3 bids\n" + LOG.removeprefix("Boeren Bridge\n"))
    assert not first.valid
    assert second.valid


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing\n",
        "Boeren Bridge",
        "Round",
        "?",
        "\x00",
        '"',
        "P0",
        "Round Round Round",
        "é" * 50,
    ],
)
def test_nonsense_is_a_problem_not_a_crash(text: str) -> None:
    checked_games = read(text)
    assert checked_games
    assert not any(checked.valid for checked in checked_games)
    json.dumps([summary(checked) for checked in checked_games])


@given(st.text(alphabet='PQKA01 holdsbiply\n#"♠CSRound', max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    for checked in log.read(text, "file"):
        assert checked.valid or checked.problems


@given(st.data())
def test_a_log_with_lines_lost_or_doubled_never_crashes(data: st.DataObject) -> None:
    lines = LOG.split("\n")
    picked = data.draw(st.lists(st.sampled_from(lines), max_size=30))
    at = data.draw(st.integers(0, len(lines)))
    for checked in log.read("\n".join([*lines[:at], *picked]), "file"):
        assert checked.valid or all(problem.message for problem in checked.problems)


words = st.text('aZ0 "\\\n\t#♠é\u2028\x85\U0001f0a1P', max_size=6)
names = st.one_of(st.just(()), st.tuples(words, words, words, words))
ids = st.one_of(st.none(), words, st.sampled_from(["P0", "Cards", "r1", "Bids unknown", "of", "♥"]))


@given(st.integers(0, 2**32), st.sampled_from(["text", "author", "fifteen", "turn_up", "custom"]), names, ids)
def test_written_rounds_are_read_again(
    seed: int, name: str, called: tuple[str, ...], title: str | None
) -> None:
    odd = {"turn_up": Rules(schedule="2/20", trump="turn_up"), "custom": Rules("none", zero_bonus="none")}
    rules = odd.get(name) or rule_set(name)
    setup, dice = Match.shuffled(Dice(seed), rules).setups[0], Dice(seed, stream=1)
    if seed % 5 == 0 and name == "text":
        terms = Terms(setup.terms.hand_size, bidding=False)
        setup = type(setup)(terms, setup.hands, setup.trump, setup.dealer)
    state = deal(setup)
    for _ in range(dice.below(4 * setup.terms.hand_size + 5)):
        options = list(legal(state))
        if not options:
            break
        state = play(state, options[dice.below(len(options))])
    game = BoerenRecord.replay(setup, tuple(actions_of(state)), called, title)
    text = log.write(game, game).text
    assert [checked.game for checked in log.read(text, "file")] == [game, game]
    assert log.write(game, game).text == text
