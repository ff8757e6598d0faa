"""Reading our own format: a model told by a law or by its worlds, news, events and questions.

    -- three children, all of them muddy; each sees the others
    agents    ann, bob, cat
    atoms     muddy(ann), muddy(bob), muddy(cat)
    law       muddy(ann) | muddy(bob) | muddy(cat)
    sees      ann: muddy(bob), muddy(cat)
    sees      bob: muddy(ann), muddy(cat)
    sees      cat: muddy(ann), muddy(bob)
    actual    muddy(ann), muddy(bob), muddy(cat)
    announce  ~Kw[ann] muddy(ann) & ~Kw[bob] muddy(bob) & ~Kw[cat] muddy(cat)
    count?    true
    true?     E[ann,bob,cat] muddy(ann)

A statement begins at the start of a line and goes on over indented lines; declarations come in any order.
Instead of a law, worlds may be listed, and what an agent can tell apart, of worlds or of events, may be said
by cells or, where it may be wrong, by what it thinks possible. An agent of whom nothing is said sees nothing.

    values    coin = heads, tails
    worlds    w1: p, coin=heads
              w2: coin=tails
    cells     ann: w1 w2 | w3
    thinks    bob: w1 -> w1 w2, w2 -> w2
    event     flip:up if true then p := ~q, q := false
    cells     ann flip: up down
    happens   flip:up
    true?     w2: K[ann] p
"""

import re
from collections.abc import Iterator
from typing import Any, Final, cast, get_args

from handsight.errors import InputError, TooLargeError
from handsight.logic.engines.engine import World
from handsight.logic.engines.explicit import ExplicitModel
from handsight.logic.engines.explicit_data import Column, Frame
from handsight.logic.engines.model import Model
from handsight.logic.engines.relation import Sight
from handsight.logic.engines.world_sets import mask_of
from handsight.logic.files.declarations import Declared, Statement
from handsight.logic.files.session import Happening, Kind, News, Place, Query, Sheet, Step, model_of
from handsight.logic.files.tokenizer import Scan
from handsight.logic.formulas.error_positions import Pointer
from handsight.logic.formulas.formula import all_of
from handsight.logic.formulas.names import unknown
from handsight.logic.law import BOOLEAN, Law

LONGEST: Final = 4_000_000
_SAID: Final = ("agents", "atoms", "values", "law", "sees", "worlds", "cells", "thinks", "event", "actual")
_DONE: Final = ("announce", "happens", *(f"{kind}?" for kind in get_args(Kind)))


def read_sheet(text: str) -> Sheet:
    """The model, the news and the questions of a file in our own format."""
    if len(text) > LONGEST:
        raise TooLargeError(f"the file has {len(text):,} characters; {LONGEST:,} is the most")
    declared = Declared(list(_statements(text)))
    law = None if declared.worlds else _law(declared)
    model = _listed(declared) if law is None else model_of(law)
    for scan in declared.each("actual"):
        if model.actual is not None:
            raise scan.error("the actual world is named twice; leave one")
        model = _pointed(model, declared, scan)
        scan.finish()
    return Sheet(model, tuple(_steps(declared)), law)


def _pointed(model: Model[Any], declared: Declared, scan: Scan) -> Model[Any]:
    scan.skip()
    start = scan.place
    world = _world(declared, scan)
    try:
        return model.pointed(world)
    except InputError as error:
        raise scan.error(error.message, start) from None


def _statements(text: str) -> Iterator[Statement]:
    """Keyword by keyword; comments become spaces, so that every place stays where it was."""
    plain = re.sub(r"--[^\n]*", lambda comment: " " * len(comment[0]), text)
    point = Pointer(text)
    starts = [found.start() for found in re.finditer(r"^\S", plain, re.MULTILINE)]
    if plain[: starts[0] if starts else len(plain)].strip():
        raise point(len(plain) - len(plain.lstrip()), "a statement begins at the start of a line")
    if not starts:
        raise InputError("the file says nothing; begin with agents and atoms (or VARS, in SMCDEL's format)")
    for start, end in zip(starts, [*starts[1:], len(plain)], strict=True):
        scan = Scan(plain, start, end, point)
        keyword = scan.take(r"\S+", "a keyword")
        if keyword not in (*_SAID, *_DONE):
            message = unknown("keyword", keyword, (*_SAID, *_DONE)).message
            raise scan.error(f"{message} (a line that goes on is indented)", start)
        yield keyword, scan


def _law(declared: Declared) -> Law:
    if told := next((agent for agent, model in declared.looks if not model), None):
        raise InputError(f"cells and thoughts of {told} need worlds with names; list the worlds, or use sees")
    laws = []
    for scan in declared.each("law"):
        start = scan.place
        laws.append(declared.formula(scan))
        if knowing := next((f.op for f in laws[-1].walk() if f.op not in BOOLEAN), None):
            raise scan.error(f"a law says what may be true, not who knows: take out {knowing}", start + 1)
    observes = {agent: declared.sees.get(agent, ()) for agent in declared.agents}
    return Law(tuple(declared.facts), observes, all_of(laws), declared.values, declared.events)


def _listed(declared: Declared) -> ExplicitModel:
    """The model of the worlds that the file lists."""
    for scan in declared.each("law"):
        raise scan.error("a model has a law or a list of worlds, not both; announce the law instead")
    names, states = list(declared.worlds), list(declared.worlds.values())
    number = {name: place for place, name in enumerate(names)}
    sights = {}
    for agent in declared.agents:
        if look := declared.looks.get((agent, "")):
            sights[agent] = Sight.believing(mask_of(number[other] for other in look[name]) for name in names)
        else:
            seen = declared.sees.get(agent, ())
            shown = {*seen, *(f"{x}={held}" for x in seen for held in declared.values.get(x, ()))}
            sights[agent] = Sight.by(state & shown for state in states)
    facts = {fact: mask_of(k for k, state in enumerate(states) if fact in state) for fact in declared.facts}
    values = {
        x: Column.of((next(v for v in held if f"{x}={v}" in state) for state in states), held)
        for x, held in declared.values.items()
    }
    return ExplicitModel(Frame(names, sights, facts, values), events=declared.events)


def _world(declared: Declared, scan: Scan) -> World:
    return declared.world(scan) if declared.worlds else declared.state(scan)


def _steps(declared: Declared) -> Iterator[Step]:
    """News, happenings and questions, in the order of the file."""
    for keyword, scan in declared.statements:
        if keyword not in _DONE:
            continue
        text, point = Scan(scan.text, scan.place, scan.end, scan.point).rest()
        place = Place(*point.place(0))
        match keyword:
            case "announce":
                yield News(declared.formula(scan), place)
            case "happens":
                yield _happening(declared, scan, place)
            case _:
                kind = cast("Kind", keyword.removesuffix("?"))
                world = _asked_at(declared, scan) if kind == "true" else None
                yield Query(kind, " ".join(text.split()), declared.formula(scan), place, world)


def _asked_at(declared: Declared, scan: Scan) -> World | None:
    """The world before the colon (a name, or truths in braces), if the question names one."""
    scan.skip()
    named = r"\w+'*\s*:" if declared.worlds else r"\{"
    if not re.compile(named).match(scan.text, scan.place, scan.end):
        return None
    world = _world(declared, scan)
    scan.maybe(":")
    return world


def _happening(declared: Declared, scan: Scan, place: Place) -> Happening:
    model, event = declared.happening(scan)
    scan.finish()
    return Happening(model, event, place)
