"""List every bot that can play a game, one line each, with its measured scores where there are any.

With the name of a bot, show how it decides, where it does so by a graph of rules.
"""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from handsight.cli import arguments
from handsight.cli.games import DEFAULT_GAME, GAMES
from handsight.cli.output import say, width_of
from handsight.errors import UsageError
from handsight.roster import roster
from handsight.text.wrapping import fitted

ROOM = 40
"""How many columns there must be beside the figures of a bot for what it is; fewer, and it stands below."""
EXAMPLE = (
    "  handsight bots\n"
    "  handsight bots --game boeren\n"
    "  handsight bots --game boeren full-kripke --draw pictures"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    arguments.add_game(parser, "bots", DEFAULT_GAME)
    parser.add_argument("bot", nargs="?", metavar="BOT", help="show how this bot decides")
    parser.add_argument("--draw", metavar="FOLDER", help="write the graphs of rules of BOT there, as SVG")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object for each bot, with all its results"
    )


def run(args: Namespace) -> int:
    """List the bots of a game."""
    game = args.game or DEFAULT_GAME
    if args.bot or args.draw:
        return _show(args, game)
    bots = roster(game).listed_bots()
    width = max(len(bot.name) for bot in bots)
    scores = GAMES[game].optional_module("bot_scores")
    if scores and not args.json:
        _print(*scores.caption(width))
    for bot in bots:
        if args.json:
            row = {"name": bot.name, "about": bot.about, "honest": bot.honest}
            print(arguments.json_line(row | ({"results": scores.rows(bot.name)} if scores else {})))
        else:
            _print(f"{bot.name:<{width}}  {scores.columns(bot.name) if scores else ''}", bot.about)
    return 0


def _print(figures: str, about: str) -> None:
    """Print figures, and beside or below them what is said about them, as the terminal's width allows."""
    width = width_of(sys.stdout)
    beside = f"{figures}{about}"
    if width is None or len(beside) <= width:
        print(beside.rstrip())
    elif width - len(figures) >= ROOM:
        print(fitted(beside, width, len(figures)))
    else:
        print("\n".join([figures.rstrip(), fitted(f"    {about}", width, 0)]))


def _show(args: Namespace, game: str) -> int:
    """Show how one bot decides, and draw it where that is asked for."""
    if not args.bot:
        raise UsageError("name the bot whose graphs of rules are to be drawn")
    with arguments.usage_errors():
        bot = roster(game).find_bot(args.bot)
    rules = GAMES[game].optional_module("bot_rules")
    graphs = rules.graphs(bot) if rules else ()
    if args.draw and not graphs:
        raise UsageError(f"{bot.name} does not decide by a graph of rules, so there is nothing to draw")
    drawn = rules.draw(graphs, Path(args.draw)) if rules and args.draw else []
    if args.json:
        row = {"name": bot.name, "about": bot.about, "honest": bot.honest}
        told = rules.rows(graphs) if rules else []
        print(arguments.json_line(row | {"graphs": told, "drawn": list(map(str, drawn))}))
        return 0
    say(f"{bot.name}: {bot.about}")
    for line in rules.lines(graphs) if rules else ():
        say(line)
    for path in drawn:
        print(f"{path} written", file=sys.stderr)
    return 0
