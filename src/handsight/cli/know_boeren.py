"""Say what seats know in Boeren Bridge: who may hold each card, exactly how likely, and who knows that."""

import sys
from argparse import Namespace

from handsight.boeren import view
from handsight.cli import words
from handsight.knowledge.boeren import SEATS, STOCK, nested, owners, position_row
from handsight.notation import boeren, text_of
from handsight.notation.boeren_record import Reading

PLACES = (*SEATS, "stock")


def run_boeren(args: Namespace) -> int:
    """Answer for every position of a file, at its last turn or at --turn."""
    args.seat = words.seat_in(args.seat, SEATS)
    text, label = text_of(args.source)
    good = True
    for reading in boeren.read(text, label):
        for problem in reading.problems:
            print(f"{reading.label}: {problem}", file=sys.stderr)
        good &= reading.valid
        if reading.round is None:
            continue
        states = reading.round.states
        state = states[words.turn_in(args.turn, len(states) - 1)]
        if args.json:
            row = position_row(state, reading.label, nest=args.nested)
            if args.seat is not None:
                row["views"] = [found for found in row["views"] if found["seat"] == args.seat]
            print(words.json_line(row))
        else:
            _tell(reading, args)
    return 0 if good else 1


def _tell(reading: Reading, args: Namespace) -> None:
    assert reading.round is not None  # noqa: S101  asked only of rounds
    states = reading.round.states
    state = states[words.turn_in(args.turn, len(states) - 1)]
    for seat in range(STOCK) if args.seat is None else [args.seat]:
        found = owners(view(state, seat))
        print(f"{reading.label}, {SEATS[seat]}: {found.deal.size:,} deals")
        for card, row in found.chances.items():
            weak = "  (more than the per-card model says)" if card in found.too_weak else ""
            print(f"  {card}: " + ", ".join(f"{PLACES[at]} {chance}" for at, chance in row.items()) + weak)
    if args.nested:
        for name, value in nested(state).items():
            print(f"  {name.replace('_', ' ')}: {value}")
