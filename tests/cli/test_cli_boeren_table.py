"""A table of Boeren Bridge in the terminal: shown, known card by card, and played at."""

import json
from argparse import Namespace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from handsight.boeren import Bid, legal
from handsight.cli.boeren.play import table
from handsight.cli.play_loop import play as play_at
from handsight.errors import HandsightError, InputError, UsageError
from handsight.notation import read as read_games

ORACLE = Path(__file__).parents[1] / "boeren" / "boeren.json"


@pytest.fixture
def saved(cli, tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    four = ("full-kripke", "greedy-kripke", "greedy", "random")
    cli("simulate", "--game", "boeren", *four, "--games", 1, "--save-games", 1)
    return tmp_path / "games.boeren"


def test_a_seat_is_shown_its_own_hand_alone(cli, saved: Path) -> None:
    (reading, *_) = read_games(saved.read_text(), "games", game="boeren")
    state = reading.game.states[7]
    words = ("show", "--game", "boeren", saved, "--number", 1, "--turn", 7)
    everything = cli(*words).out
    assert all(card.sign in everything for hand in state.hands for card in hand)
    assert "turn 7" in everything
    text = cli(*words, "--seat", 2).out
    hands = text.split("knows, of")[0]
    shown = {card.sign for card in state.hands[2]} | {card.sign for card in state.trick}
    assert all(card.sign in hands for card in state.hands[2])
    hidden = [card.sign for seat in (0, 1, 3) for card in state.hands[seat]]
    assert not any(sign in hands for sign in hidden if sign not in shown)
    assert cli(*words, "--seat", "South").out == text


def test_a_round_must_be_chosen(cli, saved: Path) -> None:
    for words in ((), ("--number", 9), ("--number", 1, "--turn", 99), ("--number", 1, "--seat", "Q")):
        done = cli("show", "--game", "boeren", saved, *words)
        assert (done.status, done.out) == (2, "")
    assert cli("show", "--game", "boeren", saved, "--number", 1, "--watch").status == 2
    broken = saved.with_name("broken.log")
    broken.write_text(saved.read_text().replace("bids", "bds", 1))
    assert cli("show", "--game", "boeren", broken, "--number", 1).status == 1


def test_one_card_s_model(cli, saved: Path) -> None:
    row = cli("know", "--game", "boeren", saved, "--turn", 4, "--card", "♠A", "--json").rows[0]
    assert row["worlds"] == ["N", "E", "S", "W"]
    assert row["lines"]["N"] == [["E", "S"], ["E", "W"], ["S", "W"]]
    text = cli("know", "--game", "boeren", saved, "--card", "AS").out
    assert "(true)" in text
    assert "sees where it is" in text
    wrong = cli("know", "--game", "boeren", saved, "--card", "2S")
    assert (wrong.status, "nobody can hold 2S" in wrong.err) == (2, True)
    assert cli("know", saved, "--card", "2S").status == 2


def test_both_layers_are_told_apart(cli, tmp_path: Path) -> None:
    case = next(case for case in json.loads(ORACLE.read_text())["knowledge"] if case["id"] == "k16")
    path = tmp_path / "k16.json"
    path.write_text(json.dumps({"rounds": [], "knowledge": [case]}))
    text = cli("know", "--game", "boeren", path, "--seat", 0).out
    assert "QH: E 1/2, S 1/2   (card by card also W: ruled out by counting)" in text
    (row,) = cli("know", "--game", "boeren", path, "--json").rows
    assert row["views"][0]["per_card"]["QH"] == ["1", "2", "3"]
    assert row["views"][0]["owners"]["QH"] == {"1": "1/2", "2": "1/2"}


def words(tmp_path: Path, **changes: object) -> Namespace:
    usual = {"bots": ["full-kripke"], "seat": "east", "seed": 7, "rules": "text", "practice": True}
    usual |= {"players": None, "set": [], "rounds": None, "save": str(tmp_path / "match.log")}
    return Namespace(**usual | changes)


def test_a_match_is_played_hinted_taken_back_and_saved(tmp_path: Path) -> None:
    seated = table(words(tmp_path))
    before = ""
    while not seated.over:
        if not seated.mine:
            assert seated.bot_turn()
            continue
        for wrong in ("", "x", "99", "2C", "bid 1"):
            with pytest.raises(HandsightError):
                seated.act(wrong)
        seated.shown()
        hint = seated.hint()
        assert hint == seated.hint()
        move = hint.split()[-1]
        said = seated.act(move)
        assert "East (you)" in said
        if not before:
            before = said
            assert seated.undo() == "taken back"
            assert seated.mine
            assert seated.act(move) == before
    assert "the match is over" in seated.ending()
    assert "full-kripke" in seated.why()
    (path,) = seated.save()
    readings = read_games(path.read_text(), "match", game="boeren")
    assert [reading.game.final for reading in readings] == list(seated.match.finished)
    assert seated.row["totals"] == list(seated.match.totals)


def test_a_match_that_is_left_is_saved_as_far_as_it_went(tmp_path: Path) -> None:
    seated = table(words(tmp_path, practice=False, bots=["greedy", "counter", "random"], seat="0"))
    while not seated.mine:
        seated.bot_turn()
    seated.act(str(next(bid for bid in legal(seated.state) if isinstance(bid, Bid)).tricks))
    with pytest.raises(InputError, match="--practice"):
        seated.undo()
    (path,) = seated.save()
    (reading,) = read_games(path.read_text(), "match", game="boeren")
    assert reading.valid
    assert reading.game.final == seated.state


@pytest.mark.parametrize(
    ("changes", "hint"),
    [
        ({"bots": ["greedy", "random"]}, "name one agent"),
        ({"players": 3}, "four play"),
        ({"seat": "4"}, "there is no seat 4; the seats are 0 North"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"rules": "official"}, "choose text"),
        ({"bots": ["robot4"]}, "no player of Boeren Bridge"),
        ({"save": "/nowhere/at/all.log"}, "make it first"),
        ({"save": __file__}, "there already"),
    ],
)
def test_a_table_that_cannot_be_set(tmp_path: Path, changes: dict, hint: str) -> None:
    with pytest.raises(UsageError, match=hint):
        table(words(tmp_path, **changes))


def test_a_match_is_saved_elsewhere_where_its_folder_has_gone(tmp_path: Path, monkeypatch, capsys) -> None:
    (tmp_path / "gone").mkdir()
    seated = table(words(tmp_path, bots=["greedy"], save=str(tmp_path / "gone" / "match.log")))
    (tmp_path / "gone").rmdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("sys.stdin", StringIO(""))
    play_at(seated, Console())
    assert "No such file or directory" in capsys.readouterr().out
    (path,) = tmp_path.glob("handsight-*/match.log")
    assert read_games(path.read_text(), "match", game="boeren")
    assert seated.row["saved"] == [str(path)]


FAULTY = """
from handsight.boeren import Bid, Play, playable_cards, revised_bids


class Bare:
    def __init__(self, seat, dice):
        self.turns = 0

    def decide(self, view):
        self.turns += 1
        if view.bidding:
            return Bid(revised_bids(view, min(self.turns - 1, view.terms.hand_size))[0])
        return Play(playable_cards(view.hand, view.led)[0])


class Lost(Bare):
    def decide(self, view):
        raise KeyError("where am I")


class Mute(Bare):
    def decide(self, view):
        return None


class Late(Bare):
    def __init__(self, seat, dice):
        raise ValueError("no time")
"""


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("Lost", "KeyError: 'where am I'"),
        ("Mute", "no bid and no card"),
        ("Late", "cannot sit down: ValueError: no time"),
    ],
)
def test_a_faulty_agent_is_told_as_its_fault(cli, tmp_path: Path, monkeypatch, name: str, fault: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("faulty.py").write_text(FAULTY)
    done = cli("play", "boeren", "--with", f"faulty.py:{name}", "--seed", 7, stdin="hint\n0\n0\n")
    assert (done.status, fault in done.err) == (1, True)


def test_an_agent_taken_back_forgets_and_needs_no_dice_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "faulty.py").write_text(FAULTY)
    seated = table(words(tmp_path, bots=[f"{tmp_path / 'faulty.py'}:Bare"]))

    def until_mine() -> str:
        said = []
        while not seated.mine:
            said.append(seated.bot_turn())
        return "\n".join(said)

    until_mine()
    bids = [str(bid.tricks) for bid in legal(seated.state) if isinstance(bid, Bid)]
    said = seated.act(bids[0]), until_mine()
    for _ in range(2):
        seated.undo()
        assert (seated.act(bids[0]), until_mine()) == said


def test_one_round_of_a_file_is_known(cli, saved: Path) -> None:
    every = cli("know", "--game", "boeren", saved, "--turn", 4, "--json").rows
    (row,) = cli("know", "--game", "boeren", saved, "--turn", 4, "--number", 3, "--json").rows
    assert row == every[2]
    assert cli("know", "--game", "boeren", saved, "--number", 6).status == 2


def test_the_verb_sits_a_person_down(cli, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("play", "boeren", "--with", "greedy", "--seed", 7, "--rounds", "2", "--practice")
    done = cli(*words, stdin="hint\n9\n0\nnonsense\nwhy\nquit\n")
    assert done.status == 0
    assert "greedy would bid" in done.out
    assert "a bid is a number from 0 to 2" in done.out
    assert "North (you) bids 0" in done.out
    assert "saved as boeren-7.log" in done.out
    assert cli("check", "boeren-7.log", "--json").rows[0]["valid"]
    (row,) = cli(*words, "--json", stdin="0\n").rows
    assert (row["seed"], row["over"], row["saved"]) == (7, False, ["boeren-7-1.log"])
    assert cli("play", "hanabi", "--rounds", "3").status == 2


def test_a_saved_match_has_plain_names_and_says_who_sat_where(cli, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    cli("play", "boeren", "--with", "greedy", "--seed", 7, "--rounds", "2", stdin="0\nquit\n")
    text = Path("boeren-7.log").read_text()
    assert "# North: a person; East: greedy; South: greedy; West: greedy" in text
    assert "Players" not in text
    shown = cli("show", "boeren-7.log", "--seat", "North")
    assert shown.status == 0
    assert all(cli("show", "boeren-7.log", "--seat", word) == shown for word in ("north", "N", "n", "nor"))
    known = cli("know", "boeren-7.log", "--seat", "East")
    assert (known.status, known.out) == (0, cli("know", "boeren-7.log", "--seat", "e").out)


def test_a_formula_calls_seats_by_letter_or_name(cli, saved: Path) -> None:
    ask = ("know", saved, "--number", 1, "--ask")
    answer = cli(*ask, "K[N] M[E] owner(AS)=S & ~has(W,AS)")
    assert answer.status == 0
    assert cli(*ask, "K[North] M[east] owner(AS)=south & ~has(west,AS)").out == answer.out
    wrong = cli(*ask, "K[Nobody] has(N,AS)")
    assert (wrong.status, "unknown agent 'Nobody'" in wrong.err) == (1, True)


def test_one_of_anything_is_one(cli, tmp_path: Path) -> None:
    hands = "P0 holds AC\nP1 holds AD\nP2 holds AH\nP3 holds AS\n"
    bids = "P0 bids 1\nP1 bids 0\nP2 bids 0\nP3 bids 1\n"
    path = tmp_path / "short.boeren"
    path.write_text(
        f"Boeren Bridge\nRound\nCards 1\nTrump Clubs\nDealer P3\n{hands}{bids}"
        "P0 plays AC\nP1 plays AD\nP2 plays AH\nP3 plays AS\n"
    )
    said = cli("check", path).out
    assert "1 card, clubs trump, 8 turns; North 1 trick, 12 points, East 0 tricks" in said
