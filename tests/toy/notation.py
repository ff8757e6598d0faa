"""Files of High Card: `High Card`, then for each game a line `2 1 3: keep swap`."""

from collections.abc import Iterable, Iterator
from typing import Any

from handsight.errors import IllegalActionError
from handsight.notation import CheckedGame, Format, ReadOptions, Written
from handsight.table import Replay
from handsight.text.diagnostics import Position, Problem
from toy import rules

TITLE = "High Card"
FORMATS = {"log": Format("log", "a line for each game", ".highcard", "toy.notation", "write", several=True)}
SAMPLES = None


class Recorded(Replay[tuple[int, ...], str, rules.State], frozen=True):
    """A recorded game."""

    @property
    def seats(self) -> tuple[str, ...]:
        return ("First", "Second")


def recorded(cards: tuple[int, ...], actions: Iterable[str]) -> Recorded:
    states, taken = [rules.deal(cards)], tuple(actions)
    for action in taken:
        states.append(rules.play(states[-1], action))
    return Recorded(cards, taken, tuple(states))


def recognise(text: str, label: str = "") -> bool:
    return label.endswith(".highcard") or text.startswith(TITLE)


def link_label(source: str) -> str | None:
    del source
    return None


def read(text: str, label: str, options: ReadOptions) -> Iterator[CheckedGame[Recorded]]:
    del options
    for number, line in enumerate(text.splitlines()[1:], 1):
        cards, _, actions = line.partition(":")
        try:
            game = recorded(tuple(map(int, cards.split())), actions.split())
        except (IllegalActionError, ValueError) as error:
            problem = Problem("bad-line", str(error), position=Position(number + 1, 1, line))
            yield CheckedGame(f"{label}:{number}", None, (problem,))
        else:
            yield CheckedGame(f"{label}:{number}", game)


def write(*games: Recorded) -> Written:
    lines = (f"{' '.join(map(str, game.setup))}: {' '.join(game.actions)}\n" for game in games)
    return Written(f"{TITLE}\n{''.join(lines)}")


def to_score(games: Iterable[CheckedGame[Recorded]]) -> Iterable[CheckedGame[Recorded]]:
    return games


def summary(checked: CheckedGame[Recorded]) -> dict[str, Any]:
    return checked.json({"score": checked.game and rules.score(checked.game.final)})


def sentence(checked: CheckedGame[Recorded]) -> str:
    return f"{checked.label}: {'valid' if checked.valid else 'INVALID'}"
