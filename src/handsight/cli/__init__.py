"""The command line: one file for each verb, and a folder for each game.

Begin with `main` (the table of verbs, and which failure gives which exit status). `arguments` reads what
several verbs share, `game_options` lets every game add options of its own to a verb, `games` is the table of
games, `experiment` is shared by the verbs that play many games, and `play_loop` by the games one can play.
"""

from handsight.cli.main import main as main
