"""Which sources a piece of work depends on: those of its modules, and of everything that these import.

Cached machine code and cached results are used again only while those sources are the same. An edit of any
other file, such as a style sheet, leaves them valid.
"""

import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path

KEY_BYTES, DIGEST_BYTES = 8, 16
OURS = __name__.partition(".")[0]
PLAIN = tuple(
    f"{OURS}.{name}"
    for name in ("errors", "extras", "processes", "safe_files", "source_code", "text", "version")
)
"""Modules and packages that change no result and no machine code; `source_key` leaves them out."""
VERSIONED = ("llvmlite", "numba", "numpy")
"""Libraries that make machine code; their source is not read, wherever they are installed."""
_IMPORT = re.compile(r"^( *)(?:from +([\w.]+) +import +(\([^)]*\)|[^\n#]+)|import +([\w., ]+))", re.MULTILINE)
_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


def source_key(modules: Iterable[str], *, lazily: bool = False) -> str:
    """Return a hash of the source of some modules that are loaded or being loaded, and of all they import.

    *lazily* follows imports inside functions, too, of modules that may not be loaded yet.
    """
    known, waiting = set[str](), list(modules)
    while waiting:
        module = waiting.pop()
        if module not in known:
            known.add(module)
            waiting.extend(read_source(module, lazily=lazily)[1])
    digest = blake2b(digest_size=KEY_BYTES)
    for module in sorted(known):
        digest.update(module.encode() + read_source(module, lazily=lazily)[0])
    return digest.hexdigest()


@cache
def read_source(module: str, *, lazily: bool = False) -> tuple[bytes, tuple[str, ...]]:
    """Return a digest of a module's source, and the modules that it imports.

    Both are empty for a library, which its version identifies, and for a module of `PLAIN`.
    """
    file = _source_file(module)
    if file is None or any(module == plain or module.startswith(f"{plain}.") for plain in PLAIN):
        return b"", ()
    text = file.read_bytes()
    imports = tuple(imported_modules(text.decode(), lazily=lazily))
    return blake2b(text, digest_size=DIGEST_BYTES).digest(), imports


def imported_modules(text: str, *, lazily: bool = False) -> Iterator[str]:
    """Yield the modules that a source text imports at its top level; with *lazily*, anywhere."""
    for indent, package, names, plain in _IMPORT.findall(text):
        if indent and not lazily:
            continue
        for name in (names or plain).strip("()").split(","):
            first = name.split()[0] if name.split() else ""
            inner = f"{package}.{first}" if package else first
            yield inner if _source_file(inner) else package or first


def _source_file(module: str) -> Path | None:
    """Return the source file of a module of Handsight, or of a user's loaded module; None for libraries."""
    first, *rest = module.split(".")
    if first == OURS:
        place = Path(__file__).parent.joinpath(*rest)
        found = [path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()]
        return found[0] if found and all(rest) else None
    file = str(getattr(sys.modules.get(module), "__file__", None))
    library = first in VERSIONED or file.startswith(_LIBRARIES) or not file.endswith(".py")
    return None if library else Path(file)
