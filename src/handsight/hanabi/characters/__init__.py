"""The characters of hanab.live: players who are dealt one play under a rule of their own.

`character` lists them as data, `rules` says what each forbids and what in the past it depends on, and
`effects` is what the other rules ask: what is forbidden, who moves next, what is not seen.
"""

from handsight.hanabi.characters.character import CHARACTERS, Character, read_character, write_character
from handsight.hanabi.characters.effects import unenforced_rules, why_character_forbids

__all__ = [
    "CHARACTERS",
    "Character",
    "read_character",
    "unenforced_rules",
    "why_character_forbids",
    "write_character",
]
