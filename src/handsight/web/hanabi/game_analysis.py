"""The analysis of a Hanabi game as the page shows it: values of every move, and bots that play on."""

from collections.abc import Iterator
from typing import Any

from handsight import hanabi
from handsight.analysis.analysis_rows import NamedGame
from handsight.analysis.hanabi.analyse import AUTO, chosen_settings
from handsight.analysis.hanabi.turn_analysis import (
    AnalysisSettings,
    GameAnalyser,
    TurnAnalysis,
    moved_turns,
)
from handsight.hanabi import Discard, GiveClue, Play, State, touches
from handsight.hanabi import HanabiRecord as Game
from handsight.web.games import judging_bot
from handsight.web.hanabi.tried_line import move_word

Row = dict[str, Any]
DEALS = 400


class HanabiAnalysis:
    """The analysis of a game with one bot, or with the one that fits the players best (`AUTO`).

    It compiles the bot, which may take seconds.
    """

    deals = DEALS

    def __init__(self, game: Game, by: str, *, believe: bool = False) -> None:
        if by != AUTO:
            judging_bot("hanabi", by, game.setup.terms.players)  # a browser named it
        asked = AnalysisSettings(by, DEALS, believe=believe)
        settings, self.reason = chosen_settings([NamedGame("", game, tuple(moved_turns(game)))], asked)
        self.by = settings.by
        self._analyser = GameAnalyser(game, settings)
        self._analyser.blueprint  # noqa: B018  refuses what cannot be analysed
        self.turns = len(self._analyser.turns) + (not game.final.over)
        """How many moves there are, and one more where the game is not over."""

    def refine(self, turn: int) -> Iterator[Row]:
        """Yield a turn as `analyse --json` prints it, with what the page needs to show and try each move."""
        state = self._analyser.game.states[turn]
        for found in self._analyser.refine(turn):
            yield turn_row(state, found)


def turn_row(state: State, found: TurnAnalysis) -> Row:
    """Return a turn as JSON data; each move also has its word in a tried line, and the cards it is about."""
    row = found.to_json()
    shown = [{"try": move_word(move.action), "orders": _orders(state, move.action)} for move in found.moves]
    return row | {"moves": [one | more for one, more in zip(row["moves"], shown, strict=True)]}


def _orders(state: State, action: hanabi.Action) -> list[int]:
    match action:
        case Play(order) | Discard(order):
            return [order]
        case GiveClue(seat, clue):
            return list(touches(state, seat, clue))
    return []
