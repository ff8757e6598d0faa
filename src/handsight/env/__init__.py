"""The games as environments for learners, and a player that learns.

`VecHanabi` steps many games at once; `layouts` says what each place of an observation means; `gpu` has the
games of Hanabi without variant on a GPU, and `ppo` a learner on top of it.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the learner needs no compiled kernels
    from handsight.env.vec_hanabi import Step, VecHanabi

__all__ = ["Step", "VecHanabi"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from handsight.env import vec_hanabi  # noqa: PLC0415  as above

    return getattr(vec_hanabi, name)
