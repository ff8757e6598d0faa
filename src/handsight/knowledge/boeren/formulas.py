"""What formulas about a round can speak of, and how its names may be written.

| atom or variable | true, or its value |
| --- | --- |
| `has(N,QH)`, or `N_H_Q` as LAMAS BoerenBridge writes it | North was dealt the queen of hearts |
| `owner(QH)=N` | the same, as a variable |
| `trump=H`, `led=SP` | the trump; the suit of the trick on the table |
| `bid(W)=3`, `guess(W)=2` | West's bid, and what it bid first, where it had to change it |
| `changed(W)` | West had to change its guess |

A seat is `N`, `North`, `P0` or its player's name; a card `QH` or `qh`; a suit `C`, `D`, `H` or `SP` (for `S`
is South), or its name.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from handsight import boeren
from handsight.errors import InputError
from handsight.game import in_any_case
from handsight.knowledge.boeren.owners import SEAT_LETTERS
from handsight.logic import Formula, parse
from handsight.logic.engines.bdd import Bdd
from handsight.logic.engines.symbolic_model import SymbolicModel

SUIT_CODES = ("C", "D", "H", "SP")
"""The suits as LAMAS BoerenBridge abbreviates them, in the order of `SUITS`."""
_PARTS = re.compile(r"[^\W_]+(_[^\W_]+)+\Z")
_suit_code = in_any_case(dict(zip((*SUIT_CODES, *boeren.SUIT_NAMES), SUIT_CODES * 2, strict=True)))


def name_speller(players: Sequence[str] = ()) -> Callable[[str], str]:
    """Return a function that spells seats, cards and suits as the models do; *players* are names of seats."""
    numbered = tuple(f"P{seat}" for seat in range(boeren.SEATS))
    words = dict(zip((*SEAT_LETTERS, *boeren.SEAT_NAMES, *numbered), SEAT_LETTERS * 3, strict=True))
    words |= dict(zip(boeren.SUIT_NAMES, SUIT_CODES, strict=True))
    named = zip(players, SEAT_LETTERS, strict=False)
    words = {name: seat for name, seat in named if players.count(name) == 1} | words
    spelled = in_any_case(words)

    def spell(word: str) -> str:
        found = spelled(word)
        return _card_text(word) if found == word else found

    return spell


def _card_text(word: str) -> str:
    try:
        return str(boeren.Card.read(word))
    except InputError:
        return word


def parse_formula(text: str, model: SymbolicModel, players: Sequence[str] = ()) -> Formula:
    """Return the formula that a text about a round contains, or raise InputError showing what is wrong."""
    spell = name_speller(players)

    def plain(written: str) -> str:
        atom = _plain_atom(written, spell)
        if atom != written and atom not in model.atoms:
            raise InputError(f"{written!r}: the card {atom[-3:-1]} was not dealt in this round")
        return atom

    return parse(text, model, canonical_name=spell, canonical_atom=plain)


def _plain_atom(atom: str, spell: Callable[[str], str]) -> str:
    """Return `has(E,QH)` for `E_H_Q`, the notation of LAMAS BoerenBridge, and other atoms as they are.

    Raises:
        InputError: it looks like that notation, but one of its parts is wrong.
    """
    if not _PARTS.match(atom):
        return atom
    parts = atom.split("_")
    form = "write the seat, the suit and the rank, as in E_H_Q (East has the queen of hearts), or has(E,QH)"
    if len(parts) != 3:
        raise InputError(f"{atom!r} is not an atom; {form}")
    seat, suit, rank = spell(parts[0]), _suit_code(parts[1]), _rank(parts[2])
    if seat in SEAT_LETTERS and suit in SUIT_CODES and rank in boeren.RANKS:
        return f"has({seat},{rank}{boeren.SUITS[SUIT_CODES.index(suit)]})"
    raise InputError(f"{atom!r} is not an atom; {_correction(parts, spell) or form}")


def _rank(word: str) -> str:
    return "T" if word == "10" else word.upper() if len(word) == 1 else word


def _correction(parts: Sequence[str], spell: Callable[[str], str]) -> str:
    """Say what is wrong with the three parts of an atom, if a small change makes it right."""
    seats = [word for word in map(spell, parts) if word in SEAT_LETTERS]
    suits = [word for word in map(_suit_code, parts) if word in SUIT_CODES]
    ranks = [part for part in parts if _rank(part) in boeren.RANKS]
    if len(seats) == len(suits) == len(ranks) == 1:
        right = f"{seats[0]}_{suits[0]}_{ranks[0].upper()}"
        return f"the seat comes first, then the suit, then the rank: write {right}"
    seat, suit, rank = parts
    if spell(seat) not in SEAT_LETTERS:
        return f"{seat!r} is not a seat; write N, E, S or W (or P0 to P3)"
    if suit.upper() == "S":
        return f"spades are SP here, for S is South: write {spell(seat)}_SP_{rank.upper()}"
    if _suit_code(suit) not in SUIT_CODES:
        return f"{suit!r} is not a suit; write C, SP, H or D"
    return f"{rank!r} is not a rank; write A, K, Q, J, 10, or 9 to 2"


def with_public_facts(model: SymbolicModel, view: boeren.View) -> SymbolicModel:
    """Return the model with what was announced to all: trump, the suit led, bids, and changes.

    Every world agrees on these facts, so they rule no deal out, and all seats know them.
    """
    bdds = model.encoding.bdds

    def truth(holds: bool) -> Bdd:  # noqa: FBT001  # a truth value is what it takes
        return bdds.true if holds else bdds.false

    atoms, values = public_facts(view)
    encoding = replace(
        model.encoding,
        atoms={**model.encoding.atoms, **{name: truth(holds) for name, holds in atoms.items()}},
        values={
            **model.encoding.values,
            **{
                name: {value: truth(value == actual) for value in choices}
                for name, (choices, actual) in values.items()
            },
        },
    )
    return SymbolicModel(encoding, model.allowed, events=model.events, actual=model.actual)


Values = Mapping[str, tuple[Sequence[str], str | None]]
"""By variable, the values that it can have, and the one that it has, if any."""


def public_facts(view: boeren.View) -> tuple[dict[str, bool], Values]:
    """Return the public atoms of a round, and its public variables."""
    guesses = {event.seat: event.tricks for event in view.events if isinstance(event, boeren.BidMade)}
    changed = {event.seat for event in view.events if isinstance(event, boeren.BidChanged)}
    numbers = [str(tricks) for tricks in range(view.terms.hand_size + 1)]
    values: dict[str, tuple[Sequence[str], str | None]] = {
        "trump": (SUIT_CODES, SUIT_CODES[view.trump]),
        "led": (SUIT_CODES, None if view.led is None else SUIT_CODES[view.led]),
    }
    for seat, letter in enumerate(SEAT_LETTERS):
        bid, guess = view.bids[seat], guesses.get(seat)
        values[f"bid({letter})"] = (numbers, None if bid is None else str(bid))
        values[f"guess({letter})"] = (numbers, None if guess is None else str(guess))
    return {f"changed({letter})": seat in changed for seat, letter in enumerate(SEAT_LETTERS)}, values
