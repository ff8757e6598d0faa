"""Turns at slow work: visitors take turns, so that whoever asks for much delays only their own work."""

from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Lock


class FairTurns:
    """Lets *places* jobs run at once; where there are several, one visitor never has all of them.

    The visitor who has waited longest since their last turn is next, however many jobs others have waiting.
    """

    def __init__(self, places: int = 1) -> None:
        self._places = places
        self._of_one = max(1, places - 1)
        self._running: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[Future[None]]] = OrderedDict()
        self._lock = Lock()

    def ask(self, who: str) -> Future[None]:
        """Return a future that is done when a job of a visitor may run; `end` it afterwards, run or not."""
        turn: Future[None] = Future()
        with self._lock:
            self._waiting.setdefault(who, deque()).append(turn)
            self._give()
        return turn

    def end(self, who: str, turn: Future[None]) -> None:
        """End a turn, or give it up if it has not come."""
        if not turn.cancel():
            with self._lock:
                self._running[who] -= 1
                if not self._running[who]:
                    del self._running[who]
                self._give()

    @contextmanager
    def turn(self, who: str) -> Iterator[None]:
        """Wait for a visitor's turn, which lasts as long as this block."""
        turn = self.ask(who)
        try:
            turn.result()
            yield
        finally:
            self.end(who, turn)

    def _give(self) -> None:
        """Give free places to those who wait."""
        while self._running.total() < self._places:
            who = next((one for one in self._waiting if self._running[one] < self._of_one), None)
            if who is None:
                return
            turns = self._waiting.pop(who)
            turn = turns.popleft()
            if turns:
                self._waiting[who] = turns  # behind all others
            if turn.set_running_or_notify_cancel():
                self._running[who] += 1
                turn.set_result(None)
