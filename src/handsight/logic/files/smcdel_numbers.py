"""Models and formulas over numbers, as SMCDEL's text format has them."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import Final

from handsight.errors import InputError, TooLargeError
from handsight.logic.engines.engine import World
from handsight.logic.engines.explicit import ExplicitModel
from handsight.logic.engines.world_sets import worlds_of
from handsight.logic.files.session import Sheet
from handsight.logic.formulas.formula import Formula
from handsight.logic.law import Law, State

_Signs = list[str | Formula]

_RESERVED: Final = frozenset(
    ["VARS", "LAW", "OBS", "Top", "Bot", "AND", "OR", "XOR", "ONEOF", "K", "Kw", "Forall", "Exists", "iff"]
)
MOST_LITERALS: Final = 2_000_000
LONGEST: Final = 5_000_000


@dataclass(frozen=True)
class Numbered:
    """A model as SMCDEL holds it: a number for each truth, the law, and what each agent observes."""

    number: Mapping[str, int]
    extra: Mapping[int, str]
    """Numbers that are no truths of ours, and what they mean."""
    law: str
    observes: Mapping[str, Sequence[int]]
    agents: Mapping[str, str]
    """The agents' names as SMCDEL allows them."""
    values: Mapping[str, Sequence[str]]
    blind: Mapping[str, Collection[str]]
    state: Callable[[World], Iterable[int]]
    """The numbers that are true in a world."""

    def text(self, formula: Formula) -> str:
        """The formula with all its brackets."""
        if formula.size > LONGEST:
            raise TooLargeError(
                f"the formula has {formula.size:,} signs when written out; {LONGEST:,} is the most"
            )
        out: list[str] = []
        todo: list[str | Formula] = [formula]
        while todo:
            item = todo.pop()
            if isinstance(item, str):
                out.append(item)
            else:
                todo.extend(reversed(self._signs(item)))
        return "".join(out)

    def _signs(self, f: Formula) -> _Signs:
        if f.op in _SIGNS:
            before, between, after = _SIGNS[f.op]
            return [before, *_between([[part] for part in f.parts], between), after]
        if f.op in {"K", "M"} and f.label[0] in self.blind:
            numbers = ",".join(str(self.number[name]) for name in self.blind[f.label[0]])
            return [f"({'Forall' if f.op == 'K' else 'Exists'} {numbers} (", f.parts[0], "))"]
        if f.op in _WORDS and not (f.op == "E" and any(agent in self.blind for agent in f.label)):
            before, between, after = _WORDS[f.op]
            group = ",".join(self.agents[agent] for agent in f.label)
            return [before.format(group), *_between([[part] for part in f.parts], between), after]
        match f.op:
            case "atom" | "is":
                return [str(self.number["=".join(f.label)])]
            case "Kv":
                held = [self.number[f"{f.label[1]}={value}"] for value in self.values[f.label[1]]]
                return [f"OR ({', '.join(f'({self.agents[f.label[0]]} knows that {n})' for n in held)})"]
            case "E":
                known: list[_Signs] = [[f"({self.agents[a]} knows that (", f.parts[0], "))"] for a in f.label]
                return ["AND (", *_between(known, ", "), ")"]
            case _:
                raise InputError("SMCDEL's format has no event models; leave that question out")


_SIGNS: Final = {
    "true": ("Top", "", ""),
    "false": ("Bot", "", ""),
    "not": ("(~ (", "", "))"),
    "and": ("AND (", ", ", ")"),
    "or": ("OR (", ", ", ")"),
    "xor": ("XOR (", ", ", ")"),
    "one": ("ONEOF (", ", ", ")"),
    "implies": ("((", ") -> (", "))"),
    "iff": ("((", ") iff (", "))"),
    "ann": ("([! (", ")] (", "))"),
    "ann_dia": ("(<! (", ")> (", "))"),
    "ann_whether": ("([?! (", ")] (", "))"),
}
_WORDS: Final = {
    "K": ("({} knows that (", "", "))"),
    "Kw": ("({} knows whether (", "", "))"),
    "M": ("(~ ({} knows that (~ (", "", "))))"),
    "E": ("(({}) knows that (", "", "))"),
    "C": ("(({}) comknow that (", "", "))"),
    "D": ("(({}) distknow that (", "", "))"),
    "group_whether": ("([{} ?! (", ")] (", "))"),
}


def _between(items: Sequence[_Signs], sign: str) -> _Signs:
    """The items with a sign between each two."""
    return [sign_or_part for item in items for sign_or_part in (sign, *item)][1:]


def _agents(names: list[str]) -> dict[str, str]:
    """Agents by names that SMCDEL allows: letters and digits, a letter first, and no word of the format."""
    fresh = (name for k in count(1) if (name := f"agent{k}") not in names)
    fits = {name for name in names if re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", name) and name not in _RESERVED}
    return {name: name if name in fits else next(fresh) for name in names}


def by_law(law: Law, sheet: Sheet) -> Numbered:
    """A number for each atom and for each value; one for an agent that would observe nothing."""
    truths = [*law.facts, *(f"{x}={held}" for x, values in law.values.items() for held in values)]
    number = dict(sheet.numbers) or {truth: k for k, truth in enumerate(truths, 1)}
    spare = count(max(number.values(), default=0) + 1)
    extra: dict[int, str] = {}
    observes: dict[str, list[int]] = {}
    for agent in law.observes:
        seen = sorted(number[truth] for truth in law.visible(agent))
        if not seen:
            seen = [next(spare)]
            extra[seen[0]] = f"false, so that {agent} has something to observe"
        observes[agent] = seen
    values = [[number[f"{x}={held}"] for held in values] for x, values in law.values.items()]
    told = Numbered(
        number=number,
        extra=extra,
        law="",
        observes=observes,
        agents=_agents(list(law.observes)),
        values=law.values,
        blind=sheet.blind,
        state=lambda world: [number[truth] for truth in world] if isinstance(world, State) else [],
    )
    parts = [told.text(law.law), *(f"ONEOF ({', '.join(map(str, row))})" for row in values)]
    return replace(told, law=f"AND ({', '.join([*parts, *(f'~ {n}' for n in extra)])})")


@dataclass(frozen=True)
class _Block:
    """Numbers that together count something, and its count in each world, in order."""

    meaning: str
    numbers: range
    codes: Sequence[int]

    def true(self, place: int) -> list[int]:
        """The numbers that are true in the world at this place."""
        return [number for k, number in enumerate(self.numbers) if self.codes[place] >> k & 1]


def _blocks(after: int, columns: Mapping[str, Sequence[int]]) -> list[_Block]:
    blocks = []
    for meaning, codes in columns.items():
        wide = max(1, max(codes, default=0).bit_length())
        blocks.append(_Block(meaning, range(after + 1, after + 1 + wide), codes))
        after += wide
    return blocks


def by_list(sheet: Sheet) -> Numbered:
    """One block of numbers for the truths, one that numbers the world, one for each agent's view of it."""
    model = sheet.model
    if not isinstance(model, ExplicitModel) or not all(s.truthful for s in model.frame.sights.values()):
        raise InputError("SMCDEL's format holds knowledge only, not beliefs that may be wrong")
    frame, living = model.frame, list(worlds_of(model.everywhere))
    truths: dict[str, int] = {**frame.facts}
    for variable, column in frame.values.items():
        truths |= {f"{variable}={held}": column.where(held) for held in column}
    number = {truth: k for k, truth in enumerate(truths, 1)}
    seen = {f"what {agent} sees": [s.views[w] for w in living] for agent, s in frame.sights.items()}
    blocks = _blocks(len(number), {"the world": range(len(living)), **seen})
    extra = {n: f"bit {k} of {block.meaning}" for block in blocks for k, n in enumerate(block.numbers)}
    if (size := len(living) * (len(number) + len(extra))) > MOST_LITERALS:
        raise TooLargeError(f"the law would list {size:,} literals; {MOST_LITERALS:,} is the most")
    true: dict[World, list[int]] = {}
    for place, world in enumerate(living):
        facts = (number[truth] for truth, mask in truths.items() if mask >> world & 1)
        true[frame.worlds[world]] = [*facts, *chain.from_iterable(block.true(place) for block in blocks)]
    every = [*number.values(), *extra]
    states = (_conjunction(every, frozenset(row)) for row in true.values())
    return Numbered(
        number=number,
        extra=extra,
        law="OR (" + ",\n  ".join(states) + ")" if true else "Bot",
        observes=dict(zip(frame.sights, (list(block.numbers) for block in blocks[1:]), strict=True)),
        agents=_agents(list(frame.sights)),
        values={x: list(column) for x, column in frame.values.items()},
        blind={},
        state=true.__getitem__,
    )


def _conjunction(every: Iterable[int], true: frozenset[int]) -> str:
    return "AND (" + ", ".join(str(n) if n in true else f"~ {n}" for n in every) + ")"
