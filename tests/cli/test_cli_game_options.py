"""Options of the games: declared by each, shared if several have them, refused if another game is meant."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from types import ModuleType

import pytest

from handsight import notation
from handsight.cli import game_options
from handsight.cli.games import GAMES, GameCommands
from handsight.errors import UsageError
from handsight.notation import GameNotation


@pytest.fixture
def parser(monkeypatch: pytest.MonkeyPatch) -> ArgumentParser:
    """Declare the options of `simulate` with a third game, which has some of its own."""

    def declare(verb: str, add: Callable[..., object]) -> None:
        if verb == "simulate":
            add("--rules", metavar="NAME", default="toy", help="rule set: toy")
            add("--sides", type=int, default=6, help="sides of a die")

    options = ModuleType("toy_cli.options")
    monkeypatch.setattr(options, "declare", declare, raising=False)
    package = ModuleType("toy_cli")
    package.__path__ = []
    monkeypatch.setitem(sys.modules, "toy_cli", package)
    monkeypatch.setitem(sys.modules, "toy_cli.options", options)
    monkeypatch.setitem(GAMES, "toy", GameCommands("toy_cli"))
    monkeypatch.setitem(notation.GAMES, "toy", GameNotation("Toy", "toy_notation"))
    parser = ArgumentParser()
    game_options.declare(parser, "simulate")
    return parser


def test_options_of_one_game_stand_below_its_title(parser: ArgumentParser) -> None:
    _, _, text = parser.format_help().partition("\noptions:")
    shared, toy = text.index("--rules"), text.index("\nToy:")
    assert shared < text.index("\nHanabi:") < text.index("--variant") < toy < text.index("--sides")
    assert "Toy: rule set: toy" in " ".join(text[:toy].split())
    assert text.count("\nHanabi:") == 1


@pytest.mark.parametrize(
    ("game", "rules", "sides", "variant"), [("toy", "toy", 6, None), ("hanabi", None, None, "No Variant")]
)
def test_each_game_has_its_own_defaults(
    parser: ArgumentParser, game: str, rules: str | None, sides: int | None, variant: str | None
) -> None:
    args = parser.parse_args([])
    game_options.settle(args, [game])
    assert (args.rules, args.sides, args.variant) == (rules, sides, variant)
    args = parser.parse_args(["--rules", "toy"])
    game_options.settle(args, [game])
    assert args.rules == "toy"


def test_an_option_of_another_game_is_refused(parser: ArgumentParser) -> None:
    args = parser.parse_args(["--sides", "6"])
    with pytest.raises(UsageError, match="--sides is an option of Toy, and this is Hanabi"):
        game_options.settle(args, ["hanabi"])
    game_options.settle(parser.parse_args(["--sides", "6"]), ["hanabi", "toy"])
    args = parser.parse_args(["--rules", "stacks", "--lost"])
    with pytest.raises(UsageError, match="--lost is an option of Hanabi, and this is Boeren Bridge"):
        game_options.settle(args, ["boeren"])
