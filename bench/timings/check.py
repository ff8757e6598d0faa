"""How many recorded games are validated in a second, and how long the command takes to start."""

import py_compile
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

import handsight
from bench.example_games import example_game
from bench.measurement import Measurement, median_rate
from handsight.notation import read
from handsight.notation.hanabi.file_formats import FORMATS

GAMES = 200


def run() -> list[Measurement]:
    """Validate made games of 2 to 6 players, and start the command on one of them."""
    games = [example_game(number, players=2 + number % 5) for number in range(GAMES)]
    write = FORMATS["jsonl"].write
    text = "\n".join(write(game).text.strip() for game in games)
    turns = sum(len(game.actions) for game in games) / GAMES
    rate = median_rate(lambda: [reading.game for reading in read(text, "made")], GAMES)
    return [
        Measurement("games validated and scored per second", rate, "games/s", "500"),
        Measurement("turns in such a game, on average", turns, "turns"),
        *_start_up(write(games[0]).text),
    ]


def _start_up(text: str, times: int = 9) -> list[Measurement]:
    """Compare the command on one game with a bare interpreter, started in turn."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        path.write_text(text, encoding="utf-8")
        enter = "from handsight.cli import main; main()"  # as the installed command does
        bare, ours = [sys.executable, "-c", "pass"], [sys.executable, "-c", enter, "check", str(path)]
        for module in Path(handsight.__file__).parent.rglob("*.py"):
            py_compile.compile(str(module), quiet=1)  # an installed package comes compiled
        taken: dict[str, list[float]] = {"bare": [], "ours": []}
        for _ in range(times):
            for name, command in (("bare", bare), ("ours", ours)):
                start = perf_counter()
                subprocess.run(command, check=True, capture_output=True)
                taken[name].append(perf_counter() - start)
    floor, full = median(taken["bare"]), median(taken["ours"])
    return [
        Measurement("a bare interpreter starts in", floor * 1000, "ms"),
        Measurement("`handsight check` of one game takes", full * 1000, "ms"),
        Measurement("that is, times a bare interpreter", full / floor, "x", "at most 8"),
    ]
