"""A plan of Hanabi games: which bots sit where, on which terms, from which seed; and a row for each game."""

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from handsight import hanabi
from handsight.bots import BotSeat, BotSpec
from handsight.errors import BotError, IllegalActionError, InputError
from handsight.game import Seed, as_seed, deal_dice, shuffled, stream
from handsight.game.recorded_game import seated
from handsight.hanabi import OFFICIAL, Action, ClueGiven, End, Setup, State, Terms, deal, legal
from handsight.hanabi import SEAT_NAMES as NAMES
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi.terms import SWITCHES
from handsight.lab.game_plan import Columns, Plan
from handsight.notation.hanabi import hanab_live_seeds
from handsight.roster import hanabi as roster
from handsight.roster.games import Roster

if TYPE_CHECKING:  # 0.5 s that only a compiled game needs
    from handsight.hanabi.compiled.game_loop import CompiledBot

Results = NDArray[np.int16]
"""A row for every game, in the order of their numbers."""

FIELDS = ("score", "points", "strikes", "turns", "clue_units", "end", "clues_given")
SCORE, POINTS, STRIKES, TURNS, CLUE_UNITS, END, CLUES_GIVEN = range(len(FIELDS))
"""The score by the rules, the cards on the stacks, …, and the end as an index in `ENDS`."""
ENDS = tuple(End)
PLAIN = ("score", "points", "strikes", "turns", "clues_given")
"""The fields that Arrow tables hold as they are; clue units become whole clue tokens, an end its name."""


def result_row(final: State) -> tuple[int, ...]:
    """Return the row of a game that is over."""
    end = ENDS.index(final.end)
    clues = sum(isinstance(event, ClueGiven) for event in final.events)
    return final.score, final.points, final.strikes, final.turn, final.clue_units, end, clues


def shuffled_setup(terms: Terms, seed: Seed, number: int) -> Setup:
    """Return the terms and the shuffled deck of an experiment's game by its number."""
    return Setup(terms, shuffled(terms.variant.deck(), deal_dice(seed, number)))


@dataclass(frozen=True)
class HanabiPlan(Plan):
    """Bots, terms and a seed; a game follows from the plan and the game's number alone.

    Raises:
        InputError: There is not one bot for every seat, or the seed is neither a number nor a text.
    """

    roster: ClassVar[Roster] = roster

    terms: Terms
    seed: Seed = 1
    rotate: bool = field(default=False, kw_only=True)
    """Whether every bot moves to the next seat after each game, so that each sits in every seat in turn."""
    deal: str | None = field(default=None, kw_only=True)
    """The seed of hanab.live that deals the first game, such as p3v0s1; the next game has the next seed."""

    def __post_init__(self) -> None:
        if len(self.bots) != self.terms.players:
            seats = self.terms.players
            raise InputError(f"{len(self.bots)} bots cannot fill {seats} seats; name one for all, or {seats}")
        object.__setattr__(self, "seed", as_seed(self.seed))

    def agreed(self) -> Terms:
        """Return the terms."""
        return self.terms

    def conditions(self) -> str:
        """Return everything that the games depend on besides the bots and Handsight itself."""
        return repr((self.terms, self.seed, self.rotate, *([self.deal] if self.deal else [])))

    def setup(self, number: int) -> Setup:
        """Return the terms and the deck of a game."""
        if self.deal is None:
            return shuffled_setup(self.terms, self.seed, number)
        return Setup(self.terms, hanab_live_seeds.deal(hanab_live_seeds.following(self.deal, number)).deck)

    def compiled_bots(self) -> "tuple[CompiledBot, ...] | None":
        """Return the compiled bots; None if one has no compiled version, or a seed of hanab.live deals."""
        return None if self.deal else super().compiled_bots()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bots, by seat; a single name if all are the same."""
        names = super().names
        return names[:1] if len(set(names)) == 1 else names

    @property
    def switches(self) -> dict[str, bool | str]:
        """The switches in which the rules are not the official ones."""
        rules = self.terms.rules
        return {
            name: getattr(rules, name) for name in SWITCHES if getattr(rules, name) != getattr(OFFICIAL, name)
        }

    def seating(self, game: int) -> tuple[BotSpec, ...]:
        """Return the bot in each seat in a game."""
        specs, shift = self.specs(), game % len(self.bots) if self.rotate else 0
        return specs[-shift:] + specs[:-shift] if shift else specs

    def bot_seat(self, number: int, seat: int) -> BotSeat:
        """Return a seat of a game with its bot."""
        dice, where = partial(stream, self.seed, number, seat), f"game {number}, seed {self.seed}"
        return BotSeat(self.seating(number)[seat], hanabi, self.terms, seat, dice, where=where)

    def play_game(self, number: int) -> Game:
        """Play one game by the reference rules, and return it as a record that can be written to a file."""
        state, actions = deal(self.setup(number)), list[Action]()
        seats = [self.bot_seat(number, seat) for seat in range(self.terms.players)]
        states = [state]
        while not state.over and _can_move(state):
            decision, state = seats[state.seat].play(state)
            actions.append(decision.action)
            states.append(state)
        for seat in seats:
            seat.watch(state)
        dealt = hanab_live_seeds.following(self.deal, number) if self.deal else None
        names = NAMES[: len(seats)]
        extras = seated(names, (spec.name for spec in self.seating(number)))
        return Game(state.setup, tuple(actions), tuple(states), names, id=number, seed=dealt, extras=extras)

    def record_game(self, number: int) -> Game:
        """Play one game, compiled if possible, and return its record, checked by the reference rules."""
        bots = self.compiled_bots()
        if bots is None or self.rotate:
            return self.play_game(number)
        from handsight.hanabi.compiled import play_games  # 0.5 s that only compiled bots need

        replay = play_games.record(bots, self.terms, self.seed, number)
        return Game(replay.setup, replay.actions, replay.states, id=number)

    def play_chunk(self, first: int, count: int) -> Results:
        """Play *count* games from number *first* on, and return their rows; compiled if every bot is."""
        bots = self.compiled_bots()
        if bots is not None:
            try:
                return self._play_compiled(bots, first, count)
            except IllegalActionError as error:
                raise BotError(f"{', '.join(self.names)}: {error}") from error
        rows = self.blank_rows(count)
        for at in range(count):
            rows[at] = result_row(self.play_game(first + at).final)
        return rows

    def _play_compiled(self, bots: "tuple[CompiledBot, ...]", first: int, count: int) -> Results:
        from handsight.hanabi.compiled import play_games

        if len(set(bots)) == 1:
            return play_games.play(bots[0], self.terms, count, self.seed, first)
        if not self.rotate:
            return play_games.play(bots, self.terms, count, self.seed, first)
        rows = self.blank_rows(count)
        for at in range(count):
            shift = (first + at) % len(bots)
            seated = bots[len(bots) - shift :] + bots[: len(bots) - shift]
            rows[at] = play_games.play(seated, self.terms, 1, self.seed, first + at)[0]
        return rows

    def blank_rows(self, games: int) -> Results:
        """Return an array of zeros with room for this many games."""
        return np.zeros((games, len(FIELDS)), np.int16)

    def columns(self, games: range, rows: Results) -> Columns:
        """Return the rows of games as columns of a table, with the conditions of the games."""
        terms = self.terms
        return {
            "seed": self.seed,
            "bots": [" ".join(spec.name_on(terms) for spec in self.seating(game)) for game in games],
            "players": np.full(len(rows), terms.players, np.int8),
            "rules": terms.rules.name,
            "variant": terms.variant.name,
            **{name: rows[:, FIELDS.index(name)] for name in PLAIN},
            "tokens": rows[:, CLUE_UNITS] / terms.clue_cost,
            "end": [ENDS[end].value for end in rows[:, END]],
        }

    def read_columns(self, table: Any, rows: Results) -> None:
        """Fill rows from an Arrow table with the columns that `columns` returns."""
        for name in PLAIN:
            rows[:, FIELDS.index(name)] = table[name].to_numpy()
        rows[:, CLUE_UNITS] = table["tokens"].to_numpy() * self.terms.clue_cost
        rows[:, END] = [ENDS.index(End(end)) for end in table["end"].to_pylist()]


def _can_move(state: State) -> bool:
    """Whether any action is legal: without cards and clue tokens a game may be stuck."""
    return bool(state.hands[state.seat]) or next(legal(state), None) is not None
