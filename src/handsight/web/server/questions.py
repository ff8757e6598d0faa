"""Questions about what players know, each answered while everything else at the table goes on."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Event
from typing import Any

from handsight.errors import RequestError
from handsight.web.server.connection import Connection
from handsight.web.server.messages import encode
from handsight.web.server.table import Question
from handsight.web.server.worker import MEMORY, MOST_WAITING, Worker, internal_error

SECONDS = 15.0
"""How long a slow question may take."""


class Questions:
    """Answers one question at a time for each browser: its next one, or its leaving, cancels the last."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MOST_WAITING + 1, "questions")
        self._worker = Worker(MEMORY)
        self._cancelled: dict[Connection[Any], Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, connection: Connection[Any], question: Question) -> None:
        """Answer a browser's question when the answer is there."""
        self.cancel(connection)
        self._cancelled[connection] = cancelled = Event()
        task = asyncio.create_task(self._answer(connection, self._work(question, cancelled)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _work(self, question: Question, cancelled: Event) -> Callable[[], Any]:
        if not question.slow:
            return partial(question.answer, _no_progress, *question.args)
        wanted = partial(_not_set, cancelled)
        return partial(self._worker.run, question.answer, *question.args, seconds=SECONDS, wanted=wanted)

    async def _answer(self, connection: Connection[Any], work: Callable[[], Any]) -> None:
        with suppress(ConnectionError):  # it does not read, and will be disconnected
            try:
                text = await asyncio.get_running_loop().run_in_executor(self._threads, _encoded, work)
                connection.reply(text)
            except RequestError as error:
                if error.code != "stopped":
                    connection.refuse(RequestError("cannot-say", str(error)))

    def cancel(self, connection: Connection[Any]) -> None:
        """Stop working on a browser's question."""
        if cancelled := self._cancelled.pop(connection, None):
            cancelled.set()

    def close(self) -> None:
        """Stop answering."""
        self._worker.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _no_progress(_: Any) -> None:
    """Ignore what a question reports on its way."""


def _not_set(event: Event) -> bool:
    return not event.is_set()


def _encoded(work: Callable[[], Any]) -> str:
    """Do a piece of work and encode its result, or raise RequestError, whatever goes wrong."""
    try:
        return encode(work())
    except RequestError:
        raise
    except Exception as error:
        raise RequestError(*internal_error(error)) from error
