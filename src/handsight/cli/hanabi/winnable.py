"""Say which score a team that sees all cards, the deck too, can reach: a line of moves, or a proof.

GAME is a recorded game, or a seed of hanab.live; it is solved from the deal, whatever was played, or with
--turn from the table before that move. With --seed and --games the deals of `simulate` are solved. The best
score comes with moves that reach it. "proved" says that nothing better is possible; where neither a line nor
a proof was found among --nodes positions, a higher score is open.
"""

from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from typing import Any

from handsight import hanabi
from handsight.cli import shared_options as shared
from handsight.cli.command_parser import count
from handsight.cli.hanabi import options
from handsight.cli.output import answer, progress, say
from handsight.errors import UsageError
from handsight.hanabi import SEAT_NAMES as NAMES
from handsight.hanabi import Action, Discard, Play, State
from handsight.notation.hanabi.table_text import action_text
from handsight.text.counting_from_one import counted, turn_number

EXAMPLE = """\
  handsight winnable p2v0s1
  handsight winnable sample:first --turn 31
  handsight winnable --seed 7 --games 1000 --players 2 --json"""
DEFAULT_GAMES, DEFAULT_PLAYERS = 100, 3
ARGUMENTS = (
    shared.SOURCE.changed(nargs="*", metavar="GAME"),
    count("--turn", "T", "solve from the table before the T-th move (default: the deal)"),
    shared.SEED.changed(default=None, help="solve the deals of this seed instead, as `simulate` has them"),
    shared.GAMES_PLAYED.changed(default=None, help=f"with --seed: how many (default: {DEFAULT_GAMES})"),
    count("--nodes", "N", "how many positions to look at for each score (default: 10 million)", 1),
    shared.WORKERS,
    shared.json_for("game"),
    shared.QUIET,
    shared.FETCH,
)


def run(args: Namespace) -> int:
    """Solve every game that was asked for; the status is 1 if one of them cannot be solved."""
    from handsight.lab.hanabi.winnable_deals import Winnability, solve_each
    from handsight.lab.job_runner import RunSettings
    from handsight.search.open_hands import NODES

    _check(args)
    nodes = NODES if args.nodes is None else args.nodes
    starts, wrong = (_dealt(args), 0) if args.seed is not None else _recorded(args)
    labels, found, total = [label for label, _ in starts], Winnability(), 0
    with shared.usage_errors(), progress(args) as tell:
        settings = RunSettings(args.workers, progress=tell)
        solved = solve_each(lambda number: starts[number][1](), len(starts), settings, nodes)
        for label, (state, solution) in zip(labels, solved, strict=True):
            found, total = found + solution, total + solution.nodes
            told = _told(state, solution.actions) if len(starts) == 1 else ()
            answer(args, _row(label, state, solution), f"{label}: {_sentence(solution)}", *told)
    if not args.json and len(starts) > 1:
        say(
            f"{counted(found.deals, 'game')}: {found.won:,} ({found.won / found.deals:.2%}) can be won,"
            f" {found.lost:,} proved not, {found.open:,} open; {total:,} positions"
        )
    return 1 if wrong else 0


def _check(args: Namespace) -> None:
    if (args.seed is None) == (not args.source):
        raise UsageError("name either a game or, with --seed, a seed of deals")
    shared.needs(args, "games", "seed")
    shared.at_most_one(args, "seed", "turn")


def _dealt(args: Namespace) -> list[tuple[str, Any]]:
    """Return the deals of a seed, each with its label and a function that deals it."""
    from handsight.lab.hanabi.simulate_games import agreed_terms
    from handsight.lab.hanabi.winnable_deals import dealt
    from handsight.search.open_hands import check_supported

    games = DEFAULT_GAMES if args.games is None else args.games
    players = DEFAULT_PLAYERS if args.players is None else args.players
    with shared.usage_errors():
        chosen = options.variant_in(args.variant)
        terms = agreed_terms(players, options.rules(args), chosen, args.hand)
        check_supported(terms)
    start = dealt(terms, args.seed)
    return [(f"seed {args.seed} #{number}", partial(start, number)) for number in range(games)]


def _recorded(args: Namespace) -> tuple[list[tuple[str, Any]], int]:
    """Return the recorded games with their labels and states, and how many of them cannot be solved."""
    from handsight.search.open_hands import check_solvable

    def use(checked: Any) -> tuple[str, Any]:
        states = checked.game.states
        state = states[0 if args.turn is None else shared.turn_in(args.turn, len(states) - 1)]
        check_solvable(state)
        return checked.label, lambda: state

    return shared.usable_games(args, "hanabi", args.source, use)


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
    """Yield a line of text for each move of a solution."""
    variant = state.terms.variant
    for action in actions:
        card = f" ({variant.text(state.cards[action.order])})" if isinstance(action, Play | Discard) else ""
        said = f"{NAMES[state.seat]}: {action_text(state, NAMES, action)}{card}"
        yield f"  {turn_number(state.turn):>3}  {said}"
        state = hanabi.play(state, action)
