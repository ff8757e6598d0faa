"""What seats of Hanabi know of their own hands, as `handsight know` prints it."""

from argparse import Namespace
from collections.abc import Callable

from handsight.cli import arguments
from handsight.errors import InputError, UsageError
from handsight.hanabi import view
from handsight.knowledge import CardKnowledge, Knowledge, lessons, regard, since, tell, why
from handsight.knowledge.hanabi.sentences import happened
from handsight.knowledge.hanabi.to_json import knowledge_row, lesson_row, reason_row, regard_row
from handsight.notation import CheckedGame
from handsight.notation.hanabi.record import Game
from handsight.table import in_any_case
from handsight.text.counting import slot_number, turn_number

MOST_CHANCES = 8
"""How many possible cards of a slot are printed."""
LEAST_BITS = 0.005
"""A move that taught a seat less is not worth a line."""


def run(args: Namespace, games: list[CheckedGame[Game]]) -> int:
    """Answer the question that the options ask of one game."""
    question = arguments.at_most_one(args, *QUESTIONS)
    checked = arguments.one_game(args, games)
    arguments.report_problems(checked)
    game = checked.game
    if game is None:
        return 1
    args.seat = arguments.seat_in(args.seat, game.seats)
    args.of = arguments.seat_in(args.of, game.seats)
    turn = arguments.turn_in(args.turn, len(game.states) - 1)
    answer = QUESTIONS[question] if question else _hands
    answer(game, turn, args)
    return 0 if checked.valid else 1


def _hands(game: Game, turn: int, args: Namespace) -> None:
    """Print what each seat knows of every card in its hand."""
    state = game.states[turn]
    seats = range(len(game.seats)) if args.seat is None else [args.seat]
    hands = [Knowledge(view(state, seat)) for seat in seats]
    if args.json:
        print(arguments.json_line({"turn": turn, "seats": [knowledge_row(hand) for hand in hands]}))
        return
    for hand in hands:
        who = f"{game.seats[hand.seat]} (seat {hand.seat}), turn {turn_number(turn)}"
        print(f"{who}: {hand.worlds:,} possible hands")
        for card in hand:
            chances = sorted(card.probability.items(), key=lambda pair: (-pair[1], pair[0]))
            shown = "  ".join(
                f"{card.variant.text(face)} {float(p):.1%}" for face, p in chances[:MOST_CHANCES]
            )
            more = f"  and {len(chances) - MOST_CHANCES} more" if len(chances) > MOST_CHANCES else ""
            use = f"  [{_use(card)}]" if card.playable is not None else ""
            print(f"  slot {slot_number(card.slot)} (card {card.order}): {shown}{more}{use}")
        if hand.caveat:
            print(f"  {hand.caveat}")


def _use(card: CardKnowledge) -> str:
    shares = (("playable", card.playable), ("trash", card.trash), ("critical", card.critical))
    return ", ".join(f"{name} {float(share):.1%}" for name, share in shares if share) or "of no use now"


def _why(game: Game, turn: int, args: Namespace) -> None:
    """Print why a seat knows what it knows of one card, and since when."""
    seat = args.seat if args.seat is not None else game.states[turn].seat
    seen = view(game.states[turn], seat)
    slot = arguments.slot_in(args.why, len(seen.hands[seat]))
    order = seen.hands[seat][slot]
    reasons = why(seen, slot)
    dates = since(game.states[: turn + 1], seat, order)
    if args.json:
        rows = [reason_row(reason, tell(reason, seen, game.seats, newest=1)) for reason in reasons]
        row = {"turn": turn, "seat": seat, "slot": slot, "order": order, "reasons": rows, "since": dates}
        print(arguments.json_line(row))
        return
    card = f"{game.seats[seat]}'s slot {args.why} (card {order})"
    if not reasons:
        print(f"{card}: nothing is certain yet")
    for reason in reasons:
        first = turn_number(dates.get(reason.claim, dates.get("identity", turn)))
        print(f"{card} is {tell(reason, seen, game.seats, newest=1)}; known since turn {first}")


def _of(game: Game, turn: int, args: Namespace) -> None:
    """Print what a seat can say of what another seat knows."""
    if args.seat is None:
        raise UsageError("--of needs --seat: whose knowledge of another seat's knowledge is asked for")
    if args.seat == args.of:
        raise UsageError("--of must name another seat than --seat")
    nested = regard(view(game.states[turn], args.seat), args.of)
    if args.json:
        rows = [regard_row(card) for card in nested]
        print(arguments.json_line({"turn": turn, "seat": args.seat, "of": args.of, "hand": rows}))
        return
    who, other = game.seats[args.seat], game.seats[args.of]
    print(f"what {who} can say of what {other} may think, turn {turn_number(turn)}:")
    for card in nested:
        sure = " (surely known playable)" if card.surely_playable else ""
        sure = " (surely known trash)" if card.surely_trash else sure
        print(f"  slot {slot_number(card.slot)} (card {card.order}): {card.possible}{sure}")
        if card.caveat:
            print(f"    {card.caveat}")


def _ask(game: Game, turn: int, args: Namespace) -> None:
    """Answer a formula of knowledge, with a world that shows why somebody does not know."""
    from handsight.knowledge import position_model
    from handsight.logic import parse, witnesses, write

    names = [_identifier(name) for name in game.seats]
    cards = {*map(game.setup.terms.variant.text, game.setup.terms.variant.cards)}
    # a player may have the name of a card; such a name must be written exactly as in the game
    question = parse(args.ask, spell=in_any_case(name for name in names if name.casefold() not in cards))
    model = position_model(game.states[turn], names, about=question)
    answer = model.holds(question)
    try:
        doubts = [] if answer else [str(doubt) for doubt in witnesses(model, question)]
    except InputError:  # a plain fact is false by itself: no doubt of a player shows it
        doubts = []
    worlds = model.count()
    if args.json:
        row = {"turn": turn, "query": write(question), "kind": "true", "answer": answer, "worlds": worlds}
        print(arguments.json_line(row | {"witnesses": doubts}))
        return
    verdict = f"{'true' if answer else 'false'} at turn {turn_number(turn)}"
    print(f"{write(question)}: {verdict} ({worlds:,} world{'s' * (worlds != 1)})")
    for doubt in doubts[:3]:
        print(f"  {doubt}")


def _identifier(name: str) -> str:
    """Turn a player's name into a name that a formula can hold."""
    return "".join(letter if letter.isalnum() else "_" for letter in name) or "_"


def _convention(game: Game, turn: int, args: Namespace) -> None:
    from handsight.cli.hanabi.know_by_convention import know_by_convention

    know_by_convention(game, turn, args)


def _timeline(game: Game, turn: int, args: Namespace) -> None:
    """Print move by move what it taught each seat, up to a turn."""
    printed = 0
    variant = game.setup.terms.variant
    for lesson in lessons(game.states[: turn + 1]):
        if args.seat is not None and lesson.seat != args.seat:
            continue
        if args.json:
            print(arguments.json_line(lesson_row(lesson)))
            continue
        if lesson.turn > printed:
            printed = lesson.turn
            move = printed - 1
            events = (event for event in game.states[printed].events if event.turn == move)
            said = "; ".join(filter(None, (happened(event, variant, game.seats) for event in events)))
            print(f"{turn_number(move)}. {said}")
        learned = "; ".join(f"card {order} {_property(game, order, name)}" for order, name in lesson.learned)
        if lesson.bits > LEAST_BITS or learned:
            bound = f" ({lesson.bound})" if lesson.bound else ""
            news = f", now knows: {learned}" if learned else ""
            print(f"     {game.seats[lesson.seat]} +{lesson.bits:.2f} bits{bound}{news}")


def _property(game: Game, order: int, name: str) -> str:
    if name != "identity":
        return f"is {name}"
    return f"is {game.setup.terms.variant.text(game.setup.deck[order])}"


QUESTIONS: dict[str, Callable[[Game, int, Namespace], None]] = {
    "why": _why,
    "of": _of,
    "ask": _ask,
    "convention": _convention,
    "timeline": _timeline,
}
"""What each option asks."""
