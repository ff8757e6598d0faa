"""Generated source, imported from a file of its own, so that what it compiles is kept like any kernel."""

import os
import sys
from hashlib import blake2b
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import mkdtemp, mkstemp
from threading import Lock
from types import ModuleType

from handsight.kernels.cache import folder

_ONE_AT_A_TIME = Lock()


def imported(text: str) -> ModuleType:
    """Import a module of this text; the same text is the same module, in this process and from the cache."""
    name = f"handsight_made_{blake2b(text.encode(), digest_size=8).hexdigest()}"
    with _ONE_AT_A_TIME:
        if name not in sys.modules:
            _load(name, _written(name, text))
        return sys.modules[name]


def _written(name: str, text: str) -> Path:
    """Write the text beside the kernels, whole or not at all, whoever else does the same."""
    place = (folder() or Path(mkdtemp())) / "made"
    place.mkdir(exist_ok=True)
    path = place / f"{name}.py"
    if not path.exists():
        handle, unfinished = mkstemp(dir=place)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(unfinished).replace(path)
    return path


def _load(name: str, path: Path) -> None:
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
