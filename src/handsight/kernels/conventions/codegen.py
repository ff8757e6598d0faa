"""The source of a compiled convention: `read`, `told` and `decide`, in the words of `words` and `loops`."""

import re
from collections.abc import Iterator
from types import ModuleType
from typing import NamedTuple

from handsight.conventions.core import ALL, OTHERS, Act, Core, Each, Step, Update, Var, identity
from handsight.conventions.simplify import subexpressions
from handsight.kernels import jit
from handsight.kernels.conventions import clue_reading, facts, own_hand, workspace_layout
from handsight.kernels.conventions.codegen_loops import Loops, Room
from handsight.kernels.conventions.source_writer import Page
from handsight.kernels.hanabi import card_value, game_loop, rules, state_layout, terms_layout
from handsight.kernels.hanabi.terms_layout import MOST_ACTIONS

HEAD = '"""A convention, compiled; made from core {core}."""\n'
MODULES: dict[str, ModuleType] = {
    module.__name__: module
    for module in (
        jit,
        terms_layout,
        state_layout,
        workspace_layout,
        facts,
        own_hand,
        clue_reading,
        game_loop,
        rules,
        card_value,
    )
}
"""Where the names of a page come from; those of an earlier module hide those of a later one."""
KINDS = {
    "clue": "row[KIND] >= COLOR",
    "color": "row[KIND] == COLOR",
    "number": "row[KIND] == NUMBER",
    "play": "row[KIND] == FITTED",
    "strike": "row[KIND] == MISPLAYED",
    "discard": "row[KIND] == DROPPED",
    "deal": "row[KIND] == DEALT",
}
SUPPOSED = {"has_after", "honest"}


class Source(NamedTuple):
    """The text of a module, and the words its kernels ask for."""

    text: str
    notes: int
    scratch: int


def source(core: Core) -> Source:
    """Write a core down as a module of kernels."""
    page, room, flags = Page(), Room(workspace_layout.REST), len(core.promises)
    notes = flags + state_layout.MOST_CARDS
    page.gap()
    for flag in range(flags):
        page.line(f"FLAG{flag} = NOTES + {flag}")
    page.line(f"FLAGS = {flags}")
    page.line("RULED_OUT = NOTES + FLAGS")
    _read(Loops(page, room), core)
    _told(page, room, flags, notes)
    _decide(Loops(page, room), core)
    head = HEAD.format(core=identity(core)[:16])
    return Source("\n".join([head, *_imports(page.lines), *page.lines, ""]), notes, room.end)


def _imports(lines: list[str]) -> Iterator[str]:
    """Import the names that a page uses, and load no kernel that it does not."""
    used = {word for line in lines for word in re.findall(r"\b[A-Za-z_]+\b", line)} - {"book"}
    for name, module in MODULES.items():
        if here := sorted(used & vars(module).keys()):
            yield f"from {name} import {', '.join(here)}"
            used.difference_update(here)


def _read(loops: Loops, core: Core) -> None:
    page = loops.page
    page.gap()
    page.line("@compiled(READ)")
    with page.block("def read(book, row, scratch)"):
        page.line("me = row[ACTOR]")
        page.line("scratch[FRESH] = 0")
        page.line("understood = False")
        if _lists_cards(core.updates):
            page.line(f"cards = spread(book, row, me, scratch, {loops.list})")
        for rule in core.updates:
            if rule.after == "always":
                _update(loops, core, rule)
            else:
                with page.block(f"if {KINDS[rule.after]} and not understood"):
                    _update(loops, core, rule)


def _update(loops: Loops, core: Core, rule: Update) -> None:
    page = loops.page
    found = page.name("cards")
    page.line(f"{found} = 0")
    with loops.ways(rule.steps):
        page.line(f"{found} |= 1 << {loops.value(rule.card)}")
    with page.block(f"if {found}"):
        for flag in rule.gains:
            made = core.promises[flag]
            if made is not None:
                told = loops.value(made)
                page.line(f"promised{flag} = {told}")
        for flag in rule.gains:
            if core.promises[flag] is not None:
                page.line(f"promise(row, scratch, RULED_OUT, {found} & ~row[FLAG{flag}], promised{flag})")
        for flag in rule.gains:
            page.line(f"row[FLAG{flag}] |= {found}")
        for flag in rule.loses:
            page.line(f"row[FLAG{flag}] &= ~{found}")
        if rule.ends:
            page.line("understood = True")


def _told(page: Page, room: Room, flags: int, notes: int) -> None:
    after, other, size = (
        room.take((MOST_ACTIONS + 1) * (flags + 1)),
        room.take(state_layout.NOTES + notes),
        flags + 1,
    )
    page.gap()
    page.line('@compiled("int64(int64[::1], int64[::1], int64[::1], int64, int64)")')
    with page.block("def told(book, row, scratch, clue, what)"):
        with page.block("if not scratch[TOLD] >> clue & 1"):
            page.line("scratch[TOLD] |= 1 << clue")
            page.line(f"other = scratch[{other} : {other + state_layout.NOTES + notes}]")
            page.line("suppose(book, row, other, clue)")
            page.line("read(book, other, scratch)")
            page.line(f"keep(other, scratch, {after} + clue * {size}, {flags})")
        page.line(f"return scratch[{after} + clue * {size} + what]")


def _decide(loops: Loops, core: Core) -> None:
    page = loops.page
    page.gap()
    page.line("@compiled(DECIDE)")
    with page.block("def decide(book, row, scratch)"):
        page.line("me = row[SEAT]")
        page.line("allowed = legal(book, row)")
        page.line("scratch[ASKED] = 0")
        page.line("scratch[TOLD] = 0")
        if _lists_cards(core.acts):
            page.line(f"cards = spread(book, row, me, scratch, {loops.list})")
        for rule in core.acts:
            _act(loops, rule)
        page.line("return NOTHING")


def _act(loops: Loops, rule: Act) -> None:
    page = loops.page
    if not isinstance(rule.what, Var):  # a card that has gone, a clue that was given: nothing to be done with
        return
    with loops.ways(rule.steps):
        number = loops.names[rule.what.number][1]
        if rule.verb == "give":
            page.line(f"return clue{number}")
        else:
            action = f"slot{number}" if rule.verb == "play" else f"book[SLOTS] + slot{number}"
            with page.block(f"if seat{number} == me and allowed >> {action} & 1"):
                page.line(f"return {action}")


def _lists_cards(rules: tuple[Update, ...] | tuple[Act, ...]) -> bool:
    """Whether some search goes through the cards of several hands."""
    steps: list[Step] = [step for rule in rules for step in rule.steps]
    return any(
        isinstance(part, Each) and part.sort == "card" and part.of in (OTHERS, ALL)
        for step in steps
        for part in subexpressions(step)
    )
