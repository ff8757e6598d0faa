"""List every bot that can play a game, one line each, with its measured scores where there are any.

With the name of a bot, show how it decides, where it does so by a graph of rules.
"""

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from handsight.cli import shared_options as shared
from handsight.cli.command_parser import option
from handsight.cli.games import DEFAULT_GAME, GAMES
from handsight.cli.output import answer, print_json, width_of
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
ARGUMENTS = (
    shared.GAME_TO_PLAY,
    option("bot", "BOT", "show how this bot decides", nargs="?"),
    option("--draw", "FOLDER", "write the graphs of rules of BOT there, as SVG"),
    shared.json_for("bot, with all its results"),
)
PLAYERS = (2, 3, 4, 5, 6)


class RuleGraphShown(NamedTuple):
    """A graph of rules by which a bot decides: as text, as JSON, and as a picture in a file."""

    lines: list[str]
    json: dict[str, Any]
    file_name: str
    svg: Callable[[], str]


def run(args: Namespace) -> int:
    """List the bots of a game, or show how one decides."""
    game = args.game or DEFAULT_GAME
    if args.bot or args.draw:
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
    """Return the heads of the columns, beside a column of names of this *width*, and what they are."""
    heads = "".join(f"{players:>5}p " for players in PLAYERS)
    games = sorted({measured.games for each in scores.bots.values() for measured in each})
    played = " to ".join(f"{count:,}" for count in dict.fromkeys((games[0], games[-1])))
    said = f"`stacks` rules, seed {scores.seed}, {played} games; --json says more"
    return f"{'mean score of':<{width}}  {heads} ", said


def _means(scores: Any, bot: str) -> str:
    """Return the mean score of a bot for each number of players, where anything was measured at all."""
    if not scores or not scores.bots:
        return ""
    usual = scores.by_players(bot)
    cells = (f"{usual[players].mean:6.2f} " if players in usual else f"{'–':>6} " for players in PLAYERS)
    return f"{''.join(cells)} "


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
        raise UsageError("--draw needs BOT, the bot whose graphs of rules to draw")
    with shared.usage_errors():
        bot = roster(game).find_bot(args.bot)
    graphs_of = GAMES[game].optional("rule_graphs")
    graphs: list[RuleGraphShown] = graphs_of(bot) if graphs_of else []
    if args.draw and not graphs:
        raise UsageError(f"{bot.name} does not decide by a graph of rules, so there is nothing to draw")
    drawn = [Path(args.draw) / graph.file_name for graph in graphs] if args.draw else []
    for graph, path in zip(graphs, drawn, strict=False):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(graph.svg(), encoding="utf-8")
    row = {"name": bot.name, "about": bot.about, "honest": bot.honest, "drawn": list(map(str, drawn))}
    lines = [f"{bot.name}: {bot.about}", *(line for graph in graphs for line in graph.lines)]
    answer(args, row | {"graphs": [graph.json for graph in graphs]}, *lines)
    for path in () if args.json else drawn:
        print(f"{path} written", file=sys.stderr)
    return 0
