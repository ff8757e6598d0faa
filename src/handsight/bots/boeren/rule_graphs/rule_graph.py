"""A graph of rules as data: questions that lead to further questions, and in the end to a card.

A bot walks a graph, and everything that tells or draws one reads the same data.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from handsight.boeren import SUIT_NAMES, Card, View
from handsight.text.suggestions import listed

S_contra = TypeVar("S_contra", contravariant=True)
"""What is known where a question is asked: a kind of `Situation`."""
Route = tuple[bool, ...]
"""The answers that lead from the root to a node; it names the node."""
Fact = str | Callable[[S_contra], str]
"""What an answer rests on: a function that says it, or a template such as "it holds {trumps}".

A name in braces is an attribute of the situation: a card, a suit, or several of them. They are joined by
"and", or as ``{trumps:or}`` says; ``{trumps:are}`` adds the verb.
"""


@dataclass(frozen=True)
class ChoiceNode(Generic[S_contra]):
    """The end of a path: which card to play."""

    text: str
    """What is done, as in "play the highest trump"."""
    cards: Callable[[S_contra], Sequence[Card]]
    """The cards that fit; among several the dice decide."""


@dataclass(frozen=True)
class QuestionNode:
    """A question that is answered by yes or no, in its place in a graph."""

    asked: "GraphQuestion[Any]"
    yes: "Node"
    no: "Node"

    @property
    def text(self) -> str:
        """The question."""
        return self.asked.text


Node = QuestionNode | ChoiceNode[Any]


@dataclass(frozen=True)
class GraphQuestion(Generic[S_contra]):
    """A question that graphs may ask in several places; call it with what follows from its answers there."""

    text: str
    holds: Callable[[S_contra], object]
    """The answer is yes where this is true, or not empty."""
    if_yes: Fact[S_contra]
    """Says the answer with the cards and seats that it rests on."""
    if_no: Fact[S_contra] | None = None
    """The same for the answer no; by default *if_yes* serves for both."""

    def __call__(self, yes: Node, no: Node) -> QuestionNode:
        """Put the question into a graph."""
        return QuestionNode(self, yes, no)

    def fact(self, situation: S_contra) -> str:
        """Say the answer and what it rests on."""
        said = self.if_yes if self.if_no is None or self.holds(situation) else self.if_no
        return said.format_map(_Told(situation)) if isinstance(said, str) else said(situation)


class _Told(dict[str, "_Words"]):
    """The attributes of a situation as words, for a template."""

    def __init__(self, situation: Any) -> None:
        super().__init__()
        self._situation = situation

    def __missing__(self, name: str) -> "_Words":
        found = getattr(self._situation, name)
        return _Words([found] if isinstance(found, Card | int) else found)


class _Words(list[Any]):
    def __format__(self, how: str) -> str:
        words = listed([symbol_or_suit(one) for one in self], "or" if how == "or" else "and")
        return f"{words} {'is' if len(self) == 1 else 'are'}" if how == "are" else words


def symbol_or_suit(one: Card | int) -> str:
    """Name a card by its symbol, or a suit within a sentence."""
    return one.symbol if isinstance(one, Card) else SUIT_NAMES[one].lower()


class NumberedNode(NamedTuple):
    """A node with its place: its number in the order of telling, from 1, and the answers that lead to it."""

    number: int
    route: Route
    node: Node


@dataclass(frozen=True)
class RuleGraph:
    """A graph of rules with a name."""

    name: str
    about: str
    situation: Callable[[View], Any]
    """Makes what its questions are asked of from what a seat sees."""
    root: Node

    @cached_property
    def nodes(self) -> tuple[NumberedNode, ...]:
        """Every node: a question before what follows from it, yes before no."""
        found = enumerate(_below(self.root, ()), start=1)
        return tuple(NumberedNode(number, route, node) for number, (route, node) in found)

    def number(self, route: Route) -> int:
        """Return the number of a node."""
        return self._numbers[route]

    @cached_property
    def _numbers(self) -> dict[Route, int]:
        return {route: number for number, route, _ in self.nodes}

    def walk(self, view: View) -> "Walk":
        """Answer one question after the other until a card is chosen."""
        situation = self.situation(view)
        node: Node = self.root
        asked, route = list[QuestionNode](), list[bool]()
        while isinstance(node, QuestionNode):
            asked.append(node)
            route.append(bool(node.asked.holds(situation)))
            node = node.yes if route[-1] else node.no
        return Walk(self, situation, tuple(asked), tuple(route), node)


@dataclass(frozen=True)
class Walk:
    """A path through a graph: the questions that were asked, the answers, and the choice at its end."""

    graph: RuleGraph
    situation: Any
    questions: tuple[QuestionNode, ...]
    route: Route
    choice: ChoiceNode[Any]

    @property
    def cards(self) -> Sequence[Card]:
        """The cards that fit the choice."""
        return self.choice.cards(self.situation)

    @property
    def number(self) -> int:
        """The number of the node that was reached."""
        return self.graph.number(self.route)

    @property
    def facts(self) -> list[str]:
        """What each answer rests on, in the order of the questions."""
        return [question.asked.fact(self.situation) for question in self.questions]

    def explain(self, card: Card) -> str:
        """Say the path in a sentence: every fact, and what follows from them."""
        drawn = f" (one of {len(self.cards)} by the dice)" if len(self.cards) > 1 else ""
        reached = f"{self.graph.name} graph, {self.number}"
        return f"{'; '.join(self.facts)} → {self.choice.text}: {card.symbol}{drawn} ({reached})"


def _below(node: Node, route: Route) -> Iterator[tuple[Route, Node]]:
    yield route, node
    if isinstance(node, QuestionNode):
        yield from _below(node.yes, (*route, True))
        yield from _below(node.no, (*route, False))
