"""What each place of an observation means, as tables that the code prints."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.env.vec_games import sections_table
from handsight.errors import InputError, UnknownNameError
from handsight.hanabi import Terms
from handsight.notation.hanabi import hle_observation as hle
from handsight.notation.vector_sections import Section
from handsight.text.suggestions import did_you_mean

LAYOUTS = {
    "hle": "the vector of the Hanabi Learning Environment, bit for bit",
    "v0": "the same places with public beliefs, as JaxMARL and Off-Belief Learning read them",
    "exact": "Handsight's own, for every variant: exact chances of one's own cards, last round of actions",
}
"""The observations of Hanabi, by name."""


class Layout(NamedTuple):
    """The layout of an observation: its size, its sections in order, and the type of its numbers."""

    name: str
    size: int
    sections: tuple[Section, ...]
    dtype: Any = np.uint8
    secret: tuple[str, ...] = ("hands",)
    """The names of the sections that only this seat knows."""

    @property
    def bytes_packed(self) -> int:
        """Bytes of a packed vector."""
        return -(-self.size // 8)

    @property
    def private(self) -> tuple[Section, ...]:
        """The sections that only this seat knows, such as the others' cards."""
        return tuple(section for section in self.sections if section.name in self.secret)

    @property
    def public(self) -> tuple[Section, ...]:
        """The sections that every seat can compute."""
        return tuple(section for section in self.sections if section.name not in self.secret)

    def section(self, name: str) -> Section:
        """Return a section by name, or raise UnknownNameError."""
        names = [section.name for section in self.sections]
        if name not in names:
            hint = did_you_mean(name, names, f"there are {', '.join(names)}")
            raise UnknownNameError(f"no section of {self.name} is called {name!r}; {hint}")
        return self.sections[names.index(name)]

    def table(self) -> str:
        """Return the sections as a Markdown table.

        Examples:
            >>> from handsight.env.hanabi.observation_layouts import layout
            >>> from handsight.hanabi import Terms
            >>> print(layout("hle", Terms(2)).table().splitlines()[2])
            | hands | 0 | 125 | the others' cards: for each slot, which card it is |
        """
        return sections_table(self.sections)

    def unpack(self, packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return packed vectors with a byte for each place."""
        return np.unpackbits(packed, axis=-1, count=self.size, bitorder="little")


def layout(name: str, terms: Terms) -> Layout:
    """Return a layout of Hanabi by name.

    Raises:
        UnknownNameError: There is no such layout.
        InputError: These terms have no such observation.
    """
    if name not in LAYOUTS:
        hint = did_you_mean(name, LAYOUTS, f"there are {', '.join(LAYOUTS)}")
        raise UnknownNameError(f"no observation is called {name!r}; {hint}")
    if name == "exact":
        sections = exact_sections(terms)
        return Layout(name, sections[-1].places.stop, sections, np.float32, _exact_secrets(terms))
    if what := hle.unsuitable(terms):
        raise InputError(f"HLE's observation has no place for {what}; choose observation='exact'")
    sections = hle.sections(terms)
    if name == "v0":
        sections = (*sections[:-1], sections[-1]._replace(holds=V0_KNOWLEDGE))
    return Layout(name, sections[-1].places.stop, sections, np.float32 if name == "v0" else np.uint8)


ACTION_KINDS = ("play", "misplay", "discard", "colour", "number")
"""The kinds of an action in the last round, as `exact` tells it."""


def _exact_secrets(terms: Terms) -> tuple[str, ...]:
    """Return the names of the sections of `exact` that other seats cannot compute."""
    hidden = terms.variant.hides or terms.variant.face_down
    return ("hands", "chances", *(["round"] if hidden else []))


def action_parts(terms: Terms) -> tuple[tuple[str, int], ...]:
    """Return the names and lengths of the parts by which `exact` tells an action of the last round."""
    variant, slots = terms.variant, terms.hand_size + terms.deck_plays
    return (
        ("actor", terms.players),
        ("kind", len(ACTION_KINDS)),
        ("target", terms.players),
        ("clue", len(variant.clues())),
        ("touched", terms.hand_size),
        ("slot", slots),
        ("card", len(variant.cards)),
    )


def exact_sections(terms: Terms) -> tuple[Section, ...]:
    """Return the sections of the `exact` observation, in order."""
    variant, players, hand = terms.variant, terms.players, terms.hand_size
    identities, clues = len(variant.cards), len(variant.clues())
    action = ", ".join(f"{name} {length}" for name, length in action_parts(terms))
    parts = (
        ("hands", (players - 1) * hand * identities, "the others' cards: for each slot, which card it is"),
        ("short", players, "1 where a hand has fewer cards than at the deal"),
        ("deck", variant.deck_size - players * hand, "as many 1s as cards are left in the deck"),
        ("stacks", identities, "the cards on the stacks; none where they lie face down"),
        ("tokens", terms.max_clue_units, "as many 1s as clue tokens, in their smallest unit"),
        ("strikes", terms.max_strikes, "as many 1s as strikes; none where cards lie face down"),
        ("discards", variant.deck_size, "for each card, as many 1s as copies are discarded"),
        ("fits", identities, "the cards that can be played now; none where stacks lie face down"),
        ("needed", identities, "the cards that can still score; likewise"),
        ("critical", identities, "those of which one copy is left; likewise"),
        ("turns", players, "in the final round, a 1 at the turns left minus one"),
        (
            "round",
            players * sum(length for _, length in action_parts(terms)),
            f"the last round of actions, the newest first; of each, here: {action}",
        ),
        ("clued", players * hand * clues, "for each slot, the clues that touched it; none where hidden"),
        ("touched", players * hand, "for each slot, whether any clue touched it"),
        ("public", players * hand * identities, "for each slot, what it may be to one who sees no hand"),
        ("chances", hand * identities, "for each slot of one's own hand, the exact chance of each card"),
    )
    found, start = list[Section](), 0
    for name, length, holds in parts:
        found.append(Section(name, start, length, holds))
        start += length
    return tuple(found)


V0_KNOWLEDGE = (
    "for each slot: the share of each card among the copies that clues leave possible and that are neither"
    " discarded nor on the stacks; the colour told; the rank told"
)
