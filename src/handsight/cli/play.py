"""Play with bots in the terminal: you see what your seat sees, type what you do, and the game is saved.

The deal follows from the seed alone: it is the first game of `handsight simulate` with the same seed. At the
table you can also type hint (what a bot would do in your place), why (why the bots did what they did), show,
save, help and quit; and with --practice undo. Reasons that might show you your own cards are for --practice.
"""

import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from secrets import randbelow
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from handsight.bots import BotSeat, Decision
from handsight.cli import shared_options as shared
from handsight.cli.command_parser import flag, option
from handsight.cli.games import GAMES, settle
from handsight.cli.output import check_file, print_json, raw, width_of
from handsight.errors import HandsightError, IllegalActionError, InputError, UsageError
from handsight.game import as_seed, stream
from handsight.game.recorded_game import PERSON
from handsight.roster import roster
from handsight.safe_files import write_file
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
    option("--seat", "S", f"where you sit: {shared.SEAT_HELP}", default="0"),
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
HELP = """\
hint   what a bot would do here     why    why the bots did what they did
show   the table again              save   write the game down now
quit   leave; the game is saved"""
UNDO_HELP = "     undo   take your last turn back"


def run(args: Namespace) -> int:
    """Play one game, and with --json print how it ended."""
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


class Move(NamedTuple):
    """An action, and how everything stood before it, which is needed to take it back."""

    state: Any
    match: Any
    """What was played before this game or round, in games that are played in rounds."""
    dice: list[int]
    """The state of every bot's dice."""
    action: Any
    reason: str
    """Why a bot chose it; empty if it did not say."""


class PlayTable:
    """A game in progress with bots and one person, saved in files; a game has a class of its own.

    In *practice*, actions may be taken back, and every reason is shown. The bot in the person's own seat
    gives the hints. *terms* is what bots are told before the deal, *names* are those of the seats.
    """

    game: ClassVar[str]
    rules: ClassVar[Any]
    """The module of the game, such as `handsight.hanabi`."""
    words: ClassVar[Any]
    """The module that reads and writes actions as text, such as `handsight.notation.hanabi.table_text`."""
    draw: ClassVar[Any]
    """Draws a state as a seat sees it, or (None) with all cards."""
    suffixes: ClassVar[Sequence[str]]
    """The endings of the files that a game is saved in."""
    help: ClassVar[str]
    """What may be typed to act."""
    state: Any
    """The present state of the game; a game's own class deals it."""
    match: Any = None

    def __init__(self, args: Namespace, terms: Any, names: tuple[str, ...]) -> None:
        self.seat, others = shared.seat_in(args.seat, names) or 0, len(names) - 1
        if len(args.bots) not in (1, others):
            choice = f"one for all, or {others}," if others > 1 else "one"
            too_few = f"{counted(len(args.bots), 'bot')} cannot fill {counted(others, 'seat')}"
            raise UsageError(f"{too_few}; name {choice} with --with")
        named = args.bots * others if len(args.bots) == 1 else list(args.bots)
        named.insert(self.seat, args.bots[0])
        self.bots = list(map(roster(self.game).find_bot, named))
        for bot in self.bots:
            if not bot.honest:
                raise UsageError(f"{bot.name} looks at hidden cards, so nobody can play with it")
        self.seed = randbelow(MOST_SEEDS) if args.seed is None else as_seed(args.seed)
        self.names, self.terms, self.practice = names, terms, args.practice
        self.paths = free_paths(args.save, f"{self.game}-{self.seed}", self.suffixes)
        self.moves: list[Move] = []
        self._seats = [self._seat_bot(seat) for seat in range(len(names))]

    def _seat_bot(self, seat: int) -> BotSeat:
        """Return a new bot for a seat, with the dice of an experiment's first game with this seed."""
        dice, where = partial(stream, self.seed, 0, seat), f"game 0, seed {self.seed}"
        return BotSeat(self.bots[seat], self.rules, self.terms, seat, dice, where=where)

    # A game's own part.

    def event_text(self, event: Any) -> str:
        """Return a sentence for an event; empty for what needs no words."""
        text: str = self.words.event_sentence(event, self.names)
        return text

    def texts(self) -> Sequence[str]:
        """Return the game as its files hold it, one text for each of `suffixes`."""
        raise NotImplementedError

    def ending(self) -> str:
        """Return a sentence: how the game ended."""
        raise NotImplementedError

    def result(self) -> dict[str, Any]:
        """Return how the game stands, for --json."""
        raise NotImplementedError

    def parse(self, text: str) -> Any:
        """Return the action that a person typed, or raise InputError saying what would be understood."""
        return self.words.read_action(self.state, self.names, text)

    def secret(self, move: Move) -> str:
        """Return why the reason of a move is not shown to the person; empty if it is shown."""
        del move
        return ""

    def advance(self, after: Any) -> str:
        """Set the state, and return what to add, if anything; games in rounds deal the next one here."""
        self.state = after
        return ""

    @property
    def over(self) -> bool:
        """Whether nobody can act any more."""
        return next(self.rules.legal(self.state), None) is None

    # What all games share.

    def drawn(self) -> "RenderableType":
        """Draw what the person sees; once the game is over, everything."""
        table: RenderableType = self.draw(self.state, self.names, None if self.over else self.seat)
        return table

    @property
    def row(self) -> dict[str, Any]:
        """What --json prints: how the game stands, and where it was saved."""
        return self.result() | {"seed": self.seed, "saved": list(map(str, self.paths))}

    def write(self) -> None:
        """Write the game into its files."""
        for path, text in zip(self.paths, self.texts(), strict=True):
            write_file(path, text)

    @property
    def seated(self) -> list[str]:
        """Who sits in each seat: the name of a bot, or PERSON."""
        return [PERSON if seat == self.seat else bot.name for seat, bot in enumerate(self.bots)]

    @property
    def mine(self) -> bool:
        """Whether the person is to act."""
        return bool(self.state.seat == self.seat)

    def bot_turn(self) -> str:
        """Let the bot whose turn it is act, and return a sentence about what it did."""
        dice = [seat.dice.state for seat in self._seats]
        decision, after = self._seats[self.state.seat].play(self.state)
        return self._take(decision, after, dice)

    def act(self, text: str) -> str:
        """Do what the person typed and return what happened, or raise InputError."""
        action, dice = self.parse(text.strip()), [seat.dice.state for seat in self._seats]
        try:
            after = self.rules.play(self.state, action)
        except IllegalActionError as error:
            said = self.words.advice(self.state, action, error.code, str(error), self.names)
            raise InputError(said) from None
        return self._take(Decision(action), after, dice)

    def _take(self, decision: Decision[Any], after: Any, dice: list[int]) -> str:
        self.moves.append(Move(self.state, self.match, dice, decision.action, decision.explain()))
        told = map(self.event_text, after.events[len(self.state.events) :])
        return "\n".join(filter(None, ("; ".join(filter(None, told)), self.advance(after))))

    def hint(self) -> str:
        """Return what a bot would do in the person's place, and why."""
        adviser = self._seat_bot(self.seat)  # a new one, so that asking changes nothing
        decision, _ = adviser.play(self.state)
        action = self.words.action_text(self.state, self.names, decision.action)
        return ": ".join(filter(None, (f"{adviser.spec.name} would {action}", decision.explain())))

    def why(self) -> str:
        """Return why the bots did what they did since the person's last turn, a line each."""
        said = []
        for move in reversed(self.moves):
            if move.state.seat == self.seat:
                break
            bot = self.bots[move.state.seat]
            reason = self.secret(move) or move.reason or f"{bot.name} gives no reasons ({bot.about})"
            said.append(f"{self.names[move.state.seat]}: {reason}")
        return "\n".join(reversed(said)) or "no bot has acted since your last turn"

    def undo(self) -> str:
        """Take back the person's last action and all that followed, or raise InputError outside practice."""
        if not self.practice:
            raise InputError("a turn can be taken back only in practice; start with --practice")
        own = [index for index, move in enumerate(self.moves) if move.state.seat == self.seat]
        if not own:
            raise InputError("there is nothing to take back")
        move = self.moves[own[-1]]
        del self.moves[own[-1] :]
        self.state, self.match = move.state, move.match
        self._seats = [self._seat_bot(seat) for seat in range(len(self.bots))]  # they remember nothing
        for seat, dice in zip(self._seats, move.dice, strict=True):
            seat.dice.state = dice
        return "taken back"

    def save(self) -> str:
        """Write the game, into a new temporary folder if its own cannot be written; return where it is."""
        said = []
        try:
            self.write()
        except (OSError, InputError) as error:  # a folder that is gone or full: no played game must be lost
            said = [str(error)]
            folder = Path(mkdtemp(prefix="handsight-"))
            self.paths = [folder / path.name for path in self.paths]
            self.write()
        return "\n".join([*said, *(f"saved as {path}" for path in self.paths)])


def play(table: PlayTable, console: "Console") -> None:
    """Play until the game is over or the person leaves; the game is saved whatever happens."""
    try:
        _play(table, console)
    finally:
        if not table.over:
            _say(console, "the game stops here")
        _say(console, table.save())


def _play(table: PlayTable, console: "Console") -> None:
    lines, changed = _lines(console), True
    guide = f"{table.help}\n{HELP}{UNDO_HELP if table.practice else ''}"
    _say(console, guide)
    while not table.over:
        if not table.mine:
            _say(console, table.bot_turn())
            changed = True
            continue
        if changed:
            console.print(table.drawn())
        line = next(lines, "quit")
        word, changed = line.casefold(), False
        try:
            match word:
                case "quit" | "q" | "exit":
                    return
                case "hint" | "?":
                    _say(console, table.hint())
                case "why":
                    _say(console, table.why())
                case "save":
                    _say(console, table.save())
                case "help" | "h":
                    _say(console, guide)
                case _:
                    shown = word in ("", "show", "x")
                    _say(console, "" if shown else table.undo() if word == "undo" else table.act(line))
                    changed = True
        except HandsightError as error:
            _say(console, str(error))
    console.print(table.drawn())
    _say(console, table.ending())


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


def free_paths(save: str | None, stem: str, suffixes: Sequence[str]) -> list[Path]:
    """Return the files that a game is saved in, one for each ending; no existing file is overwritten.

    *save* is a path that was asked for, with or without an ending; otherwise *stem* is used, with a number if
    it is taken.
    """
    if save is None:
        stems = (f"{stem}-{number}" if number else stem for number in count())
        candidates = ([Path(name + suffix) for suffix in suffixes] for name in stems)
        return next(paths for paths in candidates if not any(path.exists() for path in paths))
    path = Path(save)
    check_file(path, "--save", force=True)
    base = path.with_suffix("") if path.suffix in suffixes else path
    paths = [base.with_name(base.name + suffix) for suffix in suffixes]
    for taken in (path for path in paths if path.exists()):
        raise UsageError(f"{taken} exists already; choose another name with --save")
    return paths
