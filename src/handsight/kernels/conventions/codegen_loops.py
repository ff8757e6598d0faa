"""Searches and conditions as loops and branches of a kernel."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import groupby

from handsight.conventions.core import ALL, MINE, OTHERS, TRUE, Bind, Each, Expr, Key, Step, Term, Var
from handsight.conventions.simplify import all_of, subexpressions, those
from handsight.kernels.conventions.codegen_expressions import Words, has_search
from handsight.kernels.conventions.source_writer import Page
from handsight.kernels.conventions.workspace_layout import MOST, SLOT_BITS, SLOTS

PACKED = {
    "card": f"(seat{{0}} << {SLOT_BITS} | slot{{0}})",
    "hand": "seat{0}",
    "clue": "clue{0}",
    "value": "value{0}",
}
"""How a thing is written down as one number."""


class Room:
    """Hands out places of the scratch."""

    def __init__(self, first: int) -> None:
        self.end = first

    def take(self, words: int) -> int:
        """Return where so many words may be written."""
        self.end += words
        return self.end - words


class Loops(Words):
    """Writes searches; a context is the inside of one."""

    def __init__(self, page: Page, room: Room) -> None:
        super().__init__(page)
        self.room = room
        self.list = room.take(MOST)
        """Where the cards of all hands are listed."""

    # ---- conditions

    @contextmanager
    def holds(self, *conditions: Expr) -> Iterator[None]:
        """Write what is inside for the case that all conditions hold; what needs no search is one branch."""
        asked = (part for condition in conditions for part in _conjuncts(condition) if part != TRUE)
        with ExitStack() as stack:
            for searching, group in groupby(asked, has_search):
                if searching:
                    for part in group:
                        stack.enter_context(self.page.block(f"if {self.truth(part)}"))
                else:
                    stack.enter_context(self.page.block(f"if {' and '.join(map(self.value, group))}"))
            yield

    def truth(self, expr: Expr) -> str:
        """Return the text of a condition; what costs much is asked only if it matters."""
        if not has_search(expr):
            return self.value(expr)
        match expr:
            case Term("or", args):
                found = self._flag(holds=False)
                for at, arg in enumerate(args):
                    with ExitStack() as stack:
                        if at:
                            stack.enter_context(self.page.block(f"if not {found}"))
                        stack.enter_context(self.holds(arg))
                        self.page.line(f"{found} = True")
                return found
            case Term("and"):
                found = self._flag(holds=False)
                with self.holds(expr):
                    self.page.line(f"{found} = True")
                return found
            case Term("not", (part,)):
                return f"(not {self.truth(part)})"
        return self.value(expr)

    def _flag(self, *, holds: bool) -> str:
        name = self.page.name("found")
        self.page.line(f"{name} = {holds}")
        return name

    # ---- searches inside expressions

    def searched(self, bind: Bind) -> str:
        """Write down a search, and return what it found."""
        each, then = bind.each, bind.then
        if each.sort == "value" and not each.first and not each.order:
            mask, rest = self._values(each.var, all_of(each.where, then))
            if rest == TRUE:
                return {"some": f"({mask} != 0)", "count": f"popcount({mask})"}.get(bind.op, mask)
        match bind.op:
            case "some":
                found = self._flag(holds=False)
                with self.each(each), self.holds(then):
                    self.page.line(f"{found} = True")
                    self.page.line("break")
                return found
            case op:
                found = self.page.name(op)
                self.page.line(f"{found} = 0")
                with self.each(each), self.holds(then):
                    self.page.line(
                        f"{found} += 1" if op == "count" else f"{found} |= 1 << value{self._number(each)}"
                    )
                return found

    # ---- loops

    @contextmanager
    def each(self, each: Each) -> Iterator[None]:
        """Write what is inside for each thing."""
        before = dict(self.names)
        self.names[each.var] = each.sort, self.page.number()
        with ExitStack() as stack:
            if each.order and not _backwards(each):
                stack.enter_context(self._in_order(each))
            else:
                stack.enter_context(self._natural(each))
            yield
            if each.first:
                self.page.line("break")
        self.names = before

    @contextmanager
    def _in_order(self, each: Each) -> Iterator[None]:
        """Find all of them, sort them, and go through them."""
        page, keys = self.page, len(each.order)
        at, count, index = self.room.take(MOST * (1 + keys)), page.name("count"), page.name("at")
        page.line(f"{count} = 0")
        with self._natural(each):
            page.line(f"scratch[{at} + {count}] = {PACKED[each.sort].format(self._number(each))}")
            for line, key in enumerate(each.order, 1):
                number = self.value(key.by)
                sign = "-" if key.down else ""
                page.line(f"put(scratch, {at + MOST * line} + {count}, {sign}{number})")
            page.line(f"{count} += 1")
        page.line(f"sort(scratch, {at}, {keys}, {count})")
        with page.block(f"for {index} in range({count})"):
            self._unpack(each, f"scratch[{at} + {index}]")
            yield

    @contextmanager
    def _natural(self, each: Each) -> Iterator[None]:
        """Go through all that an `Each` looks through, in natural order, and keep those that it wants."""
        walk = {"card": self._cards, "hand": self._hands, "clue": self._clues}
        if each.sort == "value":
            mask, rest = self._values(each.var, each.where)
            with self._bits(mask, f"value{self._number(each)}"), self.holds(rest):
                yield
            return
        with walk[each.sort](each), self.holds(each.where):
            yield

    def _unpack(self, each: Each, thing: str) -> None:
        """Bind the names of a variable to a thing that was written down."""
        number, line = self._number(each), self.page.line
        match each.sort:
            case "card":
                line(f"thing{number} = {thing}")
                line(f"seat{number} = thing{number} >> {SLOT_BITS}")
                line(f"slot{number} = thing{number} & {SLOTS - 1}")
                line(f"card{number} = card_at(row, seat{number}, slot{number})")
            case "hand":
                line(f"seat{number} = {thing}")
            case "clue":
                line(f"clue{number} = {thing}")
                self._unpack_clue(each)
            case _:
                line(f"value{number} = {thing}")

    def _unpack_clue(self, each: Each) -> None:
        self.page.line(f"said{self._number(each)} = book[PLACE + clue{self._number(each)}]")
        if each.of in (OTHERS, ALL):
            self.page.line(
                f"seat{self._number(each)} = seat_after(book, me, book[AWAY + clue{self._number(each)}])"
            )

    @contextmanager
    def _cards(self, each: Each) -> Iterator[None]:
        number = self._number(each)
        if each.of in (OTHERS, ALL):
            first = "0" if each.of == ALL else "row[SIZES + me]"
            with self.page.block(f"for at{number} in range({first}, cards)"):
                self._unpack(each, f"scratch[{self.list} + at{number}]")
                yield
            return
        self.page.line(f"seat{number} = {self._one_seat(each.of)}")
        slots = f"row[SIZES + seat{number}]"
        span = f"range({slots} - 1, -1, -1)" if each.order and _backwards(each) else f"range({slots})"
        with self.page.block(f"for slot{number} in {span}"):
            self.page.line(f"card{number} = card_at(row, seat{number}, slot{number})")
            yield

    @contextmanager
    def _hands(self, each: Each) -> Iterator[None]:
        number = self._number(each)
        if each.of in (OTHERS, ALL):
            first = int(each.of == OTHERS)
            with self.page.block(f"for away{number} in range({first}, book[PLAYERS])"):
                self.page.line(f"seat{number} = seat_after(book, me, away{number})")
                yield
            return
        with self.page.block(f"for seat{number} in range({self._one_seat(each.of)}, book[PLAYERS])"):
            yield
            self.page.line("break")

    @contextmanager
    def _clues(self, each: Each) -> Iterator[None]:
        number = self._number(each)
        if each.of in (OTHERS, ALL):
            clues = "(allowed >> 2 * book[SLOTS] << 2 * book[SLOTS])"
        else:
            self.page.line(f"seat{number} = {self._one_seat(each.of)}")
            clues = f"clues_to(book, allowed, me, seat{number})"
        with self._bits(clues, f"clue{number}"):
            self._unpack_clue(each)
            yield

    @contextmanager
    def _bits(self, mask: str, name: str) -> Iterator[None]:
        """Go through the bits of a mask."""
        rest = self.page.name("rest")
        self.page.line(f"{rest} = {mask}")
        with self.page.block(f"while {rest}"):
            self.page.line(f"{name} = lowest({rest})")
            self.page.line(f"{rest} &= {rest} - 1")
            yield

    def _one_seat(self, of: Expr | str) -> str:
        return "me" if of == MINE or isinstance(of, str) else self.value(of)

    def _values(self, var: int, wanted: Expr) -> tuple[str, Expr]:
        """Split what is wanted of values into a mask and what must be asked of each."""
        masks, rest = list[str](), list[Expr]()
        for condition in _conjuncts(wanted):
            mask = those(var, condition)
            hard = any(isinstance(part, Each) and part.var == var for part in subexpressions(mask))
            if hard:
                rest.append(condition)
            elif mask != Term("all"):
                masks.append(self.value(mask))
        return f"({' & '.join(masks)})" if masks else "book[EVERYTHING]", all_of(*rest)

    def _number(self, each: Each) -> int:
        """The number in the names of what is being looked at."""
        return self.names[each.var][1]

    # ---- rules

    @contextmanager
    def ways(self, steps: tuple[Step, ...]) -> Iterator[None]:
        """Write what is inside for every way through the steps of a rule."""
        with ExitStack() as stack:
            conditions = list[Expr]()
            for step in steps:
                if isinstance(step, Each):
                    stack.enter_context(self.holds(*conditions))
                    stack.enter_context(self.each(step))
                    conditions.clear()
                else:
                    conditions.append(step)
            stack.enter_context(self.holds(*conditions))
            yield


def _conjuncts(condition: Expr) -> tuple[Expr, ...]:
    """What must all hold for a condition to hold."""
    return condition.args if isinstance(condition, Term) and condition.op == "and" else (condition,)


def _backwards(each: Each) -> bool:
    """Whether the order is simply a hand from its back."""
    one_hand = each.sort == "card" and each.of not in (OTHERS, ALL)
    return one_hand and each.order == (Key(Term("slot", (Var(each.var),)), down=True),)
