"""The same seed gives the same games, whoever plays them, however often the run is broken off."""

import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from handsight.bots import Bot
from handsight.errors import BotError, InputError, WorkerError
from handsight.hanabi import Action, ClueGiven, End, Event, Terms, View, legal, rule_set
from handsight.lab import Run, compare, crossplay, simulate
from handsight.lab.hanabi import game_plan
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.lab.job_runner import Task, do_task, finished
from handsight.roster.hanabi import find_bot


def same(one: Run, other: Run) -> bool:
    return np.array_equal(one.rows, other.rows) and one.histogram == other.histogram


def test_a_chunk_is_the_games_it_is_made_of() -> None:
    plan = HanabiPlan(("random",) * 4, Terms(4, rules=rule_set("stacks")), 9)
    rows = plan.play_chunk(30, 10)
    for at, row in enumerate(rows.tolist()):
        final = plan.play_game(30 + at).final
        clues = sum(isinstance(event, ClueGiven) for event in final.events)
        end = row[game_plan.END]
        assert row == [final.score, final.points, final.strikes, final.turn, final.clue_units, end, clues]
        assert game_plan.ENDS[end] is final.end
    assert np.array_equal(plan.play_chunk(34, 3), rows[4:7])


@pytest.mark.parametrize("rotate", [False, True])
def test_a_compiled_chunk_is_the_games_it_is_made_of(rotate: bool) -> None:
    dice, same_dice = find_bot("random"), replace(find_bot("random"), name="also random")
    plan = HanabiPlan((dice, same_dice, dice), Terms(3, rules=rule_set("stacks")), 5, rotate=rotate)
    assert plan.compiled_bots() is not None
    rows = plan.play_chunk(7, 5)
    assert rows.tolist() == [list(game_plan.result_row(plan.play_game(7 + at).final)) for at in range(5)]


def test_one_python_bot_brings_all_to_the_reference_rules() -> None:
    plan = HanabiPlan(("random", "careful"), Terms(2))
    assert plan.compiled_bots() is None
    assert plan.play_chunk(0, 1).tolist() == [list(game_plan.result_row(plan.play_game(0).final))]


def test_games_are_frozen() -> None:
    """A change here changes every published result: it must be meant."""
    run = simulate("random", players=3, games=6, seed=1, rules="stacks")
    assert run.rows[:, : game_plan.END].tolist() == [
        [4, 4, 3, 19, 0],
        [1, 1, 3, 13, 1],
        [2, 2, 3, 19, 4],
        [0, 0, 3, 12, 3],
        [3, 3, 3, 21, 1],
        [0, 0, 3, 10, 5],
    ]


def test_the_number_of_workers_does_not_show() -> None:
    assert same(simulate("random", games=90, seed=3), simulate("random", games=90, seed=3, workers=3))


def test_processes_do_not_show() -> None:
    seen = []
    run = simulate("random", games=90, seed=3, workers=2, progress=lambda *far: seen.append(far))
    assert same(run, simulate("random", games=90, seed=3))
    assert seen[0] == (0, 90)
    assert seen[-1] == (90, 90)
    assert len(seen) > 3


def test_more_games_begin_with_the_fewer() -> None:
    few, many = simulate("random", games=25), simulate("random", games=60)
    assert np.array_equal(few.rows, many.rows[:25])
    assert not np.array_equal(few.rows, simulate("random", games=25, seed=2).rows)


def test_a_broken_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    def stop(done: int, _total: int) -> None:
        if done >= 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate("random", games=100, out=tmp_path, progress=stop)
    kept = sorted(tmp_path.iterdir())
    assert len(kept) == 2
    whole = simulate("random", games=100, out=tmp_path)
    assert whole.played == 60
    assert same(whole, simulate("random", games=100))
    assert simulate("random", games=100, out=tmp_path).played == 0
    longer = simulate("random", games=130, out=tmp_path)
    assert (longer.played, longer.games) == (30, 130)
    assert same(longer, simulate("random", games=130))


def test_a_damaged_part_is_played_again(tmp_path: Path) -> None:
    first = simulate("random", games=60, out=tmp_path)
    parts = sorted(tmp_path.iterdir())
    parts[1].write_bytes(parts[1].read_bytes()[:100])
    again = simulate("random", games=60, out=tmp_path)
    assert again.played == 20
    assert parts[1].with_name(parts[1].name + ".damaged").exists()
    assert same(first, again)
    assert simulate("random", games=60, out=tmp_path).played == 0


def test_no_flipped_bit_changes_a_result_and_the_part_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = simulate("random", games=20, out=tmp_path)
    (part,) = tmp_path.iterdir()
    whole = part.read_bytes()
    for at in range(4, len(whole), len(whole) // 40):
        part.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
        again = simulate("random", games=20, out=tmp_path)
        assert (again.played, same(first, again)) == (20, True)
        assert f"{part} is damaged" in capsys.readouterr().err
        assert part.read_bytes() == whole


def test_a_part_under_the_name_of_another_is_not_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = simulate("random", games=40, out=tmp_path)
    one, two = sorted(tmp_path.iterdir())
    name = two.name.split("-")
    name[-3] = f"{0:09}"
    two.replace(tmp_path / "-".join(name))
    one.unlink()
    again = simulate("random", games=40, out=tmp_path)
    assert same(first, again)
    assert "does not hold the games that its name says" in capsys.readouterr().err


def test_another_plan_is_another_run(tmp_path: Path) -> None:
    simulate("random", games=20, out=tmp_path)
    assert simulate("random", games=20, out=tmp_path, seed=2).played == 20
    assert simulate("random", games=20, out=tmp_path, rules="stacks").played == 20
    assert simulate("random", games=20, out=tmp_path, players=4).played == 20
    assert simulate("random", games=20, out=tmp_path).played == 0


def test_rows_say_what_they_belong_to(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="Arrow, of the lab extra, is not installed")
    run = simulate("random", games=30, out=tmp_path, players=2, rules="explorer")
    table = parquet.read_table(tmp_path).sort_by("game").to_pydict()
    assert table["game"] == list(range(30))
    assert table["score"] == run.scores
    assert set(table["bots"]) == {"random random"}
    assert set(table["rules"]) == {"explorer"}
    assert set(table["variant"]) == {"No Variant"}
    assert set(table["end"]) <= {end.value for end in End}
    assert table["tokens"] == (run.rows[:, game_plan.CLUE_UNITS]).tolist()
    assert {"points", "strikes", "turns", "seed", "players", "version"} <= set(table)


def test_a_place_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be a folder"):
        simulate("random", games=3, out=tmp_path / "file")


class Mortal(Bot[Terms, View, Event, Action]):
    """Kills the process it is played in, as often as a file in the folder named says."""

    def decide(self, view: View) -> Action:
        lives = Path(os.environ["HANDSIGHT_TEST_LIVES"])
        left = list(lives.iterdir())
        if left and view.turn == 3:
            left[0].unlink(missing_ok=True)
            os.kill(os.getpid(), signal.SIGKILL)
        return next(legal(view))


@pytest.fixture
def lives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    monkeypatch.setenv("HANDSIGHT_TEST_LIVES", str(tmp_path))

    def give(count: int) -> None:
        for life in range(count):
            (tmp_path / str(life)).touch()

    return give


@pytest.mark.slow
def test_a_process_that_dies_costs_a_retry(lives: Callable[[int], None]) -> None:
    calm = simulate(Mortal, games=60)
    lives(1)
    assert same(simulate(Mortal, games=60, workers=2), calm)


@pytest.mark.slow
def test_processes_that_always_die_are_given_up(lives: Callable[[int], None]) -> None:
    lives(100)
    with pytest.raises(WorkerError, match="workers died 3 times in a row"):
        simulate(Mortal, games=60, workers=2)


def test_a_bot_that_cannot_travel_is_said_so() -> None:
    class Local(Mortal):
        """Is written inside a function, where no other process can find it."""

    with pytest.raises(InputError, match="cannot be sent to other processes"):
        simulate(Local, games=60, workers=2)


class Failing(Bot[Terms, View, Event, Action]):
    """Fails."""

    def decide(self, view: View) -> Action:
        raise RuntimeError(f"no idea at turn {view.turn}")


def test_an_error_in_a_worker_is_raised_here() -> None:
    with pytest.raises(BotError, match=r"Failing in seat 0, game \d+, seed 1, turn 1: RuntimeError: no idea"):
        simulate(Failing, games=60, workers=2)


def test_progress_counts_bots_as_they_are_loaded() -> None:
    reported: list[tuple[int, int]] = []
    compare(
        "random",
        replace(find_bot("random"), name="b"),
        games=40,
        workers=2,
        progress=lambda *far: reported.append(far),
    )
    assert reported[:3] == [(1, 2), (2, 2), (0, 80)]
    assert reported[-1] == (80, 80)


def test_a_worker_refuses_work_of_another_version() -> None:
    plan = HanabiPlan(("random",) * 2, Terms(2))
    with pytest.raises(WorkerError, match="changed during the run; start it anew"):
        do_task(Task(0, plan, 0, 1, "of other sources"))


def test_no_workers_are_refused() -> None:
    with pytest.raises(InputError, match="0 workers cannot do anything"):
        simulate("random", games=1, workers=0)


def test_work_comes_back_with_its_piece_however_it_is_done() -> None:
    assert dict(finished(abs, [-3, 5, -7, 5], 1, "here")) == {-3: 3, 5: 5, -7: 7}
    assert dict(finished(abs, [-3, 5, -7, 5], 4, "threads")) == {-3: 3, 5: 5, -7: 7}
    assert list(finished(abs, [], 1, "here")) == []


def test_guests_sit_in_every_seat_and_all_cells_share_their_deals() -> None:
    plan = HanabiPlan(("careful", "random", "random"), Terms(3), rotate=True)
    seats = [[found.name for found in plan.seating(game)].index("careful") for game in range(6)]
    assert seats == [0, 1, 2, 0, 1, 2]
    found = crossplay("random", "careful", games=12, rules="stacks")
    alone = simulate("random", games=12, rules="stacks")
    assert found.runs[0][0].histogram == alone.histogram
    assert found.to_json()["matrix"][0][0] == alone.mean
    assert found.runs[1][0].plan.names == ("careful", "random", "random")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"players": 7}, "Hanabi is for 2 to 6 players"),
        ({"games": 0}, "0 games cannot be played"),
        ({"games": -5}, "-5 games cannot be played"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"rules": "mine"}, "no rule set is called 'mine'"),
        ({"variant": "Rainbow"}, "there is no variant 'Rainbow'"),
        ({"hand": 40}, "cannot be dealt"),
    ],
)
def test_words_that_make_no_sense_are_explained(words: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        simulate("random", **words)


def test_seats_and_bots_must_agree() -> None:
    with pytest.raises(InputError, match="2 bots cannot fill 3 seats"):
        simulate("random", "careful", players=3)
    assert simulate("random", "careful", games=2).plan.terms.players == 2
    assert find_bot("random").name == "random"
