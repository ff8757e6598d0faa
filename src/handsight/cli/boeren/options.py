"""The options of Boeren Bridge."""

from argparse import Namespace
from collections.abc import Callable, Iterable
from typing import Any

from handsight.boeren import RULE_SETS, SEAT_NAMES, SEATS, Rules, rule_set
from handsight.cli import arguments
from handsight.errors import UsageError
from handsight.notation.checked_game import ReadKeywords

__all__ = ["ABOUT", "COMPLETIONS", "SEAT_NAMES", "declare", "experiment", "reading", "rules"]

Option = tuple[str, dict[str, Any]]
"""An option and its settings, as `ArgumentParser.add_argument` takes them."""

ABOUT = {
    "check": "Formats: JSON, and the log language of Boeren Bridge.",
    "convert": "Formats to write: log (its log language, .boeren) and json.",
    "show": "A round: hands, trick, bids, and what --seat knows of every card.",
    "know": """\
Who may hold each card. Formulas speak of `has(N,QH)` (or `N_H_Q`), `owner(QH)=N`, `bid(W)=3`, `guess(W)=2`,
`changed(W)`, `trump=H` and `led=SP`; a seat is N, North, P0 or its player's name.""",
    "simulate": """\
Four bots meet, their seats rotating over the same deals. --save-games writes games.boeren, a log.""",
    "compare": "Each bot plays with the bot of --host in the other three seats.",
    "train": """\
It plays rounds, and learns what every bid and card is worth; it is evaluated in matches against three
full-kripke. --state says what it is given: plain (its hand and the table), kripke (who may hold each card) or
exact (with the probability of every owner). --reward says what it learns to expect: score (the points of the
round), win (1 if nobody has more points in the round, else 0) or trick (1 for a card that takes its trick,
else 0); --discount 0.9 counts a reward less for each decision that it is away.
The default training takes about 15 minutes on two cores.""",
}
"""What the help of a verb says of Boeren Bridge."""


def _option(flag: str, **settings: Any) -> Option:
    return flag, settings


_RULES = (
    _option("--rules", metavar="NAME", help="rule set: text, author, fifteen (default: text)"),
    _option("--set", action="append", default=[], metavar="SWITCH=VALUE", help="a rule switch"),
    _option("--rounds", metavar="CARDS", help="the cards of each round (default: 3-4-5-4-3)"),
    _option("--players", type=int, metavar="N", help="always four"),
)
_STATE_HELP = "what it is given about owners: plain, kripke, exact (default: kripke)"
_DISCOUNT_HELP = "how much a later reward counts, a decision away (default: 1, no discount)"
_BATCHES_HELP = "how long to train, in batches of 1,024 rounds (default: 900)"
OPTIONS: dict[str, tuple[Option, ...]] = {
    "check": (
        _option("--compare", action="store_true", help="compare the results that a file states with our own"),
    ),
    "know": (
        _option("--ask", metavar="FORMULA", help="answer a formula, such as 'K[N] has(E,QH)'"),
        _option("--why", metavar="CARD", help="why the seat knows who holds this card, or who does not"),
        _option("--card", metavar="CARD", help="the model of one card, with a world for each owner"),
        _option(
            "--announcements",
            action="store_true",
            help="every public announcement so far, as a formula, and how many deals it leaves",
        ),
        _option("--nested", action="store_true", help="which seats know what other seats know"),
    ),
    "play": _RULES,
    "simulate": _RULES,
    "compare": (
        *_RULES,
        _option("--host", metavar="BOT", help="the bot in the other three seats (default: greedy)"),
    ),
    "train": (
        _option("--state", default="kripke", help=_STATE_HELP),
        _option(
            "--reward", default="score", help="what it is rewarded for: score, win, trick (default: score)"
        ),
        _option("--discount", type=float, default=1.0, metavar="G", help=_DISCOUNT_HELP),
        _option("--batches", type=int, metavar="N", help=_BATCHES_HELP),
    ),
}


COMPLETIONS: dict[str, Callable[[], Iterable[str]]] = {"--rules": lambda: RULE_SETS}
"""The names that shells complete, by option."""


def declare(verb: str, add: Callable[..., object]) -> None:
    """Declare the options that Boeren Bridge adds to a verb; *add* is as `ArgumentParser.add_argument`."""
    for flag, settings in OPTIONS.get(verb, ()):
        add(flag, **settings)


def reading(args: Namespace) -> ReadKeywords:
    """Return how files are read, as keyword arguments of `notation.read`."""
    return {"compare": getattr(args, "compare", False)}  # an option of `check` alone


def rules(args: Namespace) -> Rules:
    """Return the rules that matches are played by: a rule set, switches, and the rounds."""
    if args.players not in (None, SEATS):
        raise UsageError("four play Boeren Bridge; leave --players out")
    chosen = rule_set(args.rules or "text")
    for name, value in arguments.switches(args):
        chosen = chosen.switched(name, value)
    return chosen.switched("schedule", args.rounds) if args.rounds else chosen


def experiment(args: Namespace, verb: str) -> dict[str, Any]:
    """Return what an experiment depends on, as keyword arguments of the library's functions."""
    host = {"host": args.host} if verb == "compare" and args.host else {}
    return {"rules": rules(args)} | host
