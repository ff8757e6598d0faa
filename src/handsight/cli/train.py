"""Train a learner, and write its weights to a folder.

It plays with itself or with other bots, and sees no more than its seat may see. At intervals it is evaluated
and its weights are saved; the same command continues where it was interrupted. The same settings give the
same weights on the same machine. Needs PyTorch: the extra `rl`.
"""

from argparse import Namespace

from handsight.cli import shared_options as shared
from handsight.cli.command_parser import count, option
from handsight.cli.games import GAMES, settle, title
from handsight.errors import UsageError

EXAMPLE = (
    "  handsight train boeren --state kripke --out taught\n"
    '  handsight simulate --game boeren "learner taught/learner.npz" greedy greedy greedy --games 2000\n'
    "  handsight train hanabi --players 2 --minutes 30 --out taught-hanabi"
)
ARGUMENTS = (
    option("game", "GAME", "", choices=GAMES),
    count("--seed", "S", "the same seed gives the same training", default=1),
    option("--out", "FOLDER", "where it is saved, and continued from", default="taught"),
    option("--device", "", "where its network is computed", choices=("auto", "cpu", "cuda"), default="auto"),
    shared.json_for("evaluation"),
)


def run(args: Namespace) -> int:
    """Train, and print how it goes."""
    settle(args, [args.game])
    commands = GAMES[args.game]
    if not commands.train:
        raise UsageError(f"there is no learner for {title(args.game)}")
    status: int = commands.module(commands.train).train(args)
    return status
