"""Whether a search uses a GPU; the moves are the same with one and without."""

import os
from functools import cache
from typing import Any

from handsight.errors import InputError

GPU_VARIABLE = "HANDSIGHT_GPU"


def gpu_wanted() -> bool:
    """Whether rollouts are played on a GPU: where HANDSIGHT_GPU is 1.

    Raises:
        InputError: The variable holds something else, or there is no GPU.
    """
    text = os.environ.get(GPU_VARIABLE) or "0"
    if text not in {"0", "1"}:
        raise InputError(f"{GPU_VARIABLE} is {text!r}; it must be 0 or 1")
    return text == "1" and bool(import_cupy())


@cache
def import_cupy() -> Any:
    """Return CuPy, if it finds a GPU."""
    try:
        import cupy  # noqa: PLC0415  # few have it

        cupy.cuda.runtime.getDeviceCount()
    except Exception as error:
        raise InputError(
            f"{GPU_VARIABLE}=1 needs an NVIDIA GPU and CuPy (pip install cupy-cuda13x), but: {error}."
            " Unset it to use the CPU"
        ) from error
    return cupy
