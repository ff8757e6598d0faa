"""The options of Hanabi."""

from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from handsight.cli import shared_options as shared
from handsight.cli.command_parser import Argument, count, flag, number, option, repeated
from handsight.errors import UnknownNameError
from handsight.game.seat_names import number_in
from handsight.hanabi import OFFICIAL, RULE_SETS, Rules, rule_set
from handsight.notation.checked_game import ReadKeywords

if TYPE_CHECKING:  # the help of a verb needs no laboratory
    from handsight.bots.hanabi.stored_scores import StoredScores
    from handsight.lab import Summary
    from handsight.lab.games import ExperimentResult

T = TypeVar("T")
SEAT_NAMES: tuple[str, ...] = ()
"""Names that seats have beside those of the players: none."""

ABOUT = {
    "check": """\
Formats: the log language, hanab.live exports (one, or one a line), replay links or codes, HanabiData logs,
and save files of Fabrigoule and Guillot's terminal game.""",
    "convert": """\
Formats to write: log (the log language, .hanabi), live (a hanab.live export, .json), jsonl (one export a
line), code and url (a hanab.live replay link), html (one file that shows the game and what everybody knows,
in any browser and without a server).""",
    "show": """\
Stacks, discards, hands with clue marks, and what each holder may think. What a card may be is shown by suits
and ranks; `6 of 12` below says that only six of these twelve are possible, and `know` lists them.""",
    "know": """\
Formulas speak of `is(Bob,2)=b4`, `playable(Bob,2)`, `trash(Bob,2)` and `critical(Bob,2)`, with players by
name, in any case, or as P0, P1, …. --hand asks about a hand without a game: a word for each card, newest
first, with what it may be: `BG` (blue or green), `*` (anything); --left says how many are left (B=1 G=2).
--convention keeps what follows from a convention apart from the rules, and says who broke it; with --seat, as
far as that seat can tell.""",
    "play": "Slots count from 1, newest first.",
    "simulate": "--save-games writes games.jsonl, one hanab.live export a line.",
    "compare": "Every bot plays with copies of itself.",
    "train": """\
All seats are played by one network, which learns by proximal policy optimisation from the games it plays; it
is evaluated on fixed deals. The full game wants a GPU: 13 thousand million steps, 25 minutes on an NVIDIA
H200. A processor learns a small game in minutes, such as --suits 3 --ranks 3 --hand 3 --tokens 4 --steps
2000000 --games 256 --minibatch 2048 --hidden 128,128 --rate 0.001.""",
}
"""By verb, what its help says about Hanabi."""


_PLAYERS = count("--players", "N", "number of players, if a log does not say")
_HAND = count("--hand", "CARDS", "cards in a hand (default: the usual number)", least=1)
_SET = repeated("--set", "SWITCH=VALUE", "a rule switch, e.g. refund_five=no")
_READING = (
    option("--rules", "", "rule set (default: as the file says)", choices=RULE_SETS),
    _SET,
    _PLAYERS,
    flag("--partial", "accept a deck that lists too few cards"),
)
_MANY_GAMES = (*_READING[:2], _PLAYERS.changed(help="only games of N players"), *_READING[3:])
_RULES = (
    option("--rules", "NAME", f"rule set: {', '.join(RULE_SETS)} (default: official)"),
    _SET,
    option("--variant", "NAME", "a variant of hanab.live, by name or number", default="No Variant"),
)
_SEATS = _PLAYERS.changed(help="how many seats, 2 to 6 (default: one for each bot, or 3)")
_EXPERIMENT = (_SEATS, *_RULES, _HAND)
_KNOW = (
    option("--why", "SLOT", "why the seat knows this card (slot 1 is the newest)"),
    option("--of", "SEAT", "what --seat can say about what this seat knows"),
    option("--ask", "FORMULA", "answer a formula, such as 'K[Alice] Kv[Bob] is(Bob,2)'"),
    option("--convention", "NAME", "what follows if everybody follows a convention"),
    flag("--timeline", "what each seat learned from every move"),
    option("--hand", "CARD", "a hand without a game, e.g. BG BR RG RY RY", nargs="+"),
    option("--left", "WHAT=N", "with --hand: how many are left, e.g. B=1 G=2 R=1 Y=1", nargs="+"),
)
_SIMULATE = (
    option("--deal", "SEED", "a seed of hanab.live for the first game, e.g. p3v0s1; then p3v0s2, …"),
    count("--lost", "N", "how the first N games (default: 100) lost points", nargs="?", const=100),
)
_TRAIN = (
    _PLAYERS.changed(help="how many seats, 2 to 5 (default: 2)"),
    number("--minutes", "M", "stop after M minutes; the same command goes on from there"),
    count("--steps", "N", "how long to train, in moves (default: 13000000000)"),
    option("--hidden", "WIDTHS", "widths of the hidden layers (default: 1024,1024,1024)"),
    count("--games", "N", "games played side by side (default: 8192)"),
    count("--minibatch", "N", "moves of a gradient step (default: 32768)"),
    number("--rate", "R", "learning rate at the start (default: 0.00055)"),
    count("--suits", "N", "suits of a smaller game (default: 5)"),
    count("--ranks", "N", "ranks of a smaller game (default: 5)"),
    _HAND,
    count("--tokens", "N", "clue tokens (default: 8)"),
    option("--from", "FILE", "begin with the weights of a file, or of the bot learned", dest="start"),
    number("--every", "S", "seconds between evaluations", default=60.0),
)
OPTIONS: dict[str, tuple[Argument, ...]] = {
    "check": (*_READING, flag("--keep-going", "name illegal actions, skip them, and go on with that seat")),
    "convert": (
        *_READING,
        option("--by", "CONVENTION", "with html: let the page show how a convention reads the game"),
    ),
    "show": _READING,
    "analyse": _READING,
    "know": (*_READING, *_KNOW),
    "signals": _READING,
    "winnable": (
        _PLAYERS.changed(help="how many seats, 2 to 6, with --seed (default: 3) or if a log does not say"),
        *_RULES,
        _HAND.changed(help="with --seed: cards in a hand (default: the usual number)"),
    ),
    "play": (
        _PLAYERS.changed(help="how many seats (default: one for each bot, and yours)"),
        *_RULES,
        option("--deal", "FILE", "play this deal: a seed of hanab.live, e.g. p2v0s1, or a recorded game"),
    ),
    "simulate": (*_EXPERIMENT, *_SIMULATE),
    "compare": _EXPERIMENT,
    "crossplay": _EXPERIMENT,
    "train": _TRAIN,
    "convention explain": _READING,
    "convention read": _READING,
    "convention agree": _MANY_GAMES,
    "convention fit": _MANY_GAMES,
    "review": _READING,
    "convention ablate": _EXPERIMENT,
    "search critic": _EXPERIMENT,
}


def reading(args: Namespace) -> ReadKeywords:
    """Return how files are read, as keyword arguments of `notation.read`."""
    return {
        "players": args.players,
        "rules": args.rules,
        "switches": known_switches(args),
        "partial": getattr(args, "partial", False),  # not an option of `winnable`
        "keep_going": getattr(args, "keep_going", False),  # an option of `check` alone
    }


def known_switches(args: Namespace) -> list[tuple[str, str]]:
    """Return the rule switches that are set, or raise UsageError if one is wrong."""
    chosen = shared.switches(args)
    with shared.usage_errors():
        for name, value in chosen:
            OFFICIAL.switched(name, value)
    return chosen


def rules(args: Namespace) -> Rules:
    """Return the rules that new games are played by: a rule set, and switches."""
    chosen = rule_set(args.rules or "official")
    for name, value in known_switches(args):
        chosen = chosen.switched(name, value)
    return chosen


def variant_in(text: str) -> str | int:
    """Return a variant's number on hanab.live if the text is a number, else the text as its name."""
    number = number_in(text)
    return text if number is None else number


def experiment(args: Namespace, verb: str) -> dict[str, Any]:
    """Return what an experiment depends on, as keyword arguments of the library's functions."""
    chosen = {"rules": rules(args), "variant": variant_in(args.variant), "hand": args.hand}
    if args.players is not None:
        chosen["players"] = args.players
    return chosen | ({"deal": args.deal} if verb == "simulate" else {})


def summary(args: Namespace, result: "ExperimentResult") -> "Summary":
    """Return the summary of an experiment; for --lost and for reports, with how points were lost."""
    from handsight.lab import Run
    from handsight.lab.hanabi.lost_points import SAMPLE

    if not isinstance(result, Run):
        return result.summary()
    losses = None
    if args.lost is not None or args.report:
        with shared.usage_errors():
            losses = result.losses(SAMPLE if args.lost is None else args.lost)
    return result.summary(losses, draw_losses=args.lost is not None)


def bot_scores() -> "StoredScores":
    """Return the measured scores of bots, which `handsight bots` lists."""
    from handsight.bots.hanabi.stored_scores import read_scores

    return read_scores()


def named_convention(spec: str, load: Callable[[str], T]) -> T:
    """Return what *load* makes of a convention's name; if it names a bot instead, the error says so."""
    try:
        return load(spec)
    except UnknownNameError:
        from handsight.conventions.library import shipped
        from handsight.roster.hanabi import ROSTER

        name = spec.partition(" ")[0]
        if name not in ROSTER or name in shipped():
            raise
        raise UnknownNameError(
            f"{name} is a bot, not a convention, and has no rules to print; `handsight convention list`"
            f" lists conventions, and `handsight play hanabi --with {name} --practice` shows its reasons"
        ) from None
