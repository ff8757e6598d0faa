"""Read a perft file: tiny and full decks, and how many lines of play each must have."""

from collections import Counter

from msgspec import Struct, field

from handsight.errors import HandsightError, InputError
from handsight.hanabi import Setup, State, Terms, Variant, deal, tiny

GAME_KEYS = ("players", "hand", "colors", "ranks", "clues", "lives")


class PerftCase(Struct):
    """One deck, and the counts that every correct implementation of the rules must find."""

    name: str
    line: int
    terms: Terms | None = None
    setup: Setup | None = None
    perft: dict[int, int] = field(default_factory=dict)
    worlds: dict[int, int] = field(default_factory=dict)
    lines: Counter[int] = field(default_factory=Counter)

    def __str__(self) -> str:
        return self.name

    @property
    def state(self) -> State:
        """The deal to count from."""
        if self.setup is None:
            raise InputError(f"case {self.name} has no deck", line=self.line)
        return deal(self.setup)


def read(text: str) -> list[PerftCase]:
    """Read every case of a perft file."""
    cases: list[PerftCase] = []
    for number, line in enumerate(text.splitlines(), 1):
        verb, _, rest = line.partition("#")[0].strip().partition(" ")
        if not verb:
            continue
        if verb == "id":
            cases.append(PerftCase(rest.strip(), number))
            continue
        if not cases:
            raise InputError(f"{verb!r} comes before the first `id`", line=number)
        try:
            _row(cases[-1], verb, rest.split())
        except InputError as error:
            raise InputError(error.message, line=number) from None
        except (ValueError, HandsightError) as error:
            raise InputError(f"cannot read this {verb!r} row: {error}", line=number) from None
    return cases


def _row(case: PerftCase, verb: str, words: list[str]) -> None:
    match verb:
        case "game":
            case.terms = _terms(dict(word.split("=", 1) for word in words))
        case "deck":
            if case.terms is None:
                raise InputError("`deck` comes before `game`")
            variant: Variant = case.terms.variant
            case.setup = Setup(case.terms, tuple(variant.read(word) for word in words))
        case "perft" | "worlds":
            depth, count = map(int, words)
            (case.perft if verb == "perft" else case.worlds)[depth] = count
        case "lines":
            for word in words[2:]:
                score, _, count_ = word.partition(":")
                case.lines[int(score)] = int(count_)
            if case.lines.total() != int(words[0]):
                raise InputError("the scores of `lines` do not add up to its total")
        case _:
            raise InputError(f"unknown row {verb!r}; rows are id, game, deck, perft, lines and worlds")


def _terms(given: dict[str, str]) -> Terms:
    unknown = set(given) - set(GAME_KEYS)
    missing = set(GAME_KEYS) - set(given)
    if unknown or missing:
        raise InputError(f"`game` takes {', '.join(GAME_KEYS)}; check {', '.join(sorted(unknown | missing))}")
    value = {key: int(word) for key, word in given.items()}
    variant = tiny(value["colors"], value["ranks"])
    return Terms(
        value["players"],
        variant,
        hand_size=value["hand"],
        max_clues=value["clues"],
        max_strikes=value["lives"],
    )
