"""Finding a seat by what people call it: its number, ``P0``, or (the beginning of) its player's name."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from handsight.errors import UnknownNameError

MAX_DIGITS = 6
"""How many digits a typed number, such as that of a seat, may have."""


def number_in(text: str) -> int | None:
    """Return a text as a whole number, or None if it is not one or has more than MAX_DIGITS digits."""
    plain = text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS
    return int(text) if plain else None


def seat_name(seat: int, names: Sequence[str] = ()) -> str:
    """Return the name of a seat: its player's name, or P0, P1, …."""
    return names[seat] if seat < len(names) else f"P{seat}"


def seat_named(text: str, *names: Sequence[str]) -> int:
    """Return the seat that a text means; *names* are several sequences where seats have several names.

    A number from 0 comes first, then a name (or ``P`` and a number) as it is written, then in any case, then
    the beginning of just one name.

    Raises:
        UnknownNameError: no seat, or more than one, has this name; the message lists them.
    """
    number = number_in(text)
    if number is not None and number < len(names[0]):
        return number
    named = [(name, seat) for sequence in names for seat, name in enumerate(sequence)]
    numbered = [(f"P{seat}", seat) for seat in range(len(names[0])) if f"P{seat}" not in dict(named)]
    folded = text.casefold()
    for found in (
        {seat for name, seat in named + numbered if name == text},
        {seat for name, seat in named + numbered if name.casefold() == folded},
        {seat for name, seat in named if folded and name.casefold().startswith(folded)},
    ):
        if len(found) == 1:
            return found.pop()
        if found:
            several = " and ".join(f"{seat} {names[0][seat]}" for seat in sorted(found))
            raise UnknownNameError(f"{text!r} may be seat {several}; write more of the name, or the number")
    listed = ", ".join(f"{seat} {name}" for seat, name in enumerate(names[0]))
    raise UnknownNameError(f"there is no seat {text}; the seats are {listed}")


def in_any_case(names: Mapping[str, str] | Iterable[str]) -> Callable[[str], str]:
    """Return a function from a word in any case to the name it spells (or its value), else to the word."""
    known = dict(names) if isinstance(names, Mapping) else {name: name for name in names}
    folded: dict[str, set[str]] = {}
    for name, meant in known.items():
        folded.setdefault(name.casefold(), set()).add(meant)
    unambiguous = {name: next(iter(meant)) for name, meant in folded.items() if len(meant) == 1}
    return lambda word: known.get(word) or unambiguous.get(word.casefold(), word)
