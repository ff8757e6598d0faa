"""A seat with a bot in it: it watches the game and decides; what it does wrong is told as its fault."""

from handsight.bots import Player, player
from handsight.errors import BotError, HandsightError
from handsight.hanabi import Action, Event, State, Terms, play, spectator_view, view
from handsight.table import Dice

FIRST_BOT_STREAM = 1
"""Stream 0 of a table's chance shuffles its deck."""


class Chair:
    """A bot at a table; one that has seen another past (something was undone) starts anew."""

    def __init__(self, name: str, terms: Terms, seat: int, seed: int) -> None:
        try:
            self.player: Player = player(name)
        except HandsightError as error:  # the table was opened while there was such a bot
            raise BotError(f"{name} cannot sit down: {error}") from error
        self.terms, self.seat, self.seed = terms, seat, seed
        self._heard: tuple[Event, ...] = ()
        self._sit()

    def turn(self, state: State) -> tuple[Action, str]:
        """Decide, and say why if the bot can; raises BotError if it fails or breaks a rule."""
        look = view(state, self.seat) if self.player.honest else spectator_view(state, self.seat)
        try:
            if look.events[: len(self._heard)] != self._heard:
                self._sit()
            for event in look.events[len(self._heard) :]:
                self._bot.observe(event)
            self._heard = look.events
            explain = getattr(self._bot, "explain", None)
            why = str(explain(look)) if explain else ""
            action = self._bot.decide(look)
            play(state, action)
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            raise BotError(f"{self.player.name} cannot go on at turn {state.turn}: {said}") from error
        return action, why

    def _sit(self) -> None:
        dice = Dice(self.seed, 0, FIRST_BOT_STREAM + self.seat)
        try:
            self._bot = self.player.make(self.terms, self.seat, dice)
        except Exception as error:
            raise BotError(f"{self.player.name} cannot sit down: {error}") from error
        self._heard = ()
