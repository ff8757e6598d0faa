"""A recorded game as one HTML file that works without a server.

The page's own modules are bound into one script, and everything that the server could be asked is put beside
it as JSON. A policy in the file's head lets a browser run that script and nothing else, and fetch nothing.
"""

import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from pathlib import Path

import msgspec

from handsight.errors import InputError
from handsight.web.replay.replay import Recording

STATIC = Path(__file__).parents[1] / "static"
FIRST = "single.js"
STYLES = ("style.css", "table.css", "replay.css")

_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|(\w+)) from "\./([\w-]+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|let|class) (\w+))", re.MULTILINE)
_STRAY = re.compile(r"^(?:import|export)\b.*|\bimport\s*\(.*", re.MULTILINE)


def page(recording: Recording) -> bytes:
    """Write a recorded game as one HTML file."""
    script = bound(FIRST)
    style = "\n".join((STATIC / name).read_text("utf-8") for name in STYLES)
    data = msgspec.json.encode({"head": recording.head(), "whole": recording.whole()}).decode()
    policy = f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:"
    title = escape(f"{' · '.join(recording.game.seats)} – {recording.variant.name} – Handsight")
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
<script type="application/json" id="game">{_quiet(data)}</script>
<script type="module">{script}</script>
</body>
</html>
""".encode()


def bound(first: str) -> str:
    """Bind a module and all that it imports into one script, each in a scope of its own."""
    done: dict[str, str] = {}
    _bind(first, done)
    script = '"use strict";\nconst modules = {};\n' + "\n".join(done.values())
    if "</script" in script or "<!--" in script:
        raise InputError("a module of the page holds `</script` or `<!--`, which would end the script early")
    return script


def _bind(name: str, done: dict[str, str]) -> None:
    """Add a module, after those that it imports."""
    text = (STATIC / name).read_text("utf-8")
    for found in _IMPORT.finditer(text):
        if found[3] not in done:
            _bind(found[3], done)
    exports = _EXPORT.findall(text)
    body = _EXPORT.sub("", _IMPORT.sub(_taken, text))
    stray = _STRAY.search(body)
    if stray:
        raise InputError(f"{name} cannot be bound into one file because of {stray[0][:60]!r}")
    done[name] = f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {", ".join(exports)} }};\n}})();'


def _taken(found: re.Match[str]) -> str:
    """Write an import as names taken from a module bound before."""
    names = found[1].replace(" as ", ": ") if found[1] is not None else f"default: {found[2]}"
    return f'const {{ {names.strip()} }} = modules["{found[3]}"];'


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _quiet(data: str) -> str:
    """Write JSON so that nothing in it can end the element that holds it."""
    return data.replace("<", "\\u003c")
