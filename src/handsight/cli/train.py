"""Train a learner, and write its weights to a folder.

It plays with itself or with other bots, and sees no more than its seat may see. At intervals it is evaluated
and its weights are saved; the same command continues where it was interrupted. The same settings give the
same weights on the same machine. Needs PyTorch: the extra `rl`.
"""

from argparse import ArgumentParser, Namespace

from handsight.cli import game_options
from handsight.cli.games import GAMES

EXAMPLE = (
    "  handsight train boeren --state kripke --out taught\n"
    '  handsight simulate --game boeren "learner taught/learner.npz" greedy greedy greedy --games 2000\n'
    "  handsight train hanabi --players 2 --minutes 30 --out taught-hanabi"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    add = parser.add_argument
    games = [game for game, commands in GAMES.items() if commands.optional_module("train")]
    add("game", choices=games, metavar="GAME", help=" or ".join(games))
    add("--seed", type=int, default=1, help="the same seed gives the same training (default: 1)")
    add(
        "--out",
        default="taught",
        metavar="FOLDER",
        help="where it is saved, and continued from (default: taught)",
    )
    add("--device", choices=("auto", "cpu", "cuda"), default="auto", help="where its network is computed")
    add("--json", action="store_true", help="print a line of JSON for every evaluation")
    game_options.declare(parser, "train")


def run(args: Namespace) -> int:
    """Train, and print how it goes."""
    game_options.settle(args, [args.game])
    status: int = GAMES[args.game].module("train").run(args)
    return status
