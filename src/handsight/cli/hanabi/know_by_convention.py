"""What follows if everybody follows a convention, and who broke it: `know --convention`."""

from typing import Any

from handsight.cli import arguments
from handsight.cli.hanabi.options import explain_bot_names
from handsight.cli.know import Question
from handsight.conventions.convention import load_convention
from handsight.conventions.interpreter.promised_knowledge import (
    Breach,
    PromisedCard,
    PromisedKnowledge,
    promised_knowledge,
)
from handsight.hanabi import view
from handsight.knowledge import Knowledge
from handsight.knowledge.hanabi.to_json import knowledge_json
from handsight.notation.hanabi.record import Game
from handsight.text.counting import slot_number, turn_number


def know_by_convention(question: Question) -> None:
    """Print what the rules imply, and what the promises of a convention leave of it."""
    args, turn, asked = question.args, question.turn, question.seat
    game: Game = question.game
    with explain_bot_names([args.convention]):
        promised = promised_knowledge(game, load_convention(args.convention))
    seats = range(len(game.seats)) if asked is None else [asked]
    # What the moves of others say of a seat's own cards is theirs to see.
    breaches = (
        [breach for breach in promised.breaches() if breach.turn < turn]
        if asked is None
        else promised.known_breaches(turn, asked)
    )
    if args.json:
        row = {
            "turn": turn,
            "convention": promised.convention.name,
            "seats": [_seat_json(game, turn, seat, promised) for seat in seats],
            "broken": [_breach_json(breach) for breach in breaches],
        }
        print(arguments.json_line(row))
        return
    for seat in seats:
        by = promised.convention.name
        print(f"{game.seats[seat]} (seat {seat}), turn {turn_number(turn)}, by {by}:")
        by_rules = Knowledge(view(game.states[turn], seat))
        for known, card in zip(by_rules, promised.hand(turn, seat), strict=True):
            slot = f"slot {slot_number(known.slot)} (card {known.order}){_flags(card)}"
            same = card.possible == known.possible
            print(
                f"  {slot}: {card.possible}" + ("" if same else f"  (by the rules alone: {known.possible})")
            )
    for breach in breaches:
        print(f"broken at turn {turn_number(breach.turn)} ({breach.kind}): {breach.message}")
    if asked is not None:
        who = game.seats[asked]
        print(f"moves that may have been right, for all that {who} knows of their own hand, are not listed")


def _flags(card: PromisedCard) -> str:
    return f" {' '.join(card.flags)}" if card.flags else ""


def _seat_json(game: Game, turn: int, seat: int, promised: PromisedKnowledge) -> dict[str, Any]:
    row = knowledge_json(Knowledge(view(game.states[turn], seat)))
    text = game.setup.terms.variant.text
    for card, by_convention in zip(row["hand"], promised.hand(turn, seat), strict=True):
        card["flags"] = list(by_convention.flags)
        card["promised"] = [text(face) for face in by_convention.possible]
    return row


def _breach_json(breach: Breach) -> dict[str, Any]:
    return {"turn": breach.turn, "seat": breach.seat, "kind": breach.kind, "message": breach.message}
