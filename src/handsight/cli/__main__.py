"""Run the command line as ``python -m handsight.cli``."""

from handsight.cli.main import main

main()
