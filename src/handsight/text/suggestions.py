"""Suggestions for mistyped words: what was expected, and what was probably meant."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from handsight.errors import UnknownNameError

T = TypeVar("T")

LONGEST_WORD = 40
"""Words with more characters are cut where they are shown, and nothing is suggested for them."""
MOST_CHOICES = 12
"""Of a longer list, only this many choices are named."""
MOST_COMPARED = 100
"""How many similar words are searched for one that has the same letters in another order."""
CUTOFF = 0.6
"""How similar, from 0 to 1, a known word must be to a mistyped one; 0.5 is enough for one or two letters."""

_LOOK_ALIKE = str.maketrans("oil", "011")
"""Letters that are easily typed in place of digits, with these digits."""


def listed(words: Iterable[str], last: str = "or") -> str:
    """Join words as a sentence does: a, b or c."""
    *front, final = words
    return f"{', '.join(front)} {last} {final}" if front else final


def some(words: Iterable[str], most: int = MOST_CHOICES) -> str:
    """List words as `listed` does; of many, the first few and how many more there are."""
    every = list(words)
    return listed(every) if len(every) <= most else f"{', '.join(every[:most])} or {len(every) - most} more"


def quote(word: str) -> str:
    """Quote a word for a message, short and with nothing invisible in it."""
    return repr(str(word) if len(word) <= LONGEST_WORD else word[: LONGEST_WORD - 1] + "…")


def look_alike(word: str) -> str:
    """Return a word in lower case, with 0 for o, and 1 for i and l."""
    return word.casefold().translate(_LOOK_ALIKE)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word most similar to a mistyped one, ignoring case, or None."""
    return next(iter(nearest_words(word, known, 1)), None)


def nearest_words(word: str, known: Iterable[str], most: int = 3, cutoff: float = CUTOFF) -> list[str]:
    """Return at most *most* known words similar to a mistyped one, ignoring case, the nearest first."""
    if len(word) > LONGEST_WORD:
        return []
    by_fold, folded = _by_fold(known), word.casefold()
    alike = [choice for choice in by_fold.values() if look_alike(choice) == look_alike(word)]
    if alike:
        return alike[:most]
    from difflib import get_close_matches  # noqa: PLC0415  # only a mistake needs it

    wanted = min(cutoff, 0.5) if len(folded) <= 2 else cutoff
    near = get_close_matches(folded, by_fold, max(most, MOST_COMPARED), wanted)
    near.sort(key=lambda fold: sorted(fold) != sorted(folded))  # the same letters in another order come first
    return [by_fold[fold] for fold in near[:most]]


def _by_fold(known: Iterable[str]) -> dict[str, str]:
    """Return known words by their spelling in lower case; of equal spellings the first word counts."""
    by_fold = dict[str, str]()
    for choice in known:
        by_fold.setdefault(choice.casefold(), choice)
    return by_fold


def did_you_mean(  # noqa: PLR0913  # each has a default that most callers keep
    word: str,
    known: Iterable[str],
    otherwise: str = "",
    *,
    most: int = 1,
    cutoff: float = CUTOFF,
    show: Callable[[str], str] = str,
) -> str:
    """Return a question whether a known word was meant, or *otherwise* if none is similar.

    At most *most* words are suggested, each similar enough (*cutoff*, from 0 to 1) and written by *show*.

    >>> did_you_mean("rainbw", ["rainbow", "pink"])
    'did you mean rainbow?'
    """
    near = nearest_words(word, known, most, cutoff)
    return f"did you mean {listed(map(show, near))}?" if near else otherwise


def find_named(kind: str, name: str, table: Mapping[str, T]) -> T:
    """Return the entry under a name, or raise UnknownNameError; *kind* is what one is, such as "game"."""
    if name not in table:
        hint = did_you_mean(name, table, f"there are {', '.join(table)}")
        raise UnknownNameError(f"no {kind} is called {quote(name)}; {hint}")
    return table[name]


def remedy(word: str, known: Iterable[str], expected: str = "") -> str:
    """Return what to write instead of a word: what was expected, and which known word was probably meant.

    *expected* says in words what was expected; without it the known words are listed. The text begins with
    a semicolon, to follow what is wrong with the word; it is empty if there is nothing to say.
    """
    unseen = next((char for char in word if not char.isprintable()), None)
    if unseen is not None:
        import unicodedata  # noqa: PLC0415  # only a rare mistake needs it

        name = unicodedata.name(unseen, "a control character")
        return f"; it holds U+{ord(unseen):04X} ({name}), which cannot be seen; remove it"
    choices = list(_by_fold(known).values())
    expected = expected or (some(choices) if choices else "")
    hint = did_you_mean(word, choices)
    return (f"; expected {expected}" if expected else "") + (f"; {hint}" if hint else "")
