"""The command line: one file for each verb, and a folder for each game.

Begin with `main` (the table of verbs, and which failure gives which exit status). `command_parser` reads the
words of a command, `shared_options` has the options that several verbs take, `games` lets every game add its
own, `bot_options` says how bots run, and `output` is what is printed and written. `simulate` holds what the
verbs that play many games share.
"""

from handsight.cli.main import main as main
