"""Questions about what players know, each answered while everything else at the table goes on."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Event
from typing import Any

import msgspec

from handsight.boeren import State
from handsight.errors import RequestError
from handsight.web.boeren import messages as wire
from handsight.web.boeren.table import BoerenTable
from handsight.web.server.connection import Guest
from handsight.web.server.worker import MEMORY, MOST_WAITING, Apart, broken

SECONDS = 15.0
"""How long a question about what players know of each other may take."""

Sitter = Guest[BoerenTable]


class Questions:
    """One question at a time for each browser: its next one, or its leaving, makes the last unwanted."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MOST_WAITING + 1, "questions")
        self._logic = Apart(MEMORY)
        self._unwanted: dict[Sitter, Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, guest: Sitter, state: State, question: wire.Question) -> None:
        """Answer a browser's question about a moment when the answer is there."""
        self.forget(guest)
        self._unwanted[guest] = unwanted = Event()
        task = asyncio.create_task(self._answer(guest, self._work(state, question, unwanted)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _work(self, state: State, question: wire.Question, unwanted: Event) -> Callable[[], Any]:
        from handsight.web.boeren.knowledge import answer, answered

        if isinstance(question, wire.Know):  # counted at once; other questions may take any time
            return partial(answered, state, question)
        wanted = partial(_wanted, unwanted)
        return partial(self._logic.do, answer, state, question, seconds=SECONDS, wanted=wanted)

    async def _answer(self, guest: Sitter, work: Callable[[], Any]) -> None:
        with suppress(ConnectionError):  # it does not read, and will be shown out
            try:
                found = await asyncio.get_running_loop().run_in_executor(self._threads, _told, work)
                guest.reply(found)
            except RequestError as error:
                if error.code != "stopped":
                    guest.refuse(RequestError("cannot-say", str(error)))

    def forget(self, guest: Sitter) -> None:
        """Stop working on what a browser asked."""
        if unwanted := self._unwanted.pop(guest, None):
            unwanted.set()

    def end(self) -> None:
        """Answer nobody any more."""
        self._logic.end()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _wanted(unwanted: Event) -> bool:
    return not unwanted.is_set()


def _told(work: Callable[[], Any]) -> str:
    """Write down what comes of a piece of work, or raise RequestError, whatever goes wrong."""
    try:
        return msgspec.json.encode(work()).decode()
    except RequestError:
        raise
    except Exception as error:
        raise RequestError(*broken(error)) from error
