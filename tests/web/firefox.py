"""Debian's Firefox, driven by WebDriver BiDi: no more than a smoke test of the page needs."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from shutil import which
from time import monotonic
from typing import Any

from websockets.sync.client import ClientConnection, connect

START_SECONDS, ANSWER_SECONDS = 60.0, 60.0
LISTENING = "WebDriver BiDi listening on "
KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Home": "\ue011", "End": "\ue010", "Enter": "\ue007"}


class Firefox:
    """A browser with one tab: go to an address, evaluate, click, press keys, wait for something."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = count(1)
        self.errors: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said: dict[str, Any] = json.loads(self._socket.recv(timeout=ANSWER_SECONDS))
            if said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                self.errors.append(said["params"]["text"])
            if said.get("id") == number:
                if said["type"] == "error":
                    raise AssertionError(f"{method}: {said['message']}")
                return dict(said["result"])

    def goto(self, address: str) -> None:
        """Go to an address, and wait until it is loaded."""
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def resize(self, width: int, height: int) -> None:
        """Make the tab as large as a window of this size shows it."""
        self._ask(
            "browsingContext.setViewport", context=self._tab, viewport={"width": width, "height": height}
        )

    def evaluate(self, expression: str) -> Any:
        """Return what an expression is on the page, as JSON holds it."""
        found = self._ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify([{expression}]))()",
            target={"context": self._tab},
            awaitPromise=True,
        )
        if found["type"] == "exception":
            raise AssertionError(f"{expression}: {found['exceptionDetails']['text']}")
        return json.loads(found["result"]["value"])[0]

    def wait(self, expression: str, seconds: float = 60.0) -> None:
        """Wait until an expression is true on the page."""
        until = monotonic() + seconds
        while not self.evaluate(f"Boolean({expression})"):
            assert monotonic() < until, f"never true: {expression}; {self.errors}"
            self.evaluate("await new Promise((go) => setTimeout(go, 50))")

    def click(self, selector: str) -> None:
        """Click in the middle of an element, as a mouse does."""
        self.wait(f"document.querySelector({json.dumps(selector)})?.checkVisibility()")
        element = f"document.querySelector({json.dumps(selector)})"
        self.evaluate(f"{element}.scrollIntoView({{block: 'center'}})")
        box = self.evaluate(f"{element}.getBoundingClientRect()")
        x, y = (round(box[side] + box[size] / 2) for side, size in (("x", "width"), ("y", "height")))
        move = {"type": "pointerMove", "x": x, "y": y}
        press = [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        source = {"type": "pointer", "id": "mouse", "actions": press}
        self._ask("input.performActions", context=self._tab, actions=[source])

    def press(self, key: str) -> None:
        """Press a key."""
        value = KEYS.get(key, key)
        press = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        source = {"type": "key", "id": "keys", "actions": press}
        self._ask("input.performActions", context=self._tab, actions=[source])


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """Start Firefox with a profile of its own."""
    place = which("firefox-esr") or which("firefox")
    assert place, "no firefox is installed"
    command = [place, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    process = subprocess.Popen([*command, "about:blank"], stderr=subprocess.PIPE, text=True)
    assert process.stderr
    try:
        address = next(line for line in process.stderr if line.startswith(LISTENING)).strip()
        with connect(address.removeprefix(LISTENING) + "/session", max_size=1 << 24) as socket:
            yield Firefox(socket)
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
