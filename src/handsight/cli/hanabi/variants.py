"""List the variants of Hanabi: all 2,426, or those with some words in their name."""

from argparse import Namespace

from handsight.cli import shared_options as shared
from handsight.cli.command_parser import option
from handsight.cli.output import print_json
from handsight.errors import UnknownNameError
from handsight.hanabi import variant, variant_names

EXAMPLE = "  handsight variants rainbow fives"
ARGUMENTS = (
    option("word", "WORD", "a word of the name, in upper or lower case", nargs="*"),
    shared.json_for("variant, with its tables"),
)


def run(args: Namespace) -> int:
    """List number and name, or with --json everything about each."""
    wanted = [word.casefold() for word in args.word]
    found = [
        (number, name) for number, name in variant_names() if all(word in name.casefold() for word in wanted)
    ]
    if not found:
        raise UnknownNameError(
            f"no variant has {' and '.join(map(repr, args.word))} in its name; try fewer words"
        )
    for number, name in found:
        if args.json:
            print_json(_row(name))
        else:
            print(f"{number:5}  {name}")
    return 0


def _row(name: str) -> dict[str, object]:
    kind = variant(name)
    return {
        "id": kind.id,
        "name": name,
        "suits": [suit.name for suit in kind.suits],
        "colors": list(kind.colors),
        "numbers": list(kind.numbers),
        "cards": kind.deck_size,
        "max_score": kind.max_score,
        "touch": {
            f"{clue.kind} {kind.colors[clue.value] if clue.kind == 'color' else clue.value}": [
                kind.text(card) for card in kind.cards if kind.touch(clue) >> kind.identity(card) & 1
            ]
            for clue in kind.clues()
        },
    }
