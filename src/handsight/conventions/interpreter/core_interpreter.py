"""The interpreter: apply the update rules of a core to what happened, and let its act rules choose."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from handsight import hanabi
from handsight.conventions import core
from handsight.conventions.core import Core
from handsight.conventions.interpreter.evaluate_core import StepSearch, evaluate
from handsight.conventions.interpreter.open_readings import Alternative, readings_left
from handsight.conventions.interpreter.public_state import PublicState, public_history
from handsight.conventions.interpreter.rule_context import Context, Memory
from handsight.conventions.interpreter.settle_readings import new_alternatives, settle, with_question
from handsight.hanabi import CardPlayed, ClueGiven, Discard, Event, GiveClue, Play, View
from handsight.hanabi.actions import MoveEvent

Action = Play | Discard | GiveClue
_VERBS: dict[str, Callable[[Any], Action]] = {"play": Play, "discard": Discard, "give": lambda clue: clue}


class FailedRule(Struct, frozen=True):
    """An act rule that was tried and found no action: its number, and how many of its steps were passed.

    If all steps were passed, the action that it found was not legal.
    """

    rule: int
    passed: int
    values: tuple[Any, ...] = ()
    """The values of its variables when that many steps were first passed."""
    ways: int = 1
    """In how many ways that many steps were passed."""


class RuleChoice(Struct, frozen=True):
    """The action that the rules choose, the number of the rule that chose it, and the rules tried before."""

    action: Action | None
    rule: int | None
    failed: tuple[FailedRule, ...] = ()
    values: tuple[Any, ...] = ()
    """The values of the variables of the rule that acted."""


class Interpreter:
    """Runs the rules of a core. Its methods are pure: memory goes in and comes out."""

    def __init__(self, rules: Core) -> None:
        self.core = rules

    def context(self, public: PublicState, memory: Memory, view: View | None = None) -> Context:
        """Return the context of a moment as the seat of *view* sees it; without a view, the public facts."""
        return Context(public, memory, view, self.read, self.core.laws)

    def start(self, public: PublicState) -> Memory:
        """Return the memory after the deal."""
        return self.read(public, Memory((0,) * len(self.core.promises)))

    def read(self, public: PublicState, memory: Memory) -> Memory:  # noqa: C901  # one case for each effect
        """Apply all update rules, in order, to the last action, and return the memory after it."""
        memory = replace(memory, new_promises=()) if memory.new_promises else memory
        context = self.context(public, memory)
        ended, excused, instead = False, False, None
        alternatives: list[Alternative] = []
        for rule in self.core.updates:
            if rule.after != "always" and (ended or not happened(rule.after, public.last_action)):
                continue
            search = StepSearch(rule.steps, context)
            if rule.values is not None:
                found = [(evaluate(rule.card, context), evaluate(rule.values, context)) for _ in search]
                for order, mask in found:
                    bridge = self.core.bridge if rule.effect == "bridged" else None
                    alternatives += new_alternatives(bridge, context, order, mask)
                ended = ended or (rule.ends and bool(found))
                continue
            cards = list(dict.fromkeys(evaluate(rule.card, context) for _ in search))
            if not cards:
                continue
            match rule.effect:
                case "drop":
                    context.memory = _renewed(context, context.memory.without_readings(cards))
                case "drop all":
                    context.memory = _renewed(context, replace(context.memory, questions=()))
                case "excuse":
                    excused = True
                case "instead":
                    instead = cards[0] if instead is None else instead
                case _:
                    context.memory = self._changed(context, rule, cards)
            ended = ended or rule.ends
        if context.memory.questions:
            context.memory = settle(context, excused=excused, instead=instead)
        if alternatives:
            context.memory = with_question(context, alternatives)
        return _renewed(context, context.memory)

    def follow(
        self, public: PublicState, memory: Memory, events: Iterable[Event]
    ) -> Iterator[tuple[PublicState, Memory]]:
        """Yield the public state and the memory after each action among the events that follow."""
        for then in public_history(public, events):
            memory = self.read(then, memory)
            yield then, memory

    def _changed(self, context: Context, rule: core.Update, cards: list[int]) -> Memory:
        """Return the memory after these cards have gained and lost the flags of a rule."""
        memory = context.memory
        for flag in rule.gains:
            promise = self.core.promises[flag]
            if promise is not None:
                mask: int = evaluate(promise, context)
                for order in cards:
                    if not context.memory.has(flag, order):
                        memory = memory.with_promise(order, mask)
        for order in cards:
            memory = memory.with_flags(order, rule.gains, rule.loses)
        return memory

    def decide(self, view: View, public: PublicState, memory: Memory) -> RuleChoice:
        """Return the choice of the first act rule that finds a legal action; without action if none does."""
        context = self.context(public, memory, view)
        failed: list[FailedRule] = []
        for number, rule in enumerate(self.core.acts):
            search = StepSearch(rule.steps, context)
            for _ in search:
                action = _VERBS[rule.verb](evaluate(rule.what, context))
                if action in context.legal:
                    bound = sum(isinstance(step, core.Each) for step in rule.steps)
                    return RuleChoice(action, number, tuple(failed), tuple(context.variables[:bound]))
            failed.append(FailedRule(number, search.passed, search.first_values, search.ways))
        return RuleChoice(None, None, tuple(failed))

    def rule_of(self, view: View, public: PublicState, memory: Memory, action: hanabi.Action) -> int | None:
        """Return the index of the first act rule that can find this action; None if no rule can."""
        context = self.context(public, memory, view)
        for number, rule in enumerate(self.core.acts):
            ways = StepSearch(rule.steps, context)
            if any(_VERBS[rule.verb](evaluate(rule.what, context)) == action for _ in ways):
                return number
        return None


def _renewed(context: Context, memory: Memory) -> Memory:
    """Return the memory with `read` worked out again from its open readings."""
    read = readings_left(memory.questions, context.public.played_values, context.playable)
    return memory if read == memory.read else replace(memory, read=read)


def happened(after: str, event: MoveEvent | None) -> bool:
    """Whether the last action is an event of the kind *after*; None stands for the deal."""
    match event:
        case None:
            return after == "deal"
        case ClueGiven(kind=kind):
            return after in ("clue", kind)
        case CardPlayed(fits=fits):
            return after == ("play" if fits else "strike")
    return after == "discard"
