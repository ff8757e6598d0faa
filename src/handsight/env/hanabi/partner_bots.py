"""The bots of Hanabi that sit beside learners in `VecHanabi`, compiled."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from handsight.bots.spec import BotName, bot_name
from handsight.compiled.compiled_dice import Streams, seat_streams
from handsight.compiled.jit import Ints, addresses
from handsight.env.hanabi.compiled import partner_games
from handsight.env.hanabi.compiled.partner_games import COMPLETED, LEARNER
from handsight.errors import BotError, InputError
from handsight.hanabi import Terms
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.game_loop import CompiledBot
from handsight.roster.hanabi import find_bot

Partners = Mapping[int, BotName]
"""By seat, the bot that sits there."""


def compiled_partner(name: BotName, terms: Terms) -> CompiledBot:
    """Return the compiled version of a bot, or raise InputError saying why it has none."""
    spec = find_bot(name)
    spec.check_installed()
    spec.name_on(terms)
    if not spec.plays_with(terms.players):
        raise InputError(f"{spec.name} does not play with {terms.players} players")
    if spec.compiler is None:
        raise InputError(f"{spec.name} has no compiled version; choose a bot that has one, such as robot5")
    bot: CompiledBot = spec.compiler(terms)
    return bot


class SeatedBots:
    """Bots in some seats of *games* games, and one that may be asked for advice.

    Args:
        terms: Of all games.
        packed_terms: The same as an array.
        games: How many games.
        partners: By seat, the bot that sits there.
        teacher: A bot that sits nowhere, or there too, and is asked what it would do.

    Raises:
        InputError: A seat does not exist, all seats are taken, or a bot has no compiled version.
    """

    def __init__(
        self, terms: Terms, packed_terms: Ints, games: int, partners: Partners, teacher: BotName | None
    ) -> None:
        for seat in partners:
            if not 0 <= seat < terms.players:
                raise InputError(f"there is no seat {seat}; seats are 0 to {terms.players - 1}")
        if len(partners) == terms.players:
            raise InputError("bots sit in every seat; leave one to the learner")
        named = [*partners.values(), *([] if teacher is None else [teacher])]
        self.names = list(dict.fromkeys(bot_name(name) for name in named))
        by_name = {bot_name(name): name for name in named}
        self.bots: list[CompiledBot] = [compiled_partner(by_name[name], terms) for name in self.names]
        self.terms, self.packed_terms = terms, packed_terms
        self.bot_of_seat = np.full(terms.players, LEARNER, np.int64)
        for seat, name in partners.items():
            self.bot_of_seat[seat] = self.names.index(bot_name(name))
        self.teacher = None if teacher is None else self.names.index(bot_name(teacher))
        words = st.MEMORY + max(bot.memory for bot in self.bots)
        self.tables = np.zeros((games, len(self.bots), words), np.int64)
        self.asked_tables = np.zeros((games, 1, words), np.int64)
        """The teacher's tables once it was asked: its dice are thrown."""
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
        """Return the dice of the seats in some games, as `simulate` has them; zeros if nobody throws them."""
        dice = np.zeros((len(games), 8), np.uint64)
        if self.throws:
            for row, game in zip(dice, games, strict=True):
                row[:] = seat_streams(seed, game, 1)[0]
        return dice

    def seat(self, states: Ints, chosen: Ints, dice: Streams, workspace: Ints) -> None:
        """Seat the bots in games that were just dealt, and let them move until a learner's turn."""
        every = np.zeros((len(states), 8), np.uint64)
        every[chosen] = dice
        self.check(
            partner_games.seat_partners(
                self.packed_terms,
                states,
                self.tables,
                chosen,
                every,
                self.bot_of_seat,
                self.functions,
                workspace,
            )
        )

    def step(self, part: slice, *columns: Any) -> int:
        """Take the learners' actions in a part of the games; return COMPLETED, or where a bot failed."""
        states, actions, legal, seed, stride, mode, counted, room, *told = columns
        at: int = partner_games.step_with_partners(
            self.packed_terms,
            states,
            self.tables[part],
            actions,
            legal,
            self.next_dice[part],
            seed,
            stride,
            mode,
            self.bot_of_seat,
            self.functions,
            counted,
            room,
            *told,
        )
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
