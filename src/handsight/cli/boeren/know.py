"""What seats of Boeren Bridge know: who may hold each card, exactly how likely, and who knows that."""

from argparse import Namespace

from handsight.boeren import SEAT_NAMES, Card, State, view
from handsight.cli import arguments
from handsight.knowledge.boeren.card_model import card_row
from handsight.knowledge.boeren.owners import SEATS, STOCK, deal_model, nested, owners, position_row, spelled
from handsight.logic import parse, write
from handsight.notation import CheckedGame
from handsight.notation.boeren.record import Round

PLACES = (*SEATS, "stock")


def run(args: Namespace, games: list[CheckedGame[Round]]) -> int:
    """Answer for every position of a file, at its last turn or at --turn."""
    arguments.at_most_one(args, "ask", "card")
    valid = True
    for checked in arguments.chosen_games(args, games):
        arguments.report_problems(checked)
        valid &= checked.valid
        if checked.game is None:
            continue
        states = checked.game.states
        state = states[arguments.turn_in(args.turn, len(states) - 1)]
        seat = arguments.seat_in(args.seat, checked.game.seats, SEAT_NAMES)
        if args.ask is not None:
            _ask(state, checked.label, args)
        elif args.card is not None:
            _card(state, checked.label, args)
        elif args.json:
            row = position_row(state, checked.label, nest=args.nested)
            if seat is not None:
                row["views"] = [view for view in row["views"] if view["seat"] == seat]
            print(arguments.json_line(row))
        else:
            _owners(state, checked.label, seat, nest=args.nested)
    return 0 if valid else 1


def _ask(state: State, label: str, args: Namespace) -> None:
    """Answer a formula over `has(N,QH)` and `owner(QH)=N`; seats by letter or name, in any case."""
    model = deal_model(state)
    question = parse(args.ask, model, spell=spelled)
    answer, deals = model.holds(question), model.count()
    if args.json:
        row = {"id": label, "query": write(question), "kind": "true", "answer": answer, "deals": deals}
        print(arguments.json_line(row))
    else:
        print(f"{label}, {write(question)}: {'true' if answer else 'false'} ({deals:,} deals)")


def _card(state: State, label: str, args: Namespace) -> None:
    """Print the model of one card, as in Boeren Bridge Kripke agents."""
    with arguments.usage_errors():
        row = card_row(state, Card.read(args.card), label)
    if args.json:
        print(arguments.json_line(row))
        return
    worlds = ", ".join(f"{world} (true)" if world == row["actual"] else world for world in row["worlds"])
    print(f"{label}, {row['card']}: {worlds}")
    for seat, lines in row["lines"].items():
        shown = ", ".join("–".join(line) for line in lines) or "sees where it is"
        print(f"  {seat}: {shown}")


def _owners(state: State, label: str, only: int | None, *, nest: bool) -> None:
    """Print who may hold each card that a seat does not see."""
    for seat in range(STOCK) if only is None else [only]:
        known = owners(view(state, seat))
        print(f"{label}, {SEATS[seat]}: {known.deal.size:,} deals")
        for card, chances in known.chances.items():
            weak = [PLACES[place] for place in known.excluded.get(card, ())]
            also = f"   (card by card also {', '.join(weak)}: ruled out by counting)" if weak else ""
            shown = ", ".join(f"{PLACES[place]} {chance}" for place, chance in chances.items())
            print(f"  {card}: {shown}{also}")
    if nest:
        for name, value in nested(state).items():
            print(f"  {name.replace('_', ' ')}: {_in_letters(value)}")


def _in_letters(value: object) -> str:
    """Write nested knowledge with letters for seats."""
    match value:
        case dict():
            return "; ".join(f"{_pair(str(key))}: {_in_letters(part)}" for key, part in value.items()) or "–"
        case list():
            return ", ".join(SEATS[one] if isinstance(one, int) else str(one) for one in value) or "–"
    return f"{value:,}"


def _pair(key: str) -> str:
    """Write the letters of two seats in place of their numbers."""
    return "".join(SEATS[int(one)] if one.isdigit() else one for one in key) if {*key} & {*">+"} else key
