"""Puzzles with announcements only: muddy children, thirsty logicians, dining cryptographers."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

from handsight.logic.announcement_history import AnnouncementHistory
from handsight.logic.engines.knowledge_structure import KnowledgeStructure, State
from handsight.logic.engines.model import Model
from handsight.logic.engines.truth_table_model import TruthTableModel
from handsight.logic.formulas.formula import (
    Formula,
    K,
    Kw,
    all_of,
    announce_whether,
    any_of,
    atom,
    exactly_one,
    implies,
    xor_of,
)

MakeModel = Callable[[KnowledgeStructure], Model[Any]]
"""Makes a model of a knowledge structure, with some engine."""


def muddy(child: int) -> Formula:
    """Return the atom that the child is muddy."""
    return atom(f"muddy({child})")


def muddy_children_structure(children: int) -> KnowledgeStructure:
    """Return the structure of children who see each other's foreheads but not their own."""
    atoms = tuple(f"muddy({child})" for child in range(children))
    return KnowledgeStructure(
        atoms, {f"child{k}": tuple(f for f in atoms if f != atoms[k]) for k in range(children)}
    )


def muddy_children(
    children: int, muddy_ones: int, make_model: MakeModel = TruthTableModel
) -> AnnouncementHistory:
    """Return the history of the muddy children: father speaks, nobody knows for some rounds, then some know.

    Every round is one announcement; the last says of each child whether it knows.

    Args:
        children: How many children there are.
        muddy_ones: How many of them, from the first on, are muddy.
        make_model: The engine: `TruthTableModel` or `SymbolicModel.of`.
    """
    start = make_model(muddy_children_structure(children)).with_actual(
        State(f"muddy({child})" for child in range(muddy_ones))
    )
    knows = [Kw(f"child{child}", muddy(child)) for child in range(children)]
    nobody = all_of(~one_knows for one_knows in knows)
    announcements = [any_of(map(muddy, range(children)))]
    model = start.announce(*announcements)
    while model.holds(nobody):
        announcements.append(nobody)
        model = model.announce(nobody)
    announcements.append(all_of(one_knows if model.holds(one_knows) else ~one_knows for one_knows in knows))
    return AnnouncementHistory(start, tuple(announcements))


def logicians_structure(logicians: int) -> KnowledgeStructure:
    """Return the structure of logicians who each know whether they themselves want a beer."""
    atoms = tuple(f"wants({k})" for k in range(logicians))
    return KnowledgeStructure(atoms, {f"logician{k}": (fact,) for k, fact in enumerate(atoms)})


def drinking_logicians(logicians: int, make_model: MakeModel = TruthTableModel) -> AnnouncementHistory:
    """Return the history of "does everyone want a beer?": all but the last say in turn that they do not know.

    In fact everyone wants one.
    """
    atoms = [f"wants({k})" for k in range(logicians)]
    everyone = all_of(map(atom, atoms))
    start = make_model(logicians_structure(logicians)).with_actual(State(atoms))
    return AnnouncementHistory(start, tuple(~Kw(f"logician{k}", everyone) for k in range(logicians - 1)))


def paid(who: object) -> Formula:
    """Return the atom that this cryptographer, or `outsider`, paid for the dinner."""
    return atom(f"paid({who})")


def cryptographers_structure(cryptographers: int) -> KnowledgeStructure:
    """Return the structure: one of them or an outsider paid; each sees its own payment and coins."""
    payers = [f"paid({k})" for k in (*range(cryptographers), "outsider")]
    coins = {pair: "coin({},{})".format(*pair) for pair in combinations(range(cryptographers), 2)}
    sees = {
        f"cryptographer{k}": (f"paid({k})", *(coin for pair, coin in coins.items() if k in pair))
        for k in range(cryptographers)
    }
    return KnowledgeStructure((*payers, *coins.values()), sees, exactly_one(map(atom, payers)))


def cryptographers_statement(cryptographers: int, k: int) -> Formula:
    """Return what that cryptographer announces: the exclusive or of its payment and its coins."""
    others = (other for other in range(cryptographers) if other != k)
    return xor_of((paid(k), *(atom(f"coin({min(k, other)},{max(k, other)})") for other in others)))


def cryptographers_parity_check(cryptographers: int) -> Formula:
    """Return what must be valid of the parity of all statements, announced at once.

    Afterwards cryptographer 0, if it did not pay, knows that none paid, or that another did but not who.
    """
    zero, others = "cryptographer0", range(1, cryptographers)
    parity = xor_of(cryptographers_statement(cryptographers, k) for k in range(cryptographers))
    nobody = K(zero, all_of(~paid(k) for k in range(cryptographers)))
    somebody = K(zero, any_of(map(paid, others))) & all_of(~K(zero, paid(k)) for k in others)
    return announce_whether(parity, implies(~paid(0), nobody | somebody))
