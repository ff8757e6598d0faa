"""A game of Hanabi as one HTML file that shows it in any browser: `handsight convert game.json game.html`."""

from handsight.notation import CheckedGame, Written
from handsight.notation.hanabi.record import Game


def write(game: Game) -> Written:
    """Write a game, and what everybody knows at each turn, as one file."""
    from handsight.web.replay.replay import Recording
    from handsight.web.replay.single_file import page

    recording = Recording(CheckedGame("", game), "")
    lost = ("reasons, and what others may think (they take long to find here)",) if recording.spare else ()
    return Written(page(recording).decode(), lost)
