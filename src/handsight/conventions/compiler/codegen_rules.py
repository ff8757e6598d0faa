"""Generate the Python source of a compiled convention: its functions `read`, `reading_after` and `decide`."""

import re
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import NamedTuple

from handsight.compiled import jit, python_to_llvm
from handsight.conventions.compiler.codegen_expressions import WITHIN_LAW, SourceWriter
from handsight.conventions.compiler.codegen_loops import LoopWriter, WorkspaceAllocator
from handsight.conventions.compiler.compiled import convention_layout as cv
from handsight.conventions.compiler.compiled import (
    convention_runtime,
    open_readings,
    settle_readings,
)
from handsight.conventions.core import (
    ALL,
    OTHERS,
    Act,
    Core,
    Each,
    Expr,
    Law,
    Step,
    Term,
    Update,
    Var,
    identity,
)
from handsight.conventions.normal_form import all_of, subexpressions
from handsight.hanabi.compiled import card_value, game_loop, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.terms_layout import MAX_ACTIONS

HEADER = '"""A compiled convention, generated from core {core}."""\n'
MODULES: dict[str, ModuleType] = {
    module.__name__: module
    for module in (
        jit,
        python_to_llvm,
        tm,
        st,
        cv,
        convention_runtime,
        settle_readings,
        open_readings,
        game_loop,
        rules,
        card_value,
    )
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


DROP = "drop_readings(state, workspace, RULED_OUT, QUESTIONS, {})"
EFFECTS = {
    "drop": DROP + "\nrenew_readings(state, QUESTIONS)",
    "drop all": "drop_all(state, QUESTIONS)\nrenew_readings(state, QUESTIONS)",
    "excuse": "excused = 1",
}
BRIDGE_VALUES = """    open_values = needed(terms, state) & ~state[QUESTIONS + VALUES]
    left = values & could(state, focus) & needed(terms, state)
    asked, known = 0, 0
    for count in range({most} + 1):
        rest = left
        while rest:
            value = lowest_bit(rest)
            rest &= rest - 1
            missing = missing_before(terms, open_values, value)
            wanted = 0
            while missing and popcount(wanted) <= count:
                one = lowest_bit(missing)
                missing &= missing - 1
                if not has_bit(asked, one):
                    asked |= 1 << one
                    known |= known_value(terms, state, workspace, one, cards) << one
                if not has_bit(known, one):
                    wanted |= 1 << one
            if popcount(wanted) == count:
                if count == 0:
                    add_alternative(workspace, focus, value, NO_CARD, 0, NO_CARD, 0)
                else:
                    first = lowest_bit(wanted)
                    others = wanted & wanted - 1
                    for away in range(1, terms[PLAYERS]):
                        seat = seat_after(terms, me, away)
                        offer = offered(terms, state, workspace, first, seat, 1 << focus)
                        while offer:
                            card = highest_bit(offer)
                            offer ^= 1 << card
                            if others == 0:
                                add_alternative(workspace, focus, value, card, first, NO_CARD, 0)
                            else:
                                second = lowest_bit(others)
                                used = 1 << focus | 1 << card
                                for further in range(1, terms[PLAYERS]):
                                    there = seat_after(terms, me, further)
                                    more = offered(terms, state, workspace, second, there, used)
                                    while more:
                                        other = highest_bit(more)
                                        more ^= 1 << other
                                        add_alternative(workspace, focus, value, card, first, other, second)
"""
"""The body of the function that adds the alternatives of a bridged value."""
BLUFFS = """        if count == 1 and not has_bit(state[HAND_SETS + seat_after(terms, me, 1)], focus):
            rest = left
            while rest:
                value = lowest_bit(rest)
                rest &= rest - 1
                wanted = missing_before(terms, open_values, value) & ~known
                if wanted and wanted & wanted - 1 == 0:
                    next_seat = seat_after(terms, me, 1)
                    first = lowest_bit(wanted)
                    card = bluffed(terms, state, workspace, first, next_seat)
                    if card != NO_CARD:
                        if offered(terms, state, workspace, first, next_seat, 1 << focus) == 1 << card:
                            add_alternative(workspace, focus, value, card, ANY, NO_CARD, 0)
"""
"""What follows in that body if the convention has bluffs."""


class GeneratedSource(NamedTuple):
    """The text of a module, and how many words of memory and workspace its kernels need."""

    text: str
    memory: int
    workspace: int


def source(core: Core) -> GeneratedSource:
    """Generate a module of kernels for the core of a convention."""
    writer, allocator, flags = SourceWriter(), WorkspaceAllocator(cv.REST), len(core.promises)
    memory = flags + st.MAX_CARDS + (cv.READING_WORDS if core.has_readings else 0)
    words, law_words = flags + 2, 1 + 2 * len(core.laws)
    writer.lines += ["", "", *(f"FLAG{flag} = MEMORY + {flag}" for flag in range(flags))]
    constants = {
        "FLAGS": flags,
        "RULED_OUT": "MEMORY + FLAGS",
        "AFTER": allocator.take((MAX_ACTIONS + 1) * words),
        "AFTER_WORDS": words,
        "QUESTIONS": "RULED_OUT + MAX_CARDS" if core.has_readings else 0,
        "LAWS": allocator.take(law_words) if core.laws else 0,
        "LAWS_AFTER": allocator.take(law_words) if core.laws else 0,
    }
    writer.lines += [f"{name} = {value}" for name, value in constants.items()]
    if core.has_readings:
        _write_bridge(_loops(writer, allocator, core), core)
    _write_read(_loops(writer, allocator, core), core)
    _write_reading_after(writer, allocator, core, memory)
    _write_decide(_loops(writer, allocator, core), core)
    head = HEADER.format(core=identity(core)[:16])
    return GeneratedSource(
        "\n".join([head, *_imports(writer.lines), *writer.lines, ""]), memory, allocator.end
    )


def _loops(writer: SourceWriter, allocator: WorkspaceAllocator, core: Core) -> LoopWriter:
    """Return a writer of loops with the templates that a core needs."""
    loops = LoopWriter(writer, allocator)
    if core.laws:
        left = loops.templates["could_promised"]
        for law in core.laws:
            lawful, others = _law(law, "state")
            left = WITHIN_LAW.format(left=left, lawful=lawful, others=others)
        loops.templates = loops.templates | {"could_promised": left}
    return loops


def _law(law: Law, state: str) -> tuple[str, str]:
    """Return the source text of the two sets of cards that a law is about."""
    lawful, others = (
        " & ".join(f"{state}[FLAG{flag}]" for flag in flags) or "-1" for flags in (law.flags, law.others)
    )
    return f"({lawful})", f"({others})"


def _write_laws(writer: SourceWriter, core: Core, state: str, at: str) -> None:
    """Write code that stores the two sets of cards of each law in the workspace from *at* on."""
    if core.laws:
        writer.line(f"workspace[{at}] = {len(core.laws)}")
        sets = [cards for law in core.laws for cards in _law(law, state)]
        for number, cards in enumerate(sets, 1):
            writer.line(f"workspace[{at} + {number}] = {cards}")


def _imports(lines: list[str]) -> Iterator[str]:
    """Yield import lines for exactly the names that the source uses."""
    used = {word for line in lines for word in re.findall(r"\b[A-Za-z_]+\b", line)} - {"terms"}
    for name, module in MODULES.items():
        if here := sorted(used & vars(module).keys()):
            yield f"from {name} import {', '.join(here)}"
            used.difference_update(here)


def _write_read(loops: LoopWriter, core: Core) -> None:
    writer = loops.writer
    with writer.function("read(terms, state, workspace)", signature="READ_SIGNATURE"):
        writer.line("me = state[ACTOR]")
        writer.line("workspace[NEW_PROMISES] = 0")
        writer.line("understood = False")
        if core.has_readings:
            writer.line("begin_reading(state, workspace, QUESTIONS)")
            writer.line("excused = 0")
            writer.line("instead = NO_CARD")
        values = [one for one in (*(rule.values for rule in core.updates), *core.promises) if one is not None]
        _list_cards(loops, [*(step for rule in core.updates for step in rule.steps), *values])
        for rule in core.updates:
            if rule.after == "always":
                _write_update(loops, core, rule)
            else:
                with writer.block(f"if {EVENT_TESTS[rule.after]} and not understood"):
                    _write_update(loops, core, rule)
        if core.has_readings:
            writer.line("settle(terms, state, RULED_OUT, QUESTIONS, excused, instead)")
            writer.line("open_question(state, workspace, RULED_OUT, QUESTIONS)")
            writer.line("renew_readings(state, QUESTIONS)")


def _write_update(loops: LoopWriter, core: Core, rule: Update) -> None:
    writer = loops.writer
    found = writer.name("cards")
    marked = _marked_cards(loops, rule)
    writer.line(f"{found} = 0")
    if marked is not None:
        conditions, mask = marked
        with loops.holds(*conditions):
            writer.line(f"{found} = {mask}")
    else:
        with loops.ways(rule.steps):
            card = loops.value(rule.card)
            if rule.values is not None:
                values = loops.value(rule.values)
                kernel = "bridge_values(terms, " if rule.effect == "bridged" else "add_values("
                writer.line(f"{kernel}state, workspace, {card}, {values})")
            if rule.effect == "instead" and core.has_readings:
                with writer.block("if instead == NO_CARD"):
                    writer.line(f"instead = {card}")
            writer.line(f"{found} |= 1 << {card}")
    lines = [*_changes(loops, core, rule, found), *(["understood = True"] if rule.ends else [])]
    if lines:
        with writer.block(f"if {found}"):
            for line in lines:
                writer.line(line)


def _marked_cards(loops: LoopWriter, rule: Update) -> tuple[list[Expr], str] | None:
    """Return a rule's conditions and the source text of the cards it finds; None if it needs a loop."""
    searches = [at for at, step in enumerate(rule.steps) if isinstance(step, Each)]
    if len(searches) != 1 or rule.values is not None or rule.effect == "instead":
        return None
    each = rule.steps[searches[0]]
    if not isinstance(each, Each) or rule.card != Var(each.var):
        return None
    conditions = [step for step in rule.steps if not isinstance(step, Each)]
    mask = loops.card_mask(each, all_of(*conditions[searches[0] :]))
    return None if mask is None else (conditions[: searches[0]], mask)


def _changes(loops: LoopWriter, core: Core, rule: Update, found: str) -> Iterator[str]:
    """Yield the lines that change the flags of the cards found and make promises, or have another effect."""
    if rule.effect:
        effects = EFFECTS if core.has_readings else {"drop": DROP}
        yield from effects.get(rule.effect, "").format(found).splitlines()
        return
    promises = {flag: core.promises[flag] for flag in rule.gains}
    for flag, promise in promises.items():
        if promise is not None:
            yield f"promised{flag} = {loops.value(promise)}"
    for flag, promise in promises.items():
        if promise is not None:
            yield f"promise(state, workspace, RULED_OUT, {found} & ~state[FLAG{flag}], promised{flag})"
    yield from (f"state[FLAG{flag}] |= {found}" for flag in rule.gains)
    yield from (f"state[FLAG{flag}] &= ~{found}" for flag in rule.loses)


def _write_bridge(loops: LoopWriter, core: Core) -> None:
    """Write the functions for a missing value: whether it is known, which cards are offered, and bluffs."""
    writer, bridge = loops.writer, core.bridge
    value, seat = writer.number(), writer.number()
    in_hand = {0: ("value", value), 1: ("hand", seat)}
    with writer.function(f"known_value(terms, state, workspace, value{value}, cards)", 2):
        writer.line("me = state[ACTOR]")
        for truth in bridge.known:
            loops.names = {0: ("value", value)}
            with loops.holds(truth):
                writer.line("return 1")
        writer.line("return 0")
    with writer.function(f"offered(terms, state, workspace, value{value}, seat{seat}, used)", 3):
        writer.line("me = state[ACTOR]")
        _list_cards(loops, bridge.offers)
        for number, each in enumerate(bridge.offers):
            loops.names = dict(in_hand)
            every, found = number in bridge.every, writer.name("found")
            if every:
                writer.line(f"{found} = 0")
            with loops.each(each):
                card = f"card{loops.names[each.var][1]}"
                with writer.block(f"if not has_bit(used, {card})"):
                    writer.line(f"{found} |= 1 << {card}" if every else f"return 1 << {card}")
            if every:
                with writer.block(f"if {found}"):
                    writer.line(f"return {found}")
        writer.line("return 0")
    if bridge.bluffs:
        with writer.function(f"bluffed(terms, state, workspace, value{value}, seat{seat})", 2):
            writer.line("me = state[ACTOR]")
            _list_cards(loops, bridge.bluffs)
            for each in bridge.bluffs:
                loops.names = dict(in_hand)
                with loops.each(each):
                    writer.line(f"return card{loops.names[each.var][1]}")
            writer.line("return NO_CARD")
    with writer.function("bridge_values(terms, state, workspace, focus, values)", 2):
        writer.line("me = state[ACTOR]")
        writer.line("cards = 0")
        _list_cards(loops, bridge.known)
        writer.lines += BRIDGE_VALUES.format(most=bridge.most).splitlines()
        writer.lines += [*(BLUFFS.splitlines() if bridge.bluffs else []), "    return 0"]


def _list_cards(loops: LoopWriter, steps: Iterable[Step]) -> None:
    """Write code that lists the cards in all hands, if one of the steps searches several hands."""
    parts = (part for step in steps for part in subexpressions(step))
    if any(isinstance(part, Each) and part.sort == "card" and part.of in (OTHERS, ALL) for part in parts):
        loops.writer.line(f"cards = list_cards(terms, state, me, workspace, {loops.list})")


def _write_reading_after(
    writer: SourceWriter, allocator: WorkspaceAllocator, core: Core, memory: int
) -> None:
    flags = len(core.promises)
    other = allocator.take(st.MEMORY + memory)
    with writer.function("reading_after(terms, state, workspace, clue, what)", 2):
        with writer.block("if not workspace[READ_CLUES] >> clue & 1"):
            writer.line("workspace[READ_CLUES] |= 1 << clue")
            writer.line(f"other = workspace[{other} : {other + st.MEMORY + memory}]")
            writer.line("imagine_clue(terms, state, other, clue)")
            writer.line("read(terms, other, workspace)")
            at = "AFTER + clue * AFTER_WORDS"
            writer.line(f"store_reading(other, workspace, {at}, {flags})")
            if core.has_readings:
                with writer.block("if not new_question_is_honest(terms, other, QUESTIONS)"):
                    writer.line(f"workspace[{at} + {flags}] = 0")
            if _uses(core, "asks"):
                _write_laws(writer, core, "other", "LAWS_AFTER")
                asked = "asked_cards(terms, other, QUESTIONS, other[ACTOR])"
                sure = "sure_cards(terms, other, workspace, RULED_OUT, QUESTIONS, LAWS_AFTER, other[ACTOR])"
                writer.line(f"workspace[{at} + {flags} + 1] = {asked} | {sure}")
        writer.line("return workspace[AFTER + clue * AFTER_WORDS + what]")


def _write_decide(loops: LoopWriter, core: Core) -> None:
    writer = loops.writer
    with writer.function("decide(terms, state, workspace)", signature="DECIDE_SIGNATURE"):
        writer.line("me = state[SEAT]")
        writer.line("allowed = legal(terms, state)")
        writer.line("workspace[COMPUTED] = 0")
        writer.line("workspace[READ_CLUES] = 0")
        _write_laws(writer, core, "state", "LAWS")
        if _uses(core, "asked", "asks"):
            writer.line("asked_now = asked_cards(terms, state, QUESTIONS, me)")
        if _uses(core, "asks"):
            sure = "sure_cards(terms, state, workspace, RULED_OUT, QUESTIONS, LAWS, me)"
            writer.line(f"expected = asked_now | {sure}")
        _list_cards(loops, (step for rule in core.acts for step in rule.steps))
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


def _uses(core: Core, *ops: str) -> bool:
    """Whether some act rule uses one of these operations."""
    steps: list[Step] = [step for rule in core.acts for step in rule.steps]
    return any(isinstance(part, Term) and part.op in ops for step in steps for part in subexpressions(step))
