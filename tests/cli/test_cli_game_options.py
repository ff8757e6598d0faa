"""Options of the games: declared by each, shared if several have them, refused if another game is meant."""

import sys
from types import ModuleType

import pytest

from handsight import notation
from handsight.cli.command_parser import Command, count, option
from handsight.cli.games import GAMES, GameCommands, game_groups, game_options, settle
from handsight.errors import UsageError
from handsight.notation import GameNotation


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return a command with the options of `simulate`, of which a third game has some of its own."""
    own = [
        option("--rules", "NAME", "rule set: toy", default="toy"),
        count("--sides", "N", "sides of a die", default=6),
    ]
    options = ModuleType("toy_cli.options")
    monkeypatch.setattr(options, "OPTIONS", {"simulate": own}, raising=False)
    package = ModuleType("toy_cli")
    package.__path__ = []
    monkeypatch.setitem(sys.modules, "toy_cli", package)
    monkeypatch.setitem(sys.modules, "toy_cli.options", options)
    monkeypatch.setitem(GAMES, "toy", GameCommands("toy_cli"))
    monkeypatch.setitem(notation.GAMES, "toy", GameNotation("Toy", "toy_notation"))
    declared = game_options("simulate", GAMES)
    return Command("simulate", "", arguments=declared, groups=game_groups("simulate", declared))


def test_options_of_one_game_stand_below_its_title(command: Command) -> None:
    _, _, text = command.help.partition("\noptions:")
    shared, toy = text.index("--rules"), text.index("\nToy:")
    assert shared < text.index("\nHanabi:") < text.index("--variant") < toy < text.index("--sides")
    assert "Toy: rule set: toy" in " ".join(text[:toy].split())
    assert text.count("\nHanabi:") == 1


@pytest.mark.parametrize(
    ("game", "rules", "sides", "variant"), [("toy", "toy", 6, None), ("hanabi", None, None, "No Variant")]
)
def test_each_game_has_its_own_defaults(
    command: Command, game: str, rules: str | None, sides: int | None, variant: str | None
) -> None:
    args = command.parse([])
    settle(args, [game])
    assert (args.rules, args.sides, args.variant) == (rules, sides, variant)
    args = command.parse(["--rules", "toy"])
    settle(args, [game])
    assert args.rules == "toy"


def test_an_option_of_another_game_is_refused(command: Command) -> None:
    args = command.parse(["--sides", "6"])
    with pytest.raises(UsageError, match="--sides is an option of Toy, and this is Hanabi"):
        settle(args, ["hanabi"])
    settle(command.parse(["--sides", "6"]), ["hanabi", "toy"])
    args = command.parse(["--rules", "stacks", "--lost"])
    with pytest.raises(UsageError, match="--lost is an option of Hanabi, and this is Boeren Bridge"):
        settle(args, ["boeren"])
