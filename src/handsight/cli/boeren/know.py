"""What seats of Boeren Bridge know: who may hold each card, exactly how likely, and who knows that."""

from argparse import Namespace

from handsight.boeren import SEAT_NAMES, SEATS, Card, State, view
from handsight.cli import arguments
from handsight.knowledge.boeren.card_model import card_json
from handsight.knowledge.boeren.deal_model import nested_knowledge
from handsight.knowledge.boeren.owners import owners
from handsight.knowledge.boeren.questions import ask, explain, sentences, to_json
from handsight.knowledge.boeren.sentences import Answer
from handsight.knowledge.boeren.to_json import position_json
from handsight.notation import CheckedGame
from handsight.notation.boeren.record import Round


def run(args: Namespace, games: list[CheckedGame[Round]]) -> int:
    """Answer for every position of a file, at its last turn or at --turn."""
    arguments.at_most_one(args, "ask", "card", "why")
    valid = True
    for checked in arguments.chosen_games(args, games):
        arguments.report_problems(checked)
        valid &= checked.valid
        if checked.game is not None:
            _answer(checked.game, checked.label, args)
    return 0 if valid else 1


def _answer(game: Round, label: str, args: Namespace) -> None:
    turn = arguments.turn_in(args.turn, len(game.states) - 1)
    seat = arguments.seat_in(args.seat, game.seats, SEAT_NAMES)
    state = game.states[turn]
    if args.ask is not None:
        _print(ask(game, formula=args.ask, turn=turn), game, label, args)
    elif args.why is not None:
        with arguments.usage_errors():
            asking = state.seat if seat is None else seat
            explanation = explain(game, seat=asking, about=args.why, turn=turn)
        _print(explanation, game, label, args)
    elif args.card is not None:
        _card(state, label, args)
    elif args.json:
        row = position_json(state, label, nested=args.nested)
        if seat is not None:
            row["views"] = [view for view in row["views"] if view["seat"] == seat]
        print(arguments.json_line(row))
    else:
        for one in range(SEATS) if seat is None else [seat]:
            _print(owners(view(state, one)), game, label, args)
        if args.nested:
            print("\n".join(sentences(nested_knowledge(state), game.seats)))


def _print(answer: Answer, game: Round, label: str, args: Namespace) -> None:
    """Print an answer, as JSON or in sentences."""
    if args.json:
        print(arguments.json_line({"id": label} | to_json(answer, game.seats)))
        return
    first, *more = sentences(answer, game.seats)
    print("\n".join([f"{label}, {first}", *more]))


def _card(state: State, label: str, args: Namespace) -> None:
    """Print the model of one card, as in Boeren Bridge Kripke agents."""
    with arguments.usage_errors():
        row = card_json(state, Card.read(args.card), label)
    if args.json:
        print(arguments.json_line(row))
        return
    worlds = ", ".join(f"{world} (true)" if world == row["actual"] else world for world in row["worlds"])
    print(f"{label}, {row['card']}: {worlds}")
    for seat, lines in row["lines"].items():
        shown = ", ".join("–".join(line) for line in lines) or "sees where it is"
        print(f"  {seat}: {shown}")
