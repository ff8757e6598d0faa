"""List every bot, one line each."""

from argparse import ArgumentParser, Namespace

from handsight.bots import ROSTER
from handsight.cli import words

EXAMPLE = "  handsight bots"


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this verb."""
    parser.add_argument("--json", action="store_true", help="print one JSON object a bot")


def run(args: Namespace) -> int:
    """List the roster."""
    width = max(map(len, ROSTER))
    for player in ROSTER.values():
        row = {"name": player.name, "about": player.about, "honest": player.honest}
        print(words.json_line(row) if args.json else f"{player.name:<{width}}  {player.about}")
    return 0
