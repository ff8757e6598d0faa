"""Run the command line as ``python -m handsight.cli``."""

from handsight.cli.frame import main

main()
