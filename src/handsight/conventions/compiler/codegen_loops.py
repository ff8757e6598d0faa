"""Generate loops and branches of Python source for searches and conditions."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import groupby

from msgspec.structs import replace

from handsight.conventions.compiler.codegen_expressions import (
    ASKS,
    LAST_CLUE,
    ExpressionWriter,
    Operand,
    SourceWriter,
    has_search,
)
from handsight.conventions.compiler.compiled.convention_layout import MAX_FOUND, SLOT_BITS, SLOTS
from handsight.conventions.core import ALL, MINE, OTHERS, TRUE, Bind, Each, Expr, Key, Number, Step, Term, Var
from handsight.conventions.normal_form import all_of, subexpressions, those

PACKED = {
    "card": f"(seat{{0}} << {SLOT_BITS} | slot{{0}})",
    "hand": "seat{0}",
    "clue": "clue{0}",
    "value": "value{0}",
}
"""How a search result of each sort is stored as one number."""
AFTER_CLUE = ("has_after", "honest", "asks")
"""The operations that need the reading of a clue that might be given."""


class WorkspaceAllocator:
    """Allocates words of the workspace."""

    def __init__(self, first: int) -> None:
        self.end = first

    def take(self, words: int) -> int:
        """Reserve *words* words; return the index of the first."""
        self.end += words
        return self.end - words


class LoopWriter(ExpressionWriter):
    """Writes searches; each context manager writes its body inside a loop or branch."""

    def __init__(self, writer: SourceWriter, allocator: WorkspaceAllocator) -> None:
        super().__init__(writer)
        self.allocator = allocator
        self.list = allocator.take(MAX_FOUND)
        """Where in the workspace the list of all cards in hands begins."""

    # ---- conditions

    @contextmanager
    def holds(self, *conditions: Expr) -> Iterator[None]:
        """Write the body under the conditions; those that need no search share one branch."""
        asked = (part for condition in conditions for part in _conjuncts(condition) if part != TRUE)
        with ExitStack() as stack:
            for searching, group in groupby(asked, has_search):
                if searching:
                    for part in group:
                        stack.enter_context(self.writer.block(f"if {self.truth(part)}"))
                else:
                    stack.enter_context(self.writer.block(f"if {' and '.join(map(self.value, group))}"))
            yield

    def truth(self, expr: Expr) -> str:
        """Return the text of a condition; searches in it run only if they matter."""
        if not has_search(expr):
            return self.value(expr)
        match expr:
            case Term("or", args):
                found = self._flag(holds=False)
                for at, arg in enumerate(args):
                    with ExitStack() as stack:
                        if at:
                            stack.enter_context(self.writer.block(f"if not {found}"))
                        stack.enter_context(self.holds(arg))
                        self.writer.line(f"{found} = True")
                return found
            case Term("and"):
                found = self._flag(holds=False)
                with self.holds(expr):
                    self.writer.line(f"{found} = True")
                return found
            case Term("not", (part,)):
                return f"(not {self.truth(part)})"
        return self.value(expr)

    def _flag(self, *, holds: bool) -> str:
        name = self.writer.name("found")
        self.writer.line(f"{name} = {holds}")
        return name

    # ---- searches inside expressions

    def searched(self, bind: Bind) -> str:
        """Write a search, and return the text of its result."""
        each, then = bind.each, bind.then
        if each.sort == "value" and not each.first and not each.order:
            mask, rest = self._values(each.var, all_of(each.where, then))
            if rest == TRUE:
                return {"some": f"({mask} != 0)", "count": f"popcount({mask})"}.get(bind.op, mask)
        any_will_do = bind.op == "some" and then == TRUE  # else what is claimed is claimed of the first
        cards = self.card_mask(replace(each, first=False) if any_will_do else each, then)
        if cards is not None and bind.op != "those":
            return f"({cards} != 0)" if bind.op == "some" else f"popcount({cards})"
        match bind.op:
            case "some":
                found = self._flag(holds=False)
                with self.each(each), self.holds(then):
                    self.writer.line(f"{found} = True")
                    self.writer.line("break")
                return found
            case op:
                found = self.writer.name(op)
                self.writer.line(f"{found} = 0")
                with self.each(each), self.holds(then):
                    self.writer.line(
                        f"{found} += 1" if op == "count" else f"{found} |= 1 << value{self._number(each)}"
                    )
                return found

    # ---- searches that are masks

    def card_mask(self, each: Each, then: Expr = TRUE) -> str | None:
        """Return source text for the mask of the cards that a search finds; None if it must loop over cards.

        It is a mask where the search has no order, and every condition is a mark on cards.
        """
        searched = not isinstance(each.of, str) and has_search(each.of)
        if each.sort != "card" or each.order or each.first or searched:
            return None
        marks = []
        for condition in (*_conjuncts(each.where), *_conjuncts(then)):
            if condition == TRUE:
                continue
            mark = self._mark(condition, each.var)
            if mark is None:
                return None
            marks.append(mark)
        match each.of:
            case str() if each.of == ALL:
                hands = "held_cards(terms, state)"
            case str() if each.of == OTHERS:
                hands = "(held_cards(terms, state) & ~state[HAND_SETS + me])"
            case _:
                hands = f"state[HAND_SETS + {self._one_seat(each.of)}]"
        return f"({' & '.join([hands, *marks])})"

    def _mark(self, condition: Expr, var: int) -> str | None:  # one case for each mark
        """Return source text for the mask of the cards for which a condition holds; None if there is none."""
        match condition:
            case Term("not", (part,)):
                mark = self._mark(part, var)
                return None if mark is None else f"~{mark}"
            case Term("has", (Number(flag), Var(number))) if number == var:
                return f"state[FLAG{int(flag)}]"
            case Term("clued", (Var(number),)) if number == var:
                return "state[TOUCHED]"
            case Term("asked", (Var(number),)) if number == var:
                return "asked_now"
            case Term("asks", (Var(clue), Var(number))) if number == var and clue != var:
                return ASKS.format(Operand("", self.names[clue][1]))
            case Term("touches", (clue, Var(number))) if clue == LAST_CLUE and number == var:
                return "state[CLUE_TOUCHED]"
        return None

    # ---- loops

    @contextmanager
    def each(self, each: Each) -> Iterator[None]:
        """Write the body for everything that an `Each` finds."""
        before = dict(self.names)
        self.names[each.var] = each.sort, self.writer.number()
        with ExitStack() as stack:
            if each.order and not _backwards(each):
                stack.enter_context(self._in_order(each))
            else:
                stack.enter_context(self._natural(each))
            yield
            if each.first:
                self.writer.line("break")
        self.names = before

    @contextmanager
    def _in_order(self, each: Each) -> Iterator[None]:
        """Write a loop that collects the results, sorts them, and runs the body for each."""
        writer, keys = self.writer, len(each.order)
        at, count, index = (
            self.allocator.take(MAX_FOUND * (1 + keys)),
            writer.name("count"),
            writer.name("at"),
        )
        writer.line(f"{count} = 0")
        with self._natural(each):
            writer.line(f"workspace[{at} + {count}] = {PACKED[each.sort].format(self._number(each))}")
            for line, key in enumerate(each.order, 1):
                number = self.value(key.by)
                sign = "-" if key.down else ""
                writer.line(f"write_float(workspace, {at + MAX_FOUND * line} + {count}, {sign}{number})")
            writer.line(f"{count} += 1")
        writer.line(f"sort(workspace, {at}, {keys}, {count})")
        with writer.block(f"for {index} in range({count})"):
            self._unpack(each, f"workspace[{at} + {index}]")
            yield

    @contextmanager
    def _natural(self, each: Each) -> Iterator[None]:
        """Write a loop over everything that an `Each` searches, in natural order, with its condition."""
        walk = {"card": self._cards, "hand": self._hands, "clue": self._clues}
        if each.sort == "value":
            mask, rest = self._values(each.var, each.where)
            with self._bits(mask, f"value{self._number(each)}"), self.holds(rest):
                yield
            return
        with walk[each.sort](each), self.holds(each.where):
            yield

    def _unpack(self, each: Each, found: str) -> None:
        """Bind the names of a variable to a result that was stored."""
        number, line = self._number(each), self.writer.line
        match each.sort:
            case "card":
                line(f"found{number} = {found}")
                line(f"seat{number} = found{number} >> {SLOT_BITS}")
                line(f"slot{number} = found{number} & {SLOTS - 1}")
                line(f"card{number} = card_at(state, seat{number}, slot{number})")
            case "hand":
                line(f"seat{number} = {found}")
            case "clue":
                line(f"clue{number} = {found}")
                self._unpack_clue(each)
            case _:
                line(f"value{number} = {found}")

    def _unpack_clue(self, each: Each) -> None:
        number = self._number(each)
        self.writer.line(f"said{number} = terms[ACTION_ARGUMENT + clue{number}]")
        if each.of in (OTHERS, ALL):
            self.writer.line(f"seat{number} = seat_after(terms, me, terms[ACTION_DISTANCE + clue{number}])")

    @contextmanager
    def _cards(self, each: Each) -> Iterator[None]:
        number = self._number(each)
        if each.of in (OTHERS, ALL):
            first = "0" if each.of == ALL else "state[HAND_SIZES + me]"
            with self.writer.block(f"for at{number} in range({first}, cards)"):
                self._unpack(each, f"workspace[{self.list} + at{number}]")
                yield
            return
        self.writer.line(f"seat{number} = {self._one_seat(each.of)}")
        slots = f"state[HAND_SIZES + seat{number}]"
        span = f"range({slots} - 1, -1, -1)" if each.order and _backwards(each) else f"range({slots})"
        with self.writer.block(f"for slot{number} in {span}"):
            self.writer.line(f"card{number} = card_at(state, seat{number}, slot{number})")
            yield

    @contextmanager
    def _hands(self, each: Each) -> Iterator[None]:
        number = self._number(each)
        if each.of in (OTHERS, ALL):
            first = int(each.of == OTHERS)
            with self.writer.block(f"for away{number} in range({first}, terms[PLAYERS])"):
                self.writer.line(f"seat{number} = seat_after(terms, me, away{number})")
                yield
            return
        with self.writer.block(f"for seat{number} in range({self._one_seat(each.of)}, terms[PLAYERS])"):
            yield
            self.writer.line("break")

    @contextmanager
    def _clues(self, each: Each) -> Iterator[None]:
        number = self._number(each)
        if each.of in (OTHERS, ALL):
            clues = "(allowed >> 2 * terms[SLOTS] << 2 * terms[SLOTS])"
        else:
            self.writer.line(f"seat{number} = {self._one_seat(each.of)}")
            clues = f"clues_to(terms, allowed, me, seat{number})"
        with self._bits(clues, f"clue{number}"):
            self._unpack_clue(each)
            yield

    @contextmanager
    def _bits(self, mask: str, name: str) -> Iterator[None]:
        """Write a loop over the bits of a mask."""
        rest = self.writer.name("rest")
        self.writer.line(f"{rest} = {mask}")
        with self.writer.block(f"while {rest}"):
            self.writer.line(f"{name} = lowest_bit({rest})")
            self.writer.line(f"{rest} &= {rest} - 1")
            yield

    def _one_seat(self, of: Expr | str) -> str:
        return "me" if of == MINE or isinstance(of, str) else self.value(of)

    def _values(self, var: int, wanted: Expr) -> tuple[str, Expr]:
        """Split a condition on values into a mask and a rest that must be tested for each value."""
        masks, rest = list[str](), list[Expr]()
        for condition in _conjuncts(wanted):
            mask = those(var, condition)
            hard = any(isinstance(part, Each) and part.var == var for part in subexpressions(mask))
            if hard:
                rest.append(condition)
            elif mask != Term("all"):
                masks.append(self.value(mask))
        return f"({' & '.join(masks)})" if masks else "terms[ALL_IDENTITIES]", all_of(*rest)

    def _number(self, each: Each) -> int:
        """Return the number in the names of a variable, as in `card3`."""
        return self.names[each.var][1]

    # ---- rules

    @contextmanager
    def ways(self, steps: tuple[Step, ...]) -> Iterator[None]:
        """Write the body for every way through the steps of a rule."""
        with ExitStack() as stack:
            conditions = list[Expr]()
            for step in _tested_before_sorted(steps):
                if isinstance(step, Each):
                    stack.enter_context(self.holds(*conditions))
                    stack.enter_context(self.each(step))
                    conditions.clear()
                else:
                    conditions.append(step)
            stack.enter_context(self.holds(*conditions))
            yield


def _tested_before_sorted(steps: tuple[Step, ...]) -> list[Step]:
    """Return steps that find the same in the same order, but test clues before they read and sort them.

    Sorting clues by what they would mean reads all of them. So conditions that need no reading go first:
    it makes no difference whether a clue is left out before or after the sorting.
    """
    made = list[Step]()
    sorted_at: int | None = None
    for step in steps:
        last = None if sorted_at is None else made[sorted_at]
        if isinstance(step, Each):
            sorted_at = len(made) if _reads_to_sort(step) else None
            made.append(step)
        elif sorted_at is not None and isinstance(last, Each) and not _reads_clues(step):
            made[sorted_at] = replace(last, where=all_of(last.where, step))
        else:
            made.append(step)
    return made


def _reads_to_sort(each: Each) -> bool:
    return bool(each.order) and not each.first and any(_reads_clues(key.by) for key in each.order)


def _reads_clues(expr: Expr) -> bool:
    """Whether an expression needs the reading of a clue that might be given."""
    return any(isinstance(part, Term) and part.op in AFTER_CLUE for part in subexpressions(expr))


def _conjuncts(condition: Expr) -> tuple[Expr, ...]:
    """Return the parts of a conjunction."""
    return condition.args if isinstance(condition, Term) and condition.op == "and" else (condition,)


def _backwards(each: Each) -> bool:
    """Whether a search goes through one hand from the back (the oldest card)."""
    one_hand = each.sort == "card" and each.of not in (OTHERS, ALL)
    return one_hand and each.order == (Key(Term("slot", (Var(each.var),)), down=True),)
