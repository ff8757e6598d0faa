"""Puzzles told by a law: muddy children, thirsty logicians, dining cryptographers."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

from handsight.logic.announcement_history import Story
from handsight.logic.engines.model import Model
from handsight.logic.engines.truth_table import GridModel
from handsight.logic.formulas.formula import (
    Formula,
    K,
    Kw,
    all_of,
    announce_whether,
    any_of,
    atom,
    implies,
    odd,
    one,
)
from handsight.logic.law import Law, State

Engine = Callable[[Law], Model[Any]]
"""Whatever turns a law into a model."""


def muddy(child: int) -> Formula:
    """The child is muddy."""
    return atom(f"muddy({child})")


def muddy_law(children: int) -> Law:
    """Children who see each other's foreheads and not their own."""
    facts = tuple(f"muddy({child})" for child in range(children))
    return Law(facts, {f"child{k}": tuple(f for f in facts if f != facts[k]) for k in range(children)})


def muddy_children(children: int, muddy_ones: int, engine: Engine = GridModel) -> Story:
    """The first so many are muddy: father says so, nobody knows for some rounds, then some step forward.

    Every round is one piece of news; the last says of each child whether it knows.
    """
    start = engine(muddy_law(children)).pointed(State(f"muddy({child})" for child in range(muddy_ones)))
    knows = [Kw(f"child{child}", muddy(child)) for child in range(children)]
    nobody = all_of(~one_knows for one_knows in knows)
    news = [any_of(map(muddy, range(children)))]
    model = start.announce(*news)
    while model.holds(nobody):
        news.append(nobody)
        model = model.announce(nobody)
    news.append(all_of(one_knows if model.holds(one_knows) else ~one_knows for one_knows in knows))
    return Story(start, tuple(news))


def logicians_law(logicians: int) -> Law:
    """Logicians who each know whether they themselves want a beer."""
    facts = tuple(f"wants({k})" for k in range(logicians))
    return Law(facts, {f"logician{k}": (fact,) for k, fact in enumerate(facts)})


def drinking_logicians(logicians: int, engine: Engine = GridModel) -> Story:
    """Does everyone want a beer? All but the last answer in turn: I do not know. All of them do."""
    facts = [f"wants({k})" for k in range(logicians)]
    everyone = all_of(map(atom, facts))
    start = engine(logicians_law(logicians)).pointed(State(facts))
    return Story(start, tuple(~Kw(f"logician{k}", everyone) for k in range(logicians - 1)))


def paid(who: object) -> Formula:
    """That cryptographer, or `outsider`, paid for the dinner."""
    return atom(f"paid({who})")


def cryptographers_law(cryptographers: int) -> Law:
    """One of them or an outsider paid; each knows its own payment, and sees a coin with each other."""
    payers = [f"paid({k})" for k in (*range(cryptographers), "outsider")]
    coins = {pair: "coin({},{})".format(*pair) for pair in combinations(range(cryptographers), 2)}
    sees = {
        f"cryptographer{k}": (f"paid({k})", *(coin for pair, coin in coins.items() if k in pair))
        for k in range(cryptographers)
    }
    return Law((*payers, *coins.values()), sees, one(map(atom, payers)))


def cryptographers_statement(cryptographers: int, k: int) -> Formula:
    """What that cryptographer tells: the parity of its payment and its coins."""
    others = (other for other in range(cryptographers) if other != k)
    return odd((paid(k), *(atom(f"coin({min(k, other)},{max(k, other)})") for other in others)))


def cryptographers_merged(cryptographers: int) -> Formula:
    """After the parity of all statements is told: 0 knows that none paid, or that another did but not who."""
    zero, others = "cryptographer0", range(1, cryptographers)
    told = odd(cryptographers_statement(cryptographers, k) for k in range(cryptographers))
    nobody = K(zero, all_of(~paid(k) for k in range(cryptographers)))
    somebody = K(zero, any_of(map(paid, others))) & all_of(~K(zero, paid(k)) for k in others)
    return announce_whether(told, implies(~paid(0), nobody | somebody))
