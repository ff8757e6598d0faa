"""How large a number can become: within `EXACT`, every reading of the core counts alike."""

from handsight.conventions.core import Expr, Number, Term

EXACT = 2**53
TABLE = 1_000
"""No number of the table reaches this: turns, orders, scores, cards counted."""


def largest(expr: Expr) -> float:
    """How far from 0 a number can be at most; one over a fraction is never rounded, so it is not counted."""
    match expr:
        case Number(value):
            return abs(value)
        case Term("add" | "subtract", (left, right)):
            return largest(left) + largest(right)
        case Term("multiply", (left, right)):
            return largest(left) * largest(right)
        case Term("divide", (left, Number(value))) if value:
            return largest(left) / abs(value)
        case Term("divide", (left, _)):
            return largest(left)
    return TABLE
