"""What newcomers typed, and were told wrongly or not at all."""

from pathlib import Path

import pytest
from cli.command_line import Cli

from handsight.knowledge import knowledge_of
from handsight.lab import HanabiPlan
from handsight.lab.hanabi.simulate_games import simulate
from handsight.playable_games import load
from handsight.text.suggestions import did_you_mean


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("samples", "boeren"), "unexpected argument: boeren\n"),
        (("know", "sample:first", "--turn", "3.5"), "'3.5' is not a whole number, such as 3 or 20000"),
        (
            ("know", "sample:first", "--seat", "Bbo"),
            "the seats are 0 Alice, 1 Bob, 2 Cathy; did you mean Bob?",
        ),
        (("help", "know", "extra"), "know has no part 'extra'; write `handsight help know`"),
        (("help", "convention", "nope"), "convention has no part 'nope'; its parts are "),
        (
            ("help", "convention", "show", "more"),
            "convention show has no part 'more'; write `handsight help convention show`",
        ),
        (
            ("know", "sample:first", "--turn", "50", "--seat", "Bob", "--ask", "K[Alice] playable(Bob,1)"),
            "--seat does not go with --ask: a formula names whose knowledge it is about, as in K[Bob]",
        ),
    ],
)
def test_a_mistake_is_named(cli: Cli, words: tuple[str, ...], said: str) -> None:
    done = cli(*words)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


def test_help_of_a_command_and_of_its_parts_is_there(cli: Cli) -> None:
    assert cli("help", "know").status == cli("help", "convention", "show").status == 0


def test_a_sample_that_is_nearly_named_is_suggested(cli: Cli) -> None:
    done = cli("check", "sample:firts")
    assert done.status == 1
    assert "no sample is called 'firts'; did you mean first?" in done.out + done.err


def test_letters_in_another_order_are_meant_first(cli: Cli) -> None:
    done = cli("know", "sample:match", "--number", "1", "--turn", "10", "--ask", "K[N] has(E,HQ)")
    assert done.status
    assert "did you mean 'has(E,QH)'?" in done.err
    assert did_you_mean("has(E,HQ)", [f"has(E,{rank}{suit})" for rank in "AKQ" for suit in "SHDC"]).endswith(
        "has(E,QH)?"
    )


def test_a_counterexample_of_boeren_bridge_lists_hands_clockwise() -> None:
    game = load("sample:match", number=0)
    answer = knowledge_of("boeren").ask(game, formula="K[S] has(E,QH)", turn=5)
    (witness,) = answer.witnesses
    for deal in witness.removeprefix("in ").split(": there ")[0].split(", S could be in "):
        places = [hand.split()[0] for hand in deal.split(" · ")]
        assert places == [place for place in ("N", "E", "S", "W", "stock") if place in places]


def test_a_counterexample_never_leads_from_a_world_to_itself() -> None:
    game = load("sample:first")
    answer = knowledge_of("hanabi").ask(game, formula="K[Alice] Kv[Bob] is(Bob,2)", turn=49)
    assert not answer.holds
    for witness in answer.witnesses:
        worlds = witness.removeprefix("in ").split(": there ")[0].split(", Alice could be in ")
        assert len(set(worlds)) == len(worlds)


def test_nothing_that_can_be_compared_is_said(cli: Cli, tmp_path: Path) -> None:
    done = cli("check", "sample:boeren", "--compare")
    assert done.status == 0
    assert "nothing was compared" in done.out + done.err
    bare = tmp_path / "round.json"
    assert cli("convert", "sample:boeren", bare).status == 0
    assert "nothing was compared" not in cli("check", bare).out


@pytest.mark.parametrize("practice", [False, True])
def test_undo_is_offered_in_practice_only(cli: Cli, tmp_path: Path, practice: bool) -> None:
    words = ["play", "hanabi", "--with", "careful", "--seed", "1", "--save", tmp_path / "game.hanabi"]
    done = cli(*words, *(["--practice"] if practice else []), stdin="quit\n")
    assert done.status == 0
    assert ("undo   take your last turn back" in done.out) == practice


def test_a_class_that_a_file_lacks_is_no_fault_of_a_bot(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("class Other:\n    def decide(self, view): ...\n")
    done = cli("simulate", f"{file}:Bot", "--apart", "--players", "2", "--games", "1")
    assert done.status == 1
    assert f"handsight: {file} has no bot 'Bot'; it has Other\n" in done.err


def test_a_few_games_of_slow_bots_are_told_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HanabiPlan, "compiled_bots", lambda _plan: None)
    told = list[tuple[int, int]]()
    simulate("random", players=2, games=3, progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
