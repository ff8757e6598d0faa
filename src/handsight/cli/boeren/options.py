"""The options of Boeren Bridge."""

from argparse import Namespace
from collections.abc import Callable
from typing import Any

from handsight.boeren import SEAT_NAMES, SEATS, Rules, rule_set
from handsight.cli import arguments
from handsight.errors import UsageError
from handsight.notation.record import ReadKeywords

__all__ = ["ABOUT", "SEAT_NAMES", "declare", "experiment", "reading", "rules"]

Add = Callable[..., object]
"""Declares an option, as `ArgumentParser.add_argument` does."""

ABOUT = {
    "check": "Formats: JSON, and the log language of Boeren Bridge.",
    "convert": "Formats to write: log (its log language, .boeren) and json.",
    "show": "A round: hands, trick, bids, and what --seat knows of every card.",
    "know": "Who may hold each card. Formulas speak of `has(N,QH)` and `owner(QH)=N`.",
    "simulate": """\
Four bots meet, their seats rotating over the same deals. --save-games writes games.boeren, a log.""",
    "compare": "Every bot plays among three of --host.",
    "train": """\
It plays rounds, and learns what every bid and card is worth; it is evaluated in matches against three
full-kripke. --state says what it is given: plain (its hand and the table), kripke (who may hold each card) or
exact (with the probability of every owner). The default training takes about 15 minutes on two cores.""",
}
"""What the help of a verb says of Boeren Bridge."""


def declare(verb: str, add: Add) -> None:
    """Declare the options that Boeren Bridge adds to a verb."""
    for options in OPTIONS.get(verb, ()):
        options(add)


def _check(add: Add) -> None:
    add("--compare", action="store_true", help="compare the results that a file states with our own")


def _know(add: Add) -> None:
    add("--ask", metavar="FORMULA", help="answer a formula, such as 'K[N] has(E,QH)'")
    add("--why", metavar="CARD", help="why the seat knows who holds this card, or who does not")
    add("--card", metavar="CARD", help="the model of one card, with a world for each owner")
    add("--nested", action="store_true", help="which seats know what other seats know")


def _rules(add: Add) -> None:
    add("--rules", metavar="NAME", help="rule set: text, author, fifteen (default: text)")
    add("--set", action="append", default=[], metavar="SWITCH=VALUE", help="a rule switch")
    add("--rounds", metavar="CARDS", help="the cards of each round (default: 3-4-5-4-3)")
    add("--players", type=int, metavar="N", help="four play, always")


def _compare(add: Add) -> None:
    add("--host", metavar="BOT", help="the bot in the other three seats (default: greedy)")


def _train(add: Add) -> None:
    add(
        "--state",
        default="kripke",
        help="what it is given about owners: plain, kripke, exact (default: kripke)",
    )
    add(
        "--batches",
        type=int,
        metavar="N",
        help="how long to train, in batches of 1,024 rounds (default: 900)",
    )


OPTIONS: dict[str, tuple[Callable[[Add], None], ...]] = {
    "check": (_check,),
    "convert": (),
    "show": (),
    "know": (_know,),
    "play": (_rules,),
    "simulate": (_rules,),
    "compare": (_rules, _compare),
    "crossplay": (),
    "train": (_train,),
}


def reading(args: Namespace) -> ReadKeywords:
    """Return how files are read, as keyword arguments of `notation.read`."""
    return {"compare": getattr(args, "compare", False)}  # an option of `check` alone


def rules(args: Namespace) -> Rules:
    """Return the rules that matches are played by: a rule set, switches, and the rounds.

    Raises:
        UsageError: The rules are for four players, and `--players` names another number.
    """
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
