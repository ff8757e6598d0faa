"""Words to functions: one file a verb."""

from handsight.cli.main import main as main
