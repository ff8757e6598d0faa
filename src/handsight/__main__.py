"""Run the command line as ``python -m handsight``."""

from handsight.cli.main import main

main()
