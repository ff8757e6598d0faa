"""Generate the Python source of a compiled convention: its functions `read`, `reading_after` and `decide`."""

import re
from collections.abc import Iterator
from types import ModuleType
from typing import NamedTuple

from handsight.conventions.core import ALL, OTHERS, Act, Core, Each, Step, Update, Var, identity
from handsight.conventions.simplify import subexpressions
from handsight.kernels import jit
from handsight.kernels.conventions import runtime, workspace_layout
from handsight.kernels.conventions.codegen_expressions import SourceWriter
from handsight.kernels.conventions.codegen_loops import LoopWriter, WorkspaceAllocator
from handsight.kernels.hanabi import card_value, game_loop, rules
from handsight.kernels.hanabi import state_layout as st
from handsight.kernels.hanabi import terms_layout as tm
from handsight.kernels.hanabi.terms_layout import MAX_ACTIONS

HEADER = '"""A compiled convention, generated from core {core}."""\n'
MODULES: dict[str, ModuleType] = {
    module.__name__: module
    for module in (jit, tm, st, workspace_layout, runtime, game_loop, rules, card_value)
}
"""The modules that generated source imports from; a name is taken from the first that has it."""
EVENT_TESTS = {
    "clue": "state[EVENT] >= EVENT_COLOR_CLUE",
    "color": "state[EVENT] == EVENT_COLOR_CLUE",
    "number": "state[EVENT] == EVENT_NUMBER_CLUE",
    "play": "state[EVENT] == EVENT_PLAY",
    "strike": "state[EVENT] == EVENT_MISPLAY",
    "discard": "state[EVENT] == EVENT_DISCARD",
    "deal": "state[EVENT] == EVENT_DEAL",
}


class Source(NamedTuple):
    """The text of a module, and how many words of memory and workspace its kernels need."""

    text: str
    memory: int
    workspace: int


def source(core: Core) -> Source:
    """Generate a module of kernels for the core of a convention."""
    writer, allocator, flags = SourceWriter(), WorkspaceAllocator(workspace_layout.REST), len(core.promises)
    memory = flags + st.MAX_CARDS
    writer.gap()
    for flag in range(flags):
        writer.line(f"FLAG{flag} = MEMORY + {flag}")
    writer.line(f"FLAGS = {flags}")
    writer.line("RULED_OUT = MEMORY + FLAGS")
    _write_read(LoopWriter(writer, allocator), core)
    _write_reading_after(writer, allocator, flags, memory)
    _write_decide(LoopWriter(writer, allocator), core)
    head = HEADER.format(core=identity(core)[:16])
    return Source("\n".join([head, *_imports(writer.lines), *writer.lines, ""]), memory, allocator.end)


def _imports(lines: list[str]) -> Iterator[str]:
    """Return import lines for the names that the source uses, and no others."""
    used = {word for line in lines for word in re.findall(r"\b[A-Za-z_]+\b", line)} - {"terms"}
    for name, module in MODULES.items():
        if here := sorted(used & vars(module).keys()):
            yield f"from {name} import {', '.join(here)}"
            used.difference_update(here)


def _write_read(loops: LoopWriter, core: Core) -> None:
    writer = loops.writer
    writer.gap()
    writer.line("@compiled(READ_SIGNATURE)")
    with writer.block("def read(terms, state, workspace)"):
        writer.line("me = state[ACTOR]")
        writer.line("workspace[NEW_PROMISES] = 0")
        writer.line("understood = False")
        if _lists_cards(core.updates):
            writer.line(f"cards = list_cards(terms, state, me, workspace, {loops.list})")
        for rule in core.updates:
            if rule.after == "always":
                _write_update(loops, core, rule)
            else:
                with writer.block(f"if {EVENT_TESTS[rule.after]} and not understood"):
                    _write_update(loops, core, rule)


def _write_update(loops: LoopWriter, core: Core, rule: Update) -> None:
    writer = loops.writer
    found = writer.name("cards")
    writer.line(f"{found} = 0")
    with loops.ways(rule.steps):
        writer.line(f"{found} |= 1 << {loops.value(rule.card)}")
    with writer.block(f"if {found}"):
        for flag in rule.gains:
            promise = core.promises[flag]
            if promise is not None:
                mask = loops.value(promise)
                writer.line(f"promised{flag} = {mask}")
        for flag in rule.gains:
            if core.promises[flag] is not None:
                writer.line(
                    f"promise(state, workspace, RULED_OUT, {found} & ~state[FLAG{flag}], promised{flag})"
                )
        for flag in rule.gains:
            writer.line(f"state[FLAG{flag}] |= {found}")
        for flag in rule.loses:
            writer.line(f"state[FLAG{flag}] &= ~{found}")
        if rule.ends:
            writer.line("understood = True")


def _write_reading_after(
    writer: SourceWriter, allocator: WorkspaceAllocator, flags: int, memory: int
) -> None:
    size = flags + 1
    after, other = allocator.take((MAX_ACTIONS + 1) * size), allocator.take(st.MEMORY + memory)
    writer.gap()
    writer.line('@compiled("int64(int64[::1], int64[::1], int64[::1], int64, int64)")')
    with writer.block("def reading_after(terms, state, workspace, clue, what)"):
        with writer.block("if not workspace[READ_CLUES] >> clue & 1"):
            writer.line("workspace[READ_CLUES] |= 1 << clue")
            writer.line(f"other = workspace[{other} : {other + st.MEMORY + memory}]")
            writer.line("imagine_clue(terms, state, other, clue)")
            writer.line("read(terms, other, workspace)")
            writer.line(f"store_reading(other, workspace, {after} + clue * {size}, {flags})")
        writer.line(f"return workspace[{after} + clue * {size} + what]")


def _write_decide(loops: LoopWriter, core: Core) -> None:
    writer = loops.writer
    writer.gap()
    writer.line("@compiled(DECIDE_SIGNATURE)")
    with writer.block("def decide(terms, state, workspace)"):
        writer.line("me = state[SEAT]")
        writer.line("allowed = legal(terms, state)")
        writer.line("workspace[COMPUTED] = 0")
        writer.line("workspace[READ_CLUES] = 0")
        if _lists_cards(core.acts):
            writer.line(f"cards = list_cards(terms, state, me, workspace, {loops.list})")
        for rule in core.acts:
            _write_act(loops, rule)
        writer.line("return NO_ACTION")


def _write_act(loops: LoopWriter, rule: Act) -> None:
    writer = loops.writer
    if not isinstance(rule.what, Var):  # a card that was played or a clue that was given cannot be acted on
        return
    with loops.ways(rule.steps):
        number = loops.names[rule.what.number][1]
        if rule.verb == "give":
            writer.line(f"return clue{number}")
        else:
            action = f"slot{number}" if rule.verb == "play" else f"terms[SLOTS] + slot{number}"
            with writer.block(f"if seat{number} == me and allowed >> {action} & 1"):
                writer.line(f"return {action}")


def _lists_cards(rules: tuple[Update, ...] | tuple[Act, ...]) -> bool:
    """Whether some rule searches the cards of several hands."""
    steps: list[Step] = [step for rule in rules for step in rule.steps]
    return any(
        isinstance(part, Each) and part.sort == "card" and part.of in (OTHERS, ALL)
        for step in steps
        for part in subexpressions(step)
    )
