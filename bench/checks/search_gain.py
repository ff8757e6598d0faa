"""What searching gains, on the same deals: a script of its own, because it takes minutes to hours.

python -m bench.checks.search_gain 'search(pair)' 'search(robot5, 10000)' --games 400 --out search-gain.jsonl

A bot sits in the first seat, or with `--all` in every seat; the others are its blueprint, as the name says,
or the bot that `--beside` names.
With `--out` every ten games, or those of a minute, are written as a line, and games that are there already
are not played again.
With `--games-at-once N` so many games are played side by side, each in a thread, and written one by one: for
a GPU (`--gpu`), which several games keep busy. Their lines name no CPU-seconds.
`--table` prints what a file holds, and plays nothing. With `--baseline BOT` it prints what every bot on the
same blueprint has more than that bot in the first seat alone, on the deals that both played.
"""

import json
import re
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import process_time
from typing import Any

from bench.batches.gpu_rollouts import play_on_gpu
from handsight.hanabi import State, Terms, rule_set
from handsight.lab.hanabi.game_plan import HanabiPlan

CHUNK, LONG = 10, 60.0
FRESH_SEED = 20261116
"""A seed with which nothing has been tuned."""
BLUEPRINT = re.compile(r"\w+\(([^,()]+)")
HEADER = (
    "bot",
    "seats",
    "players",
    "games",
    "without",
    "with",
    "perfect",
    "struck out",
    "gain (paired)",
    "CPU-s a game (of so many)",
)


@dataclass(frozen=True)
class Setting:
    """Which bot sits where, and on which deals."""

    bot: str
    seats: str
    """"one" for the first seat, "all" for every seat, or the name of the bot in the others."""
    players: int
    rules: str
    seed: int

    @property
    def blueprint(self) -> str:
        """Return the bot in brackets, which sits in the other seats, and in all of them for comparison."""
        found = BLUEPRINT.match(self.bot)
        if found is None:
            raise SystemExit(f"{self.bot} has no blueprint in brackets, as in search(pair)")
        return found[1].strip()

    def plan(self, bot: str) -> HanabiPlan:
        """Return the games with a bot in the first seat, or in all."""
        terms = Terms(self.players, rules=rule_set(self.rules))
        other = {"one": self.blueprint, "all": bot}.get(self.seats, self.seats)
        if bot == self.blueprint:
            other = bot
        return HanabiPlan((bot, *[other] * (self.players - 1)), terms, self.seed)


@dataclass
class Found:
    """The games of a setting so far."""

    scores: dict[int, int] = field(default_factory=dict)
    without: dict[int, int] = field(default_factory=dict)
    struck: dict[int, int] = field(default_factory=dict)
    """By the first game of a line: how many of its games struck out."""
    seconds: float = 0.0
    timed: int = 0
    """The games with CPU-seconds."""

    def first_games(self) -> list[int]:
        """Return the games up to the first that is missing: of games side by side, short ones end first."""
        games = sorted(self.scores)
        return games[: _consecutive(games)]

    def add(self, line: dict[str, Any]) -> None:
        """Add the games of a line of a file."""
        first = line["first"]
        scores = dict(enumerate(line["scores"], first))
        if any(self.scores.get(game, score) != score for game, score in scores.items()):
            raise SystemExit(f"{line['bot']}, game {first} has two results; delete the older line")
        if first in self.scores:
            return
        self.scores |= scores
        self.without |= dict(enumerate(line["without"], first))
        self.struck[first] = line["struck_out"]
        if "cpu_seconds" in line:
            self.seconds += line["cpu_seconds"]
            self.timed += len(line["scores"])


def play(setting: Setting, first: int, games: int) -> dict[str, Any]:
    """Play some games with and without, at most ten or about a minute; return a line of a file."""
    search = setting.plan(setting.bot)
    begun, finals = process_time(), list[State]()
    while len(finals) < min(games, CHUNK) and process_time() - begun < LONG:
        finals.append(search.play_game(first + len(finals)).final)
    seconds = process_time() - begun
    return line_of(setting, first, finals) | {"cpu_seconds": round(seconds, 2)}


def line_of(setting: Setting, first: int, finals: Sequence[State]) -> dict[str, Any]:
    """Return a line of a file: how games ended, and how the blueprint alone ends them."""
    without = setting.plan(setting.blueprint).play_chunk(first, len(finals))
    return {
        **vars(setting),
        "first": first,
        "scores": [final.score for final in finals],
        "without": without[:, 0].tolist(),
        "struck_out": sum(final.strikes >= final.terms.max_strikes for final in finals),
    }


def play_side_by_side(setting: Setting, games: Sequence[int], at_once: int) -> Iterator[dict[str, Any]]:
    """Play games, each in a thread; return a line for each as it ends."""
    plan = setting.plan(setting.bot)
    with ThreadPoolExecutor(at_once) as pool:
        playing = {pool.submit(plan.play_game, game): game for game in games}
        try:
            for ended in as_completed(playing):
                yield line_of(setting, playing[ended], [ended.result().final])
        finally:
            pool.shutdown(cancel_futures=True)


def row(setting: Setting, found: Found) -> str:
    """Return a line of the table."""
    games = found.first_games()
    after, before = [found.scores[game] for game in games], [found.without[game] for game in games]
    gains = [now - was for now, was in zip(after, before, strict=True)]
    top, count = Terms(setting.players).variant.max_score, len(games)
    cells = (
        f"`{setting.bot}`",
        _seats(setting),
        setting.players,
        count,
        f"{fmean(before):.2f} ({before.count(top) / count:.0%})",
        f"{fmean(after):.2f} ± {error(after):.2f}",
        f"{after.count(top) / count:.0%}",
        f"{sum(found.struck.get(game, 0) for game in games) / count:.1%}",
        f"{fmean(gains):+.2f} ± {error(gains):.2f}",
        f"{found.seconds / found.timed:.1f} ({found.timed})" if found.timed else "on a GPU",
    )
    return f"| {' | '.join(map(str, cells))} |"


def against(setting: Setting, found: Found, one: Found) -> str:
    """Return a line that compares two settings on the deals that both played; empty without any."""
    games = sorted(set(found.first_games()) & set(one.first_games()))
    if not games:
        return ""
    here, there = [found.scores[game] for game in games], [one.scores[game] for game in games]
    more = [mine - other for mine, other in zip(here, there, strict=True)]
    cells = (
        f"`{setting.bot}`",
        _seats(setting),
        len(games),
        f"{fmean(here):.2f}",
        f"{fmean(there):.2f}",
        f"{fmean(more):+.2f} ± {error(more):.2f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def _seats(setting: Setting) -> str:
    return setting.seats if setting.seats in ("one", "all") else f"one, beside `{setting.seats}`"


def print_against(path: Path, bot: str) -> None:
    """Print what every bot of a file has more than one bot in the first seat."""
    found = read(path)
    head = "bot", "seats", "games", "mean", f"`{bot}` in one seat", "more (paired)"
    print(f"| {' | '.join(head)} |\n|{' --- |' * len(head)}")
    for one in [setting for setting in found if setting.bot == bot and setting.seats == "one"]:
        for setting in found:
            alike = setting != one and replace(setting, bot=bot, seats="one") == one
            alike &= setting.blueprint == one.blueprint
            if alike and (line := against(setting, found[setting], found[one])):
                print(line)


def error(values: Sequence[int]) -> float:
    """Return the standard error of a mean."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else float("nan")


def read(path: Path | None) -> dict[Setting, Found]:
    """Return what a file holds; nothing where there is none."""
    found = dict[Setting, Found]()
    for line in _lines(path):
        setting = Setting(**{name: line[name] for name in Setting.__dataclass_fields__})
        found.setdefault(setting, Found()).add(line)
    return found


def _lines(path: Path | None) -> Iterator[dict[str, Any]]:
    if path is not None and path.exists():
        for text in path.read_text("utf-8").splitlines():
            yield json.loads(text)


def header() -> str:
    """Return the head of the table."""
    return f"| {' | '.join(HEADER)} |\n|{' --- |' * len(HEADER)}"


def _consecutive(games: Sequence[int]) -> int:
    """Return how many numbers follow each other at the beginning."""
    return next((at for at, game in enumerate(games) if game != games[0] + at), len(games))


def lines_of(setting: Setting, found: Found, games: int, at_once: int) -> Iterator[dict[str, Any]]:
    """Play the games that are missing."""
    while missing := [game for game in range(games) if game not in found.scores]:
        if at_once > 1:
            yield from play_side_by_side(setting, missing, at_once)
        else:
            yield play(setting, missing[0], _consecutive(missing))


def main() -> None:
    """Print a line for each bot."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("bot", nargs="*", help="such as 'search(pair, 2000)'")
    parser.add_argument(
        "--all", action="store_true", help="the bot sits in every seat, not in the first alone"
    )
    parser.add_argument("--beside", metavar="BOT", help="who sits in the other seats, not the blueprint")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument(
        "--games-at-once", type=int, default=1, metavar="N", help="games side by side, for a GPU"
    )
    parser.add_argument("--gpu", action="store_true", help="play the rollouts on a GPU")
    parser.add_argument("--rules", default="stacks")
    parser.add_argument("--seed", type=int, default=FRESH_SEED)
    parser.add_argument("--out", type=Path, help="a file of lines to continue")
    parser.add_argument("--table", type=Path, help="print what a file of lines holds")
    parser.add_argument("--baseline", metavar="BOT", help="with --table: compare with this bot in one seat")
    args = parser.parse_args()
    if args.baseline and args.table:
        print_against(args.table, args.baseline)
        return
    if args.gpu:
        play_on_gpu()
    print(header())
    for setting, found in read(args.table).items():
        print(row(setting, found), flush=True)
    known = read(args.out)
    for bot in args.bot:
        seats = "all" if args.all else args.beside or "one"
        setting = Setting(bot, seats, args.players, args.rules, args.seed)
        found = known.setdefault(setting, Found())
        for line in lines_of(setting, found, args.games, args.games_at_once):
            found.add(line)
            if args.out is not None:
                with args.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
        print(row(setting, found), flush=True)


if __name__ == "__main__":
    main()
