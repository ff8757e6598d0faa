"""Finding a seat by what people call it: its number, its player, or the beginning of a name."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from handsight.errors import UnknownNameError

LONGEST = 6
"""Digits of a number that is typed to choose one of some things."""


def number_in(text: str) -> int | None:
    """Return the number that a word is, or None: for a word that says no number of anything here."""
    plain = text.isascii() and text.isdecimal() and len(text) <= LONGEST
    return int(text) if plain else None


def seat_named(word: str, *called: Sequence[str]) -> int:
    """Return the seat that a word means; *called* are names of all seats, in one way or in several.

    A name as it is written comes first, then one in any case, then the beginning of just one.
    """
    number = number_in(word)
    if number is not None and number < len(called[0]):
        return number
    names = [(name, at) for way in called for at, name in enumerate(way)]
    for fits in (word.__eq__, _same(word), _begun(word)):
        found = sorted({at for name, at in names if fits(name)})
        if len(found) == 1:
            return found[0]
        if found:
            both = " and ".join(f"{at} {called[0][at]}" for at in found)
            raise UnknownNameError(f"{word!r} may be seat {both}; write more of the name, or the number")
    there = ", ".join(f"{at} {name}" for at, name in enumerate(called[0]))
    raise UnknownNameError(f"there is no seat {word}; the seats are {there}")


def _same(word: str) -> Callable[[str], bool]:
    return lambda name: name.casefold() == word.casefold()


def _begun(word: str) -> Callable[[str], bool]:
    return lambda name: bool(word) and name.casefold().startswith(word.casefold())


def in_any_case(names: Mapping[str, str] | Iterable[str]) -> Callable[[str], str]:
    """Return how to spell a word: one of the names (or what it stands for) in any case, else as it is."""
    known = dict(names) if isinstance(names, Mapping) else {name: name for name in names}
    folded: dict[str, set[str]] = {}
    for name, meant in known.items():
        folded.setdefault(name.casefold(), set()).add(meant)
    alone = {name: next(iter(meant)) for name, meant in folded.items() if len(meant) == 1}
    return lambda word: known.get(word) or alone.get(word.casefold(), word)
