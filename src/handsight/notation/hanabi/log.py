"""The game-log language: a deck and the actions taken, as people write them down.

`read` parses whatever is written, with a problem for every word that means nothing, and leaves the rules to
validation. `write` puts one statement on a line.
"""

from collections.abc import Iterator

from handsight.hanabi import Action, Discard, GiveClue, Play, Stop
from handsight.notation.hanabi.log_reader import LAST_NOTE, build_game
from handsight.notation.hanabi.log_settings import write_settings
from handsight.notation.hanabi.log_syntax import LOG, spell, vocabulary
from handsight.notation.hanabi.record import Game, ParsedGame
from handsight.notation.hanabi.remedies import clue_name
from handsight.notation.record import Written
from handsight.text.diagnostics import Problem
from handsight.text.statements import WordDiagnostics

MOST_LETTERS, MOST_WORDS = 5_000_000, 50_000


def read(text: str, *, players: int | None = None) -> list[ParsedGame]:
    """Read the game of a log; *players* says how many play where the log does not."""
    words = len(text.split()) if len(text) <= MOST_LETTERS else MOST_WORDS
    if len(text) > MOST_LETTERS or words > MOST_WORDS:
        most = f"at most {MOST_LETTERS:,} letters and {MOST_WORDS:,} words can be read"
        message = f"the text is too long for the log of one game: {most}"
        return [ParsedGame(None, problems=(Problem("too-long", message),))]
    plain = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").replace("\r\n", "\n").replace("\r", "\n")
    return [build_game(LOG.statements(plain), WordDiagnostics(plain.split("\n")), players)]


def write(game: Game) -> Written:
    """Write a game as a log."""
    settings, lost = write_settings(game)
    words = vocabulary(game.setup.terms.variant)
    cards = [f"Card {words.card(card)}" for card in game.setup.deck]
    actions = [
        _action(game, state.seat, action) for state, action in zip(game.states, game.actions, strict=False)
    ]
    if any(len(row) > LAST_NOTE + 1 for row in game.notes):
        lost.append(f"notes on cards beyond {LAST_NOTE}")
    sections = (settings, cards, actions, list(_notes(game)))
    return Written(
        "\n".join("".join(f"{line}\n" for line in lines) for lines in sections if lines), tuple(lost)
    )


def _action(game: Game, seat: int, action: Action) -> str:
    match action:
        case Play(order):
            return f"P{seat} plays {order}"
        case Discard(order):
            return f"P{seat} discards {order}"
        case GiveClue(target, clue):
            return f"P{seat} clues P{target} {clue_name(game.setup.terms.variant, clue)}"
        case Stop(who, reason):
            return f"End {reason.word}" if who is None else f"P{who} ends {reason.word}"


def _notes(game: Game) -> Iterator[str]:
    for seat, row in enumerate(game.notes):
        for order, text in enumerate(row[: LAST_NOTE + 1]):
            if text or order == len(row) - 1:
                yield f"Note P{seat} {order} {spell(text, quoted=True)}"
