"""Play games in the interpreter and in generated code, and compare actions, flags and promises."""

import re
from random import Random
from types import ModuleType

import numpy as np

from handsight.compiled.jit import Ints
from handsight.conventions.compiler import source
from handsight.conventions.compiler.compiled.convention_layout import (
    COUNT,
    COUNT_MASK,
    EXCUSED,
    FIRST,
    FULL,
    GIVER_BITS,
    NEW_PROMISES,
    PAIRS,
    QUESTION_WORDS,
    TURN_BITS,
)
from handsight.conventions.compiler.compiled.open_readings import (
    asked_cards,
    could_by_laws,
    own_chance,
    own_possible,
    sure_cards,
)
from handsight.conventions.core import Core
from handsight.conventions.interpreter.core_interpreter import Interpreter
from handsight.conventions.interpreter.open_readings import OpenQuestion
from handsight.conventions.interpreter.public_state import PublicState, public_state_after_deal
from handsight.conventions.interpreter.rule_context import Context, Memory
from handsight.game import Dice, shuffled
from handsight.hanabi import Play, Setup, Terms, deal, legal, play, view
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.game_loop import NO_ACTION, CompiledBot
from handsight.hanabi.compiled.state_conversion import to_action, to_array, to_number
from handsight.hanabi.compiled.terms_layout import terms_array


def run_as_python(core: Core) -> CompiledBot:
    """Run the generated source as plain Python over the compiled runtime: nothing has to be compiled."""
    text, memory, workspace = source(core)
    text = text.replace("from handsight.compiled.jit import", "from plain_kernels import")
    module = ModuleType("generated")
    exec(compile(text, "generated", "exec"), vars(module))  # noqa: S102  # it is our own text
    return CompiledBot(module.decide, module.read, memory, workspace)


def agree(  # noqa: PLR0913  # three of them have defaults
    core: Core,
    bot: CompiledBot,
    terms: Terms,
    game: int,
    *,
    stray: float = 0.0,
    most: int = 200,
    by_promise: bool = False,
) -> None:
    """Play one game with some random moves, and compare interpreter and generated code at every turn.

    *by_promise*: compare also what every card can be by promise, and which cards are asked for and sure.
    """
    plain, dice = Interpreter(core), Random(game)
    state = deal(Setup(terms, shuffled(terms.variant.deck(), Dice(11, game))))
    now = public_state_after_deal(terms)
    memory = plain.start(now)
    packed_terms, array, workspace = (
        terms_array(terms),
        to_array(state, bot.memory),
        np.zeros(bot.workspace, np.int64),
    )
    bot.read(packed_terms, array, workspace)
    compared(memory, array, workspace, now, "after the deal")
    while not state.over and state.turn < most and (options := list(legal(state))):
        where = f"game {game}, turn {state.turn}"
        wanted = plain.decide(view(state, state.seat), now, memory).action
        number = int(bot.decide(packed_terms, array, workspace))
        assert (None if number == NO_ACTION else to_action(terms, array, number)) == wanted, where
        if by_promise:
            context = Context(now, memory, view(state, state.seat), laws=core.laws)
            compared_by_promise(core, context, (packed_terms, array, workspace), where)
        calm = [option for option in options if not isinstance(option, Play)]
        action = wanted if wanted and dice.random() >= stray else dice.choice(calm or options)
        rules.step(packed_terms, array, to_number(terms, array, action))
        bot.read(packed_terms, array, workspace)
        seen_events = len(state.events)
        state = play(state, action)
        ((now, memory),) = plain.follow(now, memory, state.events[seen_events:])
        compared(memory, array, workspace, now, f"{where}: {action}")


def compared(memory: Memory, array: Ints, workspace: Ints, now: PublicState, where: str) -> None:
    flags, everything = len(memory.flags), now.terms.variant.everything
    assert tuple(array[st.MEMORY : st.MEMORY + flags].tolist()) == memory.flags, where
    for order in range(now.drawn):
        left = everything & ~int(array[st.MEMORY + flags + order])
        assert left == memory.promise(order, everything) & everything, (where, order)
    fresh = dict.fromkeys((order for order, _ in memory.new_promises), everything)
    for order, mask in memory.new_promises:
        fresh[order] &= mask
    promised = {order: everything & ~int(workspace[NEW_PROMISES + 1 + order]) for order in fresh}
    assert int(workspace[NEW_PROMISES]) == sum(1 << order for order in fresh), where
    assert promised == fresh, where
    at = st.MEMORY + flags + st.MAX_CARDS
    if array.size > at:
        assert questions_of(array, at) == memory.questions, where
        assert int(array[at + FULL]) == memory.full, where


def compared_by_promise(core: Core, context: Context, arrays: tuple[Ints, Ints, Ints], where: str) -> None:
    """Compare what holds by promise, where generated code has just decided."""
    terms, array, workspace = arrays
    ruled_out = st.MEMORY + len(core.promises)
    questions = ruled_out + st.MAX_CARDS if core.has_readings else 0
    laws = laws_at(core)
    assert bool(laws) == bool(core.laws)
    for order in context.holders:
        left = could_by_laws(terms, array, workspace, order, ruled_out, questions, laws)
        assert left == context.could_promised(order), (where, order)
    for slot, order in enumerate(context.public.hands[context.me]):
        held = context.promised_hand
        left = own_possible(terms, array, workspace, ruled_out, questions, laws, 1, slot)
        assert left == context.mine(held, order), (where, order)
        chance = own_chance(terms, array, workspace, ruled_out, questions, laws, 1, slot, context.playable)
        assert chance == context.chance(held, order, context.playable), (where, order)
    assert asked_cards(terms, array, questions, context.me) == context.asked, where
    sure = sure_cards(terms, array, workspace, ruled_out, questions, laws, context.me)
    assert sure == context.sure, where


def laws_at(core: Core) -> int:
    """Return where generated code stores the cards of each law in the workspace; 0 if there are no laws."""
    found = re.search(r"^LAWS = (\d+)$", source(core).text, re.MULTILINE)
    assert found
    return int(found[1])


def questions_of(array: Ints, at: int) -> tuple[OpenQuestion, ...]:
    """Return the open readings of a compiled convention."""
    found = []
    for number in range(int(array[at + COUNT])):
        header, *words = array[at + FIRST + number * QUESTION_WORDS :][:QUESTION_WORDS].tolist()
        alternatives = tuple(
            tuple((word >> 12 * pair & 63, word >> 12 * pair + 6 & 63) for pair in range(word >> PAIRS))
            for word in words[: header & COUNT_MASK]
        )
        giver, turn = header >> GIVER_BITS & 7, header >> TURN_BITS
        found.append(OpenQuestion(giver, turn, alternatives, bool(header & EXCUSED)))
    return tuple(found)
