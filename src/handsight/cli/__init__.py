"""Words to functions: one file a verb."""

from handsight.cli.frame import main as main
