"""Say what seats know in Boeren Bridge: who may hold each card, exactly how likely, and who knows that."""

import sys
from argparse import Namespace

from handsight.boeren import SEAT_NAMES, Card, State, view
from handsight.cli import arguments
from handsight.cli.experiment import asked
from handsight.errors import UsageError
from handsight.knowledge.boeren.card_model import card_row
from handsight.knowledge.boeren.owners import SEATS, STOCK, deal_model, nested, owners, position_row, spelled
from handsight.logic import parse, write
from handsight.notation import read

PLACES = (*SEATS, "stock")


def run_boeren(args: Namespace, found: arguments.Text) -> int:
    """Answer for every position of a file, at its last turn or at --turn."""
    if args.timeline or any(word is not None for word in (args.why, args.of, args.convention)):
        raise UsageError(
            "of Boeren Bridge, ask with --ask, --card or --nested; "
            "--why, --of, --convention and --timeline are Hanabi's"
        )
    good = True
    for reading in arguments.chosen(read(found.text, found.label, game="boeren"), args):
        for problem in reading.problems:
            print(f"{reading.label}: {problem}", file=sys.stderr)
        good &= reading.valid
        if reading.game is None:
            continue
        states = reading.game.states
        state = states[arguments.turn_in(args.turn, len(states) - 1)]
        seat = arguments.seat_in(args.seat, reading.game.seats, SEAT_NAMES)
        if args.ask is not None:
            _ask(state, reading.label, args)
        elif args.card is not None:
            _card(state, reading.label, args)
        elif args.json:
            row = position_row(state, reading.label, nest=args.nested)
            if seat is not None:
                row["views"] = [found for found in row["views"] if found["seat"] == seat]
            print(arguments.json_line(row))
        else:
            _tell(state, reading.label, seat, nest=args.nested)
    return 0 if good else 1


def _ask(state: State, label: str, args: Namespace) -> None:
    """Answer a formula over `has(N,QH)` and `owner(QH)=N`; seats by letter or name, in any case."""
    model = deal_model(state)
    question = parse(args.ask, model, spell=spelled)
    answer = model.holds(question)
    if args.json:
        row = {
            "id": label,
            "query": write(question),
            "kind": "true",
            "answer": answer,
            "deals": model.count(),
        }
        print(arguments.json_line(row))
    else:
        print(f"{label}, {write(question)}: {'true' if answer else 'false'} ({model.count():,} deals)")


def _card(state: State, label: str, args: Namespace) -> None:
    """Show the model of one card, as the document draws it."""
    with asked():
        row = card_row(state, Card.read(args.card), label)
    if args.json:
        print(arguments.json_line(row))
        return
    worlds = ", ".join(f"{world} (true)" if world == row["actual"] else world for world in row["worlds"])
    print(f"{label}, {row['card']}: {worlds}")
    for seat, lines in row["lines"].items():
        shown = ", ".join("–".join(line) for line in lines) or "sees where it is"
        print(f"  {seat}: {shown}")


def _tell(state: State, label: str, only: int | None, *, nest: bool) -> None:
    for seat in range(STOCK) if only is None else [only]:
        found = owners(view(state, seat))
        print(f"{label}, {SEATS[seat]}: {found.deal.size:,} deals")
        for card, row in found.chances.items():
            weak = [PLACES[place] for place in found.excluded.get(card, ())]
            also = f"   (card by card also {', '.join(weak)}: ruled out by counting)" if weak else ""
            print(f"  {card}: " + ", ".join(f"{PLACES[at]} {chance}" for at, chance in row.items()) + also)
    if nest:
        for name, value in nested(state).items():
            print(f"  {name.replace('_', ' ')}: {_worded(value)}")


def _worded(value: object) -> str:
    """Say in words what is nested, with letters for seats."""
    match value:
        case dict():
            return "; ".join(f"{_pair(str(key))}: {_worded(found)}" for key, found in value.items()) or "–"
        case list():
            return ", ".join(SEATS[one] if isinstance(one, int) else str(one) for one in value) or "–"
    return f"{value:,}"


def _pair(key: str) -> str:
    """Write the letters of two seats in place of their numbers."""
    return "".join(SEATS[int(one)] if one.isdigit() else one for one in key) if {*key} & {*">+"} else key
