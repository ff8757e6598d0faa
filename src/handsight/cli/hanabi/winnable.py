"""Say which score a team that sees all cards, the deck too, can reach: a line of moves, or a proof.

GAME is a recorded game, or a seed of hanab.live; it is solved from the deal, whatever was played, or with
--turn from the table before that move. With --seed and --games the deals of `simulate` are solved. The best
score comes with moves that reach it. "proved" says that nothing better is possible; where neither a line nor
a proof was found among --nodes positions, a higher score is open.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Any

from handsight import hanabi
from handsight.cli import arguments, experiment, game_options
from handsight.cli.hanabi import options
from handsight.cli.numbers import seed
from handsight.cli.output import remark, say
from handsight.errors import InputError, UsageError
from handsight.hanabi import SEAT_NAMES as NAMES
from handsight.hanabi import Action, Discard, GiveClue, Play, State
from handsight.notation import open_source
from handsight.notation.game_files import read_each
from handsight.text.counting_from_one import counted, slot_number, turn_number

EXAMPLE = """\
  handsight winnable p2v0s1
  handsight winnable sample:first --turn 31
  handsight winnable --seed 7 --games 1000 --players 2 --json"""
DEFAULT_GAMES, DEFAULT_PLAYERS = 100, 3


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    add = parser.add_argument
    add("source", nargs="*", metavar="GAME", help=arguments.SOURCE)
    add("--turn", type=int, metavar="T", help="solve from the table before the T-th move (default: the deal)")
    add("--seed", type=seed, metavar="S", help="solve the deals of this seed instead, as `simulate` has them")
    add("--games", type=int, metavar="G", help=f"with --seed: how many (default: {DEFAULT_GAMES})")
    add(
        "--nodes",
        type=int,
        metavar="N",
        help="how many positions to look at for each score (default: 10 million, two to three seconds)",
    )
    add("--workers", type=int, metavar="K", default=1, help="workers on this machine (default: 1)")
    add("--lines", action="store_true", help="print the moves of every game (default: where there is one)")
    add("--json", action="store_true", help="print one JSON object for each game")
    add("--quiet", action="store_true", help="show no progress")
    arguments.add_fetch(parser)
    game_options.declare(parser, "winnable")
    parser.set_defaults(game="hanabi", partial=False)


def run(args: Namespace) -> int:
    """Solve every game that was asked for; the status is 1 if one of them cannot be solved."""
    from handsight.lab.hanabi.winnable import SolverSettings, Winnability, solve_each
    from handsight.search.open_hands import NODES

    game_options.settle(args, ["hanabi"])
    _check(args)
    nodes = NODES if args.nodes is None else args.nodes
    wrong, starts = (0, _dealt(args)) if args.seed is not None else _recorded(args)
    labels, found, total = [label for label, _ in starts], Winnability(), 0
    with arguments.usage_errors(), experiment.progress_bar(args) as tell:
        settings = SolverSettings(nodes, args.workers, tell)
        solved = solve_each(lambda number: starts[number][1](), range(len(starts)), settings)
        for label, (state, solution) in zip(labels, solved, strict=True):
            found, total = found + solution, total + solution.nodes
            if args.json:
                print(arguments.json_line(_row(label, state, solution)), flush=True)
                continue
            say(f"{label}: {_sentence(solution)}")
            if args.lines or len(starts) == 1:
                say("\n".join(_told(state, solution.actions)))
    if not args.json and len(starts) > 1:
        say(
            f"{counted(found.deals, 'game')}: {found.won:,} ({found.won / found.deals:.2%}) can be won,"
            f" {found.lost:,} proved not, {found.open:,} open; {total:,} positions"
        )
    return 1 if wrong else 0


def _check(args: Namespace) -> None:
    if (args.seed is None) == (not args.source):
        raise UsageError("name a game, or a seed of deals with --seed, one of the two")
    if args.seed is None and args.games is not None:
        raise UsageError("--games goes with --seed, which deals them")
    if args.seed is not None and args.turn is not None:
        raise UsageError("--turn is about a recorded game; the deals of --seed have only just been dealt")
    for option, least in (("games", 1), ("nodes", 1), ("workers", 1)):
        value = getattr(args, option)
        if value is not None and value < least:
            raise UsageError(f"--{option} {value} is too few; it takes {least} or more")


def _dealt(args: Namespace) -> list[tuple[str, Any]]:
    """Return the deals of a seed, each with its label and a function that deals it."""
    from handsight.lab.hanabi.simulate import agreed_terms
    from handsight.lab.hanabi.winnable import dealt
    from handsight.search.open_hands import check_supported

    games = DEFAULT_GAMES if args.games is None else args.games
    players = DEFAULT_PLAYERS if args.players is None else args.players
    with arguments.usage_errors():
        chosen = options.variant_in(args.variant)
        terms = agreed_terms(players, options.rules(args), chosen, args.hand)
        check_supported(terms)
    start = dealt(terms, args.seed)
    return [(f"seed {args.seed} #{number}", _numbered(start, number)) for number in range(games)]


def _numbered(start: Any, number: int) -> Any:
    return lambda: start(number)


def _recorded(args: Namespace) -> tuple[int, list[tuple[str, Any]]]:
    """Return how many games cannot be solved, and the others with their labels and states."""
    wrong, found = 0, list[tuple[str, Any]]()
    for label, state in _states(args):
        if isinstance(state, str):
            remark(f"handsight: {label}: {state}")
            wrong += 1
        else:
            found.append((label, _constant(state)))
    return wrong, found


def _constant(state: State) -> Any:
    return lambda: state


def _states(args: Namespace) -> Iterator[tuple[str, State | str]]:
    """Yield every game of every file: its state, or why there is none."""
    from handsight.search.open_hands import check_solvable

    for name in args.source:
        try:
            text = open_source(name, fetch=args.fetch)
        except InputError as error:
            yield name, str(error)
            continue
        for checked in read_each(*text, game="hanabi", **options.reading(args)):
            game = checked.game
            if game is None:
                yield checked.label, str(checked.problems[0])
                continue
            turn = arguments.turn_in(args.turn, len(game.states) - 1) if args.turn is not None else 0
            try:
                check_solvable(game.states[turn])
            except InputError as error:
                yield checked.label, str(error)
            else:
                yield checked.label, game.states[turn]


def _row(label: str, state: State, solution: Any) -> dict[str, Any]:
    terms = state.terms
    return {
        "game": label,
        "players": terms.players,
        "best": solution.best,
        "proved": solution.proved,
        "line": list(solution.line),
        "deck": [terms.variant.text(card) for card in state.cards],
        "bound": solution.bound,
        "turn": state.turn,
        "variant": terms.variant.name,
        "rules": terms.rules.name,
        "nodes": solution.nodes,
    }


def _sentence(solution: Any) -> str:
    if solution.best == solution.most:
        return f"{solution.best} can be reached"
    if solution.proved:
        return f"{solution.best} is the best that can be reached (proved)"
    return (
        f"{solution.best} can be reached; more than {solution.bound} is impossible (proved), and the rest is"
        " open: look at more positions with --nodes"
    )


def _told(state: State, actions: tuple[Action, ...]) -> Iterator[str]:
    """Tell a line of moves, one a line."""
    from handsight.search.open_hands import color_letter

    variant = state.terms.variant
    for action in actions:
        who, slot = NAMES[state.seat], ""
        match action:
            case Play(order) | Discard(order):
                verb = "plays" if isinstance(action, Play) else "discards"
                slot = f" from slot {slot_number(state.slot(order) or 0)}"
                what = f"{verb} {variant.text(state.cards[order])}{slot}"
            case GiveClue(seat, clue):
                value = color_letter(variant, clue.value) if clue.kind == "color" else clue.value
                what = f"clues {NAMES[seat]} {value}"
        yield f"  {turn_number(state.turn):>3}  {who} {what}"
        state = hanabi.play(state, action)
