"""Play a game, and a chunk of games: the one place where players meet the rules."""

from functools import partial
from typing import NamedTuple

from handsight import hanabi
from handsight.bots import BotSeat, BotSpec
from handsight.bots.seat import bot_dice
from handsight.errors import BotError, IllegalActionError
from handsight.hanabi import Action, Setup, State, deal, legal
from handsight.lab.hanabi import result_row
from handsight.lab.hanabi.plan import Plan
from handsight.lab.hanabi.result_row import Results
from handsight.notation.hanabi.record import NAMES, Game
from handsight.notation.record import seated
from handsight.table import Dice, shuffled

DECK_STREAM = 0
"""Which stream of a game's dice shuffles the deck."""


class Match(NamedTuple):
    """A game that was played: its number in the plan, who sat where, what they did and how it ended."""

    number: int
    players: tuple[BotSpec, ...]
    actions: tuple[Action, ...]
    states: tuple[State, ...]

    @property
    def final(self) -> State:
        """The state after the last action."""
        return self.states[-1]

    @property
    def record(self) -> Game:
        """The game as a record that can be written down."""
        names = NAMES[: len(self.players)]
        extras = seated(names, (player.name for player in self.players))
        return Game(self.final.setup, self.actions, self.states, names, id=self.number, extras=extras)


def play_chunk(plan: Plan, first: int, count: int) -> Results:
    """Play the games from number *first* on, and write down a row for each; compiled, where all can be."""
    if plan.team is not None:
        try:
            return _compiled_chunk(plan, first, count)
        except IllegalActionError as error:
            raise BotError(f"{', '.join(plan.names)}: {error}") from error
    rows = result_row.blank(count)
    for at in range(count):
        rows[at] = result_row.row(play_game(plan, first + at).final)
    return rows


def _compiled_chunk(plan: Plan, first: int, count: int) -> Results:
    """Play a chunk through the kernels: the same games, a thousand times as fast."""
    from handsight.kernels.hanabi import play_games  # noqa: PLC0415  0.5 s that only compiled players need

    team, terms = plan.team or (), plan.terms
    if len(set(team)) == 1:
        return play_games.play(team[0], terms, count, plan.seed, first)
    if not plan.rotate:
        return play_games.play(team, terms, count, plan.seed, first)
    rows = result_row.blank(count)
    for at in range(count):
        away = (first + at) % len(team)
        seated = team[len(team) - away :] + team[: len(team) - away]
        rows[at] = play_games.play(seated, terms, 1, plan.seed, first + at)[0]
    return rows


def play_game(plan: Plan, number: int) -> Match:
    """Play one game by the reference rules."""
    terms, players = plan.terms, plan.seating(number)
    deck = shuffled(terms.variant.deck(), Dice(plan.seed, number, DECK_STREAM))
    state, actions = deal(Setup(terms, deck)), list[Action]()
    states = [state]
    seats = [bot_seat(plan, number, seat) for seat in range(terms.players)]
    while not state.over and _can_move(state):
        decision, state = seats[state.seat].play(state)
        actions.append(decision.action)
        states.append(state)
    for seat in seats:
        seat.watch(state)
    return Match(number, players, tuple(actions), tuple(states))


def recorded(plan: Plan, number: int) -> Game:
    """Play one game to be looked at: compiled players play, and the plain rules look on."""
    if plan.team is None or plan.rotate:
        return play_game(plan, number).record
    from handsight.kernels.hanabi import play_games  # noqa: PLC0415  as above

    replay = play_games.record(plan.team, plan.terms, plan.seed, number)
    return Game(replay.setup, replay.actions, replay.states, id=number)


def bot_seat(plan: Plan, number: int, seat: int) -> BotSeat:
    """Seat the bot of a game of a plan."""
    dice = partial(bot_dice, plan.seed, number, seat)
    where = f"game {number}, seed {plan.seed}"
    return BotSeat(plan.seating(number)[seat], hanabi, plan.terms, seat, dice, where=where)


def _can_move(state: State) -> bool:
    """Say whether there is anything to do: without cards and tokens a game may stand still for ever."""
    return bool(state.hands[state.seat]) or next(legal(state), None) is not None
