"""The games as environments for learners; `handsight.learning` has players that learn in them.

`VecHanabi` and `VecBoeren` step many games at once; `hanabi.observation_layouts` says what each place of an
observation means. `gymnasium`, `pettingzoo` and `hanabi.rl_env` offer the games through the interfaces of
other libraries, and `hanabi.gpu_games` plays Hanabi without variant on a GPU.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the learner needs no compiled kernels
    from handsight.env.boeren.vec_boeren import BoerenStep, VecBoeren
    from handsight.env.hanabi.vec_hanabi import Step, VecHanabi

__all__ = ["BoerenStep", "Step", "VecBoeren", "VecHanabi"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in {"BoerenStep", "VecBoeren"}:
        from handsight.env.boeren import vec_boeren as module  # noqa: PLC0415  NumPy and Numba are slow
    else:
        from handsight.env.hanabi import vec_hanabi as module  # type: ignore[no-redef]  # noqa: PLC0415  as above
    return getattr(module, name)
