"""Conventions held against games: `convention explain`, `tell`, `ablate`, and `know --convention`."""

import re
from pathlib import Path

import pytest
from cli.command_line import Cli

HERE = Path(__file__).parents[1]
SAMPLE = HERE / "games" / "sample.hanabi"
CHEAT = HERE / "conventions" / "cheats" / "peek-to-play.convention"


def test_explain_says_which_rule_acts_and_why_no_other(cli: Cli) -> None:
    rows = cli("convention", "explain", "minimal", SAMPLE, "--json").rows
    assert [row["turn"] for row in rows] == list(range(len(rows)))
    for row in rows:
        assert row["rule"] in ("play", "point", "discard", "stall")
        assert all(passed["why"] for passed in row["passed"])
    assert "turn 1, Alice: " in cli("convention", "explain", "minimal", SAMPLE, "--turn", 1).out


@pytest.mark.slow
def test_explain_says_what_each_letter_was(cli: Cli) -> None:
    """Of every letter in a reason: a card by its place, and by its face where the seat sees it."""
    kinds = set()
    for spec in ("minimal", "full-table", "careful-saves"):
        for row in cli("convention", "explain", spec, "sample:first", "--json").rows:
            names = ("Alice", "Bob", "Cathy")
            for passed in row["passed"]:
                wanted = set(re.findall(r"\b[b-z]\b", passed["why"]))
                assert set(passed["letters"]) == wanted
                assert passed["ways"] > 0
            for thing in (
                *row["letters"].values(),
                *(t for p in row["passed"] for t in p["letters"].values()),
            ):
                found = re.fullmatch(r"(?:([rygbp][1-5])(?: in )?)?(?:(\w+)'s slot [1-5])?", thing)
                clue = re.fullmatch(r"(?:[1-5]|Red|Yellow|Green|Blue|Purple) to (\w+)", thing)
                assert found or clue, thing
                if found and found[2]:
                    assert (found[2] == names[row["seat"]]) == (found[1] is None)
                kinds.add("clue" if clue else "card" if found and found[2] else "value")
    assert kinds == {"card", "clue", "value"}


def test_explain_tells_the_action_and_the_cards_of_a_turn(cli: Cli) -> None:
    [row] = cli("convention", "explain", "minimal", "sample:first", "--turn", 2, "--json").rows
    assert (row["rule"], row["action"]) == ("point", "clue Alice 1")
    [row] = cli("convention", "explain", "full-table", "sample:first", "--turn", 3, "--json").rows
    assert (row["rule"], row["action"]) == ("blind", "play Cathy's slot 1")
    assert row["letters"] == {"c": "r2 in Alice's slot 1", "w": "r1", "f": "Cathy's slot 1"}
    said = cli("convention", "explain", "full-table", "sample:first", "--turn", 3).out
    assert said.startswith(
        "turn 3, Cathy: blind: play Cathy's slot 1 (c was r2 in Alice's slot 1, w was r1, f"
    )


def test_explain_and_read_have_one_range_of_turns(cli: Cli) -> None:
    said = set()
    for job in ("explain", "read"):
        for turn in (0, 58, 99):
            done = cli("convention", job, "minimal", "sample:first", "--turn", turn)
            assert (done.status, done.out) == (2, "")
            said.add(done.err.partition(";")[2])
        assert cli("convention", job, "minimal", "sample:first", "--turn", 57).out
    assert said == {" this game has turns 1 to 57\n"}


def test_a_reason_has_no_double_negation(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "bold.convention"
    file.write_text(
        'convention bold uses minimal\n  "Bold."\n\n  act\n'
        "    bold, first:  play my frontmost card, if not clues left is 8 and strikes is 0\n"
    )
    [row] = cli("convention", "explain", file, "sample:first", "--turn", 1, "--json").rows
    assert row["passed"][0]["why"] == "clues left is 8"


@pytest.mark.parametrize("job", ["read", "explain"])
def test_a_game_before_the_convention_is_refused(cli: Cli, job: str, tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    assert cli("convert", "sample:first", game).status == 0
    done = cli("convention", job, game, "minimal")
    assert done.status == 2
    assert done.err == f"handsight: the convention comes first: handsight convention {job} minimal {game}\n"


@pytest.mark.parametrize(
    "words",
    [
        ("convention", "read", "h-group-2", "+bluffs", SAMPLE),
        ("convention", "check", "h-group-2", "+bluffs"),
        ("simulate", "h-group-2", "+bluffs"),
        ("convention", "fit", SAMPLE, "--among", "h-group-2", "+bluffs"),
    ],
)
def test_forgotten_quotes_are_told(cli: Cli, words: tuple[object, ...]) -> None:
    done = cli(*words)
    assert done.status == 2
    assert 'into one pair of quotes: "h-group-2 +bluffs"' in done.err
    said = cli("simulate", "h-group-2", "-prompt").err
    assert (
        'there is no option -prompt; to leave a rule out, put it into the quotes: "h-group-2 -prompt"' in said
    )
    assert "did you mean --players?" in cli("simulate", "h-group-2", "-players", 3).err


def test_tell_runs_stories(cli: Cli, tmp_path: Path) -> None:
    done = cli("convention", "tell", HERE / "stories" / "minimal.story")
    assert done.status == 0
    assert done.out.count("passed: ") == 12
    wrong = tmp_path / "wrong.story"
    wrong.write_text("story one\n  Alice holds r1\n  Bob holds y1\n  Alice acts\n  then Alice plays r1\n")
    done = cli("convention", "tell", wrong)
    assert done.status == 1
    assert "line 5" in done.out


HANDS = "story one\n  Alice holds r1 y4\n  Bob holds y1 b2\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Alice plays slot x\n  then nothing has IP", "line 4: slot 'x' is not possible; write a number"),
        ("Alice plays slot -1\n  then nothing has IP", "line 4: slot '-1' is not possible"),
        ("Alice plays slot 3\n  then nothing has IP", "line 4: slot '3' is not possible"),
        ("Alice acts\n  then Bob's slot 7 has IP", "line 5: Bob's slot 7 has IP: slot '7' is not possible"),
    ],
)
def test_a_slot_that_is_not_there_is_pointed_at(cli: Cli, tmp_path: Path, text: str, said: str) -> None:
    story = tmp_path / "slot.story"
    story.write_text(f"{HANDS}  {text}\n")
    done = cli("convention", "tell", story)
    assert done.status == 1
    assert f"{story}, {said}" in done.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("  clues 3", "line 1: a story begins with"),
        (
            HANDS + "  clues many",
            "line 4: 'clues many' cannot be understood: clues 'many' is not possible; write a",
        ),
        (HANDS + "  stacks q1", "line 4: 'stacks q1' cannot be understood: 'q1' is not a card"),
        (
            "story one\n  Alice holds r1 y4)",
            "line 2: 'Alice holds r1 y4)' cannot be understood: a hand is written",
        ),
        ("story one\n  Alice holds r1 nine", "'nine' is not a card"),
        (HANDS + "  Carol plays r1\n  then by play", "line 4: there is no seat Carol"),
        (HANDS + "  by minimul\n  Alice acts\n  then by play", "line 1: story 'one' cannot be run: no conv"),
        (HANDS + "  deck 50\n  Alice acts\n  then by play", "line 1: story 'one' cannot be run: the deck"),
        ("", "there is no story in it"),
    ],
)
def test_what_is_no_story_is_reported_with_its_file(cli: Cli, tmp_path: Path, text: str, said: str) -> None:
    story = tmp_path / "wrong.story"
    story.write_text(text)
    done = cli("convention", "tell", story)
    assert done.status == 1
    assert done.err.startswith(f"handsight: {story}")
    assert said in done.err


def test_a_story_that_is_no_text_is_refused(cli: Cli, tmp_path: Path) -> None:
    story = tmp_path / "wrong.story"
    story.write_bytes(b"story \xff")
    assert (
        "line 1, column 7: the byte at offset 6 (0xff) is not UTF-8" in cli("convention", "tell", story).err
    )


def test_know_tells_both_layers_apart(cli: Cli) -> None:
    done = cli("know", SAMPLE, "--convention", "minimal", "--turn", 9, "--json")
    [row] = done.rows
    assert row["convention"] == "minimal"
    plain = cli("know", SAMPLE, "--turn", 9, "--json").rows[0]
    for seat, bare in zip(row["seats"], plain["seats"], strict=True):
        for card, without in zip(seat["hand"], bare["hand"], strict=True):
            assert set(card["promised"]) <= set(card["possible"])
            assert {key: card[key] for key in without} == without
    assert any(card["flags"] == ["IP"] for seat in row["seats"] for card in seat["hand"])
    assert row["broken"][0]["turn"] == 2
    assert {broken["kind"] for broken in row["broken"]} == {"deviation", "contradiction"}


def test_know_names_the_move_that_broke_it(cli: Cli) -> None:
    out = cli("know", SAMPLE, "--convention", "minimal", "--turn", 9).out
    assert "broken at turn 3 (deviation): Alice chose to clue Bob Blue; `point` would clue Bob Purple" in out
    assert "(by the rules alone: " in out


def test_a_seat_hears_of_the_moves_that_it_can_judge(cli: Cli) -> None:
    words = ("know", "sample:first", "--convention", "minimal", "--turn", 51)
    everybody = cli(*words, "--json").rows[0]["broken"]
    for seat, name in enumerate(("Alice", "Bob", "Cathy")):
        alone = cli(*words, "--seat", seat, "--json").rows[0]["broken"]
        assert [broken for broken in everybody if broken in alone] == alone != everybody
        own = [broken for broken in everybody if (broken["seat"], broken["kind"]) == (seat, "deviation")]
        assert all(broken in alone for broken in own)
        said = cli(*words, "--seat", seat).out
        assert said.count("broken at turn ") == len(alone)
        assert f"for all that {name} knows of their own hand, are not listed" in said
    # Bob's order to play card 4 was public, and so was that Alice played another: all three can tell
    played = {"turn": 3, "seat": 0, "kind": "deviation"}
    for seat in range(3):
        alone = cli(*words, "--seat", seat, "--json").rows[0]["broken"]
        assert any(played.items() <= broken.items() for broken in alone)


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A handful of games is played sooner by the plain rules than kernels are compiled."""
    monkeypatch.setattr("handsight.lab.hanabi.game_plan.HanabiPlan.compiled_bots", lambda _plan: None)


@pytest.mark.usefixtures("plainly")
def test_ablate_measures_the_worth_of_ideas(cli: Cli, tmp_path: Path) -> None:
    pages = [tmp_path / "worth.svg", tmp_path / "worth.html"]
    done = cli(
        *("convention", "ablate", "minimal +trust +known-trash", "--players", "2", "--games", "4", "--json"),
        *("--all", "--plot", str(pages[0]), "--report", str(pages[1])),
    )
    assert done.status == 0
    [row] = done.rows
    assert [idea["idea"] for idea in row["ideas"]] == ["trust", "known-trash"]
    assert {"worth", "stderr", "low", "high", "p"} <= set(row["ideas"][0])
    assert len(row["rows"]) == 4
    assert row["seed"] == 1
    assert "<svg" in pages[0].read_text()
    assert "Shapley value" in pages[1].read_text()


@pytest.mark.usefixtures("plainly")
def test_ablate_for_people(cli: Cli) -> None:
    done = cli("convention", "ablate", "minimal", "--players", "2", "--games", "2")
    assert "worth, added last" in done.out
    assert "stall stays: without it there may be turns at which no rule applies" in done.out


def test_ablate_tells_what_is_wrong(cli: Cli) -> None:
    assert cli("convention", "ablate", CHEAT).status == 1
    wrong = cli("convention", "ablate", "careful-saves", "--only", "x", "--games", "1")
    assert wrong.status == 2
    assert "its choices are no-duplicates" in wrong.err
