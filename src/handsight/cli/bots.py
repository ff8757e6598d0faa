"""List every bot that can play a game, one line each, with its measured scores where there are any.

With the name of a bot, show how it decides, where it does so by a graph of rules.
"""

import sys
from argparse import Namespace
from typing import Any

from handsight.cli import shared_options as shared
from handsight.cli.command_parser import option
from handsight.cli.games import DEFAULT_GAME, GAMES
from handsight.cli.output import answer, print_json, width_of
from handsight.roster import roster
from handsight.text.wrapping import fitted

ROOM = 40
"""How many columns a bot's description needs beside its scores; with fewer it is printed below them."""
EXAMPLE = "  handsight bots\n  handsight bots --game boeren full-kripke"
ARGUMENTS = (
    shared.GAME_TO_PLAY,
    option("bot", "BOT", "show how this bot decides", nargs="?"),
    shared.json_for("bot, with all its results"),
)
PLAYERS = (2, 3, 4, 5, 6)


def run(args: Namespace) -> int:
    """List the bots of a game, or show how one decides."""
    game = args.game or DEFAULT_GAME
    if args.bot:
        return _show(args, game)
    bots = roster(game).listed_bots()
    width = max(len(bot.name) for bot in bots)
    measured = GAMES[game].optional("bot_scores")
    scores = measured() if measured else None
    if scores and scores.bots and not args.json:
        _print(*_caption(scores, width))
    for bot in bots:
        if args.json:
            row = {"name": bot.name, "about": bot.about, "honest": bot.honest}
            print_json(row | ({"results": scores.to_json(bot.name)} if scores else {}))
        else:
            _print(f"{bot.name:<{width}}  {_means(scores, bot.name)}", bot.about)
    return 0


def _caption(scores: Any, width: int) -> tuple[str, str]:
    """Return the column heads, after a column of names of this *width*, and how the scores were measured."""
    heads = "".join(f"{players:>5}p " for players in PLAYERS)
    games = sorted({measured.games for each in scores.bots.values() for measured in each})
    played = " to ".join(f"{count:,}" for count in dict.fromkeys((games[0], games[-1])))
    said = f"`stacks` rules, seed {scores.seed}, {played} games; --json says more"
    return f"{'mean score of':<{width}}  {heads} ", said


def _means(scores: Any, bot: str) -> str:
    """Return a bot's mean score for each number of players; empty if nothing was measured for any bot."""
    if not scores or not scores.bots:
        return ""
    usual = scores.by_players(bot)
    cells = (f"{usual[players].mean:6.2f} " if players in usual else f"{'–':>6} " for players in PLAYERS)
    return f"{''.join(cells)} "


def _print(figures: str, about: str) -> None:
    """Print figures, and beside or below them (as the terminal's width allows) the text about them."""
    width = width_of(sys.stdout)
    beside = f"{figures}{about}"
    if width is None or len(beside) <= width:
        print(beside.rstrip())
    elif width - len(figures) >= ROOM:
        print(fitted(beside, width, len(figures)))
    else:
        print("\n".join([figures.rstrip(), fitted(f"    {about}", width, 0)]))


def _show(args: Namespace, game: str) -> int:
    """Print what one bot is, and its graphs of rules if it has any."""
    with shared.usage_errors():
        bot = roster(game).find_bot(args.bot)
    graphs_of = GAMES[game].optional("rule_graphs")
    graphs = graphs_of(bot) if graphs_of else {}
    row = {"name": bot.name, "about": bot.about, "honest": bot.honest, "graphs": list(graphs.values())}
    answer(args, row, f"{bot.name}: {bot.about}", *graphs)
    return 0
