"""A game of Hanabi as one HTML file that shows it in any browser: `handsight convert game.json game.html`."""

from handsight.notation import CheckedGame, Written
from handsight.notation.hanabi.record import Game


def write(game: Game) -> Written:
    """Write a game, and what everybody knows at each turn, as one file."""
    from handsight.web.hanabi.replay import HanabiReplay
    from handsight.web.replay.single_file import single_file

    replay = HanabiReplay(CheckedGame("", game), "")
    left_out = ("reasons, and what others may think (they take long to find here)",)
    return Written(single_file(replay).decode(), left_out if replay.without_reasons else ())
