"""What Boeren Bridge adds to the verbs: options, answers of `know`, graphs of rules of its bots, training."""

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handsight.boeren import SEAT_NAMES, SEATS, Card, Rules, rule_set, view
from handsight.cli import shared_options as shared
from handsight.cli.command_parser import count, flag, number, option, repeated
from handsight.cli.output import answer, print_json, say
from handsight.errors import UsageError
from handsight.notation.checked_game import ReadKeywords
from handsight.text.counting_from_one import turn_number

if TYPE_CHECKING:  # each for one verb alone
    from handsight.bots import BotSpec
    from handsight.cli.know import GameQuestions, Question
    from handsight.learning.boeren import MatchEvaluation

__all__ = ["ABOUT", "OPTIONS", "SEAT_NAMES"]

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
    "crossplay": "Each bot plays alone against three copies of every other: its points a match.",
    "train": """\
It plays rounds, and learns what every bid and card is worth; it is evaluated in matches against three
full-kripke. --state says what it is given: plain (its hand and the table), kripke (who may hold each card) or
exact (with the probability of every owner). --reward says what it learns to expect: score (the points of the
round), win (1 if nobody has more points in the round, else 0) or trick (1 for a card that takes its trick,
else 0); --discount 0.9 counts a reward less for each decision that it is away.
The default training takes about 15 minutes on two cores.""",
}
"""By verb, what its help says about Boeren Bridge."""
_RULES = (
    option("--rules", "NAME", "rule set: text, author, fifteen (default: text)"),
    repeated("--set", "SWITCH=VALUE", "a rule switch"),
    option("--rounds", "CARDS", "the number of cards in each round (default: 3-4-5-4-3)"),
    count("--players", "N", "for four players only"),
)
OPTIONS = {
    "check": (flag("--compare", "compare the results that a file states with our own"),),
    "know": (
        option("--ask", "FORMULA", "answer a formula, such as 'K[N] has(E,QH)'"),
        option("--why", "CARD", "why the seat knows who holds this card, or who does not"),
        option("--card", "CARD", "the model of one card, with a world for each owner"),
        flag("--announcements", "every public announcement so far, as a formula, and the deals it leaves"),
        flag("--nested", "which seats know what other seats know"),
    ),
    "play": _RULES,
    "simulate": _RULES,
    "crossplay": _RULES,
    "compare": (*_RULES, option("--host", "BOT", "the bot in the other three seats (default: greedy)")),
    "train": (
        option("--state", "", "what it is told about owners: plain, kripke, exact", default="kripke"),
        option("--reward", "", "what it is rewarded for: score, win, trick", default="score"),
        number("--discount", "G", "a reward counts less by this for each decision it is away", default=1.0),
        count("--batches", "N", "how long to train, in batches of 1,024 rounds (default: 900)"),
    ),
}


def reading(args: Namespace) -> ReadKeywords:
    """Return how files are read, as keyword arguments of `notation.read`."""
    return {"compare": getattr(args, "compare", False)}  # an option of `check` alone


def rules(args: Namespace) -> Rules:
    """Return the rules that matches are played by: a rule set, switches, and the rounds."""
    if args.players not in (None, SEATS):
        raise UsageError("Boeren Bridge is for four players; leave --players out")
    chosen = rule_set(args.rules or "text")
    for name, value in shared.switches(args):
        chosen = chosen.switched(name, value)
    return chosen.switched("schedule", args.rounds) if args.rounds else chosen


def experiment(args: Namespace, verb: str) -> dict[str, Any]:
    """Return what an experiment depends on, as keyword arguments of the library's functions."""
    host = {"host": args.host} if verb == "compare" and args.host else {}
    return {"rules": rules(args)} | host


def know_questions() -> "GameQuestions":
    """Return the questions of `know` for Boeren Bridge; by default it prints who may hold each card."""
    from handsight.cli.know import GameQuestions
    from handsight.knowledge.boeren.announcements import announcements

    asked = {"card": _card, "announcements": lambda question: question.print(announcements(question.state))}
    return GameQuestions(asked, _owners, several=True)


def _owners(question: "Question") -> None:
    """Print who may hold each card, by what each seat knows; with --nested, who knows what others know."""
    from handsight.knowledge.boeren.kripke_model import nested_knowledge, position_json
    from handsight.knowledge.boeren.owners import owners

    state, args = question.state, question.args
    if args.json:
        row = position_json(state, question.label, nested=args.nested)
        if question.seat is not None:
            row["views"] = [view for view in row["views"] if view["seat"] == question.seat]
        print_json(row)
        return
    for seat in range(SEATS) if question.seat is None else [question.seat]:
        question.print(owners(view(state, seat)))
    if args.nested:
        say("\n".join(nested_knowledge(state).sentences(question.game.seats)))


def _card(question: "Question") -> None:
    """Print the model of one card, as in LAMAS BoerenBridge."""
    from handsight.knowledge.boeren.kripke_model import card_json
    from handsight.knowledge.boeren.owners import SEAT_LETTERS

    with shared.usage_errors():
        row = card_json(question.state, Card.read(question.args.card), question.label)
    names = dict(zip(SEAT_LETTERS, question.game.seats, strict=True))
    worlds = ", ".join(f"{world} (true)" if world == row["actual"] else world for world in row["worlds"])
    told = [f"{question.label}, turn {turn_number(question.turn)}, {row['card']}: {worlds}"]
    for seat, lines in row["lines"].items():
        shown = ", ".join("–".join(line) for line in lines)
        text = f"cannot tell apart {shown}" if shown else "sees where it is"
        told.append(f"  {names[seat]} ({seat}): {text}")
    answer(question.args, row, *told)


def rule_graphs(bot: "BotSpec") -> dict[str, dict[str, Any]]:
    """Return the graphs of rules by which a bot decides, for `handsight bots BOT`: each as text and as JSON.

    A node has its number, and the answers that lead to it.
    """
    from handsight.bots.boeren.rule_graphs.rule_graph import QuestionNode, graph_lines
    from handsight.roster.boeren import rule_graphs as graphs_of

    found = {}
    for graph in graphs_of(bot):
        nodes = [
            {
                "number": at,
                "route": list(route),
                "question": isinstance(node, QuestionNode),
                "text": node.text,
            }
            for at, route, node in graph.nodes
        ]
        text = "\n".join([f"\n{graph.name} graph. {graph.about}", *graph_lines(graph)])
        found[text] = {"name": graph.name, "about": graph.about, "nodes": nodes}
    return found


def train(args: Namespace) -> int:
    """Train a learner, print every evaluation, and say how to play with it."""
    from handsight.learning.boeren import TrainingSettings, train

    named = {name: getattr(args, name) for name in ("state", "reward", "discount", "seed", "batches")}
    folder = Path(args.out)
    with shared.usage_errors():
        settings = TrainingSettings(**{name: value for name, value in named.items() if value is not None})

    def show(evaluation: "MatchEvaluation") -> None:
        if args.json:
            print_json(evaluation._asdict())
            return
        left = evaluation.seconds / evaluation.batch * (settings.batches - evaluation.batch)
        progress = f"batch {evaluation.batch:>5,} of {settings.batches:,}  mean {evaluation.mean:6.2f}"
        rest = f"against {evaluation.rivals:5.2f}  wins {evaluation.wins:6.1%}  {left / 60:4.1f} minutes left"
        print(f"{progress} {rest}", file=sys.stderr, flush=True)

    curve = train(settings, folder, show, device=args.device)
    if not args.json:
        last = curve[-1]
        print(f"{folder}/learner.npz: mean {last.mean:.2f} against {last.rivals:.2f}, wins {last.wins:.1%}")
        print(f'play with it: handsight play boeren --with "learner {folder}/learner.npz"')
    return 0
