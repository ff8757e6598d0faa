"""Play games by a convention twice, plainly and on rows, and hold every action, flag and promise together."""

from random import Random
from types import ModuleType

import numpy as np

from handsight.conventions.core import Core
from handsight.conventions.interpreter.interpreter import interpreter_for
from handsight.conventions.interpreter.public_state import (
    actions_with_draws,
    advance,
    public_state_after_deal,
)
from handsight.hanabi import Play, Setup, Terms, deal, legal, play, view
from handsight.kernels.conventions import source
from handsight.kernels.conventions.workspace_layout import FRESH
from handsight.kernels.hanabi import rules, state_layout
from handsight.kernels.hanabi.compiled_bots import CompiledBot
from handsight.kernels.hanabi.convert import to_action, to_number, to_row
from handsight.kernels.hanabi.game_loop import NOTHING
from handsight.kernels.hanabi.terms_layout import book
from handsight.table import Dice, shuffled


def plainly(core: Core) -> CompiledBot:
    """The made source as plain Python over compiled facts: nothing to compile, and the same meaning."""
    text, notes, scratch = source(core)
    text = text.replace("from handsight.kernels.compiled import", "from plain_kernels import")
    module = ModuleType("made_plainly")
    exec(compile(text, "made", "exec"), vars(module))  # noqa: S102  # it is our own text
    return CompiledBot(module.decide, module.read, notes, scratch)


def agree(  # noqa: PLR0913  # two of them have defaults
    core: Core, player: CompiledBot, terms: Terms, game: int, *, stray: float = 0.0, most: int = 200
) -> None:
    """Play one game, now and then a random move, and compare both readings at every turn."""
    plain, dice = interpreter_for(core), Random(game)
    state = deal(Setup(terms, shuffled(terms.variant.deck(), Dice(11, game))))
    now = public_state_after_deal(terms)
    memory = plain.start(now)
    words, row, scratch = book(terms), to_row(state, player.notes), np.zeros(player.scratch, np.int64)
    player.read(words, row, scratch)
    compared(memory, row, scratch, now, "after the deal")
    while not state.over and state.turn < most and (options := list(legal(state))):
        where = f"game {game}, turn {state.turn}"
        wanted = plain.decide(view(state, state.seat), now, memory).action
        number = int(player.decide(words, row, scratch))
        assert (None if number == NOTHING else to_action(terms, row, number)) == wanted, where
        calm = [option for option in options if not isinstance(option, Play)]
        action = wanted if wanted and dice.random() >= stray else dice.choice(calm or options)
        rules.step(words, row, to_number(terms, row, action))
        player.read(words, row, scratch)
        told = len(state.events)
        state = play(state, action)
        for event, drew in actions_with_draws(state.events[told:]):
            now = advance(now, event, drew=drew)
            memory = plain.read(now, memory)
        compared(memory, row, scratch, now, f"{where}: {action}")


def compared(memory, row, scratch, now, where: str) -> None:
    flags, everything = len(memory.flags), now.terms.variant.everything
    assert tuple(row[state_layout.NOTES : state_layout.NOTES + flags].tolist()) == memory.flags, where
    for order in range(now.drawn):
        left = everything & ~int(row[state_layout.NOTES + flags + order])
        assert left == memory.promise(order, everything) & everything, (where, order)
    fresh = dict.fromkeys((order for order, _ in memory.fresh), everything)
    for order, mask in memory.fresh:
        fresh[order] &= mask
    made = {order: everything & ~int(scratch[FRESH + 1 + order]) for order in fresh}
    assert int(scratch[FRESH]) == sum(1 << order for order in fresh), where
    assert made == fresh, where
