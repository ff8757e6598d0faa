"""The command line: a file for each verb, or for several related verbs, and a folder for each game.

Begin with `main` (the table of verbs, and which failure gives which exit status). `command_parser` reads the
words of a command, `shared_options` has the options that several verbs take, `games` lets every game add its
own, and `output` is what is printed and written.
"""

from handsight.cli.main import main as main
