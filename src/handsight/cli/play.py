"""Play with bots in the terminal: you see what your seat sees, type what you do, and the game is saved.

The deal follows from the seed alone: it is the first game of `handsight simulate` with the same seed. At the
table you can also type hint (what a bot would do in your place), why (why the bots did what they did), show,
save, help and quit; and with --practice undo. Reasons that might show you your own cards are for --practice.
"""

import sys
from abc import ABC, abstractmethod
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from secrets import randbelow
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from handsight.bots import BotSeat, BotSpec, Decision
from handsight.cli import shared_options as shared
from handsight.cli.command_parser import flag, option
from handsight.cli.games import GAMES, settle
from handsight.cli.output import check_file, print_json, raw, width_of
from handsight.errors import HandsightError, InputError, UsageError
from handsight.game import Seed, as_seed, stream
from handsight.game.recorded_game import PERSON
from handsight.roster import roster
from handsight.text.counting_from_one import counted
from handsight.text.wrapping import fitted

if TYPE_CHECKING:  # the help needs no pictures
    from rich.console import Console, RenderableType

EXAMPLE = (
    "  handsight play hanabi --with robot4 --seed 7 --practice\n"
    "  handsight play boeren --with sampler counter greedy"
)
DEFAULTS = ", ".join(roster(game).DEFAULT for game in GAMES)
ARGUMENTS = (
    option("game", "GAME", "", nargs="?", choices=GAMES),
    option(
        "--with", "BOT", f"for all other seats, or one for each (default: {DEFAULTS})", dest="bots", nargs="+"
    ),
    option("--seat", "S", f"where you sit: {shared.SEAT_HELP} (default: 0)", default="0"),
    shared.SEED.changed(default=None, help=f"{shared.SEED_HELP} (default: a random number)"),
    *shared.BOT_PROCESSES,
    shared.THREADS,
    flag("--practice", "allow undo, and show every reason of the bots"),
    option("--save", "FILE", "where to save (default: a name with the seed, in this folder)"),
    flag("--json", "print the result as JSON, and the table on stderr"),
)

PROMPT = "> "
MOST_SEEDS = 1_000_000
"""Random seeds are smaller, so that they are easily typed again."""
MOST_NAMES = 10_000
HELP = """\
hint   what a bot would do here     why    why the bots did what they did
show   the table again              save   write the game down now
quit   leave; the game is saved"""
UNDO_HELP = "     undo   take your last turn back"


def run(args: Namespace) -> int:
    """Sit down, play, and with --json print how it ended."""
    from rich.console import Console

    if args.game is None and args.bots and args.bots[-1] in GAMES:  # --with takes every word after it
        args.game = args.bots.pop()
    if args.game is None:
        raise UsageError(f"name the game to play: handsight play {' or '.join(GAMES)}")
    settle(args, [args.game])
    args.bots = args.bots or [roster(args.game).DEFAULT]
    shared.settle_bots(args, "bots")
    with shared.usage_errors():
        table: PlayTable = GAMES[args.game].module("terminal_table").play_table(args)
    play(table, Console(file=raw(sys.stderr if args.json else sys.stdout), highlight=False))
    if args.json:
        print_json(table.row)
    return 0


@dataclass(frozen=True)
class Seating:
    """Who sits where: the bots by seat, how one is seated, and where the person sits.

    The bot in the person's own seat gives the hints.
    """

    game: Any
    """The module of the game, such as `handsight.hanabi`."""
    terms: Any
    bots: Sequence[BotSpec]
    seed: Seed
    person: int

    def seat_bot(self, seat: int) -> BotSeat:
        """Seat the bot of a seat; it has the dice of an experiment's first game with this seed."""
        dice = partial(stream, self.seed, 0, seat)
        return BotSeat(self.bots[seat], self.game, self.terms, seat, dice, where=f"game 0, seed {self.seed}")

    def seat_bots(self) -> list[BotSeat]:
        """Seat all of them, none of which remembers anything yet."""
        return [self.seat_bot(seat) for seat in range(len(self.bots))]


@dataclass(frozen=True)
class Move:
    """An action with what went before it: all that is needed to take it back."""

    state: Any
    match: Any
    """What was played before this game or round, in games that are played in rounds."""
    dice: tuple[int, ...]
    """The state of every bot's dice."""
    action: Any
    reason: str
    """Why a bot chose it; empty if it did not say."""


class PlayTable(ABC):
    """A game in progress with bots and one person, saved in files.

    In *practice*, actions may be taken back, and every reason is shown.
    """

    help: str
    """What may be typed to act."""

    def __init__(
        self, state: Any, names: tuple[str, ...], seating: Seating, paths: list[Path], *, practice: bool
    ) -> None:
        self.state = state
        self.names = names
        self.seating = seating
        self.seat = seating.person
        self.paths = paths
        self.practice = practice
        self.match: Any = None
        self.moves: list[Move] = []
        self._seats = seating.seat_bots()

    @abstractmethod
    def drawn(self) -> "RenderableType":
        """Draw what the person sees; once the game is over, everything."""

    @abstractmethod
    def parse(self, text: str) -> Any:
        """Return the action that a person typed, or raise InputError saying what would be understood."""

    @abstractmethod
    def events_text(self, before: Any, after: Any) -> str:
        """Say what happened between two states."""

    @abstractmethod
    def action_text(self, action: Any) -> str:
        """Say an action of the person's seat as advice: `play slot 2`."""

    @abstractmethod
    def write(self) -> None:
        """Write the game into its files."""

    @abstractmethod
    def ending(self) -> str:
        """Say how the game ended."""

    @property
    @abstractmethod
    def row(self) -> dict[str, Any]:
        """What --json prints: how the game stands, and where it was saved."""

    @property
    def over(self) -> bool:
        """Whether nobody can act any more."""
        return next(self.seating.game.legal(self.state), None) is None

    def play(self, action: Any) -> Any:
        """Return the state after an action of the person, or raise a HandsightError if it is illegal."""
        return self.seating.game.play(self.state, action)

    def secret(self, move: Move) -> str:
        """Say why the reason of a move is not shown to the person; empty if it is shown."""
        del move
        return ""

    def advance(self, after: Any) -> str:
        """Go on to a state, and say what more there is to say; games in rounds deal the next one here."""
        self.state = after
        return ""

    @property
    def mine(self) -> bool:
        """Whether the person is to act."""
        return bool(self.state.seat == self.seat)

    def bot_turn(self) -> str:
        """Let the bot whose turn it is act, and say what it did."""
        dice = self._dice
        decision, after = self._seats[self.state.seat].play(self.state)
        return self._take(decision, after, dice)

    def act(self, text: str) -> str:
        """Do what the person typed, and say what happened."""
        action = self.parse(text.strip())
        return self._take(Decision(action), self.play(action), self._dice)

    @property
    def _dice(self) -> tuple[int, ...]:
        return tuple(seat.dice.state for seat in self._seats)

    def _take(self, decision: Decision[Any], after: Any, dice: tuple[int, ...]) -> str:
        before = self.state
        self.moves.append(Move(before, self.match, dice, decision.action, decision.explain()))
        said = [self.events_text(before, after), self.advance(after)]
        return "\n".join(filter(None, said))

    def hint(self) -> str:
        """Say what a bot would do in the person's place, and why."""
        adviser = self.seating.seat_bot(self.seat)  # a new one, so that asking changes nothing
        decision, _ = adviser.play(self.state)
        advice = f"{adviser.spec.name} would {self.action_text(decision.action)}"
        return ": ".join(filter(None, (advice, decision.explain())))

    def why(self) -> str:
        """Say why the bots did what they did since the person's last turn."""
        said = []
        for move in reversed(self.moves):
            if move.state.seat == self.seat:
                break
            spec = self.seating.bots[move.state.seat]
            reason = self.secret(move) or move.reason or f"{spec.name} gives no reasons ({spec.about})"
            said.append(f"{self.names[move.state.seat]}: {reason}")
        return "\n".join(reversed(said)) or "no bot has acted since your last turn"

    def undo(self) -> str:
        """Take back the person's last action, and all that followed."""
        if not self.practice:
            raise InputError("a turn can be taken back only in practice; start with --practice")
        own = [index for index, move in enumerate(self.moves) if move.state.seat == self.seat]
        if not own:
            raise InputError("there is nothing to take back")
        move = self.moves[own[-1]]
        del self.moves[own[-1] :]
        self.state, self.match = move.state, move.match
        self._seats = self.seating.seat_bots()  # new bots, which remember nothing of what was taken back
        for seat, dice in zip(self._seats, move.dice, strict=True):
            seat.dice.state = dice
        return "taken back"

    @property
    def seated(self) -> list[str]:
        """Who sits in each seat: the name of a bot, or PERSON."""
        return [PERSON if seat == self.seat else spec.name for seat, spec in enumerate(self.seating.bots)]


def play(table: PlayTable, console: "Console") -> None:
    """Play until the game is over or the person leaves; the game is saved whatever happens."""
    try:
        _play(table, console)
    finally:
        if not table.over:
            _say(console, "the game stops here")
        _say(console, _save(table))


def _play(table: PlayTable, console: "Console") -> None:
    lines, changed = _lines(console), True
    _say(console, _help(table))
    while not table.over:
        if not table.mine:
            _say(console, table.bot_turn())
            changed = True
            continue
        if changed:
            console.print(table.drawn())
        line = next(lines, None)
        if line is None or line.casefold() in ("quit", "q", "exit"):
            return
        try:
            word = line.casefold()
            answer = ANSWERS.get(word) or CHANGES.get(word)
            _say(console, answer(table) if answer else table.act(line))
            changed = word not in ANSWERS
        except HandsightError as error:
            _say(console, str(error))
            changed = False
    console.print(table.drawn())
    _say(console, table.ending())


def _help(table: PlayTable) -> str:
    """Say what may be typed; turns are taken back in practice only."""
    return f"{table.help}\n{HELP}{UNDO_HELP if table.practice else ''}"


def _save(table: PlayTable) -> str:
    """Write the game, in another folder if its own cannot be written, and say where it was saved."""
    said = []
    try:
        table.write()
    except (OSError, InputError) as error:  # no such folder any more, or full: a played game must not be lost
        said = [str(error)]
        folder = Path(mkdtemp(prefix="handsight-"))
        table.paths = [folder / path.name for path in table.paths]
        table.write()
    return "\n".join([*said, *(f"saved as {path}" for path in table.paths)])


Answer = Callable[[PlayTable], str]
ANSWERS: dict[str, Answer] = {
    "hint": lambda table: table.hint(),
    "?": lambda table: table.hint(),
    "why": lambda table: table.why(),
    "save": _save,
    "help": _help,
    "h": _help,
}
"""What may be typed that leaves the table as it is."""
CHANGES: dict[str, Answer] = {
    "undo": lambda table: table.undo(),
    "show": lambda _: "",
    "x": lambda _: "",
    "": lambda _: "",
}
"""What may be typed after which the table is drawn again."""


def _lines(console: "Console") -> Iterator[str]:
    """Yield what is typed, line by line, until there is no more."""
    while sys.stdin:
        console.print(PROMPT, end="")
        console.file.flush()
        line = sys.stdin.readline()
        if not line:
            console.print()
            return
        if not sys.stdin.isatty():  # a record of a piped game shows what was typed, too
            console.print(line.rstrip(), markup=False)
        yield line.strip()


def _say(console: "Console", text: str) -> None:
    """Print a sentence, if there is one."""
    if text:
        console.print(fitted(text, width_of(console.file)), markup=False, soft_wrap=True)


def seat_all(args: Namespace, game: str, rules: Any, terms: Any, names: Sequence[str]) -> Seating:
    """Seat the person and the bots that the options name.

    *rules* is the module of the game, *terms* what its bots are told before the deal, *names* its seats'.
    """
    person, others = shared.seat_in(args.seat, names) or 0, len(names) - 1
    if len(args.bots) not in (1, others):
        choice = f"one for all, or {others}," if others > 1 else "one"
        too_few = f"{counted(len(args.bots), 'bot')} cannot fill {counted(others, 'seat')}"
        raise UsageError(f"{too_few}; name {choice} with --with")
    named = args.bots * others if len(args.bots) == 1 else list(args.bots)
    bots = [roster(game).find_bot(name) for name in (*named[:person], args.bots[0], *named[person:])]
    for bot in bots:
        if not bot.honest:
            raise UsageError(f"{bot.name} looks at hidden cards, so nobody can play with it")
    seed = randbelow(MOST_SEEDS) if args.seed is None else as_seed(args.seed)
    return Seating(rules, terms, bots, seed, person)


def free_paths(save: str | None, stem: str, suffixes: Sequence[str]) -> list[Path]:
    """Return the files that a game is saved in, one for each ending; no existing file is overwritten.

    *save* is a path that was asked for, with or without an ending; otherwise *stem* is used, with a number if
    it is taken.
    """
    if save is None:
        stems = (f"{stem}-{number}" if number else stem for number in range(MOST_NAMES))
        candidates = ([Path(name + suffix) for suffix in suffixes] for name in stems)
        return next(paths for paths in candidates if not any(path.exists() for path in paths))
    path = Path(save)
    check_file(path, "--save", force=True)
    base = path.with_suffix("") if path.suffix in suffixes else path
    paths = [base.with_name(base.name + suffix) for suffix in suffixes]
    for taken in (path for path in paths if path.exists()):
        raise UsageError(f"{taken} exists already; choose another name with --save")
    return paths
