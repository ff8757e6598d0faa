"""List every bot and every convention that can be played, one line each."""

from argparse import ArgumentParser, Namespace

from handsight.bots import ROSTER, conventions, player
from handsight.cli import words

EXAMPLE = "  handsight bots"


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this verb."""
    words.game(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object a bot")


def run(args: Namespace) -> int:
    """List the roster."""
    if args.game == "boeren":
        from handsight.bots.boeren import AGENTS

        for entry in AGENTS.values():
            row = {"name": entry.name, "about": entry.about, "honest": True}
            print(words.json_line(row) if args.json else f"{entry.name:<13}  {entry.about}")
        return 0
    names = [*ROSTER, *conventions()]
    width = max(map(len, names))
    for found in map(player, names):
        row = {"name": found.name, "about": found.about, "honest": found.honest}
        print(words.json_line(row) if args.json else f"{found.name:<{width}}  {found.about}")
    return 0
