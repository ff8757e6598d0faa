"""Play a game, and a chunk of games: the one place where players meet the rules."""

from typing import NamedTuple

from handsight.bots import Player
from handsight.bots.hanabi.user_bots import line_of
from handsight.errors import BotError, IllegalActionError
from handsight.hanabi import (
    Action,
    Discard,
    GiveClue,
    Play,
    Setup,
    State,
    Stop,
    View,
    deal,
    legal,
    play,
    spectator_view,
    view,
)
from handsight.lab.hanabi import result_row
from handsight.lab.hanabi.plan import Plan
from handsight.lab.hanabi.result_row import Results
from handsight.notation import Game
from handsight.notation.hanabi.record import NAMES, seated
from handsight.table import Dice, shuffled

DECK_STREAM, FIRST_BOT_STREAM = 0, 1
"""Which stream of a game's chance shuffles the deck, and which is the first seat's own."""


class Match(NamedTuple):
    """A game that was played: its number in the plan, who sat where, what they did and how it ended."""

    number: int
    players: tuple[Player, ...]
    actions: tuple[Action, ...]
    final: State

    @property
    def record(self) -> Game:
        """The game as a record that can be written down."""
        names = NAMES[: len(self.players)]
        extras = seated(names, (player.name for player in self.players))
        return Game(self.final.setup, self.actions, names, id=self.number, extras=extras)


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
    chairs = [Chair(plan, number, seat) for seat in range(terms.players)]
    while not state.over and _can_move(state):
        action = chairs[state.seat].turn(state)
        actions.append(action)
        state = chairs[state.seat].played(state, action)
    for chair in chairs:
        chair.watch(state)
    return Match(number, players, tuple(actions), state)


def recorded(plan: Plan, number: int) -> Game:
    """Play one game to be looked at: compiled players play, and the plain rules look on."""
    if plan.team is None or plan.rotate:
        return play_game(plan, number).record
    from handsight.kernels.hanabi import play_games  # noqa: PLC0415  as above

    replay = play_games.record(plan.team, plan.terms, plan.seed, number)
    return Game(replay.setup, replay.actions, id=number)


def sight(player: Player, state: State, seat: int) -> View:
    """Show a player what its seat may see; one that is marked as not honest sees every hand."""
    return view(state, seat) if player.honest else spectator_view(state, seat)


class Chair:
    """A seat of one game with the bot that sits there; whatever the bot does wrong is told as its fault."""

    def __init__(self, plan: Plan, number: int, seat: int) -> None:
        self.player = plan.seating(number)[seat]
        self.seat = seat
        self.heard = 0
        self.place = f"game {number}, seed {plan.seed}"
        dice = Dice(plan.seed, number, FIRST_BOT_STREAM + seat)
        try:
            self.bot = self.player.make(plan.terms, seat, dice)
        except Exception as error:
            raise self._fault("it cannot sit down", error) from error

    def turn(self, state: State) -> Action:
        """Let the bot watch what it has not seen yet, and decide."""
        look = self.watch(state)
        try:
            action = self.bot.decide(look)
        except Exception as error:
            raise self._fault(f"turn {state.turn}", error) from error
        if not isinstance(action, Play | Discard | GiveClue | Stop):
            raise self._fault(f"turn {state.turn}", TypeError(f"decided {action!r}, which is no action"))
        return action

    def reason(self, state: State) -> str:
        """Let the bot say why it would act as it does now; one that cannot says nothing."""
        look, explain = self.watch(state), getattr(self.bot, "explain", None)
        try:
            return str(explain(look)) if explain else ""
        except Exception as error:
            raise self._fault(f"turn {state.turn}, explaining", error) from error

    def watch(self, state: State) -> View:
        """Let the bot watch every event since it last did."""
        look = sight(self.player, state, self.seat)
        try:
            for event in look.events[self.heard :]:
                self.bot.observe(event)
        except Exception as error:
            raise self._fault(f"turn {state.turn}, watching", error) from error
        self.heard = len(look.events)
        return look

    def played(self, state: State, action: Action) -> State:
        """Return the state after the bot's action, if the rules allow it."""
        try:
            return play(state, action)
        except IllegalActionError as error:
            raise self._fault(f"turn {state.turn}", ValueError(f"tried {action}, but {error}")) from error

    def _fault(self, when: str, error: Exception) -> BotError:
        said = f"{type(error).__name__}: {error}{line_of(error, self.player.make)}"
        return BotError(f"{self.player.name} in seat {self.seat}, {self.place}, {when}: {said}")


def _can_move(state: State) -> bool:
    """Say whether there is anything to do: without cards and tokens a game may stand still for ever."""
    return bool(state.hands[state.seat]) or next(legal(state), None) is not None
