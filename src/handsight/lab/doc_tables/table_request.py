"""What the marker of a table asks for, how its games are played, and the runs that several tables share."""

from dataclasses import dataclass, field
from pathlib import Path

from handsight.lab.boeren import runner
from handsight.lab.hanabi import options as words
from handsight.lab.hanabi.run import Run
from handsight.lab.hanabi.runner import Experiment, Progress
from handsight.lab.hanabi.single_game import play_chunk


@dataclass(frozen=True)
class Way:
    """How games are played, and what was played so far; none of it changes what comes of them."""

    workers: int = 1
    out: str | Path | None = None
    """A folder for a row a game of those that are not compiled; what was broken off goes on from there."""
    progress: Progress | None = None
    runs: dict[tuple[str | int, ...], Run] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Order:
    """A table by its name, and the games that it tells of."""

    name: str
    games: int
    seed: int
    slow: int
    """The most games of a table at which somebody is not compiled."""
    way: Way

    @property
    def hanabi(self) -> words.Options:
        """The words in which experiments with Hanabi are asked for."""
        chosen: words.Options = {"games": self.games, "seed": self.seed, "workers": self.way.workers}
        if self.way.out is not None:
            chosen["out"] = self.way.out
        if self.way.progress is not None:
            chosen["progress"] = self.way.progress
        return chosen

    @property
    def matches(self) -> runner.Options:
        """The words in which tournaments of Boeren Bridge are asked for."""
        chosen: runner.Options = {"games": self.games, "seed": self.seed, "workers": self.way.workers}
        if self.way.progress is not None:
            chosen["progress"] = self.way.progress
        return chosen

    def run(self, bot: str, players: int, cards: int = 0) -> Run:
        """Play a bot among its like, stacks kept, or return what came of it for a table before this one."""
        options: words.Options = {**self.hanabi, "players": players, "hand": cards, "rules": "stacks"}
        plan = words.self_play(bot, options)
        if plan.team is None:
            games = min(self.games, self.slow)
        else:
            games = self.games
            options.pop("out", None)  # played sooner than written down
        key = (bot, players, cards, games, self.seed)
        if key not in self.way.runs:
            if plan.team is not None:
                play_chunk(plan, 0, 1)  # compiling is no part of how fast it plays
            self.way.runs[key] = Experiment([plan], words.settings(options)).play(games)[0]
        return self.way.runs[key]
