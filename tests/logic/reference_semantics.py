"""The textbook's definitions on sets and pairs, and random models and formulas to test others with.

Written apart from the engines: worlds are members of a set, a relation is a set of pairs, an update builds
a new model. No bits, no caches, no partitions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import handsight.logic as L  # noqa: N812 as everywhere
from handsight.logic import Formula
from handsight.logic.formulas.formula import SHAPES


@dataclass(frozen=True)
class ReferenceModel:
    """A Kripke model: worlds, pairs of worlds per agent, worlds per atom, a value per variable and world."""

    worlds: frozenset[Any]
    pairs: dict[str, set[tuple[Any, Any]]]
    atoms: dict[str, frozenset[Any]]
    values: dict[str, dict[Any, str]]
    events: dict[str, L.EventModel]

    def sees(self, agent: str, world: object) -> set[Any]:
        return {v for v in self.worlds if (world, v) in self.pairs[agent]}


def extension(m: ReferenceModel, f: Formula) -> frozenset[Any]:
    return frozenset(w for w in m.worlds if true_at(m, w, f)) if f.op == "Kv" else _extension(m, f)


def true_at(m: ReferenceModel, w: object, f: Formula) -> bool:
    agent, variable = f.label
    return len({m.values[variable][v] for v in m.sees(agent, w)}) <= 1


def _extension(m: ReferenceModel, f: Formula) -> frozenset[Any]:  # noqa: C901, PLR0911, PLR0912 one case for each line of the textbook
    worlds = m.worlds
    parts = f.parts
    match f.op:
        case "true":
            return worlds
        case "false":
            return frozenset()
        case "atom":
            return worlds & m.atoms[f.label[0]]
        case "is":
            return frozenset(w for w in worlds if m.values[f.label[0]][w] == f.label[1])
        case "not":
            return worlds - extension(m, parts[0])
        case "and":
            return frozenset(w for w in worlds if all(w in s for s in [extension(m, p) for p in parts]))
        case "or":
            return frozenset(w for w in worlds if any(w in s for s in [extension(m, p) for p in parts]))
        case "xor":
            truths = [extension(m, p) for p in parts]
            return frozenset(w for w in worlds if sum(w in s for s in truths) % 2 == 1)
        case "one":
            truths = [extension(m, p) for p in parts]
            return frozenset(w for w in worlds if sum(w in s for s in truths) == 1)
        case "implies":
            left, right = (extension(m, p) for p in parts)
            return frozenset(w for w in worlds if w not in left or w in right)
        case "iff":
            left, right = (extension(m, p) for p in parts)
            return frozenset(w for w in worlds if (w in left) == (w in right))
        case "K":
            inside = extension(m, parts[0])
            return frozenset(w for w in worlds if m.sees(f.label[0], w) <= inside)
        case "M":
            inside = extension(m, parts[0])
            return frozenset(w for w in worlds if m.sees(f.label[0], w) & inside)
        case "Kw":
            inside = extension(m, parts[0])
            seen = {w: m.sees(f.label[0], w) for w in worlds}
            return frozenset(w for w in worlds if seen[w] <= inside or not seen[w] & inside)
        case "E":
            inside = extension(m, parts[0])
            return frozenset(w for w in worlds if all(m.sees(a, w) <= inside for a in f.label))
        case "D":
            inside = extension(m, parts[0])
            return frozenset(
                w
                for w in worlds
                if frozenset.intersection(*(frozenset(m.sees(a, w)) for a in f.label)) <= inside
            )
        case "C":
            inside = extension(m, parts[0])
            return frozenset(w for w in worlds if _reachable(m, f.label, w) <= inside)
        case "ann" | "ann_dia":
            said = extension(m, parts[0])
            then = extension(_only(m, said), parts[1])
            return then if f.op == "ann_dia" else (worlds - said) | then
        case "ann_whether":
            said = extension(m, parts[0])
            yes, no = _only(m, said), _only(m, worlds - said)
            return extension(yes, parts[1]) | extension(no, parts[1])
        case "group_whether":
            events = _whether_events(m, f.label, parts[0])
            after = extension(_product(m, events), parts[1])
            return frozenset(w for w, _ in after)
        case "event" | "event_dia":
            name, happening = f.label
            events = m.events[name]
            possible = extension(m, events.events[happening].pre)
            after = frozenset(w for w, e in extension(_product(m, events), parts[0]) if e == happening)
            return after if f.op == "event_dia" else (worlds - possible) | after
    raise AssertionError(f.op)


def _reachable(m: ReferenceModel, group: Sequence[str], start: object) -> set[Any]:
    reached, todo = {start}, [start]
    while todo:
        world = todo.pop()
        new = {v for a in group for v in m.sees(a, world)} - reached
        reached |= new
        todo.extend(new)
    return reached


def _only(m: ReferenceModel, worlds: frozenset[Any]) -> ReferenceModel:
    return ReferenceModel(worlds, m.pairs, m.atoms, m.values, m.events)


def _whether_events(m: ReferenceModel, group: Sequence[str], news: Formula) -> L.EventModel:
    events = {"yes": L.Event(news), "no": L.Event(~news)}
    together = [["yes", "no"]]
    return L.EventModel.of(events, {a: [] if a in group else together for a in m.pairs})


def _product(m: ReferenceModel, events: L.EventModel) -> ReferenceModel:
    possible = {name: extension(m, event.pre) for name, event in events.events.items()}
    worlds = frozenset((w, e) for e, where in possible.items() for w in where)
    pairs = {
        agent: {
            ((w, e), (v, d))
            for (w, e) in worlds
            for (v, d) in worlds
            if (w, v) in related and d in events.accessible[agent][e]
        }
        for agent, related in m.pairs.items()
    }
    atoms = {}
    for atom, before in m.atoms.items():
        becomes = {
            e: extension(m, event.post[atom]) for e, event in events.events.items() if atom in event.post
        }
        atoms[atom] = frozenset((w, e) for (w, e) in worlds if w in becomes.get(e, before))
    values = {x: {(w, e): held[w] for (w, e) in worlds} for x, held in m.values.items()}
    return ReferenceModel(worlds, pairs, atoms, values, m.events)


AGENTS = ("a", "b", "c")
ATOMS = ("p", "q", "r")
VALUES = {"x": ("0", "1", "2")}


def random_pair(
    random: Random, *, belief: bool = False, pooling: bool = True
) -> tuple[ReferenceModel, L.ExplicitModel]:
    """The same random model twice: as sets and pairs, and as the explicit engine holds it.

    With *belief* agents may be wrong; without *pooling* no event asks what a group knows together.
    """
    number = random.randint(2, 8)
    worlds = range(number)
    considered = {}
    for agent in AGENTS:
        if belief and random.random() < 0.7:
            considered[agent] = [{v for v in worlds if random.random() < 0.4} for _ in worlds]
        else:
            cell = [random.randrange(1 + number // 2) for _ in worlds]
            considered[agent] = [{v for v in worlds if cell[v] == cell[w]} for w in worlds]
    atoms = {atom: frozenset(w for w in worlds if random.random() < 0.5) for atom in ATOMS}
    values = {x: {w: random.choice(held) for w in worlds} for x, held in VALUES.items()}
    for x, held in VALUES.items():
        # every value that a formula may name has to be some world's
        values[x].update(zip(worlds, held, strict=False))
    events = {
        name: random_events(random, words=_STATIC if pooling else _STATIC[:-1], belief=belief)
        for name in ("m", "n")
    }
    if number < 3:
        values = {}
    plain = ReferenceModel(
        frozenset(worlds),
        {agent: {(w, v) for w in worlds for v in considered[agent][w]} for agent in AGENTS},
        atoms,
        values,
        events,
    )
    explicit = L.ExplicitModel.of(
        worlds,
        believes={agent: cells.__getitem__ for agent, cells in considered.items()},
        atoms={atom: where.__contains__ for atom, where in atoms.items()},
        values={x: held.__getitem__ for x, held in values.items()},
        events=events,
    )
    return plain, explicit


def random_events(random: Random, *, words: Sequence[str], belief: bool) -> L.EventModel:
    names = [str(k) for k in range(random.randint(1, 3))]
    events = {}
    for name in names:
        changed = [atom for atom in ATOMS if random.random() < 0.3]
        pre = random_formula(random, 2, words=words)
        events[name] = L.Event(pre, {atom: random_formula(random, 1, words=words) for atom in changed})
    considers = {}
    for agent in AGENTS:
        if belief and random.random() < 0.5:
            considers[agent] = {e: frozenset(d for d in names if random.random() < 0.6) for e in names}
        else:
            cell = {e: random.randrange(2) for e in names}
            considers[agent] = {e: frozenset(d for d in names if cell[d] == cell[e]) for e in names}
    return L.EventModel(events, considers)


_BOOLEAN = ("not", "and", "or", "xor", "one", "implies", "iff")
_STATIC = (*_BOOLEAN, "K", "Kw", "M", "E", "C", "D")
_SPOKEN = (*_STATIC, "K", "Kw", "C", "D", "ann", "ann_dia", "ann_whether", "group_whether")
EVERY_WORD = (*_SPOKEN, "event", "event_dia")
WITHOUT_EVENTS = _SPOKEN


def random_formula(
    random: Random, depth: int, *, words: Sequence[str] = EVERY_WORD, values: bool = False
) -> Formula:
    """A random formula over the agents, atoms and variables above."""
    if depth == 0 or random.random() < 0.05:
        return _random_leaf(random, values=values)

    def part() -> Formula:
        return random_formula(random, depth - 1, words=words, values=values)

    def parts() -> list[Formula]:
        return [part() for _ in range(random.randint(1, 3))]

    def group() -> list[str]:
        return random.sample(AGENTS, random.randint(1, len(AGENTS)))

    makers = {
        "not": lambda: ~part(),
        "and": lambda: L.all_of(parts()),
        "or": lambda: L.any_of(parts()),
        "xor": lambda: L.xor_of(parts()),
        "one": lambda: L.exactly_one(parts()),
        "implies": lambda: L.implies(part(), part()),
        "iff": lambda: L.iff(part(), part()),
        "K": lambda: L.K(random.choice(AGENTS), part()),
        "Kw": lambda: L.Kw(random.choice(AGENTS), part()),
        "M": lambda: L.M(random.choice(AGENTS), part()),
        "E": lambda: L.E(group(), part()),
        "C": lambda: L.C(group(), part()),
        "D": lambda: L.D(group(), part()),
        "ann": lambda: L.announce(part(), part()),
        "ann_dia": lambda: L.announce_diamond(part(), part()),
        "ann_whether": lambda: L.announce_whether(part(), part()),
        "group_whether": lambda: L.announce_whether_to(group(), part(), part()),
        "event": lambda: L.after_event(random.choice("mn"), "0", part()),
        "event_dia": lambda: L.after_event_diamond(random.choice("mn"), "0", part()),
    }
    return makers[random.choice(words)]()


def _random_leaf(random: Random, *, values: bool) -> Formula:
    if values and random.random() < 0.4:
        variable, held = random.choice(list(VALUES.items()))
        return (
            L.Kv(random.choice(AGENTS), variable)
            if random.random() < 0.3
            else L.has_value(variable, random.choice(held))
        )
    return random.choice((L.TRUE, L.FALSE)) if random.random() < 0.03 else L.atom(random.choice(ATOMS))


def weather() -> L.ExplicitModel:
    """It rains; ann sees whether it is fair, bob whether it snows, cat everything."""
    return L.ExplicitModel.of(
        ["fair", "rain", "snow"],
        sees={"ann": lambda w: w == "fair", "bob": lambda w: w == "snow", "cat": str},
        atoms={"wet": "rain".__eq__, "cold": "snow".__eq__},
        values={"sky": str},
        actual="rain",
    )


def formula_to_json(formula: Formula) -> list[Any]:
    """The formula as nested lists, as files of cases have it."""
    made: dict[Formula, list[Any]] = {}
    for f in formula.subformulas():
        _, grouped, _, _ = SHAPES[f.op]
        names = [list(f.label)] if grouped else list(f.label)
        made[f] = [f.op, *names, *(made[part] for part in f.parts)]
    return made[formula]
