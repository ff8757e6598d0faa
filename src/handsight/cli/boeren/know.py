"""What `handsight know` answers for Boeren Bridge: who may hold each card, and the model of one card."""

from collections.abc import Callable

from handsight.boeren import SEATS, Card, view
from handsight.cli import arguments
from handsight.cli.know import Question
from handsight.cli.output import say
from handsight.knowledge.boeren.announcements import announcements
from handsight.knowledge.boeren.kripke_model import card_json, nested_knowledge, position_json
from handsight.knowledge.boeren.owners import SEAT_LETTERS, owners
from handsight.text.counting_from_one import turn_number

SEVERAL = True


def answer(question: Question) -> None:
    """Print who may hold each card, by what each seat knows; with --nested, who knows what others know."""
    state, args = question.state, question.args
    if args.json:
        row = position_json(state, question.label, nested=args.nested)
        if question.seat is not None:
            row["views"] = [view for view in row["views"] if view["seat"] == question.seat]
        print(arguments.json_line(row))
        return
    for seat in range(SEATS) if question.seat is None else [question.seat]:
        question.print(owners(view(state, seat)))
    if args.nested:
        say("\n".join(question.knowledge.sentences(nested_knowledge(state), question.game.seats)))


def _card(question: Question) -> None:
    """Print the model of one card, as in LAMAS BoerenBridge."""
    with arguments.usage_errors():
        row = card_json(question.state, Card.read(question.args.card), question.label)
    names = dict(zip(SEAT_LETTERS, question.game.seats, strict=True))
    if question.args.json:
        print(arguments.json_line(row))
        return
    worlds = ", ".join(f"{world} (true)" if world == row["actual"] else world for world in row["worlds"])
    say(f"{question.label}, turn {turn_number(question.turn)}, {row['card']}: {worlds}")
    for seat, lines in row["lines"].items():
        shown = ", ".join("–".join(line) for line in lines)
        text = f"cannot tell apart {shown}" if shown else "sees where it is"
        say(f"  {names[seat]} ({seat}): {text}")


def _announcements(question: Question) -> None:
    """Print every public announcement so far, what it says, and how many deals it leaves."""
    question.print(announcements(question.state))


QUESTIONS: dict[str, Callable[[Question], None]] = {"card": _card, "announcements": _announcements}
