"""The parts of Handsight that need more packages than its core, and what each needs.

`pip install handsight` installs the core: rules, notation, knowledge, logic and the terminal. Every other
part is an *extra* of that name in `pyproject.toml`, as in ``pip install 'handsight[lab]'``. A part calls
`need_extra` before it imports what may be missing.
"""

from functools import cache
from importlib.util import find_spec
from types import MappingProxyType

from handsight.errors import MissingExtraError

EXTRAS = MappingProxyType({
    "lab": ("numpy", "numba", "llvmlite", "pyarrow", "matplotlib"),
    "web": ("h11", "starlette", "uvicorn", "websockets"),
    "logic": ("dd",),
    "env": ("gymnasium", "pettingzoo"),
    "rl": ("torch",),
})  # fmt: skip
"""For each extra, the names by which its packages are imported."""


@cache
def need_extra(extra: str, *packages: str) -> None:
    """Raise MissingExtraError if packages of an extra (by default all of them) are not installed."""
    missing = tuple(name for name in packages or EXTRAS[extra] if find_spec(name) is None)
    if missing:
        raise MissingExtraError(extra, missing)


def missing_extra(error: ModuleNotFoundError) -> MissingExtraError | None:
    """Return the MissingExtraError for a failed import, or None if no extra has that module."""
    name = (error.name or "").partition(".")[0]
    found = next((extra for extra, packages in EXTRAS.items() if name in packages), None)
    return MissingExtraError(found, (name,)) if found else None
