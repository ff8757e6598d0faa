"""Runs a Python bot in a process of its own: reads messages from standard input, and answers each.

What the bot prints goes to standard error. The process has nothing of the game but its messages.
"""

import ctypes
import json
import os
import signal
import sys
from importlib import import_module
from typing import Any, TextIO

from handsight.bots.bot import as_decision
from handsight.bots.separate_process.json_protocol import GameText, from_json, read_special, shown, to_json
from handsight.bots.user_bots import BotMissing, fault_text, line_of, load_class
from handsight.errors import HandsightError
from handsight.game import Dice
from handsight.processes import SET_PARENT_DEATH_SIGNAL


def main(text: str, name: str) -> None:
    """Let the bot *name* answer messages until the input ends; *text* is the module of the game's `TEXT`."""
    if sys.platform == "linux":  # the kernel kills it with its parent; elsewhere it ends with its input
        ctypes.CDLL(None).prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    lines, answers = _own_streams()
    sys.argv = [name]
    game: GameText = import_module(text).TEXT
    served = _Served(game, name)
    for line in lines:
        answer = served.answer(json.loads(line, object_hook=read_special))
        if answer is not None:
            answers.write(json.dumps(answer) + "\n")
            answers.flush()
    os._exit(0)


def _own_streams() -> tuple[TextIO, TextIO]:
    """Keep the pipes for messages, and give the bot standard error to print to and nothing to read."""
    lines = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return lines, answers


class _Served:
    """Answers messages with the decisions of a bot, or with the error by which the bot failed."""

    def __init__(self, game: GameText, name: str) -> None:
        self._game = game
        self._name = name
        self._bot: Any = None
        self._make: Any = None
        self._failed = ""

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Do what a message asks for; return the answer, or None for an event, which is not answered."""
        kind = message["message"]
        try:
            if kind == "start":
                return self._start(message)
            if kind == "event":
                if not self._failed:
                    self._bot.observe(from_json(message["event"], self._game.rules.Event))
                return None
            return {"error": self._failed} if self._failed else self._decide(message)
        except BaseException as error:  # noqa: BLE001  whatever a bot does is told
            self._failed = fault_text(error) + line_of(error, self._make)
            missing = {"missing": True} if isinstance(error, BotMissing) else {}
            return None if kind == "event" else {"error": self._failed, **missing}

    def _start(self, message: dict[str, Any]) -> dict[str, Any]:
        try:
            self._make = load_class(self._name)
        except HandsightError as error:
            raise BotMissing(str(error)) from None
        terms = from_json(message["terms"], self._game.terms)
        self._bot = self._make(terms, message["seat"], Dice.from_state(int(message["dice"], 16)))
        return {"message": "ready"}

    def _decide(self, message: dict[str, Any]) -> dict[str, Any]:
        decision = as_decision(self._bot.decide(from_json(message["view"], self._game.rules.View)))
        try:
            answer = {"action": to_json(decision.action)}
        except ValueError:
            return {"error": f"decided {shown(decision.action)}, which is no action"}
        try:
            return answer | {"reason": str(decision.explain())}
        except BaseException as error:  # noqa: BLE001  as above
            return answer | {"reason_error": fault_text(error) + line_of(error, self._make)}
