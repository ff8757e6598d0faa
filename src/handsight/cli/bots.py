"""List every bot and every convention that can be played, one line each, with what it scores."""

import sys
from argparse import ArgumentParser, Namespace

from handsight.bots import roster
from handsight.bots.hanabi.stored_scores import Measures, read
from handsight.cli import arguments as words

EXAMPLE = "  handsight bots"
SEATED = (2, 3, 4, 5, 6)


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this verb."""
    words.game(parser, "hanabi")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object a bot, with all its results"
    )


def run(args: Namespace) -> int:
    """List the roster."""
    if args.game == "boeren":
        for entry in roster("boeren").listed_bots():
            row = {"name": entry.name, "about": entry.about, "honest": True}
            print(words.json_line(row) if args.json else f"{entry.name:<13}  {entry.about}")
        return 0
    found = read()
    listed = [(bot.name, bot.about, bot.honest) for bot in roster("hanabi").listed_bots()]
    width = max(len(name) for name, _, _ in listed)
    if not args.json and found.bots:
        print(_caption(found, width), file=sys.stderr)
    for name, about, honest in listed:
        row = {"name": name, "about": about, "honest": honest, "results": found.rows(name)}
        print(words.json_line(row) if args.json else f"{name:<{width}}  {_means(found, name)}{about}")
    return 0


def _caption(found: Measures, width: int) -> str:
    """Say what the columns are: a notice, since the list itself has a line a bot and no other."""
    seats = "".join(f"{players:>5}p " for players in SEATED)
    games = sorted({measured.games for each in found.bots.values() for measured in each})
    played = " to ".join(f"{count:,}" for count in dict.fromkeys((games[0], games[-1])))
    said = f"`stacks` rules, seed {found.seed}, {played} games; --json says more"
    return f"{'mean score of':<{width}}  {seats} {said}"


def _means(found: Measures, bot: str) -> str:
    """Write the mean of a bot for each number of players, where anything was measured at all."""
    if not found.bots:
        return ""
    usual = found.usual(bot)
    cells = (f"{usual[players].mean:6.2f} " if players in usual else f"{'–':>6} " for players in SEATED)
    return f"{''.join(cells)} "
