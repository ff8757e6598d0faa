"""A seat with a bot in it, the same for every game: the only place where bots meet the rules."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any, get_args

from msgspec import Struct

from handsight.bots.bot import BotSpec, Decision, as_decision
from handsight.bots.separate_process.json_protocol import TextError, from_json, shown, to_json
from handsight.bots.user_bots import (
    BotFault,
    BotMissing,
    fault_text,
    is_users_bot,
    line_of,
    printing_to_stderr,
)
from handsight.errors import BotError, IllegalActionError, MissingExtraError
from handsight.game import Dice
from handsight.text.counting_from_one import turn_number


class BotSeat:
    """Shows a bot its view, passes it every event once, and checks what it decides.

    A failure of the bot is a `BotError` that names the bot, the seat, the game, the turn, and the line of a
    user's file. If actions were undone, so that the past in the view changed, a new bot starts from the deal.

    *game* is the module of the game (with `Action`, `view`, `play`, and `spectator_view` where bots are not
    honest), *dice* makes fresh dice for each start, *where* names the game in errors.
    """

    def __init__(  # noqa: PLR0913  what a bot needs to know, once each
        self,
        spec: BotSpec,
        game: Any,
        terms: Any,
        seat: int,
        dice: Callable[[], Dice],
        *,
        where: str = "",
    ) -> None:
        self.spec = spec
        self.seat = seat
        self._game = game
        self._view = game.view if spec.honest else game.spectator_view
        self._terms = terms
        self._make_dice = dice
        self._where = where
        self._round = ""
        spec.check_installed()
        self._users = is_users_bot(spec.make)
        self._start()

    def _start(self) -> None:
        self.dice = self._make_dice()
        self._observed: tuple[Any, ...] = ()
        with self._blamed("when it was created"):
            self._bot = self.spec.make(self._terms, self.seat, self.dice)

    def new_round(self, name: str) -> None:
        """Begin another round of a match with the same bot and no events yet; errors name the round."""
        self._round = name
        self._observed = ()

    def watch(self, state: Any) -> Any:
        """Pass the bot the events of a state that are new to it, and return its view of that state."""
        view = self._view(state, self.seat)
        if view.events[: len(self._observed)] != self._observed:
            self._start()
        with self._blamed(_at(state)):
            for event in view.events[len(self._observed) :]:
                self._bot.observe(event)
        self._observed = view.events
        return view

    def play(self, state: Any) -> tuple[Decision[Any], Any]:
        """Let the bot decide; return the decision and the state after it, or raise BotError."""
        view = self.watch(state)
        with self._blamed(_at(state)):
            decision = as_decision(self._bot.decide(view))
            action = self._checked(decision.action)
            try:
                after = self._game.play(state, action)
            except IllegalActionError as error:
                raise ValueError(f"tried {action}, but {error}") from error
        return Decision(action, partial(self._explain, decision, state)), after

    def _checked(self, action: Any) -> Any:
        """Return the action that a bot decided on, or raise TypeError if it is no proper action."""
        types = self._game.Action
        if not isinstance(action, types):
            names = " or ".join(kind.__name__ for kind in get_args(types) or (types,))
            raise TypeError(f"decided {shown(action)}, which is no action; return {names}")
        if not (self._users and isinstance(action, Struct)):
            return action
        try:
            return from_json(to_json(action), types, where="the action")
        except TextError as error:
            raise TypeError(f"decided {shown(action)}: {error}") from None

    def _explain(self, decision: Decision[Any], state: Any) -> str:
        with self._blamed(f"{_at(state)}, explaining"):
            return str(decision.explain())

    @contextmanager
    def _blamed(self, when: str) -> Iterator[None]:
        """Raise every error inside as a BotError, except an interrupt by the user and a missing extra."""
        try:
            with printing_to_stderr() if self._users else nullcontext():
                yield
        except (KeyboardInterrupt, GeneratorExit, MissingExtraError):  # what is missing is no bot's fault
            raise
        except BotMissing as error:
            raise BotError(str(error)) from None
        except BaseException as error:
            line = "" if isinstance(error, BotFault) else line_of(error, self.spec.make)
            place = ", ".join(filter(None, (f"seat {self.seat}", self._where, self._round, when)))
            raise BotError(f"{self.spec.name} in {place}: {fault_text(error)}{line}") from error


def _at(state: Any) -> str:
    return f"turn {turn_number(state.turn)}"
