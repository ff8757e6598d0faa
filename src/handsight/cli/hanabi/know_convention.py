"""What follows if everybody keeps a convention, and who broke it: `know --convention`."""

from argparse import Namespace
from typing import Any

from handsight.cli import arguments
from handsight.cli.convention import no_bots
from handsight.conventions.convention import load
from handsight.conventions.interpreter.promised_knowledge import Breach, Layer, Promised, layer
from handsight.hanabi import view
from handsight.knowledge import Knowledge
from handsight.knowledge.hanabi.to_json import knowledge_row
from handsight.notation.hanabi.record import Game


def know_convention(game: Game, turn: int, args: Namespace) -> None:
    """Print both layers: what the rules imply, and what the promises leave of it."""
    with no_bots([args.convention]):
        found = layer(game, load(args.convention))
    seats = range(len(game.seats)) if args.seat is None else [args.seat]
    # What the moves of others say of a seat's own cards is theirs to see.
    breaches = (
        [breach for breach in found.breaches if breach.turn < turn]
        if args.seat is None
        else found.known_breaches(turn, args.seat)
    )
    if args.json:
        record = {
            "turn": turn,
            "convention": found.convention.name,
            "seats": [_row(game, turn, seat, found) for seat in seats],
            "broken": [_broken(breach) for breach in breaches],
        }
        print(arguments.json_line(record))
        return
    for seat in seats:
        print(f"{game.seats[seat]} (seat {seat}), turn {turn}, by {found.convention.name}:")
        for known, promised in zip(
            Knowledge(view(game.states[turn], seat)), found.hand(turn, seat), strict=True
        ):
            print(f"  slot {known.slot} (card {known.order}){_flags(promised)}: {promised.possible}", end="")
            print("" if promised.possible == known.possible else f"  (by the rules alone: {known.possible})")
    for breach in breaches:
        print(f"broken by turn {breach.turn + 1}'s move ({breach.kind}): {breach.message}")
    if args.seat is not None:
        who = game.seats[args.seat]
        print(f"moves that may have been right, for all that {who} knows of their own hand, are not told")


def _flags(promised: Promised) -> str:
    return f" {' '.join(promised.flags)}" if promised.flags else ""


def _row(game: Game, turn: int, seat: int, found: Layer) -> dict[str, Any]:
    row = knowledge_row(Knowledge(view(game.states[turn], seat)))
    text = game.setup.terms.variant.text
    for card, promised in zip(row["hand"], found.hand(turn, seat), strict=True):
        card["flags"] = list(promised.flags)
        card["promised"] = [text(face) for face in promised.possible]
    return row


def _broken(breach: Breach) -> dict[str, Any]:
    return {"turn": breach.turn, "seat": breach.seat, "kind": breach.kind, "message": breach.message}
