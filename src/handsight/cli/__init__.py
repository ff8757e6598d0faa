"""Words to functions: one file a verb."""


def main() -> None:
    """Run the command line."""
