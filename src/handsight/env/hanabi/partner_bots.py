"""The bots of Hanabi that sit beside learners in `VecHanabi`, compiled."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from handsight.bots.bot import BotName, bot_name
from handsight.compiled.compiled_dice import Streams
from handsight.compiled.jit import Ints, addresses
from handsight.env.hanabi.compiled import partner_games
from handsight.env.vec_games import COMPLETED, LEARNER, compiled_partner, different_bots, seat_dice
from handsight.errors import BotError, InputError
from handsight.hanabi import Terms
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.game_loop import CompiledBot
from handsight.roster.hanabi import find_bot

Partners = Mapping[int, BotName]
"""By seat, the bot that sits there."""


def _compiled(name: BotName, terms: Terms) -> CompiledBot:
    """Return the compiled version of a bot, or raise InputError saying why it has none."""
    spec = find_bot(name)
    spec.name_on(terms)
    if not spec.plays_with(terms.players):
        raise InputError(f"{spec.name} does not play with {terms.players} players")
    bot: CompiledBot = compiled_partner(spec, terms, "robot5")
    return bot


class SeatedBots:
    """Bots in some seats of *games* games, and a teacher to ask for advice, who needs no seat."""

    def __init__(
        self, terms: Terms, packed_terms: Ints, games: int, partners: Partners, teacher: BotName | None
    ) -> None:
        named, self.bot_of_seat = different_bots(
            partners, terms.players, *([] if teacher is None else [teacher])
        )
        self.names = list(named)
        self.bots: list[CompiledBot] = [_compiled(bot, terms) for bot in named.values()]
        self.terms, self.packed_terms = terms, packed_terms
        self.teacher = None if teacher is None else self.names.index(bot_name(teacher))
        words = st.MEMORY + max(bot.memory for bot in self.bots)
        self.tables = np.zeros((games, len(self.bots), words), np.int64)
        self.asked_tables = np.zeros((games, 1, words), np.int64)
        """The teacher's states after it was asked for advice, with its dice thrown."""
        self.asked = np.zeros(games, np.bool_)
        self.throws = any(bot.throws for bot in self.bots)
        self.next_dice = np.zeros((games, 8), np.uint64)
        self.functions = np.stack(
            [addresses([bot.decide for bot in self.bots]), addresses([bot.read for bot in self.bots])]
        )

    def new_workspace(self) -> Ints:
        """Return room for one thread to work in."""
        return np.zeros(max(bot.workspace for bot in self.bots), np.int64)

    def dice_of(self, seed: int, games: Sequence[int]) -> Streams:
        """Return the dice of the seats in some games; zeros if nobody throws them."""
        return seat_dice(seed, games, thrown=self.throws)

    def seat(self, states: Ints, chosen: Ints, dice: Streams, workspace: Ints) -> None:
        """Seat the bots in games that were just dealt, and let them move until a learner's turn."""
        every = np.zeros((len(states), 8), np.uint64)
        every[chosen] = dice
        bots = self.bot_of_seat, self.functions
        self.check(
            partner_games.seat_partners(
                self.packed_terms, states, self.tables, chosen, every, *bots, workspace
            )
        )

    def step(self, part: slice, *columns: Any) -> int:
        """Take the learners' actions in part of the games; return COMPLETED, or the game a bot failed in."""
        states, actions, legal, seed, stride, mode, counted, room, told = columns
        tables, dice, bots = self.tables[part], self.next_dice[part], (self.bot_of_seat, self.functions)
        game = self.packed_terms, states, tables, actions, legal, dice, seed, stride, mode, *bots
        at: int = partner_games.step_with_partners(*game, counted, room, told)
        return at if at == COMPLETED else at + part.start

    def follow(self, at: int, state: Ints, numbers: Sequence[int], workspace: Ints) -> None:
        """Seat the bots in one game that was dealt, and let them read the actions taken since."""
        for bot, table in zip(self.bots, self.tables[at], strict=True):
            table[:] = 0
            table[: st.MEMORY] = state[: st.MEMORY]
            bot.read(self.packed_terms, table, workspace)
            for number in numbers:
                rules.step(self.packed_terms, table, number)
                bot.read(self.packed_terms, table, workspace)

    def move(self, at: int, state: Ints, take: Any, workspace: Ints) -> None:
        """Let bots move in one game until a learner's turn or the end."""
        while state[st.END] == st.IN_PROGRESS and self.bot_of_seat[state[st.SEAT]] != LEARNER:
            bot = self.bot_of_seat[state[st.SEAT]]
            number = int(self.bots[bot].decide(self.packed_terms, self.tables[at, bot], workspace))
            if not rules.is_legal(self.packed_terms, state, number):
                if rules.legal(self.packed_terms, state) == 0:
                    return
                self.check(at)
            take(self.packed_terms, state, number)
            for other, table in zip(self.bots, self.tables[at], strict=True):
                rules.step(self.packed_terms, table, number)
                other.read(self.packed_terms, table, workspace)

    def advice(self, states: Ints, workspace: Ints) -> Ints:
        """Return what the teacher would do in each game, by HLE's numbers; its tables stay as they are."""
        if self.teacher is None:
            raise InputError("nobody was named as teacher; write VecHanabi(…, teacher='robot5')")
        numbers = np.zeros(len(states), np.int64)
        decide = self.functions[partner_games.DECIDE, self.teacher]
        self.asked_tables[:, 0] = self.tables[:, self.teacher]
        self.asked[:] = False
        self.check(
            partner_games.ask_bot(decide, self.packed_terms, states, self.asked_tables, 0, workspace, numbers)
        )
        self.asked[:] = True
        return numbers

    def throw_dice(self) -> None:
        """Let the dice that the teacher used for its advice count as thrown: a move is taken."""
        if self.teacher is not None:
            self.tables[self.asked, self.teacher] = self.asked_tables[self.asked, 0]
            self.asked[:] = False

    def check(self, at: int) -> None:
        """Raise BotError where a bot chose an illegal action."""
        if at != COMPLETED:
            raise BotError(f"game {at}: a bot ({', '.join(self.names)}) chose an illegal action")
