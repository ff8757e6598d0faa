"""Play many games of one table, and keep some of them to look at."""

from pathlib import Path
from typing import Unpack

from handsight.bots import BotName
from handsight.lab.hanabi import options as words
from handsight.lab.hanabi.options import Options
from handsight.lab.hanabi.plan import Plan
from handsight.lab.hanabi.run import Run
from handsight.lab.hanabi.runner import Experiment
from handsight.lab.hanabi.single_game import play_game
from handsight.notation.hanabi.files import FORMATS


def simulate(*bots: BotName, **options: Unpack[Options]) -> Run:
    """Play many games: one bot for all seats or one for each; see `Options` for the words."""
    plan = words.table(bots, options)
    return Experiment([plan], words.settings(options)).play(words.games(options))[0]


def save_games(plan: Plan, count: int, path: Path) -> None:
    """Write the first games of a plan as hanab.live exports, one a line."""
    write = FORMATS["jsonl"].write
    lines = (write(play_game(plan, number).record).text for number in range(count))
    path.write_text("".join(lines), encoding="utf-8")
