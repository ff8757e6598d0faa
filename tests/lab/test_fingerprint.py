"""Rows are used again, and work is done, only with the sources and the players' files of the run."""

import pickle
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from handsight import source_code
from handsight.boeren import DEFAULT_RULES
from handsight.bots.boeren.compiled.learned_bot import SHIPPED
from handsight.errors import WorkerError
from handsight.hanabi import Terms
from handsight.lab import simulate
from handsight.lab.boeren.match_plan import BoerenPlan
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.lab.job_runner import Task, do_task
from handsight.lab.numbered_job import code_version
from handsight.roster import boeren
from handsight.roster.hanabi import find_bot

MINE = 'convention mine uses ours\n  "Mine."\n'
OURS = 'convention ours uses minimal\n  "Ours."\n  set order = {}\n'


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A convention that uses another beside it."""
    (tmp_path / "mine.convention").write_text(MINE)
    (tmp_path / "ours.convention").write_text(OURS.format("position"))
    return tmp_path / "mine.convention"


@pytest.fixture
def edited(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Let a test edit a module of the package, as far as anybody who reads its source can tell."""
    known = source_code.read_source

    def edit(name: str) -> None:
        def read(module: str, *, lazily: bool) -> tuple[bytes, tuple[str, ...]]:
            digest, imports = known(module, lazily=lazily)
            return (b"edited" if module == f"handsight.{name}" else digest), imports

        monkeypatch.setattr(source_code, "read_source", read)
        code_version.cache_clear()

    yield edit
    code_version.cache_clear()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "hanabi", "boeren"),
    [
        ("game.seeded_dice", True, True),
        ("hanabi.rules", True, False),
        ("bots.hanabi.hat.bot", True, False),
        ("conventions.interpreter.core_interpreter", True, False),
        ("search.rollouts", True, False),
        ("boeren.rules", True, True),
        ("bots.boeren.compiled.sampler", False, True),
        ("bots.boeren.kripke_bots", False, True),
        ("lab.game_plan", True, True),
        ("lab.job_runner", False, False),
        ("lab.plots", False, False),
        ("text.report_style", False, False),
        ("cli.simulate", False, False),
        ("web.server.rate_limits", False, False),
        ("learning.hanabi.settings", False, False),
    ],
)
def test_results_depend_on_the_sources_that_play_them_and_no_others(
    module: str, hanabi: bool, boeren: bool, edited: Callable[[str], None]
) -> None:
    plans = HanabiPlan(("random",) * 2, Terms(2)), BoerenPlan(("greedy",) * 4)
    before = [plan.version for plan in plans]
    assert find_spec(f"handsight.{module}")
    edited(module)
    assert [plan.version != old for plan, old in zip(plans, before, strict=True)] == [hanabi, boeren]


def test_a_run_does_not_go_on_with_other_sources(tmp_path: Path, edited: Callable[[str], None]) -> None:
    assert simulate("random", games=20, out=tmp_path).played == 20
    edited("web.server.rate_limits")
    assert simulate("random", games=20, out=tmp_path).played == 0
    edited("hanabi.rules")
    assert simulate("random", games=20, out=tmp_path).played == 20


def test_a_convention_that_was_changed_is_read_anew(mine: Path) -> None:
    first = find_bot(str(mine))
    assert find_bot(str(mine)) is first
    assert first.identity() == find_bot("minimal").identity()
    mine.with_name("ours.convention").write_text(OURS.format("rank"))
    assert find_bot(str(mine)).identity() == find_bot("minimal order=rank").identity()


def test_weights_that_were_changed_are_read_anew(tmp_path: Path) -> None:
    word = f"learner {tmp_path / 'mine.npz'}"
    for name in ("plain", "kripke"):
        shutil.copy(SHIPPED / f"{name}.npz", tmp_path / "mine.npz")
        there = "learner" if name == "kripke" else f"learner-{name}"
        assert boeren.find_bot(word).identity() == boeren.find_bot(there).identity()
    assert boeren.find_bot(word).compiled(DEFAULT_RULES) is boeren.find_bot(word).compiled(DEFAULT_RULES)
    assert boeren.find_bot("learner").identity() != boeren.find_bot("learner-plain").identity()


def test_a_worker_with_another_convention_of_that_name_is_refused(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HanabiPlan, "compiled_bots", lambda _plan: None)
    plan = HanabiPlan((str(mine),) * 2, Terms(2))
    task = Task(0, plan, 0, 1, plan.digest())
    sent = pickle.dumps(task)
    assert len(do_task(pickle.loads(sent)).rows) == 1  # noqa: S301  # our own
    mine.with_name("ours.convention").write_text(OURS.format("rank"))
    with pytest.raises(WorkerError, match="changed during the run"):
        do_task(pickle.loads(sent))  # noqa: S301  # our own


def test_a_worker_with_other_weights_of_that_name_is_refused(tmp_path: Path) -> None:
    shutil.copy(SHIPPED / "plain.npz", tmp_path / "mine.npz")
    plan = BoerenPlan((f"learner {tmp_path / 'mine.npz'}", "greedy", "greedy", "greedy"))
    task = Task(0, plan, 0, 1, plan.digest())
    shutil.copy(SHIPPED / "kripke.npz", tmp_path / "mine.npz")
    with pytest.raises(WorkerError, match="changed during the run"):
        do_task(replace(task, job=replace(plan)))
