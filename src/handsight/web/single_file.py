"""Writes a replay as one HTML file that works without a server.

The page's modules are bundled into one script, with everything that the server could be asked beside it as
JSON. A content security policy in the file lets a browser run that script alone, and fetch nothing.
"""

import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from pathlib import Path
from posixpath import dirname, normpath
from typing import TYPE_CHECKING, Any

import msgspec

from handsight.errors import InputError
from handsight.web.games import game_page

if TYPE_CHECKING:
    from handsight.web.hanabi.game_replay import HanabiReplay

STATIC = Path(__file__).parent / "static"
ENTRY = "games/{}/single_file.js"
STYLES = (
    "style.css",
    "table/table.css",
    "table/talk.css",
    "games/{0}/{0}.css",
    "replay/replay.css",
    "replay/analysis.css",
)


_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|(\w+)) from "(\.[\w./-]+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|let|class) (\w+))", re.MULTILINE)
_STRAY = re.compile(r"^(?:import|export)\b.*|\bimport\s*\(.*", re.MULTILINE)


def single_file(replay: "HanabiReplay", analysis: dict[str, Any] | None = None) -> bytes:
    """Return a replay as one HTML file, with the analysis of its turns if it is given."""
    script = bundle(ENTRY.format(replay.page))
    style = "\n".join(_read(name.format(replay.page)) for name in STYLES)
    answers = {"head": replay.head(), "everything": replay.everything(), "analysis": analysis}
    data = msgspec.json.encode(answers).decode().replace("<", "\\u003c")  # nothing in it ends its element
    policy = f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:"
    title = escape(f"{replay.title} – Handsight")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<a class="skip" href="#view">Skip to the game</a>
<main id="view" tabindex="-1" data-view="replay"></main>
<noscript><p class="notice">This file needs JavaScript; it loads nothing from anywhere.</p></noscript>
<script type="application/json" id="game">{data}</script>
<script type="module">{script}</script>
</body>
</html>
""".encode()


def bundle(entry: str) -> str:
    """Bundle a module of the page and all that it imports into one script, each in its own scope."""
    modules: dict[str, str] = {}
    _add(entry, modules)
    script = '"use strict";\nconst modules = {};\n' + "\n".join(modules.values())
    if "</script" in script or "<!--" in script:
        raise InputError("a module of the page holds `</script` or `<!--`, which would end the script early")
    return script


def _add(name: str, modules: dict[str, str]) -> None:
    """Add a module to a bundle, after those that it imports."""
    text = _read(name)
    for found in _IMPORT.finditer(text):
        imported = _resolved(name, found[3])
        if imported not in modules:
            _add(imported, modules)
    exports = _EXPORT.findall(text)
    body = _EXPORT.sub("", _IMPORT.sub(lambda found: _as_constant(found, name), text))
    stray = _STRAY.search(body)
    if stray:
        raise InputError(f"{name} cannot be bundled into one file because of {stray[0][:60]!r}")
    modules[name] = f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {", ".join(exports)} }};\n}})();'


def _read(name: str) -> str:
    """Read one of the page's files; those of a game are in the folder that its `GamePage` names."""
    first, _, rest = name.partition("/")
    game, _, file = rest.partition("/")
    path = game_page(game).static / file if first == "games" else STATIC / name
    return path.read_text("utf-8")


def _resolved(name: str, path: str) -> str:
    """Return the name of a module that another one imports by a relative path."""
    return normpath(f"{dirname(name)}/{path}").lstrip("/")


def _as_constant(found: re.Match[str], name: str) -> str:
    """Rewrite an import as names taken from a module bundled before."""
    names = found[1].replace(" as ", ": ") if found[1] is not None else f"default: {found[2]}"
    return f'const {{ {names.strip()} }} = modules["{_resolved(name, found[3])}"];'


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
