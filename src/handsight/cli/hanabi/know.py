"""The questions that `handsight know` answers for Hanabi alone: --of, --convention, --timeline and --hand."""

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from handsight.cli import shared_options as shared
from handsight.cli.hanabi.options import named_convention
from handsight.cli.know import GameQuestions, Question
from handsight.cli.output import answer, print_json, say
from handsight.errors import UsageError
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi import view
from handsight.knowledge import Knowledge, information_gains, nested_knowledge
from handsight.knowledge.hanabi.information_gain import timeline_sentences
from handsight.text.counting_from_one import slot_number, turn_number

if TYPE_CHECKING:  # only --convention needs the interpreter
    from handsight.conventions.interpreter.promised_knowledge import PromisedKnowledge
    from handsight.conventions.syntax.syntax_tree import Flag


def _of(question: Question) -> None:
    """Print what a seat knows about what another seat knows of its own hand."""
    other = shared.seat_in(question.args.of, question.game.seats)
    if question.seat is None:
        raise UsageError("--of needs --seat: whose knowledge about the seat of --of to print")
    if other is None or question.seat == other:
        raise UsageError("--of must name a seat other than --seat")
    question.print(nested_knowledge(view(question.state, question.seat), other))


def _convention(question: Question) -> None:
    """Print what each card may be by the rules, what a convention's promises leave of that, and breaches."""
    from handsight.conventions.convention_loader import load_convention
    from handsight.conventions.interpreter.promised_knowledge import promised_knowledge

    args, turn, asked = question.args, question.turn, question.seat
    game: Game = question.game
    promised = promised_knowledge(game, named_convention(args.convention, load_convention))
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
            "flags": {flag.name: _meaning(flag) for flag in promised.convention.flags},
            "broken": [
                {"turn": one.turn, "seat": one.seat, "kind": one.kind, "message": one.message}
                for one in breaches
            ],
        }
        print_json(row)
        return
    for seat in seats:
        by = promised.convention.name
        say(f"{game.seats[seat]} (seat {seat}), turn {turn_number(turn)}, by {by}:")
        by_rules = Knowledge(view(game.states[turn], seat))
        for known, card in zip(by_rules, promised.hand(turn, seat), strict=True):
            slot = " ".join((f"slot {slot_number(known.slot)} (card {known.order})", *card.flags))
            rules = "" if card.possible == known.possible else f"  (by the rules alone: {known.possible})"
            say(f"  {slot}: {card.possible}{rules}")
    for flag in promised.convention.flags:
        say(f"  {flag.name}: {_meaning(flag)}")
    for breach in breaches:
        say(f"broken at turn {turn_number(breach.turn)} ({breach.kind}): {breach.message}")
    if asked is not None:
        who = game.seats[asked]
        say(f"moves that may have been right, for all that {who} knows of their own hand, are not listed")


def _seat_json(game: Game, turn: int, seat: int, promised: "PromisedKnowledge") -> dict[str, Any]:
    row = Knowledge(view(game.states[turn], seat)).to_json()
    text = game.setup.terms.variant.text
    for card, by_convention in zip(row["hand"], promised.hand(turn, seat), strict=True):
        card["flags"] = list(by_convention.flags)
        card["promised"] = [text(face) for face in by_convention.possible]
    return row


def _timeline(question: Question) -> None:
    """Print the information each move gave each seat, up to a turn."""
    gains = (
        gain
        for gain in information_gains(question.game.states[: question.turn + 1])
        if question.seat is None or gain.seat == question.seat
    )
    if question.args.json:
        for gain in gains:
            print_json(gain.to_json())
    else:
        say("\n".join(timeline_sentences(question.game, gains)))


def _meaning(flag: "Flag") -> str:
    from handsight.conventions.syntax.print_convention import print_term

    promises = f"promises {print_term(flag.promise, modal=True)}" if flag.promise else ""
    return "; ".join(filter(None, (flag.text, promises)))


def _hand(args: Namespace) -> None:
    """Print what follows for a typed hand: what each card may be, and how many copies are left."""
    from handsight.knowledge.hanabi.typed_hand import read_hand

    hand = read_hand(" ".join(args.hand).split(), " ".join(args.left or ()).split())
    answer(args, hand.to_json(), *hand.sentences())


def know_questions() -> GameQuestions:
    """Return the questions of `know` that Hanabi answers beside those of all games."""
    asked = {"of": _of, "convention": _convention, "timeline": _timeline}
    return GameQuestions(asked, hand_options=("hand", "left"), answer_hand=_hand)
