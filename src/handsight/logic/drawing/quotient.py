"""Models too large to draw, as blocks of worlds with exact counts.

Worlds are put together when nothing on the screen tells them apart: formulas, the value of a variable, what
one agent sees, and, if asked, what anybody thinks possible, block by block (bisimulation). An agent's link
leads from a block to another when in some world of the first it thinks a world of the second possible. Where
that is so in *every* world of the first (draw it solid), links may be composed; where only in some (dotted),
they may not.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Generic

from handsight.errors import InputError, TooLargeError
from handsight.logic.engines.engine import S, World
from handsight.logic.engines.model import Model
from handsight.logic.formulas.formula import TRUE, Formula, value
from handsight.logic.formulas.names import unknown

MOST_BLOCKS: Final = 200


@dataclass(frozen=True, slots=True)
class Block:
    """Worlds put together: what they share, how many they are, one of them, and whether the actual is."""

    shared: tuple[str, ...]
    worlds: int
    share: Fraction
    witness: World
    actual: bool


@dataclass(frozen=True, slots=True)
class Link:
    """In some world of a block, or in every one, the agent thinks a world of another block possible."""

    agent: str
    source: int
    target: int
    every: bool


@dataclass(frozen=True, slots=True)
class Quotient:
    """Blocks, and links between different ones by the numbers of the blocks."""

    blocks: tuple[Block, ...]
    links: tuple[Link, ...]

    def data(self) -> dict[str, Any]:
        """The same as JSON has it."""
        return {
            "nodes": [
                {
                    "shared": list(block.shared),
                    "worlds": block.worlds,
                    "share": str(block.share),
                    "witness": str(block.witness),
                    "actual": block.actual,
                }
                for block in self.blocks
            ],
            "edges": [
                {"agent": link.agent, "source": link.source, "target": link.target, "every": link.every}
                for link in self.links
            ],
        }


def quotient(  # noqa: PLR0913 one keyword for each thing that tells worlds apart
    model: Model[S],
    *,
    formulas: Iterable[Formula] = (),
    variables: Iterable[str] = (),
    agents: Iterable[str] = (),
    alike: bool = False,
    most: int = MOST_BLOCKS,
) -> Quotient:
    """The model by these formulas, values and sights; *alike* splits on until blocks are bisimilar."""
    sieve = _Sieve(model, most)
    for formula in formulas:
        sieve.split({str(formula): model.extension(formula), str(~formula): model.extension(~formula)})
    for variable in variables:
        if variable not in model.values:
            raise unknown("variable", variable, model.values.keys())
        held = (value(variable, word) for word in model.values[variable])
        sieve.split({str(one): model.extension(one) for one in held})
    for agent in agents:
        if agent not in model.agents:
            raise unknown("agent", agent, model.agents)
        sieve.split(sieve.sights(agent))
    if alike:
        sieve.settle()
    return sieve.quotient()


class _Sieve(Generic[S]):
    """Blocks of worlds that are split finer and finer."""

    def __init__(self, model: Model[S], most: int) -> None:
        self.model = model
        self.most = most
        self.all: S = model.extension(TRUE)
        self.blocks: list[tuple[tuple[str, ...], S]] = [((), self.all)]
        if self.all == model.nowhere:
            raise InputError("the model has no world left to draw")

    def split(self, parts: dict[str, S]) -> bool:
        """Split every block along the parts, which cover all worlds; whether that split any."""
        before = len(self.blocks)
        self.blocks = [
            ((*shared, name), inside)
            for shared, block in self.blocks
            for name, part in parts.items()
            if (inside := block & part) != self.model.nowhere
        ]
        self._check(len(self.blocks))
        return len(self.blocks) > before

    def _check(self, number: int) -> None:
        if number > self.most:
            raise TooLargeError(
                f"more than {self.most} blocks are too many to draw; ask about less, or first about the part"
                " of the model that one world leads to"
            )

    def sights(self, agent: str) -> dict[str, S]:
        """The agent's views, each the set of worlds that look alike to it, called after its first world."""
        result: dict[str, S] = {}
        rest = self.all
        while rest != self.model.nowhere:
            world = next(self.model.each(rest))
            view = self.model.considered((agent,), self.model.at(world))
            if self.model.at(world) & view & self.model.pooled((agent,), view) == self.model.nowhere:
                raise InputError(f"{agent} may believe what is false, so its views overlap; ask by formulas")
            result[f"{agent} sees {world}"] = view
            rest = rest & ~view
            self._check(len(result))
        return result

    def settle(self) -> None:
        """Split by what each agent thinks possible, block by block, until nothing splits."""
        split = True
        while split:
            split = False
            for _, block in tuple(self.blocks):
                for agent in self.model.agents:
                    split |= self._split_by(self.doubting(agent, block))

    def _split_by(self, s: S) -> bool:
        before = len(self.blocks)
        self.blocks = [
            (shared, part)
            for shared, block in self.blocks
            for part in (block & s, block & ~s)
            if part != self.model.nowhere
        ]
        self._check(len(self.blocks))
        return len(self.blocks) > before

    def doubting(self, agent: str, s: S) -> S:
        """The worlds in which the agent thinks one of the set possible."""
        return self.all & ~self.model.pooled((agent,), self.model.outside(s))

    def quotient(self) -> Quotient:
        """The blocks as they are now, and the links between them."""
        total = self.model.size(self.all)
        actual = self.model.nowhere if self.model.actual is None else self.model.at(self.model.actual)
        blocks = []
        for shared, block in self.blocks:
            worlds = self.model.size(block)
            blocks.append(
                Block(
                    shared,
                    worlds,
                    Fraction(worlds, total),
                    next(self.model.each(block)),
                    actual=block & actual != self.model.nowhere,
                )
            )
        return Quotient(tuple(blocks), tuple(self._links()))

    def _links(self) -> Iterator[Link]:
        for target, (_, there) in enumerate(self.blocks):
            for agent in self.model.agents:
                doubting = self.doubting(agent, there)
                for source, (_, here) in enumerate(self.blocks):
                    inside = here & doubting
                    if source != target and inside != self.model.nowhere:
                        yield Link(agent, source, target, every=inside == here)
