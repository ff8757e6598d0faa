"""Work is done only where the package and every player's file are those of the run."""

import pickle
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from handsight.boeren import DEFAULT_RULES
from handsight.bots.boeren.compiled.learned_bot import SHIPPED
from handsight.errors import WorkerError
from handsight.hanabi import Terms
from handsight.lab import plan as version
from handsight.lab.boeren.plan import BoerenPlan
from handsight.lab.hanabi.plan import HanabiPlan
from handsight.lab.plan import fingerprint
from handsight.lab.runner import Chunk, play_chunk
from handsight.roster import boeren
from handsight.roster.hanabi import find_bot

MINE = 'convention mine uses ours\n  "Mine."\n'
OURS = 'convention ours uses minimal\n  "Ours."\n  set order = {}\n'


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """Let each test ask anew, and leave nothing of it behind."""
    fingerprint.cache_clear()
    yield
    fingerprint.cache_clear()


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A convention that uses another beside it."""
    (tmp_path / "mine.convention").write_text(MINE)
    (tmp_path / "ours.convention").write_text(OURS.format("position"))
    return tmp_path / "mine.convention"


@pytest.mark.parametrize("name", ["rules.py", "library/minimal.convention", "taught/kripke.npz", "new.json"])
def test_the_fingerprint_follows_every_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in ("lab/version.py", "rules.py", "library/minimal.convention", "taught/kripke.npz"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("one")
    monkeypatch.setattr(version, "__file__", str(tmp_path / "lab" / "version.py"))
    before = fingerprint()
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "rules.pyc").write_text("made by Python, not by us")
    fingerprint.cache_clear()
    assert fingerprint() == before
    (tmp_path / name).write_text("two")
    fingerprint.cache_clear()
    assert fingerprint() != before


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
    chunk = Chunk(0, plan, 0, 1, fingerprint(), plan.identities())
    sent = pickle.dumps(chunk)
    assert len(play_chunk(pickle.loads(sent)).rows) == 1  # noqa: S301  # our own
    mine.with_name("ours.convention").write_text(OURS.format("rank"))
    with pytest.raises(WorkerError, match=r"another .*mine\.convention than the run; copy its file there"):
        play_chunk(pickle.loads(sent))  # noqa: S301  # our own


def test_a_worker_with_other_weights_of_that_name_is_refused(tmp_path: Path) -> None:
    shutil.copy(SHIPPED / "plain.npz", tmp_path / "mine.npz")
    plan = BoerenPlan((f"learner {tmp_path / 'mine.npz'}", "greedy", "greedy", "greedy"))
    chunk = Chunk(0, plan, 0, 1, fingerprint(), plan.identities())
    shutil.copy(SHIPPED / "kripke.npz", tmp_path / "mine.npz")
    with pytest.raises(WorkerError, match=r"another learner .*mine\.npz than the run"):
        play_chunk(replace(chunk, plan=replace(plan)))
