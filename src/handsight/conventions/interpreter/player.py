"""Play by a convention: read what happened, decide what to do, and say why."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from handsight.conventions import core
from handsight.conventions.core import Core
from handsight.conventions.interpreter.context import Scene
from handsight.conventions.interpreter.interpreter import Search, meaning
from handsight.conventions.interpreter.memory import Memory
from handsight.conventions.interpreter.public_state import MoveEvent, Public
from handsight.hanabi import CardPlayed, ClueGiven, Discard, GiveClue, Play, View

Action = Play | Discard | GiveClue
_VERBS: dict[str, Callable[[Any], Action]] = {"play": Play, "discard": Discard, "give": lambda clue: clue}


class Tried(Struct, frozen=True):
    """An act rule that was tried, by its number, and how many of its steps it got behind it.

    All of them, and still no action: what it found is not legal.
    """

    rule: int
    reached: int
    first: tuple[Any, ...] = ()
    """What its variables were when it first got there."""
    often: int = 1
    """In how many ways it got there."""


class Choice(Struct, frozen=True):
    """What a convention does: an action, the number of the rule that chose it, the rules tried before it."""

    action: Action | None
    rule: int | None
    tried: tuple[Tried, ...] = ()
    found: tuple[Any, ...] = ()
    """What the variables of that rule were when it acted."""


class Interpreter:
    """A core, ready to be played."""

    def __init__(self, meant: Core) -> None:
        self.core = meant
        self._updates = [(rule, Search(rule.steps), meaning(rule.card)) for rule in meant.updates]
        self._acts = [(rule, Search(rule.steps), meaning(rule.what)) for rule in meant.acts]
        self._promises = [None if promise is None else meaning(promise) for promise in meant.promises]

    def start(self, opening: Public) -> Memory:
        """The memory after the deal."""
        return self.read(opening, Memory((0,) * len(self.core.promises)))

    def read(self, now: Public, memory: Memory) -> Memory:
        """The memory after what has just happened, by the update rules in order."""
        memory = replace(memory, fresh=()) if memory.fresh else memory
        scene = Scene(now, memory)
        understood = False
        for rule, search, card in self._updates:
            if rule.after != "always" and (understood or not happened(rule.after, now.deed)):
                continue
            found = list(dict.fromkeys(card(scene) for _ in search.ways(scene)))
            if found:
                scene.memory = self._changed(scene, rule, found)
                understood = understood or rule.ends
        return scene.memory

    def _changed(self, scene: Scene, rule: core.Update, found: list[int]) -> Memory:
        memory = scene.memory
        for flag in rule.gains:
            promise = self._promises[flag]
            if promise is not None:
                mask: int = promise(scene)
                for order in found:
                    if not scene.memory.has(flag, order):
                        memory = memory.told(order, mask)
        for order in found:
            memory = memory.marked(order, rule.gains, rule.loses)
        return memory

    def decide(self, view: View, now: Public, memory: Memory) -> Choice:
        """The first act rule that finds a legal action."""
        scene = Scene(now, memory, view, self.read)
        tried: list[Tried] = []
        for number, (rule, search, what) in enumerate(self._acts):
            walk = search.ways(scene)
            for _ in walk:
                action = _VERBS[rule.verb](what(scene))
                if action in scene.legal:
                    return Choice(action, number, tuple(tried), walk.found)
            tried.append(Tried(number, walk.reached, walk.first, walk.often))
        return Choice(None, None, tuple(tried))


@lru_cache(maxsize=64)
def interpreter(meant: Core) -> Interpreter:
    """Make a core ready to be played."""
    return Interpreter(meant)


def happened(after: str, deed: MoveEvent | None) -> bool:
    """Say whether what was just done is what a rule comes after."""
    match deed:
        case None:
            return after == "deal"
        case ClueGiven(kind=kind):
            return after in ("clue", kind)
        case CardPlayed(fits=fits):
            return after == ("play" if fits else "strike")
    return after == "discard"
