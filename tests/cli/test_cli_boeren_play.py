"""`handsight play boeren`: a match at which one seat is a person's."""

from argparse import Namespace
from io import StringIO
from pathlib import Path

import pytest
from cli.command_line import Cli
from rich.console import Console

from handsight.boeren import Bid, hook, legal
from handsight.boeren import BoerenRecord as Round
from handsight.cli.boeren.terminal_table import BoerenTable, play_table
from handsight.cli.play import play
from handsight.cli.shared_options import usage_errors
from handsight.errors import HandsightError, InputError, UsageError
from handsight.notation import read as read_games


def match_table(args: Namespace) -> BoerenTable:
    with usage_errors():
        return play_table(args)


def words(tmp_path: Path, **changes: object) -> Namespace:
    usual = {
        "game": "boeren",
        "bots": ["full-kripke"],
        "seat": "east",
        "seed": 7,
        "rules": "text",
        "practice": True,
    }
    usual |= {"players": None, "set": [], "rounds": None, "save": str(tmp_path / "match.boeren")}
    return Namespace(**usual | changes)


def test_a_match_is_played_hinted_taken_back_and_saved(tmp_path: Path) -> None:
    seated = match_table(words(tmp_path))
    before = ""
    while not seated.over:
        if not seated.mine:
            assert seated.bot_turn()
            continue
        for wrong in ("", "x", "99", "2C", "bid 1"):
            with pytest.raises(HandsightError):
                seated.act(wrong)
        seated.drawn()
        hint = seated.hint()
        assert hint == seated.hint()
        advice, _, why = hint.partition(": ")
        assert "→" in why or "only card" in why
        move = advice.split()[-1]
        said = seated.act(move)
        assert "East (you)" in said
        if not before:
            before = said
            assert seated.undo() == "taken back"
            assert seated.mine
            assert seated.act(move) == before
    assert "the match is over" in seated.ending()
    seated.write()
    (path,) = seated.paths
    games = read_games(path.read_text(), "match", game="boeren")
    assert [checked.valid_game().final for checked in games] == list(seated.match.finished)
    assert seated.rounds == [Round.replay(one.setup, one.actions, id=one.id) for one in seated.rounds]
    assert seated.row["totals"] == list(seated.match.totals)


def test_a_person_who_deals_changes_the_bid(tmp_path: Path) -> None:
    for seed in range(50):
        seated = match_table(words(tmp_path, bots=["greedy"], seat="0", seed=seed))
        if seated.state.dealer != 0:
            continue
        while not seated.mine:
            seated.bot_turn()
        guess = hook(seated.state)
        if guess is not None:
            break
    assert guess is not None
    assert seated.act(str(guess)) == f"North (you) bids {guess}"
    assert seated.mine
    change = seated.hint().removeprefix("greedy would change to ")[0]
    assert int(change) in (guess - 1, guess + 1)
    assert f"with {guess} all bids add up to 3, so the dealer moves to {change}" in seated.hint()
    with pytest.raises(HandsightError, match="must change its bid"):
        seated.act(str(guess))
    with pytest.raises(InputError, match="type a number of tricks"):
        seated.act("AS")
    screen = Console(file=StringIO(), width=100)
    screen.print(seated.drawn())
    assert isinstance(screen.file, StringIO)
    assert "North (you) to change its bid" in screen.file.getvalue()
    assert seated.act(change) == f"North (you) had to change its guess from {guess} to {change}"
    seated.write()
    assert f"P0 bids {guess}\nP0 changes to {change}" in seated.paths[0].read_text()
    assert seated.undo() == "taken back"
    assert seated.state.must_change


def test_a_match_that_is_left_is_saved_as_far_as_it_went(tmp_path: Path) -> None:
    seated = match_table(words(tmp_path, practice=False, bots=["greedy", "counter", "random"], seat="0"))
    while not seated.mine:
        seated.bot_turn()
    seated.act(str(next(bid for bid in legal(seated.state) if isinstance(bid, Bid)).tricks))
    with pytest.raises(InputError, match="--practice"):
        seated.undo()
    seated.write()
    (path,) = seated.paths
    (checked,) = read_games(path.read_text(), "match", game="boeren")
    assert checked.valid_game().final == seated.state


@pytest.mark.parametrize(
    ("changes", "hint"),
    [
        ({"bots": ["greedy", "random"]}, "2 bots cannot fill 3 seats"),
        ({"players": 3}, "Boeren Bridge is for four players"),
        ({"seat": "4"}, "there is no seat 4; the seats are 0 North"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"rules": "official"}, "there are text"),
        ({"bots": ["robot4"]}, "no bot of Boeren Bridge"),
        ({"save": "/nowhere/at/all.boeren"}, "make it, or change --save"),
    ],
)
def test_a_table_that_cannot_be_set(tmp_path: Path, changes: dict[str, object], hint: str) -> None:
    with pytest.raises(UsageError, match=hint):
        match_table(words(tmp_path, **changes))


def test_a_match_is_saved_elsewhere_where_its_folder_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "gone").mkdir()
    seated = match_table(words(tmp_path, bots=["greedy"], save=str(tmp_path / "gone" / "match.boeren")))
    (tmp_path / "gone").rmdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("sys.stdin", StringIO(""))
    play(seated, Console())
    assert "No such file or directory" in capsys.readouterr().out
    (path,) = tmp_path.glob("handsight-*/match.boeren")
    assert read_games(path.read_text(), "match", game="boeren")
    assert seated.row["saved"] == [str(path)]


FAULTY = """
from handsight import Bot
from handsight.boeren import Bid, Play, playable_cards, revised_bids


class Bare(Bot):
    def __init__(self, terms, seat, dice):
        super().__init__(terms, seat, dice)
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
    def __init__(self, terms, seat, dice):
        raise ValueError("no time")
"""


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("Lost", "KeyError: 'where am I'"),
        ("Mute", "which is no action"),
        ("Late", "when it was created: ValueError: no time"),
    ],
)
def test_an_error_of_an_agent_is_reported_as_its_own(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, fault: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("faulty.py").write_text(FAULTY)
    done = cli("play", "boeren", "--with", f"faulty.py:{name}", "--seed", 7, stdin="hint\n0\n0\n")
    assert (done.status, fault in done.err) == (1, True)


def test_an_agent_taken_back_forgets_and_needs_no_dice_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "faulty.py").write_text(FAULTY)
    seated = match_table(words(tmp_path, bots=[f"{tmp_path / 'faulty.py'}:Bare"]))

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


def test_the_verb_sits_a_person_down(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("play", "boeren", "--with", "greedy", "--seed", 7, "--rounds", "2", "--practice")
    done = cli(*words, stdin="hint\n9\n0\nnonsense\nwhy\nquit\n")
    assert done.status == 0
    assert "greedy would bid" in done.out
    assert "a bid is a number from 0 to 2" in done.out
    assert "North (you) bids 0" in done.out
    assert "saved as boeren-7.boeren" in done.out
    assert cli("check", "boeren-7.boeren", "--json").rows[0]["valid"]
    (row,) = cli(*words, "--json", stdin="0\n").rows
    assert (row["seed"], row["over"], row["saved"]) == (7, False, ["boeren-7-1.boeren"])
    assert cli("play", "hanabi", "--rounds", "3").status == 2


def test_a_saved_match_has_plain_names_and_says_who_sat_where(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cli("play", "boeren", "--with", "greedy", "--seed", 7, "--rounds", "2", stdin="0\nquit\n")
    text = Path("boeren-7.boeren").read_text()
    assert "# North: a person; East: greedy; South: greedy; West: greedy" in text
    assert "Players" not in text
    shown = cli("show", "boeren-7.boeren", "--seat", "North")
    assert shown.status == 0
    assert all(cli("show", "boeren-7.boeren", "--seat", word) == shown for word in ("north", "N", "n", "nor"))
    known = cli("know", "boeren-7.boeren", "--seat", "East")
    assert (known.status, known.out) == (0, cli("know", "boeren-7.boeren", "--seat", "e").out)


def test_reasons_name_cards_only_when_the_round_is_over(tmp_path: Path) -> None:
    seated = match_table(words(tmp_path, practice=False))
    said = []
    while not seated.match.finished:
        if seated.mine:
            seated.act(seated.hint().partition(": ")[0].split()[-1])
        else:
            seated.bot_turn()
            said.append(seated.why())
    assert all("shown when the round is over" in text and "→" not in text for text in said[:-1])
    assert "→" in seated.why() or "only card" in seated.why()
    practising = match_table(words(tmp_path, save=str(tmp_path / "practice.log")))
    while practising.mine:
        practising.act("0")
    practising.bot_turn()
    assert "q = " in practising.why()
