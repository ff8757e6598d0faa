"""Rollouts for a GPU: the same code, run on the CPU one thread after the other, gives the CPU's scores."""

import ctypes
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import llvmlite.binding as llvm
import numpy as np
import pytest

from bench.batches import gpu_rollouts
from bench.batches.gpu_rollouts import GpuRollouts, import_cupy
from bench.batches.rollout_code import DRAW, PLAY, rollout_gpu_code, rollout_module
from handsight.compiled.gpu_kernels import optimise_for, row_function
from handsight.errors import InputError
from handsight.game import Dice
from handsight.hanabi import Terms, rule_set, variant, view
from handsight.hanabi.compiled.game_loop import CompiledBot
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.roster.hanabi import find_bot
from handsight.search import searching_bots
from handsight.search.action_race import actions_to_try
from handsight.search.blueprint import blueprint
from handsight.search.rollouts import Deals, Rollouts
from handsight.search.searching_bots import Searcher

BOTS = ("pair", "robot5", "hat", "h-group-2")


class Fetched(np.ndarray[Any, Any]):
    """An array that CuPy would fetch from the GPU."""

    def get(self) -> Any:
        return np.asarray(self)


class ModuleOnTheCpu:
    """Both functions of a bot, compiled for the CPU."""

    made: ClassVar[dict[str, Any]] = {}
    engines: ClassVar[list[Any]] = []
    """They hold the machine code."""

    def __init__(self, path: str) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        triple = llvm.get_process_triple()
        machine = llvm.Target.from_triple(triple).create_target_machine(
            opt=2, jit=True, codemodel="jitdefault"
        )
        module = ModuleOnTheCpu.made[Path(path).read_text("ascii")]
        optimise_for(module, map(row_function, (DRAW, PLAY)), machine)
        self._engine = llvm.create_mcjit_compiler(module, machine)
        self._engine.finalize_object()
        self.engines.append(self._engine)

    def get_function(self, name: str) -> Any:
        address = self._engine.get_function_address(row_function(name))

        def launch(grid: tuple[int], block: tuple[int], arguments: tuple[Any, ...]) -> None:
            given = [each.ctypes.data if isinstance(each, np.ndarray) else int(each) for each in arguments]
            is_array = [isinstance(each, np.ndarray) for each in arguments]
            kinds = [ctypes.c_void_p if array else ctypes.c_int64 for array in is_array]
            call = ctypes.CFUNCTYPE(None, *kinds, ctypes.c_int64)(address)
            for thread in range(grid[0] * block[0]):
                call(*given, thread)

        return launch


def module_name(bot: CompiledBot, words: int, workspace: int) -> str:
    """Make the module of a bot; its name is the code that would go to a GPU."""
    name = str(len(ModuleOnTheCpu.made))
    ModuleOnTheCpu.made[name] = rollout_module(bot, words, workspace)
    return name


@pytest.fixture
def _cupy_on_the_cpu(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the CPU stand in for a GPU."""
    stand_in = SimpleNamespace(
        asarray=lambda array: np.ascontiguousarray(array).view(Fetched),
        empty=lambda shape, kind: np.empty(shape, kind).view(Fetched),
        cuda=SimpleNamespace(
            Stream=lambda **_: nullcontext(), runtime=SimpleNamespace(getDeviceCount=lambda: 1)
        ),
        RawModule=ModuleOnTheCpu,
    )
    monkeypatch.setitem(sys.modules, "cupy", stand_in)
    monkeypatch.setattr(gpu_rollouts, "rollout_gpu_code", module_name)
    monkeypatch.setattr(gpu_rollouts, "SOON", 8)
    monkeypatch.setattr(gpu_rollouts, "PORTION", 12)
    forget()
    yield
    forget()


def forget() -> None:
    """Forget the code and streams of a GPU that is not there any more."""
    gpu_rollouts._compiled.cache_clear()  # noqa: SLF001
    import_cupy.cache_clear()
    vars(gpu_rollouts._own).clear()  # noqa: SLF001


@pytest.mark.usefixtures("_cupy_on_the_cpu")
@pytest.mark.slow
@pytest.mark.parametrize(("bot", "players"), [(BOTS[0], 4), *((bot, 2) for bot in BOTS)])
def test_scores_are_those_of_threads(bot: str, players: int) -> None:
    terms = Terms(players, rules=rule_set("stacks"))
    states = HanabiPlan((bot,) * players, terms, 3).play_game(0).states
    different = 0
    for turn in (0, 3 * players, 6 * players, 9 * players):
        position = Searcher(terms, 0, Dice(turn), find_bot(bot)).position(view(states[turn], 0))
        actions = np.array(actions_to_try(position, 0.1), np.int64)
        deals_of_4 = Deals(position, turn + 7, 4)
        both = GpuRollouts(deals_of_4), Rollouts(deals_of_4)
        for first, deals, some in ((0, 4, actions), (1, 10, actions[::2].copy()), (4, 40, actions[:2])):
            found, wanted = (np.zeros((deals, len(some)), np.int16) for _ in both)
            both[0].play(some, first, found)  # the last block may not be full
            both[1].play(some, first, wanted)
            assert (found == wanted).all()
            different += len(np.unique(wanted)) > 1
    assert different


@pytest.mark.slow
@pytest.mark.usefixtures("_cupy_on_the_cpu")
def test_a_game_is_the_same_with_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    terms = Terms(2, variant("3 Suits"), rule_set("stacks"))
    plan = HanabiPlan(("search(pair, 300)", "pair"), terms, 5)
    without = plan.play_game(0).actions
    made = len(ModuleOnTheCpu.engines)
    monkeypatch.setattr(searching_bots, "Rollouts", GpuRollouts)
    assert plan.play_game(0).actions == without
    assert len(ModuleOnTheCpu.engines) == made + 1


@pytest.mark.slow
@pytest.mark.parametrize("bot", [BOTS[0], pytest.param("robot5", marks=pytest.mark.slow)])
def test_the_code_for_a_gpu_calls_nothing_that_is_not_in_it(bot: str) -> None:
    player = blueprint(find_bot(bot), Terms(2))
    code = rollout_gpu_code(player.bot, player.words, len(player.workspace()))
    lines = code.splitlines()
    assert not [line for line in lines if line.startswith(".extern")]
    assert "fma." not in code  # it would round otherwise than the CPU
    assert [line for line in lines if line.startswith(".visible .entry")] == [
        f".visible .entry {name}(" for name in (DRAW, PLAY)
    ]


def test_a_gpu_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def count() -> int:
        raise OSError("no CUDA-capable device is detected")

    runtime = SimpleNamespace(getDeviceCount=count)
    for there, why in (
        (None, "cupy"),
        (SimpleNamespace(cuda=SimpleNamespace(runtime=runtime)), "no CUDA-capable"),
    ):
        monkeypatch.setitem(sys.modules, "cupy", there)
        forget()
        with pytest.raises(InputError, match=rf"needs an NVIDIA GPU and CuPy .*, but: .*{why}"):
            import_cupy()
    forget()
