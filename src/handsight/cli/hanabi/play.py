"""A table of Hanabi with one person at it."""

from argparse import Namespace
from pathlib import Path
from secrets import randbelow
from typing import Any

from rich.console import RenderableType

from handsight.bots.hanabi import find_bot
from handsight.cli import arguments as words
from handsight.cli import experiment
from handsight.cli.hanabi import moves, render
from handsight.errors import IllegalActionError, InputError, UsageError
from handsight.hanabi import Action, GiveClue, Setup, State, Terms, deal, legal, play, rule_set, variant
from handsight.knowledge.hanabi.sentences import happened
from handsight.lab.hanabi.plan import Plan
from handsight.lab.hanabi.single_game import DECK_STREAM, bot_seat
from handsight.notation.hanabi.files import FORMATS as ALL_FORMATS
from handsight.notation.hanabi.record import NAMES, Game
from handsight.notation.hanabi.remedies import advice
from handsight.notation.hanabi.summary import summary
from handsight.notation.record import PERSON, CheckedGame, seated
from handsight.table import Dice, shuffled

FORMATS = ("log", "live")
"""How a game is saved: in the log language, and as a hanab.live export."""
MOST_SEEDS = 1_000_000


class HanabiTable:
    """A game of Hanabi: the bots' chairs, and one from which a bot advises the person."""

    help = """\
p 2    play your card 2             d 5    discard your card 5
c red  clue red (or: c bob 1)       cards count from 1, newest first"""

    def __init__(self, plan: Plan, seat: int, place: Path, *, practice: bool) -> None:
        self.plan = plan
        self.seat = seat
        self.place = place
        self.practice = practice
        self.names = NAMES[: plan.terms.players]
        deck = shuffled(plan.terms.variant.deck(), Dice(plan.seed, 0, DECK_STREAM))
        self.states = [deal(Setup(plan.terms, deck))]
        self.actions: list[Action] = []
        self.reasons: list[str] = []
        """For each action, why it was taken, as far as that was said."""
        self.seats = [bot_seat(plan, 0, seat) for seat in range(plan.terms.players)]

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether nobody can act any more."""
        return next(legal(self.state), None) is None

    @property
    def mine(self) -> bool:
        """Whether the person is to act."""
        return self.state.seat == self.seat

    def shown(self) -> RenderableType:
        """Paint what the person sees; once the game is over, everything."""
        return render.table(self.state, self.names, None if self.over else self.seat, by_place=True)

    def bot_turn(self) -> str:
        """Let the bot whose turn it is act, and say what it did."""
        decision, after = self.seats[self.state.seat].play(self.state)
        self._advance(after, decision.action, decision.explain())
        return self._last()

    def act(self, words: str) -> str:
        """Do what the person says, and say what happened."""
        action = moves.action(self.state, self.names, words)
        try:
            after = play(self.state, action)
        except IllegalActionError as error:
            raise InputError(advice(self.state, action, error.code, str(error), self.names)) from None
        self._advance(after, action, "")
        return self._last()

    def _advance(self, after: State, action: Action, reason: str) -> None:
        self.states.append(after)
        self.actions.append(action)
        self.reasons.append(reason)

    def _last(self) -> str:
        """Say what was just done."""
        seen, variant = self.state.events[len(self.states[-2].events) :], self.plan.terms.variant
        return "; ".join(filter(None, (happened(event, variant, self.names) for event in seen)))

    def hint(self) -> str:
        """Say what a bot would do in the person's place, and why."""
        adviser = bot_seat(self.plan, 0, self.seat)  # a new one, so that asking changes nothing
        decision = adviser.decide(self.state)
        word, reason = moves.word(self.state, self.names, decision.action), decision.explain()
        return f"{adviser.spec.name} would {word}" + (f": {reason}" if reason else "")

    def why(self) -> str:
        """Say why the bots did what they did since the person's last turn."""
        said = []
        for at in reversed(range(len(self.actions))):
            actor = self.states[at].seat
            if actor == self.seat:
                break
            said.append(f"{self.names[actor]}: {self._told(at)}")
        return "\n".join(reversed(said)) or "no bot has acted since your last turn"

    def _told(self, at: int) -> str:
        """Tell a reason, unless it would show the person's own cards."""
        if not self.practice and isinstance(self.actions[at], GiveClue):
            return "why this clue, I tell in practice only (--practice): it might show you your cards"
        return self.reasons[at] or f"{self.seats[self.states[at].seat].spec.name} gives no reasons"

    def undo(self) -> str:
        """Take back the person's last action, and all that followed."""
        if not self.practice:
            raise InputError("a turn is taken back in practice only; start with --practice")
        own = [at for at, state in enumerate(self.states[:-1]) if state.seat == self.seat]
        if not own:
            raise InputError("there is nothing to take back")
        del self.states[own[-1] + 1 :]
        del self.actions[own[-1] :]
        del self.reasons[own[-1] :]
        return "taken back"

    @property
    def record(self) -> Game:
        """The game as a record that can be written down."""
        who = [seat.spec.name for seat in self.seats]
        who[self.seat] = PERSON
        return Game(
            self.state.setup,
            tuple(self.actions),
            tuple(self.states),
            self.names,
            extras=seated(self.names, who),
        )

    @property
    def row(self) -> dict[str, Any]:
        """How the game stands, as `handsight check` tells it, and where it was saved."""
        saved = [str(path) for path in self._paths()]
        return summary(CheckedGame(str(self.place), self.record)) | {"seed": self.plan.seed, "saved": saved}

    def _paths(self) -> list[Path]:
        return [self.place.with_name(self.place.name + ALL_FORMATS[name].suffix) for name in FORMATS]

    def save(self) -> list[Path]:
        """Write the game down, in the log language and as a hanab.live export."""
        paths = self._paths()
        for name, path in zip(FORMATS, paths, strict=True):
            path.write_text(ALL_FORMATS[name].write(self.record).text, encoding="utf-8")
        return paths

    def ending(self) -> str:
        """Say how the game ended."""
        final = self.state
        how = final.end.value.replace("_", " ")
        return f"the game is over ({how}): {final.score} of {final.max_score} points"


def table(args: Namespace) -> HanabiTable:
    """Set the table as the words ask for."""
    with experiment.asked():
        plan, seat = _plan(args)
        for found in plan.specs:
            if not found.honest:
                raise UsageError(f"{found.name} looks at its own cards, and is no partner for a person")
        return HanabiTable(plan, seat, _place(args, plan.seed), practice=args.practice)


def _plan(args: Namespace) -> tuple[Plan, int]:
    """Return what is to be played, and where the person sits."""
    players = args.players or (len(args.bots) + 1)
    if len(args.bots) not in (1, players - 1):
        raise UsageError(f"{len(args.bots)} bots cannot fill {players - 1} seats; name one, or {players - 1}")
    if args.rounds:
        raise UsageError("--rounds is for Boeren Bridge: handsight play boeren")
    rules = rule_set(args.rules or "official")
    for name, value in words.switches(args):
        rules = rules.switched(name, value)
    chosen = variant(words.variant_in(args.variant))
    others = args.bots * (players - 1) if len(args.bots) == 1 else list(args.bots)
    terms = Terms(players, chosen, rules)
    seat = words.seat_in(args.seat, NAMES[:players]) or 0
    others.insert(seat, args.bots[0])  # who advises the person
    for word in others:
        find_bot(word)
    seed = randbelow(MOST_SEEDS) if args.seed is None else args.seed
    return Plan(tuple(others), terms, seed), seat


def _place(args: Namespace, seed: int) -> Path:
    """Return where the game is saved, less the ending; nobody's file is overwritten."""
    suffixes = [ALL_FORMATS[name].suffix for name in FORMATS]
    if args.save:
        path = Path(args.save)
        place = path.with_suffix("") if path.suffix in suffixes else path
        if path.is_dir():
            raise UsageError(f"{path} is a folder; name a file in it with --save")
        if not place.parent.is_dir():
            raise UsageError(f"there is no folder {place.parent} to save in; make it first")
        taken = [f"{place}{suffix}" for suffix in suffixes if Path(f"{place}{suffix}").exists()]
        if taken:
            raise UsageError(f"{taken[0]} is there already; choose another name with --save")
        return place
    free = (f"hanabi-{seed}" + (f"-{number}" if number else "") for number in range(10_000))
    return next(Path(name) for name in free if not any(Path(name + suffix).exists() for suffix in suffixes))
