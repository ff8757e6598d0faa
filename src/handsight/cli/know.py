"""Say what seats know of their own hands: possible cards with exact probabilities, and why.

By the rules alone: every deal that fits what the seat saw is equally likely. --why gives a reason of which no
fact can be left out, and since when it has been known. --timeline says what every move taught every seat.
--of asks what the seat can say of what another seat knows. --ask answers any formula of knowledge over
`is(Bob,2)=b4`, `playable(Bob,2)`, `trash(Bob,2)`, `critical(Bob,2)`: players by name, in any case, and slots
from 0 = newest. --convention shows what follows if all keep a convention, apart from the rules, and who
broke it, with --seat as far as that seat can tell. Turn T is the table after T actions, as `show --turn T`
shows it; a move is told by the turn at which it was chosen.
"""

import sys
from argparse import ArgumentParser, Namespace

from handsight.cli import arguments as words
from handsight.errors import InputError, UsageError
from handsight.hanabi import view
from handsight.knowledge import CardKnowledge, Knowledge, lessons, regard, since, tell, why
from handsight.knowledge.hanabi.sentences import happened
from handsight.knowledge.hanabi.to_json import knowledge_row, lesson_row, reason_row, regard_row
from handsight.notation.hanabi.record import Game
from handsight.table import in_any_case

EXAMPLE = "  handsight know game.json --turn 12 --seat 0 --why 2"


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this verb."""
    words.source(parser)
    words.rules(parser)
    words.game(parser)
    parser.add_argument("--nested", action="store_true", help="Boeren Bridge: who knows that who knows")
    parser.add_argument("--turn", type=int, metavar="T", help="after T actions (default: the end)")
    parser.add_argument("--seat", metavar="S", help="only this seat: a number from 0, or a player's name")
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument("--why", type=int, metavar="SLOT", help="why the seat knows this card (0 = newest)")
    asked.add_argument("--of", metavar="SEAT", help="what --seat can say of this seat's knowledge")
    asked.add_argument("--ask", metavar="FORMULA", help="a formula, such as 'K[Alice] Kv[Bob] is(Bob,2)'")
    asked.add_argument(
        "--card", metavar="CARD", help="Boeren Bridge: one card's model, a world for each owner"
    )
    asked.add_argument("--convention", metavar="NAME", help="what follows if everybody keeps a convention")
    asked.add_argument("--timeline", action="store_true", help="what every move taught every seat")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Answer for one turn, or tell the whole game."""
    found = words.opened(args)
    if words.of_boeren(args, found):
        from handsight.cli.boeren.know import run_boeren

        return run_boeren(args, found)
    if args.card is not None or args.nested:
        raise UsageError("--card and --nested are for Boeren Bridge, and this looks like Hanabi (--game)")
    reading = words.one(args, found)
    for problem in reading.problems:
        print(f"{reading.label}: {problem}", file=sys.stderr)
    game = reading.game
    if game is None:
        return 1
    args.seat = words.seat_in(args.seat, game.seats)
    args.of = words.seat_in(args.of, game.seats)
    turn = words.turn_in(args.turn, len(game.states) - 1)
    if args.timeline:
        _timeline(game, args)
    elif args.why is not None:
        _why(game, turn, args)
    elif args.of is not None:
        _of(game, turn, args)
    elif args.ask is not None:
        _ask(game, turn, args)
    elif args.convention is not None:
        from handsight.cli.hanabi.know_convention import know_convention

        know_convention(game, turn, args)
    else:
        _know(game, turn, args)
    return 0 if reading.valid else 1


def _know(game: Game, turn: int, args: Namespace) -> None:
    state = game.states[turn]
    seats = range(len(game.seats)) if args.seat is None else [args.seat]
    found = [Knowledge(view(state, seat)) for seat in seats]
    if args.json:
        print(words.json_line({"turn": turn, "seats": [knowledge_row(knowledge) for knowledge in found]}))
        return
    for knowledge in found:
        print(
            f"{game.seats[knowledge.seat]} (seat {knowledge.seat}), turn {turn}: {knowledge.worlds:,} worlds"
        )
        for card in knowledge:
            chances = sorted(card.probability.items(), key=lambda pair: (-pair[1], pair[0]))
            shown = "  ".join(f"{card.variant.text(face)} {float(p):.1%}" for face, p in chances[:8])
            more = f"  and {len(chances) - 8} more" if len(chances) > 8 else ""
            uses = f"  [{_uses(card)}]" if card.playable is not None else ""
            print(f"  slot {card.slot} (card {card.order}): {shown}{more}{uses}")
        if knowledge.caveat:
            print(f"  {knowledge.caveat}")


def _uses(card: CardKnowledge) -> str:
    shares = (("playable", card.playable), ("trash", card.trash), ("critical", card.critical))
    return ", ".join(f"{word} {float(share):.1%}" for word, share in shares if share) or "of no use now"


def _why(game: Game, turn: int, args: Namespace) -> None:
    seat = args.seat if args.seat is not None else game.states[turn].seat
    look = view(game.states[turn], seat)
    words.slot_in(args.why, len(look.hands[seat]))
    reasons = why(look, args.why)
    order = look.hands[seat][args.why]
    dates = since(game.states[: turn + 1], seat, order)
    if args.json:
        rows = [reason_row(reason, tell(reason, look, game.seats)) for reason in reasons]
        record = {
            "turn": turn,
            "seat": seat,
            "slot": args.why,
            "order": order,
            "reasons": rows,
            "since": dates,
        }
        print(words.json_line(record))
        return
    who = f"{game.seats[seat]}'s slot {args.why} (card {order})"
    if not reasons:
        print(f"{who}: nothing is certain yet")
    for reason in reasons:
        first = dates.get(reason.claim, dates.get("identity"))
        print(f"{who} is {tell(reason, look, game.seats)}; known since turn {first}")


def _of(game: Game, turn: int, args: Namespace) -> None:
    if args.seat is None:
        raise UsageError("--of needs --seat: whose knowledge of another seat's knowledge is asked for")
    if args.seat == args.of:
        raise UsageError("--of must name another seat than --seat")
    found = regard(view(game.states[turn], args.seat), args.of)
    if args.json:
        rows = [regard_row(said) for said in found]
        print(words.json_line({"turn": turn, "seat": args.seat, "of": args.of, "hand": rows}))
        return
    print(f"what {game.seats[args.seat]} can say of what {game.seats[args.of]} may think, turn {turn}:")
    for said in found:
        sure = " (surely known playable)" if said.surely_playable else ""
        sure = " (surely known trash)" if said.surely_trash else sure
        print(f"  slot {said.slot} (card {said.order}): {said.possible}{sure}")
        if said.caveat:
            print(f"    {said.caveat}")


def _ask(game: Game, turn: int, args: Namespace) -> None:
    """Answer a formula of knowledge, with a world that shows why somebody does not know."""
    from handsight.knowledge import position_model
    from handsight.logic import parse, witnesses, write

    names = [_word(name) for name in game.seats]
    cards = {*map(game.setup.terms.variant.text, game.setup.terms.variant.cards)}
    # a player may be called like a card; such a one is written as in the game
    question = parse(args.ask, spell=in_any_case(name for name in names if name.casefold() not in cards))
    model = position_model(game.states[turn], names, about=question)
    answer = model.holds(question)
    try:
        doubts = [] if answer else [str(doubt) for doubt in witnesses(model, question)]
    except InputError:  # a plain fact is false by itself: nobody's doubt shows it
        doubts = []
    if args.json:
        row = {
            "turn": turn,
            "query": write(question),
            "kind": "true",
            "answer": answer,
            "worlds": model.count(),
        }
        print(words.json_line(row | {"witnesses": doubts}))
        return
    worlds = f"{(number := model.count()):,} world{'s' * (number != 1)}"
    print(f"{write(question)}: {'true' if answer else 'false'} at turn {turn} ({worlds})")
    for doubt in doubts[:3]:
        print(f"  {doubt}")


def _word(name: str) -> str:
    """Turn a player's name into a word that a formula can hold."""
    return "".join(letter if letter.isalnum() else "_" for letter in name) or "_"


def _timeline(game: Game, args: Namespace) -> None:
    """Say move by move what it taught whom; to --turn, where that is given."""
    told = 0
    variant = game.setup.terms.variant
    for lesson in lessons(game.states[: words.turn_in(args.turn, len(game.states) - 1) + 1]):
        if args.seat is not None and lesson.seat != args.seat:
            continue
        if args.json:
            print(words.json_line(lesson_row(lesson)))
            continue
        if lesson.turn > told:
            told = lesson.turn
            events = (event for event in game.states[told].events if event.turn == told - 1)
            said = "; ".join(filter(None, (happened(event, variant, game.seats) for event in events)))
            print(f"{told}. {said}")
        learned = "; ".join(f"card {order} {_property(game, order, name)}" for order, name in lesson.learned)
        if lesson.bits > 0.005 or learned:
            wide = f" ({lesson.bound})" if lesson.bound else ""
            news = f", now knows: {learned}" if learned else ""
            print(f"     {game.seats[lesson.seat]} +{lesson.bits:.2f} bits{wide}{news}")


def _property(game: Game, order: int, name: str) -> str:
    if name != "identity":
        return f"is {name}"
    return f"is {game.setup.terms.variant.text(game.setup.deck[order])}"
